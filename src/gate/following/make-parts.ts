/** The part of a Makefile that is all of it. */
export const wholeBuild = 'whole'

/** The part of a Makefile that decides what its reached targets do; `usesFirst` where the first target is what is asked for. */
export function reachedPart(reached: readonly string[], usesFirst: boolean): string {
  return `targets ${JSON.stringify([usesFirst, [...new Set(reached)].sort()])}`
}

/**
 * Whether a part of a Makefile reads otherwise than at the base. Of rules that are not reached nothing counts; of everything that isn't plainly such a rule (variables, directives,
 * special targets, patterns, heads that compute something) all does, in its order.
 */
export function isBuildChanged(part: string, base: string | undefined, head: string | undefined): boolean {
  if (base === head) return false
  if (base === undefined || head === undefined || part === wholeBuild) return true
  // Another sign for recipes makes other lines of all of them.
  if (/\.RECIPEPREFIX/.test(base + head)) return true
  const [usesFirst, reached] = reachedIn(part)
  const [was, now] = [unitsOf(base, reached, usesFirst), unitsOf(head, reached, usesFirst)]
  return was.length !== now.length || was.some((unit, at) => unit !== now[at])
}

function reachedIn(part: string): readonly [boolean, ReadonlySet<string>] {
  const [usesFirst, names] = JSON.parse(part.slice('targets '.length)) as [boolean, string[]]
  return [usesFirst, new Set(names)]
}

const directive = /^(?:-?include|sinclude|define|endef|ifn?def|ifn?eq|else|endif|export|unexport|override|private|undefine|vpath|load)\b/

/** The lines that count, rules with what belongs to them as one. */
function unitsOf(text: string, reached: ReadonlySet<string>, usesFirst: boolean): string[] {
  const units: string[] = []
  let open: string[] | undefined
  let first: string | undefined
  let isDefining = false
  const close = (): void => {
    if (open !== undefined && open.length > 0) units.push(open.join('\n'))
    open = undefined
  }
  for (const line of text.replace(/\\\r?\n[ \t]*/g, ' ').split(/\r?\n/)) {
    const rule = isDefining ? undefined : ruleIn(line)
    if (!isDefining && line.startsWith('\t') && open !== undefined) {
      // Of a rule that doesn't count nothing is kept.
      if (open.length > 0) open.push(line)
    } else if (!isDefining && /^\s*(?:#|$)/.test(line)) continue
    else if (rule === undefined) {
      close()
      units.push(line.trim())
      if (/^\s*(?:override\s+|export\s+)*define\b/.test(line)) isDefining = true
      else if (/^\s*endef\b/.test(line)) isDefining = false
    } else {
      close()
      first ??= rule.names.find((name) => !name.startsWith('.') && !name.includes('%'))
      open = counts(rule, reached) ? [shownRule(line, rule, reached)].filter((shown) => shown !== '') : []
    }
  }
  close()
  return usesFirst ? [`first ${first ?? ''}`, ...units] : units
}

type Rule = { readonly names: readonly string[]; readonly rest: string }

/** A line that opens a rule whose targets are written out. */
function ruleIn(line: string): Rule | undefined {
  if (/^\s/.test(line) || directive.test(line)) return undefined
  const [, left, rest] = /^([^:=#$]+?)\s*&?::?(?!=)(.*)$/.exec(line) ?? []
  return left === undefined || rest === undefined ? undefined : { names: left.split(/\s+/), rest }
}

/** A rule is passed over only where nothing that is reached can depend on it: special targets, patterns, Makefiles and what is computed while it is read count. */
function counts({ names, rest }: Rule, reached: ReadonlySet<string>): boolean {
  const isPlain = !rest.replace(/\$[({][\w.-]+[)}]|\$[$@<^*+?]/g, '').includes('$')
  return !isPlain || names.some((name) => reached.has(name) || /^\.|%|(^|\/)(GNU)?[Mm]akefile$|\.mk$/.test(name))
}

/** Of `.PHONY` the names that are reached; everything else as it stands. */
function shownRule(line: string, { names, rest }: Rule, reached: ReadonlySet<string>): string {
  // What follows a sign of a comment is said to people, and `help` targets print it.
  if (names.length !== 1 || names[0] !== '.PHONY' || rest.includes('$') || rest.includes(';'))
    return rest.includes(';') ? line : line.replace(/\s*(?<!\\)#.*$/, '').trimEnd()
  const known = rest.split(/\s+/).filter((name) => reached.has(name))
  return known.length === 0 ? '' : `.PHONY: ${known.sort().join(' ')}`
}
