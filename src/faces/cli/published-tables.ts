import { lightPolicyNamed } from '../../light/light-policies'

/** Standards or a proposal in which a published table may stand by its name, such as `bugfix@2`; any other name is left, and is then no policy. */
export function withPublished<Input>(input: Input): Input {
  if (typeof input !== 'object' || input === null) return input
  const { clauses, change } = input as { readonly clauses?: unknown; readonly change?: unknown }
  return {
    ...input,
    ...(Array.isArray(clauses) ? { clauses: (clauses as unknown[]).map(withTable) } : {}),
    ...(change === undefined ? {} : { change: withTable(change) }),
  }
}

function withTable(part: unknown): unknown {
  if (typeof part !== 'object' || part === null || !('policy' in part) || typeof part.policy !== 'string') return part
  return { ...part, policy: lightPolicyNamed(part.policy) ?? part.policy }
}
