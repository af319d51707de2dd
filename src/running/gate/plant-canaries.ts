import type { CanaryKind, Planting } from '../../gate/canaries/canary'
import { hasTaken } from '../../gate/canaries/has-taken'
import { plainEdits } from '../../gate/canaries/plain-edits'
import type { TestEditKind } from '../../gate/canaries/test-edits'
import { testEditKinds, testEdits } from '../../gate/canaries/test-edits'
import type { GateConfig } from '../../gate/gate-config'
import type { Syntax } from '../../ports/syntax'
import type { CanarySources } from './canary-sources'
import { testSource } from './canary-sources'

/** A fault ready to be planted, or why there is none. */
export type Plan = { readonly kind: CanaryKind; readonly planting: Planting } | { readonly kind: CanaryKind; readonly why: string }

/** So many edits of one kind are tried before it is given up. */
const triesMax = 60

const whats: Readonly<Record<TestEditKind, string>> = {
  'test-case-removed': 'a test case was taken out',
  'test-skipped': 'a test case is skipped',
  'focus-added': 'one test case keeps the others from running',
  'assertion-removed': 'an assertion was taken out',
  'assertion-tautological': "an assertion can't fail any more",
  'test-emptied': "a test case's body was emptied",
  'exit-forced': 'the file ends the process with success',
  'assertion-broken': 'an expected value was made wrong: a check must fail',
}

/** Finds a place for a fault in the user's own files; each edit is read again before it counts as planted. */
export async function planCanary(syntax: Syntax, config: GateConfig, sources: CanarySources, kind: CanaryKind): Promise<Plan> {
  const [firstTest] = sources.tests
  if (isTestEdit(kind)) return inTests(syntax, sources, kind)
  switch (kind) {
    case 'test-deleted':
      return firstTest === undefined
        ? { kind, why: noTests }
        : { kind, planting: { kind, edit: { path: firstTest.path }, what: 'a test file was deleted' } }
    case 'scope-breach': {
      const [source] = sources.sources
      if (source === undefined) return { kind, why: 'no file of code that is neither a test, nor run by a check, nor in `scope_ignore`' }
      const edit = { path: source.path, text: `${source.text}\n` }
      return { kind, planting: { kind, edit, what: `a task that owns ${firstTest?.path ?? 'another file'} alone wrote here` } }
    }
    case 'runner-config-weakened':
    case 'script-neutralised':
    case 'ci-weakened':
    case 'snapshot-rewritten':
    case 'control-plane': {
      // Of the control files the configuration is the one that everybody knows.
      const rank = (path: string): number => (kind === 'control-plane' && !path.endsWith('/config.json') ? 1 : 0)
      const plain = [...sources.plain].sort((a, b) => rank(a.path) - rank(b.path))
      const [planting] = plain.flatMap((source) => plainEdits(kind, source, config.test_globs, firstTest?.path ?? 'tests/test_canary.py'))
      return planting === undefined ? { kind, why: lacking[kind] } : { kind, planting }
    }
  }
}

const noTests = 'no test file with assertions that is read by a grammar'
const lacking = {
  'runner-config-weakened': "no runner's configuration with a place for it",
  'script-neutralised': 'no script that tests',
  'ci-weakened': 'no pipeline with a step that tests',
  'snapshot-rewritten': 'no recorded values',
  'control-plane': 'HEAD holds no control files',
} as const

function isTestEdit(kind: CanaryKind): kind is TestEditKind {
  return testEditKinds.some((one) => one === kind)
}

async function inTests(syntax: Syntax, { tests }: CanarySources, kind: TestEditKind): Promise<Plan> {
  let tries = 0
  for (const source of tests) {
    for (const text of testEdits(kind, source)) {
      if (++tries > triesMax) return { kind, why: `no place was found in ${triesMax} tries` }
      const after = await testSource(syntax, { path: source.path, text })
      if (after === undefined || !hasTaken(kind, source.tests, after.tests)) continue
      return { kind, planting: { kind, edit: { path: source.path, text }, what: whats[kind] } }
    }
  }
  return { kind, why: tests.length === 0 ? noTests : 'no test file has a place for it' }
}
