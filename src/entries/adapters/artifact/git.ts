export type { GitArtifactOptions } from '../../../adapters/artifact/git'
export { gitArtifact } from '../../../adapters/artifact/git'
export type { Artifact, ArtifactReader, Cited } from '../../../ports/artifact'
