import type { SyntaxNode } from '../syntax-tree'
import { flatText } from './flat-text'
import type { Claim } from './read-body'
import { numberOf, predicate } from './read-go-assertions'
import { argumentsOf, claim, goTruth, isGoWritten } from './read-go-values'
import type { Strength } from './test-file'

const matchers: readonly (readonly [RegExp, Strength, 'pair' | 'one' | 'reversed', boolean])[] = [
  [/^Not(Equal|Same|EqualValues)f?$/, 'bound', 'pair', true],
  [/^Samef?$/, 'same', 'pair', false],
  [/^(Equal|Exactly|EqualError|JSONEq|YAMLEq|DeepEqual|Error(s)?Is|EqualExportedValues)f?$/, 'exact', 'pair', false],
  [/^(EqualValues|ElementsMatch)f?$/, 'loose', 'pair', false],
  [/^(InDelta|InEpsilon|WithinDuration|InDeltaSlice)f?$/, 'near', 'pair', false],
  [/^Not(Contains|Subset|Regexp)f?$/, 'part', 'reversed', true],
  [/^(Contains|Subset|ErrorContains|Regexp|HasPrefix)f?$/, 'part', 'reversed', false],
  [/^Lenf?$/, 'exact', 'reversed', false],
  [/^(Greater|GreaterOrEqual|Less|LessOrEqual)f?$/, 'bound', 'reversed', false],
  [/^Not(Nil|Empty|Zero)f?$/, 'present', 'one', true],
  [/^(Nil|Empty|Zero|NoError|NilError)f?$/, 'exact', 'one', false],
  [/^(True|Assert|Check|BoolTrue)f?$/, 'present', 'one', false],
  [/^Falsef?$/, 'present', 'one', true],
  [/^(Error|Panics|NotPanics|Positive|Negative)f?$/, 'kind', 'one', false],
  [/^(IsType|Implements|ErrorAs|ErrorType|PanicsWithError|PanicsWithValue)f?$/, 'kind', 'pair', false],
]

/** testify's `assert.Equal(t, want, got)` and `require`, suites' `s.Equal(want, got)`, gotest.tools and `is`; undefined for other calls. */
export function checkClaim(call: SyntaxNode, receiver: string, name: string): Claim | undefined {
  const known = matchers.find(([pattern]) => pattern.test(name))
  if (!/^(assert|require|is|s|suite|a|r|must|c|qt|check)$|\. (Require|Assert) \( \)$|^s \. \w+$/.test(receiver) || known === undefined)
    return undefined
  const [pattern, strength, order, negated] = known
  const all = argumentsOf(call)
  const list = /^(t|tt|b|tb|s \. T \( \))$/.test(flatText(all[0] ?? call)) ? all.slice(1) : all
  const [first, second, third] = list
  if (first === undefined || pattern.source === '') return undefined
  const word = name.replace(/(?<=\w)f$/, '')
  const line = call.start.line
  if (order === 'one' || second === undefined) {
    const truth = word === 'True' ? goTruth(first) === true : word === 'False' && goTruth(first) === false
    const nil = (word === 'Nil' || word === 'NoError') && first.type === 'nil'
    const inside = word === 'True' || word === 'Assert' || word === 'Check' ? predicate(first, line) : undefined
    if (inside !== undefined && !truth) return { ...inside, text: `${word} ( ${flatText(first)} )` }
    return claim(line, `${word} ( ${flatText(first)} )`, {
      actual: flatText(first),
      matcher: word,
      strength,
      negated,
      constants: [isGoWritten(first), false],
      alwaysTrue: truth || nil ? 'written out' : undefined,
    })
  }
  const flip = order === 'pair' ? !(isGoWritten(second) && !isGoWritten(first)) : false
  const [actual, expected] = flip ? [second, first] : [first, second]
  const same = !negated && ['exact', 'same', 'loose', 'near'].includes(strength) && flatText(actual) === flatText(expected)
  return claim(
    line,
    `${word} ( ${[actual, expected].map(flatText).join(' , ')}${strength === 'near' && third !== undefined ? ` , ${flatText(third)}` : ''} )`,
    {
      actual: flatText(actual),
      matcher: word,
      expected: flatText(expected),
      strength: /^Error(s)?Is/.test(word) ? 'kind' : strength,
      negated,
      tolerance: strength === 'near' ? numberOf(third) : undefined,
      constants: [isGoWritten(actual), isGoWritten(expected)],
      alwaysTrue: same ? 'both sides are the same' : undefined,
    },
  )
}
