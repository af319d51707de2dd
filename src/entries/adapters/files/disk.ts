export { diskFiles } from '../../../adapters/files/disk'
