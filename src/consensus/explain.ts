import type { Corpus } from '../evidence/corpus'
import { hang, ledLine, pips, share, shortShare } from '../text/columns'
import { cutTo, padEnd, printable, wrap } from '../text/printable'
import { dissentLines, escalationLines, evidenceLines, findingLines, fixLines } from './explain-findings'
import { matrixLines } from './explain-matrix'
import type { Ruling, VerdictDecision } from './ruling'

/** What a page about a ruling may add: the corpus for nearest lines, the exit code of the command, what to do next. */
export type ExplainOptions = { readonly corpus?: Corpus; readonly exit?: number; readonly next?: string }

const marks = { SHIP: '+', SHIP_WITH_CAVEATS: '*', ITERATE: '@', BLOCK: '#', ESCALATE: '^' } as const

/**
 * A ruling for a person, at most 80 columns of text without colour: the verdict and its figure first, then the matrix and the
 * sum as an account, what left it and why, dissents, fixes. Words of others are escaped where a terminal can't show them.
 */
export function explainRuling(ruling: Ruling, options: ExplainOptions = {}): string {
  return `${linesOf(ruling, options).join('\n')}\n`
}

function linesOf(ruling: Ruling, options: ExplainOptions): string[] {
  const exit = options.exit === undefined ? '' : `exit ${options.exit}`
  switch (ruling.kind) {
    case 'refused':
      return [
        ledLine(`x not judged  ${ruling.issues.length} ${ruling.issues.length === 1 ? 'fault' : 'faults'} in the input`, exit),
        '',
        ...ruling.issues.flatMap(({ path, message }) => hang(`  ${padEnd(cutTo(printable(path), 40), 26)}  `, printable(message))),
      ]
    case 'synthesis':
      return synthesisLines(ruling, options, exit)
    case 'replacement':
      return [
        ledLine(
          `. replacement due: ${ruling.count} fresh ${ruling.count === 1 ? 'member' : 'members'}, lens ${cutTo(printable(ruling.lens), 24)}`,
          exit,
        ),
        '',
        ...hang('  too few scores survive on ', ruling.dimensions.map(printable).join(', ')),
        '',
        ...evidenceLines([], ruling.evidence.failed, options.corpus),
        ...(ruling.evidence.failed.length > 0 ? [''] : []),
        ...nextLines(options.next ?? 'convene fresh members and call again with their seats as replacements'),
      ]
    case 'verdict':
      return verdictLines(ruling, options, exit)
  }
}

/** What the members are asked, word for word up to a point, and the two forms of an answer. */
function synthesisLines(ruling: Ruling & { readonly kind: 'synthesis' }, { next }: ExplainOptions, exit: string): string[] {
  const { disputed, rationales, triggers } = ruling
  const asked = disputed.flatMap((id) => [
    ...hang(`  ${cutTo(printable(id), 30)}  `, `${rationales[id]?.length ?? 0} rationales to answer; flagged by ${flaggers(triggers, id)}`),
    ...(rationales[id] ?? []).flatMap(({ label, text }) => hang(`    ${label}  `, `"${cutTo(printable(text), 300)}"`)),
  ])
  return [
    ledLine(`. synthesis due on ${disputed.length} ${disputed.length === 1 ? 'dimension' : 'dimensions'}`, exit),
    '',
    ...asked,
    '',
    '  each surviving member replies once on each of them; a reply holds',
    '    member, dimension, action REVISE, score, justification and, if new, claims',
    '    member, dimension, action MAINTAIN, rebuttal',
    '',
    ...nextLines(next ?? 'ask each surviving member to REVISE or MAINTAIN, then call again with the replies'),
  ]
}

function flaggers(triggers: VerdictDecision['triggers'], dimension: string): string {
  return triggers
    .filter((trigger) => trigger.dimensions.includes(dimension))
    .map(({ id }) => id)
    .join(', ')
}

function verdictLines(ruling: Ruling & { readonly kind: 'verdict' }, { corpus, next }: ExplainOptions, exit: string): string[] {
  const { verdict, overall, target } = ruling
  const figure = overall === null ? 'no overall' : share(overall, 5)
  const floor = verdict === 'SHIP' ? '' : `, floor ${shortShare(target - 0.1)}`
  return paragraphs([
    [ledLine(`${marks[verdict]} ${verdict}  ${figure}, target ${shortShare(target)}${floor}`, exit)],
    matrixLines(ruling),
    evidenceLines(ruling.dissents, ruling.evidence.failed, corpus),
    dissentLines(ruling.dissents),
    findingLines(ruling.scenarios, ruling.caveats),
    escalationLines(ruling.escalation),
    fixLines(ruling.fixList),
    ruling.warnings.flatMap((warning) => hang('! ', warningText[warning])),
    accountLines(ruling),
    nextLines(next ?? ruling.escalation?.nextStep),
  ])
}

const warningText = {
  'coverage-unknown': 'no seat says what it was shown, so coverage is unknown',
  'synthesis-waived': 'a trigger fired and the synthesis round was waived',
  'synthesis-unanswered': 'a trigger fired and no member answered in the synthesis round',
  'unsigned-response': 'a rebuttal, fix or deferral names no author',
  'independence-unstated': 'not every seat names its session, so independence is unstated',
  'single-context': 'one context held all roles: no independence',
  'doer-family': "a judge's model is of the doer's family",
  'no-named-scenario': 'no adversary named a failure scenario that held',
} as const

/** What a ruling warns of, in words; a code that it doesn't know is given back. */
export function warningInWords(code: string): string {
  const words: Readonly<Record<string, string>> = warningText
  return (Object.hasOwn(words, code) ? words[code] : undefined) ?? code
}

function accountLines(ruling: Ruling & { readonly kind: 'verdict' }): string[] {
  const { seats, evidence, independence, boundTo, round, dispatchesLeft, reasons } = ruling
  const held = evidence.found + evidence.drifted
  const abstained = Object.entries(seats.abstained).map(([reason, count]) => `${count} ${reason}`)
  return [
    `  seats ${seats.answered} of ${seats.asked}, independence ${independence}    citations ${held} of ${evidence.citations} found`,
    ...(abstained.length === 0 ? [] : hang('. abstained ', abstained.join(', '))),
    `  bound to ${short(boundTo.artifact)}, rubric ${short(boundTo.rubric)}, panel ${short(boundTo.panel)}   rules ${ruling.rules}`,
    `  round ${pips(round.index, round.max)} ${round.index} of ${round.max}    dispatches left ${dispatchesLeft}`,
    ...(ruling.replies === undefined
      ? []
      : [
          `  synthesis ${ruling.replies.given} of ${ruling.replies.asked} answered${ruling.replies.given < ruling.replies.asked ? '; who did not maintains' : ''}`,
        ]),
    ...hang('  because ', `${reasons.join(', ')} (row ${ruling.row})`),
  ]
}

function short(hash: string): string {
  return [...printable(hash.replace(/^(sha256|git-tree|git):/, ''))].slice(0, 6).join('')
}

function nextLines(next: string | undefined): string[] {
  return next === undefined || next === ''
    ? []
    : wrap(printable(next), 71).map((line, index) => `${index === 0 ? '  next   ' : '         '}${line}`)
}

function paragraphs(blocks: readonly (readonly string[])[]): string[] {
  return blocks.filter((block) => block.length > 0).flatMap((block, index) => (index === 0 ? block : ['', ...block]))
}
