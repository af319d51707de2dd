import type { Citation } from '../src/evidence/citation'
import type { Corpus } from '../src/evidence/corpus'

const words = [
  'const',
  'value',
  'return',
  'await',
  'limit',
  'client',
  'window',
  'count',
  'index',
  'if',
  'else',
  'throw',
  'error',
  'map',
  'filter',
]
export const megabytes = 50
export const quotes = 10_000

/** Numbers that are the same in every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state
  }
}

function corpusOf(next: () => number): Corpus {
  const sources = Array.from({ length: megabytes }, (_, file) => {
    const lines: string[] = []
    let size = 0
    while (size < 1_000_000) {
      const line = `  ${Array.from({ length: 4 + (next() % 6) }, () => words[next() % words.length]).join(' ')} ${next() % 100_000}`
      lines.push(line)
      size += line.length + 1
    }
    return { id: `f${file}.ts`, role: 'artifact' as const, path: `f${file}.ts`, text: lines.join('\n') }
  })
  return { sources, runs: [] }
}

/** 50 MB of code-like text in 50 files, and 10,000 quotes of it, every tenth of which stands nowhere; the same in every run. */
export function quotedCorpus(): { readonly corpus: Corpus; readonly wanted: readonly Citation[] } {
  const next = seeded(7)
  const corpus = corpusOf(next)
  const wanted = Array.from({ length: quotes }, (_, index): Citation => {
    const source = corpus.sources[next() % corpus.sources.length]
    const start = next() % 990_000
    const text = source?.text.slice(start, start + 20 + (next() % 80)) ?? ''
    return { kind: 'quote', text: index % 10 === 0 ? `${text}~absent` : text }
  })
  return { corpus, wanted }
}
