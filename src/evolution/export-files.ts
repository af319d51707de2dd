import { canonicalJson } from '../canonical/canonical-json'
import type { Workflow } from './setup'
import type { EvolutionState } from './state'
import { standardsInForce } from './state'

const folders: Readonly<Record<Workflow, string>> = { dev: '.gate/v8', bugfix: '.bugfix' }

/**
 * The standards in force and the cases as files for people and judges to read, each workflow's in its own folder (R-EVO-11). They are copies: the ledger is
 * what counts, and a change made in them changes nothing (R-EVO-06).
 */
export function evolutionFiles(state: EvolutionState): { readonly path: string; readonly text: string }[] {
  const folder = folders[state.workflow]
  return [
    { path: `${folder}/standards.json`, text: `${JSON.stringify(standardsInForce(state), null, 2)}\n` },
    { path: `${folder}/cases.jsonl`, text: state.cases.map((one) => `${canonicalJson(one)}\n`).join('') },
    { path: `${folder}/proposals.jsonl`, text: state.proposals.map((one) => `${canonicalJson(one)}\n`).join('') },
  ]
}
