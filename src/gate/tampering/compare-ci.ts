import { parse } from 'yaml'
import { compareScripts } from './compare-scripts'
import type { JudgedPath } from './runner-context'
import type { ShellMode } from './shell-checks'
import { shellChecks } from './shell-checks'
import type { Tampering } from './tamper-finding'

/** One command of a pipeline with what is said around it. */
type Step = {
  readonly where: string
  readonly script: string
  readonly mode: ShellMode
  readonly forgiven: boolean
  readonly never: boolean
  readonly condition: string
}
type Around = Omit<Step, 'script'>
type Fields = Readonly<Record<string, unknown>>

/** Compares pipelines of the usual services: commands, what is forgiven, what is never run, what starts them. */
export function compareCi({ path, base, head }: JudgedPath): Tampering[] {
  if (base === undefined) return []
  const [before, after] = [documentOf(base.text), documentOf(head?.text ?? '')]
  const [steps, now] = [stepsOf(before), stepsOf(after)]
  return [
    ...commandFindings(path, steps, now),
    ...stateFindings(path, steps, now),
    ...(head === undefined ? [] : triggerFindings(path, before, after)),
  ]
}

/** What isn't YAML has no steps: its commands count as gone. */
function documentOf(text: string): unknown {
  try {
    return parse(text, { logLevel: 'silent' }) as unknown
  } catch {
    return undefined
  }
}

function stepsOf(document: unknown): Step[] {
  const steps: Step[] = []
  const around: Around = { where: '', mode: { errexit: true, pipefail: false }, forgiven: false, never: false, condition: '' }
  visit(document, around, steps)
  return steps
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function visit(value: unknown, around: Around, steps: Step[]): void {
  if (Array.isArray(value)) for (const one of value) visit(one, around, steps)
  if (!isFields(value)) return
  const here = aroundOf(value, around)
  for (const [key, inner] of Object.entries(value)) {
    const isCommand = /^(run|script|before_script|after_script|command|commands|bash|pwsh|sh|entry|install)$/.test(key)
    if (isCommand && typeof inner === 'string') steps.push({ ...here, script: inner })
    else if (isCommand && Array.isArray(inner) && inner.some((line) => typeof line === 'string'))
      steps.push({ ...here, script: inner.filter((line) => typeof line === 'string').join('\n') })
    else if (/^(defaults|env|with|on|outputs|permissions|strategy)$/.test(key)) continue
    else visit(inner, { ...here, where: `${here.where}${here.where === '' ? '' : '.'}${key}` }, steps)
  }
}

function aroundOf(fields: Fields, around: Around): Around {
  const forgiven = [
    fields['continue-on-error'],
    fields['continueOnError'],
    fields['allow_failure'],
    fields['soft_fail'],
    fields['ignore_failure'],
    fields['failure'] === 'ignore',
  ].some(
    (value) =>
      value === true ||
      (typeof value === 'string' && /^(\$\{\{\s*)?(true|always\(\)|!false)(\s*\}\})?$/.test(value.trim())) ||
      isFields(value),
  )
  const condition = [fields['if'], fields['condition'], fields['when'], fields['only']]
    .filter((value) => typeof value === 'string' || typeof value === 'boolean')
    .join(' ')
  const plain = condition.replace(/\$\{\{|\}\}/g, '').trim()
  const never =
    /^(false|never|manual|0|!true|always\(\) && false|failure\(\)|cancelled\(\))$/.test(plain) || /&&\s*false\b|\bfalse\s*&&/.test(plain)
  const shell = shellOf(fields)
  return {
    ...around,
    mode: shell === undefined ? around.mode : modeOf(shell),
    forgiven: around.forgiven || forgiven,
    never: around.never || never,
    condition: `${around.condition} ${plain}`.trim(),
  }
}

function shellOf(fields: Fields): string | undefined {
  const defaults = isFields(fields['defaults']) && isFields(fields['defaults']['run']) ? fields['defaults']['run']['shell'] : undefined
  const shell = fields['shell'] ?? defaults
  return typeof shell === 'string' ? shell : undefined
}

/** A bare `bash` stops at errors and in pipes, a template does only what it says. */
function modeOf(shell: string): ShellMode {
  if (shell === 'bash') return { errexit: true, pipefail: true }
  if (!shell.includes('{0}')) return { errexit: true, pipefail: false }
  return { errexit: /\s-\w*e/.test(shell), pipefail: shell.includes('pipefail') }
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

function toolsOf(step: Step): string[] {
  return shellChecks(step.script, step.mode).map(({ tool }) => tool)
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
    if (now.length === 0 || now.some((other) => !other.forgiven && !other.never && other.condition === step.condition)) return []
    const heard = now.filter((other) => !other.forgiven && !other.never)
    const shape = { path, subject: step.where, before: step.script.trim() }
    if (heard.length === 0)
      return [{ ...shape, kind: 'ci-weakened', message: now.some(({ never }) => never) ? 'it is never run' : 'its failure is forgiven' }]
    return [{ ...shape, kind: 'ci-changed', message: 'it is run under another condition', after: heard[0]?.condition ?? '' }]
  })
}

/** GitHub's `on` reads as true in old YAML. */
function triggersOf(document: unknown): string[] {
  const on = isFields(document) ? (document['on'] ?? document['true']) : undefined
  if (typeof on === 'string') return [on]
  if (Array.isArray(on)) return on.map(String)
  return isFields(on) ? Object.keys(on) : []
}

function triggerFindings(path: string, base: unknown, head: unknown): Tampering[] {
  if (!stepsOf(base).some((step) => toolsOf(step).length > 0)) return []
  const now = triggersOf(head)
  const known = triggersOf(base).filter((name) => /^(push|pull_request|pull_request_target|merge_group)$/.test(name))
  const lost = known.filter((name) => !now.includes(name))
  const narrowed = known.filter((name) => now.includes(name) && filterOf(base, name) !== filterOf(head, name))
  return [
    ...(lost.length === 0
      ? []
      : [{ kind: 'ci-weakened', path, subject: 'on', message: `it no longer runs on ${lost.join(', ')}` } as const]),
    ...narrowed.map((name): Tampering => ({
      kind: 'ci-changed',
      path,
      subject: `on.${name}`,
      message: 'what it runs for changed',
      before: filterOf(base, name),
      after: filterOf(head, name),
    })),
    ...needFindings(path, base, head),
  ]
}

/** Branches and paths of a trigger; '' for all of them. */
function filterOf(document: unknown, name: string): string {
  const on = isFields(document) ? (document['on'] ?? document['true']) : undefined
  const filter = isFields(on) ? on[name] : undefined
  return isFields(filter) ? JSON.stringify(filter) : ''
}

/** A job that waited for checks no longer does, though they are still there; leaving out what is gone is no second finding. */
function needFindings(path: string, base: unknown, head: unknown): Tampering[] {
  const [before, after] = [needsOf(base), needsOf(head)]
  return [...before].flatMap(([job, needs]): Tampering[] => {
    const now = after.get(job)
    const lost = needs.filter((need) => now?.includes(need) === false && after.has(need))
    return lost.length === 0
      ? []
      : [{ kind: 'ci-changed', path, subject: job, message: `it no longer waits for ${lost.join(', ')}`, before: needs.join(', ') }]
  })
}

function needsOf(document: unknown): Map<string, string[]> {
  const jobs = isFields(document) && isFields(document['jobs']) ? Object.entries(document['jobs']) : []
  return new Map(
    jobs.map(([name, job]) => {
      const needs = isFields(job) ? job['needs'] : undefined
      return [name, (Array.isArray(needs) ? needs : needs === undefined ? [] : [needs]).map(String)]
    }),
  )
}
