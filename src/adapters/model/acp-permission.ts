import type { RequestPermissionRequest, RequestPermissionResponse } from '@agentclientprotocol/sdk'

/** What an agent asks to be allowed. The title, the kind and the paths are the agent's own words: nothing proves them. */
export type AcpPermission = {
  /** What its session is for: `doer`, or the lens of a judge. */
  readonly role: string
  readonly title: string
  /** `read`, `edit`, `delete`, `move`, `search`, `execute`, `think`, `fetch`, `switch_mode` or `other`; an agent that doesn't say asks for `other`. */
  readonly kind: string
  readonly paths: readonly string[]
}

/** Says whether an agent may. Whatever it says, a role other than `doer` is allowed nothing but to read, search, think and fetch. */
export type AcpPermit = (asked: AcpPermission) => boolean | Promise<boolean>

const harmless: ReadonlySet<string> = new Set(['read', 'search', 'think', 'fetch'])

/**
 * The answer to one question of an agent: allowed this once, or not. An allowance that would hold for later questions too is never given; where the agent offers
 * nothing else, it is refused. Throws what the policy throws.
 */
export async function permissionFor(
  { toolCall, options }: RequestPermissionRequest,
  role: string,
  permit: AcpPermit | undefined,
): Promise<RequestPermissionResponse> {
  const asked: AcpPermission = {
    role,
    title: toolCall.title ?? '',
    kind: toolCall.kind ?? 'other',
    paths: (toolCall.locations ?? []).map(({ path }) => path),
  }
  const mayAsk = role === 'doer' || harmless.has(asked.kind)
  // A policy of a host without types that answers with anything but true allows nothing.
  const said: unknown = mayAsk && permit !== undefined ? await permit(asked) : false
  const isAllowed = said === true
  const wanted = isAllowed ? ['allow_once', 'reject_once', 'reject_always'] : ['reject_once', 'reject_always']
  const option = wanted.flatMap((kind) => options.filter((one) => one.kind === kind))[0]
  return { outcome: option === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: option.optionId } }
}
