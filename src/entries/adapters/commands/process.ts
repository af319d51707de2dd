export { processCommands } from '../../../adapters/commands/process'
export type { ProcessCommandsOptions } from '../../../adapters/commands/process'
