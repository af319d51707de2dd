import type { Citation, LineCitation } from '../../src/evidence/citation'
import type { Corpus, Source } from '../../src/evidence/corpus'
import type { Haystack } from '../../src/evidence/haystack'
import { sourceHaystack } from '../../src/evidence/haystack'

/** A corpus of these texts, or sources as far as they matter. */
export function corpus(...sources: readonly (string | Partial<Source>)[]): Corpus {
  const given = sources.map((source) => (typeof source === 'string' ? { text: source } : source))
  return {
    sources: given.map((source, index) => ({ id: `s${index}`, role: 'artifact', path: `f${index}`, text: '', ...source })),
    runs: [],
  }
}

/** One text as the search sees it. */
export function hay(text: string, role: Source['role'] = 'artifact'): Haystack {
  return sourceHaystack({ id: 's0', role, path: 'f0', text })
}

export const quote = (text: string): Citation => ({ kind: 'quote', text })
export const line = (number: number, text?: string): LineCitation => ({
  kind: 'line',
  file: 'f0',
  line: number,
  ...(text !== undefined && { text }),
})
export const section = (heading: string, text?: string): Citation => ({
  kind: 'section',
  source: 's0',
  heading,
  ...(text !== undefined && { text }),
})
