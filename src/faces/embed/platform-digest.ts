import type { Digest } from '../../canonical/digest'
import { sha256Hex } from '../../canonical/digest'

type Crypto = { readonly hash?: (algorithm: string, text: string, encoding: 'hex') => string }
type Platform = { readonly process?: { readonly getBuiltinModule?: (name: string) => Crypto | undefined } }

/**
 * The platform's own SHA-256 where there is one that answers at once (Node), else the built-in. Asking for the module at run time keeps the
 * front door loadable in browsers and workers.
 */
export const platformDigest: Digest = platformHash() ?? sha256Hex

function platformHash(): Digest | undefined {
  const crypto = (globalThis as Platform).process?.getBuiltinModule?.('node:crypto')
  const hash = crypto?.hash
  return hash === undefined ? undefined : (text) => hash('sha256', text, 'hex')
}
