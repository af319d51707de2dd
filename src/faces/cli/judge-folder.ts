import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gitRepositories } from '../../adapters/repository/git'
import type { Model } from '../../ports/model'
import type { Models } from '../../running/driver/hands'
import { parseAddress } from '../../tribunal/address'
import type { SliceState } from '../../tribunal/state'

/** A model that works in a folder, where nobody said in which: a judge gets one of its own for each call. */
export type PlacedModel = Model & { readonly inFolder?: (folder: string) => Model }

/** Models as the slice's file names them, before the judges have their folders. */
export type PlacedModels = { readonly doer: Model; readonly panel: readonly PlacedModel[]; readonly adversary: PlacedModel }

/**
 * The judges of a slice walled off: each call stands in a fresh checkout of what is judged, which is removed afterwards, so that no judge comes upon the record or another's
 * notes in the repository and none can spoil it. Before there is an artifact the folder is empty.
 */
export function walledModels({ doer, panel, adversary }: PlacedModels, repository: string, state: SliceState): Models {
  const walled = (model: PlacedModel): Model => {
    const { inFolder, ...rest } = model
    if (inFolder === undefined) return rest
    return { ...rest, ask: (request) => inCheckout(repository, state, request.signal, (folder) => inFolder(folder).ask(request)) }
  }
  return { doer, panel: panel.map(walled), adversary: walled(adversary) }
}

async function inCheckout<T>(
  repository: string,
  { address }: SliceState,
  signal: AbortSignal | undefined,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const parsed = address === null ? undefined : parseAddress(address)
  if (parsed?.ok !== true || parsed.value.kind === 'uri') return await inEmptyFolder(work)
  const { sha } = parsed.value
  return await gitRepositories(signal === undefined ? {} : { signal })(repository, async ({ commitAt, checkOut }) => {
    const { dir, remove } = await checkOut((await commitAt(sha)).commit)
    try {
      return await work(dir)
    } finally {
      await remove()
    }
  })
}

async function inEmptyFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'adjudicate-judge-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
