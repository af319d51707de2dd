import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { canonicalJson } from './canonical-json'

/** SHA-256 of a text's UTF-8 bytes as 64 lower-case hex digits. A host may hand in a faster one with the same results. */
export type Digest = (text: string) => string

/** The built-in digest: pure JavaScript, so that it runs wherever the pure floors run. */
export const sha256Hex: Digest = (text) => bytesToHex(sha256(bytesOf(text)))

/** UTF-8; most of what is hashed is short and ASCII, where a loop beats the encoder. */
function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit > 0x7f) return utf8ToBytes(text)
    bytes[index] = unit
  }
  return bytes
}

/** `sha256:` and the digest of the value's canonical JSON. Throws `not-canonical`. */
export function hashOf(value: unknown, digest: Digest = sha256Hex): string {
  return `sha256:${digest(canonicalJson(value))}`
}
