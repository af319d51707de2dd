/** How a family of languages writes comments and strings. */
type Style = {
  readonly line: readonly string[]
  readonly block: readonly (readonly [string, string])[]
  readonly quotes: readonly string[]
}

const slashes: Style = { line: ['//'], block: [['/*', '*/']], quotes: ['"""', '"', "'", '`'] }
const hashes: Style = { line: ['#'], block: [], quotes: ['"""', "'''", '"', "'", '`'] }
const styles: Readonly<Record<string, Style>> = {
  rb: { line: ['#'], block: [['\n=begin', '\n=end']], quotes: ['"', "'", '`'] },
  php: { line: ['//', '#'], block: [['/*', '*/']], quotes: ['"', "'"] },
  lua: { line: ['--'], block: [['--[[', ']]']], quotes: ['"', "'"] },
  sql: { line: ['--'], block: [['/*', '*/']], quotes: ["'"] },
  hs: { line: ['--'], block: [['{-', '-}']], quotes: ['"'] },
  ps1: { line: ['#'], block: [['<#', '#>']], quotes: ['"', "'"] },
  rs: { line: ['//'], block: [['/*', '*/']], quotes: ['"'] },
  clj: { line: [';'], block: [], quotes: ['"'] },
}
const hashed = new Set([
  'py',
  'pyi',
  'ex',
  'exs',
  'sh',
  'bash',
  'bats',
  'zsh',
  'pl',
  'pm',
  't',
  'r',
  'jl',
  'cr',
  'nim',
  'yml',
  'yaml',
  'toml',
  'tcl',
  'fish',
])

function styleOf(path: string): Style {
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  return styles[extension] ?? (hashed.has(extension) ? hashes : slashes)
}

/**
 * The text with comments made spaces (`bare`) and with what stands in strings made spaces too (`code`); line breaks and offsets stay.
 * A guess by the file's extension: a quote that isn't closed on its line is taken for a letter, but for those that may span lines.
 */
export function blanked(text: string, path: string): { readonly bare: string; readonly code: string } {
  const style = styleOf(path)
  const bare: string[] = []
  const code: string[] = []
  let at = 0
  while (at < text.length) {
    const comment = commentEnd(text, at, style)
    const string = comment === undefined ? stringEnd(text, at, style) : undefined
    const end = comment ?? string?.end ?? at + 1
    const piece = text.slice(at, end)
    const quote = string?.quote.length ?? 0
    bare.push(comment === undefined ? piece : spaces(piece))
    code.push(
      comment !== undefined
        ? spaces(piece)
        : string === undefined
          ? piece
          : piece.slice(0, quote) + spaces(piece.slice(quote, -quote)) + piece.slice(-quote),
    )
    at = end
  }
  return { bare: bare.join(''), code: code.join('') }
}

function spaces(text: string): string {
  return text.replaceAll(/[^\r\n]/g, ' ')
}

function commentEnd(text: string, at: number, style: Style): number | undefined {
  for (const [open, close] of style.block) {
    if (!text.startsWith(open, at)) continue
    const end = text.indexOf(close, at + open.length)
    return end < 0 ? text.length : end + close.length
  }
  // `#{…}` in Ruby's strings never gets here, and `$#` or `\#` is no comment.
  const opener = style.line.find((mark) => text.startsWith(mark, at))
  if (opener === undefined || (opener === '#' && (/[\w$\\&]/.test(text[at - 1] ?? ' ') || text[at + 1] === '['))) return undefined
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

function stringEnd(text: string, at: number, style: Style): { readonly end: number; readonly quote: string } | undefined {
  const quote = style.quotes.find((mark) => text.startsWith(mark, at))
  if (quote === undefined || (quote === "'" && /\w/.test(text[at - 1] ?? ' '))) return undefined
  const spans = quote.length === 3 || quote === '`'
  for (let end = at + quote.length; end < text.length; end += 1) {
    if (text[end] === '\\') end += 1
    else if (text.startsWith(quote, end)) return { end: end + quote.length, quote }
    else if (text[end] === '\n' && !spans) return undefined
  }
  return undefined
}
