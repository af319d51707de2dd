import type { LedgerFault, LedgerFaultOptions } from './ledger-faults'
import { ledgerFault } from './ledger-faults'
import { ledgerRefusals, ledgerRepeats } from './ledger-refusals'
import { ledgerAppends, ledgerCrowds, ledgerReads } from './ledger-rules'
import type { LedgerStoreRunner, MakeLedgerStore } from './ledger-setting'

export type { LedgerFault, LedgerFaultOptions, LedgerInjectors, Relief } from './ledger-faults'
export type { LedgerSetting, LedgerStoreRunner, MakeLedgerStore } from './ledger-setting'

/** The faults to be tested, and how they are brought about. */
export type LedgerConformanceOptions = LedgerFaultOptions & { readonly faults?: readonly LedgerFault[] }

/**
 * The rules of the `LedgerStore` port (spec 08) as tests for any runner. `makeStore` is asked for a store on a place; every store opened is closed.
 * Faults are tested as far as they are named; the ones that only the outside can bring about need their injector.
 */
export function ledgerStoreConformance(
  runner: LedgerStoreRunner,
  makeStore: MakeLedgerStore,
  options: LedgerConformanceOptions = {},
): void {
  const { faults = [], ...faultOptions } = options
  runner.describe('ledger store', () => {
    ledgerAppends(runner, makeStore)
    ledgerReads(runner, makeStore)
    ledgerCrowds(runner, makeStore)
    ledgerRefusals(runner, makeStore)
    ledgerRepeats(runner, makeStore)
    for (const fault of faults) runner.describe(`fault: ${fault}`, () => ledgerFault(fault, runner, makeStore, faultOptions))
  })
}
