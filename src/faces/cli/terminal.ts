import { styleText } from 'node:util'
import { hang } from '../../text/columns'
import { printable } from '../../text/printable'

/** What a command knows of the process that runs it; tests hand in their own. */
export type Surroundings = {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  readonly isTerminal: boolean
  /** The columns of stderr where it is a terminal, so that progress may be redrawn in place. */
  readonly redrawColumns?: number
  /** Asks the person at the terminal; absent where nobody sits there. */
  readonly ask?: (question: string) => Promise<string>
  /** The time in UTC like `2026-08-14T16:30:00.000Z`; the platform's clock unless given. */
  readonly now?: () => string
}

const colours = {
  '+': 'green',
  '*': 'green',
  '@': 'yellow',
  '#': 'red',
  '^': 'magenta',
  x: 'red',
  '!': 'yellow',
  '~': 'bold',
  '?': 'dim',
  '.': 'dim',
} as const

/** A light or a card by its letter. */
const lightColours: Readonly<Record<string, 'green' | 'yellow' | 'red' | 'dim'>> = {
  G: 'green',
  Y: 'yellow',
  R: 'red',
  X: 'red',
  '-': 'dim',
}

/** Whether colour may be used: a terminal, and nobody said no (NO_COLOR, TERM=dumb, --no-color). */
export function wantsColour({ env, isTerminal }: Surroundings, asked: boolean): boolean {
  return asked && isTerminal && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb'
}

/** Dresses the mark of a line and the word after it; figures and quoted words stay plain, and nothing is lost without colour. */
export function dressed(text: string, colour: boolean): string {
  if (!colour) return text
  const lit = text.replace(/^( *)(\[(?:\.\.G|\.Y\.|R\.\.|[YRX-] \d+\/\d+)\])/gm, (_line, indent: string, mark: string) => {
    const letter = /[GYRX-]/.exec(mark)?.[0] ?? '-'
    return `${indent}${styleText(lightColours[letter] ?? 'dim', mark, { validateStream: false })}`
  })
  return lit.replace(/^([+*@#^x!~?.])( \S+)/gm, (line, mark: keyof typeof colours, word: string) =>
    mark in colours ? styleText(colours[mark], `${mark}${word}`, { validateStream: false }) : line,
  )
}

/** A notice for people, escaped and broken like all that others wrote: it may hold a file's name. */
export function noticeText(notice: string): string {
  return `${hang('! ', printable(notice)).join('\n')}\n`
}
