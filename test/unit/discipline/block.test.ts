import { describe, expect, test } from 'vitest'
import { discipline, parseRefereeBlock, refereeBlock, renderRefereeBlock } from '../../../src/entries/discipline'
import { after, card, corpus, expelled, fresh, owner, probation, red, setup, work } from '../../support/discipline-build'

const hash = fresh.authority.sha256

describe('the output block', () => {
  test('R-REF-32 R-REF-33 R-REF-34 R-REF-35 R-REF-36 R-REF-37 R-REF-38 prints twelve lines in one order', () => {
    expect(renderRefereeBlock(red).split('\n')).toEqual([
      'REFEREE',
      'Builder: opus',
      'Packet: p3',
      `Authority: DIRECTIVE.md ${hash}`,
      'Violation: ignored-constraint',
      'Evidence: package.json:2',
      'Card: RED',
      'Yellow count: 3/3',
      'Temporary lead: codex',
      'Packets remaining on red card: 3',
      'Return state: BENCHED',
      'Required correction: remove left-pad',
      'Root diagnosis: NOT YET REQUIRED',
    ])
  })

  test('R-REF-35 R-REF-37 counts down, and names a diagnosis only once a review is due', () => {
    expect(renderRefereeBlock(after(red, work('p4')))).toContain('Packets remaining on red card: 2')
    expect(renderRefereeBlock(probation)).toContain('Packets remaining on red card: none\nReturn state: PROBATION')
    expect(renderRefereeBlock(expelled)).toContain('Root diagnosis: UNKNOWN')
    const reviewed = after(expelled, { do: 'review', by: owner, diagnosis: 'MIXED' })
    expect(renderRefereeBlock(reviewed)).toContain('Card: EXPULSION\nYellow count: 3/3\nTemporary lead: none')
    expect(renderRefereeBlock(reviewed)).toContain('Root diagnosis: MIXED')
    expect(renderRefereeBlock(expelled, 'k1')).toContain('Card: YELLOW\nYellow count: 1/3')
  })

  test('R-REF-32 reads back to what was printed, whatever the names are', () => {
    const name = 'o\\p\nus: \u2028x\u202e '
    const odd = discipline.initial({ ...setup, primary: name, alternates: ['none'] })
    const evidence = [{ kind: 'output', command: 'npm test', text: '1 failing: api.test.ts' }] as const
    const given = [1, 2, 3].map((number) => card(`p${number}`, { builder: name, correction: 'Card: RED\n', evidence, corpus }))
    const state = after(odd, ...given)
    const text = renderRefereeBlock(state)
    expect(text.split('\n')).toHaveLength(13)
    expect(parseRefereeBlock(text)).toEqual({ ok: true, value: refereeBlock(state) })
    expect(parseRefereeBlock(`${text.replaceAll('\n', '\r\n')}\r\n`)).toEqual({ ok: true, value: refereeBlock(state) })
    expect(refereeBlock(state).temporaryLead).toBe('none')
  })

  test('R-REF-32 a block with another word, order or label is refused by its label', () => {
    const text = renderRefereeBlock(red)
    const paths = (changed: string): string[] => {
      const parsed = parseRefereeBlock(changed)
      return parsed.ok ? [] : parsed.issues.map(({ path }) => path)
    }
    expect(paths(text.replace('Card: RED', 'Card: LATE'))).toEqual(['Card'])
    expect(paths(text.replace('3/3', '3'))).toEqual(['Yellow count'])
    expect(paths(text.replace('3/3', '3/3/3'))).toEqual(['Yellow count'])
    expect(paths(text.replace('BENCHED', 'benched'))).toEqual(['Return state'])
    expect(paths(text.replace('NOT YET REQUIRED', 'none'))).toEqual(['Root diagnosis'])
    expect(paths(text.replace('Builder: opus', 'Builder: o\\pus'))).toEqual(['Builder'])
    expect(paths(text.replace('card: 3', 'card: 03'))).toEqual(['Packets remaining on red card'])
    expect(paths(text.replace('Builder: opus\nPacket: p3', 'Packet: p3\nBuilder: opus'))).toEqual(['Builder', 'Packet'])
    expect(paths(`${text}\nmore`)).toEqual([''])
    expect(paths(text.replace('REFEREE', 'Referee'))).toEqual([''])
    expect(() => renderRefereeBlock(fresh)).toThrow('no card')
    expect(() => renderRefereeBlock(red, 'k9')).toThrow('"k9"')
  })
})
