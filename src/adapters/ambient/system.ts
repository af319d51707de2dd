import { customAlphabet, nanoid } from 'nanoid'
import type { Ambient } from '../../ports/ambient'

const nonceOf = customAlphabet('0123456789abcdefghijklmnopqrstuvwxyz', 12)

/** A fresh mark of 12 lower-case letters and digits for one dispatch (spec 06); 62 bits from the platform's secure source. */
export function newNonce(): string {
  return nonceOf()
}

/** The platform's own clock and secure randomness. */
export const systemAmbient: Ambient = {
  now: () => new Date().toISOString(),
  newId: () => nanoid(),
  newNonce,
}
