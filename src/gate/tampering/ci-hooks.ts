import type { Fields } from './ci-steps'
import { isFields } from './ci-steps'
import { compareScripts } from './compare-scripts'
import type { Tampering } from './tamper-finding'

const checks =
  /lint|test|check|mypy|ruff|flake8|pyright|pylint|bandit|tsc|clippy|vet|types|secrets|gitleaks|semgrep|shellcheck|hadolint|vulture|detect|validate/i
const noop = /^(true|:|echo\b.*|exit 0)$/

/** Hooks of pre-commit: one that is gone, off, does something else or sees fewer files (spec 10, 3). */
export function hookFindings(path: string, base: unknown, head: unknown): Tampering[] {
  const [before, after] = [hooksOf(base), hooksOf(head)]
  const isReplaced = after.some(({ id }) => !before.some((hook) => hook.id === id))
  return [
    ...before.flatMap((hook) =>
      oneHook(
        path,
        hook,
        after.find(({ id }) => id === hook.id),
        isReplaced,
      ),
    ),
    ...(before.length > 0 ? narrowed(path, 'all hooks', fieldsOf(base), fieldsOf(head)) : []),
    ...(before.length > 0 ? narrowed(path, 'the service', fieldsOf(fieldsOf(base)['ci']), fieldsOf(fieldsOf(head)['ci'])) : []),
  ]
}

type Hook = { readonly id: string; readonly fields: Fields }

function hooksOf(document: unknown): Hook[] {
  const repos: unknown = isFields(document) ? document['repos'] : undefined
  return (Array.isArray(repos) ? repos : []).flatMap((repo: unknown) => {
    const hooks: unknown = isFields(repo) ? repo['hooks'] : undefined
    return (Array.isArray(hooks) ? hooks : []).flatMap((hook: unknown) =>
      isFields(hook) && typeof hook['id'] === 'string' ? [{ id: hook['id'], fields: hook }] : [],
    )
  })
}

function fieldsOf(document: unknown): Fields {
  return isFields(document) ? document : {}
}

function oneHook(path: string, { id, fields }: Hook, now: Hook | undefined, isReplaced: boolean): Tampering[] {
  const shape = { path, subject: id }
  if (now === undefined) {
    // What a hook of the repository runs is compared as a command.
    if (typeof fields['entry'] === 'string') return []
    return [
      checks.test(id) && !isReplaced
        ? { ...shape, kind: 'ci-weakened', message: 'the hook is gone' }
        : { ...shape, kind: 'ci-changed', message: isReplaced ? 'the hook gave way to others' : 'the hook is gone' },
    ]
  }
  const isManual = (hook: Fields): boolean => Array.isArray(hook['stages']) && hook['stages'].every((stage) => stage === 'manual')
  if (isManual(now.fields) && !isManual(fields)) return [{ ...shape, kind: 'ci-weakened', message: 'the hook is only run by hand' }]
  const entry = now.fields['entry']
  if (typeof entry === 'string' && fields['entry'] === undefined)
    return [
      { ...shape, kind: noop.test(entry.trim()) ? 'ci-weakened' : 'ci-changed', message: 'the hook does something else', after: entry },
    ]
  const call = (hook: Fields): string =>
    `${id} ${Array.isArray(hook['args']) ? hook['args'].map((word) => `'${String(word)}'`).join(' ') : ''}`
  const weaker = compareScripts(call(fields), call(now.fields), { errexit: true, pipefail: true }).map(({ kind, message }): Tampering => ({
    ...shape,
    kind: kind === 'weaker' ? 'ci-weakened' : 'ci-changed',
    message,
  }))
  return [...weaker, ...narrowed(path, id, fields, now.fields)]
}

function narrowed(path: string, subject: string, was: Fields, is: Fields): Tampering[] {
  const changed = ['exclude', 'files', 'types', 'types_or', 'exclude_types', 'stages', 'skip'].filter(
    (key) => is[key] !== undefined && JSON.stringify(is[key]) !== JSON.stringify(was[key]),
  )
  return changed.map((key) => ({
    kind: 'ci-changed',
    path,
    subject,
    message: `${key} changed`,
    before: written(was[key]),
    after: written(is[key]),
  }))
}

function written(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value)
}
