/**
 * A file's bytes as text: UTF-8, with a byte order mark UTF-16, and bytes that are neither one to one (latin-1), so that every file can be
 * judged (F18).
 */
export function decodeSource(bytes: Uint8Array): string {
  const mark = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined
  if (mark !== undefined) return new TextDecoder(mark).decode(bytes)
  const text = new TextDecoder('utf-8').decode(bytes)
  return text.includes('\ufffd') && !isWhole(bytes) ? latin1(bytes) : text
}

/** The replacement character itself may stand in a file. */
function isWhole(bytes: Uint8Array): boolean {
  const again = new TextEncoder().encode(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes))
  return again.length === bytes.length && again.every((byte, index) => byte === bytes[index])
}

function latin1(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return text
}
