import type { Following } from './compare-assertions'
import { isOff } from './compare-markers'
import type { Tampering } from './tamper-finding'
import type { TestFile } from './test-file'
import type { TrackedAssertion } from './tracked-case'
import { countsOf, namesIn, withoutStrings } from './test-words'

const errorMatchers = /^(pytest\.)?raises$|^(not\.)?to\.?throw|^throws|^rejects|^toThrow|^assertThrows|^should_panic$/
const ownError =
  /^(?:\{ )?(?:return )?(?:(?:raise|throw) (?:new )?(?:[\w$]+ \. )*(?:[A-Z]|err?(?:or)?\b|["'`])|raise$|panic !|unreachable !|todo !|unimplemented !|std :: panic|core :: panic|Promise \. reject|assert False\b|assert ! \( false)/
const syntax = /^(return|await|async|function|fn|let|const|var|new|lambda|None|True|False|null|undefined|String|int)$/

/** What the languages themselves have that fails when it is asked for something wrong, by the file's ending. */
const builtins: readonly (readonly [RegExp, RegExp])[] = [
  [/\.py$/, /\b(?:int|float|complex|len|next|iter|str|bytes|dict|list|set|tuple|getattr|eval|exec|open|chr|ord) (?=\()/g],
  [/\.[cm]?[jt]sx?$/, /\b(?:JSON \. parse|Number|BigInt|Symbol|Array|decodeURIComponent|structuredClone|eval) (?=\()/g],
  [
    /\.java$/,
    /\b(?:(?:Integer|Long|Double|BigDecimal) \. (?:parseInt|parseLong|parseDouble|valueOf)|Objects \. requireNonNull|List \. of \( \) \. get) (?=\()/g,
  ],
  [/\.rs$/, /\b(?:(?:None|Err|Some|Ok) (?:\( .* \) )?|Option :: < ?\w+ ?> :: None )\. (?:unwrap|expect) (?=\()/g],
]

/**
 * A block that is to raise an error and that raises it by itself now, or only asks the language for it, tells nothing of the code any more; one that
 * no longer calls what it called is told where no code changed (spec 10, 3). Blocks of one case may trade places.
 */
export function raisingFindings({ pair, fates }: Following, codeChanged: boolean): Tampering[] {
  if (isOff(pair.head.test)) return []
  const [before, after] = [pair.base, pair.head].map(({ assertions }) => countsOf(assertions.flatMap((one) => calledIn(raisingOf(one)))))
  const owned = (one: TrackedAssertion): boolean => raisingOf(one) !== '' && isOwn(raisingOf(one), pair.head.file)
  const isNew = pair.head.assertions.filter(owned).length > pair.base.assertions.filter(owned).length
  return fates.flatMap(({ base, head, change }): Tampering[] => {
    if (head === undefined || change?.kind === 'assertion-tautological' || !errorMatchers.test(base.assertion.matcher)) return []
    const [was, is] = [raisingOf(base), raisingOf(head)]
    if (was === '' || is === '' || was === is || isOwn(was, pair.base.file)) return []
    const gone = calledIn(was).filter((name) => (after?.get(name) ?? 0) < (before?.get(name) ?? 0))
    const shape = { path: pair.head.path, line: head.assertion.line, subject: pair.head.title, before: was, after: is }
    if (isNew && owned(head)) return [{ ...shape, kind: 'assertion-tautological', message: 'it raises by itself what it expects' }]
    if (change !== undefined || codeChanged || gone.length === 0 || gone.length < calledIn(was).length) return []
    return [{ ...shape, kind: 'fixture-adapted', message: `it no longer goes through ${gone.join(', ')}` }]
  })
}

/** The code that is to raise, without the function around it. */
function raisingOf({ assertion, actual }: TrackedAssertion): string {
  if (!errorMatchers.test(assertion.matcher)) return ''
  const text = assertion.raising ?? (/=>|->|\bfunction\b|\blambda\b|^rejects /.test(actual) ? actual : '')
  return withoutStrings(text)
    .replace(/^rejects /, '')
    .replace(/^(?:async )?(?:\( \) (?:=>|->)|\w+ =>|function \( \)|lambda :) /, '')
    .trim()
}

/** An error of its own at the start, or nothing but what the language itself has. */
function isOwn(text: string, { path, facts }: TestFile): boolean {
  const builtin = builtins.find(([ending]) => ending.test(path))?.[1]
  const rest = builtin === undefined ? text : text.replace(builtin, ' ')
  const imported = facts.flatMap((fact) => (fact.kind === 'import' ? fact.names : []))
  return ownError.test(text) || (namesIn(rest).every((name) => syntax.test(name)) && !namesIn(text).some((name) => imported.includes(name)))
}

function calledIn(text: string): string[] {
  return [...text.matchAll(/([A-Za-z_$][\w$]*!?) (?=\()/g)].flatMap(([, name]) => (name === undefined ? [] : [name]))
}
