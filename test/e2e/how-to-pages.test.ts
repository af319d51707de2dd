import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Place } from '../support/command-line'
import { inPlace } from '../support/command-line'
import { answered } from '../support/person-at-terminal'

const pages = ['change-the-standards', 'govern-builders', 'judge-a-fault', 'unit-test-a-gate-policy'] as const
const now = '2026-11-28T12:00:00.000Z'
const root = join(import.meta.dirname, '../..')

type Block = { readonly language: string; readonly name: string; readonly text: string }

function blocksOf(page: string): Block[] {
  const text = readFileSync(join(root, `docs/how-to/${page}.md`), 'utf8')
  return [...text.matchAll(/^```(\w+)(?: (\S+))?\n([^]*?)^```$/gm)].map(([, language = '', name = '', body = '']) => ({
    language,
    name,
    text: body,
  }))
}

/** What a person answers to a command that asks one. */
function answersTo([command, sub = '', ...rest]: readonly string[]): readonly string[] {
  if (command === 'signal') return ['Ann', 'signal']
  if (command === 'approve') return ['Ann', 'wide and clear should wait for a person']
  if (command === 'authorize') return ['Ann', rest.includes('dangerous-operation') ? (rest.at(-1) ?? '') : 'try the current hypothesis']
  return command === 'card' ? ['Ann', sub] : []
}

async function ran(place: Place, line: string): Promise<readonly [string, number, string]> {
  const [typed = '', exit = '0'] = line.split(/ # exit (?=\d+$)/)
  const [program, ...args] = typed.split(' ')
  expect(program).toBe('adjudicate')
  const found = await answered(place, args, answersTo(args), now)
  return [line, found.exit - Number(exit), found.exit === Number(exit) ? '' : found.out + found.err]
}

describe('the pages that show how it is done', () => {
  test.each(pages.slice(0, 3))('every file and command of %s, as they stand there, one after the other', async (page) => {
    const blocks = blocksOf(page)
    const lines = blocks.flatMap(({ language, text }) => (language === 'sh' ? text.trim().split('\n') : []))
    expect(lines.length).toBeGreaterThan(6)
    await inPlace(async (place) => {
      for (const { language, name, text } of blocks) {
        if (language === 'sh') for (const line of text.trim().split('\n')) expect(await ran(place, line)).toEqual([line, 0, ''])
        else {
          expect([language, name, text.slice(0, 40)]).toEqual([language, expect.stringMatching(/^[\w.]+$/), expect.any(String)])
          place.write(name, text)
        }
      }
      expect((await place.run('ledger', 'verify')).exit).toBe(0)
    })
  })

  test('every file that a command names is shown whole on its page, and is JSON', () => {
    for (const page of pages) {
      const blocks = blocksOf(page)
      const shown = new Set(blocks.map(({ name }) => name))
      const named = blocks.flatMap(({ language, text }) => (language === 'sh' ? (text.match(/\b[\w.]+\.json\b/g) ?? []) : []))
      expect([page, named.filter((name) => !shown.has(name))]).toEqual([page, []])
      for (const { language, text } of blocks) if (language === 'json') expect(() => JSON.parse(text) as unknown).not.toThrow()
    }
  })

  test('the code on testing a policy is the example that runs, and imports as every resolution of modules wants it', () => {
    const code = blocksOf('unit-test-a-gate-policy').find(({ language }) => language === 'ts')?.text ?? ''
    const example = readFileSync(join(root, 'examples/release-gate/policy.test.ts'), 'utf8')
    expect(code.split('\n').filter((line) => !example.includes(line))).toEqual([])
    const own = [...code.matchAll(/ from '(\.[^']+)'(.*)/g)].map(([, path = '', more = '']) => `${path}${more}`)
    expect(own).toEqual(["./cases.json with { type: 'json' }", './policy.js'])
  })
})
