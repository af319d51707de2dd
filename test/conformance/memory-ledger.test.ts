import { describe, expect, test } from 'vitest'
import { memoryLedger } from '../../src/adapters/ledger-store/memory'
import { ledgerStoreConformance } from '../../src/conformance/ledger-store'

ledgerStoreConformance({ describe, test, expect }, ({ now }) => memoryLedger({ now }), { faults: ['clock-back'] })
