import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fileLedger } from '../../src/adapters/ledger-store/file'
import { newEd25519Keys, signEd25519 } from '../../src/adapters/signatures/ed25519'
import { record } from '../../src/entries/running'
import { signedPayload } from '../../src/ledger/signed-payload'
import { bugfix, bugfix2 } from '../../src/light/bugfix'
import type { LightCommand } from '../../src/light/light-command'
import { lightRecord, lightStreams } from '../../src/light/light-record'
import type { LedgerStore } from '../../src/ports/ledger-store'
import type { Place } from '../support/command-line'
import { inPlace } from '../support/command-line'
import { answered } from '../support/person-at-terminal'

const now = '2026-11-28T12:00:00.000Z'
const owner = newEd25519Keys()
const stranger = newEd25519Keys()
const ann = { kind: 'human', id: 'Ann' } as const
const host = { kind: 'system', id: 'host' } as const
const words = 'try the current hypothesis'
const fault = {
  cause: 'RC2',
  solution: 'FX1',
  evidence: ['EV2'],
  scope: 'SC2',
  H1: 'no',
  H2: 'no',
  H3: 'no',
  H4: 'no',
  dossier: { hypothesisedCause: 'a', supportingEvidence: 'b', counterEvidence: 'c', verification: 'd', rollback: 'e' },
}
const authorize: LightCommand = {
  do: 'authorize',
  day: '20261128',
  card: 'F-20261128-01',
  grant: 'attempt-hypothesis',
  by: ann,
  words,
  attested: 'signature',
  nowMs: Date.parse(now),
}

/** A yellow that waits, in a ledger with the owner's key unless `keys` says otherwise; `signer` signs the authorization that follows. */
async function authorized(place: Place, signer: typeof owner | undefined, keys = [owner.publicKey]): Promise<void> {
  const ledger = fileLedger(join(place.folder, '.adjudicate'), { now: () => now })
  try {
    if (keys.length > 0) {
      await ledger.append([{ stream: 'ledger', type: 'ledger.keys', schema: 1, actor: host, id: 'keys', data: { keys } }], [])
    }
    await record(ledger, lightRecord, lightStreams.fault, { do: 'judge-fault', day: '20261128', payload: fault })
    const asked = signer === undefined ? { ...authorize, attested: 'host' as const } : authorize
    if (signer !== undefined) await sign(ledger, signer, asked)
    await record(ledger, lightRecord, lightStreams.fault, asked, { actor: ann, key: 'yes' })
  } finally {
    await ledger.close()
  }
}

async function sign(ledger: LedgerStore, { privateKeyPem }: typeof owner, command: LightCommand): Promise<void> {
  const hashes: string[] = []
  for await (const { hash } of ledger.read({ toSeq: 1 })) hashes.push(hash)
  const card = lightRecord.decide(lightRecord.initial(undefined), { do: 'judge-fault', day: '20261128', payload: fault })
  const state = card.ok
    ? card.events.reduce((before, event) => lightRecord.evolve(before, event), lightRecord.initial(undefined))
    : undefined
  const decided = state === undefined ? undefined : lightRecord.decide(state, command)
  const event = decided?.ok === true ? decided.events[0] : undefined
  if (event === undefined) throw new Error('the authorization was refused')
  const place = { stream: lightStreams.fault, type: event.type, id: 'yes/1', notAfter: '2100-01-01T00:00:00Z' }
  const signed = signEd25519(signedPayload({ ledger: hashes[0] ?? '', data: event.data, ...place }), privateKeyPem)
  await ledger.append(
    [{ stream: 'ledger/signatures', type: 'ledger.signature', schema: 1, actor: ann, id: 'signed', data: { ...place, ...signed } }],
    [],
  )
}

async function verified(place: Place, keys?: unknown): Promise<{ exit: number; out: string; err: string; json: Record<string, unknown> }> {
  if (keys !== undefined) place.write('keys.json', JSON.stringify(keys))
  const more = keys === undefined ? [] : ['--keys', 'keys.json']
  const { exit, out, err } = await place.run('ledger', 'verify', ...more)
  const json = JSON.parse((await place.run('ledger', 'verify', '--json', ...more)).out) as Record<string, unknown>
  return { exit, out: out.replace(/\s+/g, ' '), err, json }
}

describe('adjudicate ledger verify --keys', () => {
  test('a signed act counts by the key that was kept outside, and by the ledger’s own with a warning', async () => {
    await inPlace(async (place) => {
      await authorized(place, owner)
      const outside = await verified(place, [owner.publicKey])
      expect([outside.exit, outside.out]).toEqual([0, expect.stringContaining('+ signatures 1 of 1, 1 key from outside')])
      expect((await verified(place, { keys: [owner.publicKey, stranger.publicKey] })).out).toContain('1 of 1, 2 keys from outside')
      const own = await verified(place)
      expect([own.exit, own.out]).toEqual([0, expect.stringContaining("! signatures 1 of 1, by the ledger's own keys; --keys FILE")])
      expect(own.json['signatures']).toEqual({ keyed: true, signed: 1, byHost: 0 })
    })
  })

  test.each<[string, typeof owner | undefined, string[], unknown, number, string]>([
    [
      'no signature in a ledger with keys',
      undefined,
      [owner.publicKey],
      undefined,
      3,
      'light.authorized needs a person’s signature, and none',
    ],
    [
      'no signature, and keys from outside only',
      undefined,
      [],
      [owner.publicKey],
      2,
      'light.authorized needs a person’s signature, and none',
    ],
    ['a stranger’s signature', stranger, [owner.publicKey], undefined, 4, 'light.authorized is signed with a key that doesn’t count'],
    [
      'a ledger that was begun anew with a stranger’s key',
      stranger,
      [stranger.publicKey],
      [owner.publicKey],
      1,
      'none of the keys it begins with',
    ],
    [
      'a claim of a signature where nobody has a key',
      owner,
      [],
      undefined,
      3,
      'light.authorized says that it is signed, and no key is known',
    ],
  ])('%s is exit 1 with the event named', async (_name, signer, keys, outside, seq, message) => {
    await inPlace(async (place) => {
      await authorized(place, signer, keys)
      const found = await verified(place, outside)
      expect([found.exit, found.json]).toEqual([1, expect.objectContaining({ state: 'broken', reason: 'signature', seq })])
      expect(found.out).toContain(`x broken at event ${seq}`)
      expect(found.out).toContain(message)
    })
  })

  test('without keys anywhere the host’s word is all there is, and the page says so', async () => {
    await inPlace(async (place) => {
      await authorized(place, undefined, [])
      const { exit, out } = await verified(place)
      expect([exit, out]).toEqual([
        0,
        expect.stringContaining(". signatures none: 1 act of a person on the host's word; the ledger has no keys"),
      ])
    })
  })

  test('a file that holds no key, none at all or one twice is refused, and nothing passes for want of keys', async () => {
    await inPlace(async (place) => {
      await authorized(place, owner)
      for (const keys of [[], {}, { keys: [] }, [owner.publicKey, owner.publicKey], ['x'], [`${owner.publicKey}=`], 7, [null], 'x']) {
        const { exit, json } = await verified(place, keys)
        expect([JSON.stringify(keys), exit, (json['error'] as { code: string }).code]).toEqual([JSON.stringify(keys), 2, 'data-invalid'])
      }
      expect((await place.run('ledger', 'verify', '--keys', '')).exit).toBe(2)
      expect((await place.run('ledger', 'verify', '--keys', 'gone.json')).exit).toBe(2)
    })
  })
})

test('the list of what a proposal would have changed is a blob that verify looks at', async () => {
  await inPlace(async (place) => {
    place.write('standards.json', JSON.stringify({ version: 1, clauses: [{ id: 'bugfix', text: 'the table', policy: bugfix }] }))
    await place.run('standards', 'open', 'standards.json')
    for (const [target, source] of [
      ['F-20261128-01', 't1'],
      ['F-20261128-02', 't2'],
    ]) {
      const said = { quote: 'No.', verdict: 'yellow', evidence: [], signature: 'wide', kind: 'correction' }
      place.write('signal.json', JSON.stringify({ target, source, ...said }))
      await answered(place, ['signal', 'signal.json'], ['Ann', 'signal'], now)
    }
    const parts = { clause: 'bugfix', evidence: ['two'], counter_example: 'none', falsify: 'it breaks', rollback: 'back' }
    place.write('proposal.json', JSON.stringify({ ...parts, signature: 'wide', change: { kind: 'policy', policy: bugfix2 } }))
    expect((await place.run('propose', 'proposal.json')).exit).toBe(0)
    const whole = await verified(place)
    expect([whole.exit, whole.out]).toEqual([0, expect.stringContaining('+ blobs 1 named, all there and whole')])
    const folder = join(place.folder, '.adjudicate/blobs')
    const [file = ''] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.length > 60)
    writeFileSync(join(folder, file), readFileSync(join(folder, file), 'utf8').replace('"flips"', '"flops"'))
    const altered = await verified(place)
    expect([altered.exit, altered.out]).toEqual([1, expect.stringContaining('x blobs 1 named, 1 altered')])
  })
})
