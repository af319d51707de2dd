import type { SyntaxNode } from '../syntax-tree'
import type { Assertion, TestCase } from '../tampering/test-file'
import type { TestSource } from './canary'
import { below, statementAt } from './places'

const literals =
  /^(number|integer|float|int_literal|float_literal|integer_literal|decimal_integer_literal|string|string_literal|interpreted_string_literal|true|false|boolean_literal)$/

/**
 * The file with one expected value made wrong, by written-out values of the same sort and length as before where that can be: what goes red is the test and no formatter or
 * compiler.
 */
export function brokenAssertions({ text, tree }: TestSource, one: TestCase): string[] {
  return one.assertions.filter(canBeBroken).flatMap(({ line, expected = '' }) => {
    const statement = statementAt(tree, line)
    const value = statement === undefined ? undefined : [...below(statement)].findLast((node) => isValue(node, expected))
    const wrong = value === undefined ? undefined : wrongValue(value.text)
    if (value === undefined || wrong === undefined) return []
    return [`${text.slice(0, value.start.offset)}${wrong}${text.slice(value.end.offset)}`]
  })
}

function canBeBroken({ strength, negated, constantExpected, constantActual, guards }: Assertion): boolean {
  return (strength === 'exact' || strength === 'same') && !negated && constantExpected && !constantActual && guards.length === 0
}

function isValue({ type, text }: SyntaxNode, expected: string): boolean {
  return literals.test(type) && (text === expected || text.replace(/^'([^]*)'$/, '"$1"') === expected)
}

function wrongValue(text: string): string | undefined {
  if (/^true$/i.test(text)) return text === 'true' ? 'false' : 'False'
  if (/^false$/i.test(text)) return text === 'false' ? 'true' : 'True'
  if (/^\d/.test(text)) return text.replace(/\d(?=\D*$)/, (digit) => (digit === '9' ? '8' : String(Number(digit) + 1)))
  const letter = /[A-Za-z0-9](?=[^A-Za-z0-9]*$)/.exec(text)
  if (letter === null || text.includes('\\')) return undefined
  return `${text.slice(0, letter.index)}${letter[0] === 'x' ? 'y' : 'x'}${text.slice(letter.index + 1)}`
}
