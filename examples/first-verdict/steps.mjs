import { counted, invented, member, review, told, unknown } from './review.mjs'

const quality = member('quality', [counted(9), unknown(8)])
const fitness = member('fitness', [counted(9), unknown(8)])
const adversary = member('adversary', [counted(8), unknown(8)])

export const steps = {
  // Three members agree, and each quote stands in the work.
  agreed: [quality, fitness, adversary],
  // One of them quotes a line that nobody wrote.
  invented: [quality, member('fitness', [counted(9), invented(9)]), adversary],
  // The adversary names an input and what goes wrong with it.
  scenario: [
    quality,
    fitness,
    member(
      'adversary',
      [counted(8), unknown(8)],
      [
        {
          id: 'no-limit',
          input: 'allow("ana", undefined)',
          wrongBehaviour: 'every call is refused, and nobody is told why',
          class: 'correctness',
          repair: 'local',
          citations: [{ kind: 'quote', text: 'return count < limit' }],
        },
      ],
    ),
  ],
  // Nobody opposes.
  friends: [quality, fitness],
}

const name = process.argv[2]
if (Object.hasOwn(steps, name)) process.stdout.write(told(review(steps[name])))
