import type { SyntaxNode } from '../syntax-tree'
import { equalToAll } from './equal-to-all'
import { flatText, stringValue } from './flat-text'
import { fieldOf, nodesIn, partsOf } from './nodes'
import { readTests } from './read-tests'
import type { JudgedPath, RunnerContext } from './runner-context'
import type { Tampering } from './tamper-finding'
import { isContained, isWrittenOut, literalsOf, tokensOf } from './test-words'

const underTest =
  /PYTEST_CURRENT_TEST|JEST_WORKER_ID|VITEST_WORKER_ID|VITEST_POOL_ID|process \. env \. (VITEST|TEST|JEST\w*|NODE_TEST_CONTEXT|MOCHA\w*)\b|env \[ "(VITEST|TEST|JEST\w*|NODE_TEST_CONTEXT)" \]|NODE_ENV\b[^;{}]{0,20}[!=]==? "test"|"test" [!=]==? process \. env \. NODE_ENV|"(pytest|unittest|_pytest)" (not )?in sys \. modules|sys \. modules \. get \( "(pytest|unittest)"|testing \. Testing \( \)|flag \. Lookup \( "test\.v" \)|cfg ! \( test \)|"UNITTEST|"RUNNING_TESTS|hasattr \( sys , "_called_from_test"|"test_?" in \w+ \. (filename|function)|inspect \. (stack|currentframe) \( \)|"(pytest|unittest)" in [\w. ]*argv|typeof globalThis \. (it|describe|test|expect)\b|typeof (it|describe|jest|vi) [!=]==? "(function|undefined)"|import \. meta \. env \. (MODE [!=]==? "test"|VITEST)|import \. meta \. vitest [?&]|\borg\.junit/g
const branches =
  /^(if_statement|elif_clause|conditional_expression|ternary_expression|switch_case|case_clause|expression_case|match_arm|if_expression|switch_block_statement_group|switch_rule|guard)$/

/** Code that asks whether it is under test, or answers a test's own input by name. Both have honest uses: they are reported. */
export function specialCases(file: JudgedPath, context: RunnerContext): Tampering[] {
  const { head, base } = file
  if (head?.tree === undefined) return []
  const [now, was] = [flatText(head.tree.root), base?.tree === undefined ? '' : flatText(base.tree.root)]
  return [...environment(file.path, was, now), ...inputs(file, was, head.tree.root, context), ...equalToAll(file)]
}

function environment(path: string, was: string, now: string): Tampering[] {
  const count = (text: string): string[] => [...text.matchAll(underTest)].map(([found]) => found)
  const [before, after] = [count(was), count(now)]
  return after.length > before.length
    ? [
        {
          kind: 'env-special-case',
          path,
          message: 'it asks whether it runs under test',
          after: after.find((one) => !before.includes(one)) ?? after[0] ?? '',
        },
      ]
    : []
}

/** Whether new code answers written-out values by name, so that only the tests can tell whether these are theirs. */
export function answersByName({ base, head }: Pick<JudgedPath, 'base' | 'head'>): boolean {
  return head?.tree !== undefined && freshAnswers(base?.tree === undefined ? '' : flatText(base.tree.root), head.tree.root).length > 0
}

function freshAnswers(was: string, root: SyntaxNode): Branch[] {
  return [...nodesIn(root)].flatMap((node) =>
    branches.test(node.type) ? branchOf(node, was) : /^(pair|keyed_element|array)$/.test(node.type) ? entryOf(node, was) : [],
  )
}

function inputs({ path }: JudgedPath, was: string, root: SyntaxNode, { unchanged }: RunnerContext): Tampering[] {
  const fresh = freshAnswers(was, root)
  if (fresh.length === 0) return []
  const cases = unchanged
    .flatMap(({ path: other, head }) => (head === undefined ? [] : readTests(other, head).cases))
    .map((one) => literalsOf(`${one.body} ${one.table?.rows.join(' ') ?? ''}`))
  return fresh
    .filter(({ asked, answered }) => cases.some((literals) => isContained(asked, literals) && isContained(answered, literals)))
    .map(({ line, text }) => ({
      kind: 'input-special-case',
      path,
      line,
      message: 'a branch answers the input of a test with its expected value',
      after: text.slice(0, 200),
    }))
}

type Branch = { readonly line: number; readonly text: string; readonly asked: string[]; readonly answered: string[] }

/** A new entry of a table whose key holds several values, as a tuple or as text: a table of answers. Keys of one value are everybody's. */
function entryOf(node: SyntaxNode, was: string): Branch[] {
  const [key, value, more] = partsOf(node)
  // Of lists of two only those with a text in front: `new Map([["100,10", 90]])`.
  if (key === undefined || value === undefined || more !== undefined || (node.type === 'array' && stringValue(key) === undefined)) return []
  const text = flatText(node)
  const asked = literalsOf(flatText(key)).flatMap(partsOfText)
  const given = flatText(value)
  if (asked.length < 2 || !isWrittenOut(given) || literalsOf(given).length === 0 || was.includes(text)) return []
  return [{ line: node.start.line, text, asked, answered: literalsOf(given) }]
}

/** `"[100,10]"` and `"100,10"` ask for two numbers. */
function partsOfText(token: string): string[] {
  const inner = /^["'`]([[({]?[-\d.\s,:|;_]+[\])}]?)["'`]$/.exec(token)?.[1]
  const numbers = inner?.match(/\d+(?:\.\d+)?/g) ?? []
  return numbers.length > 1 ? numbers : [token]
}

/** A new condition on written-out values whose branch gives a written-out value back. */
function branchOf(node: SyntaxNode, was: string): Branch[] {
  const condition =
    fieldOf(node, 'condition') ??
    fieldOf(node, 'value') ??
    fieldOf(node, 'pattern') ??
    partsOf(node)[node.type === 'conditional_expression' ? 1 : 0]
  if (condition === undefined) return []
  const text = flatText(node)
  const asked = literalsOf(flatText(condition)).flatMap(partsOfText)
  const returns = [...nodesIn(node)]
    .filter(({ type }) => type === 'return_statement' || type === 'return_expression')
    .map((one) => flatText(one).replace(/^return /, ''))
  const direct = /^(conditional_expression|ternary_expression|match_arm|switch_rule)$/.test(node.type)
    ? partsOf(node)
        .filter((part) => part !== condition)
        .map(flatText)
    : []
  // Who asks for several values by name may give the rest of the answer from what it was handed.
  const isAnswer = (value: string): boolean =>
    literalsOf(value).length > 0 && (isWrittenOut(value) || (asked.length > 1 && value.length < 200))
  const given = [...returns, ...direct].find((value) => value !== '' && isAnswer(value))
  if (given === undefined || was.includes(flatText(condition)) || asked.length === 0 || isTrivial(asked, given)) return []
  return [{ line: node.start.line, text, asked, answered: literalsOf(given) }]
}

/** `if n == 0: return 0` is everybody's. */
function isTrivial(asked: readonly string[], given: string): boolean {
  const isSmall = (token: string): boolean => /^(0|1|2|-1|true|false|null|None|True|False|nil|undefined|""|'')$/.test(token)
  return asked.length === 1 && asked.every(isSmall) && tokensOf(given).every((token) => isSmall(token) || /^\W+$/.test(token))
}
