import type { Facts, Policy } from '../../src/entries/policy'

// Written from the rules in words, not from src/light: the table as sentences, read from the top.

/** The published bugfix table, word for word (R-TL-13); `version` 2 and 3 say where they depart from it. */
export function bugfixByTheBook(version: 1 | 2 | 3, facts: Facts): string {
  const { cause, solution, scope, H1, H2, H3, H4 } = facts
  if (H3 === 'yes') return 'red'
  if (H1 === 'yes') return 'red'
  if (cause === 'RC3' && solution === 'FX3') return 'red'
  if (H4 === 'needed-severe') return 'red'
  if (H2 === 'needed' || H4 === 'needed-contained') return 'yellow'
  if (cause === 'RC1' && solution === 'FX1' && scope === 'SC1') return 'green'
  if (version >= 2 && cause === 'RC1' && solution === 'FX1') return 'yellow'
  if (cause === 'RC2') return 'yellow'
  if (cause === 'RC1' && (solution === 'FX2' || solution === 'FX3')) return 'yellow'
  if (cause === 'RC3' && solution === 'FX2') return 'yellow'
  if (version === 3 && cause === 'RC3' && solution === 'FX1') return 'yellow'
  return 'red'
}

/** The development gate in words (R-GATE-10): a premise that objects, then what fails, then what is open. */
export function devGateByTheBook({ premise, requirement, solution, tradeoff }: Facts): string {
  const objects = premise === 'mismatch' || premise === 'missing'
  const fails = requirement === 'RQ3' || solution === 'SL3' || tradeoff === 'substantive'
  const open = requirement === 'RQ2' || solution === 'SL2'
  return objects || fails ? 'red' : open ? 'yellow' : 'green'
}

/** Every input of a policy's domain, the last fact turning fastest. */
export function wholeDomain({ facts }: Pick<Policy, 'facts'>): Facts[] {
  return Object.entries(facts).reduce<Facts[]>(
    (inputs, [fact, values]) => inputs.flatMap((input) => values.map((value) => ({ ...input, [fact]: value }))),
    [{}],
  )
}

/** The first rule that matches, by reading the rules one after the other. */
export function firstMatch(policy: Policy, facts: Facts): { readonly rule: string; readonly outcome: string; readonly failed: string[][] } {
  const failed: string[][] = []
  for (const { id, when, then } of policy.rules) {
    const broken = Object.entries(when).flatMap(([fact, wanted]) => {
      const list: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted]
      return list.includes(facts[fact]) ? [] : [fact]
    })
    failed.push(broken)
    if (broken.length === 0) return { rule: id, outcome: then, failed }
  }
  return { rule: 'otherwise', outcome: policy.otherwise, failed: [...failed, []] }
}
