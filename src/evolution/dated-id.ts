/** The UTC day of a time as `YYYYMMDD`, by the civil calendar. */
export function dayOf(ms: number): string {
  // Days since 0000-03-01, so that the leap day is the last of its year: then months fall at fixed places.
  const days = Math.floor(ms / 86_400_000) + 719_468
  const era = Math.floor(days / 146_097)
  const ofEra = days - era * 146_097
  const yearOfEra = Math.floor((ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365)
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shifted = Math.floor((5 * ofYear + 2) / 153)
  const day = ofYear - Math.floor((153 * shifted + 2) / 5) + 1
  const month = shifted < 10 ? shifted + 3 : shifted - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return `${String(year).padStart(4, '0')}${two(month)}${two(day)}`
}

/** The next free id of a day, such as `C-20260814-01`; `taken` are the ids there are, of any day. Over 99 a day the number grows. */
export function datedId(letter: 'C' | 'P' | 'S', nowMs: number, taken: readonly string[]): string {
  const start = `${letter}-${dayOf(nowMs)}-`
  const numbers = taken.filter((id) => id.startsWith(start)).map((id) => Number(id.slice(start.length)))
  return `${start}${two(Math.max(0, ...numbers) + 1)}`
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
