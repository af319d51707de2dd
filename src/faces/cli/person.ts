import { AdjudicateError } from '../../errors'
import { hasText } from '../../text/blank'
import { printable } from '../../text/printable'
import type { Surroundings } from './terminal'

/** A person at the terminal. */
export type Person = { readonly kind: 'human'; readonly id: string }

/** What a person said: who they are, and their words. */
export type Said = { readonly by: Person; readonly words: string }

// An agent that has a shell must not do by accident what is a person's to do: whoever does it sits at a terminal and types.
/** Throws `usage` where nobody sits, also under `CI`. `act` reads like `authorizing is`. */
export function refuseWithoutPerson({ ask, env }: Surroundings, act: string): void {
  if (!['', '0', 'false'].includes(env['CI'] ?? '')) {
    throw new AdjudicateError('usage', `${act} a person's to do, and CI is set: nobody sits at the terminal of a build machine`, {})
  }
  if (ask === undefined) {
    throw new AdjudicateError('usage', `${act} a person's to do: it is asked on the terminal, and there is none`, {})
  }
}

/** Asks who sits there. Throws `usage` as `refuseWithoutPerson`, and where no name is given. */
export async function askName(here: Surroundings, act: string): Promise<Person> {
  refuseWithoutPerson(here, act)
  const id = ((await here.ask?.('Your name: ')) ?? '').trim()
  if (!hasText(id)) throw new AdjudicateError('usage', 'no name was given; nothing was done', {})
  return { kind: 'human', id }
}

/** Asks for a person's own words. */
export async function askWords(here: Surroundings, act: string, question: string): Promise<Said> {
  const by = await askName(here, act)
  const words = (await here.ask?.(`${question}: `)) ?? ''
  if (!hasText(words)) throw new AdjudicateError('usage', 'nothing was said; nothing was done', {})
  return { by, words: words.trim() }
}

/** Asks a person to type one word, so that a key pressed by mistake does nothing. */
export async function askToType(here: Surroundings, act: string, word: string): Promise<Person> {
  const by = await askName(here, act)
  const typed = (await here.ask?.(`Type "${printable(word)}" to do it: `)) ?? ''
  if (typed.trim() !== word) throw new AdjudicateError('usage', `"${printable(word)}" was not typed; nothing was done`, {})
  return by
}
