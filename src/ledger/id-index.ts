/**
 * A compact index from a stream and an id to a place in the ledger, so that a retry is seen without keeping any event: 12 bytes a slot, at most
 * three quarters of the slots used, which makes 16 to 32 bytes an event. It keeps a 32-bit fingerprint, not the id: a hit is to be confirmed.
 */
export type IdIndex = { fingerprints: Uint32Array; places: Float64Array; used: number }

const smallest = 1024

/** An index of nothing. */
export function emptyIdIndex(): IdIndex {
  return { fingerprints: new Uint32Array(smallest), places: new Float64Array(smallest), used: 0 }
}

/** Notes where an event stands; the place is a count from 0, up to 2^53. */
export function addId(index: IdIndex, stream: string, id: string, place: number): void {
  if ((index.used + 1) * 4 > index.places.length * 3) grow(index)
  put(index, fingerprintOf(stream, id), place)
  index.used++
}

/** Where an event with this id may stand, mostly nowhere or in one place. None of the answers is certain, but a missing one is. */
export function placesOfId({ fingerprints, places }: IdIndex, stream: string, id: string): number[] {
  const fingerprint = fingerprintOf(stream, id)
  const mask = places.length - 1
  const found: number[] = []
  for (let slot = fingerprint & mask; places[slot] !== 0; slot = (slot + 1) & mask) {
    if (fingerprints[slot] === fingerprint) found.push((places[slot] ?? 0) - 1)
  }
  return found
}

function put({ fingerprints, places }: IdIndex, fingerprint: number, place: number): void {
  const mask = places.length - 1
  let slot = fingerprint & mask
  while (places[slot] !== 0) slot = (slot + 1) & mask
  fingerprints[slot] = fingerprint
  // A slot of 0 is free, so places are kept one up.
  places[slot] = place + 1
}

function grow(index: IdIndex): void {
  const { fingerprints, places } = index
  index.fingerprints = new Uint32Array(places.length * 2)
  index.places = new Float64Array(places.length * 2)
  for (let slot = 0; slot < places.length; slot++) {
    const place = places[slot] ?? 0
    if (place !== 0) put(index, fingerprints[slot] ?? 0, place - 1)
  }
}

function fingerprintOf(stream: string, id: string): number {
  return mixed(hashed(id, mixed(hashed(stream, 0x811c9dc5))))
}

function hashed(text: string, seed: number): number {
  let hash = seed
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash
}

function mixed(hash: number): number {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
