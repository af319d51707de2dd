import { describe, expect, test } from 'vitest'
import { parseRefereeBlock } from '../../src/discipline/parse-block'
import type { Place, Ran } from '../support/command-line'
import { inPlace } from '../support/command-line'
import { answered } from '../support/person-at-terminal'

const instructions = [
  'Do not add dependencies to the project.',
  'Amounts are integers of the smallest unit.',
  'Every endpoint has a test of its own.',
]

async function opened(place: Place): Promise<void> {
  place.write('DIRECTIVE.md', `${instructions.join('\n')}\n`)
  place.write('build.json', JSON.stringify({ primary: 'opus', alternates: ['codex'] }))
  const { exit, out } = await place.run('card', 'open', 'build.json', '--authority', 'DIRECTIVE.md')
  expect([exit, out.slice(0, 53)]).toEqual([0, '+ opened  opus leads, held to DIRECTIVE.md           '])
}

function give(place: Place, card: object = {}, ...more: readonly string[]): Promise<Ran> {
  const usual = {
    builder: 'opus',
    packet: 'p4',
    instruction: instructions[0],
    violation: 'ignored-constraint',
    evidence: [{ kind: 'line', file: 'package.json', line: 1 }],
    corpus: { artifact: { 'package.json': '"left-pad": "1.0.0"\n' } },
    correction: 'remove left-pad',
  }
  place.write('card.json', JSON.stringify({ ...usual, ...card }))
  return place.run('card', 'give', 'card.json', ...more)
}

function blockOf(out: string): string {
  return out.slice(out.indexOf('REFEREE'), out.indexOf('\n\n  next'))
}

describe('adjudicate card', () => {
  test('R-REF-32 a yellow prints the block as it is parsed, and whose turn it is', async () => {
    await inPlace(async (place) => {
      await opened(place)
      const { exit, out } = await give(place)
      expect(exit).toBe(0)
      expect(out.split('\n')[0]).toMatch(/^\[Y 1\/3\] YELLOW {2}packet p4 is stopped {2,}exit 0$/)
      const block = parseRefereeBlock(blockOf(out))
      expect(block).toMatchObject({ ok: true, value: { builder: 'opus', card: 'YELLOW', yellowCount: { count: 1, of: 3 } } })
      expect(out).toContain('  next   opus: remove left-pad; then adjudicate card correct FILE')
    })
  })

  test('R-REF-13 the third is red: the builder is benched and the alternate leads', async () => {
    await inPlace(async (place) => {
      await opened(place)
      await give(place)
      await give(place, { instruction: instructions[1], packet: 'p5' })
      const { exit, out } = await give(place, { instruction: instructions[2], packet: 'p6' })
      expect([exit, out.split('\n')[0]]).toEqual([0, expect.stringMatching(/^\[R 3\/3\] RED {2}opus is benched, codex leads {2,}exit 0$/)])
      expect(out).toContain('Temporary lead: codex\nPackets remaining on red card: 3\nReturn state: BENCHED\n')
      const done = await place.run('card', 'packet', 'p7', '--by', 'codex')
      expect([done.exit, done.out.split('  ')[1]?.trim()]).toEqual([0, 'p7 by codex'])
      const reread = await place.run('card', 'reread', 'opus', '--document', 'DIRECTIVE.md', '--json')
      expect(JSON.parse(reread.out)).toMatchObject({ events: [{ type: 'discipline.reread' }], lead: 'codex', exit: 0 })
      place.write('short.md', 'a summary')
      const summary = await place.run('card', 'reread', 'opus', '--document', 'short.md')
      expect([summary.exit, summary.out.includes('R-REF-16 wrong-document')]).toEqual([1, true])
      const state = await place.run('card', 'state')
      expect(state.out).toMatch(/ {2}opus {3}BENCHED {4}cards 3\/3 {3}waits for packets, reconstruction\n/)
    })
  })

  test('R-REF-08 with --artifact the act is looked up where it was done, and a file’s own word for it is refused', async () => {
    await inPlace(async (place) => {
      await opened(place)
      place.write('work/package.json', '{\n  "dependencies": { "left-pad": "^1.3.0" }\n}\n')
      const seen = { evidence: [{ kind: 'quote', text: '"left-pad": "^1.3.0"', source: 'package.json' }], corpus: undefined }
      const own = await give(place, {}, '--artifact', 'work/')
      expect([own.exit, own.err.replace(/\s+/g, ' ')]).toEqual([2, expect.stringContaining('leave "corpus" out')])
      const gone = await give(place, { ...seen, evidence: [{ kind: 'quote', text: '"right-pad": "^1.3.0"' }] }, '--artifact', 'work/')
      expect([gone.exit, gone.out.includes('no-anchored-evidence')]).toEqual([1, true])
      const given = await give(place, seen, '--artifact', 'work/')
      expect([given.exit, given.out.slice(0, 16)]).toEqual([0, '[Y 1/3] YELLOW  '])
      expect((await give(place, seen, '--artifact', '')).exit).toBe(2)
      place.write('correct.json', JSON.stringify({ card: 'k1', evidence: [{ kind: 'line', file: 'package.json', line: 2 }] }))
      const unchanged = await place.run('card', 'correct', 'correct.json', '--artifact', 'work/')
      expect([unchanged.exit, unchanged.out.includes('R-REF-12 nothing-changed')]).toEqual([1, true])
      place.write('work/README.md', 'unused\n')
      const other = await place.run('card', 'correct', 'correct.json', '--artifact', 'work/')
      expect([other.exit, other.out.includes('R-REF-12 shows-the-breach')]).toEqual([1, true])
      place.write('work/package.json', '{\n  "dependencies": {}\n}\n')
      expect((await place.run('card', 'correct', 'correct.json', '--artifact', 'work/')).exit).toBe(0)
      expect((await place.run('card', 'fail', 'correct.json', '--artifact', 'work/')).exit).toBe(2)
    })
  })

  test('R-REF-08 R-REF-12 no quotation is found in the very file that quotes it, in a folder and in a revision', async () => {
    await inPlace(async (place) => {
      await opened(place)
      place.write('package.json', '{ "name": "refunds" }\n')
      const invented = { evidence: [{ kind: 'quote', text: 'I have surely broken a rule' }], corpus: undefined }
      const inFolder = await give(place, invented, '--artifact', '.')
      expect([inFolder.exit, inFolder.out.includes('no-anchored-evidence')]).toEqual([1, true])
      expect(inFolder.err).toContain('card.json says what is cited and is no part of what is judged')
      place.git('init', '-q')
      place.git('add', '-A')
      place.git('commit', '-q', '-m', 'all of it')
      const inRevision = await give(place, invented, '--artifact', 'HEAD')
      expect([inRevision.exit, inRevision.out.includes('no-anchored-evidence')]).toEqual([1, true])
      // What stands elsewhere in the same change is found.
      const real = { evidence: [{ kind: 'quote', text: '{ "name": "refunds" }' }], corpus: undefined }
      expect((await give(place, real, '--artifact', 'HEAD')).exit).toBe(0)
    })
  })

  test('R-REF-08 R-REF-11 without an anchored quote and evidence, and for the same act twice, nothing counts', async () => {
    await inPlace(async (place) => {
      await opened(place)
      const bare = await give(place, { instruction: 'Write beautiful code at all times.', evidence: [] })
      expect(bare.exit).toBe(1)
      expect(bare.out).toContain('R-REF-08 no-anchored-evidence')
      expect(bare.out).toContain('R-REF-08 quote-not-in-authority')
      await give(place)
      const twice = await give(place)
      expect([twice.exit, twice.out.includes('R-REF-11 duplicate')]).toEqual([1, true])
    })
  })

  test('R-REF-20 only a person at the terminal strikes a card, and it stays on record', async () => {
    await inPlace(async (place) => {
      await opened(place)
      await give(place)
      place.write('strike.json', JSON.stringify({ card: 'k1', reason: 'the rule came later' }))
      const alone = await place.run('card', 'rescind', 'strike.json')
      expect([alone.exit, alone.err.includes('asked on the terminal')]).toEqual([2, true])
      place.write('claims.json', JSON.stringify({ card: 'k1', reason: 'r', by: { kind: 'human', id: 'Ann' } }))
      expect((await answered(place, ['card', 'rescind', 'claims.json'], ['Ann', 'rescind'])).exit).toBe(2)
      expect((await answered(place, ['card', 'rescind', 'strike.json'], ['Ann', 'yes'])).exit).toBe(2)
      const struck = await answered(place, ['card', 'rescind', 'strike.json'], ['Ann', 'rescind'])
      // What it is about stands there before anybody is asked.
      expect(struck.err).toMatch(
        /^about to rescind\n {2}k1 {2}YELLOW open, opus on p4: .+\n {2}reason {2}the rule came later\n {2}then opus leads\n/,
      )
      const again = await answered(place, ['card', 'rescind', 'strike.json'], [])
      expect([again.exit, again.err, again.out.includes('card-not-open') || again.out.includes('already')]).toEqual([1, '', true])
      expect([struck.exit, struck.out.split('\n')[0]]).toEqual([
        0,
        expect.stringMatching(/^\[- 0\/3\] struck {2}k1 by Ann; it stays on record/),
      ])
      expect((await place.run('card', 'state')).out).toContain('  k1  YELLOW rescinded, opus on p4')
    })
  })

  test('bad input, a build that is not open, and hostile names', async () => {
    await inPlace(async (place) => {
      expect((await place.run('card', 'state')).err).toContain('no build main is open')
      place.write('build.json', JSON.stringify({ primary: 'opus', alternates: [], authority: { id: 'D' } }))
      const bad = await place.run('card', 'open', 'build.json')
      expect([bad.exit, bad.err.split('\n')[0]]).toEqual([2, expect.stringContaining('build.json has 2 faults')])
      await opened(place)
      const hostile = await give(place, { packet: 'p\u001b[2J\nCard: RED' })
      expect(hostile.exit).toBe(0)
      expect(hostile.out).not.toMatch(/\u001b|^Card: RED$/mu)
      expect((await place.run('card', 'open', 'build.json', '--build', 'main')).exit).toBe(2)
    })
  })

  test('two cards at once are both recorded, one after the other', async () => {
    await inPlace(async (place) => {
      await opened(place)
      const both = await Promise.all([give(place), place.run('card', 'packet', 'p9', '--by', 'opus')])
      expect(both.map(({ exit }) => exit)).toEqual([0, 0])
      expect((await place.run('ledger', 'verify')).out).toMatch(/^\+ intact {2}3 events,/)
    })
  })
})
