export { scriptedModel } from '../../../adapters/model/scripted'
export type { Script, ScriptedModel, ScriptedReply } from '../../../adapters/model/scripted'
