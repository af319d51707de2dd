import type { CanaryPair } from '../../tribunal/canaries/canary-pair'
import { code, pairFrom } from './pair-from'

/** Texts, queries and streams. */
export const pythonTexts: readonly CanaryPair[] = [
  pairFrom({
    id: 'py-user-names',
    language: 'python',
    kind: 'unicode',
    path: 'user_names.py',
    spec: 'A register of user names in which two names that look alike to a reader are the same: letter case makes no difference, nor does it matter whether an accent is typed as one character or as a letter with a mark that combines with it. add says whether the name was free.',
    criteria: ['Names that differ in letter case only are the same', 'Composed and decomposed accents are the same'],
    clean: code`
      import unicodedata


      def name_key(name):
          trimmed = name.strip()
          if not trimmed:
              raise ValueError("a name is not blank")
          folded = unicodedata.normalize("NFC", trimmed).casefold()
          return unicodedata.normalize("NFC", folded)


      def register():
          taken = {}

          def add(name):
              key = name_key(name)
              if key in taken:
                  return False
              taken[key] = name
              return True

          return add
    `,
    swaps: [
      [
        '    folded = unicodedata.normalize("NFC", trimmed).casefold()\n    return unicodedata.normalize("NFC", folded)\n',
        '    return trimmed.casefold()\n',
      ],
    ],
    claim: { input: 'José with a composed accent, then with a combining one', wrongBehaviour: 'both are registered' },
    test: code`
      from user_names import register

      add = register()
      assert add("Jos\u00e9") is True
      assert add("JOSE\u0301") is False
      assert add("jos\u00c9") is False
      assert add("Ann") is True
    `,
  }),
  pairFrom({
    id: 'py-find-notes',
    language: 'python',
    kind: 'sql-injection',
    path: 'find_notes.py',
    spec: "find_notes lists the titles of an owner's notes that contain a word, in alphabetical order. The word comes from a stranger; nothing in it is read as SQL, and the notes of other owners are never found.",
    criteria: ['A word is looked for as it stands, whatever characters it holds', "No word finds another owner's notes"],
    clean: code`
      import sqlite3


      def open_notes():
          db = sqlite3.connect(":memory:")
          db.execute("CREATE TABLE notes (owner TEXT NOT NULL, title TEXT NOT NULL)")
          return db


      def add_note(db, owner, title):
          db.execute("INSERT INTO notes (owner, title) VALUES (?, ?)", (owner, title))


      def find_notes(db, owner, word):
          query = "SELECT title FROM notes WHERE owner = ? AND instr(title, ?) > 0 ORDER BY title"
          rows = db.execute(query, (owner, word))
          return [title for (title,) in rows]
    `,
    swaps: [
      [
        '    query = "SELECT title FROM notes WHERE owner = ? AND instr(title, ?) > 0 ORDER BY title"\n    rows = db.execute(query, (owner, word))\n',
        '    query = f"SELECT title FROM notes WHERE owner = ? AND instr(title, \'{word}\') > 0 ORDER BY title"\n    rows = db.execute(query, (owner,))\n',
      ],
    ],
    claim: { input: "the word x') > 0 OR instr(title, '", wrongBehaviour: 'the notes of all owners are listed' },
    test: code`
      from find_notes import add_note, find_notes, open_notes

      db = open_notes()
      add_note(db, "ann", "it's late")
      add_note(db, "bob", "secret")
      assert find_notes(db, "ann", "it's") == ["it's late"]
      assert find_notes(db, "ann", "x') > 0 OR instr(title, '") == []
    `,
  }),
  pairFrom({
    id: 'py-reading-stats',
    language: 'python',
    kind: 'exhausted-iterator',
    path: 'reading_stats.py',
    spec: 'reading_stats gives count, mean and spread (largest less smallest) of readings. The readings may come as a list or as a generator that can be read once; no readings at all give None.',
    criteria: ['A generator gives the same figures as a list', 'No readings give None'],
    clean: code`
      def parse_readings(lines):
          for line in lines:
              text = line.strip()
              if text and not text.startswith("#"):
                  yield float(text)


      def reading_stats(readings):
          values = list(readings)
          if not values:
              return None
          mean = sum(values) / len(values)
          return {"count": len(values), "mean": mean, "spread": max(values) - min(values)}


      def stats_of_file(lines):
          return reading_stats(parse_readings(lines))
    `,
    swaps: [
      [
        '    values = list(readings)\n    if not values:\n        return None\n    mean = sum(values) / len(values)\n    return {"count": len(values), "mean": mean, "spread": max(values) - min(values)}\n',
        '    count = sum(1 for _ in readings)\n    if count == 0:\n        return None\n    mean = sum(readings) / count\n    return {"count": count, "mean": mean, "spread": max(readings) - min(readings)}\n',
      ],
    ],
    claim: { input: 'readings from a generator', wrongBehaviour: 'the sum is taken of nothing, and max fails' },
    test: code`
      from reading_stats import reading_stats, stats_of_file

      wanted = {"count": 2, "mean": 2.0, "spread": 2.0}
      assert reading_stats([1.0, 3.0]) == wanted
      assert stats_of_file(["# taken at noon", "1", "3", ""]) == wanted
      assert reading_stats([]) is None
    `,
  }),
]
