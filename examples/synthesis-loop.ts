// What if the members disagree, or one drops out? A ruling then says what it still needs; the loop gives it and asks again.
import { adjudicate } from 'adjudicate'
import type { Ruling } from 'adjudicate'

type Rationale = { readonly label: string; readonly text: string }

/** What a host brings: asking the members, and convening fresh ones. */
export type Host = {
  readonly ask: (rationales: Readonly<Record<string, readonly Rationale[]>>) => Promise<readonly unknown[]>
  readonly convene: (count: number, lens: string) => Promise<readonly unknown[]>
}

export async function ruled(first: Record<string, unknown>, { ask, convene }: Host): Promise<Ruling> {
  let input = first
  let ruling = adjudicate(input)
  while (ruling.kind === 'synthesis' || ruling.kind === 'replacement') {
    input =
      ruling.kind === 'synthesis'
        ? { ...input, synthesis: await ask(ruling.rationales) }
        : { ...input, replacements: await convene(ruling.count, ruling.lens) }
    ruling = adjudicate(input)
  }
  return ruling
}
