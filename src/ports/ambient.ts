/** What the pure floors take as arguments: the time, ids and fresh marks. */
export type Ambient = {
  /** The time in UTC like `2026-08-14T16:30:00.000Z`. */
  now(): string
  /** An id that nobody else has, for events and sessions. */
  newId(): string
  /** A mark that can't be guessed from earlier ones, for the fence of one dispatch's verdict block; letters and digits. */
  newNonce(): string
}
