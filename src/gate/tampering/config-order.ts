import type { JudgedPath } from './runner-context'
import type { SettingContext } from './setting-context'
import { stoodBefore } from './setting-context'
import { settingFindings } from './setting-rules'
import type { Settings } from './setting'
import { readSettings } from './settings'
import type { SourceSide } from './read-tests'
import type { Tampering } from './tamper-finding'

/** Where pytest looks for its settings: the first file that has some is the only one that counts. */
const order = ['pytest.toml', '.pytest.toml', 'pytest.ini', '.pytest.ini', 'pyproject.toml', 'tox.ini', 'setup.cfg']
const section = /^(tool\.pytest\.ini_options|tool\.pytest|pytest)\.(?!ini_options$)/
const common = 'tool.pytest.ini_options'

type Place = { readonly path: string; readonly settings: Settings }

/** Whether a key is pytest's own, in whatever file. */
export function isPytestKey(key: string): boolean {
  return section.test(key)
}

/** Whether pytest reads its settings from another file than before: then these two are compared, and not each file with itself. */
export function movedPytest(file: JudgedPath, files: readonly JudgedPath[], context: SettingContext): Tampering[] | undefined {
  const [folder, name] = partsOf(file.path)
  if (!order.includes(name)) return undefined
  const beside = order.flatMap((one) => files.find(({ path }) => path === `${folder}${one}`) ?? [])
  const [was, is] = [placeOf(beside, 'base'), placeOf(beside, 'head')]
  if (was === undefined || is === undefined || was.path === is.path) return undefined
  return file.path === is.path ? settingFindings({ ...context, base: was.settings, head: is.settings, isNew: false }) : []
}

function placeOf(files: readonly JudgedPath[], key: 'base' | 'head'): Place | undefined {
  for (const file of files) {
    const side: SourceSide | undefined = file[key]
    const all = side === undefined ? undefined : readSettings(file.path, side.text, side.tree)
    if (all === undefined) continue
    const own = [...all.values()].filter((one) => isPytestKey(one.key))
    if (own.length === 0 && !/pytest\.(ini|toml)$/.test(file.path)) continue
    const named = own.map((one) => ({ ...one, key: one.key.replace(section, `${common}.`) }))
    return { path: file.path, settings: new Map(named.map((one) => [one.key, one])) }
  }
  return undefined
}

function partsOf(path: string): [folder: string, name: string] {
  const at = path.lastIndexOf('/') + 1
  return [path.slice(0, at), path.slice(at)]
}

/** A new file that pytest takes before others, where tests stood already: what another file says may no longer count. */
export function comesBefore(file: JudgedPath, context: SettingContext): Tampering[] {
  const [folder, name] = partsOf(file.path)
  if (!/^\.?pytest\.(ini|toml)$/.test(name) || file.base !== undefined || file.head === undefined) return []
  const isOld = (context.testPaths ?? []).some((path) => path.startsWith(folder) && path.endsWith('.py') && stoodBefore(path, context))
  return isOld ? [{ kind: 'runner-config-changed', path: file.path, message: 'it comes before other configurations' }] : []
}
