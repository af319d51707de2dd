import type { Place } from './command-line'
import { scorecard, works } from './slice-world'

/** A repository in a throw-away folder: `begin`, then a work that never closes, then one that does. */
export type SliceRepository = { readonly begin: string; readonly first: string; readonly second: string }

const check = 'grep -c limit limiter.ts'

/** Makes the repository in `place` and says the commits. */
export function sliceRepository(place: Place): SliceRepository {
  place.git('init', '-q')
  place.write('README.md', 'a limiter\n')
  place.git('add', 'README.md')
  place.git('commit', '-q', '-m', 'begin')
  const begin = place.git('rev-parse', 'HEAD').trim()
  place.git('checkout', '-q', '-b', 'work')
  const [first = '', second = ''] = Object.values(works).map((text) => {
    place.write('limiter.ts', text)
    place.git('add', 'limiter.ts')
    place.git('commit', '-q', '-m', 'work')
    return place.git('rev-parse', 'HEAD').trim()
  })
  place.git('checkout', '-q', '--detach', begin)
  return { begin, first, second }
}

function doerReport(address: string, more: object = {}): object {
  return {
    status: 'DONE',
    diffSummary: 'the limiter',
    files: ['limiter.ts'],
    runs: [{ command: check, exitCode: 0, output: '1' }],
    address,
    ...more,
  }
}

const lenses = ['adversary', 'quality', 'fitness'] as const

/** A doer whose second work is better and a panel that says so. */
export function soundAnswers({ first, second }: SliceRepository): readonly object[] {
  return [
    { role: 'doer', contains: 'Why the work came back (iterate)', says: doerReport(second) },
    { role: 'doer', says: doerReport(first) },
    ...lenses.flatMap((role) => [
      { role, contains: `address: ${second}`, says: scorecard(role, 'bbbbbbb2') },
      { role, says: scorecard(role, 'aaaaaaa1') },
    ]),
  ]
}

/** A panel that ships but for one named failure, which goes to a person. */
export function escalatingAnswers({ second }: SliceRepository): readonly object[] {
  const scenario = {
    id: 'sc1',
    input: 'two clients at once',
    wrongBehaviour: 'the sixth request passes',
    class: 'correctness',
    repair: 'structural',
    citations: [{ kind: 'quote', text: 'export const closed = after(limit)' }],
  }
  const card = (role: string): object => scorecard(role, 'bbbbbbb2') as object
  return [
    { role: 'doer', says: doerReport(second) },
    { role: 'adversary', says: { ...card('adversary'), scenarios: [scenario], recommendation: 'ITERATE' } },
    { role: 'quality', says: card('quality') },
    { role: 'fitness', says: card('fitness') },
  ]
}

/** Writes a slice's file whose models answer from a file; `change` goes over it. */
export function writeSlice(
  place: Place,
  { begin }: SliceRepository,
  answers: readonly object[],
  change: object = {},
  name = 'slice.json',
): void {
  place.write('answers.json', JSON.stringify({ answers }))
  const scripted = { use: 'scripted', answers: 'answers.json' }
  const rubric = { criteria: ['At most five requests'], dimensions: ['correctness', 'clarity'], commands: [check] }
  const file = {
    slice: { id: 'S1', spec: 'A limiter that lets five requests of a client through and then closes.', rubric },
    base: begin,
    models: { doer: scripted, panel: [scripted], adversary: scripted },
    ...change,
  }
  place.write(name, JSON.stringify(file))
}
