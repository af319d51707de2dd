// What colour is a fault, and what would make it better? One evaluation, and the shortest ways out.
import { bugfix, evaluate, explain } from 'adjudicate/policy'

export function main() {
  const facts = { cause: 'RC2', solution: 'FX1', evidence: 'EV2', scope: 'SC1', H1: 'no', H2: 'no', H3: 'no', H4: 'no' }
  return { light: evaluate(bugfix, facts).outcome, waysToGreen: explain(bugfix, facts).waysOut.green }
}
