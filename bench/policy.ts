import type { PolicySet } from '@cedar-policy/cedar-wasm/nodejs'
import { preparsePolicySet, statefulIsAuthorized } from '@cedar-policy/cedar-wasm/nodejs'
import { Engine } from 'json-rules-engine'
import { corpus } from '../test/support/discipline-build'
import type { DisciplineCommand } from '../src/entries/discipline'
import { discipline } from '../src/entries/discipline'
import { impact } from '../src/entries/evolution'
import type { Facts } from '../src/entries/policy'
import { bugfix, bugfix2, evaluate } from '../src/entries/policy'
import { factsOf, tableOf } from '../src/policy/table'
import type { Measured } from './timing'
import { grouped } from './timing'

/** Evaluations of the bugfix table a second beside two rule engines, every fact checked; then commands of discipline, and the replay of a changed policy. */
export async function policies(): Promise<Measured[]> {
  const table = tableOf(bugfix)
  // As they come from outside: read from JSON, each an object of its own.
  const domain = Array.from({ length: table.cells }, (_, cell) => JSON.parse(JSON.stringify(factsOf(table, cell))) as Facts)
  const few = domain.filter((_, index) => index % 13 === 0)
  const engine = engineOf()
  await agrees(few, async (facts) => byEngine(engine, facts))
  prepareCedar()
  await agrees(few, async (facts) => byCedar(facts))

  const own = await rateOf(domain.length * 20, () => {
    for (let round = 0; round < 20; round++) for (const facts of domain) evaluate(bugfix, facts)
  })
  const rules = await rateOf(few.length, async () => {
    for (const facts of few) await byEngine(engine, facts)
  })
  const cedar = await rateOf(few.length, () => {
    for (const facts of few) byCedar(facts)
  })
  const name = rules > cedar ? 'json-rules-engine' : 'cedar-wasm'
  return [
    rate('`evaluate()` on the bugfix table, every fact checked', own, 3_000_000),
    beside('the same', own, 'json-rules-engine', rules, name === 'json-rules-engine' ? 100 : null),
    beside('the same', own, 'cedar-wasm, policies parsed before', cedar, name === 'cedar-wasm' ? 100 : null),
    rate('discipline: commands decided and folded, 30 cards a build', await disciplineRate(), null),
    rate('past cases tried under `bugfix@1` and `bugfix@2` by `impact()`', await impactRate(domain), null),
  ]
}

/** Work of `count` pieces a second of the processor's time, helper threads included; the best of nine rounds after three to warm up. */
async function rateOf(count: number, work: () => unknown): Promise<number> {
  let best = 0
  for (let round = 0; round < 12; round++) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    if (round >= 3) best = Math.max(best, (count / (user + system)) * 1_000_000)
  }
  return best
}

/** A comparison of speed means something only where both say the same. */
async function agrees(inputs: readonly Facts[], light: (facts: Facts) => Promise<string>): Promise<void> {
  for (const facts of inputs) {
    const [own, other] = [evaluate(bugfix, facts).outcome, await light(facts)]
    if (own !== other) throw new Error(`${JSON.stringify(facts)} is ${own} here and ${other} there`)
  }
}

/** The rules as they are, the first with the highest priority; the first that matches ends the run. */
function engineOf(): Engine {
  const engine = new Engine()
  for (const [index, { id, when, then }] of bugfix.rules.entries()) {
    const all = Object.entries(when).map(([fact, value]) => ({
      fact,
      operator: Array.isArray(value) ? 'in' : 'equal',
      value: value as string,
    }))
    engine.addRule({
      name: id,
      conditions: { all },
      event: { type: then },
      priority: bugfix.rules.length - index,
      onSuccess: () => void engine.stop(),
    })
  }
  return engine
}

async function byEngine(engine: Engine, facts: Facts): Promise<string> {
  const { events } = await engine.run({ ...facts })
  return events[0]?.type ?? bugfix.otherwise
}

/** Cedar knows allow and deny, no first match: what stands above a rule forbids, and a colour is asked for, the best one first. */
function prepareCedar(): void {
  const red = [
    'context.H3 == "yes"',
    'context.H1 == "yes"',
    'context.cause == "RC3" && context.solution == "FX3"',
    'context.H4 == "needed-severe"',
  ]
  const waits = ['context.H2 == "needed"', 'context.H4 == "needed-contained"']
  const yellow = [
    ...waits,
    'context.cause == "RC2"',
    'context.cause == "RC1" && context.solution != "FX1"',
    'context.cause == "RC3" && context.solution == "FX2"',
  ]
  const statements = [
    ...red.map((condition) => `forbid(principal, action, resource) when { ${condition} };`),
    ...waits.map((condition) => `forbid(principal, action == Action::"green", resource) when { ${condition} };`),
    ...yellow.map((condition) => `permit(principal, action == Action::"yellow", resource) when { ${condition} };`),
    'permit(principal, action == Action::"green", resource) when { context.cause == "RC1" && context.solution == "FX1" && context.scope == "SC1" };',
  ]
  const set: PolicySet = { staticPolicies: statements.join('\n') }
  const answer = preparsePolicySet('bugfix', set)
  if (answer.type !== 'success') throw new Error(`the Cedar policies can't be read: ${JSON.stringify(answer)}`)
}

function byCedar(facts: Facts): string {
  return ['green', 'yellow'].find((light) => allowed(light, facts)) ?? bugfix.otherwise
}

function allowed(light: string, facts: Facts): boolean {
  const answer = statefulIsAuthorized({
    principal: { type: 'User', id: 'host' },
    action: { type: 'Action', id: light },
    resource: { type: 'Fault', id: 'F' },
    context: { ...facts },
    preparsedPolicySetId: 'bugfix',
    entities: [],
  })
  if (answer.type !== 'success') throw new Error(`Cedar doesn't answer: ${JSON.stringify(answer)}`)
  return answer.response.decision === 'allow'
}

/** Builds of 30 cards, each on a packet of its own and none of them red: every command is decided and its events are folded. */
async function disciplineRate(): Promise<number> {
  const text = '# Directive\n\n- Do not add dependencies.\n'
  const card = (packet: string): DisciplineCommand => ({
    do: 'give-card',
    corpus: { ...corpus, spec: { 'DIRECTIVE.md': text } },
    builder: 'opus',
    packet,
    instruction: 'Do not add dependencies.',
    violation: 'ignored-constraint',
    evidence: [{ kind: 'line', file: 'package.json', line: 2, text: '"left-pad"' }],
    correction: 'remove left-pad',
  })
  const commands = Array.from({ length: 30 }, (_, index) => card(`p${index}`))
  return rateOf(commands.length * 4, () => {
    for (let build = 0; build < 4; build++) {
      let state = discipline.initial({
        authority: { id: 'DIRECTIVE.md', text },
        primary: 'opus',
        alternates: ['codex'],
        limits: { cards: 40, benchPackets: 3 },
      })
      for (const command of commands) {
        const decision = discipline.decide(state, command)
        if (!decision.ok) throw new Error(`a card was refused: ${decision.refusal.message}`)
        state = decision.events.reduce(discipline.evolve, state)
      }
    }
  })
}

async function impactRate(domain: readonly Facts[]): Promise<number> {
  const judgements = domain.map((facts, index) => ({ card: `F-20261128-${index}`, facts, policy: 'bugfix@1' }))
  return rateOf(judgements.length, () => impact({ judgements, signals: [] }, bugfix, bugfix2))
}

function rate(what: string, value: number, aim: number | null): Measured {
  const met = aim === null ? null : value >= aim
  return { what, value: `${grouped(value)} a second`, beside: '', ratio: null, aim: aim === null ? '' : `>= ${grouped(aim)} a second`, met }
}

function beside(what: string, value: number, name: string, other: number, aim: number | null): Measured {
  const ratio = value / other
  const met = aim === null ? null : ratio >= aim
  const aimed = aim === null ? '' : `>= ${aim} x`
  return { what, value: `${grouped(value)} a second`, beside: `${name} ${grouped(other)} a second`, ratio, aim: aimed, met }
}
