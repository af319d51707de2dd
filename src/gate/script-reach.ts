import { followAll } from './following/follow'
import { scriptOf } from './following/manifest'
import type { ScriptReach, Texts, TreeFacts } from './following/reach'

/**
 * Follows commands to package scripts, shell scripts, targets of Makefiles, programs for interpreters and what these load from beside them (spec 10, 1: trust). What a program
 * starts by itself is followed where it is written out.
 */
export function scriptReach(commands: readonly string[], texts: Texts, facts: TreeFacts = {}): ScriptReach {
  return followAll(commands, texts, facts)
}

const namedLikeCheck =
  /(^|[-_:])(tests?|specs?|checks?|lint|typecheck|type-check|types|verify|validate|ci|e2e|integration|unit|coverage|cov|audit)([-_:]|$)/i

/** Commands for the scripts of a package.json that are named like checks: a pipeline or a person runs them, where no check of the gate does. */
export function checkScripts(manifest: string | undefined): string[] {
  const names = [...(manifest ?? '').matchAll(/"([\w:.-]+)"\s*:/g)].map((found) => found[1] ?? '')
  return [...new Set(names)]
    .filter((name) => namedLikeCheck.test(name) && scriptOf(manifest, name) !== undefined)
    .map((name) => `npm run ${name}`)
}
