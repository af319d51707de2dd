import type { Issue, Parsed } from '../issues'
import { shown } from '../issues'
import { builderStates } from './builder'
import type { BlockLabel, RefereeBlock } from './referee-block'
import { blockCards, blockLabels, notYetRequired } from './referee-block'
import { diagnoses } from './words'

/**
 * Reads a block back, with or without a line end after it: parsed, it equals what was printed (R-REF-32). A label missing, doubled, out of order or
 * followed by a word that it doesn't know is a fault, named by its label.
 */
export function parseRefereeBlock(text: string): Parsed<RefereeBlock> {
  const [title, ...lines] = text.replace(/\r\n/g, '\n').replace(/\n$/, '').split('\n')
  const issues: Issue[] = title === 'REFEREE' ? [] : [fault('', `found ${shown(title)}: the block begins with REFEREE`)]
  if (lines.length > blockLabels.length)
    issues.push(fault('', `found ${lines.length} lines: the block has ${blockLabels.length} after REFEREE`))
  const values = new Map<BlockLabel, string>()
  blockLabels.forEach((label, index) => {
    const line = lines[index] ?? ''
    if (line.startsWith(`${label}: `)) values.set(label, line.slice(label.length + 2))
    else issues.push(fault(label, `found ${shown(line)}: line ${index + 2} begins with ${label}:`))
  })
  if (issues.length > 0) return { ok: false, issues }
  return blockOf((label) => values.get(label) ?? '')
}

function blockOf(value: (label: BlockLabel) => string): Parsed<RefereeBlock> {
  const issues: Issue[] = []
  const chosen = <Word extends string>(label: BlockLabel, words: readonly Word[], found: string): Word | undefined => {
    const word = words.find((one) => one === found)
    if (word === undefined) issues.push(fault(label, `found ${shown(found)}: expected ${words.join(', ')}`))
    return word
  }
  const text = (label: BlockLabel): string => {
    const read = unescaped(value(label))
    if (read === undefined) issues.push(fault(label, `found ${shown(value(label))}: a backslash stands before a backslash or u{…}`))
    return read ?? ''
  }
  const number = (label: BlockLabel, found: string | undefined): number => {
    if (!/^(0|[1-9]\d{0,8})$/.test(found ?? ''))
      issues.push(fault(label, `found ${shown(value(label))}: expected a whole number in its place`))
    return Number(found)
  }
  const [count, of, ...more] = value('Yellow count').split('/')
  if (more.length > 0) issues.push(fault('Yellow count', `found ${shown(value('Yellow count'))}: expected n/limit`))
  const remaining = value('Packets remaining on red card')
  const card = chosen('Card', blockCards, value('Card'))
  const returnState = builderStates.find((state) => state.toUpperCase() === value('Return state'))
  if (returnState === undefined)
    issues.push(fault('Return state', `found ${shown(value('Return state'))}: expected ${builderStates.join(', ').toUpperCase()}`))
  const diagnosis = chosen('Root diagnosis', [...diagnoses, notYetRequired], value('Root diagnosis'))
  const block = {
    builder: text('Builder'),
    packet: text('Packet'),
    authority: text('Authority'),
    violation: text('Violation'),
    evidence: text('Evidence'),
    yellowCount: { count: number('Yellow count', count), of: number('Yellow count', of) },
    temporaryLead: value('Temporary lead') === 'none' ? null : text('Temporary lead'),
    packetsRemaining: remaining === 'none' ? null : number('Packets remaining on red card', remaining),
    requiredCorrection: text('Required correction'),
    rootDiagnosis: diagnosis === undefined || diagnosis === notYetRequired ? null : diagnosis,
  }
  if (card === undefined || returnState === undefined || issues.length > 0) return { ok: false, issues }
  return { ok: true, value: { ...block, card, returnState } }
}

/** Undefined where a backslash begins nothing that the block writes. */
function unescaped(text: string): string | undefined {
  if (!/^(?:[^\\]|\\\\|\\u\{(?:10|[0-9a-f])?[0-9a-f]{1,4}\})*$/u.test(text)) return undefined
  return text.replace(/\\(?:\\|u\{([0-9a-f]+)\})/gu, (_, code: string | undefined) =>
    code === undefined ? '\\' : String.fromCodePoint(Number.parseInt(code, 16)),
  )
}

function fault(path: string, message: string): Issue {
  return { code: 'invalid-value', path, message }
}
