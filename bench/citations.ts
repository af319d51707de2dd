import AhoCorasick from 'modern-ahocorasick'
import { locateAll } from '../src/evidence/locate'
import type { Citation } from '../src/evidence/citation'
import type { Corpus } from '../src/evidence/corpus'
import type { Measured } from './timing'
import { atLeast, atMost, grouped, milliseconds } from './timing'

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
const megabytes = 50
const quotes = 10_000
const sampled = 200

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

/** Citation search, 10,000 quotes in 50 MB, beside an `indexOf` loop (on a sample, scaled) and Aho-Corasick. */
export async function citations(): Promise<Measured[]> {
  const next = seeded(7)
  const corpus = corpusOf(next)
  const wanted: Citation[] = Array.from({ length: quotes }, (_, index) => {
    const source = corpus.sources[next() % corpus.sources.length]
    const start = next() % 990_000
    const text = source?.text.slice(start, start + 20 + (next() % 80)) ?? ''
    return { kind: 'quote', text: index % 10 === 0 ? `${text}~absent` : text }
  })
  globalThis.gc?.()
  // The high-water mark of the process: what is used in between counts too, garbage included.
  const before = process.resourceUsage().maxRSS
  const ours = await milliseconds(() => locateAll(wanted, corpus))
  const grown = (process.resourceUsage().maxRSS - before) * 1024
  const texts = wanted.map((citation) => (citation.kind === 'quote' ? citation.text : ''))
  const loop =
    (await milliseconds(() => texts.slice(0, sampled).map((text) => corpus.sources.findIndex((source) => source.text.includes(text))))) *
    (quotes / sampled)
  const automaton = new AhoCorasick([...new Set(texts)])
  const aho = await milliseconds(() => corpus.sources.map((source) => automaton.search(source.text).length))
  const memory = grown / (megabytes * 1_000_000)
  return [
    atLeast(
      'locating 10,000 quotes in 50 MB',
      `${grouped(ours)} ms`,
      `indexOf loop ${grouped(loop)} ms (${sampled} quotes, scaled)`,
      loop / ours,
      20,
    ),
    atLeast('the same', `${grouped(ours)} ms`, `Aho-Corasick search ${grouped(aho)} ms`, aho / ours, 2),
    atMost('memory it takes beside the corpus', `${grown >> 20} MB`, `corpus ${megabytes} MB`, memory, 4),
  ]
}
