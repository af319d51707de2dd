import { existsSync, mkdirSync, readFileSync, renameSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Place, Ran } from '../support/command-line'
import { inPlace } from '../support/command-line'
import { answered } from '../support/person-at-terminal'
import { escalatingAnswers, sliceRepository, soundAnswers, writeSlice } from '../support/slice-place'
import { recordOf } from '../support/slice-record'
import { blockOf, nonceIn, scorecard } from '../support/slice-world'

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

const agentFile = join(import.meta.dirname, '../support/acp-slice-agent.mjs')

/** Somebody who answers each brief that is laid into the folder; `stop` tells the briefs read. */
function personAt(folder: string, answer: (brief: string) => string): { readonly stop: () => readonly string[] } {
  mkdirSync(folder)
  const briefs = new Map<string, string>()
  const watcher = watch(folder, (_, name) => {
    if (name?.endsWith('.brief.md') !== true || briefs.has(name)) return
    const brief = readFileSync(join(folder, name), 'utf8')
    briefs.set(name, brief)
    const target = join(folder, name.replace(/\.brief\.md$/, '.answer.md'))
    writeFileSync(`${target}.draft`, answer(brief))
    renameSync(`${target}.draft`, target)
  })
  return {
    stop: () => {
      watcher.close()
      return [...briefs.values()]
    },
  }
}

test('a slice whose doer and panel are agents over the protocol and whose adversary is a person ships, and the record says who spoke', async () => {
  await inPlace(async (place) => {
    const repository = sliceRepository(place)
    const acp = { use: 'acp', argv: [process.execPath, agentFile, place.folder], id: 'protocol-agent' }
    const shipped = soundAnswers({ ...repository, first: repository.second })
    writeSlice(place, repository, shipped, { models: { doer: acp, panel: [acp], adversary: { use: 'person', folder: 'desk', id: 'ann' } } })
    const ann = personAt(join(place.folder, 'desk'), (brief) =>
      blockOf('SCORECARD', nonceIn(brief, 'SCORECARD'), scorecard('adversary', 'bbbbbbb2')),
    )
    const ran = await place.run('run', 'slice.json')
    const briefs = ann.stop()
    expect([ran.exit, ran.out.split(',')[0]], ran.err).toEqual([0, '+ SHIP  S1 .85'])
    expect(briefs).toHaveLength(1)
    expect(briefs[0]).toContain(`address: ${repository.second}`)
    const [{ data: panel } = { data: {} }] = await recordOf(place, { types: ['tribunal.convened'] })
    const models = (panel as { seats: readonly { lens: string; model: { provider: string; id: string } }[] }).seats.map(
      ({ lens, model }) => `${lens}: ${model.provider} ${model.id}`,
    )
    expect(models.sort()).toEqual(['adversary: person ann', 'fitness: acp protocol-agent', 'quality: acp protocol-agent'])
    const [{ data: doer } = { data: {} }] = await recordOf(place, { types: ['tribunal.dispatched'] })
    expect(doer).toMatchObject({ model: { provider: 'acp', id: 'protocol-agent' } })
  })
})

test('what an agent over the protocol or a person lacks is told at its own field, and nothing begins', async () => {
  await inPlace(async (place) => {
    const repository = sliceRepository(place)
    const acp = { use: 'acp', argv: ['no-such-agent', '--acp'] }
    place.write('desk', 'a file')
    const person = { use: 'person', folder: 'desk' }
    const below = { use: 'person', folder: 'desk/below' }
    writeSlice(place, repository, escalatingAnswers(repository), { models: { doer: acp, panel: [person], adversary: below } })
    const ran = await place.run('run', 'slice.json', '--json')
    const { error } = JSON.parse(ran.out) as { error: { issues: readonly { path: string; message: string }[] } }
    expect([ran.exit, error.issues.map(({ path, message }) => `${path}: ${message}`)]).toEqual([
      2,
      [
        `models.adversary.folder: ${place.folder}/desk/below can't be used as a folder: ENOTDIR`,
        'models.doer.argv[0]: there is no program "no-such-agent"',
        `models.panel[0].folder: ${place.folder}/desk is no folder`,
      ],
    ])
    expect(await recordOf(place)).toEqual([])
    const unknown = { ...acp, argv: [process.execPath], allow: ['everything'] }
    writeSlice(place, repository, [], { models: { doer: unknown, panel: [{ use: 'person' }], adversary: unknown } })
    const { err } = await place.run('run', 'slice.json')
    expect(err).toMatch(/models\.panel\[0\]\.folder +missing/)
    expect(err).toMatch(/models\.doer\.allow\[0\] +found "everything"/)
  })
})

test('R-TRI-72 the same fault of every dispatch is told once, with the commit that was compared with; a grant that helps nothing is refused with the one that does', async () => {
  await inPlace(async (place) => {
    const repository = sliceRepository(place)
    const { begin } = repository
    const slice = { ...sound.slice, limits: { dispatches: 2 } }
    writeSlice(place, repository, soundAnswers({ ...repository, first: begin, second: begin }), { slice })
    const ran = await place.run('run', 'slice.json')
    expect([ran.exit, ran.out.split(' ')[1]], ran.err).toEqual([3, 'ESCALATE'])
    const empty = `the diff against "${begin.slice(0, 12)}" is empty`
    expect(ran.out.split('\n').filter((line) => line.includes(empty))).toEqual([`! sent back  ${empty} (2 times)`])
    expect(ran.err.match(/sent back for the same as/g)).toHaveLength(1)
    expect(ran.out).toContain('  grant       adjudicate resolve S1 --grant dispatch --continue\n')
    const before = await recordOf(place)
    const refused = await answered(place, ['resolve', 'S1', 'grant', 'round'], [])
    expect([refused.exit, refused.out], refused.err).toEqual([1, expect.stringContaining('R-TRI-18 nothing-changed')])
    expect(refused.out.replace(/\s+/g, ' ')).toContain(
      'all 2 doer dispatches are used, and a fresh doer is what comes next: grant a dispatch',
    )
    expect(await recordOf(place)).toEqual(before)
    const left = await answered(place, ['resolve', 'S1', 'abandon', '--reason', 'the base is wrong'], ['Ann', 'abandon'])
    expect([left.exit, left.out], left.err).toEqual([0, expect.stringContaining('  next   adjudicate resume S1\n')])
    const ended = await place.run('resume', 'S1')
    expect([ended.exit, ended.out.split(' ')[1]]).toEqual([1, 'abandoned'])
  })
})

test('what stops a slice for good is told once: on the page, and nowhere before', async () => {
  await inPlace(async (place) => {
    const repository = sliceRepository(place)
    writeSlice(place, repository, soundAnswers(repository), { gate: { task: 'none' } })
    const ran = await place.run('run', 'slice.json')
    expect([ran.exit, ran.out.split(' ')[1]], ran.err).toEqual([2, 'stuck'])
    expect(`${ran.err}${ran.out}`.match(/the gate judged nothing/g)).toHaveLength(1)
  })
})
