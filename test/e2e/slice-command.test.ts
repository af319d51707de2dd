import { describe, expect, test } from 'vitest'
import { runCli } from '../../src/faces/cli/cli'
import type { Place, Ran } from '../support/command-line'
import { inPlace } from '../support/command-line'
import { answered } from '../support/person-at-terminal'
import type { SliceRepository } from '../support/slice-place'
import { escalatingAnswers, sliceRepository, soundAnswers, writeSlice } from '../support/slice-place'
import { recordOf } from '../support/slice-record'

type Json = Readonly<Record<string, unknown>>
const json = ({ out }: Ran): Json => JSON.parse(out) as Json

/** A place with the repository and a slice's file; hands both over. */
async function prepared(
  answers: (repository: SliceRepository) => readonly object[],
  work: (place: Place, repository: SliceRepository) => Promise<void>,
  change: (repository: SliceRepository) => object = () => ({}),
): Promise<void> {
  await inPlace(async (place) => {
    const repository = sliceRepository(place)
    writeSlice(place, repository, answers(repository), change(repository))
    await work(place, repository)
  })
}

test('run: a slice that iterates once and ships is exit 0, with a whole record and nothing left to do', async () => {
  await prepared(soundAnswers, async (place, { second }) => {
    const ran = await place.run('run', 'slice.json')
    expect(ran.exit, ran.err).toBe(0)
    expect(ran.out).toMatch(/^\+ SHIP {2}S1 \.85, target \.80 {40,}exit 0\n/)
    expect(ran.out).toContain('@ round 1    ITERATE .50    adversary ITERATE, quality ITERATE, fitness ITERATE\n')
    expect(ran.err).toMatch(/^\d\d:\d\d:\d\d {2}S1 round 1 {2}doer {7}\+ [0-9a-f]{7}, 1 file, report verified$/m)
    expect(ran.err).toMatch(/^\d\d:\d\d:\d\d {2}S1 round 2 {2}verdict {4}\+ SHIP \.85 \(at-target\)$/m)
    expect(ran.err + ran.out).not.toContain('\u001b')
    const before = await recordOf(place)
    const again = await place.run('run', 'slice.json', '--json')
    expect(again.exit).toBe(0)
    expect(json(again)['report']).toMatchObject({ ending: 'shipped', address: second, rounds: { used: 2 } })
    expect(await recordOf(place)).toEqual(before)
    expect((await place.run('ledger', 'verify')).exit).toBe(0)
    const listed = await place.run('status')
    expect([listed.exit, listed.out]).toEqual([0, expect.stringMatching(/^\. 1 slice .*exit 0\n\n\+ S1 {14}SHIP /)])
    const keys = ['due', 'exit', 'next', 'phase', 'reasons', 'report', 'stuckOn', 'waitsForPerson', 'why']
    const one = json(await place.run('status', 'S1', '--json'))
    expect(Object.keys(one)).toEqual([...keys, 'outcome'].sort())
    expect(one).toMatchObject({ phase: 'closed', due: [], why: null, reasons: [], stuckOn: [], next: [], outcome: null, exit: 0 })
    const { slices, exit } = json(await place.run('status', '--json')) as { slices: readonly Json[]; exit: number }
    expect([exit, slices.map((each) => Object.keys(each))]).toEqual([0, [keys.filter((key) => key !== 'exit')]])
    const doers = await recordOf(place, { types: ['tribunal.dispatched'] })
    expect(doers.map(({ data }) => (data as { model: unknown }).model)).toEqual(
      [1, 2].map(() => ({ id: 'scripted', provider: 'scripted' })),
    )
  })
})

test('status and resume: an empty ledger, an unknown slice, a name that is none', async () => {
  await inPlace(async (place) => {
    expect(await place.run('status')).toMatchObject({ exit: 2, out: '', err: expect.stringContaining('no slice is on record in') })
    expect(await place.run('status', 'S9')).toMatchObject({
      exit: 2,
      out: '',
      err: expect.stringContaining('no slice/S9 is on record in .adjudicate'),
    })
    expect(await place.run('resume')).toMatchObject({ exit: 2, err: expect.stringContaining('no slice in .adjudicate is unfinished') })
    expect(await place.run('status', '../x')).toMatchObject({ exit: 2, err: expect.stringContaining('names no slice') })
  })
})

describe('a person is needed', () => {
  test('R-TRI-74 an unrebutted failure is exit 3 with the ways on, and without a terminal nobody resolves it; accepted by a person it is exit 0', async () => {
    await prepared(escalatingAnswers, async (place) => {
      const ran = await place.run('run', 'slice.json')
      expect(ran.exit, ran.err).toBe(3)
      expect(ran.out).toMatch(/^\^ ESCALATE {2}S1 \.85, target \.80; unrebutted-scenario {8,}exit 3\n/)
      expect(ran.out).toContain('  scenario  adversary/sc1  two clients at once -> the sixth request passes\n')
      expect(ran.out).toContain('grant       adjudicate resolve S1 --grant dispatch --continue\n')
      expect(await place.run('status')).toMatchObject({ exit: 3, out: expect.stringContaining('. 1 slice, 1 waits for a person') })
      expect(json(await place.run('status', 'S1', '--json'))).toMatchObject({
        phase: 'asking',
        waitsForPerson: true,
        stuckOn: ['unrebutted-scenario'],
        why: null,
        exit: 3,
      })
      const before = await recordOf(place)
      for (const way of [
        ['--abandon', '--reason', 'x'],
        ['accept'],
        ['grant', 'round'],
        ['rebut', 'adversary/sc1', '--quote', 'export const limit = 5'],
      ]) {
        const refused = await place.run('resolve', 'S1', ...way)
        expect(refused, way.join(' ')).toMatchObject({
          exit: 2,
          err: expect.stringContaining("a person's to do: it is asked on the terminal"),
        })
      }
      for (const [way, because] of [
        [['resolve', 'S1'], 'found none'],
        [['resolve', 'S1', 'accept', '--abandon'], 'found accept and abandon'],
        [['resolve', 'S1', 'shrug'], 'shrug is none of accept'],
        [['resolve', 'S1', 'grant', 'rounds'], 'found "rounds"'],
        [['resolve', 'S1', 'grant', 'rounds=0'], 'found "rounds=0"'],
        [['resolve', 'S1', 'accept', 'quality/c9'], 'no open caveat is called "quality/c9"'],
        [['resolve', 'S1', 'abandon', '--quote', 'x'], '--evidence and --quote go with a rebuttal'],
      ] as const) {
        expect(await answered(place, way, ['Ann', 'x']), way.join(' ')).toMatchObject({ exit: 2, err: expect.stringContaining(because) })
      }
      const unsupported = await answered(place, ['resolve', 'S1', 'rebut', 'adversary/sc1', '--reason', 'no'], ['Ann', 'rebut'])
      expect([unsupported.exit, unsupported.out.split(' ')[2]]).toEqual([1, ''])
      expect(unsupported.out).toContain('R-TRI-50 no-evidence')
      expect(await recordOf(place)).toEqual(before)
      const mistyped = await answered(place, ['resolve', 'S1', '--accept', '--reason', 'the client is alone'], ['Ann', 'yes'])
      expect(mistyped).toMatchObject({ exit: 2, out: '', err: expect.stringContaining('"accept" was not typed') })
      const accepted = await answered(place, ['resolve', 'S1', 'accept'], ['Ann', 'the client is alone'])
      expect([accepted.exit, accepted.out]).toEqual([0, expect.stringContaining('+ person     Ann: accept, "the client is alone"\n')])
      expect(accepted.err).toContain('  scenario  adversary/sc1')
      const resumed = await place.run('resume')
      expect([resumed.exit, resumed.out]).toEqual([0, expect.stringContaining('* ESCALATE  S1')])
      const [resolved] = await recordOf(place, { types: ['tribunal.resolved'] })
      expect(resolved).toMatchObject({
        actor: { kind: 'human', id: 'Ann' },
        data: { way: { take: 'accept', reason: 'the client is alone' } },
      })
      expect(await answered(place, ['resolve', 'S1', 'abandon'], ['Ann', 'x'])).toMatchObject({
        exit: 1,
        out: expect.stringContaining('R-TRI-74 not-due'),
      })
    })
  })

  test('a grant goes on by resume, and whoever is asked meanwhile is too late; a rebuttal and a new rubric go on at once with --continue', async () => {
    await prepared(escalatingAnswers, async (place) => {
      await place.run('run', 'slice.json')
      let others = 0
      let out = ''
      const late = await runCli(['resolve', 'S1', 'abandon', '--reason', 'enough'], {
        cwd: place.folder,
        env: {},
        out: (text) => (out += text),
        err: () => undefined,
        isTerminal: false,
        ask: async () => {
          if (others++ === 0) expect((await answered(place, ['resolve', 'S1', 'grant', 'dispatch'], ['Bea', 'grant'])).exit).toBe(0)
          return others === 1 ? 'Ann' : 'abandon'
        },
      })
      expect([late, out]).toEqual([1, expect.stringContaining('the slice moved on while you were asked')])
      const granted = await place.run('resume', 'S1')
      expect([granted.exit, granted.out]).toEqual([3, expect.stringContaining('^ round 2    ESCALATE')])
      place.write('rubric.json', JSON.stringify({ criteria: ['It closes'], dimensions: ['correctness', 'clarity'] }))
      const anew = await answered(place, ['resolve', 'S1', '--new-rubric', 'rubric.json', '--continue'], ['Ann', 'new-rubric'])
      expect([anew.exit, anew.out], anew.err).toEqual([3, expect.stringContaining('+ person     Ann: new-rubric')])
      const frozen = await recordOf(place, { types: ['tribunal.frozen'] })
      expect(frozen.map(({ data }) => (data as { version: number }).version)).toEqual([1, 2])
      const rebutted = await answered(
        place,
        [
          'resolve',
          'S1',
          '--rebut',
          'adversary/sc1',
          '--quote',
          'export const closed = after(limit)',
          '--reason',
          'it closes',
          '--continue',
        ],
        ['Ann', 'rebut'],
      )
      expect([rebutted.exit, rebutted.out], rebutted.err).toEqual([0, expect.stringMatching(/^\+ SHIP {2}S1 /)])
    })
  })

  test('R-TRI-17 R-TRI-18 a doer that lacks context gets it, one that is blocked gets a smaller part, each from a person', async () => {
    const answers = ({ first }: SliceRepository): readonly object[] => [
      { role: 'doer', contains: 'the smaller part', says: { status: 'BLOCKED', needs: 'still too large' } },
      { role: 'doer', contains: 'clients are counted by key', says: { status: 'BLOCKED', needs: 'too large' } },
      { role: 'doer', says: { status: 'NEEDS_CONTEXT', needs: 'who is a client', address: first } },
    ]
    await prepared(answers, async (place) => {
      const ran = await place.run('run', 'slice.json')
      expect([ran.exit, ran.out]).toEqual([3, expect.stringContaining('the doer lacks context: who is a client')])
      expect((await answered(place, ['resolve', 'S1', 'split', '--reason', 'x'], ['Ann', 'x'])).exit).toBe(1)
      const given = await answered(place, ['resolve', 'S1', 'context', '--continue'], ['Ann', 'clients are counted by key'])
      expect([given.exit, given.out], given.err).toEqual([3, expect.stringContaining('the doer is blocked: too large')])
      const split = await answered(place, ['resolve', 'S1', 'split', '--continue'], ['Ann', 'the smaller part'])
      expect([split.exit, split.out], split.err).toEqual([3, expect.stringMatching(/^\^ ESCALATE {2}S1; blocked /)])
      const [, , third] = await recordOf(place, { types: ['tribunal.dispatched'] })
      expect(third?.data).toMatchObject({ part: 'the smaller part', passedOver: [{ step: 'context' }, { step: 'model' }] })
      const ended = await answered(place, ['resolve', 'S1', '--abandon', '--reason', 'not worth it', '--continue'], ['Ann', 'abandon'])
      expect([ended.exit, ended.out]).toEqual([1, expect.stringMatching(/^x abandoned {2}S1/)])
      expect((await place.run('status', 'S1')).exit).toBe(1)
    })
  })

  test('a blocked doer is given up by a person: the slice escalates', async () => {
    await prepared(
      () => [{ role: 'doer', says: { status: 'BLOCKED', needs: 'a database' } }],
      async (place) => {
        expect(await place.run('run', 'slice.json')).toMatchObject({
          exit: 3,
          out: expect.stringContaining('the doer is blocked: a database'),
        })
        const up = await answered(place, ['resolve', 'S1', 'give-up', '--reason', 'there is none'], ['Ann', 'give-up'])
        expect([up.exit, up.out], up.err).toEqual([0, expect.stringMatching(/^\^ ESCALATE {2}S1; blocked, there is none /)])
        expect((await place.run('status')).exit).toBe(3)
      },
    )
  })

  test('R-TRI-78 who asked for a slice gets its report from a person and says so', async () => {
    const change = ({ second }: SliceRepository): object => ({
      slice: {
        id: 'S1',
        spec: 'A limiter',
        rubric: { criteria: ['It closes'], dimensions: ['correctness', 'clarity'] },
        requester: { id: 'Bea', channel: 'pull request 7' },
        existing: { address: second, request: 'a limiter that closes' },
      },
    })
    await prepared(
      soundAnswers,
      async (place) => {
        const ran = await place.run('run', 'slice.json')
        expect([ran.exit, ran.out], ran.err).toEqual([3, expect.stringContaining('  next   adjudicate approve S1\n')])
        expect((await place.run('approve', 'S1')).exit).toBe(2)
        const out = await answered(place, ['approve', 'S1'], ['Ann', 'delivered'])
        expect([out.exit, out.err]).toEqual([3, expect.stringContaining('the report goes to Bea over pull request 7')])
        expect(await answered(place, ['approve', 'S1'], ['Ann', 'received'])).toMatchObject({
          exit: 1,
          out: expect.stringContaining('not-the-requester'),
        })
        expect((await answered(place, ['approve', 'S1'], ['Bea', 'received'])).exit).toBe(0)
        expect((await answered(place, ['approve', 'S1'], ['Bea', 'received'])).exit).toBe(1)
      },
      change,
    )
  })
})

test('limits: tokens that are used up wait for a person, and a model without a price is refused where cost is limited', async () => {
  await prepared(
    soundAnswers,
    async (place, repository) => {
      const ran = await place.run('run', 'slice.json', '--json')
      expect([ran.exit, json(ran)['outcome']], ran.err).toEqual([3, expect.objectContaining({ kind: 'limit', limit: 'tokens', max: 1000 })])
      writeSlice(place, repository, soundAnswers(repository), { limits: { costMax: 2.5 } })
      expect(await place.run('run', 'slice.json')).toMatchObject({
        exit: 2,
        out: '',
        err: expect.stringContaining('the model "scripted" has no price'),
      })
      writeSlice(place, repository, soundAnswers(repository), {})
      expect((await place.run('run', 'slice.json')).exit).toBe(0)
      const kept = await recordOf(place, { types: ['drive.hands'] })
      expect(kept).toHaveLength(2)
      expect(JSON.stringify(kept)).not.toContain(place.folder)
    },
    () => ({ limits: { tokensMax: 1000 } }),
  )
})

test('hostile words of a doer and a panel reach no terminal, and name no command', async () => {
  const bad = 'ok\u001b[2J\u202e\r\nx forged  line'
  const answers = (repository: SliceRepository): readonly object[] => {
    const [doer, adversary, ...rest] = escalatingAnswers(repository) as { says: Record<string, unknown> }[]
    const caveats = [{ id: 'c1; rm -rf .', text: bad, class: 'other' }]
    const scenarios = ((adversary?.says['scenarios'] ?? []) as object[]).map((one) => ({ ...one, input: bad, wrongBehaviour: bad }))
    return [doer ?? {}, { ...adversary, says: { ...adversary?.says, scenarios, caveats, topConcern: bad } }, ...rest]
  }
  await prepared(answers, async (place) => {
    const ran = await place.run('run', 'slice.json')
    const shown = await place.run('status', 'S1')
    for (const text of [ran.out, ran.err, shown.out]) {
      // eslint-disable-next-line no-control-regex
      expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f\u202e]/)
      expect(text).not.toMatch(/^x forged/m)
      expect(text).not.toMatch(/resolve S1 --accept .*rm/)
    }
    expect([ran.exit, shown.out], ran.err).toEqual([3, expect.stringContaining('\\u{1b}[2J')])
  })
})
