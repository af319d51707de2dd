import type { Tampering } from './tamper-finding'
import type { Setup, TestFile } from './test-file'
import { isWrittenOut, literalsOf, skeletonOf } from './test-words'

type Sides = { readonly path: string; readonly base?: TestFile; readonly head?: TestFile }

/** Written-out values that a set-up or a fixture hands to the cases: they are input as well. Nothing where code changed. */
export function setupFindings({ path, base, head }: Sides, codeChanged: boolean): Tampering[] {
  if (base === undefined || head === undefined || codeChanged) return []
  return base.setups.flatMap((before, index): Tampering[] => {
    const after = head.setups.filter(({ name }) => name === before.name)[sameBefore(base.setups, index)]
    if (after === undefined || before.body === after.body) return []
    const old = handedValues(before)
    const changed = [...handedValues(after)]
      .map(([name, value]) => ({ name, value }))
      .find(({ name, value }) => {
        const was = old.get(name)
        const isSame = was === undefined || literalsOf(was).join('\0') === literalsOf(value).join('\0')
        return !isSame && skeletonOf(was) === skeletonOf(value) && isLookedAt(name, head)
      })
    if (changed === undefined) return []
    return [
      {
        kind: 'fixture-changed',
        path,
        line: after.line,
        subject: before.name,
        message: 'what it hands to the cases changed, and no code did',
        before: old.get(changed.name) ?? '',
        after: changed.value,
      },
    ]
  })
}

function sameBefore(setups: readonly Setup[], index: number): number {
  return setups.slice(0, index).filter(({ name }) => name === setups[index]?.name).length
}

/** `return [ 1 ]` hands on under the fixture's own name, `self . xs = [ 1 ]` under that one. */
function handedValues({ name, body }: Setup): Map<string, string> {
  const values = new Map<string, string>()
  for (const found of body.matchAll(
    /(?:^| )(?:(return|yield)|((?:self \. |this \. )?[A-Za-z_$][\w$]*) =) ((?:[[({] )*(?:-? ?\d|["'][^"']*["']|\[|\{)[^]*?)(?= (?:return|yield|self \.|this \.|[A-Za-z_$][\w$]* =) |\s*\}?\s*$)/g,
  )) {
    const value = (found[3] ?? '').trim()
    if (isWrittenOut(value)) values.set(found[2] ?? name, value)
  }
  return values
}

/** Used in an assertion's value, or a fixture that other files may use. */
function isLookedAt(name: string, file: TestFile): boolean {
  if (file.cases.length === 0) return true
  return file.cases.some(
    ({ assertions, body }) => assertions.some(({ actual }) => ` ${actual} `.includes(` ${name} `)) || body.startsWith(`( ${name} `),
  )
}
