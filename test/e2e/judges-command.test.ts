import { existsSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { canaryPairs } from '../../src/conformance/canaries/canary-pairs'
import { pickPairs } from '../../src/tribunal/canaries/canary-slice'
import type { CanaryPair, CanaryVariant } from '../../src/tribunal/canaries/canary-pair'
import type { JudgesReport } from '../../src/tribunal/canaries/judges-report'
import type { Manner } from '../support/canary-judges'
import { card, digest } from '../support/canary-judges'
import type { Place } from '../support/command-line'
import { inPlace } from '../support/command-line'

const seed = 11
const picked = pickPairs(canaryPairs, 2, seed)
const roles = ['adversary', 'quality', 'fitness']
type Knows = (pair: CanaryPair, variant: CanaryVariant, role: string) => Manner
const right: Knows = (_, variant) => (variant === 'faulty' ? 'catches' : 'passes')

/** Scripted judges that know every text by its address. */
function writePanel(place: Place, knows: Knows, more: object = {}): void {
  const answers = picked.flatMap((pair) =>
    (['faulty', 'clean'] as const).flatMap((variant) =>
      roles.map((role) => {
        const manner = knows(pair, variant, role)
        const said = manner === 'fails' || manner === 'rambles' ? { fails: 'refused' } : { says: card(pair, variant, manner) }
        return { role, contains: `address: urn:sha256:${digest(pair[variant])}`, ...said }
      }),
    ),
  )
  place.write('answers.json', JSON.stringify({ answers }))
  const model = { use: 'scripted', answers: 'answers.json', id: 'scripted-1' }
  place.write('panel.json', JSON.stringify({ panel: [model], adversary: model, ...more }))
}

const command = ['panel', 'canary', 'panel.json', '--seed', String(seed), '--pairs'] as const
const reportIn = (out: string): JudgesReport & { readonly exit: number } => JSON.parse(out) as JudgesReport & { exit: number }

describe('adjudicate panel canary', () => {
  test('measures a panel of known accuracy, says so in 80 columns, and records it', async () => {
    await inPlace(async (place) => {
      writePanel(place, right)
      const { exit, out, err } = await place.run(...command, '2', '--run', 'first', '--missed-max', '.2', '--false-alarms-max', '0')
      expect(exit, err).toBe(0)
      expect(out.split('\n')[0]).toMatch(/^\+ PASS {2}judges: 2 of 2 caught, 2 of 2 clean passed +exit 0$/)
      for (const line of out.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
      expect(out).toMatch(/^ {2}adversary +2\/2 +\.34 to 1\.00 +2\/2 +\.34 to 1\.00 +0 +1\.00/m)
      expect(out).toMatch(/^ {2}panel +2\/2/m)
      expect(err).toContain('4 of 4 judged')
      const shown = await place.run('ledger', 'show', '--stream', 'judges/first', '--json')
      expect(shown.out).toContain('judges.measured')
      expect((await place.run('ledger', 'verify')).exit).toBe(0)
      expect((await place.run('ledger', 'verify', '--ledger', '.adjudicate/canaries/first')).exit).toBe(0)
      // The slices of a measure are no slices of the repository's own record.
      const all = await place.run('ledger', 'show', '--json')
      expect(all.out).not.toContain('slice/')
    })
  })

  test('1 beyond a limit, naming what was missed; 1 when somebody says nothing; the JSON document says the same', async () => {
    await inPlace(async (place) => {
      const [first] = picked
      writePanel(place, () => 'passes')
      const { exit, out } = await place.run(...command, '1', '--missed-max', '.2')
      expect(exit).toBe(1)
      expect(out).toContain(`x missed by the panel  ${first?.id}`)
      expect(out.replace(/\s+/g, ' ')).toContain('why 1 of 1 of the faults were not caught by the panel, at most a share of 0.2 may be')
      const json = await place.run(...command, '1', '--json', '--missed-max', '1')
      expect(json.exit).toBe(1)
      const because = ["the panel can't be told from one that guesses: 0 of 1 faults caught and 1 of 1 clean twins passed"]
      expect(reportIn(json.out)).toMatchObject({
        verdict: 'FAIL',
        exit: 1,
        because,
        seed,
        figures: { panel: { caught: 0, missed: 1, passed: 1 } },
      })
      writePanel(place, () => 'fails')
      const silent = await place.run(...command, '1', '--json')
      expect(silent.exit).toBe(1)
      expect(reportIn(silent.out)).toMatchObject({ verdict: 'FAIL', figures: { panel: { abstained: 2, right: 0 } } })
    })
  })

  test('2 where a limit ended it; with --run it goes on and asks for the rest only', async () => {
    await inPlace(async (place) => {
      writePanel(place, right)
      const first = await place.run(...command, '2', '--run', 'r1', '--calls-max', '4', '--json')
      expect(first.exit).toBe(2)
      expect(reportIn(first.out)).toMatchObject({ verdict: 'NOT_MEASURED', stoppedBy: 'the limit of 4 calls is reached' })
      const second = await place.run('panel', 'canary', 'panel.json', '--run', 'r1', '--calls-max', '9', '--json')
      expect(second.exit, second.out).toBe(0)
      expect(reportIn(second.out)).toMatchObject({ verdict: 'PASS', seed, pairs: 2 })
      const other = await place.run('panel', 'canary', 'panel.json', '--run', 'r1', '--seed', '12')
      expect(other.exit).toBe(2)
      expect(other.err).toContain('was begun with another set')
    })
  })

  test('command agents are asked as real processes, in an empty folder of their own that is removed', async () => {
    await inPlace(async (place) => {
      const cards = picked.flatMap((pair) =>
        (['faulty', 'clean'] as const).map((variant) => [
          digest(pair[variant]),
          card(pair, variant, variant === 'faulty' ? 'catches' : 'passes'),
        ]),
      )
      place.write('cards.json', JSON.stringify(Object.fromEntries(cards)))
      place.write(
        'judge.mjs',
        `import { readFileSync, readdirSync } from 'node:fs'
const brief = readFileSync(0, 'utf8')
if (readdirSync('.').length > 0) throw new Error('not an empty folder')
const cards = JSON.parse(readFileSync(new URL('./cards.json', import.meta.url), 'utf8'))
const [, nonce] = /\\|\\|\\|SCORECARD:(\\w+)\\|\\|\\|/.exec(brief)
const card = cards[/urn:sha256:(\\w+)/.exec(brief)[1]]
process.stdout.write('|||SCORECARD:' + nonce + '|||\\n' + JSON.stringify(card) + '\\n|||END_SCORECARD:' + nonce + '|||\\n')
`,
      )
      const model = { use: 'command', argv: [process.execPath, join(place.folder, 'judge.mjs')], id: 'judge' }
      place.write('panel.json', JSON.stringify({ panel: [model], adversary: model, limits: { timeoutMs: 60_000 } }))
      const before = readdirSync(tmpdir()).filter((name) => name.startsWith('adjudicate-judge-'))
      const { exit, out, err } = await place.run('panel', 'canary', 'panel.json', '--pairs', '2', '--seed', String(seed), '--json')
      expect(exit, err + out).toBe(0)
      expect(reportIn(out).figures.panel).toMatchObject({ caught: 2, passed: 2 })
      expect(readdirSync(tmpdir()).filter((name) => name.startsWith('adjudicate-judge-') && !before.includes(name))).toEqual([])
    })
  })

  test('agents that fail or answer with marks that move a cursor: they abstain, and no such mark reaches the terminal', async () => {
    await inPlace(async (place) => {
      const marks = '\u001b[2J\u001b]0;mine\u0007\u202e\u009b31m'
      const agent = (id: string, says: string, script: string) => {
        place.write(id, says)
        return { use: 'command', argv: ['sh', '-c', script, 'sh', join(place.folder, id)], id }
      }
      const inBlock = `nonce=$(sed -n 's/.*SCORECARD:\\([A-Za-z0-9]*\\)|||.*/\\1/p' | head -n 1); printf '|||SCORECARD:%s|||\\n%s\\n|||END_SCORECARD:%s|||\\n' "$nonce" "$(cat "$1")" "$nonce"`
      const fails = agent('fails', marks.repeat(60), 'cat "$1" >&2; exit 3')
      const breaks = agent('breaks', `{"scores": ${marks} }`, inBlock)
      const lies = agent('lies', JSON.stringify({ [marks]: 1, recommendation: marks }), inBlock)
      place.write('panel.json', JSON.stringify({ panel: [breaks, lies], adversary: fails, limits: { callRetries: 0 } }))
      const { exit, out, err } = await place.run(...command, '1')
      expect(exit).toBe(1)
      expect(out + err).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
      const flat = out.replace(/\s+/g, ' ')
      expect(flat).toContain('out-of-contract: no JSON: line 1, column 12, at scores: found')
      expect(flat).toMatch(/out-of-contract: \d faults, the first: /)
      for (const line of out.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
    })
  })

  test('an interrupt ends the agents: 130, what is known on record, and with --run it goes on', async () => {
    await inPlace(async (place) => {
      place.write(
        'judge.mjs',
        "import { writeFileSync } from 'node:fs'\nwriteFileSync(new URL('./hung', import.meta.url), '')\nsetInterval(() => undefined, 60_000)\n",
      )
      const model = { use: 'command', argv: [process.execPath, join(place.folder, 'judge.mjs')], id: 'scripted-1' }
      place.write('panel.json', JSON.stringify({ panel: [model], adversary: model }))
      const running = place.run(...command, '1', '--run', 'r1', '--json')
      await vi.waitUntil(() => existsSync(join(place.folder, 'hung')), { timeout: 20_000, interval: 10 })
      process.emit('SIGINT', 'SIGINT')
      const { exit, out, err } = await running
      expect(exit).toBe(130)
      expect(err).toContain('stopping')
      expect(reportIn(out)).toMatchObject({ verdict: 'NOT_MEASURED', exit: 130, unjudged: 2, stoppedBy: 'the run was stopped' })
      expect([process.listenerCount('SIGINT'), process.listenerCount('SIGTERM')]).toEqual([0, 0])
      expect((await place.run('ledger', 'show', '--stream', 'judges/r1', '--json')).out).toContain('NOT_MEASURED')
    })
  })

  test("a slice's file lends its judges", async () => {
    await inPlace(async (place) => {
      writePanel(place, right)
      const model = { use: 'scripted', answers: 'answers.json' }
      const slice = { id: 'S1', spec: 'x', rubric: { criteria: ['x'], dimensions: ['x'] } }
      place.write('slice.json', JSON.stringify({ slice, models: { doer: model, panel: [model], adversary: model } }))
      expect((await place.run('panel', 'canary', 'slice.json', '--pairs', '2', '--seed', String(seed))).exit).toBe(0)
    })
  })

  test('faulty files and flags are told with their paths and limits, and nobody is asked', async () => {
    await inPlace(async (place) => {
      const model = { use: 'scripted', answers: 'none.json' }
      const faults: [unknown, RegExp][] = [
        [{ panel: [], adversary: model }, /panel/],
        [{ panel: [model] }, /adversary/],
        [{ panel: [{ ...model, more: 1 }], adversary: model }, /panel\[0\]/],
        [{ panel: [model], adversary: model, jury: 1 }, /jury/],
        [{ panel: [model], adversary: model, limits: { concurrency: 0 } }, /limits\.concurrency/],
        [{ panel: [model], adversary: model }, /none\.json/],
        [[], /panel, adversary/],
      ]
      for (const [content, words] of faults) {
        place.write('panel.json', JSON.stringify(content))
        const { exit, out, err } = await place.run(...command, '1')
        expect(exit, JSON.stringify(content)).toBe(2)
        expect(err, JSON.stringify(content)).toMatch(words)
        expect(err).not.toContain('models.')
        expect(out).toBe('')
      }
      place.write('panel.json', '{"panel":[],"panel":[]}')
      expect((await place.run(...command, '1')).err).toMatch(/twice/)
      writePanel(place, right)
      for (const flags of [
        ['--pairs', '0'],
        ['--pairs', 'many'],
        ['--missed-max', '1.5'],
        ['--missed-max', ''],
        ['--false-alarms-max', '-1'],
        ['--run', ''],
        ['--run', '../up'],
        ['--seed', '1e3'],
      ]) {
        const { exit } = await place.run('panel', 'canary', 'panel.json', ...flags)
        expect(exit, flags.join(' ')).toBe(2)
      }
      expect(
        readdirSync(place.folder)
          .filter((name) => name === '.adjudicate')
          .flatMap((name) => readdirSync(join(place.folder, name)))
          .filter((name) => name === 'canaries'),
      ).toEqual([])
    })
  })
})
