import type { Setting } from './setting'
import type { SettingContext } from './setting-context'
import { isPackageGone, stoodBefore, testText } from './setting-context'
import { isRunByDefault } from './setting-names'
import { fits } from './setting-patterns'
import type { Found } from './setting-numbers'

const here = /^(\.?\/?|<rootDir>\/?|__dirname|import\.meta\.dirname|process\.cwd\(\)|\.\.(\/\.\.)*\/?)$/

/** `root`, `dir` and `rootDir` of vitest and jest: tests outside of the folder are no longer found (spec 10, 3). */
function rootChange(key: string, was: Setting | undefined, is: Setting | undefined, context: SettingContext): Found[] {
  const value = is?.values[0]
  if (is === undefined || value === undefined || here.test(value.trim())) return []
  if (is.isComputed === true) return [{ kind: 'runner-config-changed', message: 'where tests are looked for takes running the file' }]
  const [before, after] = [was?.values[0], value].map((place) => placeOf(place ?? '', context.path))
  const known = (context.testPaths ?? []).filter((path) => isRunByDefault(path, key) && /\.[cm]?[jt]sx?$/.test(path))
  const lost = known.filter((path) => isUnder(path, before ?? '') && !isUnder(path, after ?? '') && stoodBefore(path, context))
  return lost.length === 0 ? [] : [{ kind: 'runner-config-weakened', message: `no longer looked at: ${lost.slice(0, 5).join(' ')}` }]
}

/** A folder as its configuration means it, from the top of the repository on. */
function placeOf(value: string, path: string): string {
  const plain = value.replace(/^(<rootDir>|\.)\/?/, '').replace(/\/$/, '')
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
  return [folder, /^[./]*$/.test(plain) ? '' : plain].filter((part) => part !== '').join('/')
}

function isUnder(path: string, folder: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`)
}

/** Members of a workspace and projects of a runner: one that is still there and is no longer named is no longer tested. */
export function membersChange(was: Setting | undefined, is: Setting | undefined, context: SettingContext): Found[] {
  if (was === undefined || is === undefined) return []
  const lost = was.values.filter(
    (entry) =>
      !is.values.some((other) => other === entry || fits(entry, other)) && !isPackageGone(entry.replace(/^(<rootDir>|\.)\//, ''), context),
  )
  return lost.length === 0 ? [] : [{ kind: 'runner-config-weakened', message: `no longer looked at: ${lost.join(' ')}` }]
}

/** Whether all tests that a pattern leaves out are another runner's, by what they load or by a configuration of the change that takes the same folder. */
export function isForAnother(out: readonly string[], entry: string, context: SettingContext): boolean {
  if (/(^|\/)(playwright|cypress|wdio)/.test(context.path)) return false
  const folder = entry.replace(/^(\*\*|\.)\//, '').replace(/\/?(\*\*?(\/\*\*?)*)?$/, '')
  const isOther = context.files.some(
    ({ path, head }) =>
      path !== context.path &&
      head !== undefined &&
      /(^|\/)(playwright|cypress|wdio|vitest|jest)[^/]*\.(config|conf)[^/]*$/.test(path) &&
      /^[\w./-]+$/.test(folder) &&
      new RegExp(`["'\`](?:\\./)?${folder.replaceAll('.', '\\.')}(?:/[^"'\`]*)?["'\`]`).test(head.text),
  )
  return (
    isOther ||
    out.every(
      (path) =>
        /\.cy\.[jt]sx?$/.test(path) || /["'](@playwright\/test|@wdio\/globals|cypress|detox)["']/.test(testText(path, context) ?? ''),
    )
  )
}

/** Targets of Cargo that are tests: what takes one out only counts for one that was there before. */
function targetChange(key: string, was: Setting | undefined, is: Setting | undefined, context: SettingContext): Found[] | undefined {
  const [, name, word] = /^test\.\[([^\]]*)\]\.(required-features|harness|test)$/.exec(key) ?? []
  if (name === undefined) return undefined
  const isLess =
    word === 'required-features'
      ? is?.values.some((value) => was?.values.includes(value) !== true) === true
      : is?.values[0] === 'false' && was?.values[0] !== 'false'
  if (!isLess) return []
  const isNamed = context.base.has(`test.[${name}].name`)
  const own = new RegExp(`(^|/)tests/${name.replace(/[^\w-]/g, '.')}(/main)?\\.rs$`)
  const file = context.head.get(`test.[${name}].path`)?.values[0]
  const isFile = (path: string): boolean => own.test(path) || path === file
  // Without a runner, or off, even the file that Cargo finds by itself is no test any more, whether it was seen here or not.
  const isOld =
    word === 'required-features'
      ? (context.testPaths ?? []).some((path) => isFile(path) && stoodBefore(path, context))
      : !context.files.some(({ path, base }) => isFile(path) && base === undefined)
  return isNamed || isOld
    ? [
        {
          kind: 'runner-config-weakened',
          message: word === 'required-features' ? 'its tests are only built under a condition' : `${key} is off`,
        },
      ]
    : [{ kind: 'runner-config-changed', message: 'a new target of tests is not always run' }]
}

/** Settings that name places: folders, members of a workspace, targets, projects by their names; undefined for all others. */
export function placeChange(key: string, was: Setting | undefined, is: Setting | undefined, context: SettingContext): Found[] | undefined {
  if (/vite|jest|package\.json/.test(context.path) && /^((test\.)?root|test\.dir|(jest\.)?rootDir)$/.test(key))
    return rootChange(key, was, is, context)
  if (/(^|\.)projects\.\[\]\.(test\.)?(name|displayName)$/.test(key)) return namedChange(was, is)
  if (!/(^|\/)Cargo\.toml$/.test(context.path)) return undefined
  if (key === 'workspace.members') return membersChange(was, is, context)
  if (key === 'workspace.exclude' || key === 'workspace.default-members') return workspaceChange(key, was, is, context)
  return targetChange(key, was, is, context)
}

/** Projects by name: fewer of them, not others. */
function namedChange(was: Setting | undefined, is: Setting | undefined): Found[] {
  const [before, after] = [was?.values ?? [], is?.values ?? []]
  const lost = before.filter((value) => !after.includes(value))
  return after.length < before.length && lost.length > 0
    ? [{ kind: 'runner-config-changed', message: `no longer run: ${lost.join(' ')}` }]
    : []
}

/** A member that is left out, and members that are no longer meant where nothing is said. */
function workspaceChange(key: string, was: Setting | undefined, is: Setting | undefined, context: SettingContext): Found[] {
  const members = context.base.get('workspace.members')?.values ?? []
  if (key === 'workspace.exclude') {
    const out = (is?.values ?? []).filter(
      (entry) =>
        was?.values.includes(entry) !== true &&
        members.some((member) => fits(entry, member)) &&
        stoodBefore(`${entry}/Cargo.toml`, context),
    )
    return out.length === 0 ? [] : [{ kind: 'runner-config-weakened', message: `left out: ${out.join(' ')}` }]
  }
  if (is === undefined) return []
  // A package at the top stands for itself where nothing is said, a bare workspace for all its members.
  const before = was?.values ?? (context.base.has('package.name') ? ['.'] : members)
  const lost = before.filter((entry) => !is.values.some((other) => other === entry || (entry !== '.' && fits(entry, other))))
  return lost.length === 0 ? [] : [{ kind: 'runner-config-weakened', message: `no longer looked at: ${lost.join(' ')}` }]
}
