import type { JudgedPath, RunnerContext } from './runner-context'
import type { Tampering } from './tamper-finding'

/** Recorded values by their names: an entry that changed is a rewritten expectation, one that is added is none. `others`: all changed paths. */
export function compareSnapshots(file: JudgedPath, context: RunnerContext, others: readonly JudgedPath[]): Tampering[] {
  const { path, base, head } = file
  if (base === undefined || (head !== undefined && sameText(base.text, head.text))) return []
  const kind = context.codeChanged ? 'snapshot-followed' : 'snapshot-rewritten'
  const [before, after] = [entriesOf(base.text), entriesOf(head?.text ?? '')]
  if (head === undefined) return goneFindings(path, before, others)
  const spare = [...after].filter(([name]) => !before.has(name)).map(([, value]) => value)
  return [...before].flatMap(([name, value]): Tampering[] => {
    const now = after.get(name)
    const line = head.text.split(name)[0]?.split('\n').length ?? 1
    const subject = name === '' ? {} : { subject: name }
    if (now !== undefined)
      return now === value ? [] : [{ kind, path, line, ...subject, message: 'a recorded value changed', before: value, after: now }]
    const at = spare.indexOf(value)
    if (at >= 0) spare.splice(at, 1)
    return at >= 0 ? [] : [{ kind: 'snapshot-followed', path, ...subject, message: 'a recorded value is gone', before: value }]
  })
}

function goneFindings(path: string, before: ReadonlyMap<string, string>, others: readonly JudgedPath[]): Tampering[] {
  const values = new Set(
    others.flatMap(({ path: other, head }) => (other === path || head === undefined ? [] : [...entriesOf(head.text).values()])),
  )
  const isMoved = [...before.values()].every((value) => values.has(value))
  const isTestGone = others.some(
    ({ path: other, head }) =>
      other !== path && head === undefined && /\.(test|spec)\./.test(other) && path.includes(other.split('/').at(-1) ?? '\0'),
  )
  return isMoved || isTestGone || before.size === 0 ? [] : [{ kind: 'snapshot-followed', path, message: 'recorded values are gone' }]
}

function sameText(a: string, b: string): boolean {
  return a.replaceAll('\r\n', '\n').trim() === b.replaceAll('\r\n', '\n').trim()
}

/** Jest and vitest by their exports, syrupy by its names, everything else as one value. */
function entriesOf(text: string): Map<string, string> {
  const plain = text.replaceAll('\r\n', '\n')
  const entries = new Map<string, string>()
  for (const found of plain.matchAll(/^exports\[(`(?:[^`\\]|\\[^])*`|"[^"]*"|'[^']*')\] = (`(?:[^`\\]|\\[^])*`|[^;]*);/gm))
    entries.set((found[1] ?? '').slice(1, -1), (found[2] ?? '').trim())
  if (entries.size > 0 || /^\/\/ (Jest|Vitest) Snapshot/.test(plain)) return entries
  const insta = /^---\n(?:[^]*?\n)?---\n([^]*)$/.exec(plain)
  if (insta !== null) return new Map([['', (insta[1] ?? '').trim()]])
  for (const found of plain.matchAll(/^# name: (.+)\n([^]*?)^# ---$/gm)) entries.set(found[1] ?? '', (found[2] ?? '').trim())
  return entries.size > 0 || plain.trim() === '' ? entries : new Map([['', plain.trim()]])
}
