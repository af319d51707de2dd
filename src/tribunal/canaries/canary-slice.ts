import { drawsFrom } from '../../consensus/random'
import type { Digest } from '../../canonical/digest'
import { refuseData } from '../../consensus/data-check'
import type { Corpus } from '../../evidence/corpus'
import type { SliceSetup } from '../setup'
import type { CanaryPair, CanaryVariant } from './canary-pair'

/** One thing to be judged: a variant of a pair. */
export type CanaryItem = { readonly pair: CanaryPair; readonly variant: CanaryVariant }

/** Picks `count` pairs by the seed, the languages in turn; all of them where there are no more. The same seed picks the same ones. */
export function pickPairs(pairs: readonly CanaryPair[], count: number, seed: number): CanaryPair[] {
  if (!Number.isSafeInteger(count) || count < 1) refuseData(['pairs'], count, 'a whole number from 1 on is wanted')
  const mixed = shuffled(inOrder(pairs), seed)
  const languages = [...new Set(mixed.map(({ language }) => language))].sort()
  const turns = languages.map((language) => mixed.filter((pair) => pair.language === language))
  return mixed.flatMap((_, turn) => turns.flatMap((list) => list.slice(turn, turn + 1))).slice(0, count)
}

/** Both variants of every pair, in an order drawn from the seed, so that no place tells which is which. */
export function canaryItems(pairs: readonly CanaryPair[], seed: number): CanaryItem[] {
  const items = inOrder(pairs).flatMap((pair) => (['faulty', 'clean'] as const).map((variant) => ({ pair, variant })))
  return shuffled(items, seed)
}

function inOrder(pairs: readonly CanaryPair[]): CanaryPair[] {
  return [...pairs].sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Fisher and Yates' shuffle. */
function shuffled<T>(list: readonly T[], seed: number): T[] {
  const draws = drawsFrom(seed)
  const mixed = [...list]
  for (let left = mixed.length; left > 1; left--) {
    const at = draws.below(left)
    const [taken] = mixed.splice(at, 1)
    if (taken !== undefined) mixed.push(taken)
  }
  return mixed
}

/** The text that is judged. */
export function textOf({ pair, variant }: CanaryItem): string {
  return variant === 'faulty' ? pair.faulty : pair.clean
}

/** Where the text is said to be; a name made of its bytes, which tells nothing else. */
export function canaryAddress(item: CanaryItem, digest: Digest): string {
  return `urn:sha256:${digest(textOf(item))}`
}

/**
 * The slice of an item: verify-only, one round, the rubric that the pair's criteria make, so that a judge gets the brief that it would get for any work (R-TRI-19).
 * Neither its id nor any other field says that it is a canary, of which pair, or which variant.
 */
export function canarySetup(item: CanaryItem, run: string, seed: number, digest: Digest): SliceSetup {
  const { spec, criteria } = item.pair
  return {
    id: `item-${digest(`${run}/${item.pair.id}/${item.variant}`).slice(0, 16)}`,
    spec,
    rubric: { criteria: [...criteria], dimensions: ['correctness', 'robustness'] },
    limits: { rounds: 1, dispatches: 1 },
    mode: 'final',
    independence: 'panel',
    references: [{ name: 'specification', text: spec }],
    existing: { address: canaryAddress(item, digest), request: spec },
    seed,
  }
}

/** Lines of the diff before the first line of the text. */
export const diffHeadLines = 5

/** The text as a diff that adds its file. */
export function canaryDiff(item: CanaryItem): string {
  const { path } = item.pair
  const lines = textOf(item).replace(/\n$/, '').split('\n')
  const head = [`diff --git a/${path} b/${path}`, 'new file mode 100644', '--- /dev/null', `+++ b/${path}`, `@@ -0,0 +1,${lines.length} @@`]
  return [...head, ...lines.map((line) => `+${line}`), ''].join('\n')
}

/** What citations are looked up in: the file, its diff, and the specification; nothing of the other variant. */
export function canaryCorpus(item: CanaryItem): Corpus {
  const { path, spec } = item.pair
  return {
    sources: [
      { id: path, role: 'artifact', path, text: textOf(item) },
      { id: `diff:${path}`, role: 'diff', path, text: canaryDiff(item) },
      { id: 'spec', role: 'spec', text: spec },
      { id: 'reference:specification', role: 'reference', text: spec },
    ],
    runs: [],
  }
}
