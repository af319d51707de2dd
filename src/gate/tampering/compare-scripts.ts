import { loadedElse, weakenedOptions } from './check-options'
import type { ScriptCheck, ShellMode } from './shell-checks'
import { shellChecks } from './shell-checks'

/** One way in which a script lets more through than before. */
export type ScriptChange = {
  readonly kind: 'weaker' | 'different'
  readonly message: string
  readonly before: string
  readonly after: string
}

/** Compares what two versions of a script check: masked results, options that leave out, checks that are gone. */
export function compareScripts(base: string, head: string, mode: ShellMode, headMode: ShellMode = mode): ScriptChange[] {
  if (base.trim() === head.trim() && mode.errexit === headMode.errexit && mode.pipefail === headMode.pipefail) return []
  return compareChecks(shellChecks(base, mode), shellChecks(head, headMode), head)
}

/** Follows each check by its tool. A runner that gave way to another one is a different script, not a weaker one. */
export function compareChecks(base: readonly ScriptCheck[], head: readonly ScriptCheck[], headText: string): ScriptChange[] {
  const free = [...head]
  const take = (fits: (check: ScriptCheck) => boolean): ScriptCheck | undefined => {
    const at = free.findIndex(fits)
    return at < 0 ? undefined : free.splice(at, 1)[0]
  }
  const exact = base.map((check) =>
    take(({ text, masked }) => text === check.text && (masked === undefined) === (check.masked === undefined)),
  )
  const partners = base.map((check, index) => exact[index] ?? take(({ tool }) => tool === check.tool))
  return base.flatMap((check, index): ScriptChange[] => {
    const partner = partners[index]
    if (partner !== undefined) return changesOf(check, partner)
    if (check.masked !== undefined) return []
    const other = take(({ masked, tool }) => masked === undefined && !(runners.test(check.tool) && linters.test(tool)))
    if (other !== undefined)
      return isSameWork(check, other)
        ? []
        : [{ kind: 'different', message: `${check.tool} gave way to ${other.tool}`, before: check.text, after: other.text }]
    return [{ kind: 'weaker', message: `${check.tool} is no longer run`, before: check.text, after: headText.trim().slice(0, 400) }]
  })
}

function changesOf(base: ScriptCheck, head: ScriptCheck): ScriptChange[] {
  const shape = { kind: 'weaker', before: base.text, after: head.text } as const
  const masked =
    head.masked !== undefined && base.masked === undefined ? [{ ...shape, message: `its failure isn't heard: ${head.masked}` }] : []
  const moved = placeOf(head) !== '' && placeOf(head) !== placeOf(base)
  const weaker = [...masked, ...weakenedOptions(base, head).map((message) => ({ ...shape, message }))]
  if (weaker.length > 0) return weaker
  const other = [...loadedElse(base, head), ...(moved ? [`it reads ${placeOf(head)} now`] : [])]
  return other.map((message) => ({ ...shape, kind: 'different', message }))
}

/** Where a check takes its configuration and its files from. */
function placeOf({ args }: ScriptCheck): string {
  const at = args.findIndex((arg) =>
    /^(--config|-c|--configFile|--root|--dir|--rootDir|--rootdir|--confcutdir|-C|--prefix|--project)(=|$)/.test(arg),
  )
  if (at < 0) return ''
  return (args[at] ?? '').includes('=') ? (args[at] ?? '') : `${args[at] ?? ''} ${args[at + 1] ?? ''}`
}

const linters =
  /^(go vet|cargo (check|clippy|fmt)|tsc|vue-tsc|tsgo|eslint|oxlint|biome|standard|xo|tslint|stylelint|prettier|knip|ruff|mypy|pyright|flake8|pylint|black|npm (lint|typecheck|types|check-types))$/
const runners =
  /^(go test|cargo (?:test|t|nextest)|mvn (?:test|verify)|gradle \w*test\w*|vitest|jest|mocha|ava|tap|tape|jasmine|karma|uvu|qunit|node test|bun test|deno test|npm test|pytest|unittest|nose2?|nosetests|tox|nox)$/

function isSameWork(base: ScriptCheck, head: ScriptCheck): boolean {
  return runners.test(base.tool) && runners.test(head.tool) && weakenedOptions({ ...base, args: [], before: [] }, head).length === 0
}
