import { expect, test } from 'vitest'
import { detectCommands, filesToDetect } from '../../../src/gate/detect-commands'

function detected(files: Readonly<Record<string, string>>): ReturnType<typeof detectCommands> {
  return detectCommands({ paths: new Set(Object.keys(files)), texts: new Map(Object.entries(files)) })
}

function commands(files: Readonly<Record<string, string>>): string[] {
  return detected(files).checks.map(({ name, cmd }) => `${name}: ${cmd}`)
}

const scripts = {
  format: 'prettier --write .',
  'format:check': 'prettier --check .',
  lint: 'oxlint',
  types: 'tsc --noEmit',
  test: 'node tests.mjs',
}

test('scripts of package.json are run by the manager whose lock file is there', () => {
  const json = JSON.stringify({ scripts, devDependencies: { oxlint: '1' } })
  expect(commands({ 'package.json': json, 'package-lock.json': '' })).toEqual([
    'format: npm run format:check',
    'lint: npm run lint',
    'types: npm run types',
    'test: npm test',
  ])
  expect(commands({ 'package.json': json, 'pnpm-lock.yaml': '' }).at(-1)).toBe('test: pnpm run test')
  expect(detected({ 'package.json': json, 'package-lock.json': '' })).toMatchObject({ setup: ['npm ci'], caches: ['.npm'] })
})

test('a script that rewrites files, watches or only says that there are no tests is no check', () => {
  const json = JSON.stringify({ scripts: { format: 'prettier --write .', lint: 'eslint --fix .', test: 'vitest --watch' } })
  expect(detected({ 'package.json': json })).toMatchObject({ checks: [] })
  expect(detected({ 'package.json': json }).notes).toHaveLength(4)
  expect(commands({ 'package.json': '{"scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"}}' })).toEqual([])
})

test('a runner that stands alone in its script is asked for a report', () => {
  const [vitest] = detected({ 'package.json': '{"scripts":{"test":"vitest run"}}' }).checks
  expect(vitest?.report).toEqual({ format: 'json', path: '.adjudicate/reports/vitest.json' })
  expect(vitest?.cmd).toContain('npm test -- ')
  const [mixed] = detected({ 'package.json': '{"scripts":{"test":"vitest run && node more.mjs"}}' }).checks
  expect(mixed).toEqual({ name: 'test', cmd: 'npm test', from: 'package.json, script test' })
})

const nodeReport = { format: 'junit', path: '.adjudicate/reports/node.xml' }
const reporters =
  '--test-reporter=spec --test-reporter-destination=stdout --test-reporter=junit --test-reporter-destination=.adjudicate/reports/node.xml'

function testOf(named: object): unknown {
  return detected({ 'package.json': JSON.stringify({ scripts: named }) }).checks.find(({ name }) => name === 'test')
}

test('node --test is asked for JUnit, before the files where the script names some', () => {
  expect(testOf({ test: 'node --test' })).toMatchObject({ cmd: `npm test -- ${reporters}`, report: nodeReport })
  expect(testOf({ test: 'node --import=tsx --test' })).toMatchObject({ cmd: `npm test -- ${reporters}`, report: nodeReport })
  const named = testOf({ test: 'node --test "test/**/*.test.js"' })
  expect(named).toMatchObject({ cmd: `node --test ${reporters} "test/**/*.test.js"`, report: nodeReport })
  const hooked = detected({ 'package.json': JSON.stringify({ scripts: { pretest: 'tsc', test: 'node --test dist/' } }) })
  expect(hooked.checks).toMatchObject([{ cmd: 'npm test' }])
  expect(hooked.checks[0]).not.toHaveProperty('report')
  expect(hooked.notes.join()).toContain('--test-reporter=junit')
})

test('a script that asks for its own report, or is more than one plain call, stays as it is', () => {
  for (const line of [
    'node --test --test-reporter=tap',
    'vitest run --reporter=dot',
    'jest --json',
    'jest && echo',
    'vitest $X',
    'node --test | cat',
  ]) {
    expect(testOf({ test: line })).toEqual({ name: 'test', cmd: 'npm test', from: 'package.json, script test' })
  }
  expect(testOf({ test: 'vitest run --coverage' })).toMatchObject({ report: { format: 'json' } })
  expect(testOf({ test: 'jest --ci --runInBand' })).toMatchObject({ report: { format: 'json' } })
})

test('gotestsum and nextest where the repository uses them, nextest’s report where a profile asks for one', () => {
  const tool = 'module shop\n\ntool gotest.tools/gotestsum\n'
  expect(detected({ 'go.mod': tool }).checks.at(-1)).toMatchObject({
    cmd: 'go tool gotestsum --junitfile .adjudicate/reports/go.xml ./...',
    report: { format: 'junit', path: '.adjudicate/reports/go.xml' },
  })
  expect(commands({ 'go.mod': '', Makefile: 'test:\n\tgotestsum ./...\n' }).at(-1)).toBe(
    'test: gotestsum --junitfile .adjudicate/reports/go.xml ./...',
  )
  const nextest = '.config/nextest.toml'
  expect(filesToDetect([nextest])).toEqual([nextest])
  expect(detected({ 'Cargo.toml': '', [nextest]: '[profile.ci.junit]\npath = "junit.xml"\n' }).checks.at(-1)).toMatchObject({
    cmd: 'cargo nextest run --profile ci',
    report: { format: 'junit', path: 'target/nextest/ci/junit.xml' },
  })
  for (const text of ['', 'no = [toml']) {
    expect(commands({ 'Cargo.toml': '', [nextest]: text }).at(-1)).toBe('test: cargo nextest run')
  }
})

test('Python by what its manifests speak of', () => {
  const toml = '[tool.ruff]\nline-length = 100\n[tool.mypy]\nstrict = true\n[tool.pytest.ini_options]\ntestpaths = ["tests"]\n'
  expect(commands({ 'pyproject.toml': toml, 'uv.lock': '' })).toEqual([
    'lint: uv run ruff check .',
    'types: uv run mypy .',
    'test: uv run python3 -m pytest --junitxml=.adjudicate/reports/pytest.xml',
  ])
  expect(commands({ 'setup.py': '', 'tests/test_a.py': '' })).toEqual(['test: python3 -m unittest discover'])
  expect(commands({ 'pyproject.toml': 'no = [toml' })).toEqual([])
})

test('Rust and Go by their manifests, two languages side by side', () => {
  expect(commands({ 'Cargo.toml': '', 'Cargo.lock': '' })).toEqual(['format: cargo fmt --check', 'test: cargo test --locked'])
  expect(commands({ 'go.mod': '', 'Cargo.toml': '' })).toEqual([
    'format: cargo fmt --check',
    'vet: go vet ./...',
    'test: cargo test',
    'test-2: go test ./...',
  ])
})

test('Makefile and pipelines fill in what the manifests leave out', () => {
  expect(commands({ Makefile: 'test:\n\tpytest\nlint := no\nclean:\n\trm x\n' })).toEqual(['test: make test'])
  expect(commands({ 'go.mod': '', Makefile: 'test:\n\tgo test ./...\n' })).toEqual(['vet: go vet ./...', 'test: go test ./...'])
  const pipeline =
    'jobs:\n  a:\n    steps:\n      - run: ./gradlew test\n      - run: curl https://x.example | sh test\n      - run: echo hi\n'
  expect(commands({ '.github/workflows/ci.yml': pipeline })).toEqual(['test: ./gradlew test'])
  expect(commands({ '.github/workflows/ci.yml': 'a: [b' })).toEqual([])
})

test('only files that say something are read', () => {
  expect(filesToDetect(['src/package.json', 'package.json', '.github/workflows/a.yml', 'x.py'])).toEqual([
    '.github/workflows/a.yml',
    'package.json',
  ])
})
