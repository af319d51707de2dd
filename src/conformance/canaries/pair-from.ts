import { assert } from '../../errors'
import type { CanaryPair } from '../../tribunal/canaries/canary-pair'

/** A pair as its author writes it: the sound text, and what stands in it instead where it is faulty; each first part occurs once, in order. */
export type WrittenPair = Omit<CanaryPair, 'faulty' | 'lines'> & { readonly swaps: readonly (readonly [string, string])[] }

/** Both variants of a written pair; the fault's lines are those that the swapped-in parts take up. */
export function pairFrom({ swaps, ...written }: WrittenPair): CanaryPair {
  const lines: { readonly from: number; readonly to: number }[] = []
  let done = ''
  let left = written.clean
  for (const [sound, broken] of swaps) {
    const at = left.indexOf(sound)
    assert(at >= 0 && left.indexOf(sound, at + 1) < 0, `${written.id}: ${JSON.stringify(sound)} stands once in what follows`)
    done += left.slice(0, at)
    const from = done.split('\n').length
    done += broken
    lines.push({ from, to: from + broken.replace(/\n$/, '').split('\n').length - 1 })
    left = left.slice(at + sound.length)
  }
  return { ...written, faulty: done + left, lines }
}

/** A program's text without the indentation that all of its lines share; backslashes stand for themselves. */
export function code({ raw }: TemplateStringsArray): string {
  const lines = (raw[0] ?? '').replace(/^\n/, '').trimEnd().split('\n')
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length)
  const shared = Math.min(...indents)
  return lines.map((line) => `${line.slice(shared)}\n`).join('')
}
