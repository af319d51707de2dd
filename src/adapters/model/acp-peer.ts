import type * as Acp from '@agentclientprotocol/sdk'
import { AdjudicateError } from '../../errors'

const packageName = '@agentclientprotocol/sdk'

/** What is used of the optional peer. */
export type AcpPeer = Pick<typeof Acp, 'client' | 'methods'>

/** Loads the peer's own module. */
export function importAcpPeer(): Promise<unknown> {
  return import('@agentclientprotocol/sdk')
}

/** The optional peer `@agentclientprotocol/sdk`, loaded when it is first needed. Throws `peer-unusable` without it or with one that is too old. */
export async function loadAcpPeer(load: () => Promise<unknown> = importAcpPeer): Promise<AcpPeer> {
  let loaded: unknown
  try {
    loaded = await load()
  } catch (cause) {
    const message = `agents over the Agent Client Protocol need ${packageName}: npm install ${packageName}`
    throw new AdjudicateError('peer-unusable', message, { package: packageName }, cause)
  }
  if (isPeer(loaded)) return loaded
  throw new AdjudicateError('peer-unusable', `${packageName} has no client and methods: it needs version 2.4 or later`, {
    package: packageName,
  })
}

function isPeer(loaded: unknown): loaded is AcpPeer {
  return typeof loaded === 'object' && loaded !== null && 'client' in loaded && typeof loaded.client === 'function' && 'methods' in loaded
}
