/** Checks signatures (spec 09). `key` and `signature` are base64url; false for whatever isn't a right signature, a malformed key included; never rejects for it. */
export type Signatures = { verify(payload: Uint8Array, signature: string, key: string): Promise<boolean> }
