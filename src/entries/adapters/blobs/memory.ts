export { memoryBlobs } from '../../../adapters/blobs/memory'
export type { BlobStore } from '../../../ports/blobs'
