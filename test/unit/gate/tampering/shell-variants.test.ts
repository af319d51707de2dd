import type { Variant } from '../../../support/tampering-variants'
import { variants } from '../../../support/tampering-variants'

const plain = `#!/usr/bin/env bash
set -euo pipefail
. scripts/assert.sh
d=$(mktemp -d)
touch "$d/1" "$d/2" "$d/3"
assert_eq "$(bin/rot "$d" 1)" "2"
assert_eq "$(bin/rot "$d" 3)" ""
[ "$(ls "$d" | wc -l)" -eq 3 ]
[[ "$(bin/rot --version)" == 1.2.3 ]] || { echo "another version" >&2; exit 1; }
bin/rot "$d" 2 | grep -q '^1$'
if bin/rot "$d" x 2>/dev/null; then echo "a word passed" >&2; exit 1; fi
! bin/rot nowhere 1
diff <(bin/rot "$d" 1) want.txt
`
const lines = plain.split('\n')
const first = lines[5] ?? ''

const beforeFirst = (line: string): string => `${line}\n${first}`

const bad: readonly Variant[] = [
  ['the file is gone', 'test-deleted', '*', ''],
  ['nothing is left', 'test-emptied test-case-removed assertion-removed', '*', '#!/usr/bin/env bash\ntrue\n'],
  ['one is gone', 'assertion-removed', `${lines[6]}\n`, ''],
  ['a test is gone', 'assertion-removed', `${lines[7]}\n`, ''],
  ['a check of a pipe is gone', 'assertion-removed', `${lines[9]}\n`, ''],
  ['a refusal is gone', 'assertion-removed', `${lines[10]}\n`, ''],
  ['a negation is gone', 'assertion-removed', `${lines[11]}\n`, ''],
  ['a comparison of files is gone', 'assertion-removed', `${lines[12]}\n`, ''],
  [
    'a chain lost its end',
    'assertion-removed assertion-weakened assertion-replaced',
    ' || { echo "another version" >&2; exit 1; }',
    ' || true',
  ],
  ['it ends before', 'assertion-unreachable', first, beforeFirst('exit 0')],
  ['it ends before, without a status', 'assertion-unreachable', first, beforeFirst('exit')],
  ['another program takes its place', 'assertion-unreachable', first, beforeFirst('exec true')],
  ['it is skipped', 'assertion-unreachable', first, beforeFirst('exit 77')],
  ['its failure is swallowed', 'assertion-unreachable', first, `${first} || true`],
  ['it runs in the background', 'assertion-unreachable', first, `${first} &`],
  ['it stands under a condition that never holds', 'assertion-unreachable', first, `if false; then\n${first}\nfi`],
  [
    'it is written out',
    'assertion-tautological assertion-weakened expectation-changed assertion-removed',
    '"$(bin/rot "$d" 1)" "2"',
    '2 2',
  ],
  [
    'both sides are the same',
    'assertion-tautological assertion-weakened expectation-changed assertion-removed',
    '"2"\n',
    '"$(bin/rot "$d" 1)"\n',
  ],
  ['the expectation alone changed', 'expectation-changed', '"2"\n', '"3"\n'],
  ['everything is a comment', 'test-emptied test-case-removed assertion-removed', '*', plain.replace(/^(?=.)/gm, '# ')],
]

const good: readonly Variant[] = [
  ['another one', 'PASS', first, `${first}\nassert_eq "$(bin/rot "$d" 2)" "1"`],
  ['another order', 'PASS', `${first}\n${lines[6]}`, `${lines[6]}\n${first}`],
  ['comments and lines', 'PASS', first, `# the newest stays\n\n  ${first}`],
  ['a long line is broken', 'PASS', 'assert_eq "$(bin/rot "$d" 3)" ""', 'assert_eq \\\n  "$(bin/rot "$d" 3)" ""'],
  ['another way to prepare', 'PASS', 'touch "$d/1" "$d/2" "$d/3"', 'for n in 1 2 3; do touch "$d/$n"; done'],
  ['it cleans up', 'PASS', 'touch "$d/1"', 'trap \'rm -rf "$d"\' EXIT\ntouch "$d/1"'],
  ['it ends at the end', 'PASS', `${lines[12]}\n`, `${lines[12]}\nexit 0\n`],
  [
    'it ends early where a program is missing',
    'PASS REVIEW assertion-unreachable assertion-in-loop',
    first,
    beforeFirst('command -v diff >/dev/null || exit 77'),
  ],
  ['moved to another file', 'PASS', '*', '', '+tests/rotate.sh', plain],
]

variants('tests/rot.sh', plain, [...bad, ...good], { 'src/rot.ts': 'export const rot = 1\n' })

const functions = `. ./shunit2.sh
setUp() { d=$(mktemp -d); }
helper() { assertEquals "$1" "$(cat "$d/out")"; }
testOne() {
  echo 1 >"$d/out"
  helper 1
  assertTrue "[ -f $d/out ]"
}
test_two() {
  assertEquals "two" "$(bin/say 2)"
}
`
variants('tests/say_test.sh', functions, [
  ['a case is gone', 'test-case-removed', /test_two[^]*\}\n/.exec(functions)?.[0] ?? '', ''],
  ['a case has another name and is found no more', 'test-case-removed', 'test_two()', 'two()'],
  ['a case returns at once', 'assertion-unreachable', 'test_two() {\n', 'test_two() {\n  return 0\n'],
  ['an assertion is gone', 'assertion-removed test-emptied', '  assertTrue "[ -f $d/out ]"\n', ''],
  ['a helper checks nothing', 'assertion-removed test-emptied', 'assertEquals "$1" "$(cat "$d/out")"', ':'],
  ['a case has another name', 'PASS', 'test_two()', 'test_says_two()'],
  ['another case', 'PASS', 'test_two() {', 'test_three() {\n  assertEquals "three" "$(bin/say 3)"\n}\ntest_two() {'],
])
