import { describe, expect, test } from 'vitest'
import { parseVerdictBlock, readBareBlock } from '../../../src/blocks/verdict-block'

const read = (text: string, nonce?: string): unknown => {
  const block = parseVerdictBlock(text, 'JUDGE', nonce)
  return block.kind === 'block' ? [block.value, ...block.corrections] : [block.fault, block.message]
}
const lines = (...given: readonly string[]): string => given.join('\n')

describe('a marker stands alone on its line, to the letter', () => {
  test.each([
    ['blanks before and behind it', '  |||JUDGE|||', '\t|||END_JUDGE||| \u200b'],
    ['a byte order mark and blanks before it', '\ufeff \u200b|||JUDGE|||', '|||END_JUDGE|||'],
  ])('%s are nothing', (_, open, close) => {
    expect(read(lines(open, '{"a":1}', close))).toEqual([{ a: 1 }])
  })

  test.each([
    ['words before it', 'xxxJUDGE|||'],
    ['words behind it', '|||JUDGExxx'],
    ['a blank within it', '||| JUDGE |||'],
    ['a name as long as this one', '|||JUDGY|||'],
    ['a nonce with a blank', '|||JUDGE:a b|||'],
    ['a nonce behind another', '|||JUDGE:a b:c|||'],
    ['no nonce where one is announced', '|||JUDGE:|||'],
    ['too few bars', '||JUDGE||'],
  ])('%s make it none', (_, open) => {
    expect(read(lines(open, '{"a":1}', '|||END_JUDGE|||'))).toEqual([
      'no-block',
      expect.stringMatching(/^there is no block "JUDGE": found /),
    ])
    expect(read(lines(open, '{"a":1}', '|||END_JUDGE|||'), 'a')).toEqual([
      'no-block',
      expect.stringMatching(/^there is no block "JUDGE": found /),
    ])
  })

  test('a name of one letter is a name', () => {
    expect(parseVerdictBlock('|||X|||\n{}\n|||END_X|||', 'X')).toEqual({ kind: 'block', value: {}, corrections: [] })
  })
})

describe('the nonce', () => {
  test('the end may leave it out, and may not carry another', () => {
    expect(read(lines('|||JUDGE:n1|||', '{"a":1}', '|||END_JUDGE|||'), 'n1')).toEqual([{ a: 1 }])
    expect(read(lines('|||JUDGE:n1|||', '{"a":1}', '|||END_JUDGE:n2|||'), 'n1')).toEqual(['unclosed', 'a block "JUDGE" is not closed'])
    expect(read(lines('|||JUDGE|||', '{"a":1}', '|||END_JUDGE:n2|||'))).toEqual(['unclosed', 'a block "JUDGE" is not closed'])
  })

  test.each([
    ['opened twice', lines('|||JUDGE:n1|||', '|||JUDGE:n1|||', '{"a":1}', '|||END_JUDGE|||')],
    ['closed once and cut off once', lines('|||JUDGE:n1|||', '{"a":1}', '|||END_JUDGE|||', '|||JUDGE:n1|||', '{"a":')],
  ])('a block with it that is %s is none', (_, text) => {
    expect(read(text, 'n1')).toEqual(['unclosed', 'a block "JUDGE" is not closed'])
  })

  test.each<[string | undefined, string | undefined, string]>([
    [undefined, 'n1', 'the block "JUDGE" carries no nonce; "n1" is expected'],
    ['n2', 'n1', 'the block "JUDGE" carries the nonce "n2"; "n1" is expected'],
    ['n1', undefined, 'the block "JUDGE" carries the nonce "n1"; none is expected'],
  ])('carried: %s, expected: %s', (carried, expected, message) => {
    const tail = carried === undefined ? '' : `:${carried}`
    expect(read(lines(`|||JUDGE${tail}|||`, '{}', '|||END_JUDGE|||'), expected)).toEqual(['wrong-nonce', message])
  })

  test('in structured output it is a field, and a field like any other where none is expected', () => {
    expect(readBareBlock({ a: 1, nonce: 'n1' })).toEqual({ kind: 'block', value: { a: 1, nonce: 'n1' }, corrections: [] })
    expect(readBareBlock({ a: 1, nonce: 'n2' }, 'n1')).toEqual({
      kind: 'fault',
      fault: 'wrong-nonce',
      message: 'the field nonce is "n2"; "n1" is expected',
    })
    expect(readBareBlock([1], 'n1')).toEqual({ kind: 'fault', fault: 'not-an-object', message: 'found [1]: expected an object' })
  })
})

describe('a reasoning section', () => {
  const block = lines('|||JUDGE|||', '{"a":1}', '|||END_JUDGE|||')

  test.each(['think', 'thinking', 'reasoning'])('of the kind <%s> at the very start is set aside, blanks before it too', (tag) => {
    expect(read(`\ufeff\n <${tag}>${block.replace('1', '2')}</${tag}>\n${block}`)).toEqual([{ a: 1 }, 'reasoning-section'])
  })

  test('that ends is set aside to its end, and no further', () => {
    const text = '<think>\n|||X|||\n</think>\n|||X|||\n{}\n|||END_X|||'
    expect(parseVerdictBlock(text, 'X')).toEqual({ kind: 'block', value: {}, corrections: ['reasoning-section'] })
  })

  test('that never ends leaves nothing to read', () => {
    expect(read(`  <think>\n${block}`)).toEqual(['unclosed', 'a reasoning section is not closed'])
  })

  test.each([
    ['behind words', `I looked. <think>\n${block}</think>\nI refuse`],
    ['a second time', `<think>x</think><think>\n${block}</think>\nI refuse`],
    ['in capitals', `<THINK>\n${block}</Think>\nI refuse`],
    ['by another name', `<analysis>\n${block}</analysis>\nI refuse`],
  ])('is set aside wherever it stands: %s', (_, text) => {
    expect(read(text)).toEqual(expect.arrayContaining(['no-block']))
    expect(read(`${text}\n${block.replace('1', '2')}`)).toEqual([{ a: 2 }, 'reasoning-section'])
  })

  test('that begins behind words and never ends leaves nothing to read', () => {
    expect(read(`I looked. <think>\n${block}`)).toEqual(['unclosed', 'a reasoning section is not closed'])
  })

  test('what a block holds is data, tags of reasoning too', () => {
    expect(read(lines('|||JUDGE|||', '{"a":"<think>"}', '|||END_JUDGE|||'))).toEqual([{ a: '<think>' }])
  })
})

test('two blocks that differ are counted', () => {
  const text = lines('|||JUDGE|||', '{"a":1}', '|||END_JUDGE|||', '|||JUDGE|||', '{"a":2}', '|||END_JUDGE|||')
  expect(read(text)).toEqual(['several-blocks', 'there are 2 blocks "JUDGE" and they differ'])
})

describe('an answer that is built to take long is read in time that grows with its length', () => {
  // With a pattern that begins anew at every blank or tag, each of the first six takes minutes, and no test may.
  const long = 400_000
  test.each<[string, string, string]>([
    ['blanks within a line', `y${' '.repeat(long)}x`, 'no-block'],
    ['marks that nobody sees within a line', `y${'\u200b'.repeat(long)}x`, 'no-block'],
    ['blanks within a string of its block', lines('|||JUDGE|||', `{"a":"${' '.repeat(long)}"}`, '|||END_JUDGE|||'), 'block'],
    ['blanks before a bracket of its block', lines('|||JUDGE|||', `{"a":1${' '.repeat(long)}}`, '|||END_JUDGE|||'), 'block'],
    ['marks before a bracket of its block', lines('|||JUDGE|||', `{"a":1${'\u2060'.repeat(long)}}`, '|||END_JUDGE|||'), 'syntax'],
    ['thoughts that end at once', '<think></think>'.repeat(long / 5), 'no-block'],
    ['thoughts that begin and never end', '<think>'.repeat(long / 8), 'unclosed'],
    ['ends of thoughts that never began', '</think>'.repeat(long / 8), 'no-block'],
    ['brackets that open', lines('|||JUDGE|||', '[{"a":'.repeat(long / 8), '|||END_JUDGE|||'), 'too-deep'],
    ['commas', lines('|||JUDGE|||', `[${','.repeat(long)}]`, '|||END_JUDGE|||'), 'syntax'],
  ])('%s', (_, text, comes) => {
    const block = parseVerdictBlock(text, 'JUDGE')
    expect(block.kind === 'fault' ? block.fault : block.kind).toBe(comes)
  })

  test('thoughts are set aside as before, wherever their tags stand', () => {
    const block = lines('|||JUDGE|||', '{"a":1}', '|||END_JUDGE|||')
    for (const thoughts of [
      '<think>a</think>',
      '<THINK>a</think><b>',
      '<think><reasoning></think>',
      '<think>a</reasoning></think>',
      '</think>',
    ]) {
      expect(read(lines(thoughts, block)), thoughts).toEqual([{ a: 1 }, ...(thoughts.startsWith('</') ? [] : ['reasoning-section'])])
    }
    expect(read(`<think>a</think>|||JUDGE|||\n{"a":1}\n<think>|||END_JUDGE|||</think>|||END_JUDGE|||`)).toEqual([
      'unclosed',
      expect.anything(),
    ])
  })
})
