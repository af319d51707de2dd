import type { DriveOutcome } from '../../running/driver/drive-once'
import { waysOpen } from '../../tribunal/decide-person'
import { grantConvenes } from '../../tribunal/evolve-resolution'
import { triageSteps } from '../../tribunal/member'
import type { SliceState } from '../../tribunal/state'
import { budgetsLeft } from '../../tribunal/state'
import { printable } from '../../text/printable'

/** What can be done about a slice now, as commands; empty where nobody can do anything. */
export function nextWays({ state, outcome }: { readonly state: SliceState; readonly outcome?: DriveOutcome | undefined }): string[] {
  const id = printable(state.setup?.id ?? '?')
  const { phase, why, triaged } = state
  if (phase === 'closed') return []
  if (phase === 'asking') return waysOpen(state).map((way) => wayLine(way, id, state))
  if (phase === 'refining') return [`adjudicate resolve ${id} refine PLAN.md`]
  if (phase === 'dispatching' && why === 'context') return [`adjudicate resolve ${id} context --continue`]
  if (phase === 'dispatching' && why === 'blocked') {
    const open = triageSteps.filter((step) => !triaged.includes(step))
    return [...open.map((step) => `adjudicate resolve ${id} ${step} --continue`), `adjudicate resolve ${id} give-up --reason "..."`]
  }
  if ((phase === 'delivering' || phase === 'delivered') && state.setup?.requester !== undefined) return [`adjudicate approve ${id}`]
  if (outcome?.kind === 'limit')
    return [`raise limits.${outcome.limit === 'cost' ? 'costMax' : 'tokensMax'} in the file, then adjudicate run it again`]
  return [`adjudicate resume ${id}`]
}

function wayLine(way: ReturnType<typeof waysOpen>[number], id: string, state: SliceState): string {
  const start = `adjudicate resolve ${id}`
  switch (way) {
    case 'accept':
      return `accept      ${start} --accept ${nameable(state)}--reason "..."`
    case 'grant':
      return `grant       ${start} --grant ${grantOf(state)} --continue`
    case 'rebut':
      return `rebut       ${start} --rebut MEMBER/SCENARIO --evidence FILE --reason "..."`
    case 'new-rubric':
      return `new rubric  ${start} --new-rubric RUBRIC.json --continue`
    case 'abandon':
      return `abandon     ${start} --abandon --reason "..."`
  }
}

/** What carries the slice on to its next verdict, where both counters are used up both. */
function grantOf(state: SliceState): string {
  const left = budgetsLeft(state)
  if (grantConvenes(state)) return 'round'
  if (left.rounds > 0) return 'dispatch'
  return left.dispatches > 0 ? 'round' : 'round dispatch'
}

/** A page offers no command with a word in it that a shell could read otherwise. */
function nameable(state: SliceState): string {
  const caveats = openCaveats(state)
  return caveats.every((name) => /^[A-Za-z0-9][A-Za-z0-9._/-]*$/.test(name)) ? caveats.map((name) => `${name} `).join('') : ''
}

/** Caveats that are neither fixed nor deferred in the ruling that stands, as `member/id`. */
export function openCaveats({ ruling }: SliceState): string[] {
  if (ruling?.kind !== 'verdict') return []
  return ruling.caveats.filter(({ status }) => status === 'open').map(({ member, id }) => `${member}/${id}`)
}
