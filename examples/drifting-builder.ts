// How do I hold a builder to its authority document? A card with two proofs: a quote of the rule, and where it was broken.
import type { DisciplineDecision } from 'adjudicate/discipline'
import { discipline, renderRefereeBlock } from 'adjudicate/discipline'

const text = '# Directive\n\n- Do not add dependencies.\n'
const corpus = {
  artifact: { 'package.json': '{\n  "dependencies": {\n    "left-pad": "1.3.0"\n  }\n}\n' },
  spec: { 'DIRECTIVE.md': text },
}

export function main(instruction = 'Do not add dependencies'): { readonly block: string } | { readonly refused: string } {
  let state = discipline.initial({ authority: { id: 'DIRECTIVE.md', text }, primary: 'opus', alternates: ['codex'] })
  const outcome: DisciplineDecision = discipline.decide(state, {
    do: 'give-card',
    corpus,
    builder: 'opus',
    packet: 'p4',
    instruction,
    violation: 'ignored-constraint',
    evidence: [{ kind: 'line', file: 'package.json', line: 3, text: '"left-pad"' }],
    correction: 'remove left-pad',
  })
  if (!outcome.ok) return { refused: outcome.refusal.code }
  state = outcome.events.reduce(discipline.evolve, state)
  return { block: renderRefereeBlock(state) }
}
