/** What may be left out stands with a question mark; the words between < and > say what belongs there. */
export type AnswerShape = { readonly shape: string; readonly parts: readonly string[] }

const repair = '"repair": "local" | "structural" | "unsafe"'
const defectClass = '"class": "correctness" | "safety" | "other"'

const claimAndCitation = [
  `claim: { "text": <what you assert>, "citations": [citation, ...], "loadBearing"?: <true when the score falls with it>, ${repair.replace('"repair"', '"repair"?')}, "fix"?: <text> }`,
  'citation, one of: { "kind": "quote", "text": <word for word>, "source"?: <path> }, { "kind": "line", "file": <path>, "line": <from 1>, "endLine"?: <from 1>, "text"?: <word for word> }, { "kind": "section", "source": <name>, "heading": <text>, "text"?: <word for word> }, { "kind": "output", "command": <command>, "text": <word for word>, "exitCode"?: <number> }',
]

/** A scorecard as its reader wants it (R-TRI-27); a member can't be held to a shape that it wasn't told. */
export const scorecardAnswer: AnswerShape = {
  shape: [
    '{ "rubric"?: <the hash the criteria are frozen as>,',
    '  "scores": [score, one for each dimension],',
    '  "topConcern": <the one thing that worries you most>,',
    '  "scenarios": [scenario, ...], "caveats": [caveat, ...],',
    '  "specCompliance"?: { "status": "met" | "failed", "claims": [claim, ...] },',
    '  "recommendation": "SHIP" | "SHIP_WITH_CAVEATS" | "ITERATE" | "BLOCK",',
    '  "escalate"?: <a concern that nobody can rebut>,',
    '  "coverage"?: [{ "path": <file>, "bytes": <how many you read>, "of": <how many it has> }] }',
  ].join('\n'),
  parts: [
    'score: { "dimension": <id>, "score": <1 to 10>, "confidence": <0 to 1>, "rationale": <why>, "claims": [claim, ...] }, or where you can not judge it { "dimension": <id>, "score": null, "reason": <why not> }',
    ...claimAndCitation,
    `scenario: { "id": <such as S1>, "input": <what is done>, "wrongBehaviour": <what follows>, ${defectClass}, ${repair}, "citations"?: [citation, ...], "fix"?: <text>, "dimension"?: <id> }`,
    `caveat: { "id": <such as C1>, "text": <what is to be settled>, ${defectClass}, "fix"?: <text>, ${repair.replace('"repair"', '"repair"?')}, "citations"?: [citation, ...], "dimension"?: <id> }`,
  ],
}

/** A doer's report as its reader wants it (R-TRI-12). */
export const reportAnswer: AnswerShape = {
  shape: [
    '{ "status": "DONE" | "DONE_WITH_CONCERNS" | "NEEDS_CONTEXT" | "BLOCKED",',
    '  "diffSummary": <text>, "files"?: [<path>, ...],',
    '  "runs": [{ "command": <command>, "exitCode": <number>, "output": <word for word> }, ...],',
    '  "address": <commit, branch with its commit, or URI>,',
    '  "concerns": [{ "about": "correctness" | "scope" | "observation", "text": <text> }, ...],',
    '  "needs"?: <what is missing or in the way>, "reasoning"?: <text>, "skillsNotLoaded": [<name>, ...] }',
  ].join('\n'),
  parts: [],
}

/** The replies of one member in the synthesis round (R-TRI-54). */
export const synthesisAnswer: AnswerShape = {
  shape: '{ "replies": [reply, one for each disputed dimension] }',
  parts: [
    'reply: { "dimension": <id>, "action": "REVISE", "score": <1 to 10>, "confidence"?: <0 to 1>, "justification": <why>, "claims"?: [claim, ...] } or { "dimension": <id>, "action": "MAINTAIN", "rebuttal": <one sentence> }',
    ...claimAndCitation,
  ],
}
