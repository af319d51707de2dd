import { describe, expect, test } from 'vitest'
import { inPlace } from '../support/command-line'

const release = {
  id: 'release',
  version: 1,
  facts: { gate: ['pass', 'fail'], freeze: [false, true] },
  outcomes: ['go', 'wait'],
  rules: [
    { id: 'frozen', when: { freeze: true }, then: 'wait', because: 'release freeze' },
    { id: 'green', when: { gate: 'pass' }, then: 'go' },
  ],
  otherwise: 'wait',
}

describe('adjudicate policy', () => {
  test('eval judges facts from flags, and a flag means the value that the policy has', async () => {
    await inPlace(async (place) => {
      place.write('release.json', JSON.stringify(release))
      const { exit, out } = await place.run('policy', 'eval', 'release.json', '--fact', 'gate=pass', '--fact', 'freeze=true')
      expect(exit).toBe(0)
      expect(out.split('\n')[0]).toMatch(/^\+ wait {2}release@1 rule frozen {2,}exit 0$/)
      const json = await place.run('policy', 'eval', 'release.json', '--fact', 'gate=pass', '--fact', 'freeze=false', '--json')
      expect(JSON.parse(json.out)).toMatchObject({ outcome: 'go', rule: 'green', facts: { freeze: false }, exit: 0 })
    })
  })

  test('explain names the earlier rules with what failed, and the way out', async () => {
    await inPlace(async (place) => {
      place.write('release.json', JSON.stringify(release))
      place.write('facts.json', JSON.stringify({ gate: 'fail', freeze: false }))
      const { exit, out } = await place.run('policy', 'explain', 'release.json', 'facts.json')
      expect(exit).toBe(0)
      expect(out).toContain('    frozen  not: freeze\n')
      expect(out).toContain('  to go\n    gate fail -> pass\n')
    })
  })

  test('a failing case says what was given, by which rule, and it is red in JUnit', async () => {
    await inPlace(async (place) => {
      place.write('release.json', JSON.stringify(release))
      place.write('good.json', JSON.stringify([{ name: 'free', facts: { gate: 'pass', freeze: false }, outcome: 'go' }]))
      place.write('bad.json', JSON.stringify([{ name: 'a<b', facts: { gate: 'pass', freeze: true }, outcome: 'go' }]))
      expect((await place.run('policy', 'test', 'release.json', 'good.json')).exit).toBe(0)
      const { exit, out } = await place.run('policy', 'test', 'release.json', 'good.json', 'bad.json', '--junit', 'cases.xml')
      expect(exit).toBe(1)
      expect(out).toMatch(/^x FAIL {2}release@1, 1 of 2 cases {2,}exit 1\n/)
      expect(out).toContain('x a<b  gave wait by rule frozen: release freeze; wanted go\n')
      const xml = place.read('cases.xml')
      expect(xml).toContain('tests="2" failures="1"')
      expect(xml).toContain('name="a&lt;b"')
    })
  })

  test('no cases at all is no pass, in JUnit neither', async () => {
    await inPlace(async (place) => {
      place.write('release.json', JSON.stringify(release))
      place.write('none.json', '[]')
      expect((await place.run('policy', 'test', 'release.json', 'none.json', '--junit', 'cases.xml')).exit).toBe(1)
      expect(place.read('cases.xml')).toContain('failures="1"')
    })
  })

  test('R-TL-13 analyse finds the 304 inversions of bugfix@1, of eight kinds, and none in bugfix@3', async () => {
    await inPlace(async (place) => {
      const { exit, out } = await place.run('policy', 'analyse', 'bugfix@1')
      expect(exit).toBe(1)
      expect(out).toContain('! inversions  304, of 8 kinds\n')
      const sound = await place.run('policy', 'analyse', 'bugfix@3')
      expect([sound.exit, sound.out.includes('+ inversions  none')]).toEqual([0, true])
    })
  })

  test('diff counts the inputs on which two policies differ: 32 that bugfix@2 turns yellow', async () => {
    await inPlace(async (place) => {
      const { exit, out } = await place.run('policy', 'diff', 'bugfix@1', 'bugfix@2')
      expect(exit).toBe(1)
      expect(out).toContain('bugfix@1 and bugfix@2, on 32 inputs')
      expect((await place.run('policy', 'diff', 'bugfix@1', 'bugfix@1')).exit).toBe(0)
    })
  })

  test('every fault of a policy is said at once with its path, exit 2, and in JSON too', async () => {
    await inPlace(async (place) => {
      place.write('p.json', JSON.stringify({ ...release, version: 0, otherwise: 'stay' }))
      const { exit, out, err } = await place.run('policy', 'analyse', 'p.json')
      expect([exit, out]).toEqual([2, ''])
      expect(err).toMatch(/^x not judged {2}p\.json has 2 faults {2,}exit 2\n/)
      expect(err).toContain('  otherwise   found "stay": expected one of "go", "wait"\n')
      expect(err).toContain('  version     found 0: expected a whole number from 1\n')
      const json = JSON.parse((await place.run('policy', 'analyse', 'p.json', '--json')).out) as { error: { issues: unknown[] } }
      expect(json.error.issues).toHaveLength(2)
    })
  })

  test('hostile names can neither move the cursor nor forge a line', async () => {
    await inPlace(async (place) => {
      const hostile = '\u001b[2J\n+ PASS \u202e'
      place.write('p.json', JSON.stringify({ ...release, rules: [{ id: hostile, when: {}, then: 'go', because: hostile }] }))
      const { exit, out } = await place.run('policy', 'explain', 'p.json', '--fact', 'gate=pass', '--fact', 'freeze=true')
      expect(exit).toBe(0)
      expect(out).toContain('\\u{1b}[2J\\u{a}+ PASS')
      expect(out).not.toMatch(/[\u001b\u202e]|^\+ PASS/mu)
    })
  })
})
