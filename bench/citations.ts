import AhoCorasick from 'modern-ahocorasick'
import { locateAll } from '../src/evidence/locate'
import { memoryOf } from './own-process'
import { megabytes, quotedCorpus, quotes } from './quotes'
import type { Measured } from './timing'
import { atLeast, atMost, grouped, milliseconds } from './timing'

const sampled = 200
/** The best of so many counts, on either side: other work only slows. */
const rounds = 3

/** Citation search, 10,000 quotes in 50 MB, beside an `indexOf` loop (on a sample, scaled) and Aho-Corasick. */
export async function citations(): Promise<Measured[]> {
  const { corpus, wanted } = quotedCorpus()
  globalThis.gc?.()
  const ours = await milliseconds(() => locateAll(wanted, corpus), rounds)
  const texts = wanted.map((citation) => (citation.kind === 'quote' ? citation.text : ''))
  const loop =
    (await milliseconds(() => texts.slice(0, sampled).map((text) => corpus.sources.findIndex((source) => source.text.includes(text))))) *
    (quotes / sampled)
  const automaton = new AhoCorasick([...new Set(texts)])
  const aho = await milliseconds(() => corpus.sources.map((source) => automaton.search(source.text).length), rounds)
  const memory = memoryOf('citations')
  return [
    atLeast(
      'locating 10,000 quotes in 50 MB',
      `${grouped(ours)} ms`,
      `indexOf loop ${grouped(loop)} ms (${sampled} quotes, scaled)`,
      loop / ours,
      20,
    ),
    atLeast('the same', `${grouped(ours)} ms`, `Aho-Corasick search ${grouped(aho)} ms`, aho / ours, 2),
    atMost(
      'memory it takes beside the corpus, in a process of its own',
      `${Math.round(memory / 1_000_000)} MB`,
      `corpus ${megabytes} MB`,
      memory / (megabytes * 1_000_000),
      4,
    ),
  ]
}
