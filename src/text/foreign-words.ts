import { printable } from './printable'

const wordsMax = 500

/** What a provider or an agent said of its failure, as it may stand in a message: 500 characters at most, from its beginning or its end, none of which moves a cursor. */
export function foreignWords(text: string, kept: 'first' | 'last'): string {
  const words = text.trim()
  if (kept === 'first') return cut(printable(words.slice(0, wordsMax + 1)), (shown) => `${shown.slice(0, wordsMax)}...`)
  return cut(printable(words.slice(-wordsMax - 1)), (shown) => `...${shown.slice(-wordsMax)}`)
}

/** What is written out takes more room than it did, so it is looked at again. */
function cut(shown: string, shorter: (shown: string) => string): string {
  return shown.length <= wordsMax ? shown : shorter(shown).toWellFormed().replaceAll('\ufffd', '')
}
