import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canaryPairs } from '../../../src/conformance/canaries/canary-pairs'
import { code, pairFrom } from '../../../src/conformance/canaries/pair-from'
import type { CanaryPair } from '../../../src/tribunal/canaries/canary-pair'
import { canarySetHash, parseCanaryPairs } from '../../../src/tribunal/canaries/canary-pair'
import { smallPair } from '../../support/canary-judges'

const variants = ['faulty', 'clean'] as const
const of = (language: CanaryPair['language']): CanaryPair[] => canaryPairs.filter((pair) => pair.language === language)

/** Runs every test there is in one process, which prints a list of [id, variant, message or null]. */
type Outcomes = ReadonlyMap<string, string | null>

function outcomesOf(program: string, args: readonly string[]): Outcomes {
  const { stdout, stderr, status } = spawnSync(program, args, { encoding: 'utf8', timeout: 60_000 })
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`)
  const list = JSON.parse(stdout) as [string, string, string | null][]
  return new Map(list.map(([id, variant, message]) => [`${id} ${variant}`, message]))
}

const nodeRunner = `
const out = []
for (const [id, variant] of JSON.parse(process.argv[2])) {
  try {
    await import('./' + id + '/' + variant + '/test.mjs')
    out.push([id, variant, null])
  } catch (error) {
    out.push([id, variant, String(error)])
  }
}
process.stdout.write(JSON.stringify(out))
`

const pythonRunner = `
import json, os, sys
out = []
here = os.path.dirname(os.path.abspath(__file__))
for id, variant in json.loads(sys.argv[1]):
    folder = os.path.join(here, id, variant)
    known = set(sys.modules)
    sys.path.insert(0, folder)
    try:
        with open(os.path.join(folder, "test.py"), encoding="utf-8") as file:
            exec(compile(file.read(), id, "exec"), {"__name__": "__main__"})
        out.append([id, variant, None])
    except BaseException as error:
        out.append([id, variant, repr(error)])
    finally:
        sys.path.remove(folder)
        for name in set(sys.modules) - known:
            del sys.modules[name]
print(json.dumps(out))
`

const asked = (pairs: readonly CanaryPair[]): string => JSON.stringify(pairs.flatMap(({ id }) => variants.map((variant) => [id, variant])))

describe('the published pairs', () => {
  let folder = ''

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'adjudicate-pairs-'))
    const asModule = (text: string): string =>
      ts.transpileModule(text, { compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 } }).outputText
    for (const pair of canaryPairs) {
      for (const variant of variants) {
        const place = join(folder, pair.id, variant)
        mkdirSync(place, { recursive: true })
        if (pair.language === 'python') {
          writeFileSync(join(place, basename(pair.path)), pair[variant])
          writeFileSync(join(place, 'test.py'), pair.test)
          continue
        }
        const name = basename(pair.path, '.ts')
        writeFileSync(join(place, `${name}.mjs`), asModule(pair[variant]))
        writeFileSync(join(place, 'test.mjs'), asModule(pair.test).replaceAll(`./${name}.ts`, `./${name}.mjs`))
      }
    }
    writeFileSync(join(folder, 'runner.mjs'), nodeRunner)
    writeFileSync(join(folder, 'runner.py'), pythonRunner)
  })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const expectShown = (pairs: readonly CanaryPair[], outcomes: Outcomes): void => {
    for (const { id } of pairs) {
      expect(outcomes.get(`${id} clean`), `${id}: the test of the clean twin`).toBeNull()
      expect(outcomes.get(`${id} faulty`), `${id}: the test of the faulty one`).toEqual(expect.any(String))
      // A fault of behaviour, not of a test that can't be run.
      expect(outcomes.get(`${id} faulty`), id).not.toMatch(/Cannot find|SyntaxError|NameError|ModuleNotFound|is not a function/)
    }
  }

  test('every TypeScript test fails for the faulty variant and passes for its twin', () => {
    expectShown(of('typescript'), outcomesOf(process.execPath, [join(folder, 'runner.mjs'), asked(of('typescript'))]))
  })

  test('every Python test fails for the faulty variant and passes for its twin', (context) => {
    if (spawnSync('python3', ['--version']).status !== 0) context.skip('python3 is not here: the Python pairs were not run')
    expectShown(of('python'), outcomesOf('python3', ['-B', join(folder, 'runner.py'), asked(of('python'))]))
  })
})

describe('the set as data', () => {
  test('it reads as a set, half of it in each language, every kind of fault once', () => {
    const parsed = parseCanaryPairs(JSON.parse(JSON.stringify(canaryPairs)))
    expect(parsed).toEqual({ ok: true, value: canaryPairs })
    expect(of('typescript')).toHaveLength(12)
    expect(of('python')).toHaveLength(12)
    expect(new Set(canaryPairs.map(({ kind }) => kind)).size).toBe(canaryPairs.length)
    expect(new Set(canaryPairs.map(({ path }) => path)).size).toBe(canaryPairs.length)
  })

  test('no text says that something is wrong with it, and none is long', () => {
    for (const pair of canaryPairs) {
      for (const variant of variants) {
        const shown = `${pair.path}\n${pair.spec}\n${pair.criteria.join('\n')}\n${pair[variant]}`
        expect(shown, pair.id).not.toMatch(/\b(bug|fault|faulty|canary|seeded|wrong|broken|todo|fixme)\b/i)
        const lines = pair[variant].trimEnd().split('\n').length
        expect(lines, `${pair.id} ${variant}`).toBeLessThanOrEqual(40)
        expect(lines, `${pair.id} ${variant}`).toBeGreaterThanOrEqual(10)
      }
    }
  })

  test('the lines of a fault are those that differ from the twin, and none of them stands outside', () => {
    for (const { id, faulty, clean, lines } of canaryPairs) {
      const [all, sound] = [faulty.split('\n'), new Set(clean.split('\n'))]
      const strange = all.flatMap((line, index) => (sound.has(line) ? [] : [index + 1]))
      expect(strange.length, id).toBeGreaterThan(0)
      for (const line of strange)
        expect(
          lines.some(({ from, to }) => from <= line && line <= to),
          `${id}:${line}`,
        ).toBe(true)
    }
  })

  test('Python texts are well formed as far as a reader without Python can tell', () => {
    const openers: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }
    for (const { id, faulty, clean, test: own } of of('python')) {
      for (const text of [faulty, clean, own]) {
        const open: string[] = []
        for (const char of text.replace(/"""[^]*?"""|"[^"\n]*"/g, '')) {
          if ('([{'.includes(char)) open.push(char)
          if (char in openers) expect(open.pop(), `${id}: ${char}`).toBe(openers[char])
        }
        expect(open, id).toEqual([])
        for (const line of text.trimEnd().split('\n')) {
          expect((line.length - line.trimStart().length) % 4, `${id}: ${line}`).toBe(0)
          expect(line, id).not.toMatch(/\t|\s$/)
          if (/^\s*(def|if|for|while|with|try|else|elif|except)\b/.test(line)) expect(line, id).toMatch(/:$/)
        }
      }
    }
  })

  test('a set has one hash whatever its order, another one when a letter differs', () => {
    const [a, b] = [smallPair('a'), smallPair('b')]
    expect(canarySetHash([a, b])).toBe(canarySetHash([b, a]))
    expect(canarySetHash([a, { ...b, spec: `${b.spec} ` }])).not.toBe(canarySetHash([a, b]))
  })

  test('sets that measure nothing are refused with the place of each fault', () => {
    const pair = smallPair('a')
    const codes = (input: unknown): string[] => {
      const parsed = parseCanaryPairs(input)
      return parsed.ok ? [] : parsed.issues.map(({ code: what, path }) => `${path} ${what}`)
    }
    expect(codes([pair])).toEqual([])
    expect(codes([])).toHaveLength(1)
    expect(codes(Array.from({ length: 201 }, (_, index) => ({ ...pair, id: `p${index}` })))).toHaveLength(1)
    expect(codes([pair, pair])).toEqual(['[1].id id-twice'])
    expect(codes([{ ...pair, clean: pair.faulty }])).toEqual(['[0].clean twins-alike'])
    expect(codes([{ ...pair, lines: [{ from: 4, to: 5 }] }])).toEqual(['[0].lines[0] lines-outside'])
    expect(codes([{ ...pair, lines: [{ from: 3, to: 2 }] }])).toEqual(['[0].lines[0] lines-outside'])
    expect(codes([{ ...pair, more: 1 }])).toHaveLength(1)
    expect(codes([{ ...pair, criteria: [] }])).toHaveLength(1)
  })

  test('a written pair whose swapped part is not there, or is there twice, is a mistake of its author', () => {
    const { faulty: _, lines: __, ...written } = smallPair('a')
    expect(() => pairFrom({ ...written, swaps: [['no such text', 'x']] })).toThrow(/stands once/)
    expect(() =>
      pairFrom({
        ...written,
        swaps: [
          ['return', 'x'],
          ['count', 'x'],
          ['5', '6'],
        ],
      }),
    ).toThrow(/stands once/)
    expect(code`
      a
        \n b
    `).toBe('a\n  \\n b\n')
  })
})
