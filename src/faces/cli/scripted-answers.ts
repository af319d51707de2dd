import * as z from 'zod'
import type { Script, ScriptedReply } from '../../adapters/model/scripted'
import type { Parsed } from '../../issues'
import { parseWith } from '../../parsing'
import type { ModelRequest } from '../../ports/model'

const failures = z.enum(['rate-limited', 'timed-out', 'refused', 'unreachable', 'server-failed', 'unreadable'])

const answerSchema = z
  .strictObject({
    /** `doer`, a lens of the panel or of the plan, or `synthesis`. */
    role: z.string().min(1, 'a role'),
    /** The panel round that the brief speaks of; any unless said. */
    round: z.int().min(1, 'at least 1').max(99, 'at most 99').exactOptional(),
    /** Words that must stand in the brief. */
    contains: z.string().min(1, 'some words').exactOptional(),
    /** What goes into the block that the brief asks for; or the whole text of the answer, as it is. */
    says: z.union([z.record(z.string(), z.unknown()), z.string()]).exactOptional(),
    fails: failures.exactOptional(),
  })
  .refine(({ says, fails }) => (says === undefined) !== (fails === undefined), 'an answer either says something or fails')
  .readonly()

const answersSchema = z.strictObject({ answers: z.array(answerSchema).min(1, 'at least one answer').readonly() }).readonly()

/** Answers that a person wrote beforehand, the first that fits is given. */
export type ScriptedAnswers = z.infer<typeof answersSchema>

/** Reads a file of scripted answers. */
export function parseScriptedAnswers(input: unknown): Parsed<ScriptedAnswers> {
  return parseWith(answersSchema, input)
}

/** The answers as a script. It looks at the brief alone, so a process that goes on where another was killed says the same. */
export function scriptOf({ answers }: ScriptedAnswers): Script {
  return (request): ScriptedReply | undefined => {
    const fitting = answers.find(
      ({ role, round, contains }) =>
        role === request.role &&
        (round === undefined || round === roundOf(request)) &&
        (contains === undefined || request.brief.includes(contains)),
    )
    if (fitting?.fails !== undefined) return { failure: fitting.fails }
    return typeof fitting?.says === 'object' ? blockFor(request, fitting.says) : fitting?.says
  }
}

// The last words of a brief are the protocol's own: what others wrote stands before them.
function roundOf({ brief }: ModelRequest): number {
  return Number([...brief.matchAll(/^Round (\d+) of \d+\. Left: /gm)].at(-1)?.[1] ?? 0)
}

function blockFor({ brief }: ModelRequest, says: object): string {
  const [, name = '', nonce = ''] = [...brief.matchAll(/^\|\|\|(?!END_)([A-Z_]+):([A-Za-z0-9_-]+)\|\|\|$/gm)].at(-1) ?? []
  return `|||${name}:${nonce}|||\n${JSON.stringify(says)}\n|||END_${name}:${nonce}|||\n`
}
