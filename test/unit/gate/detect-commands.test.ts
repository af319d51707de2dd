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
  test: 'node --test',
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
