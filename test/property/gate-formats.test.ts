import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import * as fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SaxesParser } from 'saxes'
import { describe, expect, test } from 'vitest'
import { gateAnnotations } from '../../src/faces/formats/gate-github'
import { gateJunit } from '../../src/faces/formats/gate-junit'
import { gateSarif } from '../../src/faces/formats/gate-sarif'
import { gateSummary } from '../../src/faces/formats/gate-summary'
import { gateText } from '../../src/faces/formats/gate-text'
import { assembleReport } from '../../src/gate/assemble-report'
import type { GateParts } from '../../src/gate/gate-parts'
import type { GateOutcome } from '../../src/gate/gate-report'
import { eventful, hostile } from '../support/gate-parts-example'

const piece = fc.oneof(
  fc.constantFrom(...Object.values(hostile)),
  fc.constantFrom(
    '\r\n',
    '\u0000',
    '\u001b[2J',
    '\u2028',
    '\u0085',
    '\ud800',
    '\ufffe',
    '%0A::error::',
    '|',
    '](',
    '</pre>',
    '-->',
    '{0}',
    '[a](1)',
    '\n\n# x',
    '&lt;',
    '@team',
    ':',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
)
const words = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join('') || 'x')

/** The eventful run with every text and path of it replaced by hostile ones. */
const outcomes: fc.Arbitrary<GateOutcome> = fc.array(words, { minLength: 40, maxLength: 40 }).map((texts) => {
  let next = 0
  const word = (): string => texts[next++ % texts.length] ?? 'x'
  const parts = eventful()
  const finding = <T extends object>(one: T): T => ({
    ...one,
    path: word(),
    subject: word(),
    message: word(),
    before: word(),
    after: word(),
  })
  const check = (one: GateParts['validation'][number]): GateParts['validation'][number] => ({
    ...one,
    name: word(),
    cmd: word(),
    log_tail: [word(), word()],
  })
  return assembleReport({
    ...parts,
    task_id: word(),
    validation: parts.validation.map(check),
    contracts: parts.contracts.map((one) => ({ ...check(one), why: word() })),
    scope: { ...parts.scope, findings: parts.scope.findings.map(finding) },
    tampering: { ...parts.tampering, findings: parts.tampering.findings.map(finding) },
    delta: { ...parts.delta, regressions: [word()], known: [word()], coarse: [word()] },
    census: { ...parts.census, uncounted: [word()], findings: parts.census.findings.map(finding) },
    originals: { ...parts.originals, findings: parts.originals.findings.map(finding) },
    waivers: { given: parts.waivers.given.map((one) => ({ ...one, reason: word(), by: { ...one.by, id: word() } })) },
    canaries: { judged: 'yes', caught: [word()], missed: [word()], not_planted: [word()] },
    asked: { kind: 'provisional', doubts: [word()] },
  })
})

const runs = { numRuns: 80 }

function readXml(xml: string): {
  readonly texts: string[]
  readonly names: string[]
  readonly messages: string[]
  readonly tags: Set<string>
} {
  const [texts, names, messages, tags] = [[] as string[], [] as string[], [] as string[], new Set<string>()]
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('text', (text) => texts.push(text))
  parser.on('opentag', ({ name, attributes }) => {
    tags.add(name)
    if (name === 'testcase') names.push(attributes['file'] ?? '')
    if (attributes['message'] !== undefined) messages.push(attributes['message'])
  })
  parser.write(xml).close()
  return { texts, names, messages, tags }
}

describe('JUnit', () => {
  test('is well-formed whatever the words are, and holds no other elements than its own', () => {
    let printableNames = 0
    fc.assert(
      fc.property(outcomes, (outcome) => {
        const xml = gateJunit(outcome)
        const { tags, names } = readXml(xml)
        expect([...tags].sort()).toEqual(['error', 'failure', 'skipped', 'system-out', 'testcase', 'testsuite', 'testsuites'])
        if (outcome.verdict === 'nothing-judged') throw new Error('nothing was judged')
        // Where XML can hold the path, a reader gets it back to the letter.
        for (const { path } of outcome.scope.findings) {
          if (!/^[\t\n\r\u0020-\u007e\u00a0-\u1fff]*$/.test(path)) continue
          printableNames++
          expect(names).toContain(path)
        }
        expect(xml.split('\n').filter((line) => /^\s*::|##\[/.test(line))).toEqual([])
      }),
      runs,
    )
    expect(printableNames).toBeGreaterThan(20)
  })
})

const {
  id,
  $schema: _draft,
  ...schema
} = JSON.parse(readFileSync(join(import.meta.dirname, '../support/sarif-2.1.0-schema.json'), 'utf8')) as Record<string, unknown>
const ajv = new Ajv({ strict: false, unicodeRegExp: false })
addFormats(ajv)
// The schema is of draft 4; of what differs in draft 7 it uses the name of the id alone.
const isSarif = ajv.compile({ ...schema, $id: String(id) })

describe('SARIF', () => {
  test('the schema finds faults, so that its silence means something', () => {
    expect(isSarif({ version: '2.1.0', runs: [{ results: [] }] })).toBe(false)
    expect(isSarif({ version: '2.1.0', runs: [{ tool: { driver: { name: 'x' } }, results: [{ message: {} }] }] })).toBe(false)
  })

  test('is valid by the published schema whatever the words are, and its places lead back to the paths', () => {
    let places = 0
    fc.assert(
      fc.property(outcomes, (outcome) => {
        const text = gateSarif(outcome)
        const log = JSON.parse(text) as {
          runs: { results: { locations: { physicalLocation: { artifactLocation: { uri: string } } }[] }[] }[]
        }
        expect(isSarif(log) ? [] : isSarif.errors).toEqual([])
        if (outcome.verdict === 'nothing-judged') throw new Error('nothing was judged')
        const uris = log.runs[0]!.results.map(({ locations }) => locations[0]!.physicalLocation.artifactLocation.uri)
        for (const uri of uris) expect(uri).toMatch(/^(?:[\w.~/-]|%[0-9A-F]{2})+$/)
        const decoded = uris.map((uri) => decodeURIComponent(uri))
        for (const { path } of outcome.scope.findings) {
          // A path in git's quotes stands for bytes, and is read as those.
          if (path.startsWith('"')) continue
          places++
          expect(decoded).toContain(path.toWellFormed())
        }
        expect(text).not.toContain('##[')
      }),
      runs,
    )
    expect(places).toBeGreaterThan(100)
  })

  test('says of a run that judged nothing that it did not succeed', () => {
    const outcome = assembleReport({ ...eventful(), validation: [], contracts: [] })
    const log = JSON.parse(gateSarif(outcome)) as { runs: { invocations: { executionSuccessful: boolean }[] }[] }
    expect(isSarif(log) ? [] : isSarif.errors).toEqual([])
    expect(log.runs[0]!.invocations[0]!.executionSuccessful).toBe(false)
  })
})

/** As GitHub's runner reads a line. */
function readCommand(line: string): { level: string; properties: Record<string, string>; data: string } {
  const match = /^::(error|warning|notice) ([^]*?)::([^]*)$/.exec(line)
  if (match === null) throw new Error(`no command: ${line}`)
  const decode = (text: string): string =>
    text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%25', '%')
  const pairs = match[2]!.split(',').map((pair) => [pair.slice(0, pair.indexOf('=')), decode(pair.slice(pair.indexOf('=') + 1))] as const)
  return { level: match[1]!, properties: Object.fromEntries(pairs), data: decode(match[3]!) }
}

describe('annotations', () => {
  test('are one command a line, with their own properties alone and the paths to the letter', () => {
    let files = 0
    fc.assert(
      fc.property(outcomes, (outcome) => {
        if (outcome.verdict === 'nothing-judged') throw new Error('nothing was judged')
        const text = gateAnnotations(outcome)
        expect(text).toMatch(/\n$/)
        const paths: unknown[] = [
          ...outcome.scope.findings,
          ...outcome.tampering.findings,
          ...outcome.census.findings,
          ...outcome.originals.findings,
        ].map(({ path }) => path)
        for (const line of text.slice(0, -1).split(/[\n\r\u2028\u2029\u0085]/)) {
          const { properties, level } = readCommand(line)
          expect(['error', 'warning', 'notice']).toContain(level)
          expect(Object.keys(properties).filter((name) => !['file', 'line', 'title'].includes(name))).toEqual([])
          if (properties['file'] === undefined) continue
          files++
          expect(paths).toContain(properties['file'])
        }
      }),
      runs,
    )
    expect(files).toBeGreaterThan(100)
  })
})

describe('the summary', () => {
  test('holds others’ words as words: a table row is one line, and no markup is but its own', () => {
    let rows = 0
    fc.assert(
      fc.property(outcomes, (outcome) => {
        const text = gateSummary(outcome)
        expect(text).not.toMatch(/[\r\u2028\u2029\u0085]/)
        const bare = text.replaceAll(/<\/?(?:code|pre|details|summary)>|<br>/g, '')
        expect(bare).not.toMatch(/[<>`@]|::|\]\(|##\[|javascript:|https?:/)
        for (const line of text.split('\n').filter((one) => one.startsWith('|'))) {
          rows++
          expect([4, 6]).toContain(line.split('|').length - 1)
        }
      }),
      runs,
    )
    expect(rows).toBeGreaterThan(1000)
  })
})

describe('the page for people', () => {
  test('has its six rows once each, shows no control character and is no runner’s command', () => {
    fc.assert(
      fc.property(outcomes, (outcome) => {
        const text = gateText(outcome)
        expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
        expect(text.split('\n').filter((line) => /^\s*::|##\[/.test(line))).toEqual([])
        const rows = [...text.matchAll(/^[+x!.] (commands|scope|tampering|baseline|census|originals)(?: |$)/gm)].map(([, row]) => row)
        expect(rows).toEqual(['commands', 'scope', 'tampering', 'baseline', 'census', 'originals'])
      }),
      runs,
    )
  })
})
