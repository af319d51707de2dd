import { afterAll, describe, expect, test } from 'vitest'
import { ledgerStoreConformance } from '../../src/conformance/ledger-store'
import { directoryOf, failingLedger, injectors, removeEverything } from '../support/ledger-faults'

afterAll(removeEverything)

ledgerStoreConformance({ describe, test, expect }, ({ place, now }) => failingLedger(directoryOf(place), { now }), {
  faults: ['kill', 'two-writers', 'full-disk', 'read-only', 'failing-write', 'clock-back'],
  inject: injectors,
  kills: 20,
})
