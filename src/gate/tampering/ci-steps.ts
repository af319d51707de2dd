import { parse } from 'yaml'
import type { ShellMode } from './shell-checks'
import { shellChecks } from './shell-checks'

/** One command or action of a pipeline with what is said around it. */
export type Step = {
  readonly where: string
  readonly script: string
  readonly mode: ShellMode
  readonly forgiven: boolean
  readonly never: boolean
  readonly condition: string
  /** What else decides how it comes out: its folder, whether it is run again. */
  readonly around: string
  /** The action that it is instead of a script, without its version, and what it is given. */
  readonly action?: string
  readonly given?: string
}
type Around = Omit<Step, 'script'>
export type Fields = Readonly<Record<string, unknown>>

/** What isn't YAML has no steps: its commands count as gone. */
export function documentOf(text: string): unknown {
  try {
    return parse(text, { logLevel: 'silent' }) as unknown
  } catch {
    return undefined
  }
}

/** All steps of a pipeline; those of jobs that nobody starts are never run. */
export function stepsOf(written: unknown): Step[] {
  const document = extended(written)
  const steps: Step[] = []
  const around: Around = { where: '', mode: { errexit: true, pipefail: false }, forgiven: false, never: false, condition: '', around: '' }
  visit(document, around, steps)
  const started = workflowJobs(document)
  const named = new Set(steps.length === 0 ? [] : JSON.stringify(document).match(/"\.[^"\\]+"(?=[,\]])/g))
  return steps.map((step) => {
    const [top = '', job = ''] = step.where.split('.')
    // A hidden job of GitLab is only a template: somebody has to name it.
    if (step.where.startsWith('.')) return named.has(`".${job}"`) ? step : { ...step, never: true }
    if (started === undefined || top !== 'jobs') return step
    const filter = started.get(job)
    return filter === undefined ? { ...step, never: true } : { ...step, condition: `${step.condition} ${filter}`.trim() }
  })
}

// What is copied into jobs has to stay small whatever is written.
const hopsMax = 10
const copiesMax = 200

/** Jobs of GitLab with what they take over from others. */
function extended(document: unknown): unknown {
  if (!isFields(document)) return document
  const whole = (job: Fields, hops: number): Fields => {
    const { extends: from, ...own } = job
    const first: unknown = Array.isArray(from) ? from.at(-1) : from
    const template = typeof first === 'string' ? document[first] : undefined
    return isFields(template) && hops > 0 ? { ...whole(template, hops - 1), ...own } : own
  }
  const names = Object.keys(document).filter((name) => isFields(document[name]) && document[name]['extends'] !== undefined)
  const copied = new Set(names.slice(0, copiesMax))
  return Object.fromEntries(
    Object.entries(document).map(([name, job]) => [name, isFields(job) && copied.has(name) ? whole(job, hopsMax) : job]),
  )
}

/** The jobs that workflows start, where jobs and workflows are written apart, each with the filter that it is started with. */
function workflowJobs(document: unknown): Map<string, string> | undefined {
  if (!isFields(document) || !isFields(document['workflows']) || !isFields(document['jobs'])) return undefined
  const started = new Map<string, string>()
  for (const workflow of Object.values(document['workflows'])) {
    if (!isFields(workflow) || workflow['when'] === false || workflow['unless'] === true) continue
    const jobs: readonly unknown[] = Array.isArray(workflow['jobs']) ? workflow['jobs'] : []
    for (const job of jobs) {
      const named = isFields(job) ? Object.entries(job) : [[String(job), undefined] as const]
      for (const [name, options] of named) {
        const filter = isFields(options) && options['filters'] !== undefined ? JSON.stringify(options['filters']) : ''
        if (started.get(name) !== '') started.set(name, filter)
      }
    }
  }
  return started
}

/** Whether a value of a document holds others by name. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function visit(value: unknown, around: Around, steps: Step[]): void {
  if (Array.isArray(value)) for (const one of value) visit(one, around, steps)
  if (!isFields(value)) return
  const here = aroundOf(value, around)
  const action = value['uses']
  if (typeof action === 'string')
    steps.push({ ...here, script: '', action: action.split('@')[0] ?? '', given: JSON.stringify(value['with'] ?? {}) })
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
  const excused = [
    fields['continue-on-error'],
    fields['continueOnError'],
    fields['allow_failure'],
    fields['soft_fail'],
    fields['ignore_failure'],
    fields['failure'] === 'ignore',
  ]
  const conditions = [
    fields['if'],
    fields['condition'],
    fields['when'],
    fields['only'],
    fields['except'],
    fields['rules'],
    fields['branches'],
  ]
  const plain = conditions.flatMap(conditionText).join(' ').trim()
  // A failure that is excused in some runs only is a condition under which it counts.
  const sometimes = excused.filter((value) => typeof value === 'string' && /\$\{\{/.test(value) && !isExcused(value)).map(String)
  const shell = shellOf(fields)
  const isOff = isNever(plain) || isNeverRule(fields['rules']) || fields['enabled'] === false || isSkipped(fields['skip'])
  const place = [fields['working-directory'], fields['workingDirectory'], fields['retry']].filter(
    (value) => value !== undefined && value !== 0,
  )
  return {
    ...around,
    mode: shell === undefined ? around.mode : modeOf(shell),
    forgiven: around.forgiven || excused.some(isExcused) || (shell !== undefined && /^(true|echo|cat|:|exit)(\s|$)/.test(shell)),
    never: around.never || isOff,
    condition: [around.condition, plain, ...sometimes].join(' ').trim(),
    around: [around.around, ...place.map((value) => JSON.stringify(value))].join(' ').trim(),
  }
}

function isExcused(value: unknown): boolean {
  return (
    value === true ||
    (typeof value === 'string' && /^(\$\{\{\s*)?(true|always\(\)|!false)(\s*\}\})?$/.test(value.trim())) ||
    isFields(value) ||
    (Array.isArray(value) && value.length > 0)
  )
}

function conditionText(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'boolean')
    return [
      String(value)
        .replace(/\$\{\{|\}\}/g, '')
        .trim(),
    ]
  return typeof value === 'object' && value !== null ? [JSON.stringify(value)] : []
}

function isNever(plain: string): boolean {
  const [, left, sign, right] = /^('[^']*'|\d+|true|false)\s*(==|!=)\s*('[^']*'|\d+|true|false)$/.exec(plain) ?? []
  if (sign !== undefined) return (left === right) !== (sign === '==')
  return (
    /^(false|never|manual|0|!true|always\(\) && false|failure\(\)|cancelled\(\))$/.test(plain) || /&&\s*false\b|\bfalse\s*&&/.test(plain)
  )
}

/** Rules of which none lets it be run by itself. */
export function isNeverRule(rules: unknown): boolean {
  return Array.isArray(rules) && rules.length > 0 && rules.every((rule) => isFields(rule) && /^(never|manual)$/.test(String(rule['when'])))
}

function isSkipped(skip: unknown): boolean {
  return skip === true || (typeof skip === 'string' && skip !== '' && skip !== 'false')
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

const checks =
  /lint|(?<![a-z])tests?(?![a-z])|codeql|(?<![a-z])check|analy[sz]|sonar|codecov|semgrep|trivy|audit|(?<![a-z])scan|reviewdog|typos|clippy|ruff|mypy|pre-commit|verify|cypress|spell|dependency-review|(^|[/.-])ci\b/i
const helpers = /upload|download|setup|install|checkout|cache|report|publish|annotate|toolchain|comment|init$|deploy|release/i

// Steps are asked for their tools once for each of the others.
const toolsRead = new WeakMap<Step, readonly string[]>()

/** What a step checks, by name: tools of a script, or the action where it is a check. */
export function toolsOf(step: Step): readonly string[] {
  const tools = toolsRead.get(step) ?? readTools(step)
  toolsRead.set(step, tools)
  return tools
}

function readTools(step: Step): string[] {
  if (step.action !== undefined) {
    const name = step.action.startsWith('.') ? step.action : step.action.split('/').slice(1).join('/')
    return checks.test(name) && !helpers.test(name) ? [`action ${name}`] : []
  }
  return shellChecks(step.script, step.mode).map(({ tool }) => tool)
}
