import type { SliceAction, SliceCommandInput, SliceSetup, SliceState, TribunalEvent } from '../../src/entries/tribunal'
import { slice } from '../../src/entries/tribunal'
import type { Json } from './consensus-input'
import { artifact, quote, score } from './consensus-input'

// A scripted host for slices: what it answers is sound unless a test changes it.
export const sha = 'a1b2c3d4e5f60718293a4b5c6d7e8f9001122334'
export const command = 'npm test'
export const person = { kind: 'human', id: 'ana' } as const
export const corpus = { artifact: { 'src/limiter.ts': artifact }, runs: [{ command, exitCode: 0, output: '3 tests passed' }] }

export const setup: SliceSetup = {
  id: 'S3',
  spec: 'A limiter for requests: at most `limit` for each client.',
  rubric: { criteria: ['At most `limit` requests'], dimensions: ['correctness', 'clarity'], commands: [command], skills: ['testing'] },
  independence: 'panel',
  orchestrator: 'session of the orchestrator',
  requester: { id: 'ana', channel: 'pull request 7' },
}

export const token = (session: string): string => `token of ${session}`

export function report(more: Json = {}): Json {
  const runs = [{ command, exitCode: 0, output: '3 tests passed' }]
  return { status: 'DONE', diffSummary: 'adds the limiter', runs, address: sha, ...more }
}

export function card(scores: Readonly<Record<string, number | null | Json>> = { correctness: 9, clarity: 8 }, more: Json = {}): Json {
  return {
    scores: Object.entries(scores).map(([dimension, value]) => score(dimension, value)),
    topConcern: 'the window',
    scenarios: [],
    caveats: [],
    recommendation: 'SHIP',
    ...more,
  }
}

/** A defect that can be checked: the panel that names it is asked for a repair. */
export function low(): Json {
  const claims = [{ text: 'the count is wrong', citations: [quote()], repair: 'local', fix: 'count before allowing' }]
  return card({ correctness: { score: 5, claims }, clarity: { score: 5, claims } }, { topConcern: 'the count', recommendation: 'ITERATE' })
}

export const lenses = ['adversary', 'quality', 'fitness'] as const

export function seats(round: number | string, names: readonly string[] = lenses) {
  return names.map((lens) => {
    const session = `session of ${lens} ${round}`
    return { member: lens, lens, adversary: lens === 'adversary', session, token: token(session) }
  })
}

/** What a scripted host answers in place of the sound answer; undefined keeps that. */
export type Script = (action: SliceAction, state: SliceState) => SliceCommandInput | undefined

/** The command of a host that does all that is due, and does it well. */
export function handle(action: SliceAction, state: SliceState): SliceCommandInput {
  switch (action.kind) {
    case 'open':
      return { do: 'open' }
    case 'vet-plan':
      return { do: 'vet', lens: action.lens, session: `vetter ${action.lens} ${state.version}`, approves: true }
    case 'refine-plan':
      return { do: 'refine-plan', plan: `${action.plan}, and then check it` }
    case 'dispatch-doer': {
      const session = `doer ${state.version}`
      const model = { id: `model ${action.triage[0] === 'model' ? 'large' : 'small'}` }
      return { do: 'dispatch', session, token: token(session), model, context: `more ${state.version}`, part: `part ${state.version}` }
    }
    case 'await-report':
      return { do: 'report', session: action.session, token: token(action.session), report: report() } as SliceCommandInput
    case 'verify-report':
      return {
        do: 'verify',
        runs: action.commands.map((run) => ({ command: run, exitCode: 0, output: '' })),
        resolves: true,
        diff: '+ limiter',
      }
    case 'convene-panel':
      return { do: 'convene', seats: seats(`round ${action.round} at ${state.version}`) }
    case 'replacement':
      return { do: 'convene', seats: fresh(action.lens, action.count, state.version) }
    case 'seat-member': {
      const session = `session of ${action.member} again ${state.version}`
      const member = action.why === 'unearned-tens' ? `${action.member} again` : action.member
      return { do: 'seat', seat: { member, lens: action.lens, adversary: action.adversary, session, token: token(session) } }
    }
    case 'judge':
      return { do: 'scorecard', member: action.member, token: token(action.session), answer: card() }
    case 'adjudicate':
      return { do: 'adjudicate', corpus }
    case 'synthesis':
      return { do: 'reply', member: action.member, token: token(action.session), replies: [] }
    case 'ask-person':
      return { do: 'resolve', by: person, way: { take: 'abandon', reason: 'enough' } }
    case 'deliver':
      return { do: 'delivered', channel: 'pull request 7' }
    case 'await-acknowledgement':
      return { do: 'acknowledge', by: 'ana' }
  }
}

function fresh(lens: string, count: number, version: number) {
  return Array.from({ length: count }, (_, index) => {
    const session = `fresh ${lens} ${index} ${version}`
    return { member: `fresh ${index + 1}`, lens, adversary: lens === 'adversary', session, token: token(session) }
  })
}

/** A slice under way: applies commands that must be accepted, or plays what is due. */
export class Play {
  state: SliceState
  readonly events: TribunalEvent[] = []
  readonly kinds: string[] = []

  constructor(change: Partial<SliceSetup> = {}) {
    this.state = slice.initial({ ...setup, ...change })
    this.do({ do: 'open' })
  }

  do(given: SliceCommandInput | Json): readonly TribunalEvent[] {
    const decision = slice.decide(this.state, given as SliceCommandInput)
    if (!decision.ok) throw new Error(`refused ${decision.refusal.code}: ${decision.refusal.message}`)
    this.state = decision.events.reduce(slice.evolve, this.state)
    this.events.push(...decision.events)
    return decision.events
  }

  refused(given: SliceCommandInput | Json): string {
    const decision = slice.decide(this.state, given as SliceCommandInput)
    return decision.ok ? 'accepted' : `${decision.refusal.rule} ${decision.refusal.code}`
  }

  /** Does what is due, one action after the other, until `stop` is due or nothing is. */
  until(stop: SliceAction['kind'] | 'nothing', script: Script = () => undefined, actionsMax = 200): this {
    for (let count = 0; count < actionsMax; count++) {
      const [due] = slice.next(this.state)
      if (due === undefined || due.kind === stop) return this
      this.kinds.push(due.kind)
      this.do(script(due, this.state) ?? handle(due, this.state))
    }
    throw new Error(`no ${stop} after ${actionsMax} actions`)
  }

  due<Kind extends SliceAction['kind']>(kind: Kind): Extract<SliceAction, { readonly kind: Kind }> {
    const action = slice.next(this.state).find((one) => one.kind === kind)
    if (action === undefined)
      throw new Error(
        `no ${kind} is due, but ${slice
          .next(this.state)
          .map((one) => one.kind)
          .join(', ')}`,
      )
    return action as Extract<SliceAction, { readonly kind: Kind }>
  }
}
