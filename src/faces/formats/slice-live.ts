import type { SliceState } from '../../tribunal/state'
import { lastVerdict } from '../../tribunal/state'
import { cutTo, padEnd } from '../../text/printable'
import { counted, gateRunName, quotedShort, roundOf, shortAddress } from './slice-marks'
import { verdictWords } from './slice-steps'

const widest = 79

/** What is under way now: its kind, and for how long. */
export type UnderWay = { readonly kind: string; readonly elapsedMs: number }

/** The lines that are redrawn while a slice is driven, none wider than 79 columns or `columnsMax`: the slice with its budgets and time, then who does what. */
export function liveLines(state: SliceState, underWay: readonly UnderWay[], elapsedMs: number, columnsMax = widest): string[] {
  const { setup, rounds, dispatches } = state
  const title = quotedShort(setup?.spec ?? '', 30)
  const budgets = `round ${roundOf(state)} of ${rounds.max}   dispatch ${dispatches.used} of ${dispatches.max}   ${spanOf(elapsedMs)}`
  const head = `${padEnd(cutTo(`${setup?.id ?? '?'} ${title}`, 36), 36)} ${budgets}`
  return [head, doerLine(state, underWay), ...gateLines(state), panelLine(state), synthesisLine(state), verdictLine(state)].map((line) =>
    cutTo(line, Math.min(widest, columnsMax)),
  )
}

function spanOf(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const minutes = Math.floor(seconds / 60)
  return minutes === 0 ? `${seconds}s` : `${minutes}m ${String(seconds % 60).padStart(2, '0')}s`
}

function doerLine(state: SliceState, underWay: readonly UnderWay[]): string {
  const { phase, address, checks } = state
  const since = (kind: string): string => {
    const found = underWay.find((one) => one.kind === kind)
    return found === undefined ? '' : `, ${spanOf(found.elapsedMs)}`
  }
  if (phase === 'working') return `@ doer       at work${since('await-report')}`
  if (phase === 'verifying') return `@ doer       ${shortAddress(address ?? '')}, its report is checked${since('verify-report')}`
  const last = checks.at(-1)
  if (last?.follows === 'panel' && address !== null && phase !== 'dispatching')
    return `+ doer       ${shortAddress(address)}, ${counted(last.files?.length ?? 0, 'file')}, report verified`
  const [reason] = state.whyReasons
  return reason === undefined ? '. doer' : `. doer       sent back: ${quotedShort(reason)}`
}

function gateLines({ checks, phase }: SliceState): string[] {
  const gate = checks.at(-1)?.runs.find(({ command }) => command === gateRunName)
  if (gate === undefined || phase === 'working' || phase === 'verifying') return []
  return [gate.exitCode === 0 ? '+ gate       PASS' : 'x gate       FAIL']
}

function panelLine({ panel, phase }: SliceState): string {
  if (panel.length === 0) return '. panel'
  const inCount = panel.filter(({ status }) => status === 'answered').length
  const seats = panel.map(({ member, status }) => `${quotedShort(member, 4).slice(0, 4)} ${status === 'answered' ? '+' : '.'}`).join(' ')
  return `${phase === 'judging' ? '@' : '+'} panel      ${inCount} of ${panel.length} in   ${seats}`
}

function synthesisLine({ phase, replying, panel }: SliceState): string {
  if (phase !== 'synthesis') return replying.length > 0 ? '+ synthesis' : '. synthesis'
  const inCount = panel.filter(({ member, replies }) => replying.includes(member) && replies !== null).length
  return `@ synthesis  ${inCount} of ${replying.length} in`
}

function verdictLine(state: SliceState): string {
  const { ruling } = state
  if (ruling?.kind === 'verdict') return aligned(verdictWords(ruling))
  const last = lastVerdict(state)
  return last === undefined ? '. verdict' : `. verdict    before: ${verdictWords(last).slice(2)}`
}

function aligned(words: string): string {
  return `${words.slice(0, 1)} verdict    ${words.slice(2)}`
}
