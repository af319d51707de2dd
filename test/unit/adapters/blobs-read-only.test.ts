import { existsSync, mkdirSync } from 'node:fs'
import type * as FileSystem from 'node:fs/promises'
import { dirname } from 'node:path'
import { expect, test, vi } from 'vitest'
import { fileBlobs } from '../../../src/adapters/blobs/file'
import { throwAwayFolder } from './throw-away'

// A mount that can't be written, as Linux and Node tell of one: whoever makes a folder step by step hears the reason, whoever asks for all of them in
// one go hears that the folder isn't there.
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof FileSystem>()
  const failed = (code: string): Error => Object.assign(new Error(code), { code })
  return {
    ...real,
    mkdir: async (path: string, options?: { recursive?: boolean }) => {
      if (existsSync(path)) throw failed('EEXIST')
      if (options?.recursive === true || !existsSync(dirname(path))) throw failed('ENOENT')
      throw failed('EROFS')
    },
  }
})

test('a blob that is put on a read-only mount fails with EROFS, however many folders are missing', async () => {
  const dir = throwAwayFolder()
  mkdirSync(`${dir}/there`)
  for (const place of ['there', 'new', 'new/deep/blobs'])
    await expect(fileBlobs(`${dir}/${place}`).put('abc'), place).rejects.toMatchObject({
      code: 'blob-io',
      message: expect.stringMatching(/^can't write the blob sha256:[0-9a-f]{64} in .+: EROFS$/),
    })
})
