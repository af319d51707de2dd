import { describe, expect, test } from 'vitest'
import type { Authorization, FaultPayload } from '../../../src/entries/light'
import {
  authorizationLastsMs,
  authorize,
  bugfix2,
  judgeFault,
  payloadHash,
  readAuthorization,
  whatFollows,
} from '../../../src/entries/light'

const dossier = { hypothesisedCause: 'c', supportingEvidence: ['s'], counterEvidence: ['n'], verification: 'v', rollback: 'r' }
const yellow: FaultPayload = {
  cause: 'RC2',
  solution: 'FX1',
  evidence: ['EV2'],
  scope: 'SC1',
  H1: 'no',
  H2: 'no',
  H3: 'no',
  H4: 'no',
  dossier,
}
const given: Authorization = {
  id: 'a1',
  card: 'F-20261128-02',
  payloadHash: payloadHash(yellow),
  grant: 'attempt-hypothesis',
  by: { kind: 'human', id: 'mara' },
  givenAtMs: 1000,
}
const context = { nowMs: 2000, used: [] }

function outcomeOf(
  payload: FaultPayload,
  changes: Partial<Authorization> = {},
  more: Partial<Parameters<typeof authorize>[2]> = {},
  operation?: string,
) {
  const judged = { card: 'F-20261128-02', payload, judgement: judgeFault(payload), ...(operation === undefined ? {} : { operation }) }
  return authorize(judged, { ...given, payloadHash: payloadHash(payload), ...changes }, { ...context, ...more })
}

describe('authorizing', () => {
  test('R-TL-19: one for a hypothesis leaves the light yellow and changes the action', () => {
    expect(outcomeOf(yellow)).toEqual({ kind: 'go-on', light: 'yellow', action: 'attempt-hypothesis' })
    expect(outcomeOf(yellow, { grant: 'observe-this-version' })).toMatchObject({ action: 'observe-this-version' })
  })

  test.each<[string, Partial<Authorization>, object, string]>([
    ['an agent', { by: { kind: 'agent', id: 'opus' } }, {}, 'not-a-person'],
    ['the engine', { by: { kind: 'engine', id: 'e' } }, {}, 'not-a-person'],
    ['another card', { card: 'F-20261128-03' }, {}, 'other-card'],
    ['a payload that changed', { payloadHash: payloadHash({ ...yellow, scope: 'SC2' }) }, {}, 'payload-changed'],
    ['one that was used', {}, { used: ['a1'] }, 'already-used'],
    ['one after seven days', {}, { nowMs: 1000 + authorizationLastsMs }, 'expired'],
    ['one after its own end', { expiresAtMs: 1500 }, {}, 'expired'],
    ['one of the future', { givenAtMs: 3000 }, {}, 'not-yet-given'],
    ['a time that is no number', {}, { nowMs: Number.NaN }, 'not-yet-given'],
    ['a verification fix that nobody waits for', { grant: 'verification-fix' }, {}, 'nothing-to-authorize'],
    ['a dangerous operation without its name', { grant: 'dangerous-operation' }, {}, 'operation-not-named'],
  ])('%s authorizes nothing', (_, changes, more, code) => {
    expect(outcomeOf(yellow, changes, more)).toMatchObject({ kind: 'refused', code })
  })

  test('seven days less a moment still count', () => {
    expect(outcomeOf(yellow, {}, { nowMs: 999 + authorizationLastsMs }).kind).toBe('go-on')
  })

  test('R-TL-03: a red can’t be authorized, and the refusal says what would turn it', () => {
    const outcome = outcomeOf({ ...yellow, H1: 'yes' })
    expect(outcome).toMatchObject({ kind: 'refused', code: 'red-cannot-be-authorized', waysOut: { yellow: [{ H1: 'no' }] } })
    const incomplete = outcomeOf({ ...yellow, dossier: null })
    expect(incomplete.kind === 'refused' ? incomplete.message : '').toContain('rollback')
  })

  test('a green needs none', () => {
    expect(outcomeOf({ ...yellow, cause: 'RC1' })).toMatchObject({ kind: 'refused', code: 'nothing-to-authorize' })
  })

  test('R-TL-10: one for H2 changes the fact and the case is judged anew, for the worse if need be', () => {
    const waiting = { ...yellow, cause: 'RC3', H2: 'needed' }
    expect(judgeFault(waiting)).toMatchObject({ light: 'yellow', rule: '4b', whenAuthorized: 'red' })
    const outcome = outcomeOf(waiting, { grant: 'verification-fix' })
    expect(outcome).toMatchObject({ kind: 'judged-anew', payload: { H2: 'authorized' }, judgement: { light: 'red', whenAuthorized: null } })
  })

  test('a hypothesis does not stand in for an open verification fix', () => {
    expect(outcomeOf({ ...yellow, H2: 'needed' })).toMatchObject({ kind: 'refused', code: 'nothing-to-authorize' })
  })

  test('R-TL-12: a dangerous operation is authorized by its name and no other', () => {
    const waiting = { ...yellow, cause: 'RC1', H4: 'needed-contained' }
    const grant = { grant: 'dangerous-operation' as const }
    expect(outcomeOf(waiting, { ...grant, operation: 'drop table b' }, {}, 'drop table a')).toMatchObject({ code: 'operation-not-named' })
    expect(outcomeOf(waiting, { ...grant, operation: ' ' }, {}, ' ')).toMatchObject({ code: 'operation-not-named' })
    expect(outcomeOf(waiting, { ...grant, operation: 'drop table a' }, {}, 'drop table a')).toMatchObject({
      kind: 'judged-anew',
      judgement: { light: 'green' },
    })
  })

  test('the case is judged anew under the policy that it was judged under', () => {
    const wide = { ...yellow, cause: 'RC1', scope: 'SC2', H2: 'needed' }
    const judged = { card: given.card, payload: wide, judgement: judgeFault(wide, bugfix2) }
    const outcome = authorize(
      judged,
      { ...given, payloadHash: payloadHash(wide), grant: 'verification-fix' },
      { ...context, policy: bugfix2 },
    )
    expect(outcome).toMatchObject({ kind: 'judged-anew', judgement: { light: 'yellow', rule: '5x', policy: 'bugfix@2' } })
  })
})

describe('R-TL-19: reading a person’s words', () => {
  const grants: readonly (readonly [string, readonly string[]])[] = [
    [
      'attempt-hypothesis',
      [
        'Try to fix based on current hypothesis',
        'Please try the current hypothesis.',
        'Go ahead with this hypothesis',
        'go ahead and implement based on your hypothesis',
        'Attempt a fix based on the stated hypothesis',
        'I authorize you to try this hypothesis',
        'Proceed with the working hypothesis',
        'OK, try to fix based on current hypothesis',
        'Yes. Please try to fix it based on the current hypothesis!',
        'Based on the current hypothesis, try a fix',
        'You are allowed to fix according to the proposed hypothesis',
        '按当前假设尝试修复',
        '请按这个假设先修',
        '授权按假设推进',
        '同意根据当前假设修改',
        '尝试这个假设',
      ],
    ],
    [
      'observe-this-version',
      [
        'Fix this version first and see the result',
        'fix this version first',
        'Ship this version and observe',
        'Deploy this build and watch it',
        'I approve observing this version',
        'Release this patch first',
        '先修这版看看结果',
        '先改这个版本',
        '发这一版观察一下',
        '同意观察当前版本',
      ],
    ],
    [
      'verification-fix',
      [
        'Authorize verification fix',
        'I authorise the verification fix.',
        'Verification fix approved',
        'The verification fix is authorized',
        'You may go ahead with the verification fix',
        'approve a verification change',
        'green-light the verification patch',
        'Do the verification fix',
        '授权验证性修复',
        '同意做验证修复',
        '验证性修复已授权',
        'ＡＵＴＨＯＲＩＺＥ verification fix',
      ],
    ],
  ]
  for (const [grant, phrases] of grants) {
    test.each(phrases)(`%j authorizes: ${grant}`, (phrase) => expect(readAuthorization(phrase)).toEqual({ kind: 'grant', grant }))
  }

  test.each([
    '',
    '   ',
    'ok',
    'OK!',
    'okay',
    'confirm',
    'Confirmed.',
    'yes',
    'Looks fine',
    'looks good to me',
    'LGTM',
    'fine',
    'sure',
    'go',
    'Understood',
    'I have read it',
    'agreed',
    'approved',
    '👍',
    '好的',
    '好',
    '确认',
    '收到',
    '可以',
    '行',
    '同意',
    '没问题',
    '知道了',
    "Don't try to fix based on current hypothesis",
    'Do not authorize verification fix',
    'I will not authorize the verification fix',
    'never fix this version first',
    'Should I try the current hypothesis?',
    'Can you fix this version first and see the result',
    'Try the current hypothesis once QA has signed',
    'if the tests pass, authorize verification fix',
    'Wait before you try this hypothesis',
    'He said: authorize verification fix',
    'Authorize verification fix later',
    '不要按当前假设修复',
    '别授权验证性修复',
    '先别修这个版本',
    '如果通过就按假设修复',
    '可以按假设修复吗',
    '暂不授权验证性修复',
    'Try the current hypothesis and also fix this version first',
    'the hypothesis is interesting',
    'verification fix',
    'Authorize',
    'I read the current hypothesis',
    'It is a bad idea to try the current hypothesis',
    'It is too early to attempt the current hypothesis',
    'I would hate for you to try the current hypothesis',
    'You lack permission to try the current hypothesis',
    'I am against it: try the current hypothesis',
    'Please fix the typo in your hypothesis',
    'Nobody sane would fix this version first',
    'run the verification patch review meeting',
    'the verification fix approved by others failed',
    'Bob: authorize verification fix',
    'ok, please',
    '反对按假设修',
    '拒按假设改',
    '无权按假设修改',
    '谁同意按假设修改',
    // Dots that trail off, assent over and over, another thing first, and words shown in another order than they are written.
    'Try the current hypothesis...',
    'Try the current hypothesis…',
    'sure sure try the current hypothesis',
    'Fine, fine, fine, try the current hypothesis',
    '行，行，按当前假设修改',
    'Do that one first',
    '\u202etry the current hypothesis',
    'try the \u2066current\u2069 hypothesis',
    '“Try the current hypothesis”',
    'ok? try the current hypothesis',
    'ne pas try the current hypothesis',
    '可以按当前假设修改吗',
    '先不修这版',
  ])('%j authorizes nothing', (phrase) => expect(readAuthorization(phrase)).toEqual({ kind: 'acknowledged' }))
})

test('R-GATE-03, R-TL-21: a yellow goes on in development and waits in bugfix; a red stops in both', () => {
  expect(whatFollows('yellow', 'dev')).toEqual({ stops: false, next: 'go-on-with-risk' })
  expect(whatFollows('yellow', 'bugfix')).toEqual({ stops: true, next: 'wait-for-authorization' })
  for (const flow of ['dev', 'bugfix'] as const) {
    expect(whatFollows('green', flow)).toEqual({ stops: false, next: 'go-on' })
    expect(whatFollows('red', flow)).toEqual({ stops: true, next: 'stop' })
  }
})
