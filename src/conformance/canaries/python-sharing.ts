import type { CanaryPair } from '../../tribunal/canaries/canary-pair'
import { code, pairFrom } from './pair-from'

/** What is shared, held or compared. */
export const pythonSharing: readonly CanaryPair[] = [
  pairFrom({
    id: 'py-site-settings',
    language: 'python',
    kind: 'shared-state',
    path: 'site_settings.py',
    spec: "settings_for gives a site's settings: the defaults, over which the site's own values are laid, also inside the nested tables. Each site gets settings of its own; what one site sets is never seen by another.",
    criteria: [
      "A site's own values come before the defaults, also in nested tables",
      "No site's values reach another site or the defaults",
    ],
    clean: code`
      from copy import deepcopy

      DEFAULTS = {
          "title": "Untitled",
          "mail": {"sender": "noreply@example.org", "daily_max": 100},
          "tags": [],
      }


      def settings_for(own):
          settings = deepcopy(DEFAULTS)
          for key, value in own.items():
              if key not in DEFAULTS:
                  raise KeyError(key)
              if isinstance(value, dict):
                  settings[key].update(value)
              else:
                  settings[key] = value
          return settings
    `,
    swaps: [['    settings = deepcopy(DEFAULTS)', '    settings = dict(DEFAULTS)']],
    claim: {
      input: 'one site that sets mail.daily_max, then a site that sets nothing',
      wrongBehaviour: "the second site has the first one's limit",
    },
    test: code`
      from site_settings import settings_for

      first = settings_for({"mail": {"daily_max": 5}})
      assert first["mail"] == {"sender": "noreply@example.org", "daily_max": 5}
      assert settings_for({})["mail"]["daily_max"] == 100
    `,
  }),
  pairFrom({
    id: 'py-guarded-account',
    language: 'python',
    kind: 'lock-not-released',
    path: 'guarded_account.py',
    spec: 'guarded_account keeps a balance in cents that several threads change. change adds an amount and gives the new balance; a change that would leave less than nothing is a ValueError and changes nothing, and the account can be used on afterwards.',
    criteria: ['The balance never falls below 0', 'After a refused change the account works as before'],
    clean: code`
      from threading import Lock


      def guarded_account(opening=0):
          lock = Lock()
          state = {"balance": opening}

          def change(amount):
              with lock:
                  after = state["balance"] + amount
                  if after < 0:
                      raise ValueError(f"{amount} would leave {after}")
                  state["balance"] = after
                  return after

          def is_busy():
              return lock.locked()

          return change, is_busy
    `,
    swaps: [
      [
        '        with lock:\n            after = state["balance"] + amount\n            if after < 0:\n                raise ValueError(f"{amount} would leave {after}")\n            state["balance"] = after\n            return after\n',
        '        lock.acquire()\n        after = state["balance"] + amount\n        if after < 0:\n            raise ValueError(f"{amount} would leave {after}")\n        state["balance"] = after\n        lock.release()\n        return after\n',
      ],
    ],
    claim: { input: 'a change that is refused', wrongBehaviour: 'the lock stays taken, and the next change waits for ever' },
    test: code`
      from guarded_account import guarded_account

      change, is_busy = guarded_account(10)
      try:
          change(-11)
          raise SystemExit("a balance below 0 was taken")
      except ValueError:
          pass
      assert not is_busy()
      assert change(-10) == 0
    `,
  }),
  pairFrom({
    id: 'py-order-changes',
    language: 'python',
    kind: 'identity-comparison',
    path: 'order_changes.py',
    spec: 'order_changes compares two states of an order, dicts from article number to count, and lists what was added, removed and changed, each sorted by article number. Articles whose count is the same are listed nowhere.',
    criteria: ['An article with the same count in both is listed nowhere', 'Each list is sorted by article number'],
    clean: code`
      def parse_order(text):
          order = {}
          for part in text.split():
              article, count = part.split(":")
              order[int(article)] = int(count)
          return order


      def order_changes(before, after):
          added = sorted(key for key in after if key not in before)
          removed = sorted(key for key in before if key not in after)
          both = [key for key in before if key in after]
          changed = sorted(key for key in both if before[key] != after[key])
          return {"added": added, "removed": removed, "changed": changed}
    `,
    swaps: [
      [
        '    changed = sorted(key for key in both if before[key] != after[key])',
        '    changed = sorted(key for key in both if before[key] is not after[key])',
      ],
    ],
    claim: { input: 'an article with the count 1000 in both states', wrongBehaviour: 'it is listed as changed' },
    test: code`
      from order_changes import order_changes, parse_order

      before = parse_order("7:1000 8:1 9:2")
      after = parse_order("7:1000 8:2 10:1")
      assert order_changes(before, after) == {"added": [10], "removed": [9], "changed": [8]}
    `,
  }),
]
