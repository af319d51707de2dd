import type { FindingDraft } from '../finding'
import type { Severities, TamperKind } from './tamper-kind'
import { defaultSeverities } from './tamper-kind'

/** What a comparison found; its severity is put on at the end, by `withSeverity`. */
export type Tampering = {
  readonly kind: TamperKind
  readonly path: string
  readonly line?: number
  /** The case's name, the setting's key or the script's name. */
  readonly subject?: string
  readonly message: string
  readonly before?: string
  readonly after?: string
}

/** A finding about tests or what runs them, before it has its id (spec 10, 3). */
export type TamperFinding = FindingDraft & { readonly kind: TamperKind; readonly path: string }

/** `severities` as configured, the default for every kind that it doesn't name. */
export function withSeverity(tampering: Tampering, severities: Severities): TamperFinding {
  return { ...tampering, severity: severities[tampering.kind] ?? defaultSeverities[tampering.kind] }
}

/** By path, line, kind, subject, message: the same whatever order the files came in. */
export function sortTamperings<T extends Tampering>(findings: readonly T[]): T[] {
  return [...findings].sort(
    (a, b) =>
      byText(a.path, b.path) ||
      (a.line ?? 0) - (b.line ?? 0) ||
      byText(a.kind, b.kind) ||
      byText(a.subject ?? '', b.subject ?? '') ||
      byText(a.message, b.message),
  )
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
