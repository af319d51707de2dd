import { describe, expect, test } from 'vitest'
import { hashOf } from '../../../src/canonical/digest'
import type { Authorization, AuthorizationContext, FaultPayload } from '../../../src/entries/light'
import { authorizationLastsMs, authorize, judgeFault, payloadHash, readAuthorization } from '../../../src/entries/light'

const dossier = { hypothesisedCause: 'c', supportingEvidence: 's', counterEvidence: 'n', verification: 'v', rollback: 'r' }
const axes = { solution: 'FX1', evidence: ['EV2'], scope: 'SC1', H1: 'no', H2: 'no', H3: 'no', H4: 'no', dossier }
const yellow: FaultPayload = { cause: 'RC2', ...axes }
const contained: FaultPayload = { ...yellow, H4: 'needed-contained' }
const operation = { grant: 'dangerous-operation', operation: 'drop table a' } as const

function outcomeOf(
  payload: FaultPayload,
  change: Partial<Authorization> = {},
  more: Partial<AuthorizationContext> = {},
  named?: string,
): unknown {
  const judged = { card: 'F-1', payload, judgement: judgeFault(payload), ...(named === undefined ? {} : { operation: named }) }
  const given: Authorization = {
    id: 'a1',
    card: 'F-1',
    payloadHash: payloadHash(payload),
    grant: 'attempt-hypothesis',
    by: { kind: 'human', id: 'mara' },
    givenAtMs: 1000,
    ...change,
  }
  return authorize(judged, given, { nowMs: 2000, used: [], ...more })
}

describe('R-TL-19 what authorizes nothing says why', () => {
  const hash = payloadHash(yellow)
  const end = 1000 + authorizationLastsMs
  test.each<[Partial<Authorization>, Partial<AuthorizationContext>, string, string]>([
    [{ by: { kind: 'agent', id: 'opus' } }, {}, 'not-a-person', 'only a person authorizes; opus is of kind agent'],
    [{ card: 'F-2' }, {}, 'other-card', 'the authorization is for the card F-2, not for F-1'],
    [{ payloadHash: 'x' }, {}, 'payload-changed', `the authorization is bound to x; what is judged now is ${hash}`],
    [{}, { used: ['a0', 'a1'] }, 'already-used', 'the authorization a1 was used before; each counts once'],
    [{ givenAtMs: 2001 }, {}, 'not-yet-given', 'the authorization is dated 2001, after now, 2000'],
    [{}, { nowMs: end }, 'expired', `the authorization counted until ${end}, and it is ${end}`],
    [{ expiresAtMs: 1500 }, {}, 'expired', 'the authorization counted until 1500, and it is 2000'],
    [{ grant: 'verification-fix' }, {}, 'nothing-to-authorize', 'H2 is not waiting for a verification fix'],
    [operation, {}, 'operation-not-named', 'a dangerous operation is authorized by its name, which the card does not give'],
  ])('%j %j', (change, more, code, message) => {
    expect(outcomeOf(yellow, change, more)).toEqual({ kind: 'refused', code, message })
  })

  test('R-TL-12 an operation is authorized by its name, blanks around it aside, and only where one waits', () => {
    expect(outcomeOf(contained, { ...operation, operation: ' drop table a' }, {}, 'drop table a ')).toMatchObject({ kind: 'judged-anew' })
    expect(outcomeOf(contained, { ...operation, operation: 'drop table b' }, {}, 'drop table a')).toEqual({
      kind: 'refused',
      code: 'operation-not-named',
      message: 'a dangerous operation is authorized by its name, drop table a',
    })
    expect(outcomeOf(yellow, operation, {}, 'drop table a')).toEqual({
      kind: 'refused',
      code: 'nothing-to-authorize',
      message: 'no dangerous operation is waiting',
    })
  })

  test('a green needs none, and a hypothesis does not stand in for what waits', () => {
    const nothing = (message: string) => ({ kind: 'refused', code: 'nothing-to-authorize', message })
    expect(outcomeOf({ ...yellow, cause: 'RC1' })).toEqual(nothing('a green goes on by itself'))
    const waits = nothing('H2 or H4 is waiting: authorize the verification fix, or the operation by its name')
    expect(outcomeOf({ ...yellow, H2: 'needed' })).toEqual(waits)
    expect(outcomeOf(contained)).toEqual(waits)
  })

  test('R-TL-03 R-TL-20 a red names what would turn it', () => {
    const asked = (payload: FaultPayload) => outcomeOf(payload) as { message: string }
    expect(asked({ ...yellow, H1: 'yes' }).message).toBe(
      'a red is not authorized: supply evidence or a verifiable hypothesis, and have it judged anew',
    )
    expect(asked({ ...yellow, dossier: { ...dossier, verification: '', rollback: null } }).message).toBe(
      'a red is not authorized: state verification, rollback, and have it judged anew',
    )
  })

  test('one given this very moment counts', () => {
    expect(outcomeOf(yellow, { givenAtMs: 2000 })).toMatchObject({ kind: 'go-on' })
  })

  test("the host's digest is the one that an authorization is bound to", () => {
    const digest = (text: string): string => `length-${text.length}`
    expect(payloadHash(yellow)).toBe(hashOf(yellow))
    expect(payloadHash(yellow, digest)).toMatch(/^sha256:length-\d+$/)
    expect(outcomeOf(yellow, { payloadHash: payloadHash(yellow, digest) }, { digest })).toMatchObject({ kind: 'go-on' })
    expect(outcomeOf(yellow, {}, { digest })).toMatchObject({ code: 'payload-changed' })
  })
})

describe('R-TL-19 words are read whatever their spelling', () => {
  test.each([
    ['Authorize  the\tverification   fix', 'verification-fix'],
    ['Authorize the veri\u00adfication fix\u200b', 'verification-fix'],
    ['Apply the verification fix for the current hypothesis', 'verification-fix'],
  ])('%j grants %s', (words, grant) => {
    expect(readAuthorization(words)).toEqual({ kind: 'grant', grant })
  })

  test.each([
    '  Should we authorize the verification fix',
    'The verification fix hasn\u2019t been approved',
    'The verification fix isn\u2018t approved',
    '\u200b',
  ])('%j grants nothing', (words) => {
    expect(readAuthorization(words)).toEqual({ kind: 'acknowledged' })
  })
})
