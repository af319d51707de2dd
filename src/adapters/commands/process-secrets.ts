/** Values shorter than this can't be told from ordinary text and stay. */
export const secretCharactersMin = 6

/** Replaces secrets in a stream, whatever pieces it comes in: what `take` gives is safe to store. */
export type Redactor = { take(bytes: Buffer): Buffer; end(): Buffer }

/** Cuts the values of the named variables out of output: as they are, line by line, and in the forms in which tools print them (URL, base64, JSON). */
export function redactor(secrets: Readonly<Record<string, string>>): Redactor {
  const forms = formsOf(secrets)
  const longest = Math.max(0, ...forms.map(({ bytes }) => bytes.length))
  let held: Buffer = Buffer.alloc(0)
  if (longest === 0) return { take: (bytes) => bytes, end: () => held }
  const replace = (bytes: Buffer, settledTo: number): Buffer => {
    const done: Buffer[] = []
    let from = 0
    const next = forms.map((form) => ({ ...form, at: bytes.indexOf(form.bytes) }))
    for (;;) {
      const [first] = next.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at || b.bytes.length - a.bytes.length)
      if (first === undefined || first.at >= settledTo) break
      done.push(bytes.subarray(from, first.at), first.mark)
      from = first.at + first.bytes.length
      for (const form of next) if (form.at >= 0 && form.at < from) form.at = bytes.indexOf(form.bytes, from)
    }
    const to = Math.max(from, settledTo)
    done.push(bytes.subarray(from, to))
    held = Buffer.from(bytes.subarray(to))
    return Buffer.concat(done)
  }
  return {
    take: (bytes) => {
      const all = Buffer.concat([held, bytes])
      // What begins later than this may be the first half of a secret.
      return replace(all, Math.max(0, all.length - longest + 1))
    },
    end: () => replace(held, held.length),
  }
}

type Form = { readonly bytes: Buffer; readonly mark: Buffer }

function formsOf(secrets: Readonly<Record<string, string>>): Form[] {
  return Object.entries(secrets).flatMap(([name, value]) => {
    const base64 = Buffer.from(value).toString('base64').replace(/=+$/, '')
    const lines = value.split(/\r?\n/).filter((line) => line.trim().length >= 8)
    const written = [value, ...lines, encodeURIComponent(value.toWellFormed()), base64, JSON.stringify(value).slice(1, -1)]
    return [...new Set(written)]
      .filter((text) => text.length >= secretCharactersMin)
      .map((text) => ({ bytes: Buffer.from(text), mark: Buffer.from(`[${name}]`) }))
  })
}
