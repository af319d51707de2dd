export { ed25519, newEd25519Keys, signEd25519 } from '../../../adapters/signatures/ed25519'
export type { Signatures } from '../../../ports/signatures'
