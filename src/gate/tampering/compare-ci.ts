import { hookFindings } from './ci-hooks'
import type { Step } from './ci-steps'
import { documentOf, stepsOf, toolsOf } from './ci-steps'
import { triggerFindings } from './ci-triggers'
import { variableFindings } from './ci-variables'
import { compareScripts } from './compare-scripts'
import type { JudgedPath } from './runner-context'
import type { ShellMode } from './shell-checks'
import type { Tampering } from './tamper-finding'

/** Compares pipelines of the usual services: commands, what is forgiven, what is never run, what starts them. */
export function compareCi({ path, base, head }: JudgedPath): Tampering[] {
  if (base === undefined) return []
  const [before, after] = [documentOf(base.text), documentOf(head?.text ?? '')]
  const [steps, now] = [stepsOf(before), stepsOf(after)]
  return [
    ...commandFindings(
      path,
      steps.filter(({ action }) => action === undefined),
      now.filter(({ action }) => action === undefined),
    ),
    ...actionFindings(path, steps, now),
    ...stateFindings(path, steps, now),
    ...hookFindings(path, before, after),
    ...(head === undefined || !steps.some((step) => toolsOf(step).length > 0)
      ? []
      : [...triggerFindings(path, before, after), ...variableFindings(path, before, after)]),
  ]
}

/** By place first, so that a command that moves to another step is still the same. */
function commandFindings(path: string, base: readonly Step[], head: readonly Step[]): Tampering[] {
  const free = [...head]
  const pairs = base.map((step) => {
    const same = free.findIndex((other) => other.script === step.script && isSameMode(other.mode, step.mode))
    const near = same >= 0 ? same : free.findIndex((other) => other.where === step.where && sharesTool(step, other))
    const at = near >= 0 ? near : free.findIndex((other) => sharesTool(step, other))
    return { step, now: at < 0 ? undefined : free.splice(at, 1)[0] }
  })
  return pairs.flatMap(({ step, now }) =>
    compareScripts(step.script, now?.script ?? '', step.mode, now?.mode ?? step.mode).map(({ kind, message, ...texts }): Tampering => ({
      kind: kind === 'weaker' ? 'ci-weakened' : 'script-changed',
      path,
      subject: step.where,
      message,
      ...texts,
    })),
  )
}

function isSameMode(a: ShellMode, b: ShellMode): boolean {
  return a.errexit === b.errexit && a.pipefail === b.pipefail
}

function sharesTool(a: Step, b: Step): boolean {
  const names = new Set(toolsOf(a))
  return toolsOf(b).some((tool) => names.has(tool))
}

/** A check that was heard and is forgiven, switched off or put under a condition. */
function stateFindings(path: string, base: readonly Step[], head: readonly Step[]): Tampering[] {
  return base.flatMap((step): Tampering[] => {
    const tools = toolsOf(step)
    if (tools.length === 0 || step.forgiven || step.never) return []
    const now = head.filter((other) => toolsOf(other).some((tool) => tools.includes(tool)))
    const alike = now.filter((other) => !other.forgiven && !other.never && other.condition === step.condition)
    if (now.length === 0 || alike.some((other) => other.around === step.around)) return []
    const heard = now.filter((other) => !other.forgiven && !other.never)
    const shape = { path, subject: step.where, before: step.script.trim() }
    if (heard.length === 0)
      return [{ ...shape, kind: 'ci-weakened', message: now.some(({ never }) => never) ? 'it is never run' : 'its failure is forgiven' }]
    if (alike.length > 0) return [{ ...shape, kind: 'ci-changed', message: 'it is run elsewhere or again', after: alike[0]?.around ?? '' }]
    return [{ ...shape, kind: 'ci-changed', message: 'it is run under another condition', after: heard[0]?.condition ?? '' }]
  })
}

const partnersMax = 100

/** Actions: a check that is gone or is given something else, and one that comes from another owner. */
function actionFindings(path: string, base: readonly Step[], head: readonly Step[]): Tampering[] {
  const now = new Set(head.map(({ action }) => action))
  const old = new Set(base.map(({ action }) => action))
  const known = new Set(base.flatMap(toolsOf))
  const isReplaced = head.some((step) => toolsOf(step).some((tool) => !known.has(tool)))
  const named = new Map([...old].map((action) => [nameOf(action), action]))
  const owners = [...now].flatMap((action): Tampering[] => {
    const before = named.get(nameOf(action))
    return action === undefined || old.has(action) || before === undefined
      ? []
      : [{ kind: 'ci-changed', path, subject: action, message: 'the action comes from another owner', before, after: action }]
  })
  const byTool = new Map<string, Step[]>()
  for (const step of head) for (const tool of toolsOf(step)) byTool.set(tool, [...(byTool.get(tool) ?? []).slice(0, partnersMax), step])
  const lost = base.flatMap((step): Tampering[] => {
    const tools = toolsOf(step)
    if (step.action === undefined || tools.length === 0 || step.never || step.forgiven) return []
    const shape = { path, subject: step.where, before: step.action }
    const partners = tools.flatMap((tool) => byTool.get(tool) ?? [])
    if (partners.length === 0)
      return isReplaced
        ? [{ ...shape, kind: 'ci-changed', message: 'the action gave way to another check' }]
        : [{ ...shape, kind: 'ci-weakened', message: 'the action is no longer run' }]
    return partners.some(({ given }) => given === step.given)
      ? []
      : [{ ...shape, kind: 'ci-changed', message: 'the action is given something else', after: partners[0]?.given ?? '' }]
  })
  return [...owners, ...lost]
}

function nameOf(action: string | undefined): string | undefined {
  return action?.startsWith('.') === true ? action : action?.split('/').slice(1).join('/')
}
