import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { runGate } from '../../src/faces/embed/run-gate'
import type { Step } from '../support/git-steps'
import { clearSteps } from '../support/git-steps'
import { blockingOf, gatePlace } from '../support/gate-place'

// Many processes each: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })
afterAll(clearSteps, 60_000)
afterEach(() => {
  vi.unstubAllEnvs()
})

const commit: Step = ['commit', 'x']

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text, { mode: 0o755 })
}

describe('a deciding run believes nothing of the worker’s directory', () => {
  test('a script-shell in .npmrc, a doctored node_modules, a HOME full of traps and left-over files change nothing', async () => {
    const place = gatePlace({
      config: {
        validation: [
          { name: 'npm', cmd: 'npm test --silent' },
          { name: 'tool', cmd: 'node -e "process.exit(require(\'tool\'))"' },
          { name: 'home', cmd: 'test ! -e "$HOME/.npmrc" && test ! -e "$HOME/.gitconfig" && test ! -e left-over' },
        ],
        setup: [{ cmd: 'mkdir -p node_modules/tool && echo "module.exports = 7" > node_modules/tool/index.js' }],
      },
      base: [
        ['write', 'package.json', '{"name":"x","scripts":{"test":"exit 3"}}\n'],
        ['write', '.gitignore', 'node_modules/\n.npmrc\nleft-over\n'],
      ],
    })
    const home = `${place.top}/home`
    const trap = `#!/bin/sh\ntouch '${place.sentinel}'\nexit 0\n`
    put(`${place.top}/trap`, trap)
    put(`${home}/.npmrc`, `script-shell=${place.top}/trap\n`)
    put(`${home}/.gitconfig`, `[core]\n\tfsmonitor = ${place.top}/trap\n\thooksPath = ${place.top}\n`)
    place.write('.npmrc', `script-shell=${place.top}/trap\n`)
    place.write('node_modules/tool/index.js', 'module.exports = 0\n')
    place.write('left-over', '1\n')
    vi.stubEnv('HOME', home)
    const provisional = await place.judge()
    expect(
      provisional.validation.map(({ status }) => status),
      'the worker’s own run is lied to',
    ).toEqual(['PASS', 'PASS', 'FAIL'])
    expect(existsSync(place.sentinel)).toBe(true)
    rmSync(place.sentinel)
    const report = await place.judge({ decide: true })
    expect(report.validation.map(({ name, exit }) => [name, exit])).toEqual([
      ['npm', 3],
      ['tool', 7],
      ['home', 0],
    ])
    expect(report).toMatchObject({ verdict: 'FAIL', run: { kind: 'deciding' }, dirty: [] })
    expect(existsSync(place.sentinel)).toBe(false)
    expect(place.read('node_modules/tool/index.js')).toBe('module.exports = 0\n')
  })

  test('nothing that the repository’s own configuration names is ever run, and the commands don’t see it', async () => {
    const place = gatePlace({
      config: {
        validation: [
          { name: 'git', cmd: 'git status --porcelain && git log -1 --format=%s && git diff HEAD && test -z "$(git config alias.x)"' },
        ],
      },
      base: [['write', '.gitattributes', '* filter=evil diff=evil merge=evil\n']],
    })
    put(`${place.top}/trap`, `#!/bin/sh\ntouch '${place.sentinel}'\ncat\n`)
    const trap = `${place.top}/trap`
    const hooks = ['pre-commit', 'post-checkout', 'post-index-change', 'reference-transaction', 'fsmonitor-watchman']
    for (const hook of hooks) put(`${place.folder}/.git/hooks/${hook}`, readFileSync(trap, 'utf8'))
    for (const hook of hooks) put(`${place.top}/hooks/${hook}`, readFileSync(trap, 'utf8'))
    put(`${place.top}/included`, `[diff]\n\texternal = ${trap}\n`)
    const settings = {
      'core.hooksPath': `${place.top}/hooks`,
      'core.fsmonitor': trap,
      'core.pager': trap,
      'core.sshCommand': trap,
      'diff.external': trap,
      'diff.evil.command': trap,
      'diff.evil.textconv': trap,
      'filter.evil.clean': trap,
      'filter.evil.smudge': trap,
      'filter.evil.process': trap,
      'filter.evil.required': 'true',
      'merge.evil.driver': trap,
      'alias.x': `!${trap}`,
      'alias.status': `!${trap}`,
      'include.path': `${place.top}/included`,
      'uploadpack.packObjectsHook': trap,
      'credential.helper': `!${trap}`,
    }
    put(
      `${place.folder}/.git/config`,
      readFileSync(`${place.folder}/.git/config`, 'utf8') +
        Object.entries(settings)
          .map(([name, value]) => {
            const [section = '', ...rest] = name.split('.')
            const [key, sub] = [rest.at(-1), rest.slice(0, -1).join('.')]
            return `[${section}${sub === '' ? '' : ` "${sub}"`}]\n\t${key} = "${value}"\n`
          })
          .join(''),
    )
    const report = await place.judge({ decide: true })
    expect(report.validation[0]).toMatchObject({ status: 'PASS', log_tail: ['work'] })
    expect(report).toMatchObject({ verdict: 'PASS', run: { kind: 'deciding' } })
    expect(existsSync(place.sentinel)).toBe(false)
  })

  test('the gate itself runs nothing of it in a provisional run either', async () => {
    const place = gatePlace({ base: [['write', '.gitattributes', '* filter=evil diff=evil\n']] })
    put(`${place.top}/trap`, `#!/bin/sh\ntouch '${place.sentinel}'\ncat\n`)
    put(
      `${place.folder}/.git/config`,
      `${readFileSync(`${place.folder}/.git/config`, 'utf8')}[core]\n\tfsmonitor = ${place.top}/trap\n[filter "evil"]\n\tclean = ${place.top}/trap\n\tsmudge = ${place.top}/trap\n[diff "evil"]\n\tcommand = ${place.top}/trap\n`,
    )
    place.write('src/a.ts', 'export const a = 1 // once more\n')
    expect(await place.judge()).toMatchObject({ verdict: 'PASS', dirty: ['src/a.ts'] })
    expect(existsSync(place.sentinel)).toBe(false)
  })

  test('setup that fails lets no check run, and caches under HOME are the named ones alone', async () => {
    const place = gatePlace({
      config: {
        setup: [{ cmd: 'echo preparing; exit 4' }],
        validation: [{ name: 'tests', cmd: 'true' }],
      },
    })
    const report = await place.judge({ decide: true })
    expect(report).toMatchObject({ verdict: 'FAIL', reasons: [{ code: 'check-errors' }], validation: [{ status: 'ERROR', exit: null }] })
    expect(report.validation[0]?.why).toBe('the setup command "echo preparing; exit 4" failed: exit code 4; preparing')
    const home = `${place.top}/home`
    put(`${home}/.cache/npm/kept`, '1')
    put(`${home}/.config/secret`, '1')
    vi.stubEnv('HOME', home)
    const cached = gatePlace({
      config: {
        caches: ['.cache/npm', '.cache/none'],
        validation: [
          { name: 'cache', cmd: 'test -f "$HOME/.cache/npm/kept" && test ! -e "$HOME/.config" && test ! -e "$HOME/.cache/none"' },
        ],
      },
    })
    expect(await cached.judge({ decide: true })).toMatchObject({ verdict: 'PASS' })
    expect(existsSync(`${home}/.cache/npm/kept`), 'the cache itself stays').toBe(true)
  })

  test('a command that edits the checkout or commits in it is found', async () => {
    for (const [cmd, path] of [
      ['echo "// fixed" >> src/a.ts', 'src/a.ts'],
      ['git -c user.name=a -c user.email=a@b commit -q --allow-empty -m x', '.'],
    ] as const) {
      const place = gatePlace({ config: { validation: [{ name: 'tests', cmd }] } })
      expect(blockingOf(await place.judge({ decide: true })), cmd).toEqual([`${path} tree-rewritten`])
      expect(place.git('log', '-1', '--format=%s'), 'the repository itself is as it was').toBe('work')
      expect(place.git('status', '--porcelain', '-uno')).toBe('')
    }
  })

  test('A-BLD-1: control files that lie in the judged tree alone make a run provisional, whatever was asked', async () => {
    const place = gatePlace({
      work: [['git', 'rm', '-qr', '.claude'], commit, ['git', 'branch', '-f', 'main', 'HEAD'], ['write', 'src/a.ts', '1\n'], commit],
    })
    place.write('.claude/build/config.json', '{"base_ref":"main","validation":[{"name":"x","cmd":"true"}],"contracts":[]}')
    const report = await place.judge({ task: null, decide: true })
    expect(report).toMatchObject({ control: { from: 'judged-tree' }, run: { kind: 'provisional' } })
    expect(report.run.reasons[0]).toContain('judged tree')
    const told = await place.gate({ task: null, decide: true, control: `${place.top}/nowhere` })
    expect(told).toMatchObject({ verdict: 'nothing-judged', issues: [{ code: 'usage' }] })
  })

  test('CI asks for a deciding run, and saying otherwise wins', async () => {
    const place = gatePlace()
    for (const [value, kind] of [
      ['true', 'deciding'],
      ['false', 'provisional'],
    ] as const) {
      vi.stubEnv('CI', value)
      expect(await runGate({ repo: place.folder, task: 't01' }), value).toMatchObject({ asked: { kind } })
    }
    vi.stubEnv('CI', 'true')
    expect(await place.judge({ decide: false })).toMatchObject({ run: { kind: 'provisional' } })
  })
})
