export { blockMarkers, blockNames, parseVerdictBlock, readBareBlock } from '../blocks/verdict-block'
export type { BlockFault, VerdictBlock } from '../blocks/verdict-block'
export type { Correction } from '../blocks/strict-json'
