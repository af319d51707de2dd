// How do I write a policy of my own? A table of rules as data: values best first, the first rule that matches decides.
import { definePolicy } from 'adjudicate/policy'

export const release = definePolicy({
  id: 'release',
  version: 1,
  facts: { gate: ['pass', 'fail'], verdict: ['SHIP', 'ITERATE'], freeze: [false, true] },
  outcomes: ['go', 'wait'],
  rules: [
    { id: 'frozen', when: { freeze: true }, then: 'wait', because: 'release freeze' },
    { id: 'green', when: { gate: 'pass', verdict: 'SHIP' }, then: 'go', because: 'gate and panel agree' },
  ],
  otherwise: 'wait',
})
