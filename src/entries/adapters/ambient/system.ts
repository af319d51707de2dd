export { newNonce, systemAmbient } from '../../../adapters/ambient/system'
export type { Ambient } from '../../../ports/ambient'
