import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { gatePlace, json, testOfA } from '../support/gate-place'
import type { Step } from '../support/git-steps'
import { clearSteps } from '../support/git-steps'

afterAll(clearSteps, 60_000)

const lax = (base_ref: string): string => json({ base_ref, validation: [{ name: 'tests', cmd: 'true' }], contracts: [] })

describe('the judged tree chooses neither its base nor its configuration', () => {
  test.each([
    ['an expression', 'HEAD~1', []],
    ['a branch of its own', 'mine', [['git', 'branch', 'mine', 'HEAD']] as const],
  ])('by %s: the default branch says what the base is', async (_, base_ref, more) => {
    const place = gatePlace({
      work: [
        ['write', '.claude/build/config.json', lax(base_ref)],
        ['rm', 'tests/a.spec.ts'],
        ['commit', 'remove'],
        ...more,
        ['write', 'src/a.ts', 'export const a = 1 // fine\n'],
        ['commit', 'fine'],
      ],
    })
    for (const decide of [false, true]) {
      const report = await place.judge({ task: null, decide })
      expect(report).toMatchObject({ verdict: 'FAIL', base_ref: 'main', control: { from: 'base-commit' } })
      expect(report.tampering.findings.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['control-plane', 'test-deleted']))
    }
  })

  test('by the layout that is looked for first: the base has the other one', async () => {
    const place = gatePlace({
      base: [
        ['rm', '.claude/build/config.json'],
        ['write', '.adjudicate/config.json', lax('main')],
      ],
      work: [
        ['write', '.claude/build/config.json', lax('HEAD~1')],
        ['commit', 'mine'],
        ['write', 'src/a.ts', 'export const a = 1 // fine\n'],
        ['commit', 'fine'],
      ],
    })
    const report = await place.judge({ task: null, decide: true })
    expect(report).toMatchObject({
      verdict: 'FAIL',
      control: { from: 'base-commit', place: expect.stringMatching(/:\.adjudicate$/) as string },
    })
  })

  test('where no default branch has a configuration the run is provisional, whatever was asked', async () => {
    const place = gatePlace({ work: [] })
    place.git('branch', '-m', 'main', 'trunk')
    place.git('tag', 'v1')
    place.write('.claude/build/config.json', lax('trunk'))
    place.write('src/a.ts', 'export const a = 1 // fine\n')
    place.commit()
    const report = await place.judge({ task: null, decide: true })
    expect(report.run).toMatchObject({ kind: 'provisional', reasons: ['the control files come from the judged tree'] })
    expect(await place.judge({ task: null, decide: true, base: 'trunk' })).toMatchObject({ control: { from: 'base-commit' } })
  })
})

test.each([false, true])('a report behind a link is neither taken away nor read (deciding: %s)', async (decide) => {
  const outside = join(gatePlace().folder, '..', 'outside')
  mkdirSync(outside, { recursive: true })
  const kept = join(outside, 'junit.xml')
  writeFileSync(kept, '<testsuite tests="1"><testcase name="a"/></testsuite>')
  const place = gatePlace({
    config: { validation: [{ name: 'tests', cmd: 'true', report: { format: 'junit', path: 'r/junit.xml' } }] },
    work: [
      ['symlink', outside, 'r'],
      ['commit', 'link'],
    ],
  })
  const report = await place.judge({ decide })
  expect(report.verdict).toBe('FAIL')
  expect(report.census.findings.map(({ kind }) => kind)).toEqual(['report-unreadable'])
  expect(existsSync(kept) && readFileSync(kept, 'utf8')).toContain('testcase')
})

test('what chooses among the tests is tried against the tests that nobody touched', async () => {
  const place = gatePlace({
    work: [
      ['write', '.gitattributes', 'tests/** linguist-generated\n'],
      ['write', 'src/a.ts', 'export const a = 1 // fine\n'],
      ['commit', 'hide'],
    ],
  })
  expect(place.read('tests/a.spec.ts')).toBe(testOfA)
  const report = await place.judge({ task: null })
  expect(report.tampering.findings).toMatchObject([{ kind: 'diff-hidden', severity: 'block', path: '.gitattributes' }])
  expect(report.verdict).toBe('FAIL')
})

test.each<readonly [string, Step]>([
  ['a file', ['write', 'verify', 'anything\n']],
  ['a folder', ['write', 'verify/notes.md', '# notes\n']],
  ['a test file', ['write', 'verify', "#!/usr/bin/env node\nit('a', () => expect(1).toBe(2))\n"]],
  ['a link', ['symlink', 'src', 'verify']],
  ['what it needs', ['write', 'stamp', '']],
])('%s in the place of a target keeps `make` from checking anything, so a person must agree', async (_, step) => {
  const check: Step[] = [
    ['write', 'Makefile', '.PHONY: all\nall: verify docs\nverify: stamp\n\tfalse\nstamp:\n\tfalse\ndocs:\n\ttrue\n'],
    ['write', 'docs/a.md', 'a\n'],
  ]
  const place = gatePlace({
    config: { validation: [{ name: 'check', cmd: 'make all || true' }] },
    base: check,
    work: [step, ['write', 'docs/b.md', 'b\n'], ['commit', 'x']],
  })
  const report = await place.judge({ task: null })
  expect(report.scope.findings.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
    `control-plane ${step[0] === 'symlink' ? step[2] : step[1]}`,
  ])
  expect(report.verdict).toBe('FAIL')
})

test.each<readonly [string, string, Step]>([
  ['a script reads in', 'for f in ci/checks.d/*.sh; do . "$f"; done; false', ['write', 'ci/checks.d/zz.sh', 'exit 0\n']],
  ['a Makefile includes', 'make check', ['write', 'mk/zz.mk', 'override SHELL := true\n']],
])('a new file that %s by a pattern is the check’s', async (_, cmd, step) => {
  const place = gatePlace({
    config: { validation: [{ name: 'check', cmd }] },
    base: [
      ['write', 'ci/checks.d/a.sh', 'true\n'],
      ['write', 'mk/a.mk', 'A = 1\n'],
      ['write', 'Makefile', '.PHONY: check\nall: check\n-include mk/*.mk\ncheck:\n\tfalse\n'],
    ],
    work: [step, ['write', 'ci/notes.md', 'n\n'], ['write', 'mk/notes.md', 'n\n'], ['commit', 'x']],
  })
  const report = await place.judge({ task: null })
  expect(report.scope.findings.map(({ kind, path }) => `${kind} ${path}`)).toEqual([`control-plane ${step[1]}`])
  expect(report.verdict).toBe('FAIL')
})
