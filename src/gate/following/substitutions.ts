import type { Assignment, ArrayValue, Redirection, Script, TestExpression, Word, WordPart } from 'unbash'

/** The scripts of `$(...)`, backticks and `<(...)` within words, the outermost ones only. */
export function substitutionsIn(node: Word | Assignment | ArrayValue | Redirection | TestExpression): Script[] {
  switch (node.type) {
    case 'Word':
      return (node.parts ?? []).flatMap(ofPart)
    case 'Assignment':
      return substitutionsIn(node.value)
    case 'ArrayValue':
      return node.elements.flatMap(substitutionsIn)
    case 'Redirect':
    case 'HereString':
      return node.target === undefined ? [] : substitutionsIn(node.target)
    case 'HereDoc':
      return (node.body.parts ?? []).flatMap(ofPart)
    case 'TestUnary':
    case 'TestNot':
      return substitutionsIn(node.operand)
    case 'TestBinary':
      return [node.left, node.right].flatMap(substitutionsIn)
    case 'TestLogical':
      return node.operands.flatMap(substitutionsIn)
    case 'TestGroup':
      return substitutionsIn(node.expression)
  }
}

function ofPart(part: WordPart): Script[] {
  switch (part.type) {
    case 'CommandExpansion':
    case 'ProcessSubstitution':
      return part.script === undefined ? [] : [part.script]
    case 'DoubleQuoted':
    case 'LocaleString':
      return part.parts.flatMap(ofPart)
    case 'ParameterExpansion': {
      const { operation } = part
      return operation !== undefined && 'operand' in operation && operation.operand !== undefined ? substitutionsIn(operation.operand) : []
    }
    default:
      return []
  }
}
