const unitsMax = 1 << 14

/** A stretch of a text as numbers: `at[i]` is the UTF-16 unit at offset `from + i`; after `count` units comes the next one as a look-ahead, 0 at the end. */
export type Units = { readonly at: Uint16Array; from: number; count: number }

/** Room to load a text of that length in, in one go or in stretches; the room given is used again where it is large enough. */
export function roomFor(room: Units | undefined, textUnits: number): Units {
  const count = Math.min(unitsMax, textUnits)
  return room !== undefined && room.at.length > count ? room : { at: new Uint16Array(count + 1), from: 0, count: 0 }
}

const encoder = new TextEncoder()
const bytes = new Uint8Array(unitsMax * 3)

/**
 * Loads up to 16,384 units from `from` on. By way of UTF-8, which engines write many times quicker than they give units one
 * by one; only ill-formed stretches go that way.
 */
export function loadUnits(units: Units, text: string, from: number): void {
  const count = Math.min(units.at.length - 1, text.length - from)
  const slice = text.slice(from, from + count)
  const { written } = encoder.encodeInto(slice, bytes)
  units.from = from
  units.count = count
  if (written === count) units.at.set(bytes.subarray(0, count))
  else if (slice.isWellFormed()) decode(written, units.at)
  else for (let i = 0; i < count; i++) units.at[i] = slice.charCodeAt(i)
  units.at[count] = from + count < text.length ? text.charCodeAt(from + count) : 0
}

/** Whether all units are below 0x80. */
export function isAscii(text: string): boolean {
  for (let from = 0; from < text.length; from += unitsMax) {
    const slice = text.slice(from, from + unitsMax)
    if (encoder.encodeInto(slice, bytes).written !== slice.length) return false
  }
  return true
}

/** Well-formed UTF-8 in `bytes` as UTF-16 units. */
function decode(length: number, at: Uint16Array): void {
  let unit = 0
  for (let i = 0; i < length;) {
    const lead = bytes[i] ?? 0
    if (lead < 0x80) {
      at[unit++] = lead
      i++
    } else if (lead < 0xe0) {
      at[unit++] = ((lead & 0x1f) << 6) | tail(i + 1)
      i += 2
    } else if (lead < 0xf0) {
      at[unit++] = ((lead & 0x0f) << 12) | (tail(i + 1) << 6) | tail(i + 2)
      i += 3
    } else {
      const codePoint = ((lead & 0x07) << 18) | (tail(i + 1) << 12) | (tail(i + 2) << 6) | tail(i + 3)
      at[unit++] = 0xd800 + ((codePoint - 0x10000) >> 10)
      at[unit++] = 0xdc00 + ((codePoint - 0x10000) & 0x3ff)
      i += 4
    }
  }
}

function tail(index: number): number {
  return (bytes[index] ?? 0) & 0x3f
}
