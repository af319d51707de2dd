export { acpModel } from '../../../adapters/model/acp'
export type { AcpModelOptions } from '../../../adapters/model/acp'
export type { AcpPermission, AcpPermit } from '../../../adapters/model/acp-permission'
