import type { JudgedPath } from './runner-context'
import type { Tampering } from './tamper-finding'

const pythonTools =
  'pytest|_pytest|py|unittest|pluggy|coverage|hypothesis|mock|nose|nose2|doctest|tox|nox|xdist|pytest_\\w+|sitecustomize|usercustomize'
const pythonLibrary =
  'abc|argparse|ast|asyncio|base64|builtins|collections|contextlib|copy|csv|dataclasses|datetime|decimal|enum|functools|hashlib|importlib|inspect|io|itertools|json|logging|math|operator|os|pathlib|pickle|random|re|shutil|signal|socket|string|subprocess|sys|tempfile|threading|time|traceback|types|typing|uuid|warnings|weakref'
const shadows = new RegExp(`^((?:src|tests?|lib)/)?((${pythonTools})(\\.py|/__init__\\.py)|(${pythonLibrary})\\.py)$`)
const installed = /(^|\/)(node_modules|site-packages|\.venv|venv|\.yarn\/(cache|unplugged))\//
const machinery = /(^|\/)(sitecustomize|usercustomize)\.py$|\.pth$/

/** A new file that Python would import instead of the runner or of its library, and installed packages that are part of the change. */
export function shadowingFindings({ path, base, head }: JudgedPath): Tampering[] {
  if (head === undefined) return []
  const patched = /(?:^|\/)(?:patches|\.yarn\/patches)\/((?:@[\w.-]+[+/])?[a-z][\w.]*(?:-[a-z][\w.]*)*)/i.exec(path)?.[1]
  if (patched !== undefined && base?.text !== head.text && isRunnerPackage(patched.replace('+', '/').replace(/-npm$/, '')))
    return [{ kind: 'dependency-shadowed', path, message: 'the code of a runner is patched' }]
  if (installed.test(path)) return [{ kind: 'dependency-shadowed', path, message: 'an installed package is part of the change' }]
  if (base !== undefined) return []
  if (machinery.test(path)) return [{ kind: 'dependency-shadowed', path, message: 'Python loads it before everything else' }]
  return shadows.test(path) ? [{ kind: 'dependency-shadowed', path, message: 'it is imported instead of the module of that name' }] : []
}

const runnerPackages =
  /(^|\.|\*\*\/)(vitest|@vitest\/\w+|jest|@jest\/\w+|jest-\w+|mocha|chai|jasmine|ava|tap|tape|sinon|expect|playwright|@playwright\/test|cypress|typescript|eslint|c8|nyc|assert|tsx|ts-node|ts-jest|babel-jest|vite|vite-node|supertest|@testing-library\/[\w-]+|fast-check|uvu|node-tap)$/

const otherRunners =
  /^(pytest|pytest[-_]\w+|pluggy|iniconfig|nose2?|tox|nox|coverage|hypothesis|mock|mypy|ruff|pyright|flake8|pylint|rstest|proptest|insta|mockall|github\.com\/stretchr\/testify|gotest\.tools\/.*|github\.com\/google\/go-cmp)$/

/** Whether a package is a runner, a library that asserts, a checker or what loads them. */
export function isRunnerPackage(name: string): boolean {
  return runnerPackages.test(name) || otherRunners.test(name)
}

/** A manifest's line that takes a runner from the repository or from an address of its own. */
export function isForeignSource(key: string, value: string): boolean {
  if (/(^|\.)patchedDependencies\./.test(key))
    return isRunnerPackage((key.split('patchedDependencies.')[1] ?? '').replace(/(?<=.)@.*$/, ''))
  const isDependency = /(^|\.)(dependencies|devDependencies|peerDependencies|optionalDependencies|overrides|resolutions)\./.test(key)
  return (
    isDependency &&
    runnerPackages.test(key.replace(/\.\.$/, '')) &&
    /^(file:|link:|portal:|workspace:|patch:|git|https?:|github:|\.{0,2}\/|npm:(?!vitest|jest|@))/.test(value)
  )
}
