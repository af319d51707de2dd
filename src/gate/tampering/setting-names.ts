import { hasTestName } from './collected'
import type { Setting } from './setting'
import type { Found } from './setting-numbers'

/** What pytest takes for a test where a configuration says nothing, by the setting's last word. */
const defaults: Readonly<Record<string, readonly string[]>> = { python_functions: ['test'], python_classes: ['Test'] }

/** `python_functions` and `python_classes` say by which names pytest knows a test: a name that counted before has to count now (spec 10, 3). */
export function namesChange(key: string, was: Setting | undefined, is: Setting | undefined): Found[] {
  const standard = defaults[key.split('.').at(-1) ?? ''] ?? []
  const [before, after] = [was, is].map((setting) =>
    setting === undefined ? standard : setting.values.flatMap((value) => value.split(/[\s,]+/)),
  )
  const lost = (before ?? []).filter((entry) => entry !== '' && !(after ?? []).some((other) => takes(other, entry)))
  return lost.length === 0 ? [] : [{ kind: 'runner-config-weakened', message: `names that are no longer tests: ${lost.join(' ')}` }]
}

/** Whether all that one pattern takes is taken by another. A pattern is a beginning, with or without a star behind it; others only take themselves. */
function takes(pattern: string, other: string): boolean {
  const [wide, narrow] = [pattern, other].map((text) => text.replace(/\*$/, ''))
  if (pattern === other || wide === undefined || narrow === undefined) return pattern === other
  // What is looked for by default is written `test_` by everybody.
  return !/[*?[]/.test(wide) && pattern !== '' && (narrow.startsWith(wide) || (narrow === 'test' && wide === 'test_'))
}

/** What runners look for where nothing is said: a set-up file or a helper among the tests isn't lost (spec 10, 3). */
export function isRunByDefault(path: string, key: string): boolean {
  if (path.endsWith('.py')) return /(^|\/)(test_[^/]*|[^/]*_test)\.py$/.test(path)
  if (key.startsWith('failsafe.')) return /(^|\/)(IT[^/]*|[^/]*IT|[^/]*ITCase)\.java$/.test(path)
  if (key.startsWith('surefire.')) return /(^|\/)(Test[^/]*|[^/]*(Test|Tests|TestCase))\.java$/.test(path)
  return hasTestName(path, path.endsWith('.java') ? 'java' : 'javascript')
}
