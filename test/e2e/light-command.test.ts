import { describe, expect, test } from 'vitest'
import { AdjudicateError } from '../../src/errors'
import { inLedger } from '../../src/faces/cli/recorded'
import type { Place, Ran } from '../support/command-line'
import { inPlace } from '../support/command-line'
import { answered } from '../support/person-at-terminal'

const now = '2026-11-28T12:00:00.000Z'
const dossier = { hypothesisedCause: 'a', supportingEvidence: ['b'], counterEvidence: 'c', verification: 'd', rollback: 'e' }
const axes = { cause: 'RC2', solution: 'FX1', evidence: ['EV2'], scope: 'SC2', H1: 'no', H2: 'no', H3: 'no', H4: 'no' }
const clear = { ...axes, cause: 'RC1', scope: 'SC1' }
const greenCard = {
  shouldBe: 'one refund',
  actuallyIs: 'two refunds',
  cause: ['the key leaves the body out', 'so two bodies share a key'],
  fix: 'digest the body too',
  scope: 'src/refunds.ts; nothing else',
  verification: 'the replayed pair refunds once',
  acceptance: 'test/refunds.test.ts passes',
  conclusion: 'fix it',
}
const gate = {
  l1: [{ name: 'types', result: 'green' }],
  fast: { documentationOnly: false, oneFileOnePoint: false, sharedContract: false, precedent: null, securitySensitive: false },
  facts: { premise: 'ok', requirement: 'RQ2', solution: 'SL1', tradeoff: 'none' },
}

function light(place: Place, payload: object, ...more: readonly string[]): Promise<Ran> {
  place.write('fault.json', JSON.stringify(payload))
  return answered(place, ['light', 'fault.json', ...more], [], now)
}

function authorize(place: Place, answers: readonly string[], grant = 'attempt-hypothesis', ...more: readonly string[]): Promise<Ran> {
  return answered(place, ['authorize', 'F-20261128-01', '--grant', grant, ...more], answers, now)
}

const sixthRule = `[.Y.] yellow  F-20261128-01, bugfix@1 rule 6a                             exit 3

  cause      RC1 located      >RC2 supported<   RC3 not located
  solution  >FX1 determined<   FX2 candidates   FX3 none
  evidence   EV1 runtime      >EV2 static<      EV3 report   EV4 inference
  scope      SC1 one point    >SC2 several<     SC3 across modules
  mandatory  H1 no   H2 no   H3 no   H4 no

  ways out
  [..G] green   cause RC2 -> RC1 and scope SC2 -> SC1
  [R..] red     beware: cause RC1 alone (rule 7, a known inversion of bugfix@1)

## F-20261128-01: yellow, hypothesis to verify

bugfix@1, rule 6a

**Hypothesised cause**

> a

**Supporting evidence**

> - b

**Counter-evidence, and explanations not yet excluded**

> c

**How to verify**

> d

**How to roll back**

> e

**What a person must confirm or authorize**

> - whether work may go on with the hypothesis, or this version be observed

^ go on as it is only when a person authorizes it:
  next   adjudicate authorize F-20261128-01 --grant attempt-hypothesis
`

describe('adjudicate light', () => {
  test('R-TL-02 R-TL-15 a yellow fault waits for a person, and its page is the designed one', async () => {
    await inPlace(async (place) => {
      const { exit, out, err } = await light(place, { ...axes, dossier })
      expect(exit).toBe(3)
      expect(out).toBe(sixthRule)
      expect(err).toMatch(/^recorded as event 1, sha256:/)
    })
  })

  test('the same payload is the same card, another payload the next one, and every event is known to verify', async () => {
    await inPlace(async (place) => {
      await light(place, { ...axes, dossier })
      const again = JSON.parse((await light(place, { ...axes, dossier }, '--json')).out) as { card: string; exit: number }
      expect([again.card, again.exit]).toEqual(['F-20261128-01', 3])
      const other = JSON.parse((await light(place, { ...axes, scope: 'SC1', dossier }, '--json')).out) as { card: string }
      expect(other.card).toBe('F-20261128-02')
      expect((await place.run('ledger', 'verify')).out).toContain('+ schemas     2 known, 0 unknown')
    })
  })

  test('R-TL-03 R-TL-04 a yellow without a dossier is red, names what is missing, and no person can authorize it', async () => {
    await inPlace(async (place) => {
      const { exit, out } = await light(place, axes)
      expect(exit).toBe(1)
      expect(out).toContain('x dossier   the table says yellow; a yellow must state hypothesisedCause,\n')
      const refused = await authorize(place, ['Ann', 'try the current hypothesis'])
      expect(refused.exit).toBe(1)
      expect(refused.out).toContain('R-TL-03 red-cannot-be-authorized')
    })
  })

  test('a way out brings the evidence that its cause needs', async () => {
    await inPlace(async (place) => {
      const { out } = await light(place, { ...axes, scope: 'SC1', evidence: ['EV3'], dossier })
      expect(out).toContain('  [..G] green   cause RC2 -> RC1 and evidence EV3 -> EV2\n')
    })
  })

  test('R-GATE-03 R-TL-21 a yellow of the development gate goes on, a red stops, with ids of their own', async () => {
    await inPlace(async (place) => {
      const yellow = await light(place, gate)
      expect([yellow.exit, yellow.out.split('\n')[0]]).toEqual([
        0,
        expect.stringMatching(/^\[\.Y\.\] yellow {2}G-20261128-01, dev-gate@1 /),
      ])
      const red = await light(place, { ...gate, l1: [{ name: 'types', result: 'red' }] })
      expect([red.exit, red.out.split('\n')[0]]).toEqual([1, expect.stringMatching(/^\[R\.\.\] red {2}G-20261128-02, dev-gate@1 rule L1/)])
    })
  })

  test('explain shows a card again, or a file without recording it', async () => {
    await inPlace(async (place) => {
      await light(place, { ...axes, dossier })
      const shown = await place.run('light', 'explain', 'F-20261128-01')
      expect([shown.exit, shown.out]).toEqual([3, sixthRule])
      place.write('other.json', JSON.stringify({ ...axes, cause: 'RC1', scope: 'SC1' }))
      const other = JSON.parse((await place.run('light', 'explain', 'other.json', '--json')).out) as { card: string; light: string }
      expect([other.card, other.light]).toEqual(['-', 'green'])
      expect((await place.run('ledger', 'verify')).out).toMatch(/^\+ intact {2}1 event,/)
    })
  })

  test('R-TL-16 a green card is printed from what the file says, and given as data', async () => {
    await inPlace(async (place) => {
      const { exit, out } = await light(place, { ...clear, card: greenCard })
      expect(exit).toBe(0)
      expect(out).toContain(
        '\n## F-20261128-01: green\n\nbugfix@1, rule 5\n\n**What should be**\n\n> one refund\n\n**What is**\n\n> two refunds\n\n',
      )
      expect(out).toContain('> - the key leaves the body out\n> - so two bodies share a key\n')
      const { lightCard, lacks } = JSON.parse((await light(place, { ...clear, card: greenCard }, '--json')).out) as Record<string, unknown>
      expect([lacks, lightCard]).toEqual([
        [],
        { id: 'F-20261128-01', kind: 'fault', light: 'green', policy: 'bugfix@1', rule: '5', fields: greenCard },
      ])
    })
  })

  test('R-TL-16 R-TL-18 a card with an empty field is refused by its name, and nothing is recorded', async () => {
    await inPlace(async (place) => {
      for (const fix of ['', ' \u200b', [], [' ']]) {
        const { exit, out } = await light(place, { ...clear, card: { ...greenCard, fix } })
        expect([exit, out.replace(/\s+/g, ' ')]).toEqual([
          1,
          expect.stringContaining(
            "R-TL-16 card-incomplete this is green by bugfix@1 rule 5, and the payload's card leaves empty what a green card states: fix",
          ),
        ])
      }
      // A red card takes nothing from what was written for a green one.
      const red = await light(place, { ...clear, scope: 'SC2', card: greenCard })
      expect([red.exit, red.out.replace(/\s+/g, ' ')]).toEqual([
        1,
        expect.stringContaining('what a red card states: established, missing, howToSupply, howToVerify, toDecide'),
      ])
      const unknown = await light(place, { ...clear, card: { ...greenCard, hypothesisedCause: 'x', fixx: 'y', shouldBe: 7 } })
      expect([unknown.exit, unknown.err]).toEqual([2, expect.stringMatching(/3 faults/)])
      expect((await place.run('ledger', 'verify')).out).toMatch(/^\. empty/)
    })
  })

  test('R-TL-18 a red card holds its five fields and no fix, whatever else the file says', async () => {
    await inPlace(async (place) => {
      const red = { established: 'a', missing: 'b', howToSupply: 'c', howToVerify: 'd', toDecide: 'e' }
      const { exit, out } = await light(place, { ...clear, scope: 'SC2', card: { ...greenCard, ...red } })
      expect([exit, out.includes('\n## F-20261128-01: red, cause unknown\n'), out.includes('digest the body')]).toEqual([1, true, false])
    })
  })

  test('without a card in the file the page says what one would state', async () => {
    await inPlace(async (place) => {
      const { exit, out } = await light(place, clear)
      expect(exit).toBe(0)
      expect(out).toContain('. card      not written; "card" in the file states shouldBe, actuallyIs,')
      expect(JSON.parse((await light(place, clear, '--json')).out)).toMatchObject({ lightCard: null, lacks: Object.keys(greenCard) })
      const whole = { requirement: 'a', solution: 'b', scope: 'c', acceptance: 'd', openRisk: 'e', conclusion: 'f' }
      expect((await light(place, { ...gate, card: whole })).out).toContain('## G-20261128-01: yellow, goes on with an open risk\n')
    })
  })

  test('R-GATE-07 a precedent is a green on record, not a name that the payload makes up', async () => {
    await inPlace(async (place) => {
      const citing = (precedent: string) => ({ ...gate, facts: { premise: 'ok' }, fast: { ...gate.fast, precedent } })
      for (const made of ['G-20261128-01', '\u202eG-1', 'F-20261128-01']) {
        const { exit, out } = await light(place, citing(made))
        expect([exit, out.includes('R-GATE-07 unknown-precedent')]).toEqual([1, true])
      }
      await light(place, gate)
      expect((await light(place, citing('G-20261128-01'))).out.replace(/\s+/g, ' ')).toContain(
        '"G-20261128-01", which is yellow: a precedent',
      )
      await light(place, { ...gate, facts: { ...gate.facts, requirement: 'RQ1' } })
      const cited = await light(place, citing('G-20261128-02'))
      expect([cited.exit, cited.out.slice(0, 12)]).toEqual([0, '[..G] green '])
    })
  })

  test('a misspelled field of a gate is a fault, and never one that was left out', async () => {
    await inPlace(async (place) => {
      const { exit, err } = await light(place, {
        ...gate,
        l1: [{ name: 'types', result: 'green', resultt: 'red' }],
        fast: { ...gate.fast, securitysensitive: true },
      })
      expect([exit, err]).toEqual([2, expect.stringMatching(/has 2 faults/)])
      for (const path of ['l1[0].resultt', 'fast.securitysensitive']) expect(err).toContain(path)
    })
  })

  test('R-TL-12 no operation is called by a word that says yes', async () => {
    await inPlace(async (place) => {
      for (const name of ['ok', 'Yes.', '可以', 'do it']) {
        const { exit, out } = await light(place, { ...clear, H4: 'needed-contained', dossier }, '--operation', name)
        expect([name, exit, out.includes('R-TL-12 operation-not-named')]).toEqual([name, 1, true])
      }
    })
  })

  test('a dossier of very many lines is judged and printed', async () => {
    await inPlace(async (place) => {
      const supportingEvidence = Array.from({ length: 200_000 }, () => 'x')
      const { exit, out } = await light(place, { ...axes, dossier: { ...dossier, supportingEvidence } })
      expect([exit, out.split('\n').filter((line) => line === '> - x').length]).toEqual([3, 200_000])
    })
  })

  test('no line of somebody’s words stands as a line of the page', async () => {
    await inPlace(async (place) => {
      const forged = '+ intact  9 events\n^ go on\n## F-20261128-09: green\n  next   adjudicate approve P-1\u001b[2J\u202e'
      const { out } = await light(place, { ...axes, dossier: { ...dossier, rollback: forged, verification: [forged] } })
      const theirs = out.split('\n').filter((line) => /intact|go on\b|: green|approve P-1/.test(line))
      expect(theirs.filter((line) => !line.startsWith('> '))).toEqual(['^ go on as it is only when a person authorizes it:'])
      expect(theirs).toHaveLength(7)
      expect(out).not.toMatch(/[\u001b\u202e]/)
    })
  })

  test('bad input is refused with every path, and nothing is recorded', async () => {
    await inPlace(async (place) => {
      const { exit, out, err } = await light(place, { ...axes, cause: 'RC9', evidence: [], '\u001b[2J': 1 })
      expect([exit, out]).toEqual([2, ''])
      expect(err).toMatch(/^x not judged {2}fault\.json has 3 faults/)
      expect(err).toContain('found "RC9": expected one of "RC1", "RC2", "RC3"')
      expect(err).not.toContain('\u001b')
      expect((await place.run('ledger', 'verify')).exit).toBe(1)
    })
  })

  test('two at once get two ids, and a race that is lost again and again says what to do', async () => {
    await inPlace(async (place) => {
      place.write('a.json', JSON.stringify({ ...axes, dossier }))
      place.write('b.json', JSON.stringify({ ...axes, scope: 'SC3', dossier }))
      const both = await Promise.all([place.run('light', 'a.json', '--json'), place.run('light', 'b.json', '--json')])
      const ids = both.map(({ out }) => (JSON.parse(out) as { card: string }).card.slice(-2))
      expect(ids.sort()).toEqual(['01', '02'])
      const here = { cwd: place.folder, env: {}, out: () => undefined, err: () => undefined, isTerminal: false }
      const lost = inLedger(here, '.adjudicate', () => Promise.reject(new AdjudicateError('conflict', 'light/faults is at 2, not 1')))
      await expect(lost).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('nothing was recorded. Run it again.') as string,
      })
    })
  })
})

describe('adjudicate authorize', () => {
  test('R-TL-19 refuses without a terminal, and a bare ok authorizes nothing', async () => {
    await inPlace(async (place) => {
      await light(place, { ...axes, dossier })
      const alone = await place.run('authorize', 'F-20261128-01', '--grant', 'attempt-hypothesis')
      expect([alone.exit, alone.out]).toEqual([2, ''])
      expect(alone.err).toContain('asked on the terminal')
      const ok = await authorize(place, ['Ann', 'ok'])
      expect([ok.exit, ok.out.includes('acknowledged-only')]).toEqual([1, true])
      expect((await place.run('ledger', 'verify')).out).toMatch(/^\+ intact {2}1 event,/)
    })
  })

  test('R-TL-19 in plain words the yellow may go on, once', async () => {
    await inPlace(async (place) => {
      await light(place, { ...axes, dossier })
      const given = await authorize(place, ['Ann', 'Yes, try the current hypothesis'])
      expect([given.exit, given.out]).toEqual([
        0,
        expect.stringMatching(/^\+ authorized {2}A-20261128-01, attempt-hypothesis on F-20261128-01/),
      ])
      const used = await light(place, { ...axes, dossier }, '--use', 'A-20261128-01')
      expect([used.exit, used.out.slice(0, 12)]).toEqual([0, '[.Y.] yellow'])
      const twice = await light(place, { ...axes, dossier }, '--use', 'A-20261128-01')
      expect([twice.exit, twice.out.includes('already-used')]).toEqual([1, true])
    })
  })

  test('a payload that changed is not covered, and neither is one after seven days', async () => {
    await inPlace(async (place) => {
      await light(place, { ...axes, dossier })
      await authorize(place, ['Ann', 'try the current hypothesis'])
      const changed = await light(place, { ...axes, scope: 'SC3', dossier }, '--use', 'A-20261128-01')
      expect([changed.exit, changed.out.includes('other-card')]).toEqual([1, true])
      place.write('fault.json', JSON.stringify({ ...axes, dossier }))
      const late = await answered(place, ['light', 'fault.json', '--use', 'A-20261128-01'], [], '2026-12-05T12:00:00.000Z')
      expect([late.exit, late.out.includes('expired')]).toEqual([1, true])
    })
  })

  test('R-TL-10 a verification fix is judged anew under a card of its own: what waiting masked turns red', async () => {
    await inPlace(async (place) => {
      const waits = { ...axes, cause: 'RC1', H2: 'needed', dossier }
      const judged = await light(place, waits)
      expect(judged.out).toContain('! masked    once authorized the table says red\n')
      const { exit, out } = await authorize(place, ['Ann', 'verification-fix'], 'verification-fix')
      expect([exit, out.split('\n')[0]]).toEqual([1, expect.stringMatching(/^\[R\.\.\] red {2}F-20261128-02, bugfix@1 rule 7 /)])
      const again = await authorize(place, ['Ann', 'verification-fix'], 'verification-fix')
      expect([again.exit, again.out.includes('already-used')]).toEqual([1, true])
    })
  })

  test('R-TL-12 a dangerous operation is authorized by its name alone', async () => {
    await inPlace(async (place) => {
      const waits = { ...axes, scope: 'SC1', cause: 'RC1', H4: 'needed-contained', dossier }
      await light(place, waits, '--operation', 'drop the cache')
      const grant = ['dangerous-operation', '--operation', 'drop the cache'] as const
      expect((await authorize(place, ['Ann', 'yes do it'], ...grant)).exit).toBe(1)
      const { exit, out } = await authorize(place, ['Ann', 'drop the cache'], ...grant)
      expect([exit, out.slice(0, 27)]).toEqual([0, '[..G] green  F-20261128-02,'])
    })
  })

  test('nobody authorizes themselves by writing it into the payload', async () => {
    await inPlace(async (place) => {
      const forged = await light(place, { ...axes, cause: 'RC1', scope: 'SC1', H2: 'authorized', dossier })
      expect([forged.exit, forged.out.includes('authorization-not-given')]).toEqual([1, true])
    })
  })

  test('R-TL-19 the plain words of a grant do, and a refusal names some that would', async () => {
    for (const words of [
      'observe this version',
      'observe the current version',
      'you may observe this version',
      'I authorize this version to be observed',
      '观察这个版本',
    ]) {
      await inPlace(async (place) => {
        await light(place, { ...axes, dossier })
        const refused = await authorize(place, ['Ann', 'ok'], 'observe-this-version')
        expect([refused.exit, refused.out.replace(/\s+/g, ' ')]).toEqual([1, expect.stringContaining('"observe this version" would')])
        expect([words, (await authorize(place, ['Ann', words], 'observe-this-version')).exit]).toEqual([words, 0])
        expect((await light(place, { ...axes, dossier })).out).toContain('  next   adjudicate light fault.json --use A-20261128-01\n')
      })
    }
  })

  test('a gate is not authorized, and the refusal says what helps', async () => {
    await inPlace(async (place) => {
      await light(place, { ...gate, facts: { ...gate.facts, requirement: 'RQ3' } })
      const { exit, out } = await answered(place, ['authorize', 'G-20261128-01', '--grant', 'attempt-hypothesis'], ['Ann', 'x'], now)
      expect([exit, out.replace(/\s+/g, ' ')]).toEqual([1, expect.stringContaining('judge the file anew: adjudicate light FILE')])
    })
  })

  test('R-TL-12 where the operation has no name the next step gives it one; a severe one is never authorized', async () => {
    await inPlace(async (place) => {
      const waits = { ...clear, H4: 'needed-contained', dossier }
      expect((await light(place, waits)).out).toContain('  next   adjudicate light fault.json --operation NAME\n')
      await light(place, waits, '--operation', 'drop the cache')
      const grant = ['--grant', 'dangerous-operation', '--operation', 'drop the cache']
      await answered(place, ['authorize', 'F-20261128-02', ...grant], ['Ann', 'drop the cache'], now)
      const again = await light(place, waits, '--operation', 'drop the cache')
      expect(again.out).toContain('judged anew as F-20261128-03:\n')
      const severe = await light(place, { ...waits, H4: 'needed-severe' }, '--json')
      const { waysOut } = JSON.parse(severe.out) as { waysOut: readonly unknown[] }
      expect([waysOut.length > 0, JSON.stringify(waysOut).includes('authorized')]).toEqual([true, false])
      expect(new Set(waysOut.map((one) => JSON.stringify(one))).size).toBe(waysOut.length)
    })
  })

  test('R-TL-03 what a person allowed under one table does not lift the red of another', async () => {
    await inPlace(async (place) => {
      const wide = { ...axes, cause: 'RC1', evidence: ['EV1'], scope: 'SC3', dossier }
      expect((await light(place, wide, '--policy', 'bugfix@2')).exit).toBe(3)
      expect((await authorize(place, ['Ann', 'try the current hypothesis'])).exit).toBe(0)
      const lifted = await light(place, wide, '--use', 'A-20261128-01')
      expect([lifted.exit, lifted.out.includes('other-card')]).toEqual([1, true])
      expect((await light(place, wide, '--policy', 'bugfix@2', '--use', 'A-20261128-01')).exit).toBe(0)
    })
  })

  test('R-TL-19 what one authorization turned green is no licence for the next file that says the same', async () => {
    await inPlace(async (place) => {
      const waits = { ...axes, scope: 'SC1', cause: 'RC1', H4: 'needed-contained', dossier }
      await light(place, waits, '--operation', 'drop the cache')
      await authorize(place, ['Ann', 'drop the cache'], 'dangerous-operation', '--operation', 'drop the cache')
      for (const more of [[], ['--operation', 'drop the cache']]) {
        const again = await light(place, { ...waits, H4: 'authorized' }, ...more)
        expect([again.exit, again.out.includes('authorization-not-given')]).toEqual([1, true])
      }
    })
  })
})
