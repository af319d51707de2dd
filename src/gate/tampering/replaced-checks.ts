import type { SyntaxNode } from '../syntax-tree'
import { flatText } from './flat-text'
import { speaksToRunner } from './runner-words'
import type { JudgedPath } from './runner-context'
import type { Tampering } from './tamper-finding'
import { countsOf, tokensOf, withoutStrings } from './test-words'

const matchers =
  'toBe|toEqual|toStrictEqual|toBeCloseTo|toThrow|toThrowError|toContain|toContainEqual|toMatch|toMatchObject|toHaveLength|toBeTruthy'
const unittests =
  'assert(?:Equal|Equals|True|False|Is|IsNot|In|NotIn|Raises|RaisesRegex|AlmostEqual|NotEqual|IsNone|IsNotNone|Greater|Less|DictEqual|ListEqual|CountEqual)'
const javaAsserts = 'assert(?:Equals|True|False|Null|NotNull|Same|Throws|ArrayEquals|That|All|Iterable\\w*)'

/** What takes the place of a runner's own check; the text after it tells whether it still fails. */
const replacements: Readonly<Record<string, readonly RegExp[]>> = {
  javascript: [
    /\b(?:const|let|var) (?:expect|assert) = (?=new Proxy|function\b|async\b|\(|\{|[\w$]+ =>)/g,
    /\bfunction (?:expect|assert) \(/g,
    new RegExp(`\\bexpect \\. extend \\( \\{ (?:async )?(?:${matchers})\\b`, 'g'),
    /\b(?:globalThis|global|window) \. (?:expect|assert|it|test|describe) =(?!=)/g,
    /\b(?:assert|expect|chai \. assert) \. \w+ =(?!=)/g,
    /\bAssertion \. (?:overwrite\w+|prototype \. \w+ =(?!=))|\. overwrite(?:Method|Property|ChainableMethod) \(/g,
    /\bObject \. assign \( (?:globalThis|global|window) , \{ (?:expect|assert|it|test|describe)\b/g,
    /\bObject \. defineProperty \( (?:globalThis|global|window) , "(?:expect|assert|it|test|describe)"/g,
    /\btask \. result (?:\. \w+ )?=(?!=)|\bcurrentTest \. (?:state|err) =(?!=)/g,
  ],
  python: [
    /\b(?:pytest|unittest|\w*TestCase|np \. testing|numpy \. testing) \. (?:approx|raises|fail|warns|assert\w+|failureException) =(?!=)/g,
    /\bsetattr \( (?:pytest|unittest|[\w. ]*TestCase) ,/g,
    new RegExp(`\\bdef ${unittests} \\( self\\b`, 'g'),
    /\bbuiltins \. (?:AssertionError|isinstance|all|any|len) =(?!=)/g,
    /\bclass AssertionError \(/g,
    /\bdef __(?:eq|contains|le|ge|bool)__ \( self(?: , \w+(?: : [\w.]+)?)? \)(?: -> \w+)? : return True\b/g,
  ],
  java: [new RegExp(`\\bstatic (?:< [^>]* > )?void ${javaAsserts} \\(`, 'g')],
  rust: [/\bmacro_rules ! (?:assert|assert_eq|assert_ne|panic|matches) \{/g],
}
const stillFails = /\b(throw|throws|raise|panic|fail|expect|assertThat|Assertions|super|reject|core|std)\b|process \. exit \( [1-9]/

/** Names that a code base may well give to functions of its own. */
const homely = /^\^?\\b\(\?:const\|let\|var\)|^\\bfunction|__\(\?:eq|\bdef \$/

/**
 * A check of the runner's own that the repository now defines over, and whose stand-in never fails. In a file that is no test, a function that only has such a name is the code's
 * own, and the file has to talk to a runner or to the globals.
 */
export function replacedChecks({ path, role, base, head }: JudgedPath): Tampering[] {
  if (head?.tree === undefined) return []
  const isTest = role === 'test'
  if (!isTest && !speaksToRunner(head.text) && !/\b(?:globalThis|global|window|Assertion)\b/.test(head.text)) return []
  const { language } = head.tree
  const all = replacements[language === 'typescript' || language === 'tsx' ? 'javascript' : language] ?? []
  const patterns = isTest ? all : all.filter(({ source }) => !homely.test(source) && !/^\\bdef |class Assertion/.test(source))
  const now = plainText(head.tree.root)
  const old = countsOf(base?.tree === undefined ? [] : found(plainText(base.tree.root), patterns).map(({ word }) => word))
  return found(now, patterns).flatMap(({ word, at }): Tampering[] => {
    const left = old.get(word) ?? 0
    old.set(word, left - 1)
    const rest = statementFrom(now, at + word.length)
    if (left > 0 || stillFails.test(rest)) return []
    return [{ kind: 'harness-hook', path, message: 'it takes the place of a check of the runner', after: `${word} ${rest.slice(0, 120)}` }]
  })
}

/** Without strings, but for the names that are defined on the globals. */
function plainText(root: SyntaxNode): string {
  const whole = flatText(root)
  const defined = whole.match(/\bObject \. defineProperty \( (?:globalThis|global|window) , "\w+"/g) ?? []
  return `${withoutStrings(whole)}${defined.map((one) => ` ${one} )`).join('')}`
}

/** What follows, as far as its own statement goes. */
function statementFrom(text: string, from: number): string {
  const tokens = tokensOf(text.slice(from, from + 600))
  let depth = text[from - 1] === '(' || text[from - 1] === '{' ? 1 : 0
  const end = tokens.findIndex((token, index) => {
    if (/^[[({]$/.test(token)) depth++
    if (/^[\])}]$/.test(token)) depth--
    const next = tokens[index + 1] ?? ''
    if (depth > 0 || index === 0) return depth < 0
    return (
      /^(def|class|@|import|from|const|let|var|function|it|test|describe|fn|mod|use|expect)$/.test(next) ||
      (/^[)}]$/.test(token) && next === '}')
    )
  })
  return tokens.slice(0, end < 0 ? undefined : end + 1).join(' ')
}

function found(text: string, patterns: readonly RegExp[]): { readonly word: string; readonly at: number }[] {
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map((one) => ({ word: one[0], at: one.index })))
}
