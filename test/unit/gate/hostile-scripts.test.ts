import { expect, test } from 'vitest'
import { cut, anyText } from '../../../src/gate/following/cut-value'
import { scriptReach } from '../../../src/gate/script-reach'
import { readShellTests } from '../../../src/gate/tampering/read-shell'
import { shellChecks } from '../../../src/gate/tampering/shell-checks'

const reach = (text: string) => scriptReach(['sh x.sh'], new Map([['x.sh', text]]))

test('a value is cut as the shell does it, shortest or longest, from either end', () => {
  const path = 'ci/checks/all.sh'
  expect(cut(path, '%', `/${anyText}`)).toBe('ci/checks')
  expect(cut(path, '%%', `/${anyText}`)).toBe('ci')
  expect(cut(path, '#', `${anyText}/`)).toBe('checks/all.sh')
  expect(cut(path, '##', `${anyText}/`)).toBe('all.sh')
  expect(cut(path, '##', `${anyText}c${anyText}/`)).toBe('all.sh')
  expect(cut(path, '%', '.py')).toBe(path)
})

test('patterns with many stars over long values are no work', () => {
  const text = `a=${'x'.repeat(999)}\n${': ${a%%*x*y*z}\n'.repeat(400)}b=${'x'.repeat(150)}\n${': ${b%%*x*x*x*x*y}\n'.repeat(400)}sh real.sh\n`
  expect([...reach(text).wanted]).toContain('real.sh')
})

test('a chain of many thousand parts is read once, and what is rescued by a later part is still seen', () => {
  const mode = { errexit: false, pipefail: false }
  expect(shellChecks(`${'a && '.repeat(60_000)}npm test || true`, mode).at(-1)?.masked).toBe('another command stands in for its failure')
  const told = (text: string) => shellChecks(text, mode).map(({ masked }) => masked !== undefined)
  expect(told('npm test && npm run lint || true')).toEqual([true, true])
  expect(told('npm test || exit 1 && npm run lint || true')).toEqual([false, true])
  expect(told('npm test || exit 1')).toEqual([false])
})

test('thousands of names and branches are known only so far, and what comes after is still followed', () => {
  const names = (count: number, line: (at: number) => string) => Array.from({ length: count }, (_, at) => line(at)).join('\n')
  const branches = names(2_000, () => 'if a; then b; fi')
  for (const many of [
    names(20_000, (at) => `v${at}=x${at}`),
    names(9_000, (at) => `export v${at}=${at}`),
    names(9_000, (at) => `f${at}() { :; }`),
  ])
    expect([...reach(`D=ci\n${many}\n${branches}\nsh "$D/real.sh"\n`).wanted]).toContain('ci/real.sh')
  expect([
    ...reach(`${names(5_000, (at) => `export v${at}=${'x'.repeat(500)}`)}\n${names(3_000, (at) => `sh ${at}.sh`)}\n`).wanted,
  ]).toContain('0.sh')
})

test('shell tests of any length and depth are read once', () => {
  const cases = (text: string) => readShellTests(text, 'tests/a.sh').cases.map(({ assertions }) => assertions.length)
  expect(cases(`${'assert a b && '.repeat(20_000)}true`)).toEqual([1])
  expect(cases('assert_eq "$(x)" 1\n'.repeat(20_000))).toEqual([20_000])
  expect(cases(`assert a b\n${'if a; then '.repeat(20_000)}exit 1${'; fi'.repeat(20_000)}`)).toEqual([1])
  expect(cases(`assert a b\n${'( '.repeat(20_000)}assert c d${' )'.repeat(20_000)}`)).toEqual([1])
  expect(cases(`assert_eq "${'x'.repeat(1_000_000)}" 1\n`)).toEqual([1])
})
