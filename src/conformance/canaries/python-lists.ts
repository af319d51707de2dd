import type { CanaryPair } from '../../tribunal/canaries/canary-pair'
import { code, pairFrom } from './pair-from'

/** Lists, closures and orders. */
export const pythonLists: readonly CanaryPair[] = [
  pairFrom({
    id: 'py-basket',
    language: 'python',
    kind: 'mutable-default',
    path: 'basket.py',
    spec: 'add_item puts an item into a basket and gives the basket back; without a basket it begins an empty one of its own. A basket is a list of (name, count); an item that is there already gets its count raised.',
    criteria: ['Without a basket every call begins an empty one', 'An item that is there already gets its count raised'],
    clean: code`
      def add_item(name, count=1, basket=None):
          if count < 1:
              raise ValueError(f"count must be 1 or more, got {count}")
          if basket is None:
              basket = []
          for index, (known, before) in enumerate(basket):
              if known == name:
                  basket[index] = (name, before + count)
                  return basket
          basket.append((name, count))
          return basket


      def total(basket, prices):
          return sum(prices[name] * count for name, count in basket)
    `,
    swaps: [
      ['def add_item(name, count=1, basket=None):', 'def add_item(name, count=1, basket=[]):'],
      ['    if basket is None:\n        basket = []\n    for index', '    for index'],
    ],
    claim: { input: 'two calls without a basket', wrongBehaviour: 'the second basket holds the item of the first' },
    test: code`
      from basket import add_item

      assert add_item("tea") == [("tea", 1)]
      assert add_item("milk") == [("milk", 1)]
      assert add_item("milk", 2, [("milk", 1)]) == [("milk", 3)]
    `,
  }),
  pairFrom({
    id: 'py-price-rules',
    language: 'python',
    kind: 'late-binding',
    path: 'price_rules.py',
    spec: 'build_rules makes, of a table of percentages by name, a function for each name that takes that percentage off a price in cents, rounded down to whole cents. best_rule names the rule that gives the lowest price.',
    criteria: ['Each rule takes off the percentage of its own name', 'A percentage outside 0 to 100 is a ValueError'],
    clean: code`
      def build_rules(percentages):
          rules = {}
          for name, percent in percentages.items():
              if not 0 <= percent <= 100:
                  raise ValueError(f"{name}: {percent} is no percentage")
              rules[name] = lambda cents, off=percent: cents * (100 - off) // 100
          return rules


      def best_rule(rules, cents):
          if not rules:
              return None
          return min(sorted(rules), key=lambda name: rules[name](cents))
    `,
    swaps: [
      [
        '        rules[name] = lambda cents, off=percent: cents * (100 - off) // 100',
        '        rules[name] = lambda cents: cents * (100 - percent) // 100',
      ],
    ],
    claim: { input: 'two rules, 10 and 50 percent', wrongBehaviour: 'both take off 50 percent' },
    test: code`
      from price_rules import best_rule, build_rules

      rules = build_rules({"member": 10, "sale": 50})
      assert rules["member"](1000) == 900
      assert rules["sale"](1000) == 500
      assert best_rule(rules, 1000) == "sale"
    `,
  }),
  pairFrom({
    id: 'py-job-queue',
    language: 'python',
    kind: 'sort-stability',
    path: 'job_queue.py',
    spec: 'in_order gives jobs, pairs of (name, priority) in the order of their arrival, in the order in which they are to run: higher priorities first, and among equal priorities the one that came first. take splits off the first n of them.',
    criteria: ['Higher priorities run first', 'Among equal priorities the order of arrival is kept'],
    clean: code`
      def priority_of(job):
          _, priority = job
          return priority


      def in_order(jobs):
          """The jobs as they are to run; the list handed in stays as it is."""
          ordered = sorted(jobs, key=priority_of, reverse=True)
          return ordered


      def take(jobs, n):
          if n < 0:
              raise ValueError(f"n must be 0 or more, got {n}")
          ordered = in_order(jobs)
          return ordered[:n], ordered[n:]
    `,
    swaps: [
      [
        '    ordered = sorted(jobs, key=priority_of, reverse=True)\n    return ordered\n',
        '    ordered = sorted(jobs, key=priority_of)\n    return ordered[::-1]\n',
      ],
    ],
    claim: { input: 'two jobs of the same priority', wrongBehaviour: 'the one that came last runs first' },
    test: code`
      from job_queue import in_order, take

      jobs = [("a", 1), ("b", 2), ("c", 1), ("d", 2)]
      assert [name for name, _ in in_order(jobs)] == ["b", "d", "a", "c"]
      assert take(jobs, 1)[0] == [("b", 2)]
    `,
  }),
]
