import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { gateText } from '../../src/faces/formats/gate-text'
import { clearSteps, stepGit } from '../support/git-steps'
import { blockingOf, gatePlace, json, task } from '../support/gate-place'

// Many processes each: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })
afterAll(clearSteps, 60_000)

const runner = 'import { start } from "./lib/start.mjs"\nprocess.exit(start("vitest"))\n'

describe('what stands behind a check', () => {
  test('a script behind a package script is the check, however the task owns it', async () => {
    const place = gatePlace({
      config: { validation: [{ name: 'tests', cmd: 'npm test' }] },
      manifest: { owned_files: ['src/', 'scripts/', 'docs/'] },
      base: [
        ['write', 'package.json', json({ scripts: { test: 'npm run unit', unit: 'node scripts/run.mjs', docs: 'node docs/make.mjs' } })],
        ['write', 'scripts/run.mjs', runner],
        ['write', 'scripts/lib/start.mjs', 'export const start = () => 0\n'],
        ['write', 'docs/make.mjs', 'console.info(1)\n'],
      ],
      work: [
        ['write', 'scripts/run.mjs', runner.replace('process.exit(start("vitest"))', 'process.exit(0)')],
        ['write', 'scripts/lib/start.mjs', 'export const start = () => 0 // the same\n'],
        ['write', 'docs/make.mjs', 'console.info(2)\n'],
        ['commit', 'work'],
      ],
    })
    const report = await place.judge()
    expect(blockingOf(report)).toEqual(['scripts/run.mjs control-plane', 'scripts/run.mjs script-neutralised'])
    place.write('scripts/run.mjs', runner)
    place.write('scripts/lib/start.mjs', 'export const start = (name) => name.length * 0\n')
    place.commit()
    const later = await place.judge()
    expect(blockingOf(later)).toEqual([])
    expect(later.tampering.findings.map(({ path, kind, severity }) => `${severity} ${path ?? ''} ${kind}`)).toEqual([
      'report scripts/lib/start.mjs script-changed',
    ])
  })
})

describe('trees that aren’t whole', () => {
  test('a sparse work tree is not judged as it stands, and a deciding run judges the whole commit', async () => {
    const place = gatePlace()
    place.git('sparse-checkout', 'set', '--no-cone', '/src/', '/.claude/')
    expect(place.exists('tests/a.spec.ts')).toBe(false)
    expect(await place.gate()).toMatchObject({
      verdict: 'nothing-judged',
      issues: [{ code: 'sparse-work-tree', message: expect.stringContaining('"tests/a.spec.ts"') }],
    })
    expect(await place.judge({ decide: true })).toMatchObject({ verdict: 'PASS', asked: { kind: 'deciding' } })
  })

  test('a clone without its blobs says which object is missing, and fetches nothing by itself', async () => {
    const place = gatePlace()
    place.git('config', 'uploadpack.allowFilter', 'true')
    const partial = `${place.top}/partial`
    stepGit(place.top, 'clone', '-q', '--filter=blob:none', '--no-checkout', '-b', 'build/t01-a', `file://${place.folder}`, partial)
    stepGit(partial, 'branch', '-q', 'main', 'origin/main')
    stepGit(partial, 'read-tree', 'HEAD')
    const outcome = await place.gate({ repo: partial, decide: true })
    expect(outcome).toMatchObject({ verdict: 'nothing-judged' })
    expect(JSON.stringify(outcome)).toMatch(/missing|promis|partial/i)
  })
})

describe('files that say a thing twice', () => {
  test('a name that stands twice in the configuration or in a task is refused with file and path', async () => {
    const place = gatePlace()
    const control = `${place.top}/control`
    const config = json({ base_ref: 'main', validation: [{ name: 'tests', cmd: 'true' }], contracts: [] })
    place.write('../control/config.json', config.replace('"cmd": "true"', '"cmd": "false", "cmd": "true"'))
    place.write('../control/tasks/t01.json', json(task))
    const issues = async (): Promise<unknown> => {
      const outcome = await place.gate({ control })
      return outcome.verdict === 'nothing-judged' ? outcome.issues : outcome.verdict
    }
    expect(await issues()).toEqual([
      expect.objectContaining({ code: 'doubled-key', path: 'config.json: validation[0].cmd', message: expect.stringContaining('twice') }),
    ])
    place.write('../control/config.json', config)
    place.write('../control/tasks/t01.json', json(task).replace('"task_id"', '"owned_files": ["**"], "task_id"'))
    expect(await issues()).toEqual([expect.objectContaining({ code: 'doubled-key', path: 'tasks/t01.json: owned_files' })])
  })
})

describe('processes that flee', () => {
  test.skipIf(!existsSync('/proc/self/environ'))('one without its group, its session and its output is ended all the same', async () => {
    const place = gatePlace({
      config: {
        validation: [
          {
            name: 'flees',
            cmd: 'setsid sleep 61.0625 </dev/null >/dev/null 2>&1 & (setsid sh -c "sleep 61.0625 & exit 0" >/dev/null 2>&1 </dev/null &) ; true',
          },
        ],
      },
    })
    expect(await place.judge()).toMatchObject({ validation: [{ status: 'PASS' }] })
    expect(running('61.0625')).toEqual([])
  })
})

function running(word: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(word)
    } catch {
      return false
    }
  })
}

describe('odd trees', () => {
  test('names with line ends, quotes, dashes and names that some file systems take for one are each judged', async () => {
    const names = [
      'src/a\nb.ts',
      "src/it's.ts",
      'src/"q".ts',
      'src/-rf.ts',
      'src/A.ts',
      'src/caf\u00e9.ts',
      'src/cafe\u0301.ts',
      'src/caf\udce9.ts',
      'src/:(top)x.ts',
      'src/*.ts',
    ]
    const place = gatePlace({
      manifest: { owned_files: ['src/a.ts', 'src/caf\u00e9.ts'] },
      work: [...names.map((name) => ['write', name, 'export const x = 1\n'] as const), ['commit', 'work']],
    })
    const report = await place.judge({ decide: true })
    // A name that is no UTF-8 is told with its bytes, in quotes.
    const told = names
      .filter((name) => name !== 'src/caf\u00e9.ts')
      .map((name) => (name === 'src/caf\udce9.ts' ? '"src/caf\\351.ts"' : name))
    expect(report.scope.findings.map(({ path }) => path).sort()).toEqual(told.sort())
  })

  test('links in a circle and one that leaves are told, and followed by nobody', async () => {
    const place = gatePlace({ manifest: { owned_files: ['src/'] } })
    symlinkSync('loop', `${place.folder}/src/loop`)
    symlinkSync('../src', `${place.folder}/src/round`)
    symlinkSync('../../outside', `${place.folder}/src/out`)
    place.commit()
    expect(blockingOf(await place.judge())).toEqual(['src/loop symlink-leaves', 'src/out symlink-leaves'])
  })

  test('what a repository’s own configuration, attributes, hooks, grafts and replacements name is not run and not believed', async () => {
    const place = gatePlace({
      work: [
        ['write', 'src/victim.ts', 'export const victim = 2\n'],
        ['commit', 'work'],
      ],
    })
    const mark = `${place.top}/ran`
    for (const [key, value] of [
      ['core.fsmonitor', `touch ${mark}`],
      ['core.hooksPath', `${place.top}/hooks`],
      ['diff.external', `touch ${mark}`],
      ['filter.x.clean', `touch ${mark}`],
      ['filter.x.smudge', `touch ${mark}`],
      ['core.sshCommand', `touch ${mark}`],
      ['core.pager', `touch ${mark}`],
      ['diff.x.textconv', `touch ${mark}`],
      ['alias.diff-tree', `!touch ${mark}`],
      ['core.ignoreStat', 'true'],
      ['core.excludesFile', `${place.top}/everything`],
      ['diff.ignoreSubmodules', 'all'],
    ])
      place.git('config', key ?? '', value ?? '')
    place.write('../everything', '*\n')
    place.write('.git/info/attributes', '* filter=x diff=x\n')
    place.write('.git/info/grafts', `${place.git('rev-parse', 'HEAD').trim()}\n`)
    place.git('replace', place.git('rev-parse', 'HEAD').trim(), place.git('rev-parse', 'main').trim())
    for (const decide of [true, false]) {
      const report = await place.judge({ decide })
      expect(blockingOf(report), String(decide)).toEqual(['src/victim.ts not-owned'])
    }
    expect(existsSync(mark)).toBe(false)
  })

  test('a check that prints commands for a terminal leaves none in the report that a person reads', async () => {
    const place = gatePlace({
      config: {
        validation: [{ name: 'loud', cmd: "printf '\\033]0;title\\007\\033[2Jgone\\r\\033[8mhidden\\n\\342\\200\\256txt\\n'; exit 1" }],
      },
    })
    const report = await place.judge()
    const text = gateText(report)
    expect(text).toContain('hidden')
    for (const sign of ['\u001b', '\u0007', '\u202e', '\r']) expect(text).not.toContain(sign)
  })
})
