import type { KeyObject } from 'node:crypto'
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { AdjudicateError } from '../../errors'
import type { Signatures } from '../../ports/signatures'

/** Checks Ed25519 signatures with the platform's own code. */
export function ed25519(): Signatures {
  return { verify: (payload, signature, key) => Promise.resolve(isRight(payload, signature, key)) }
}

/** A new pair of keys: the public one as the ledger has it, the private one as PKCS#8 PEM, for a place that no agent can read. */
export function newEd25519Keys(): { readonly publicKey: string; readonly privateKeyPem: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return { publicKey: rawKey(publicKey), privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
}

/** Signs a payload on the person's own machine; both results are base64url. Throws `usage` for what is no Ed25519 private key in PEM. */
export function signEd25519(payload: Uint8Array, privateKeyPem: string): { readonly key: string; readonly signature: string } {
  const privateKey = readPrivateKey(privateKeyPem)
  return { key: rawKey(createPublicKey(privateKey)), signature: sign(null, payload, privateKey).toString('base64url') }
}

function readPrivateKey(pem: string): KeyObject {
  let key: KeyObject | undefined
  try {
    key = createPrivateKey(pem)
  } catch (thrown) {
    // The cause may quote the key, so only its kind is passed on.
    const kind = thrown instanceof Error ? thrown.name : 'failure'
    throw new AdjudicateError('usage', `the private key can't be read as PEM (${kind})`)
  }
  if (key.asymmetricKeyType === 'ed25519') return key
  throw new AdjudicateError('usage', `the private key is of type ${key.asymmetricKeyType ?? 'unknown'}, wanted ed25519`)
}

function isRight(payload: Uint8Array, signature: string, key: string): boolean {
  const [raw, bytes] = [bytesOf(key), bytesOf(signature)]
  if (raw?.length !== 32 || bytes?.length !== 64) return false
  let publicKey: KeyObject
  try {
    publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' })
  } catch {
    // 32 bytes that are no point of the curve: nothing was ever signed with them.
    return false
  }
  return verify(null, payload, publicKey, bytes)
}

/** One spelling only: a second one for the same bytes would be another event with the same signature. */
function bytesOf(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : undefined
}

function rawKey(key: KeyObject): string {
  return key.export({ format: 'jwk' }).x ?? ''
}
