import { expect, test } from 'vitest'
import { memoryLedger } from '../../../../src/adapters/ledger-store/memory'
import type { ModelRequest } from '../../../../src/ports/model'
import { driveOnce } from '../../../../src/running/driver/drive-once'
import { fold } from '../../../../src/running/fold-stream'
import { sliceWith } from '../../../../src/tribunal/decider'
import { everyKind, fullDoer, fullMember, fullPerson, fullSetup } from '../../../support/full-slice'
import { digest, sliceWorld } from '../../../support/slice-world'

test('a driver carries out every kind of action that a slice knows, to the end', async () => {
  const ledger = memoryLedger()
  const seen = new Map<string, string[]>()
  const member = (request: ModelRequest): string =>
    fullMember(request, (of) => {
      const keys = seen.get(of) ?? []
      if (!keys.includes(request.idempotencyKey)) keys.push(request.idempotencyKey)
      seen.set(of, keys)
      return keys.indexOf(request.idempotencyKey)
    })
  const world = sliceWorld({ doer: fullDoer, member })
  const hands = { ...world.hands, ...fullPerson }
  const outcome = await driveOnce({ ledger, ports: { ...world.ports, hands, digest }, setup: fullSetup }, 'slice/S1')
  expect(outcome).toEqual({ kind: 'idle' })
  const state = await fold(ledger, sliceWith(digest), 'slice/S1')
  expect(state).toMatchObject({ ending: 'shipped', rounds: { used: 4, max: 4 }, dispatches: { used: 4, max: 6 } })
  const kinds = new Set<string>()
  for await (const { type, data } of ledger.read()) {
    if (type === 'action.done') kinds.add((data as { action: string }).action.split('/')[2] ?? '')
  }
  expect([...kinds].sort()).toEqual([...everyKind].sort())
})
