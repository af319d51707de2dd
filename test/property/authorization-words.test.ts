import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isBareAssent } from '../../src/light/read-authorization'
import { readAuthorization } from '../../src/entries/light'

const granting = [
  'try the current hypothesis',
  'attempt the hypothesis first',
  'fix this version first and watch',
  'I authorize the verification fix',
  'verification fix approved',
  '按当前假设尝试修复',
  '先修这个版本看看',
  '同意验证性修复',
] as const
const before = [
  'do not ',
  "don't ",
  'never ',
  'if the tests pass, ',
  'should I ',
  'why would you ',
  'nobody said: ',
  'I refuse to ',
  'before you ',
  'not yet: ',
  '不要',
  '别',
  '如果通过就',
  '他说',
] as const
const after = [
  '?',
  '？',
  ' - not',
  ', or rather not',
  ' unless it breaks',
  ' later',
  ' tomorrow maybe',
  ' and then roll back',
  '吗',
  '，不行',
  '的话',
  ' [y/n]',
] as const
const said = [
  'ok',
  'yes',
  'sure',
  'fine',
  'go',
  'go ahead',
  'lgtm',
  'confirm',
  'approved',
  'thanks',
  '好',
  '可以',
  '收到',
  '同意',
  '没问题',
  '👍',
  '+1',
  'the',
  'card',
  'is',
  'read',
  'light',
  'yellow',
  'now',
  'please',
  '!',
  '.',
  '…',
  ',',
] as const

// The draws are many because whoever writes these words isn't asked twice.
test('R-TL-19 of 20,000 texts that grant nothing none is read as an authorization', () => {
  let assents = 0
  const words = fc.array(fc.constantFrom(...said), { minLength: 1, maxLength: 6 }).map((list) => list.join(' '))
  const spoiled = fc
    .tuple(
      fc.constantFrom('', ...before),
      fc.constantFrom(...granting),
      fc.constantFrom('', ...after),
      fc.constantFrom(...before, ...after),
    )
    .map(([front, grant, back, other]) => (front === '' && back === '' ? `${grant} ${other}` : `${front}${grant}${back}`))
  const noise = fc.string({ unit: 'grapheme', maxLength: 60 })
  fc.assert(
    fc.property(fc.oneof(words, spoiled, noise), (text) => {
      if (isBareAssent(text)) assents++
      expect([text, readAuthorization(text)]).toEqual([text, { kind: 'acknowledged' }])
    }),
    { numRuns: 20_000 },
  )
  expect(assents).toBeGreaterThan(200)
  for (const grant of granting) expect([grant, readAuthorization(grant).kind]).toEqual([grant, 'grant'])
})
