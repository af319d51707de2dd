import type { CanaryPair } from '../../tribunal/canaries/canary-pair'
import { code, pairFrom } from './pair-from'

/** Numbers, shares and days. */
export const pythonNumbers: readonly CanaryPair[] = [
  pairFrom({
    id: 'py-progress',
    language: 'python',
    kind: 'integer-division',
    path: 'progress.py',
    spec: 'percent_done gives the finished share of a piece of work as a whole percentage, rounded down; no work at all counts as 100. bar draws it as ten characters, a # for each full tenth.',
    criteria: [
      'The percentage is the share rounded down, from 0 to 100',
      'More finished than there is, or a negative number, is a ValueError',
    ],
    clean: code`
      def percent_done(finished, total):
          if finished < 0 or total < 0 or finished > total:
              raise ValueError(f"{finished} of {total} is no share")
          if total == 0:
              return 100
          return finished * 100 // total


      def bar(finished, total):
          full = percent_done(finished, total) // 10
          return "#" * full + "." * (10 - full)
    `,
    swaps: [['    return finished * 100 // total', '    return finished // total * 100']],
    claim: { input: '1 of 2 finished', wrongBehaviour: 'it is 0 percent done' },
    test: code`
      from progress import bar, percent_done

      assert percent_done(1, 2) == 50
      assert percent_done(2, 3) == 66
      assert bar(3, 4) == "#######..."
      assert percent_done(0, 0) == 100
    `,
  }),
  pairFrom({
    id: 'py-split-bill',
    language: 'python',
    kind: 'lost-remainder',
    path: 'split_bill.py',
    spec: 'split_bill divides an amount in whole cents among people. The parts add up to the amount exactly and differ by one cent at most; whoever stands first in the list pays the extra cents.',
    criteria: ['The parts add up to the amount exactly', 'Two parts differ by one cent at most'],
    clean: code`
      def split_bill(cents, people):
          if cents < 0:
              raise ValueError(f"an amount is 0 or more, got {cents}")
          if len(set(people)) != len(people) or not people:
              raise ValueError("people are named once each, and there is at least one")
          share, extra = divmod(cents, len(people))
          parts = {}
          for index, person in enumerate(people):
              parts[person] = share + 1 if index < extra else share
          return parts


      def owed(parts, paid):
          return {person: part - paid.get(person, 0) for person, part in parts.items()}
    `,
    swaps: [
      ['    share, extra = divmod(cents, len(people))', '    share = cents // len(people)'],
      [
        '    for index, person in enumerate(people):\n        parts[person] = share + 1 if index < extra else share',
        '    for person in people:\n        parts[person] = share',
      ],
    ],
    claim: { input: '100 cents among three', wrongBehaviour: 'the parts add up to 99' },
    test: code`
      from split_bill import split_bill

      parts = split_bill(100, ["a", "b", "c"])
      assert sum(parts.values()) == 100
      assert parts == {"a": 34, "b": 33, "c": 33}
    `,
  }),
  pairFrom({
    id: 'py-next-month',
    language: 'python',
    kind: 'calendar',
    path: 'next_month.py',
    spec: 'next_due gives the day on which a monthly payment is due next: the same day of the following month, or the last day of that month where it is shorter. schedule lists the due days of a number of months after a first one, always counted from the first.',
    criteria: ['A day that the next month lacks becomes its last day', 'December is followed by January of the next year'],
    clean: code`
      from calendar import monthrange
      from datetime import date


      def due_after(first, months):
          index = first.year * 12 + first.month - 1 + months
          year, month = index // 12, index % 12 + 1
          last = monthrange(year, month)[1]
          day = min(first.day, last)
          return date(year, month, day)


      def next_due(first):
          return due_after(first, 1)


      def schedule(first, count):
          return [due_after(first, months) for months in range(1, count + 1)]
    `,
    swaps: [['    last = monthrange(year, month)[1]\n    day = min(first.day, last)\n', '    day = min(first.day, 30)\n']],
    claim: { input: 'a payment due on the 31st of January', wrongBehaviour: 'February has no 30th day, and a ValueError is thrown' },
    test: code`
      from datetime import date
      from next_month import next_due, schedule

      assert next_due(date(2025, 1, 31)) == date(2025, 2, 28)
      assert next_due(date(2024, 12, 31)) == date(2025, 1, 31)
      assert schedule(date(2024, 1, 31), 2) == [date(2024, 2, 29), date(2024, 3, 31)]
    `,
  }),
]
