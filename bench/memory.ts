import { fileLedger } from '../src/adapters/ledger-store/file'
import { locateAll } from '../src/evidence/locate'
import { verify } from '../src/running/verify-ledger'
import { quotedCorpus } from './quotes'
import { holdAll } from './slices-at-rest'

/** Prints the bytes that the named work takes at its peak: `citations`, `resting FOLDER`, or `verify FOLDER`. */
export async function main([what, folder = '']: readonly string[]): Promise<number> {
  if (what === 'citations') {
    const { corpus, wanted } = quotedCorpus()
    await grownBy(() => locateAll(wanted, corpus))
  } else if (what === 'resting') {
    await grownBy(() => holdAll(folder))
  } else {
    const ledger = fileLedger(folder)
    await grownBy(async () => {
      const { state } = await verify(ledger)
      if (state !== 'intact') throw new Error(`the ledger is ${state}`)
    })
    await ledger.close()
  }
  return 0
}

/** The high-water mark of the process less what it holds before: garbage counts, and so does what was needed to get ready, where that was more. */
async function grownBy(work: () => unknown): Promise<void> {
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  await work()
  process.stdout.write(`${process.resourceUsage().maxRSS * 1024 - before}\n`)
}
