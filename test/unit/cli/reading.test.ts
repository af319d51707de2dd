import { execFileSync } from 'node:child_process'
import { chmodSync, symlinkSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Place } from '../../support/command-line'
import { inPlace } from '../../support/command-line'

/** Every command that reads a file named by a person, with that file as its last word. */
const commands: readonly (readonly string[])[] = [
  ['run'],
  ['verdict'],
  ['card', 'open'],
  ['card', 'give'],
  ['light'],
  ['panel', 'canary'],
  ['standards', 'open'],
]

async function refusals(place: Place, file: string): Promise<readonly string[]> {
  const told: string[] = []
  for (const command of commands) {
    const { exit, out } = await place.run(...command, file, '--json')
    expect(out, command.join(' ')).not.toBe('')
    const { error } = JSON.parse(out) as { error: { code: string; message: string } }
    told.push(`${exit} ${error.code}: ${error.message}`)
  }
  return told
}

function everyTime(said: string): readonly string[] {
  return commands.map(() => said)
}

test('a named pipe that nobody writes to is refused at once by every command that reads a file', async () => {
  await inPlace(async (place) => {
    execFileSync('mkfifo', [join(place.folder, 'pipe')])
    symlinkSync('pipe', join(place.folder, 'link'))
    const why = 'it is a named pipe, and only files are read; /dev/stdin takes what another program prints'
    expect(await refusals(place, 'pipe')).toEqual(everyTime(`2 file-unreadable: pipe can't be read: ${why}`))
    expect(await refusals(place, 'link')).toEqual(everyTime(`2 file-unreadable: link can't be read: ${why}`))
  })
})

test('a folder, what is not there, a circle of links, a device and a file that is too large are said in words', async () => {
  await inPlace(async (place) => {
    place.write('file/inside', '{}')
    symlinkSync('round', join(place.folder, 'round'))
    place.write('large', '')
    truncateSync(join(place.folder, 'large'), 1024 ** 3)
    expect(await refusals(place, 'file')).toEqual(everyTime("2 file-unreadable: file can't be read: it is a folder"))
    expect(await refusals(place, 'none')).toEqual(everyTime("2 file-unreadable: none can't be read: there is no such file"))
    expect(await refusals(place, 'file/inside/more')).toEqual(
      everyTime("2 file-unreadable: file/inside/more can't be read: a part of its path is no folder"),
    )
    expect(await refusals(place, 'round')).toEqual(everyTime("2 file-unreadable: round can't be read: its links lead in a circle"))
    expect(await refusals(place, '/dev/zero')).toEqual(
      everyTime("2 file-unreadable: /dev/zero can't be read: it is a device or a socket, and only files are read"),
    )
    expect(await refusals(place, 'large')).toEqual(
      everyTime('2 file-too-large: large has over 134217728 bytes, which is the most that is read'),
    )
  })
})

test.skipIf(process.getuid?.() === 0)('a file that may not be read is told as that', async () => {
  await inPlace(async (place) => {
    place.write('mine', '{}')
    chmodSync(join(place.folder, 'mine'), 0)
    expect(await refusals(place, 'mine')).toEqual(everyTime("2 file-unreadable: mine can't be read: you are not allowed to read it"))
  })
})

test('the document that a build is held to is read by the same rules', async () => {
  await inPlace(async (place) => {
    execFileSync('mkfifo', [join(place.folder, 'pipe')])
    place.write('setup.json', '{}')
    const { exit, out } = await place.run('card', 'open', 'setup.json', '--authority', 'pipe', '--json')
    expect([exit, out]).toEqual([2, expect.stringContaining("pipe can't be read: it is a named pipe")])
  })
})
