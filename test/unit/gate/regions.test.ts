import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judgeRegions } from '../../../src/gate/regions'

const base = ['top', '// build:t01 start', 'one', '// build:t01 end', '  // build:t03 start', 'three', '  // build:t03 end', 'tail', '']

function kinds(head: readonly string[], from: readonly string[] = base): string {
  return judgeRegions({ base: from.join('\n'), head: head.join('\n'), task: 't03' }).kinds.join(' ')
}

/** The base with some of its lines replaced by others. */
function replaced(at: number, count: number, ...lines: readonly string[]): string[] {
  return [...base.slice(0, at), ...lines, ...base.slice(at + count)]
}

describe('R-BUILD-29: only the own region may differ', () => {
  const rows: readonly (readonly [string, readonly string[], string])[] = [
    ['nothing', base, ''],
    ['lines added, changed and taken away inside', replaced(5, 1, 'x', 'y'), ''],
    ['inside emptied', replaced(5, 1), ''],
    ['inside a line that another has too', replaced(5, 1, 'three', 'top'), ''],
    ['a line added outside', replaced(1, 0, 'new'), 'outside-region'],
    ['a blank line added outside', replaced(1, 0, ''), 'outside-region'],
    ['the last line end taken away', base.slice(0, -1), 'outside-region'],
    ["another's line changed", replaced(2, 1, 'uno'), 'other-region-edited'],
    ["another's region gone", replaced(1, 3), 'other-region-edited'],
    ["a marker of another's region gone", replaced(3, 1), 'other-region-edited'],
    ["another's line and one outside changed", replaced(0, 3, 'TOP', '// build:t01 start', 'uno'), 'other-region-edited outside-region'],
    ['two lines outside that changed places', ['tail', ...base.slice(1, 7), 'top', ''], 'outside-region'],
    ['the own end marker moved down', replaced(6, 2, 'tail', '  // build:t03 end'), 'marker-moved'],
    [
      'the own start marker moved up',
      replaced(3, 3, '  // build:t03 start', '// build:t01 end', 'three'),
      'marker-moved other-region-edited',
    ],
    ['own lines put outside', replaced(5, 2, '  // build:t03 end', 'three'), 'marker-moved'],
    ['the whole own region moved', ['top', ...base.slice(4, 7), ...base.slice(1, 4), 'tail', ''], 'marker-moved'],
    ['the own markers respelled', replaced(4, 1, '# build:t03 start'), 'outside-region'],
    ['the own markers gone, their lines left', replaced(4, 3, 'three'), 'marker-removed outside-region'],
    ['the own region gone', replaced(4, 3), 'marker-removed'],
    ['the own end gone', replaced(6, 1), 'unterminated-region'],
    ['everything gone', [''], 'marker-removed other-region-edited outside-region'],
  ]
  for (const [name, head, wanted] of rows) test(name, () => expect(kinds(head)).toBe(wanted))

  test('a task without a region may append one, and only at the end', () => {
    const own = ['// build:t03 start', 'x', '// build:t03 end']
    const from = ['a', 'b', '']
    expect(kinds(['a', 'b', ...own, ''], from)).toBe('')
    expect(kinds(['a', 'b', '', ...own, ''], from)).toBe('outside-region')
    expect(kinds(['a', ...own, 'b', ''], from)).toBe('outside-region')
    expect(kinds([...own, 'a', 'b', ''], from)).toBe('outside-region')
    expect(kinds(['a', 'b', ...own, ''], ['a', 'b'])).toBe('')
    expect(kinds([...own, ''], [''])).toBe('')
    expect(kinds(['a', 'b', ...own, ...own, ''], from)).toBe('duplicate-region outside-region')
    expect(kinds(['a', 'b', 'c', ''], from)).toBe('outside-region')
    expect(kinds(['a', 'b', '// build:t03 start', 'x', ''], from)).toContain('unterminated-region')
  })

  test('markers are exact, whatever the comment sign', () => {
    for (const sign of ['#', '--', '/*', '<!--', ';', '%']) {
      const from = ['a', `${sign} build:t03 start`, `${sign} build:t03 end`, '']
      expect(kinds(['a', `${sign} build:t03 start`, 'x', `${sign} build:t03 end`, ''], from), sign).toBe('')
    }
    for (const marker of [
      'build:t030 start',
      'build:T03 start',
      'build: t03 start',
      'build:t03  start',
      'build:t03 started',
      'rebuild:t03 start',
      'build:t03-x start',
    ]) {
      const from = ['a', `// ${marker}`, `// ${marker.replace('start', 'end')}`, 'z', '']
      expect(kinds(['a', `// ${marker}`, 'x', `// ${marker.replace('start', 'end')}`, 'z', ''], from), marker).not.toBe('')
    }
  })

  test('a head that keeps all other lines is right whatever is inside, and one foreign line more is not', () => {
    const line = fc.constantFrom('top', 'one', 'three', 'tail', 'x', '', '// a', 'build t03 start')
    let met = 0
    fc.assert(
      fc.property(fc.array(line), fc.nat({ max: 8 }), fc.constantFrom('y', 'top', ''), (inside, at, foreign) => {
        const head = replaced(5, 1, ...inside)
        expect(kinds(head)).toBe('')
        if (at >= 5 && at < 5 + inside.length + 1) return
        met++
        const index = at < 5 ? at : at - 1 + inside.length
        if (index > 4 && index <= 5 + inside.length) return
        expect(kinds([...head.slice(0, index), foreign, ...head.slice(index)])).not.toBe('')
      }),
    )
    expect(met).toBeGreaterThan(10)
  })
})
