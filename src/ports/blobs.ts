/** Keeps what is too large for the ledger (spec 08); content is addressed by `sha256:` and 64 lower-case hex digits. */
export type BlobStore = {
  /** A text is kept as UTF-8; the same content gives the same address and is kept once. When it resolves the content is durable. Throws `data-invalid`, `blob-io`. */
  put(content: string | Uint8Array): Promise<string>
  /** The very bytes, or undefined where there are none (never kept, or purged). Throws `blob-corrupt`, `blob-io`, and `data-invalid` for what is no address. */
  get(address: string): Promise<Uint8Array | undefined>
  /** Whether something is kept there; only `get` says whether it is whole. Throws `blob-io`, and `data-invalid` for what is no address. */
  has(address: string): Promise<boolean>
}
