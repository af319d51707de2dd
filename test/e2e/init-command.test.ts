import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Place } from '../support/command-line'
import { inPlace } from '../support/command-line'

function shop(place: Place): void {
  place.write('package.json', '{ "type": "module", "scripts": { "test": "node --test" } }\n')
  place.write('cart.test.js', "import { test } from 'node:test'\ntest('a', () => {})\n")
  place.git('init', '-q', '-b', 'trunk')
  place.git('add', '-A')
  place.git('commit', '-qm', 'one')
}

test('init writes a configuration that the gate then judges by, and leaves the reports out of commits', async () => {
  await inPlace(async (place) => {
    shop(place)
    const written = await place.run('init')
    expect(written).toMatchObject({ exit: 0, err: '' })
    expect(written.out).toContain('+ written  .adjudicate/config.json')
    expect(written.out).toContain('adjudicate gate --canary')
    expect(JSON.parse(place.read('.adjudicate/config.json'))).toMatchObject({
      base_ref: 'trunk',
      validation: [{ name: 'test', cmd: expect.stringMatching(/^npm test -- .*junit/), report: { format: 'junit' } }],
    })
    place.git('add', '-A')
    place.git('commit', '-qm', 'the gate')
    place.git('checkout', '-qb', 'work')
    place.write('cart.js', 'export const total = 1\n')
    place.git('add', '-A')
    place.git('commit', '-qm', 'work')
    const judged = await place.run('gate', '--no-decide')
    expect(judged.out).toContain('+ PASS')
    expect(judged.out).toContain('+ census      1 run, 0 skipped')
    expect(judged.exit).toBe(0)
    expect(place.git('status', '--porcelain')).toBe('')
  })
})

test('init reads what lies here: a lock file made a moment ago gives a setup, also before the first commit', async () => {
  await inPlace(async (place) => {
    place.git('init', '-q', '-b', 'trunk')
    place.write('.gitignore', 'node_modules/\n')
    place.write('node_modules/x/package.json', '{ "scripts": { "test": "vitest" } }')
    place.write('package.json', '{ "scripts": { "test": "node a.js" }, "devDependencies": { "x": "1" } }\n')
    place.write('package-lock.json', '{}')
    const written = await place.run('init')
    expect(written.exit).toBe(0)
    expect(written.out).toContain('not committed as it was read: package-lock.json, package.json')
    expect(JSON.parse(place.read('.adjudicate/config.json'))).toMatchObject({
      base_ref: 'trunk',
      setup: [{ cmd: 'npm ci' }],
      validation: [{ name: 'test', cmd: 'npm test' }],
    })
  })
})

test('init never overwrites, in either place', async () => {
  for (const path of ['.adjudicate/config.json', '.claude/build/config.json']) {
    await inPlace(async (place) => {
      shop(place)
      place.write(path, 'mine')
      const kept = await place.run('init', '--json')
      expect(kept.exit).toBe(1)
      expect(JSON.parse(kept.out)).toEqual({ written: false, path })
      expect(place.read(path)).toBe('mine')
    })
  }
})

test('init writes nothing where there is nothing to check by, or no repository', async () => {
  await inPlace(async (place) => {
    expect(await place.run('init')).toMatchObject({ exit: 2 })
    expect(readdirSync(place.folder)).toEqual([])
    place.write('notes.txt', 'a\n')
    place.git('init', '-q')
    place.git('add', '-A')
    place.git('commit', '-qm', 'one')
    const nothing = await place.run('init')
    expect(nothing.exit).toBe(2)
    expect(nothing.err).toContain('names no command')
    expect(existsSync(join(place.folder, '.adjudicate'))).toBe(false)
  })
})

test('the canaries have exit codes of their own, and plant in no task', async () => {
  await inPlace(async (place) => {
    shop(place)
    expect(await place.run('gate', '--canary')).toMatchObject({ exit: 2 })
    place.write('.adjudicate/config.json', '{ "base_ref": "trunk", "validation": [{ "name": "no", "cmd": "true" }] }')
    const report = await place.run('gate', '--canary', '--json')
    expect(report.exit).toBe(0)
    expect(JSON.parse(report.out)).toMatchObject({ format: 'canary-report@1', verdict: 'PASS', canaries: { missed: [] } })
    expect(await place.run('gate', 't01', '--canary')).toMatchObject({ exit: 2 })
    place.write(
      '.adjudicate/config.json',
      '{ "base_ref": "trunk", "validation": [{ "name": "no", "cmd": "true" }], "severities": { "test-deleted": "report", "test-case-removed": "report" } }',
    )
    place.write(
      'cart.test.js',
      "import { test } from 'node:test'\nimport { strict as assert } from 'node:assert'\ntest('a', () => {\n  assert.equal(total(1), 1)\n})\n",
    )
    place.git('add', '-A')
    place.git('commit', '-qm', 'two')
    const missed = await place.run('gate', '--canary')
    expect(missed.exit).toBe(1)
    expect(missed.out).toContain('x test-deleted')
  })
})

test('init writes nothing through a link that stands in the place of its folder, wherever that leads', async () => {
  await inPlace(async (place) => {
    shop(place)
    const outside = join(place.folder, 'elsewhere')
    mkdirSync(outside)
    symlinkSync(outside, join(place.folder, '.adjudicate'))
    const refused = await place.run('init')
    expect(refused.exit).toBe(2)
    expect(refused.err).toContain('.adjudicate is a link')
    expect(readdirSync(outside)).toEqual([])
  })
})
