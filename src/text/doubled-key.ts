import { pathOf } from '../issues'

/** An object or array that the text is inside of, with the name or index it has come to; an object knows the names before. */
type Level = { readonly names: Set<string> | undefined; at: string | number }

/**
 * The path of the first name that stands twice in one object of a JSON text, of which parsing would silently keep the last; undefined where there is
 * none. The text must be sound JSON. Names are compared as they are meant: `\u0061` is `a`.
 */
export function doubledKey(text: string): string | undefined {
  const levels: Level[] = []
  let nameIsNext = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    const inside = levels.at(-1)
    if (sign === '"') {
      const end = endOfText(text, at)
      if (nameIsNext && inside?.names !== undefined) {
        const name = String(JSON.parse(text.slice(at, end + 1)))
        inside.at = name
        if (inside.names.has(name)) return pathOf(levels.slice(0, 12).map((level) => level.at))
        inside.names.add(name)
        nameIsNext = false
      }
      at = end
    } else if (sign === '{' || sign === '[') {
      levels.push(sign === '{' ? { names: new Set(), at: '' } : { names: undefined, at: 0 })
      nameIsNext = sign === '{'
    } else if (sign === '}' || sign === ']') {
      levels.pop()
      nameIsNext = false
    } else if (sign === ',' && inside !== undefined) {
      nameIsNext = inside.names !== undefined
      if (typeof inside.at === 'number') inside.at++
    }
  }
  return undefined
}

/** Where the closing quotes stand. */
function endOfText(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"' || at >= text.length) return at
  }
}
