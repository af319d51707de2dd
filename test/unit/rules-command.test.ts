import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { findMentions, groupOf, main, parseRulebook, renderReport, reportRules, rulebookFaults } from '../../scripts/rules.mjs'
import ruleIds from '../support/rule-ids.json'

// Planted ids are put together at run time: an id spelled out here would count as shown by this file.
const r = (number: string, group = 'TRI') => ['R', group, number].join('-')
const tag = (name: string) => ['C', name].join('-')
const fault = (number: string) => `F${number}`

const ruleLine = (id: string, rest = 'A rule.') => `- **${id}** ${rest}`
const book = (...lines: string[]) => `# Rulebook\n\n## A group\n\n${lines.join('\n')}\n`
const notShown = (reason: string) => `A rule. _Not shown by a program: ${reason}._`

const root = join(import.meta.dirname, '..', '..')
const rulebook = readFileSync(join(root, 'docs', 'rulebook.md'), 'utf8')

describe('the rulebook of this project', () => {
  const { rules, malformed } = parseRulebook(rulebook)

  test('holds exactly the frozen ids, each in its group', () => {
    const frozen = Object.entries(ruleIds).map(([group, ids]) => [group, ids.split(' ').sort()])
    const held = Object.keys(ruleIds).map((group) => [
      group,
      rules
        .filter((rule) => rule.group === group)
        .map(({ id }) => id)
        .sort(),
    ])
    expect(held).toEqual(frozen)
    expect(rules).toHaveLength(frozen.flatMap(([, ids]) => ids ?? []).length)
  })

  test('has no malformed, doubled or missing rule', () => {
    expect(malformed).toEqual([])
    expect(rulebookFaults({ rules, malformed })).toEqual([])
  })

  test('gives each rule one sentence of its own', () => {
    for (const { id, sentence } of rules) {
      expect(sentence, id).toMatch(/^(?:[A-Z]|`)[^]*\.$/)
      expect(sentence, id).not.toMatch(/[.!?]\s+[A-Z`]/)
    }
    expect(new Set(rules.map(({ sentence }) => sentence)).size).toBe(rules.length)
  })

  test('gives few rules up as not shown by a program, each with a reason', () => {
    const given = rules.flatMap(({ notShown: reason }) => (reason === undefined ? [] : [reason]))
    expect(given.length).toBeLessThan(10)
    for (const reason of given) expect(reason.split(' ').length).toBeGreaterThan(3)
  })
})

describe('reading a rulebook', () => {
  test('an id tells its group', () => {
    expect([r('40'), fault('02c'), tag('ROW4'), 'hello', 'F2', 'R-001'].map(groupOf)).toEqual([
      'R-TRI',
      'F',
      'C',
      undefined,
      undefined,
      undefined,
    ])
  })

  test('the reason of a rule that no program shows is split off its sentence', () => {
    const [plain, marked] = parseRulebook(book(ruleLine(r('01')), ruleLine(r('02'), notShown('a person reads it')))).rules
    expect(plain).toEqual({ id: r('01'), group: 'R-TRI', sentence: 'A rule.', line: 5 })
    expect(marked).toMatchObject({ sentence: 'A rule.', notShown: 'a person reads it.' })
  })

  test('a list line with a bold start that is no rule is a fault, so no rule drops out unseen', () => {
    const bad = [
      '- **R-TRI** No number.',
      `  - **${r('02')}** Indented.`,
      `- **${r('03')}**`,
      ruleLine(r('04'), 'A rule. _Not shown by a program_'),
    ]
    const { rules, malformed } = parseRulebook(book(ruleLine(r('01')), ...bad))
    expect(rules.map(({ id }) => id)).toEqual([r('01')])
    expect(malformed.map(({ text }) => text)).toEqual(bad)
    expect(rulebookFaults({ rules, malformed })).toHaveLength(bad.length)
  })

  test('a doubled id is a fault that gives both lines', () => {
    expect(rulebookFaults(parseRulebook(book(ruleLine(r('01')), ruleLine(r('02')), ruleLine(r('01')))))).toEqual([
      `${r('01')} stands twice in the rulebook, lines 5 and 7`,
    ])
  })

  test('a gap in the numbers of a group is a fault, in any order of the lines', () => {
    const gapped = book(
      ruleLine(r('05')),
      ruleLine(r('02')),
      ruleLine(r('03')),
      ruleLine(r('01', 'REF')),
      ruleLine(fault('01')),
      ruleLine(fault('09')),
    )
    expect(rulebookFaults(parseRulebook(gapped))).toEqual(['R-TRI has no rule number 1', 'R-TRI has no rule number 4'])
  })
})

describe('finding ids in tests', () => {
  const known = new Set([r('40'), fault('03'), tag('ROW4')])
  const named = (text: string, path = 'test/unit/some.test.ts') => findMentions({ path, text }, known)

  test('an id in a title, a comment or data is found with its line', () => {
    const text = `test('${r('40')} a title', () => {\n  // ${r('41')}\n  const data = { rule: "${r('42')}" }\n})\n`
    expect(named(text).map(({ id, line }) => [id, line])).toEqual([
      [r('40'), 1],
      [r('41'), 2],
      [r('42'), 3],
    ])
  })

  test('a part of a longer word is no id', () => {
    expect(named(`'X${r('40')}' 'x-${r('40')}' '${r('40')}x' 'R-TRI' 'R-001' 'C-20260814-01'`)).toEqual([])
  })

  test('a fault id counts anywhere in a test of the gate, elsewhere in a title only', () => {
    const inData = `const colour = '${fault('03')}'`
    expect(named(inData)).toEqual([])
    expect(named(inData, 'test/unit/gate/scope.test.ts').map(({ id }) => id)).toEqual([fault('03')])
    expect(named(inData, 'test/unit/navigate.test.ts')).toEqual([])
    expect(named(`test.each([1])('F-03: %i', () => {})`).map(({ id }) => id)).toEqual([fault('03')])
    expect(named(`test('card F-20260814-01 and \\xF03 and %F03', () => {})`, 'test/gate.test.ts')).toEqual([])
  })

  test('a known tag counts anywhere, an unknown one in a title is a mistake', () => {
    expect(named(`rests: ['${tag('ROW4')}', '${tag('NOPE')}', 'E-MAIL']`).map(({ id }) => id)).toEqual([tag('ROW4')])
    expect(named(`it("${tag('NOPE')} is none", () => {})`).map(({ id }) => id)).toEqual([tag('NOPE')])
    expect(named(`it('case C-20260814-01', () => {})`)).toEqual([])
  })
})

describe('the report', () => {
  const text = book(ruleLine(r('01')), ruleLine(r('02'), notShown('a person reads it')), ruleLine(r('03')))
  const source = (path: string, ...ids: string[]) => ({ path, text: ids.map((id) => `// ${id}`).join('\n') })

  test('a rule is shown, not shown by a program or open, and the last lines count them', () => {
    const report = reportRules(text, [source('test/a.test.ts', r('01'), 'x', r('01')), source('test/b.test.ts', r('01'))])
    expect(report.faults).toEqual([])
    expect(report.rules.map(({ state }) => state)).toEqual(['shown', 'not-shown', 'open'])
    expect(report.total).toEqual({ group: 'total', shown: 1, notShown: 1, open: 1, total: 3 })
    const lines = renderReport(report).trimEnd().split('\n')
    expect(lines.slice(0, 3)).toEqual([
      `${r('01')}  test/a.test.ts:1,3 test/b.test.ts:1`,
      `${r('02')}  not shown by a program: a person reads it.`,
      `${r('03')}  open`,
    ])
    expect(lines.slice(-2).map((line) => line.split(/\s+/))).toEqual([
      ['R-TRI', '1', '1', '1', '3'],
      ['total', '1', '1', '1', '3'],
    ])
  })

  test('an unknown id in a test is a fault that names the place', () => {
    expect(reportRules(text, [source('test/a.test.ts', r('01'), r('99'))]).faults).toEqual([
      `test/a.test.ts:2 names ${r('99')}, which the rulebook does not hold`,
    ])
  })

  test('a test of a rule that is said not to be shown contradicts the rulebook', () => {
    const { faults, rules } = reportRules(text, [source('test/a.test.ts', r('02'))])
    expect(faults).toHaveLength(1)
    expect(rules[1]?.state).toBe('shown')
  })
})

describe('the command', () => {
  const folders: string[] = []
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
  })

  const run = (files: Record<string, string>, ...args: string[]) => {
    const folder = mkdtempSync(join(tmpdir(), 'rules-'))
    folders.push(folder)
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(join(folder, path, '..'), { recursive: true })
      writeFileSync(join(folder, path), content)
    }
    let [out, err] = ['', '']
    const exit = main(args, { root: folder, out: (text) => void (out += text), err: (text) => void (err += text) })
    return { exit, out, err }
  }
  const files = {
    'docs/rulebook.md': book(ruleLine(r('01')), ruleLine(r('02')), ruleLine(r('01', 'REF'))),
    'test/unit/a.test.ts': `// ${r('01')}`,
    'test/support/list.ts': `// ${r('02')} ${r('77')}`,
    'examples/b.test.ts': `// ${r('01', 'REF')}`,
  }

  test('only test files count, and open rules are no failure', () => {
    const { exit, out, err } = run(files)
    expect([exit, err]).toEqual([0, ''])
    expect(out.split('\n').slice(0, 3)).toEqual([
      `${r('01')}  test/unit/a.test.ts:1`,
      `${r('02')}  open`,
      `${r('01', 'REF')}  examples/b.test.ts:1`,
    ])
  })

  test('--open and --group leave lines out, --json gives the same as data', () => {
    expect(run(files, '--open').out.split('\n')[0]).toBe(`${r('02')}  open`)
    expect(run(files, '--group', 'R-REF').out).not.toContain('R-TRI')
    expect(JSON.parse(run(files, '--json', '--open', '--group', 'R-TRI').out)).toMatchObject({
      rules: [{ id: r('02'), state: 'open', tests: [] }],
      groups: [{ group: 'R-TRI', shown: 1, notShown: 0, open: 1, total: 2 }],
      faults: [],
    })
  })

  test('a fault exits 1 and names it on the error stream, also when its group is not listed', () => {
    const { exit, err } = run({ ...files, 'test/unit/a.test.ts': `// ${r('03')}` }, '--group', 'R-REF')
    expect([exit, err]).toEqual([1, `test/unit/a.test.ts:1 names ${r('03')}, which the rulebook does not hold\n`])
  })

  test('an unknown option or group exits 2', () => {
    expect(run(files, '--opened').exit).toBe(2)
    expect(run(files, '--group', 'R-NONE')).toMatchObject({ exit: 2, out: '' })
  })
})
