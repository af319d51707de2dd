import { expect, test } from 'vitest'
import { runCli } from '../../src/faces/cli/cli'
import { askName } from '../../src/faces/cli/person'
import { recordOf } from '../support/command-kills'
import type { Place } from '../support/command-line'
import { inPlace } from '../support/command-line'
import { story } from '../support/command-story'

async function asked(
  place: Place,
  args: readonly string[],
  env: Record<string, string>,
  isThere: boolean,
): Promise<readonly [number, string]> {
  let err = ''
  const exit = await runCli(args, {
    cwd: place.folder,
    env,
    out: () => undefined,
    err: (text) => (err += text),
    isTerminal: false,
    ...(isThere ? { ask: () => Promise.resolve('Ann') } : {}),
  })
  return [exit, err.replace(/\s+/g, ' ')]
}

test('R-TL-19 R-EVO-06 R-REF-12 what only a person may do is refused where nobody sits: without a terminal, and under CI with one', async () => {
  const personal = story.filter(({ answers }) => answers !== undefined)
  expect(new Set(personal.map(({ args }) => args.slice(0, args[0] === 'card' ? 2 : 1).join(' ')))).toEqual(
    new Set(['authorize', 'signal', 'approve', 'card review', 'card continue', 'card rescind', 'card amend']),
  )
  await inPlace(async (place) => {
    for (const step of story)
      for (const [name, content] of Object.entries(step.files ?? {}))
        place.write(name, typeof content === 'string' ? content : JSON.stringify(content))
    place.write('keep.json', '{}')
    await place.run(...(story.find(({ args }) => args[1] === 'open' && args[0] === 'card')?.args ?? []))
    const before = await recordOf(place.folder)
    for (const args of [...personal.map((step) => step.args), ['card', 'keep', 'keep.json']]) {
      const alone = await asked(place, args, {}, false)
      expect([args, alone[0], alone[1]]).toEqual([args, 2, expect.stringContaining('it is asked on the terminal, and there is none')])
      const machine = await asked(place, args, { CI: 'true' }, true)
      expect([args, machine[0], machine[1]]).toEqual([args, 2, expect.stringContaining('CI is set: nobody sits at the terminal')])
    }
    expect(await recordOf(place.folder)).toEqual(before)
  })
})

test('CI that is empty, 0 or false is none', async () => {
  const here = { cwd: '.', out: () => undefined, err: () => undefined, isTerminal: false, ask: () => Promise.resolve('Ann') }
  for (const CI of ['', '0', 'false']) expect(await askName({ ...here, env: { CI } }, 'it is')).toEqual({ kind: 'human', id: 'Ann' })
  await expect(askName({ ...here, env: { CI: '1' } }, 'it is')).rejects.toMatchObject({ code: 'usage' })
})
