export { commandModel } from '../../../adapters/model/command'
export type { CommandModelOptions } from '../../../adapters/model/command'
