import { runCli } from '../../src/faces/cli/cli'
import type { Place, Ran } from './command-line'

/** A command line with somebody at the terminal who gives these answers in turn; `now` is what the clock says. */
export async function answered(place: Place, args: readonly string[], answers: readonly string[], now?: string): Promise<Ran> {
  let out = ''
  let err = ''
  const left = [...answers]
  const exit = await runCli(args, {
    cwd: place.folder,
    env: {},
    out: (text) => (out += text),
    err: (text) => (err += text),
    isTerminal: false,
    ask: (question) => {
      err += `${question}\n`
      return Promise.resolve(left.shift() ?? '')
    },
    ...(now === undefined ? {} : { now: () => now }),
  })
  return { exit, out, err }
}
