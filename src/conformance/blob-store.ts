import type { BlobStore } from '../ports/blobs'

/** What the suite needs of a test runner; `describe`, `test` and `expect` of vitest, jest or bun fit. */
export type BlobStoreRunner = {
  readonly describe: (name: string, body: () => void) => void
  readonly test: (name: string, body: () => Promise<void>) => void
  readonly expect: (actual: unknown) => { toEqual(wanted: unknown): void }
}

export type BlobStoreOptions = {
  /** Changes what the store keeps at an address behind its back; without it the test of altered content is left out. */
  readonly alter?: (store: BlobStore, address: string) => Promise<void>
}

const empty = 'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const abc = 'sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
const unused = `sha256:${'0'.repeat(64)}`
const noAddresses = ['', 'sha256:', abc.toUpperCase(), abc.slice(7), `${abc}0`, ` ${abc}`, `${abc}\n`, 'sha256:../../../../etc/passwd']

/** The promises of the `BlobStore` port as tests; `makeStore` gives an empty store each time. */
export function blobStoreConformance(
  runner: BlobStoreRunner,
  makeStore: () => Promise<BlobStore> | BlobStore,
  options: BlobStoreOptions = {},
): void {
  runner.describe('blob store', () => {
    contents(runner, makeStore)
    refusals(runner, makeStore)
    if (options.alter !== undefined) altered(runner, makeStore, options.alter)
  })
}

type MakeStore = () => Promise<BlobStore> | BlobStore

function contents({ test, expect }: BlobStoreRunner, makeStore: MakeStore): void {
  test('an address is the SHA-256 of the bytes', async () => {
    const store = await makeStore()
    expect(await store.put('abc')).toEqual(abc)
    expect(await store.put(new Uint8Array([0x61, 0x62, 0x63]))).toEqual(abc)
    expect(await store.put('')).toEqual(empty)
  })
  test('what was put is got back byte for byte', async () => {
    const store = await makeStore()
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    const long = Uint8Array.from({ length: 300_000 }, (_, at) => (at * 7919) % 251)
    const text = '\uFEFFone\r\ntwo\u0000 caf\u00e9 \u{1F600}'
    for (const bytes of [all, long, new Uint8Array(), new TextEncoder().encode(text)]) {
      expect(sameBytes(await store.get(await store.put(bytes)), bytes)).toEqual(true)
    }
    expect(await store.get(await store.put(text))).toEqual(new TextEncoder().encode(text))
  })
  test('what was never put is undefined', async () => {
    const store = await makeStore()
    await store.put('abc')
    expect(await store.get(unused)).toEqual(undefined)
    expect([await store.has(unused), await store.has(abc)]).toEqual([false, true])
  })
  test('putting again, also at the same time, changes nothing', async () => {
    const store = await makeStore()
    const addresses = await Promise.all(Array.from({ length: 20 }, () => store.put('abc')))
    expect(new Set(addresses)).toEqual(new Set([abc]))
    expect(await store.get(abc)).toEqual(new Uint8Array([0x61, 0x62, 0x63]))
  })
  test('bytes given or got are copies', async () => {
    const store = await makeStore()
    const given = new Uint8Array([0x61, 0x62, 0x63])
    await store.put(given)
    given.fill(0)
    ;(await store.get(abc))?.fill(0)
    expect(await store.get(abc)).toEqual(new Uint8Array([0x61, 0x62, 0x63]))
  })
}

function refusals({ test, expect }: BlobStoreRunner, makeStore: MakeStore): void {
  test('what is no address is refused', async () => {
    const store = await makeStore()
    for (const address of noAddresses) {
      expect([await codeOf(store.get(address)), await codeOf(store.has(address))]).toEqual(['data-invalid', 'data-invalid'])
    }
  })
  test('a text that UTF-8 cannot hold is refused', async () => {
    const store = await makeStore()
    expect(await codeOf(store.put('half \ud83d'))).toEqual('data-invalid')
  })
}

function altered(
  { test, expect }: BlobStoreRunner,
  makeStore: MakeStore,
  alter: (store: BlobStore, address: string) => Promise<void>,
): void {
  test('altered content is an error, and putting the content again heals it', async () => {
    const store = await makeStore()
    const address = await store.put('abc')
    await alter(store, address)
    expect(await codeOf(store.get(address))).toEqual('blob-corrupt')
    expect(await store.put('abc')).toEqual(address)
    expect(await store.get(address)).toEqual(new Uint8Array([0x61, 0x62, 0x63]))
  })
}

function sameBytes(got: Uint8Array | undefined, wanted: Uint8Array): boolean {
  return got?.length === wanted.length && wanted.every((byte, at) => got[at] === byte)
}

async function codeOf(work: Promise<unknown>): Promise<unknown> {
  try {
    return { resolved: await work }
  } catch (thrown) {
    return typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : thrown
  }
}
