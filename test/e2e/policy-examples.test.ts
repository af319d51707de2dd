import { expect, test } from 'vitest'
import { main as drifting } from '../../examples/drifting-builder'
import { main as light } from '../../examples/traffic-light'
import '../../examples/release-gate/policy.test'

test('a supported cause is yellow, and locating it is the one way to green', () => {
  expect(light()).toEqual({ light: 'yellow', waysToGreen: [{ cause: 'RC1' }] })
})

test('a card with both proofs prints its block', () => {
  expect(drifting()).toMatchObject({ block: expect.stringMatching(/^REFEREE\n[^]*Yellow count: 1\/3/) })
})

test('a quote that the authority does not have is refused by its code', () => {
  expect(drifting('Never touch the database')).toEqual({ refused: 'quote-not-in-authority' })
})
