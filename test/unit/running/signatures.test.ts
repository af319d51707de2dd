import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { memoryLedger } from '../../../src/adapters/ledger-store/memory'
import { ed25519, newEd25519Keys, signEd25519 } from '../../../src/adapters/signatures/ed25519'
import { evolution, evolutionStream } from '../../../src/entries/evolution'
import { fold, record, verify } from '../../../src/entries/running'
import type { ToSign } from '../../../src/ledger/signed-payload'
import { signedPayload } from '../../../src/ledger/signed-payload'
import type { NewEvent } from '../../../src/ledger/event'
import type { LedgerStore } from '../../../src/ports/ledger-store'
import { ada, approve, propose, signal, standards, textChange } from '../../support/evolution-run'

const stream = evolutionStream('bugfix')
const host = { kind: 'system', id: 'host' } as const
const setup = { workflow: 'bugfix', standards } as const
// One pair of each is enough: making keys is the slow part.
const [owner, second, stranger] = [newEd25519Keys(), newEd25519Keys(), newEd25519Keys()]
type Keys = ReturnType<typeof newEd25519Keys>

function keysEvent(id: string, ...keys: readonly Keys[]): NewEvent {
  return { stream: 'ledger', type: 'ledger.keys', schema: 1, actor: host, id, data: { keys: keys.map(({ publicKey }) => publicKey) } }
}

type Wanted = { readonly keys: Keys; readonly notAfter?: string; readonly change?: Partial<ToSign> }

/** Records a signature of an event to come; `change` makes it one of something else. */
async function signFor(
  ledger: LedgerStore,
  event: Pick<NewEvent, 'stream' | 'type' | 'data' | 'id'>,
  { keys, notAfter = '2100-01-01T00:00:00Z', change = {} }: Wanted,
): Promise<void> {
  let first = ''
  for await (const { hash } of ledger.read({ toSeq: 1 })) first = hash
  const { stream: where, type, data, id } = event
  const signed = signEd25519(signedPayload({ ledger: first, stream: where, type, data, id, notAfter, ...change }), keys.privateKeyPem)
  const signature = { stream: where, type, id, notAfter, ...signed }
  await ledger.append(
    [
      {
        stream: 'ledger/signatures',
        type: 'ledger.signature',
        schema: 1,
        actor: ada,
        id: `for ${where} ${id} ${signed.signature.slice(0, 8)}`,
        data: signature,
      },
    ],
    [],
  )
}

/** A ledger with a proposal that waits for its approval; what the approval will record. */
async function waiting(...keys: readonly Keys[]): Promise<{
  ledger: LedgerStore
  approval: Pick<NewEvent, 'stream' | 'type' | 'data' | 'id'>
  give: (attested?: 'signature') => Promise<void>
}> {
  const ledger = memoryLedger()
  if (keys.length > 0) await ledger.append([keysEvent('keys', ...keys)], [])
  for (const command of [
    { do: 'open' } as const,
    signal('a', { signature: 'tone' }),
    signal('b', { signature: 'tone' }),
    propose('tone', textChange('Shorter.')),
  ]) {
    await record(ledger, evolution, stream, command, { setup })
  }
  const state = await fold(ledger, evolution, stream, { setup })
  const command = { ...approve(state, 'P-20260814-01'), attested: 'signature' } as const
  const decision = evolution.decide(state, command)
  if (!decision.ok || decision.events[0] === undefined) throw new Error('the approval was refused')
  const { type, data } = decision.events[0]
  return {
    ledger,
    approval: { stream, type, data, id: 'yes/1' },
    give: async (attested) => {
      const given = attested === undefined ? approve(state, 'P-20260814-01') : command
      await record(ledger, evolution, stream, given, { setup, key: 'yes', actor: ada })
    },
  }
}

describe('a ledger without keys', () => {
  test('says of every person’s act that the host’s word is all that stands behind it, and counts them', async () => {
    const { ledger, give } = await waiting()
    await give()
    const acts: unknown[] = []
    for await (const { data } of ledger.read({ types: ['evolution.signal', 'evolution.approved'] })) acts.push(data)
    expect(acts).toMatchObject([{ attested: 'host' }, { attested: 'host' }, { attested: 'host' }])
    expect(await verify(ledger)).toMatchObject({ state: 'intact', signatures: { keyed: false, signed: 0, byHost: 1 } })
  })

  test('is broken where an event claims a signature that no key can show', async () => {
    const { ledger, give } = await waiting()
    await give('signature')
    expect(await verify(ledger)).toMatchObject({ state: 'broken', reason: 'signature' })
  })

  test('is keyed all the same for one who kept keys of it', async () => {
    const { ledger, approval, give } = await waiting()
    await signFor(ledger, approval, { keys: owner })
    await give('signature')
    expect(await verify(ledger, { keys: [owner.publicKey] })).toMatchObject({
      state: 'intact',
      signatures: { keyed: true, signed: 1, byHost: 0 },
    })
    expect(await verify(ledger, { keys: [stranger.publicKey] })).toMatchObject({ state: 'broken', reason: 'signature' })
  })
})

describe('a keyed ledger', () => {
  test('takes an approval that was signed for its very place and content', async () => {
    const { ledger, approval, give } = await waiting(owner)
    await signFor(ledger, approval, { keys: owner })
    await give('signature')
    expect(await verify(ledger)).toMatchObject({ state: 'intact', unknown: 0, signatures: { keyed: true, signed: 1, byHost: 0 } })
    expect(await verify(ledger, { keys: [owner.publicKey, second.publicKey] })).toMatchObject({ state: 'intact' })
  })

  test('never becomes unkeyed: an unsigned approval is a break, and so is a rotation that no earlier key signed', async () => {
    const bare = await waiting(owner)
    await bare.give()
    const head = await bare.ledger.head()
    expect(await verify(bare.ledger)).toMatchObject({ state: 'broken', seq: head.seq, reason: 'signature', events: head.seq - 1 })
    const rotated = await waiting(owner)
    await rotated.ledger.append([keysEvent('again', stranger)], [])
    expect(await verify(rotated.ledger)).toMatchObject({ state: 'broken', reason: 'signature' })
    const late = await waiting()
    await late.ledger.append([keysEvent('late', owner)], [])
    expect(await verify(late.ledger)).toMatchObject({ state: 'broken', reason: 'signature' })
    const none = { ...keysEvent('none'), data: { keys: [] } }
    expect(await verify(await withEvents(none))).toMatchObject({ state: 'broken', reason: 'schema' })
  })

  test('is broken by a signature for anything else: ledger, stream, type, data, id or time', async () => {
    const changes: readonly Partial<ToSign>[] = [
      { ledger: `sha256:${'1'.repeat(64)}` },
      { stream: 'evolution/dev' },
      { type: 'evolution.rejected' },
      { data: { approve: 'everything' } },
      { id: 'yes/2' },
      { notAfter: '2200-01-01T00:00:00Z' },
    ]
    for (const change of changes) {
      const { ledger, approval, give } = await waiting(owner)
      await signFor(ledger, approval, { keys: owner, change })
      await give('signature')
      expect(await verify(ledger), JSON.stringify(change)).toMatchObject({ state: 'broken', reason: 'signature' })
    }
  })

  test('is broken by a stranger’s key, by a signature that has run out, and by one that came too late', async () => {
    for (const wanted of [{ keys: stranger }, { keys: owner, notAfter: '2020-01-01T00:00:00Z' }]) {
      const { ledger, approval, give } = await waiting(owner)
      await signFor(ledger, approval, wanted)
      await give('signature')
      expect(await verify(ledger)).toMatchObject({ state: 'broken', reason: 'signature' })
    }
    const { ledger, approval, give } = await waiting(owner)
    await give('signature')
    await signFor(ledger, approval, { keys: owner })
    expect(await verify(ledger)).toMatchObject({ state: 'broken', reason: 'signature' })
  })

  test('rotates its keys by a signature of one that counted before; then the old one counts no more', async () => {
    for (const [keys, state] of [
      [second, 'intact'],
      [owner, 'broken'],
    ] as const) {
      const { ledger, approval, give } = await waiting(owner)
      const rotation = keysEvent('rotation', second)
      await signFor(ledger, rotation, { keys: owner })
      await ledger.append([rotation], [])
      await signFor(ledger, approval, { keys })
      await give('signature')
      expect(await verify(ledger)).toMatchObject({ state })
      expect(await verify(ledger, { keys: [owner.publicKey] })).toMatchObject({ state })
    }
  })

  test('with other keys than those kept outside is somebody else’s ledger', async () => {
    const { ledger, approval, give } = await waiting(stranger)
    await signFor(ledger, approval, { keys: stranger })
    await give('signature')
    expect(await verify(ledger)).toMatchObject({ state: 'intact' })
    expect(await verify(ledger, { keys: [owner.publicKey] })).toMatchObject({ state: 'broken', seq: 1, reason: 'signature' })
    expect(await verify(ledger, { keys: [] })).toMatchObject({ state: 'broken', seq: 1 })
  })

  test('needs a signature for a struck card too', async () => {
    const rescinded = {
      stream: 'discipline/b',
      type: 'discipline.rescinded',
      schema: 1,
      actor: ada,
      id: 's/1',
      data: { card: 'k1', by: ada, reason: 'a misreading' },
    }
    expect(await verify(await withEvents(keysEvent('keys', owner), rescinded))).toMatchObject({
      state: 'broken',
      seq: 2,
      reason: 'signature',
    })
    const ledger = await withEvents(keysEvent('keys', owner))
    await signFor(ledger, rescinded, { keys: owner })
    await ledger.append([rescinded], [])
    expect(await verify(ledger)).toMatchObject({ state: 'intact', signatures: { signed: 1 } })
  })
})

async function withEvents(...events: readonly NewEvent[]): Promise<LedgerStore> {
  const ledger = memoryLedger()
  for (const event of events) await ledger.append([event], [])
  return ledger
}

describe('Ed25519', () => {
  test('agrees with the first test of RFC 8032', async () => {
    const key = Buffer.from('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', 'hex').toString('base64url')
    const signature = Buffer.from(
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
      'hex',
    ).toString('base64url')
    expect(await ed25519().verify(new Uint8Array(), signature, key)).toBe(true)
    expect(await ed25519().verify(new Uint8Array([1]), signature, key)).toBe(false)
    for (const [wrongSignature, wrongKey] of [
      [`${signature}=`, key],
      [signature.slice(1), key],
      [signature, key.slice(1)],
      [signature, '_'.repeat(43)],
      ['', ''],
    ] as const) {
      expect(await ed25519().verify(new Uint8Array(), wrongSignature, wrongKey)).toBe(false)
    }
  })

  test('no private key stands in a message', () => {
    const other = generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    expect(() => signEd25519(new Uint8Array(), other)).toThrow(/x25519, wanted ed25519/)
    expect(() => signEd25519(new Uint8Array(), 'secret words')).toThrow(/^(?!.*secret).*can't be read as PEM/)
  })

  test('the payload is canonical, under a name of its own', () => {
    const fields = { ledger: 'sha256:0', stream: 's', type: 't', data: { b: 1, a: [2] }, id: 'i', notAfter: '2030-01-01T00:00:00Z' }
    expect(new TextDecoder().decode(signedPayload(fields))).toBe(
      '{"data":{"a":[2],"b":1},"format":"adjudicate-signature@1","id":"i","ledger":"sha256:0","notAfter":"2030-01-01T00:00:00Z","stream":"s","type":"t"}',
    )
  })
})
