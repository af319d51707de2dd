import { canonicalJson } from '../canonical/canonical-json'
import type { Digest } from '../canonical/digest'
import { sha256Hex } from '../canonical/digest'
import type { Citation } from '../evidence/citation'
import type { DefectClass } from './scorecard'

/** A defect somebody found, by what it points at; `name` is what its finder calls it and no part of its identity. */
export type Finding = {
  readonly name: string
  readonly file: string
  /** The quoted text, or the symbol it is about. */
  readonly anchor: string
  readonly defect: DefectClass
}

/** 16 hex digits of the finding's file, anchor and kind of defect: the same in every round, whoever finds it and however it is named. */
export function findingId({ file, anchor, defect }: Finding, digest: Digest = sha256Hex): string {
  return digest(canonicalJson([file.toWellFormed().replace(/^\.\//, ''), normalised(anchor), defect])).slice(0, 16)
}

/** White space and letter case don't tell findings apart, and half a surrogate pair counts as a replacement character. */
function normalised(anchor: string): string {
  return anchor.toWellFormed().normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}

type Named = {
  readonly id: string
  readonly class: DefectClass
  readonly citations: readonly Citation[]
  readonly wrongBehaviour?: string | undefined
  readonly text?: string | undefined
}

/** The findings of a panel: its scenarios and caveats by their first citation; one without any goes by its own words. */
export function findingsOf(
  seats: readonly {
    readonly member: string
    readonly scenarios?: readonly Named[] | undefined
    readonly caveats?: readonly Named[] | undefined
  }[],
): Finding[] {
  return seats.flatMap(({ member, scenarios = [], caveats = [] }) =>
    [...scenarios, ...caveats].map((named) => ({ name: `${member}/${named.id}`, defect: named.class, ...anchorOf(named) })),
  )
}

function anchorOf({ citations, wrongBehaviour, text }: Named): { readonly file: string; readonly anchor: string } {
  const citation = citations[0]
  switch (citation?.kind) {
    case 'quote':
      return { file: citation.source ?? '', anchor: citation.text }
    case 'line':
      return { file: citation.file, anchor: citation.text ?? `line ${citation.line}` }
    case 'section':
      return { file: citation.source, anchor: citation.text ?? citation.heading }
    case 'output':
      return { file: citation.command, anchor: citation.text }
    default:
      return { file: '', anchor: wrongBehaviour ?? text ?? '' }
  }
}
