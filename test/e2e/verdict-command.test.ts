import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Place } from '../support/command-line'
import { inPlace } from '../support/command-line'

type Json = Record<string, unknown>
type Panel = Json & { rubric: Json; panel: (Json & { scores: Json[] })[]; corpus?: Json }

const smallest = readFileSync(join(import.meta.dirname, '../../examples/smallest/panel.json'), 'utf8')
const source = (JSON.parse(smallest) as { corpus: { artifact: Record<string, string> } }).corpus.artifact['src/limiter.ts'] ?? ''
const panel = (): Panel => JSON.parse(smallest) as Panel

/** The smallest panel with another score and quote for one member's robustness. */
function withRobustness(changes: Readonly<Record<string, { score: number; quote?: string }>>): Panel {
  const changed = panel()
  for (const seat of changed.panel) {
    const change = changes[String(seat['member'])]
    const score = seat.scores[1]
    if (change === undefined || score === undefined) continue
    score['score'] = change.score
    if (change.quote !== undefined) score['claims'] = [{ text: 'c', citations: [{ kind: 'quote', text: change.quote }] }]
  }
  return changed
}

function repository(place: Place): void {
  place.git('init', '-q', '-b', 'main')
  place.write('README', 'a limiter\n')
  place.git('add', '.')
  place.git('commit', '-q', '-m', 'start')
  place.write('src/limiter.ts', source)
  place.write('src/untouched notes.md', 'not part of this change\n')
  place.git('add', 'src/limiter.ts')
  place.git('commit', '-q', '-m', 'limit')
}

describe('adjudicate verdict', () => {
  test('a sound panel ships, is recorded, and the same panel again is the same event', async () => {
    await inPlace(async (place) => {
      place.write('panel.json', smallest)
      const first = await place.run('verdict', 'panel.json')
      expect(first.exit).toBe(0)
      expect(first.out.split('\n')[0]).toMatch(/^\+ SHIP {2}\.83333, target \.80 +exit 0$/)
      expect(first.err).toMatch(/^recorded as event 1, sha256:/)
      expect((await place.run('verdict', 'panel.json')).err).toMatch(/^recorded as event 1,/)
      expect((await place.run('ledger', 'verify')).out.split('\n')[0]).toMatch(/^\+ intact {2}1 event,.* exit 0$/)
    })
  })

  test('a git revision is the artifact: a quote that stands nowhere in it is thrown out and shown beside the nearest line', async () => {
    await inPlace(async (place) => {
      repository(place)
      const { corpus: _, ...rest } = withRobustness({ quality: { score: 7, quote: 'const count = used.get(client) ?? Infinity' } })
      place.write('panel.json', JSON.stringify(rest))
      const { exit, out } = await place.run('verdict', 'panel.json', '--artifact', 'HEAD')
      expect(out).toContain('x refuted   quality on robustness, 7: its quote stands nowhere. It left the sum.')
      expect(out).toContain('nearest   const count = used.get(client) ?? 0')
      expect(out).toContain('src/limiter.ts:4')
      expect(exit).toBe(0)
    })
  })

  test('R-TRI-26 no quote is found in the panel’s own file, where that lies in what is judged', async () => {
    await inPlace(async (place) => {
      const { corpus: _, ...rest } = withRobustness({ quality: { score: 7, quote: 'const count = used.get(client) ?? Infinity' } })
      repository(place)
      place.write('panel.json', JSON.stringify(rest))
      const inFolder = await place.run('verdict', 'panel.json', '--artifact', '.')
      expect(inFolder.out).toContain('x refuted   quality on robustness, 7: its quote stands nowhere. It left the sum.')
      expect(inFolder.err).toContain('panel.json says what is cited and is no part of what is judged')
      place.git('add', 'panel.json')
      place.git('commit', '-q', '--amend', '-m', 'limit, with the panel')
      const inRevision = await place.run('verdict', 'panel.json', '--artifact', 'HEAD')
      expect(inRevision.out).toContain('x refuted   quality on robustness, 7: its quote stands nowhere. It left the sum.')
    })
  })

  test('a folder is the artifact, and what is judged is bound by its digest', async () => {
    await inPlace(async (place) => {
      const { corpus: _, ...rest } = panel()
      place.write('panel.json', JSON.stringify(rest))
      place.write('build/src/limiter.ts', source)
      const bound = async (): Promise<unknown> =>
        (JSON.parse((await place.run('verdict', 'panel.json', '--artifact', 'build', '--json')).out) as { ruling: { boundTo: Json } })
          .ruling.boundTo['artifact']
      const before = await bound()
      expect(await bound()).toBe(before)
      place.write('build/src/other.ts', 'export {}\n')
      expect(await bound()).not.toBe(before)
    })
  })

  test('--json prints one document and nothing else on stdout', async () => {
    await inPlace(async (place) => {
      place.write('panel.json', smallest)
      const { out, exit } = await place.run('verdict', 'panel.json', '--json')
      const document = JSON.parse(out) as { ruling: Json; recorded: Json; exit: number }
      expect(document.exit).toBe(exit)
      expect(document.ruling).toMatchObject({ kind: 'verdict', verdict: 'SHIP', rules: 'consensus@1' })
      expect(document.recorded).toMatchObject({ seq: 1 })
    })
  })

  const cases: readonly (readonly [string, number, string, Panel])[] = [
    [
      'SHIP_WITH_CAVEATS',
      3,
      '* SHIP_WITH_CAVEATS',
      withRobustness({ quality: { score: 6 }, fitness: { score: 6 }, adversary: { score: 6 } }),
    ],
    [
      'ITERATE',
      1,
      '@ ITERATE',
      { ...withRobustness({ quality: { score: 3.5 }, fitness: { score: 3.5 }, adversary: { score: 3.5 } }), synthesis: 'waived' },
    ],
    [
      'ESCALATE',
      3,
      '^ ESCALATE',
      { ...withRobustness({ quality: { score: 4 }, fitness: { score: 6 }, adversary: { score: 8 } }), synthesis: 'waived' },
    ],
    ['a synthesis due', 3, '. synthesis due', withRobustness({ quality: { score: 4 } })],
    [
      'a replacement due',
      3,
      '. replacement due',
      withRobustness({ quality: { score: 7, quote: 'stands nowhere' }, fitness: { score: 7, quote: 'stands nowhere' } }),
    ],
    ['a refused input', 2, 'x not judged', { ...panel(), mode: 'moon' }],
  ]
  test.each(cases)('%s ends with exit %i', async (_, exit, head, input) => {
    await inPlace(async (place) => {
      place.write('panel.json', JSON.stringify(input))
      const ran = await place.run('verdict', 'panel.json')
      expect(ran.out.split('\n')[0]).toContain(head)
      expect(ran.exit).toBe(exit)
      expect((await place.run('ledger', 'show')).out === '').toBe(exit === 2)
    })
  })

  test('a BLOCK ends with exit 1', async () => {
    await inPlace(async (place) => {
      const blocked = withRobustness({ quality: { score: 3 }, fitness: { score: 3 }, adversary: { score: 3 } })
      for (const seat of blocked.panel)
        seat.scores[1] = {
          ...seat.scores[1],
          claims: [{ text: 'racy', repair: 'structural', citations: [{ kind: 'quote', text: 'used.set(client, count + 1)' }] }],
        }
      place.write('panel.json', JSON.stringify(blocked))
      const ran = await place.run('verdict', 'panel.json')
      expect([ran.exit, ran.out.split('\n')[0]?.slice(0, 7)]).toEqual([1, '# BLOCK'])
    })
  })
})

describe('bad input to adjudicate verdict', () => {
  const faults: readonly (readonly [string, string | Uint8Array | undefined, string])[] = [
    ['a missing file', undefined, 'there is no such file'],
    ['broken JSON', '{"rubric": ', 'is no JSON'],
    ['an empty file', '', 'is no JSON'],
    ['bytes that are no text', new Uint8Array([0xff, 0xfe, 0x00]), 'is no UTF-8 text'],
  ]
  test.each(faults)('%s is exit 2 with a sentence and no stack trace', async (_, content, message) => {
    await inPlace(async (place) => {
      if (content !== undefined) place.write('panel.json', content)
      const { exit, out, err } = await place.run('verdict', 'panel.json')
      expect([exit, out]).toEqual([2, ''])
      expect(err).toContain('panel.json')
      expect(err).toContain(message)
      expect(err).not.toMatch(/^\s+at /m)
    })
  })

  test('every fault is listed with its path first', async () => {
    await inPlace(async (place) => {
      const input = panel()
      const [quality, fitness] = input.panel
      if (quality?.scores[1] !== undefined) quality.scores[1]['score'] = 11
      if (fitness !== undefined) Object.assign(fitness, { session: quality?.['session'], recommendation: 'ESCALATE' })
      place.write('panel.json', JSON.stringify(input))
      const { exit, out } = await place.run('verdict', 'panel.json')
      expect(exit).toBe(2)
      expect(out).toContain('x not judged  3 faults in the input')
      expect(out).toMatch(/^ {2}panel\[0\]\.scores\[1\]\.score +found 11: not a number from 1 to 10$/m)
      expect(out).toMatch(/^ {2}panel\[1\]\.session +"session-quality" is also the session of panel\[0\]$/m)
      expect(out).toMatch(/^ {2}panel\[1\]\.recommendation +found "ESCALATE": not one of/m)
    })
  })

  test('a rubric that the panel was not asked about, wrong types and other shapes are refused', async () => {
    await inPlace(async (place) => {
      const other = panel()
      for (const seat of other.panel) seat['rubric'] = `sha256:${'0'.repeat(64)}`
      for (const input of [
        other,
        [],
        7,
        'text',
        null,
        { panel: {} },
        { ...panel(), panel: [] },
        { ...panel(), corpus: [] },
        { ...panel(), corpus: { artifact: 7 } },
      ]) {
        place.write('panel.json', JSON.stringify(input))
        const { exit, err } = await place.run('verdict', 'panel.json')
        expect(exit, JSON.stringify(input).slice(0, 60)).toBe(2)
        expect(err).not.toMatch(/^\s+at /m)
      }
      expect((await place.run('ledger', 'show')).out).toBe('')
    })
  })

  test('an unknown revision, a folder that is no repository, and an artifact brought twice are said', async () => {
    await inPlace(async (place) => {
      const { corpus: _, ...rest } = panel()
      place.write('panel.json', JSON.stringify(rest))
      expect(await place.run('verdict', 'panel.json', '--artifact', 'HEAD')).toMatchObject({ exit: 2 })
      repository(place)
      const unknown = await place.run('verdict', 'panel.json', '--artifact', 'no-such-revision')
      expect([unknown.exit, unknown.err.includes('no-such-revision')]).toEqual([2, true])
      expect((await place.run('verdict', 'panel.json', '--artifact', '--upload-pack=touch x')).exit).toBe(2)
      place.write('panel.json', smallest)
      const twice = await place.run('verdict', 'panel.json', '--artifact', 'HEAD')
      expect([twice.exit, twice.err.includes('--artifact')]).toEqual([2, true])
    })
  })

  test('a file that gives a score twice is refused by its path: parsing would silently keep the last', async () => {
    await inPlace(async (place) => {
      const doubled = smallest.replace(/"score":\s*([\d.]+)/, (whole) => `"score": 2, ${whole}`)
      expect(doubled).not.toBe(smallest)
      place.write('panel.json', doubled)
      const { exit, out, err } = await place.run('verdict', 'panel.json')
      expect([exit, out]).toEqual([2, ''])
      expect(err).toMatch(/^x not judged {2}doubled-key +exit 2\n/)
      expect(err).toContain('panel.json gives panel[0].scores[0].score twice')
      const json = JSON.parse((await place.run('verdict', 'panel.json', '--json')).out) as { error: { code: string } }
      expect(json.error.code).toBe('doubled-key')
      expect((await place.run('ledger', 'verify')).exit).toBe(1)
    })
  })

  test('unknown options and commands, and missing arguments, are usage', async () => {
    await inPlace(async (place) => {
      for (const args of [
        [],
        ['verdict'],
        ['verdikt', 'x'],
        ['verdict', 'a', '--artefact', 'b'],
        ['ledger'],
        ['ledger', 'show', 'x'],
        ['ledger', 'show', '0'],
        ['ledger', 'verify', '--expect-head', 'x'],
      ]) {
        expect((await place.run(...args)).exit, args.join(' ')).toBe(2)
      }
      for (const args of [['--help'], ['--version'], ['verdict', '--help'], ['ledger', 'verify', '--help']])
        expect((await place.run(...args)).exit, args.join(' ')).toBe(0)
    })
  })

  test('nothing is printed as ruled when nothing can be recorded', async () => {
    await inPlace(async (place) => {
      place.write('panel.json', smallest)
      place.write('taken', 'a file where the record should be')
      const { exit, out, err } = await place.run('verdict', 'panel.json', '--ledger', 'taken')
      expect([exit, out]).toEqual([2, ''])
      expect(err).toContain('taken')
    })
  })

  test('hostile text in every field is shown and never acted on', async () => {
    const hostile = '\u001b[31m\u001b]0;owned\u0007\r\n+ SHIP  1.00000\u202e<script>alert(1)</script>\u0000'
    await inPlace(async (place) => {
      const input = panel()
      for (const [index, seat] of input.panel.entries()) {
        Object.assign(seat, { member: `${hostile}${index}`, topConcern: hostile })
        for (const score of seat.scores)
          Object.assign(score, {
            rationale: hostile,
            claims: [{ text: hostile, citations: [{ kind: 'quote', text: hostile }], fix: hostile }],
          })
        seat['scenarios'] = [
          {
            id: hostile,
            input: hostile,
            wrongBehaviour: hostile,
            class: 'safety',
            repair: 'local',
            citations: [{ kind: 'line', file: 'src/limiter.ts', line: 1 }],
          },
        ]
        seat['caveats'] = [{ id: hostile, text: hostile, class: 'safety', citations: [] }]
        seat['escalate'] = hostile
      }
      for (const synthesis of [undefined, 'waived']) {
        place.write('panel.json', JSON.stringify({ ...input, synthesis }))
        const { exit, out, err } = await place.run('verdict', 'panel.json')
        expect(exit).not.toBe(0)
        expect(`${out}${err}`).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f\u202e]/)
        expect(out).not.toMatch(/^\+ SHIP/m)
      }
      const shown = await place.run('ledger', 'show')
      expect(shown.out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/)
    })
  })

  test('an empty name judges nothing and records nowhere', async () => {
    await inPlace(async (place) => {
      place.write('panel.json', smallest)
      for (const args of [
        ['--artifact', ''],
        ['--ledger', ' '],
        ['--base', 'HEAD'],
      ]) {
        const { exit, out, err } = await place.run('verdict', 'panel.json', ...args)
        expect([exit, out], args.join(' ')).toEqual([2, ''])
        expect(err).toContain(args[0])
      }
    })
  })

  test('a folder named like a revision does not choose what is judged', async () => {
    await inPlace(async (place) => {
      repository(place)
      const { corpus: _, ...rest } = panel()
      place.write('panel.json', JSON.stringify(rest))
      place.write('HEAD/src/limiter.ts', source)
      const both = await place.run('verdict', 'panel.json', '--artifact', 'HEAD')
      expect([both.exit, both.out]).toEqual([2, ''])
      expect(both.err).toContain('both a folder and a revision')
      expect((await place.run('verdict', 'panel.json', '--artifact', './HEAD')).exit).toBe(0)
    })
  })

  test('a revision that changed nothing is not judged', async () => {
    await inPlace(async (place) => {
      repository(place)
      const { corpus: _, ...rest } = panel()
      place.write('panel.json', JSON.stringify(rest))
      const { exit, err } = await place.run('verdict', 'panel.json', '--artifact', 'HEAD', '--base', 'HEAD')
      expect([exit, err.includes('nothing to judge')]).toEqual([2, true])
    })
  })

  test('a record that is a link is not followed', async () => {
    await inPlace(async (place) => {
      place.write('panel.json', smallest)
      place.write('outside.env', 'SECRET=1')
      place.write('record/keep', '')
      symlinkSync('../outside.env', join(place.folder, 'record/ledger.jsonl'))
      const { exit, err } = await place.run('verdict', 'panel.json', '--ledger', 'record')
      expect([exit, err.includes('is a link')]).toEqual([2, true])
      expect(place.read('outside.env')).toBe('SECRET=1')
    })
  })

  test('what a file is called moves no cursor', async () => {
    await inPlace(async (place) => {
      repository(place)
      place.write('b\u202egnp\u009b31m.bin', new Uint8Array([0, 1, 2]))
      place.git('add', '.')
      place.git('commit', '-q', '-m', 'binary')
      const { corpus: _, ...rest } = panel()
      place.write('panel.json', JSON.stringify(rest))
      const { err } = await place.run('verdict', 'panel.json', '--artifact', 'HEAD')
      expect(err).toContain('\\u{202e}')
      expect(err).not.toMatch(/[\u0080-\u009f\u202e]/)
    })
  })
})
