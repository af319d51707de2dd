import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Place } from '../support/command-line'
import { inPlace } from '../support/command-line'

const smallest = readFileSync(join(import.meta.dirname, '../../examples/smallest/panel.json'), 'utf8')

/** The files of the blobs that a ruling's record left. */
function blobFiles(place: Place): string[] {
  const folder = join(place.folder, '.adjudicate/blobs')
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.length > 60)
  return names.map((name) => join(folder, name))
}

async function verified(place: Place): Promise<{ exit: number; lines: string[]; blobs: unknown }> {
  const { exit, out } = await place.run('ledger', 'verify')
  const json = JSON.parse((await place.run('ledger', 'verify', '--json')).out) as { exit: number; blobs: unknown }
  expect(json.exit).toBe(exit)
  return { exit, lines: out.split('\n'), blobs: json.blobs }
}

describe('adjudicate ledger verify looks at the blobs that events name', () => {
  test('all there and whole', async () => {
    await inPlace(async (place) => {
      place.write('panel.json', smallest)
      await place.run('verdict', 'panel.json')
      const { exit, lines, blobs } = await verified(place)
      expect(exit).toBe(0)
      expect(lines).toContain('+ blobs       2 named, all there and whole')
      expect(blobs).toEqual({ named: 2, missing: 0, altered: 0, faults: [] })
    })
  })

  test('one that was altered is found: the record is not as it was left', async () => {
    await inPlace(async (place) => {
      place.write('panel.json', smallest)
      await place.run('verdict', 'panel.json')
      const [first = ''] = blobFiles(place)
      writeFileSync(first, `${readFileSync(first, 'utf8')} `)
      const { exit, lines, blobs } = await verified(place)
      expect(exit).toBe(1)
      expect(lines[0]).toMatch(/^x altered {2}1 event, head .* exit 1$/)
      expect(lines).toContain('x blobs       2 named, 1 altered, 0 not there: purged or lost')
      const digits = first.slice(-65).replace('/', '')
      expect(blobs).toMatchObject({ named: 2, missing: 0, altered: 1, faults: [{ seq: 1, address: `sha256:${digits}`, state: 'altered' }] })
    })
  })

  test('those that are gone are said: they may have been purged, so the record is still whole', async () => {
    await inPlace(async (place) => {
      place.write('panel.json', smallest)
      await place.run('verdict', 'panel.json')
      for (const file of blobFiles(place)) rmSync(file)
      const { exit, lines, blobs } = await verified(place)
      expect(exit).toBe(0)
      expect(lines[0]).toMatch(/^\+ intact/)
      expect(lines).toContain('! blobs       2 named, 0 altered, 2 not there: purged or lost')
      expect(lines.filter((line) => /^ {2}missing {5}[0-9a-f]{6}\.\.\.[0-9a-f]{4} of event 1$/.test(line))).toHaveLength(2)
      expect(blobs).toMatchObject({ missing: 2 })
    })
  })

  test('without a folder of blobs nothing was looked at, and that is said', async () => {
    await inPlace(async (place) => {
      place.write('panel.json', smallest)
      await place.run('verdict', 'panel.json')
      rmSync(join(place.folder, '.adjudicate/blobs'), { recursive: true })
      const { exit, lines, blobs } = await verified(place)
      expect([exit, blobs]).toEqual([0, null])
      expect(lines).toContain('. blobs       there is no folder of them; what the events name was not looked at')
    })
  })
})
