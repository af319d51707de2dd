export { personAtTerminal, personByFile } from '../../../adapters/model/person'
export type { PersonAtTerminalOptions, PersonByFileOptions } from '../../../adapters/model/person'
