/** One setting: its key from the outermost on (`test.coverage.thresholds.lines`), its values as text, a list's one by one; `isComputed` where these take running the file. */
export type Setting = {
  readonly key: string
  readonly values: readonly string[]
  readonly isList: boolean
  readonly line?: number
  readonly isComputed?: true
}

/** Settings by key. A file that can't be read gives undefined. */
export type Settings = ReadonlyMap<string, Setting>

/** Settings while they are gathered. */
export type Sink = Map<string, Setting & { readonly values: string[] }>

/** Adds values to a key. */
export function put(sink: Sink, key: string, values: readonly string[], isList: boolean, line?: number, isComputed = false): void {
  const old = sink.get(key)
  // A list grows in place: copied line by line, a long one would take its square.
  const all = old?.values ?? []
  for (const value of values) all.push(value)
  sink.set(key, {
    key,
    values: all,
    isList: isList || old !== undefined,
    ...(line === undefined ? {} : { line: old?.line ?? line }),
    ...(isComputed || old?.isComputed === true ? { isComputed: true } : {}),
  })
}

/** A key with one more part. */
export function joined(key: string, part: string): string {
  return key === '' ? part : `${key}.${part}`
}
