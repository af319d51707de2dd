/**
 * Somebody's words as a terminal may show them: control characters, line ends, direction marks and half surrogate pairs are
 * written out as `\u{…}`, so that no text can move the cursor, forge a line or hide itself. Other letters stay as they are.
 */
export function printable(text: string): string {
  return text.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\uFFFD]/gu, escaped)
}

/** The same for bytes that must be ASCII: everything beyond it is written out. */
export function ascii(text: string): string {
  return printable(text).replace(/[^\x20-\x7e]/gu, escaped)
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}

/** Cuts to a number of columns, with `...` where something is missing. */
export function cutTo(text: string, columnsMax: number): string {
  if (widthOf(text) <= columnsMax) return text
  let kept = ''
  let width = 0
  for (const character of text) {
    width += widthOf(character)
    if (width > columnsMax - 3) break
    kept += character
  }
  return `${kept}...`
}

/** How many columns a text takes: East Asian wide letters and emoji two, combining marks none. */
export function widthOf(text: string): number {
  let width = 0
  for (const character of text) width += /\p{Mn}|\p{Me}/u.test(character) ? 0 : wide.test(character) ? 2 : 1
  return width
}

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u

/** Pads on the right by columns shown, not by characters. */
export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)))
}

/** Pads on the left by columns shown. */
export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - widthOf(text))) + text
}

/** Breaks a text into lines of at most `width` columns at spaces; a word longer than a line is broken, nothing is dropped. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  let taken = 0
  for (const word of text.split(' ').flatMap((one) => pieces(one, width))) {
    const columns = widthOf(word)
    if (line !== '' && taken + 1 + columns > width) {
      lines.push(line)
      line = word
      taken = columns
    } else {
      taken = line === '' ? columns : taken + 1 + columns
      line = line === '' ? word : `${line} ${word}`
    }
  }
  lines.push(line)
  return lines
}

/** A word in pieces of at most `width` columns. */
export function pieces(word: string, width: number): string[] {
  if (widthOf(word) <= width) return [word]
  const found: string[] = []
  let piece = ''
  let taken = 0
  for (const character of word) {
    const columns = widthOf(character)
    if (taken + columns > width) {
      found.push(piece)
      piece = ''
      taken = 0
    }
    piece += character
    taken += columns
  }
  found.push(piece)
  return found
}
