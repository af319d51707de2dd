import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
})
