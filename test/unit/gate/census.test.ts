import { describe, expect, test } from 'vitest'
import type { CensusRead } from '../../../src/gate/census'
import { judgeCensus } from '../../../src/gate/judge-census'
import { readJsonReport } from '../../../src/gate/read-json-report'
import { readJunit } from '../../../src/gate/read-junit'

const shown = (read: CensusRead): unknown =>
  read.ok ? read.census.cases.map(({ id, outcome }) => `${outcome} ${id}`) : `${read.code}: ${read.message}`
const json = (value: unknown, folder?: string): unknown => shown(readJsonReport(JSON.stringify(value), folder))

describe('JUnit reports', () => {
  test('cases at any depth, with every outcome', () => {
    const report = `<?xml version="1.0" encoding="UTF-8"?><testsuites tests="6"><testsuite name="outer" tests="6" failures="1" errors="1">
      <testsuite name="inner" tests="2"><testcase name="a" classname="x.A"/><testcase name="b" classname="x.A"><skipped/></testcase></testsuite>
      <testcase name="c"><failure message="no">text &lt; &#65;</failure><system-out><![CDATA[<testcase name="fake"/>]]></system-out></testcase>
      <testcase name="d" file="d.py"><error/></testcase><testcase name="e" status="notrun"/><testcase name="a" classname="x.A"/>
    </testsuite></testsuites>`
    expect(shown(readJunit(report))).toEqual([
      'passed x.A::a',
      'skipped x.A::b',
      'failed outer::c',
      'failed d.py::d',
      'skipped outer::e',
      'passed x.A::a #2',
    ])
    expect(readJunit(report)).toMatchObject({ ok: true, census: { run: 4, skipped: 2, failed: 2 } })
  })

  test('a suite may be the root, and may be empty', () => {
    expect(shown(readJunit('\ufeff<testsuite name="s" tests="0"></testsuite>'))).toEqual([])
  })

  test('a suite that counts more than it lists broke off', () => {
    expect(shown(readJunit('<testsuite name="s" tests="3"><testcase name="a"/></testsuite>'))).toMatch(/says 3 cases and lists 1/)
    expect(shown(readJunit('<testsuite name="s" tests="1" errors="1"><testcase name="a"/></testsuite>'))).toMatch(
      /says 1 failed and lists 0/,
    )
    expect(shown(readJunit('<testsuite name="s"><error message="import"/></testsuite>'))).toEqual(['failed s::<suite>'])
  })

  test('document types, entities and what is no report are refused', () => {
    const bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><testsuite name="&b;"/>'
    expect(shown(readJunit(bomb))).toMatch(/^report-unreadable: .*document type/)
    expect(shown(readJunit('<testsuite name="&b;"/>'))).toMatch(/^report-unreadable/)
    expect(shown(readJunit('<html><testcase name="a"/></html>'))).toMatch(/root is <html>/)
    expect(shown(readJunit('<testsuite><testcase name="a"><testcase name="b"/></testcase></testsuite>'))).toMatch(/inside another/)
    for (const broken of [
      '',
      '   ',
      'not xml',
      '<testsuite>',
      '<testsuite></testsuites>',
      '<testsuite/><testsuite/>',
      '<testsuite a=1/>',
      '{}',
    ]) {
      expect(readJunit(broken).ok, broken).toBe(false)
    }
    expect(shown(readJunit(`${'<testsuite>'.repeat(200)}${'</testsuite>'.repeat(200)}`))).toMatch(/deeper than 100/)
  })
})

describe('JSON reports', () => {
  const file = (status: string, ...assertionResults: object[]): object => ({ name: '/repo/test/a.test.ts', status, assertionResults })

  test('of jest and vitest, the same ids in every checkout', () => {
    const report = {
      numTotalTests: 3,
      numFailedTests: 1,
      testResults: [
        file(
          'failed',
          { ancestorTitles: ['s'], title: 'a', status: 'passed' },
          { ancestorTitles: [], title: 'b', status: 'failed' },
          { fullName: 'c', status: 'pending' },
        ),
      ],
    }
    expect(json(report, '/repo')).toEqual(['passed test/a.test.ts::s > a', 'failed test/a.test.ts::b', 'skipped test/a.test.ts::c'])
  })

  test('a file that failed to load is a failed case', () => {
    expect(json({ numTotalTests: 0, numFailedTests: 0, testResults: [file('failed')] }, '/repo/')).toEqual([
      'failed test/a.test.ts::<suite>',
    ])
  })

  test('of pytest-json-report, collection errors included', () => {
    const report = {
      exitcode: 2,
      summary: { total: 4, collected: 4 },
      tests: ['passed', 'failed', 'xfailed', 'error'].map((outcome, index) => ({ nodeid: `t.py::t${index}`, outcome })),
      collectors: [
        { nodeid: 'u.py', outcome: 'failed' },
        { nodeid: 't.py', outcome: 'passed' },
      ],
    }
    expect(json(report)).toEqual(['passed t.py::t0', 'failed t.py::t1', 'skipped t.py::t2', 'failed t.py::t3', 'failed u.py::<suite>'])
  })

  test('of mocha', () => {
    const report = {
      stats: { tests: 2, failures: 1 },
      passes: [{ fullTitle: 'a', file: 'x.js' }],
      failures: [{ fullTitle: 'b', file: 'x.js' }],
      pending: [],
    }
    expect(json(report)).toEqual(['passed x.js::a', 'failed x.js::b'])
  })

  test('what contradicts itself, has unknown outcomes or is no report is refused', () => {
    expect(json({ numTotalTests: 9, testResults: [] })).toMatch(/^report-contradicts-itself: .*9 cases and lists 0/)
    expect(json({ numFailedTests: 1, testResults: [] })).toMatch(/^report-contradicts-itself/)
    expect(json({ testResults: [file('passed', { fullName: 'a', status: 'toString' })] })).toMatch(/unknown outcome "toString"/)
    expect(json({ testResults: [{ name: 1 }] })).toMatch(/^report-unreadable/)
    expect(json({ ok: true })).toMatch(/^report-unknown/)
    expect(json(null)).toMatch(/^report-unknown/)
    expect(json([])).toMatch(/^report-unknown/)
    expect(shown(readJsonReport(''))).toMatch(/^report-unreadable/)
    expect(shown(readJsonReport('{"testResults":['))).toMatch(/^report-unreadable/)
  })
})

describe('judging the census', () => {
  const counted = (text: string): CensusRead => readJunit(`<testsuite>${text}</testsuite>`)
  const codes = (read: CensusRead | undefined, exit: number | null, before?: number): unknown => {
    const verdict = judgeCensus(read, exit, before)
    return verdict.kind === 'uncounted' ? verdict.kind : verdict.faults.map(({ code }) => code)
  }

  test('nothing run, all skipped, fewer than at the baseline and unreadable are red; no report is uncounted', () => {
    expect(codes(undefined, 0)).toBe('uncounted')
    expect(codes(counted(''), 0)).toEqual(['nothing-run'])
    expect(codes(counted('<testcase name="a"><skipped/></testcase>'), 0, 1)).toEqual(['all-skipped'])
    expect(codes(counted('<testcase name="a"/>'), 0, 2)).toEqual(['fewer-run'])
    expect(codes(counted('<testcase name="a"/>'), 0, 1)).toEqual([])
    expect(codes(counted('<testcase name="a"/><testcase name="b"/>'), 0, 1)).toEqual([])
    expect(codes(readJunit('?'), 0)).toEqual(['report-unreadable'])
  })

  test('F21 failed cases under exit code 0 are red: the exit code was swallowed on the way', () => {
    expect(codes(counted('<testcase name="a"><failure/></testcase>'), 0)).toEqual(['failed-with-exit-0'])
    expect(codes(counted('<testcase name="a"><failure/></testcase>'), 1)).toEqual([])
  })
})
