import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Place, Ran } from '../support/command-line'
import { inPlace } from '../support/command-line'

const scripted = { use: 'scripted', answers: 'answers.json' }
const rubric = { criteria: ['It closes'], dimensions: ['correctness'] }
const sound = { slice: { id: 'S1', spec: 'A limiter', rubric }, models: { doer: scripted, panel: [scripted], adversary: scripted } }
const answers = JSON.stringify({ answers: [{ role: 'doer', says: { status: 'BLOCKED' } }] })

type Fault = { readonly path: string; readonly message: string }

async function faultsOf(
  place: Place,
  file: object | string,
): Promise<{ readonly exit: number; readonly faults: readonly string[]; readonly ran: Ran }> {
  place.write('slice.json', typeof file === 'string' ? file : JSON.stringify(file))
  const ran = await place.run('run', 'slice.json', '--json')
  const { error } = JSON.parse(ran.out) as { error: { issues?: readonly Fault[]; message: string } }
  return { exit: ran.exit, ran, faults: error.issues?.map(({ path, message }) => `${path}: ${message}`) ?? [error.message] }
}

const beyond = {
  models: { ...sound.models, panel: [] },
  limits: { concurrency: 65, costMax: -1, timeoutMs: 1.5, tokenMax: 3 },
  repositroy: '.',
}

test('every fault of a file is named with its path, its value and the limit, and nothing is run or recorded', async () => {
  await inPlace(async (place) => {
    place.write('answers.json', answers)
    const { exit, faults, ran } = await faultsOf(place, {
      ...sound,
      ...beyond,
      slice: { ...sound.slice, id: '../S1', rubric: { ...rubric, target: 2 }, colour: 'red' },
    })
    expect(exit).toBe(2)
    expect(faults).toEqual([
      'limits.concurrency: found 65: at most 64',
      'limits.costMax: found -1: at least 0',
      'limits.timeoutMs: found 1.5: expected int',
      'limits.tokenMax: unknown field "tokenMax"',
      'models.panel: found []: at least one model',
      'repositroy: unknown field "repositroy"',
      'slice.colour: unknown field "colour"',
      expect.stringMatching(/^slice\.id: found "\.\.\/S1": an id of letters/),
      'slice.rubric.target: found 2: not a number above 0 and up to 1',
    ])
    expect(ran.err).toMatch(/^x not judged {2}slice\.json has 9 faults {20,}exit 2\n/)
    expect(existsSync(join(place.folder, '.adjudicate'))).toBe(false)
  })
})

test('files that are no slice: a doubled key, no JSON, no models, a text that is not there', async () => {
  await inPlace(async (place) => {
    place.write('answers.json', answers)
    const one = async (file: object | string): Promise<readonly string[]> => {
      const { exit, faults } = await faultsOf(place, file)
      expect(exit).toBe(2)
      return faults
    }
    expect(await one(JSON.stringify(sound).replace('"id":"S1"', '"id":"S1","id":"S2"'))).toEqual([
      expect.stringContaining('slice.json gives slice.id twice'),
    ])
    expect(await one('{')).toEqual([expect.stringContaining('slice.json is no JSON')])
    expect(await one([])).toEqual([expect.stringContaining('expected object')])
    expect(await one({ ...sound, models: { doer: { use: 'magic' } } })).toEqual([
      expect.stringContaining('models.adversary: missing'),
      expect.stringContaining('models.doer.use: found "magic"'),
      expect.stringContaining('models.panel: missing'),
    ])
    expect(await one({ ...sound, slice: { ...sound.slice, spec: { file: 'nowhere.md' } } })).toEqual([
      "slice.spec: nowhere.md can't be read: there is no such file",
    ])
    expect(await one({ ...sound, slice: { ...sound.slice, spec: { file: 3 } } })).toEqual([
      'slice.spec: is neither a text nor { "file": "name" }',
      expect.stringContaining('slice.spec: found'),
    ])
    expect(existsSync(join(place.folder, '.adjudicate'))).toBe(false)
  })
})

test('what the hands need is looked for before anything begins: a program, answers, a repository, a commit', async () => {
  await inPlace(async (place) => {
    place.write('answers.json', '{ "answers": [{ "role": "doer" }] }')
    const doer = { use: 'command', argv: ['no-such-program-anywhere', '-p'] }
    const unfit = await faultsOf(place, {
      ...sound,
      models: { ...sound.models, doer, panel: [{ use: 'command', argv: ['./here.sh'], env: ['A=b'] }] },
    })
    expect(unfit.faults).toEqual(['models.panel[0].env[0]: found "A=b": the name of a variable, never its value'])
    const split = await faultsOf(place, { ...sound, models: { ...sound.models, doer: { use: 'command', argv: ['node', './a\0b'] } } })
    expect(split.faults).toEqual([expect.stringMatching(/^models\.doer\.argv\[1\]: .*a text without a NUL/)])
    place.write('answers.json', answers)
    expect((await faultsOf(place, sound)).faults).toEqual([expect.stringContaining('git')])
    place.git('init', '-q')
    expect((await faultsOf(place, sound)).exit).toBe(2)
    place.git('commit', '-q', '--allow-empty', '-m', 'begin')
    place.write('answers.json', '{ "answers": [{ "role": "doer" }] }')
    const missing = await faultsOf(place, { ...sound, models: { ...sound.models, doer } })
    expect(missing.faults).toEqual([
      expect.stringMatching(/^models\.adversary\.answers: .*an answer either says something or fails/),
      'models.doer.argv[0]: there is no program "no-such-program-anywhere"',
      expect.stringMatching(/^models\.panel\[0\]\.answers: .*an answer either says something or fails/),
    ])
    place.write('answers.json', answers)
    expect((await faultsOf(place, { ...sound, base: 'no-such-branch' })).exit).toBe(2)
    expect(existsSync(join(place.folder, '.adjudicate/ledger.jsonl'))).toBe(false)
    place.write('slice.json', JSON.stringify(sound))
    expect((await place.run('run', 'slice.json')).exit).toBe(3)
    const other = await faultsOf(place, { ...sound, slice: { ...sound.slice, spec: 'Another limiter' } })
    expect([other.exit, other.faults]).toEqual([2, ['slice/S1 is on record with another setup; another slice takes another id']])
  })
})
