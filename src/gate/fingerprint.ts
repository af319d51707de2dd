import type { Digest } from '../canonical/digest'
import { sha256Hex } from '../canonical/digest'
import { canonicalJson } from '../canonical/canonical-json'
import type { FindingDraft } from './finding'

/**
 * Gives every finding its id, in the given order. It is made of kind, path, subject and the texts before and after, without line numbers and
 * indentation, so a waiver holds while lines shift and ends when the finding changes; equal findings are told apart by their count.
 */
export function withIds<T extends FindingDraft>(drafts: readonly T[], digest: Digest = sha256Hex): (T & { readonly id: string })[] {
  const seen = new Map<string, number>()
  return drafts.map((draft) => {
    const content = contentOf(draft)
    const occurrence = seen.get(content) ?? 0
    seen.set(content, occurrence + 1)
    return { ...draft, id: `${draft.kind}:${digest(`${content}#${occurrence}`).slice(0, 32)}` }
  })
}

function contentOf({ kind, path, subject, before, after }: FindingDraft): string {
  const parts: (string | null)[] = [kind, path ?? null, subject ?? null, flat(before), flat(after)]
  return canonicalJson(parts.map((part) => (part === null ? null : part.toWellFormed())))
}

/** Without indentation and empty lines, which reformatting changes. */
function flat(text: string | undefined): string | null {
  if (text === undefined) return null
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '').join('\n')
}
