export type { FolderArtifactOptions } from '../../../adapters/artifact/folder'
export { folderArtifact } from '../../../adapters/artifact/folder'
export type { Artifact, ArtifactReader, Cited } from '../../../ports/artifact'
