export { fileBlobs } from '../../../adapters/blobs/file'
export type { BlobStore } from '../../../ports/blobs'
