export { gitRepositories } from '../../../adapters/repository/git'
export type { GitRepositoryOptions } from '../../../adapters/repository/git'
