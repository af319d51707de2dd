import { createHash } from 'node:crypto'
import { blobBytes, digitsOf } from '../../ports/blob-address'
import type { BlobStore } from '../../ports/blobs'

/** Blobs for tests and embedding: gone with the process. Nobody can change what is kept through bytes given or got. */
export function memoryBlobs(): BlobStore {
  const kept = new Map<string, Uint8Array>()
  return {
    put: async (content) => {
      const bytes = blobBytes(content)
      const digits = createHash('sha256').update(bytes).digest('hex')
      kept.set(digits, bytes)
      return `sha256:${digits}`
    },
    get: async (address) => kept.get(digitsOf(address))?.slice(),
    has: async (address) => kept.has(digitsOf(address)),
  }
}
