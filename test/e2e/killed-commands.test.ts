import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandProgram, commandRun, killedOnce, recordOf } from '../support/command-kills'
import { story, tell } from '../support/command-story'
import { inPlace } from '../support/command-line'

const place: { folder: string; program: string } = { folder: '', program: '' }

beforeAll(async () => {
  place.folder = mkdtempSync(join(tmpdir(), 'adjudicate-killed-'))
  place.program = await commandProgram(join(place.folder, 'program'))
})

afterAll(() => rmSync(place.folder, { recursive: true, force: true }))

describe('commands that record something', () => {
  // Every command at every point is tried by `npm run torture`.
  test('killed at any moment, none leaves a torn or a doubled record', async () => {
    const [open, judge, grant] = story
    await inPlace(async (here) => {
      for (const step of [open, judge]) if (step !== undefined) await tell(here, step)
      const before = join(place.folder, 'before')
      cpSync(here.folder, before, { recursive: true })
      expect(grant).toBeDefined()
      if (grant === undefined) return
      await tell(here, grant)
      const undisturbed = await recordOf(here.folder)
      const killedAt = async (at: number) => {
        const folder = join(place.folder, `killed-${at}`)
        cpSync(before, folder, { recursive: true })
        return await killedOnce(place.program, folder, grant, at, undisturbed)
      }
      expect(await killedAt(5)).toEqual({ isEnded: false, wasRecorded: false })
      // How many words and changes come before the record isn't the same on every version of Node.
      let last = await killedAt(15)
      for (let at = 16; !last.wasRecorded && !last.isEnded; at++) last = await killedAt(at)
      expect(last).toEqual({ isEnded: false, wasRecorded: true })
    })
  })

  test('R-TL-19 of two processes at once exactly one uses an authorization', async () => {
    await inPlace(async (here) => {
      const [open, judge, grant, use] = story
      for (const step of [open, judge, grant]) if (step !== undefined) await tell(here, step)
      if (use === undefined) throw new Error('the story has a use')
      const ended = await Promise.all([1, 2].map(() => commandRun(place.program, here.folder, use)))
      expect(ended.map(({ code }) => code).sort()).toEqual([0, 1])
      expect(ended.map(({ out }) => out).join('')).toContain('R-TL-19 already-used')
      expect((await recordOf(here.folder)).filter((line) => line.includes('light.authorization-used'))).toHaveLength(1)
    })
  })
})
