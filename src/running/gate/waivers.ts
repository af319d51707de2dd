import { findingsOf } from '../../gate/assemble-report'
import type { GateParts } from '../../gate/gate-parts'
import type { Waiver } from '../../gate/waiver'
import type { GateRequest } from './gate-request'

/** The parts with the person's waivers; one for a kind becomes one for the ids of all such findings, so that it holds for them and for nothing that comes later. */
export function waiversOf(parts: GateParts, { waivers = [], waiveKinds }: GateRequest): GateParts {
  if (waiveKinds === undefined) return { ...parts, waivers: { given: waivers } }
  const ids = findingsOf(parts)
    .filter(({ kind, severity }) => severity === 'block' && waiveKinds.kinds.includes(kind))
    .map(({ id }) => id)
  const [first, ...rest] = ids
  if (first === undefined) return { ...parts, waivers: { given: waivers } }
  const waiver: Waiver = { findings: [first, ...rest], by: waiveKinds.by, reason: waiveKinds.reason, at: parts.generated_at }
  return { ...parts, waivers: { given: [...waivers, waiver] } }
}
