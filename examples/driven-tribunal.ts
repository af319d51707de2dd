// How do I let it drive? Name the models; called again, also by another process, it goes on where the record stands.
import type { LanguageModelLike } from 'adjudicate/adapters/model/ai-sdk'
import { fromLanguageModel } from 'adjudicate/adapters/model/ai-sdk'
import type { Closing } from 'adjudicate/running'
import { openTribunal } from 'adjudicate/running'
import type { SliceSetup } from 'adjudicate/tribunal'

type Providers = {
  readonly doer: LanguageModelLike
  readonly a: LanguageModelLike
  readonly b: LanguageModelLike
  readonly c: LanguageModelLike
}
type Place = { readonly dir: string; readonly repo: string }

export async function main(
  sliceSpec: SliceSetup,
  { doer, a, b, c }: Providers,
  place: Place,
): Promise<{ readonly closing: Closing; readonly log: string[] }> {
  const log: string[] = []
  const tribunal = await openTribunal({
    ...place,
    models: { doer: fromLanguageModel(doer), panel: [fromLanguageModel(a), fromLanguageModel(b)], adversary: fromLanguageModel(c) },
  })
  tribunal.on('ruling', ({ slice, ruling }) => log.push(`${slice} ${ruling.verdict}`))
  const closing = await tribunal.run(sliceSpec)
  await tribunal.close()
  return { closing, log }
}
