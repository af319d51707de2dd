import { readFileSync } from 'node:fs'
import { adjudicate, explainRuling } from 'adjudicate'

const source = readFileSync(new URL('limiter.mjs', import.meta.url), 'utf8')
const rubric = { criteria: ['At most `limit` calls of a client are allowed'], dimensions: ['correctness', 'robustness'] }
const corpus = { artifact: { 'limiter.mjs': source } }

// One score: what for, how high, and the words of the work that it rests on.
function score(dimension, points, quote) {
  const claims = [{ text: 'it is there', citations: [{ kind: 'quote', text: quote }] }]
  return { dimension, score: points, confidence: 0.8, rationale: 'as quoted', claims }
}

// One member of the panel, with a session of its own.
export function member(name, scores, scenarios = []) {
  return {
    member: name,
    session: `session-${name}`,
    lens: name,
    adversary: name === 'adversary',
    scores,
    coverage: [{ path: 'limiter.mjs', bytes: source.length, of: source.length }],
    topConcern: 'clients are never forgotten',
    scenarios,
    caveats: [],
    recommendation: 'SHIP',
  }
}

export const counted = (points) => score('correctness', points, 'return count < limit')
export const unknown = (points) => score('robustness', points, 'used.get(client) ?? 0')
export const invented = (points) => score('robustness', points, 'used.delete(client)')

export const review = (panel) => adjudicate({ rubric, panel, corpus })
export const told = (ruling) => explainRuling(ruling, { corpus })
