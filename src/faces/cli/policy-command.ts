import { resolve } from 'node:path'
import * as z from 'zod'
import { diskFiles } from '../../adapters/files/disk'
import { AdjudicateError } from '../../errors'
import { lightPolicyNamed } from '../../light/light-policies'
import { parseWith } from '../../parsing'
import { analyse } from '../../policy/analyse'
import { diffPolicies } from '../../policy/diff-policies'
import { evaluate } from '../../policy/evaluate'
import { explain } from '../../policy/explain'
import type { Facts, FactValue, Policy } from '../../policy/policy'
import { parsePolicy } from '../../policy/policy'
import { parseFacts } from '../../policy/table'
import { testPolicy } from '../../policy/test-policy'
import { printable } from '../../text/printable'
import { policyJunit } from '../formats/policy-junit'
import { analyseText, diffText, evalText, explainText, policyName, testText } from '../formats/policy-text'
import type { ExitCode } from './exit-codes'
import { exitCodes } from './exit-codes'
import type { FullFlags } from './flags'
import { refuseEmpty } from './flags'
import { readJson } from './reading'
import type { Surroundings } from './terminal'
import { tell, wellRead } from './told'

const help = 'adjudicate policy --help'

const casesSchema = z.array(
  z.strictObject({
    name: z.string().exactOptional(),
    facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    outcome: z.string(),
    rule: z.string().exactOptional(),
  }),
)

/** A policy from a file, or a published one by its name, such as `bugfix@1`; a file called so is written `./bugfix@1`. */
export async function readPolicy(here: Surroundings, file: string): Promise<Policy> {
  return lightPolicyNamed(file) ?? wellRead(file, parsePolicy(await readJson(here.cwd, file)), help)
}

/** `adjudicate policy show`: the table itself as JSON, to begin one of your own with; exit 0. */
export async function policyShow(file: string, here: Surroundings): Promise<ExitCode> {
  const policy = await readPolicy(here, file)
  here.out(`${JSON.stringify(policy, null, 2)}\n`)
  return exitCodes.done
}

export type FactsAsked = { readonly factsFile: string | undefined; readonly fact?: readonly string[] }

async function readFacts(policy: Policy, { factsFile, fact = [] }: FactsAsked, here: Surroundings): Promise<Facts> {
  const read = factsFile === undefined ? {} : await readJson(here.cwd, factsFile)
  const given = fact.map((one) => named(policy, one))
  const isPlain = typeof read === 'object' && read !== null && !Array.isArray(read)
  return wellRead(factsFile ?? '--fact', parseFacts(policy, isPlain ? { ...read, ...Object.fromEntries(given) } : read), help)
}

/** `name=value`; the value is the policy's own, so that `freeze=true` is a boolean where the policy says so. */
function named(policy: Policy, text: string): [string, FactValue] {
  const at = text.indexOf('=')
  if (at < 1) throw new AdjudicateError('usage', `--fact ${printable(text)} is no name=value`, { fact: text })
  const [name, value] = [text.slice(0, at), text.slice(at + 1)]
  const values = Object.hasOwn(policy.facts, name) ? (policy.facts[name] ?? []) : []
  return [name, values.find((one) => String(one) === value) ?? value]
}

/** `adjudicate policy eval`: what a policy says of some facts; exit 0. */
export async function policyEval(file: string, asked: FactsAsked, flags: FullFlags, here: Surroundings): Promise<ExitCode> {
  const policy = await readPolicy(here, file)
  const facts = await readFacts(policy, asked, here)
  const evaluation = evaluate(policy, facts)
  return tell(here, flags, exitCodes.done, { policy: policyName(policy), facts, ...evaluation }, () => evalText(policy, evaluation, 0))
}

/** `adjudicate policy explain`: why, and the shortest ways to each better outcome; exit 0. */
export async function policyExplain(file: string, asked: FactsAsked, flags: FullFlags, here: Surroundings): Promise<ExitCode> {
  const policy = await readPolicy(here, file)
  const facts = await readFacts(policy, asked, here)
  const why = explain(policy, facts)
  return tell(here, flags, exitCodes.done, { policy: policyName(policy), facts, ...why }, () => explainText(policy, facts, why, 0))
}

/** `adjudicate policy test`: runs tables of cases; 0 when all pass and there is one, 1 otherwise. */
export async function policyTest(
  file: string,
  casesFiles: readonly string[],
  flags: FullFlags & { readonly junit?: string },
  here: Surroundings,
): Promise<ExitCode> {
  refuseEmpty({ junit: flags.junit })
  const policy = await readPolicy(here, file)
  const cases = []
  for (const one of casesFiles) cases.push(...wellRead(one, parseWith(casesSchema, await readJson(here.cwd, one)), help))
  const report = testPolicy(policy, cases)
  if (flags.junit !== undefined) await diskFiles().write(resolve(here.cwd, flags.junit), policyJunit(policy, report))
  const exit = report.ok ? exitCodes.done : exitCodes.notDone
  return tell(here, flags, exit, { policy: policyName(policy), ...report }, () => testText(policy, report, exit))
}

/** `adjudicate policy analyse`: dead rules, what `otherwise` takes, inversions; 1 where there is a dead rule or an inversion. */
export async function policyAnalyse(file: string, flags: FullFlags, here: Surroundings): Promise<ExitCode> {
  const policy = await readPolicy(here, file)
  const found = analyse(policy)
  const exit = found.dead.length + found.inversions.length === 0 ? exitCodes.done : exitCodes.notDone
  return tell(here, flags, exit, { policy: policyName(policy), ...found }, () => analyseText(policy, found, exit))
}

/** `adjudicate policy diff`: every input on which two policies differ; 0 where there is none, 1 otherwise. */
export async function policyDiff(fileA: string, fileB: string, flags: FullFlags, here: Surroundings): Promise<ExitCode> {
  const [a, b] = [await readPolicy(here, fileA), await readPolicy(here, fileB)]
  const differences = diffPolicies(a, b)
  const exit = differences.length === 0 ? exitCodes.done : exitCodes.notDone
  return tell(here, flags, exit, { a: policyName(a), b: policyName(b), differences }, () => diffText(a, b, differences, exit))
}
