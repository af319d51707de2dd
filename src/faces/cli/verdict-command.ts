import { fileBlobs } from '../../adapters/blobs/file'
import { AdjudicateError } from '../../errors'
import { printable } from '../../text/printable'
import { canonicalJson } from '../../canonical/canonical-json'
import { adjudicate } from '../embed/front-door'
import { explainRuling } from '../../consensus/explain'
import type { Ruling } from '../../consensus/ruling'
import type { Corpus } from '../../evidence/corpus'
import { parseCorpus } from '../../evidence/corpus'
import type { Artifact } from '../../ports/artifact'
import { recordRuling } from '../../running/record-ruling'
import type { Recorded } from '../../running/record-ruling'
import { citedIn } from './cited'
import type { ExitCode } from './exit-codes'
import { exitCodeOf } from './exit-codes'
import { openFileLedger } from './ledger-folder'
import { namedArtifact } from './named-artifact'
import { readJson } from './reading'
import type { Surroundings } from './terminal'
import { dressed, noticeText, wantsColour } from './terminal'

export type VerdictOptions = {
  readonly artifact?: string
  readonly base?: string
  readonly ledger: string
  readonly json: boolean
  readonly colour: boolean
}

/**
 * `adjudicate verdict PANEL.json`: scorecards from a file against a real artifact. Records the ruling before it prints it:
 * where nothing can be recorded nothing is ruled.
 */
export async function verdictCommand(file: string, options: VerdictOptions, here: Surroundings): Promise<ExitCode> {
  checkOptions(options)
  const panel = await readJson(here.cwd, file)
  const artifact = await namedArtifact(options, citedIn(panel), here, file)
  const input = withArtifact(file, panel, artifact)
  const ruling = adjudicate(input)
  const exit = exitCodeOf(ruling)
  const recorded = ruling.kind === 'refused' ? undefined : await record(input, ruling, options, here)
  if (options.json) {
    const { address = null, digest = null, notices = [] } = artifact ?? {}
    here.out(`${canonicalJson({ ruling, artifact: { address, digest, notices }, recorded: recorded ?? null, exit })}\n`)
    return exit
  }
  if (artifact !== undefined) here.err(`. judged ${printable(artifact.address)}\n`)
  for (const notice of artifact?.notices ?? []) here.err(noticeText(notice))
  const corpus = corpusOf(input)
  const text = explainRuling(ruling, { exit, ...(corpus === undefined ? {} : { corpus }), ...nextFor(ruling, file) })
  here.out(dressed(text, wantsColour(here, options.colour)))
  if (recorded !== undefined) here.err(`recorded as event ${recorded.seq}, ${recorded.hash.slice(0, 19)}\n`)
  return exit
}

/** An empty name is what an unset shell variable leaves behind; it must not judge or fill the folder one happens to stand in. */
function checkOptions({ artifact, base, ledger }: VerdictOptions): void {
  for (const [name, value] of Object.entries({ artifact, base, ledger })) {
    if (value !== undefined && value.trim() === '') throw new AdjudicateError('usage', `--${name} is empty`, { option: name })
  }
  if (base !== undefined && artifact === undefined) throw new AdjudicateError('usage', '--base goes with --artifact REV', { base })
}

function nextFor(ruling: Ruling, file: string): { readonly next?: string } {
  if (ruling.kind === 'refused') return {}
  if (ruling.kind === 'synthesis') return { next: `collect the replies, put them under "synthesis" in ${file}, and run this again` }
  if (ruling.kind === 'replacement')
    return { next: `convene fresh members, put their seats under "replacements" in ${file}, and run this again` }
  if (ruling.verdict === 'ITERATE') return { next: 'hand the fix list to a fresh doer, then convene a fresh panel' }
  if (ruling.verdict === 'SHIP_WITH_CAVEATS') return { next: 'a person accepts the caveats, or they are fixed and judged again' }
  return {}
}

/** The panel's file brings the spec, references and runs; what is judged comes from the revision or folder alone. */
function withArtifact(file: string, panel: unknown, artifact: Artifact | undefined): unknown {
  if (typeof panel !== 'object' || panel === null || Array.isArray(panel)) return panel
  if (artifact === undefined) {
    if ('corpus' in panel) return panel
    throw new AdjudicateError('usage', `${file} brings no corpus: name what was judged with --artifact REV or DIR`, { file })
  }
  const { address, digest, sources } = artifact
  const corpus = 'corpus' in panel ? panel.corpus : {}
  if (typeof corpus !== 'object' || corpus === null || Array.isArray(corpus)) return panel
  const own = ['artifact', 'diff', 'sources'].filter((field) => field in corpus)
  if (own.length > 0) {
    throw new AdjudicateError('usage', `${file} brings corpus.${own.join(', corpus.')}, but what is judged comes from --artifact`, { file })
  }
  return { ...panel, corpus: { ...corpus, sources }, artifact: { address, digest } }
}

function corpusOf(input: unknown): Corpus | undefined {
  const parsed = typeof input === 'object' && input !== null && 'corpus' in input ? parseCorpus(input.corpus) : undefined
  return parsed?.ok === true ? parsed.value : undefined
}

async function record(
  input: unknown,
  ruling: Exclude<Ruling, { kind: 'refused' }>,
  options: VerdictOptions,
  here: Surroundings,
): Promise<Recorded> {
  const { ledger, folder } = openFileLedger(here.cwd, options.ledger, here.err)
  try {
    return await recordRuling({ ledger, blobs: fileBlobs(`${folder}/blobs`) }, input, ruling)
  } finally {
    await ledger.close()
  }
}
