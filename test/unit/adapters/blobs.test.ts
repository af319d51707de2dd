import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { fileBlobs } from '../../../src/adapters/blobs/file'
import { memoryBlobs } from '../../../src/adapters/blobs/memory'
import { blobStoreConformance } from '../../../src/conformance/blob-store'
import type { BlobStore } from '../../../src/ports/blobs'
import { throwAwayFolder } from './throw-away'

const runner = { describe, test, expect }
const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
const places = new WeakMap<BlobStore, string>()

function placeOf(dir: string, digits: string): string {
  return `${dir}/${digits.slice(0, 2)}/${digits.slice(2)}`
}

function fileStore(): BlobStore {
  const dir = `${throwAwayFolder()}/deep/blobs`
  const store = fileBlobs(dir)
  places.set(store, dir)
  return store
}

describe('in memory', () => {
  blobStoreConformance(runner, memoryBlobs)
})

describe('in files', () => {
  blobStoreConformance(runner, fileStore, {
    alter: async (store, address) => writeFileSync(placeOf(places.get(store) ?? '', address.slice(7)), 'abd'),
  })

  test('a blob is one file of just its bytes, and nothing else is left', async () => {
    const dir = throwAwayFolder()
    await Promise.all([fileBlobs(dir).put('abc'), fileBlobs(dir).put('abc')])
    expect(new Set(readdirSync(dir, { recursive: true, encoding: 'utf8' }))).toEqual(new Set(['ba', `ba/${abc.slice(2)}`]))
    expect(readFileSync(placeOf(dir, abc), 'utf8')).toBe('abc')
  })

  test('another store on the same folder sees it, and a deleted file is a purged blob', async () => {
    const dir = throwAwayFolder()
    const address = await fileBlobs(dir).put('abc')
    expect(await fileBlobs(dir).has(address)).toBe(true)
    rmSync(placeOf(dir, abc))
    expect([await fileBlobs(dir).has(address), await fileBlobs(dir).get(address)]).toEqual([false, undefined])
  })

  test('a file cut short is found too', async () => {
    const dir = throwAwayFolder()
    const address = await fileBlobs(dir).put('abc')
    writeFileSync(placeOf(dir, abc), '')
    await expect(fileBlobs(dir).get(address)).rejects.toMatchObject({
      code: 'blob-corrupt',
      message: expect.stringContaining('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'),
      details: { address },
    })
  })

  test('what cannot be read or written is an error with the reason', async () => {
    const dir = throwAwayFolder()
    mkdirSync(placeOf(dir, abc), { recursive: true })
    await expect(fileBlobs(dir).get(`sha256:${abc}`)).rejects.toMatchObject({
      code: 'blob-io',
      message: expect.stringMatching(new RegExp(`^can't read the blob sha256:${abc} in .+: EISDIR$`)),
    })
    writeFileSync(`${dir}/file`, '')
    await expect(fileBlobs(`${dir}/file`).put('abc')).rejects.toMatchObject({
      code: 'blob-io',
      message: expect.stringContaining('ENOTDIR'),
    })
  })

  test.skipIf(process.getuid?.() === 0)('a failed write leaves no file behind', async () => {
    const dir = throwAwayFolder()
    mkdirSync(`${dir}/ba`)
    chmodSync(`${dir}/ba`, 0o555)
    await expect(fileBlobs(dir).put('abc')).rejects.toMatchObject({ code: 'blob-io' })
    chmodSync(`${dir}/ba`, 0o755)
    expect(readdirSync(`${dir}/ba`)).toEqual([])
  })

  test('what killed writes left a day ago is cleared away by the next writer; a write that may be at work is left alone', async () => {
    const dir = throwAwayFolder()
    const old = '.0f8fad5b-d9cb-469f-a165-70867728950e.tmp'
    const fresh = '.7c9e6679-7425-40de-944b-e07fc1f90ae7.tmp'
    const others = ['.not-a-blob.tmp', 'notes.txt']
    mkdirSync(`${dir}/00`)
    mkdirSync(`${dir}/mine`)
    const aged = (name: string): void => {
      writeFileSync(name, 'half a bl')
      const longAgo = Date.now() / 1000 - 25 * 60 * 60
      utimesSync(name, longAgo, longAgo)
    }
    for (const name of [`00/${old}`, ...others.map((other) => `00/${other}`), `mine/${old}`]) aged(`${dir}/${name}`)
    writeFileSync(`${dir}/00/${fresh}`, 'half a bl')
    const store = fileBlobs(dir)
    await store.has(`sha256:${abc}`)
    expect(readdirSync(`${dir}/00`)).toContain(old)
    await store.put('abc')
    expect(new Set(readdirSync(`${dir}/00`))).toEqual(new Set([fresh, ...others]))
    expect(readdirSync(`${dir}/mine`)).toEqual([old])
    expect(readFileSync(placeOf(dir, abc), 'utf8')).toBe('abc')
  })

  test('many writers that clear away and write at once lose nothing', async () => {
    const dir = throwAwayFolder()
    const contents = Array.from({ length: 60 }, (_, index) => `content ${index}`)
    const addresses = await Promise.all(contents.map(async (content) => fileBlobs(dir).put(content)))
    const kept = await Promise.all(addresses.map(async (address) => new TextDecoder().decode(await fileBlobs(dir).get(address))))
    expect(kept).toEqual(contents)
    expect(readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })
})
