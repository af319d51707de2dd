import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { changedRepository, idsOf, read, textOf } from './git-reading'
import { throwAwayFolder, throwAwayRepository } from './throw-away'

afterEach(() => {
  vi.unstubAllEnvs()
})

const cited = { citedPaths: ['quiet.txt'], citedTexts: ['the quiet words'] }

describe('F48 and its like: nothing of the judged side changes what is judged', () => {
  const settings: readonly (readonly [string, string])[] = [
    ['diff.orderFile', '/nonexistent'],
    ['diff.noprefix', 'true'],
    ['diff.mnemonicPrefix', 'true'],
    ['diff.renames', 'copies'],
    ['diff.context', '0'],
    ['diff.interHunkContext', '50'],
    ['diff.algorithm', 'patience'],
    ['diff.suppressBlankEmpty', 'true'],
    ['diff.indentHeuristic', 'false'],
    ['diff.relative', 'true'],
    ['diff.ignoreSubmodules', 'all'],
    ['diff.wsErrorHighlight', 'all'],
    ['color.ui', 'always'],
    ['color.diff', 'always'],
    ['core.quotePath', 'true'],
    ['core.abbrev', '4'],
    ['core.bigFileThreshold', '1'],
    ['core.attributesFile', 'hostile-attributes'],
    ['core.bare', 'true'],
    ['grep.patternType', 'perl'],
    ['grep.lineNumber', 'true'],
    ['grep.fullName', 'false'],
    ['i18n.logOutputEncoding', 'utf-16'],
    ['extensions.worktreeConfig', 'true'],
  ]

  test('settings of the repository', async () => {
    const repo = changedRepository()
    const before = await read(repo, 'HEAD', undefined, cited)
    expect(idsOf(before)).toEqual(['a.ts', 'b c.ts', 'quiet.txt', 'diff:a.ts', 'diff:b c.ts', 'diff:caf\u00e9.ts'])
    repo.configure(settings)
    expect(repo.git('config', 'diff.orderFile')).toBe('/nonexistent')
    expect(await read(repo, 'HEAD', undefined, cited)).toEqual(before)
  })

  test('programs named by the repository are never run', async () => {
    const repo = changedRepository()
    const before = await read(repo, 'HEAD', undefined, cited)
    const sentinel = `${throwAwayFolder()}/was-run`
    const script = `${throwAwayFolder()}/run.sh`
    writeFileSync(script, `#!/bin/sh\ntouch '${sentinel}'\necho lie\n`, { mode: 0o755 })
    const attributes = '*.ts diff=evil filter=evil merge=evil text working-tree-encoding=UTF-16\nb* -diff\n*.txt -diff\n'
    mkdirSync(`${repo.dir}/.git/info`, { recursive: true })
    writeFileSync(`${repo.dir}/.git/info/attributes`, attributes)
    const programs = [
      'diff.external',
      'diff.evil.command',
      'diff.evil.textconv',
      'filter.evil.clean',
      'filter.evil.smudge',
      'filter.evil.process',
      'core.fsmonitor',
      'core.pager',
      'pager.diff-tree',
      'pager.grep',
      'core.sshCommand',
      'core.editor',
      'core.alternateRefsCommand',
      'uploadpack.packObjectsHook',
    ]
    repo.configure([...programs.map((name) => [name, script] as const), ['alias.rev-parse', `!${script}`]])
    mkdirSync(`${repo.dir}/.git/hooks`, { recursive: true })
    for (const hook of ['post-index-change', 'reference-transaction', 'fsmonitor-watchman', 'post-checkout']) {
      writeFileSync(`${repo.dir}/.git/hooks/${hook}`, readFileSync(script), { mode: 0o755 })
    }
    const tricks = {
      GIT_EXTERNAL_DIFF: script,
      GIT_PAGER: script,
      GIT_DIFF_OPTS: '-u0',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'diff.external',
      GIT_CONFIG_VALUE_0: script,
      GIT_DIR: '/nonexistent',
      GIT_TRACE: sentinel,
    }
    for (const [name, value] of Object.entries(tricks)) vi.stubEnv(name, value)
    expect(await read(repo, 'HEAD', undefined, cited)).toEqual(before)
    expect(existsSync(sentinel)).toBe(false)
  })

  test('a missing object is not fetched with a program that the repository names', async () => {
    const repo = changedRepository()
    const sentinel = `${throwAwayFolder()}/was-run`
    repo.configure([
      ['remote.origin.url', `ext::touch ${sentinel}`],
      ['remote.origin.promisor', 'true'],
      ['protocol.ext.allow', 'always'],
      ['extensions.partialClone', 'origin'],
    ])
    const id = repo.git('rev-parse', 'HEAD:a.ts')
    rmSync(`${repo.dir}/.git/objects/${id.slice(0, 2)}/${id.slice(2)}`)
    await expect(read(repo)).rejects.toMatchObject({ code: 'git-failed', message: expect.stringContaining(id) })
    expect(existsSync(sentinel)).toBe(false)
  })

  test('a missing object of an unchanged file is an error of the search, not a text that is nowhere', async () => {
    const repo = changedRepository()
    const id = repo.git('rev-parse', 'HEAD:quiet.txt')
    rmSync(`${repo.dir}/.git/objects/${id.slice(0, 2)}/${id.slice(2)}`)
    await expect(read(repo, 'HEAD', undefined, { citedTexts: ['the quiet words'] })).rejects.toMatchObject({ code: 'git-failed' })
  })

  test('replacements and grafts do not count', async () => {
    const repo = changedRepository()
    const before = await read(repo, 'main', undefined, cited)
    const blob = repo.git('rev-parse', 'HEAD:a.ts')
    repo.git('replace', blob, repo.git('rev-parse', 'HEAD:quiet.txt'))
    repo.git('replace', repo.git('rev-parse', 'HEAD'), repo.git('commit-tree', '-m', 'lie', 'HEAD^{tree}'))
    mkdirSync(`${repo.dir}/.git/info`, { recursive: true })
    appendFileSync(`${repo.dir}/.git/info/grafts`, `${repo.git('rev-parse', 'main')}\n`)
    appendFileSync(`${repo.dir}/.git/shallow`, `${repo.git('rev-parse', 'main')}\n`)
    expect(await read(repo, 'main', undefined, cited)).toEqual(before)
  })

  test('attributes of the judged tree do not count', async () => {
    const repo = throwAwayRepository()
    repo.write('a.ts', 'a\n')
    repo.commit()
    repo.write('.gitattributes', '*.ts binary -diff linguist-generated export-ignore eol=crlf ident\n')
    repo.write('a.ts', '$Id$ changed\n')
    repo.commit()
    const artifact = await read(repo)
    expect(textOf(artifact, 'diff:a.ts')).toContain('-a\n+$Id$ changed\n')
    expect(textOf(artifact, 'a.ts')).toBe('$Id$ changed\n')
  })

  test('reading changes nothing in the repository and leaves nothing behind', async () => {
    const repo = changedRepository()
    const listing = (): (readonly [string, number, number])[] =>
      readdirSync(repo.dir, { recursive: true, encoding: 'utf8' }).map((name) => {
        const { mtimeMs, size } = statSync(`${repo.dir}/${name}`)
        return [name, mtimeMs, size] as const
      })
    const leftovers = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('adjudicate-git-'))
    vi.stubEnv('TMPDIR', throwAwayFolder())
    const before = listing()
    await read(repo, 'HEAD', undefined, cited)
    await expect(read(repo, 'none')).rejects.toThrow()
    expect(listing()).toEqual(before)
    expect(before.length).toBeGreaterThan(10)
    expect(leftovers()).toEqual([])
  })
})
