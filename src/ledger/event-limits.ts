/** A stored line without its line end may be this long; what is larger belongs in the blobs port (spec 08). */
export const eventBytesMax = 1_048_576

/** All the lines of one append together; readers hold a batch in memory until it is whole. */
export const appendBytesMax = 64 * eventBytesMax

/** Stream, type, id and actor's id hold 1 to 512 UTF-16 code units. */
export const nameLengthMax = 512

/** Who may have caused an event (spec 08). */
export const actorKinds = ['human', 'agent', 'engine', 'system'] as const

/** A point in time in UTC, to the second or finer, as RFC 3339 writes it with a `Z`. */
export const timePattern = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?Z$/

/** `sha256:` and 64 lower-case hex digits. */
export const hashPattern = /^sha256:[0-9a-f]{64}$/
