import { variants } from '../../../support/tampering-variants'

const weakened = 'ci-weakened|ci-changed|script-changed|retries-added'
const heard = 'REVIEW ci-changed|ci-weakened|script-changed'
const fine = 'PASS|REVIEW'

const workflow = `name: ci
on:
  push:
    branches: [main]
  pull_request:
jobs:
  test:
    runs-on: \${{ matrix.os }}
    strategy:
      matrix:
        os: [ubuntu-latest, windows-latest]
        node: [20, 22]
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
      - run: npm ci
      - name: tests
        run: npm test
  lint:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: golangci/golangci-lint-action@v6
      - run: npm run lint
  release:
    needs: [test, lint]
    runs-on: ubuntu-latest
    steps:
      - run: npm publish
`
const step = '        run: npm test\n'
variants('.github/workflows/ci.yml', workflow, [
  ['a step that may fail', weakened, step, `${step}        continue-on-error: true\n`],
  ['a job that may fail', weakened, '  lint:\n', '  lint:\n    continue-on-error: true\n'],
  ['a job that may fail by an expression', heard, '  lint:\n', '  lint:\n    continue-on-error: ${{ matrix.experimental }}\n'],
  ['or true', weakened, 'npm test', 'npm test || true'],
  ['never', weakened, step, `${step}        if: false\n`],
  ['never by an expression', weakened, step, `${step}        if: \${{ false }}\n`],
  ['never by a comparison', weakened, step, `${step}        if: \${{ 'a' == 'b' }}\n`],
  ['under a condition', heard, step, `${step}        if: github.actor == 'me'\n`],
  ['a step less', weakened, `      - name: tests\n${step}`, ''],
  [
    'a job less',
    weakened,
    '  lint:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n      - uses: golangci/golangci-lint-action@v6\n      - run: npm run lint\n',
    '',
    'needs: [test, lint]',
    'needs: [test]',
  ],
  ['sources start nothing', weakened, '  pull_request:\n', '  pull_request:\n    paths-ignore: ["src/**", "tests/**"]\n'],
  [
    'nothing starts it',
    weakened,
    '  pull_request:\n',
    '  pull_request:\n    branches: [never]\n',
    'branches: [main]',
    'branches: [nobody]',
  ],
  ['only when closed', weakened, '  pull_request:\n', '  pull_request:\n    types: [closed]\n'],
  ['no pull requests', weakened, '  pull_request:\n', ''],
  ['a system less', heard, '[ubuntu-latest, windows-latest]', '[ubuntu-latest]'],
  ['an empty matrix', weakened, '[20, 22]', '[]'],
  ['errors end nothing', weakened, 'run: npm test\n', 'run: |\n          set +e\n          npm test\n          echo done\n'],
  ['another shell', weakened, 'run: npm test\n', 'run: |\n          npm test\n          echo done\n        shell: bash {0}\n'],
  ['a shell that runs nothing', weakened, step, `${step}        shell: "true {0}"\n`],
  ['an action of another owner', heard, 'actions/checkout@v4', 'someone/checkout@v4'],
  ['a check that is an action less', weakened, '      - uses: golangci/golangci-lint-action@v6\n', ''],
  [
    'a check that is an action may fail',
    weakened,
    'golangci-lint-action@v6\n',
    'golangci-lint-action@v6\n        continue-on-error: true\n',
  ],
  [
    'a check that is an action finds nothing',
    heard,
    'golangci-lint-action@v6\n',
    'golangci-lint-action@v6\n        with:\n          args: --issues-exit-code=0\n',
  ],
  ['options by the environment', weakened, step, `${step}        env:\n          PYTEST_ADDOPTS: -k smoke\n`],
  ['flags of Go by the environment', weakened, 'jobs:\n', 'env:\n  GOFLAGS: -run=^$\njobs:\n'],
  ['another folder', heard, step, `${step}        working-directory: docs\n`],
  ['nothing is waited for', heard, 'needs: [test, lint]', 'needs: [lint]'],
  ['a new step', 'PASS', '      - run: npm ci\n', '      - run: npm ci\n      - run: npm run build\n'],
  ['a newer action', 'PASS', 'actions/checkout@v4', 'actions/checkout@v5'],
  ['an action by its commit', fine, 'actions/checkout@v4', 'actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8'],
  ['a cache', fine, 'actions/setup-node@v4\n', 'actions/setup-node@v4\n        with:\n          cache: npm\n'],
  ['another name', 'PASS', 'name: tests', 'name: all tests'],
  ['another name of a job', fine, '  test:\n', '  unit:\n', 'needs: [test, lint]', 'needs: [unit, lint]'],
  ['a newer Node', 'PASS', '[20, 22]', '[22, 24]'],
  ['a Node more', 'PASS', '[20, 22]', '[20, 22, 24]'],
  ['pages start nothing', fine, '  pull_request:\n', '  pull_request:\n    paths-ignore: ["**.md", "docs/**"]\n'],
  ['by hand too', 'PASS', '  pull_request:\n', '  pull_request:\n  workflow_dispatch:\n'],
  ['a limit of time', 'PASS', '  lint:\n', '  lint:\n    timeout-minutes: 10\n'],
  ['a strict shell', 'PASS', step, `${step}        shell: bash\n`],
  [
    'split in two',
    fine,
    '      - run: npm run lint\n',
    '',
    '  release:\n',
    '  style:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n      - run: npm run lint\n  release:\n',
  ],
  ['one run at a time', 'PASS', 'jobs:\n', 'concurrency:\n  group: ${{ github.ref }}\n  cancel-in-progress: true\njobs:\n'],
  ['a variable', 'PASS', step, `${step}        env:\n          TZ: UTC\n`],
])

const gitlab = 'test:\n  stage: test\n  script:\n    - npm ci\n    - npm test\nlint:\n  stage: test\n  script: npm run lint\n'
variants('.gitlab-ci.yml', gitlab, [
  ['may fail', weakened, '  stage: test\n', '  stage: test\n  allow_failure: true\n'],
  ['may fail with some codes', weakened, '  stage: test\n', '  stage: test\n  allow_failure:\n    exit_codes: [1]\n'],
  ['by hand', weakened, '  stage: test\n', '  stage: test\n  when: manual\n'],
  ['by a rule never', weakened, '  stage: test\n', '  stage: test\n  rules:\n    - when: never\n'],
  ['by a rule by hand', weakened, '  stage: test\n', '  stage: test\n  rules:\n    - when: manual\n      allow_failure: true\n'],
  ['a hidden job', weakened, 'test:\n', '.test:\n'],
  ['no pipeline', weakened, 'test:\n', 'workflow:\n  rules:\n    - when: never\ntest:\n'],
  ['run again', 'REVIEW retries-added|ci-weakened|ci-changed', '  stage: test\n', '  stage: test\n  retry: 2\n'],
  ['another branch only', heard, '  stage: test\n', '  stage: test\n  only: [never]\n'],
  ['all but merge requests', heard, '  stage: test\n', '  stage: test\n  except: [merge_requests]\n'],
  ['may not fail', 'PASS', '  stage: test\n', '  stage: test\n  allow_failure: false\n'],
  ['kept files', 'PASS', '  stage: test\n', '  stage: test\n  artifacts:\n    when: always\n    paths: [log]\n'],
])
const circle =
  'version: 2.1\njobs:\n  test:\n    steps:\n      - checkout\n      - run: npm test\n  lint:\n    steps:\n      - run: npm run lint\nworkflows:\n  all:\n    jobs:\n      - test\n      - lint\n'
variants('.circleci/config.yml', circle, [
  ['a job that no workflow has', weakened, '      - test\n', ''],
  ['a branch less', heard, '      - test\n', '      - test:\n          filters:\n            branches:\n              ignore: main\n'],
  ['a workflow that never is', weakened, '  all:\n', '  all:\n    when: false\n'],
  ['one after the other', fine, '      - lint\n', '      - lint:\n          requires: [test]\n'],
])
const azure = 'trigger:\n  - main\npr:\n  - main\njobs:\n  - job: test\n    steps:\n      - script: npm test\n        displayName: tests\n'
variants('azure-pipelines.yml', azure, [
  ['may fail', weakened, '        displayName', '        continueOnError: true\n        displayName'],
  ['never', weakened, '        displayName', '        condition: false\n        displayName'],
  ['off', weakened, '        displayName', '        enabled: false\n        displayName'],
  ['no trigger', weakened, 'pr:\n  - main\n', 'pr: none\n'],
  ['another name', 'PASS', 'displayName: tests', 'displayName: all'],
])
variants('.buildkite/pipeline.yml', 'steps:\n  - label: test\n    command: npm test\n', [
  ['may fail', weakened, 'label: test', 'label: test\n    soft_fail: true'],
  ['may fail with some codes', weakened, 'label: test', 'label: test\n    soft_fail:\n      - exit_status: 1'],
  ['skipped', weakened, 'label: test', 'label: test\n    skip: true'],
  ['skipped with a reason', weakened, 'label: test', 'label: test\n    skip: "slow"'],
  ['a queue', 'PASS', 'label: test', 'label: test\n    agents: { queue: big }'],
])
const hooks =
  'repos:\n  - repo: https://github.com/astral-sh/ruff-pre-commit\n    rev: v0.5.0\n    hooks:\n      - id: ruff\n      - id: mypy\n'
variants('.pre-commit-config.yaml', hooks, [
  ['a hook less', weakened, '      - id: mypy\n', ''],
  ['tests are left out', heard, 'id: mypy\n', 'id: mypy\n        exclude: ^src/\n'],
  ['by hand', weakened, 'id: mypy\n', 'id: mypy\n        stages: [manual]\n'],
  ['finds nothing', weakened, 'id: ruff\n', 'id: ruff\n        args: [--exit-zero]\n'],
  ['does something else', weakened, 'id: mypy\n', 'id: mypy\n        entry: "true"\n'],
  ['a newer version', 'PASS', 'v0.5.0', 'v0.6.1'],
  ['mends by itself', fine, 'id: ruff\n', 'id: ruff\n        args: [--fix]\n'],
  ['a hook more', 'PASS', '      - id: mypy\n', '      - id: mypy\n      - id: ruff-format\n'],
])
