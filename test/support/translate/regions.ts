import { judgeRegions } from '../../../src/gate/regions'

/** One row of test/cases/regions.jsonl. */
export type RegionCase = { readonly id: string; readonly input: unknown; readonly expected: unknown }

/** Runs one case; undefined is a pass, else one line says what differs. */
export function runRegionCase({ id, input, expected }: RegionCase): string | undefined {
  const { base, head, task } = input as { readonly base: string; readonly head: string; readonly task: string }
  const wanted = expected as { readonly ok: boolean; readonly kinds: readonly string[] }
  const got = judgeRegions({ base, head, task })
  const [seen, asked] = [got, wanted].map(({ ok, kinds }) => JSON.stringify({ ok, kinds: [...kinds].sort() }))
  return seen === asked ? undefined : `${id}: wanted ${asked}, found ${seen}`
}
