import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { expect, test } from 'vitest'
import { folderArtifact } from '../../../src/adapters/artifact/folder'
import type { Artifact } from '../../../src/ports/artifact'
import { throwAwayFolder } from './throw-away'

const mebibyte = 1024 * 1024

function read(dir: string): Promise<Artifact> {
  return folderArtifact({ dir }).read({ citedPaths: [], citedTexts: [] })
}

function folderWith(files: readonly (readonly [string | Buffer, string | Uint8Array])[]): string {
  const dir = throwAwayFolder()
  for (const [name, content] of files) {
    const path = Buffer.concat([Buffer.from(`${dir}/`), Buffer.from(name)])
    mkdirSync(path.subarray(0, path.lastIndexOf('/')), { recursive: true })
    writeFileSync(path, content)
  }
  return dir
}

function sha256(content: string | Uint8Array): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`
}

test('every file comes in order of the names, but for version control and what is installed', async () => {
  const dir = folderWith([
    ['b.txt', 'b\r\n'],
    ['a/c.txt', '\uFEFFc'],
    ['a.txt', ''],
    ['.hidden', 'h'],
    ['.git/config', 'x'],
    ['sub/.git', 'gitdir: elsewhere'],
    ['node_modules/p/i.js', 'x'],
    ['sub/node_modules/p/i.js', 'x'],
    ['.adjudicate/l', 'x'],
    ['.tribunal/l', 'x'],
    ['.github/w.yml', 'w'],
  ])
  const artifact = await read(dir)
  expect(artifact.sources).toEqual(
    [
      ['.github/w.yml', 'w'],
      ['.hidden', 'h'],
      ['a.txt', ''],
      ['a/c.txt', '\uFEFFc'],
      ['b.txt', 'b\r\n'],
    ].map(([path, text]) => ({ id: path, role: 'artifact', path, text })),
  )
  expect(artifact.notices).toEqual([])
})

test('the address is the path from the working directory, whatever form was given', async () => {
  const dir = folderWith([['a', 'a']])
  expect((await read(dir)).address).toBe(`folder:${relative(process.cwd(), dir)}`)
  expect((await read('test/support')).address).toBe('folder:test/support')
  expect((await read('./test/../test/support/')).address).toBe('folder:test/support')
})

test('the digest is that of the sorted paths and content hashes, binary files too', async () => {
  const binary = new Uint8Array([1, 0, 2])
  const dir = folderWith([
    ['b', 'bee'],
    ['a', binary],
  ])
  const wanted = sha256(
    JSON.stringify([
      ['a', sha256(binary)],
      ['b', sha256('bee')],
    ]),
  )
  const artifact = await read(dir)
  expect(artifact.digest).toBe(wanted)
  expect(artifact.notices).toEqual(['1 binary file left out: "a"'])
  writeFileSync(`${dir}/a`, new Uint8Array([1, 0, 3]))
  expect((await read(dir)).digest).not.toBe(wanted)
  expect((await read(throwAwayFolder())).digest).toBe(sha256('[]'))
})

test('odd names come through, those that are no UTF-8 in quotes', async () => {
  const names = ['new\nline', 'tab\t', '-dash', ' space ', 'caf\u00e9', 'cafe\u0301', '"quoted"', 'back\\slash', '\u{1F600}']
  const raw = Buffer.from('lat\xe9/in\xff', 'latin1')
  const dir = folderWith([...names.map((name) => [name, name] as const), [raw, 'raw']])
  const artifact = await read(dir)
  const quoted = '"lat\\351/in\\377"'
  expect(new Map(artifact.sources.map(({ id, text }) => [id, text]))).toEqual(
    new Map([...names.map((name) => [name, name] as const), [quoted, 'raw']]),
  )
  expect(artifact.notices).toEqual([`1 name not in UTF-8, written in quotes with octal escapes: ${JSON.stringify(quoted)}`])
})

test('links, pipes and their like are named and neither followed nor waited for', async () => {
  const outside = folderWith([['secret', 's']])
  const dir = folderWith([['a', 'a']])
  symlinkSync(outside, `${dir}/folder-link`)
  symlinkSync(`${outside}/secret`, `${dir}/file-link`)
  symlinkSync('.', `${dir}/loop`)
  execFileSync('mkfifo', [`${dir}/pipe`])
  const artifact = await read(dir)
  expect(artifact.sources.map(({ id }) => id)).toEqual(['a'])
  expect(artifact.notices).toEqual(['4 entries left out, neither files nor folders: "file-link", "folder-link", "loop", "pipe"'])
})

test('the limits of size are those of git artifacts', async () => {
  const dir = folderWith([
    ['exact.txt', 'x'.repeat(16 * mebibyte)],
    ['huge.txt', 'y'.repeat(16 * mebibyte + 1)],
  ])
  const artifact = await read(dir)
  expect(artifact.sources.map(({ id, text }) => [id, text.length])).toEqual([
    ['exact.txt', 16 * mebibyte],
    ['huge.txt', 0],
  ])
  expect(artifact.notices).toEqual([`1 file over ${16 * mebibyte} bytes left out: "huge.txt"`])
  for (const name of ['a', 'b', 'c', 'd']) writeFileSync(`${dir}/${name}`, 'z'.repeat(13 * mebibyte))
  await expect(read(dir)).rejects.toMatchObject({ code: 'file-too-large', details: { bytes: 68 * mebibyte, bytesMax: 64 * mebibyte } })
})

test('a folder that is not there, a file in its place and a folder that cannot be listed are named', async () => {
  const dir = folderWith([['a', 'a']])
  for (const [path, reason] of [
    [`${dir}/none`, 'ENOENT'],
    [`${dir}/a`, 'ENOTDIR'],
  ] as const) {
    const shown = relative(process.cwd(), path)
    await expect(read(path)).rejects.toMatchObject({
      code: 'file-unreadable',
      message: `the folder ${JSON.stringify(shown)} can't be read: ${reason}`,
    })
  }
})

test.skipIf(process.getuid?.() === 0)('a file that may not be read is named', async () => {
  const dir = folderWith([['sub/locked', 'x']])
  chmodSync(`${dir}/sub/locked`, 0)
  await expect(read(dir)).rejects.toMatchObject({ code: 'file-unreadable', message: expect.stringContaining('sub/locked') })
})

test('many files are read in order', async () => {
  const names = Array.from({ length: 300 }, (_, index) => `f${1000 + index}`)
  const artifact = await read(folderWith(names.map((name) => [name, `text of ${name}`])))
  expect(artifact.sources.map(({ text }) => text)).toEqual(names.map((name) => `text of ${name}`))
})
