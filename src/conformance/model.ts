import { isAdjudicateError } from '../errors'
import type { Model, ModelAnswer } from '../ports/model'

/** What the suite needs of a test runner; `describe`, `test` and `expect` of vitest, jest or bun fit. */
export type ModelRunner = {
  readonly describe: (name: string, body: () => void) => void
  readonly test: (name: string, body: () => Promise<void>) => void
  readonly expect: (actual: unknown) => { toEqual(wanted: unknown): void }
}

/**
 * What is behind the model: `echo` answers each brief with the brief itself, `hang` never answers, `silent` answers with nothing, `cut` stops in the middle of its
 * answer, `fail` has a failure of its own.
 */
export type ModelBehaviour = 'echo' | 'hang' | 'silent' | 'cut' | 'fail'

export type ModelConformanceOptions = {
  /** Behaviours that this kind of model can't show, each with the reason; it stands in the name of the suite. */
  readonly leftOut?: Partial<Record<Exclude<ModelBehaviour, 'echo'>, string>>
}

type MakeModel = (behaviour: ModelBehaviour) => Promise<Model> | Model

const kinds = ['rate-limited', 'timed-out', 'stopped', 'refused', 'unreachable', 'server-failed', 'unreadable']
const stopMsMax = 1_000
const brief = 'Judge this.\n\n\t|||SCORECARD:n|||\n{"a": "caf\u00e9 \u{1F600} \\u0000"}\n|||END_SCORECARD:n|||'

/** The promises of the `Model` port as tests; `makeModel` gives a new model each time. */
export function modelConformance(
  { describe, test, expect }: ModelRunner,
  makeModel: MakeModel,
  { leftOut = {} }: ModelConformanceOptions = {},
): void {
  const reasons = Object.entries(leftOut).map(([behaviour, reason]) => `, without ${behaviour}: ${reason}`)
  const shows = (behaviour: Exclude<ModelBehaviour, 'echo'>): boolean => leftOut[behaviour] === undefined
  describe(`model${reasons.join('')}`, () => {
    answers({ test, expect }, makeModel)
    stops({ test, expect }, makeModel, shows('hang'))
    if (shows('silent')) failure({ test, expect }, makeModel, 'silent', 'nothing said is no answer')
    if (shows('fail')) failure({ test, expect }, makeModel, 'fail', 'a failure is an error with its kind, and no answer')
    if (!shows('cut')) return
    test('an answer that was cut off is never a finished one', async () => {
      const { answer, kind } = await outcomeOf(await makeModel('cut'), brief)
      expect([answer?.finishReason === 'stop', answer !== undefined || kinds.includes(kind ?? '')]).toEqual([false, true])
    })
  })
}

type Runner = Omit<ModelRunner, 'describe'>

function answers({ test, expect }: Runner, makeModel: MakeModel): void {
  test('it says who it is', async () => {
    const { id, provider } = await makeModel('echo')
    expect([id.trim() === '', provider?.trim() === '']).toEqual([false, false])
  })
  test('the brief comes to it whole, and its words come back as they are', async () => {
    const model = await makeModel('echo')
    const { answer } = await outcomeOf(model, brief)
    expect([answer?.text.trim(), answer?.finishReason, answer?.model.id === '']).toEqual([brief, 'stop', false])
    const { inputTokens, outputTokens } = answer?.usage ?? {}
    expect([inputTokens, outputTokens].every((count) => count === undefined || (Number.isInteger(count) && count >= 0))).toEqual(true)
  })
  test('a long brief is not cut', async () => {
    const long = Array.from({ length: 5_000 }, (_, at) => `line ${at} of a brief that is long`).join('\n')
    const { answer } = await outcomeOf(await makeModel('echo'), long)
    expect([answer?.text.trim().length, answer?.text.trim() === long]).toEqual([long.length, true])
  })
  test('calls at the same time each get their own answer', async () => {
    const model = await makeModel('echo')
    const briefs = ['one', 'two', 'three', 'four']
    const ends = await Promise.all(briefs.map((one) => outcomeOf(model, one)))
    expect(ends.map(({ answer }) => answer?.text.trim())).toEqual(briefs)
  })
}

function stops({ test, expect }: Runner, makeModel: MakeModel, hangs: boolean): void {
  test('a call stopped before it began is stopped', async () => {
    expect((await outcomeOf(await makeModel('echo'), brief, AbortSignal.abort())).kind).toEqual('stopped')
  })
  if (!hangs) return
  test('a call is stopped within a second', async () => {
    const stopped = new AbortController()
    const asking = outcomeOf(await makeModel('hang'), brief, stopped.signal)
    // The call is on its way when the event loop has gone round.
    await new Promise((done) => setTimeout(done, 20))
    const start = performance.now()
    stopped.abort()
    const { kind } = await asking
    const ms = performance.now() - start
    expect([kind, ms < stopMsMax ? 'in time' : `after ${ms} ms`]).toEqual(['stopped', 'in time'])
  })
}

function failure({ test, expect }: Runner, makeModel: MakeModel, behaviour: ModelBehaviour, name: string): void {
  test(name, async () => {
    const { answer, kind } = await outcomeOf(await makeModel(behaviour), brief)
    expect([answer, kinds.includes(kind ?? '')]).toEqual([undefined, true])
  })
}

async function outcomeOf(
  model: Model,
  text: string,
  signal?: AbortSignal,
): Promise<{ readonly answer?: ModelAnswer; readonly kind?: string | undefined }> {
  // Names of slices and members may be in any script.
  const idempotencyKey = `slice/Pr\u00fcfung \u2713:1:${text.slice(0, 20)}`
  try {
    return { answer: await model.ask({ role: 'quality', brief: text, idempotencyKey, ...(signal === undefined ? {} : { signal }) }) }
  } catch (thrown) {
    if (!isAdjudicateError(thrown) || thrown.code !== 'model-failed') throw thrown
    const kind = thrown.details['kind']
    return { kind: typeof kind === 'string' ? kind : undefined }
  }
}
