// Discipline once more, written apart from src/ and as plainly as possible: mutable books, no chart, counts taken from the cards each time.
type Json = Readonly<Record<string, unknown>>
type BookCard = { card: string; builder: string; packet: string; instruction: string; colour: string; status: string; life: number }
type BookBuilder = { state: string; life: number; led: boolean; done: string[]; reread: string; handedIn: boolean }
type Setup = {
  authority: { id: string; sha256: string; text?: string }
  primary: string
  alternates: readonly string[]
  limits: { cards: number; benchPackets: number }
}

/** What a command leads to, in the words of the vectors. */
export type BookStep = { ok?: string[]; colour?: string; count?: number; refused?: string[] }

const six = ['objective', 'constraints', 'prohibitedChanges', 'completedWork', 'currentPosition', 'remainingConditions']
const kinds =
  'skipped-requirement unauthorized-architecture-change unrequested-scope ignored-constraint different-interpretation false-completion preferred-approach-substituted'.split(
    ' ',
  )

/** A build's book: `tell` takes a command in the form of the vectors, `facts` gives the state in their form. */
export function openBook({ authority, primary: first, alternates, limits }: Setup) {
  let { sha256, text } = authority
  let primary = first
  let order = [first, ...alternates]
  let isKept = false
  let pause = ''
  let gate = ''
  let review = ''
  let rewritten = false
  const builders = new Map<string, BookBuilder>()
  const cards: BookCard[] = []
  const packets = new Map<string, string>()
  const blank = (value: unknown): boolean => typeof value !== 'string' || value.trim() === ''
  const enter = (id: string): void => void builders.set(id, { state: 'active', life: 0, led: false, done: [], reread: '', handedIn: false })
  for (const id of order) enter(id)

  const able = (id: string): boolean => ['active', 'probation'].includes(builders.get(id)?.state ?? '')
  function lead(): string | null {
    if (pause !== '') return null
    const line = isKept ? [...order.filter((id) => id !== primary), primary] : [primary, ...order.filter((id) => id !== primary)]
    return line.find(able) ?? null
  }
  function countOf(id: string): number {
    const life = builders.get(id)?.life ?? 0
    return cards.filter((card) => card.builder === id && card.life === life && card.colour !== 'LATE' && card.status !== 'rescinded').length
  }
  const openOn = (packet: string): boolean =>
    cards.some((card) => card.packet === packet && card.colour !== 'LATE' && card.status === 'open')
  const left = (builder: BookBuilder): number => Math.max(0, limits.benchPackets - builder.done.length)
  function returns(): string[] {
    const back = [...builders.values()].filter(
      (builder) => builder.state === 'benched' && left(builder) === 0 && builder.reread === sha256 && builder.handedIn,
    )
    for (const builder of back) Object.assign(builder, { state: 'probation', life: 1 })
    return back.map(() => 'returned')
  }
  const no = (...codes: string[]): BookStep => ({ refused: codes.sort() })
  const yes = (...ok: string[]): BookStep => ({ ok })

  const card = (c: Json): BookStep => {
    const { builder: id, packet, instruction } = c as { builder: string; packet: string; instruction: string }
    const wrong: string[] = []
    if (cards.some((one) => one.card === c['card'])) wrong.push('known-card')
    if (blank(id)) wrong.push('no-builder')
    if (blank(packet)) wrong.push('no-packet')
    if (blank(instruction)) wrong.push('no-instruction')
    else if (
      text !== undefined &&
      instruction.replace(/\s/g, '').length < 8 &&
      !text.split('\n').some((line) => line.trim() === instruction)
    )
      wrong.push('instruction-too-short')
    else if (text !== undefined && !text.includes(instruction)) wrong.push('quote-not-in-authority')
    if (!kinds.includes(String(c['violation']))) wrong.push('not-a-violation')
    if (blank(c['correction'])) wrong.push('no-correction')
    if (!(c['evidence'] as Json[]).some(({ anchored }) => anchored === true)) wrong.push('no-anchored-evidence')
    if (wrong.length > 0) return no(...wrong)
    const builder = builders.get(id)
    if (builder === undefined) return no('unknown-builder')
    if (!builder.led) return no('never-led')
    const same = (one: BookCard): boolean => one.builder === id && one.packet === packet && one.instruction === instruction
    if (cards.some((one) => same(one) && one.status !== 'corrected')) return no('duplicate')
    if (!packets.has(packet)) packets.set(packet, 'open')
    const isLate = ['benched', 'expelled'].includes(builder.state) || (builder.state === 'probation' && c['actBeforeBench'] === true)
    const entry = { card: String(c['card']), builder: id, packet, instruction, colour: 'LATE', status: 'open', life: builder.life }
    cards.push(entry)
    if (isLate) return { ok: ['card'], colour: 'LATE', count: countOf(id) }
    entry.colour = 'YELLOW'
    const count = countOf(id)
    if (count < limits.cards) return { ok: ['card'], colour: 'YELLOW', count }
    entry.colour = builder.life === 0 ? 'RED' : 'EXPULSION'
    builder.state = builder.life === 0 ? 'benched' : 'expelled'
    if (entry.colour === 'EXPULSION' && id === primary) {
      pause = 'continuation'
      gate = id
      review = ''
    }
    return { ok: ['card', builder.state], colour: entry.colour, count }
  }

  const mayWork = (id: string, packet: string): string => {
    const state = builders.get(id)?.state
    if (blank(packet)) return 'no-packet'
    if (state === undefined) return 'unknown-builder'
    if (state === 'benched' || state === 'expelled') return `${state}-builder`
    if (lead() === null) return 'build-paused'
    if (lead() !== id) return 'not-the-lead'
    return packets.get(packet) === 'completed' ? 'already-completed' : ''
  }
  const complete = ({ packet, by }: Json): BookStep => {
    const why = mayWork(String(by), String(packet)) || (openOn(String(packet)) ? 'packet-stopped' : '')
    if (why !== '') return no(why)
    packets.set(String(packet), 'completed')
    for (const builder of builders.values()) if (builder.state === 'benched') builder.done.push(String(packet))
    return yes('completed', ...returns())
  }
  const fail = ({ packet, by }: Json): BookStep => {
    const why = mayWork(String(by), String(packet))
    if (why !== '') return no(why)
    packets.set(String(packet), 'failed')
    return yes('failed')
  }
  const revert = ({ packet }: Json): BookStep => {
    if (packets.get(String(packet)) !== 'completed') return no('not-completed')
    packets.set(String(packet), 'reverted')
    for (const builder of builders.values()) if (builder.state === 'benched') builder.done = builder.done.filter((done) => done !== packet)
    return yes('reverted')
  }
  const correct = ({ card: name, evidence }: Json): BookStep => {
    const found = cards.find((one) => one.card === name)
    if (found === undefined) return no('unknown-card')
    if (found.status !== 'open') return no('card-not-open')
    if (!(evidence as Json[]).some(({ anchored }) => anchored === true)) return no('no-anchored-evidence')
    found.status = 'corrected'
    return yes('corrected')
  }
  const rescind = ({ card: name, by, reason }: Json): BookStep => {
    const found = cards.find((one) => one.card === name)
    const wrong = [
      ...(found === undefined ? ['unknown-card'] : []),
      ...(found?.status === 'rescinded' ? ['already-rescinded'] : []),
      ...((by as Json)['kind'] === 'human' ? [] : ['not-the-owner']),
      ...(blank(reason) ? ['no-reason'] : []),
    ]
    if (found === undefined || wrong.length > 0) return no(...wrong)
    found.status = 'rescinded'
    return yes('rescinded')
  }
  const amend = ({ by, instruction, sha256: hash, text: words }: Json): BookStep => {
    if ((by as Json)['kind'] !== 'human') return no('not-the-owner')
    if (hash === sha256) return no('authority-unchanged')
    sha256 = String(hash)
    text = words as string | undefined
    rewritten = review !== ''
    for (const one of cards) if (one.instruction === instruction && one.status === 'open') one.status = 'amended'
    return yes('amended')
  }
  const bench = (id: unknown): BookBuilder | string => {
    const builder = builders.get(String(id))
    if (builder === undefined) return 'unknown-builder'
    return builder.state === 'benched' ? builder : 'not-benched'
  }
  const reread = ({ builder: id, sha256: hash }: Json): BookStep => {
    const builder = bench(id)
    if (typeof builder === 'string') return no(builder)
    if (hash !== sha256) return no('wrong-document')
    builder.reread = sha256
    return yes('reread', ...returns())
  }
  const reconstruct = ({ builder: id, parts }: Json): BookStep => {
    const builder = bench(id)
    if (typeof builder === 'string') return no(builder)
    const missing = six.filter((part) => blank((parts as Json)[part]))
    if (missing.length > 0) return no(...missing.map((part) => `missing-${part}`))
    builder.handedIn = true
    return yes('reconstructed', ...returns())
  }
  const keep = ({ by }: Json): BookStep => {
    if ((by as Json)['kind'] !== 'human') return no('not-a-person')
    const state = builders.get(primary)?.state
    const canBeKept = state === 'probation' && lead() === primary && order.some((id) => id !== primary && able(id))
    if (state !== 'benched' && !canBeKept) return no('nothing-to-keep')
    isKept = true
    return yes('kept')
  }
  const hasRight = (by: unknown): boolean => ['human', 'engine'].includes(String((by as Json)['kind']))
  const judge = ({ by, diagnosis }: Json): BookStep => {
    const isKnown = ['MODEL DRIFT', 'PROMPT-INDUCED DRIFT', 'MIXED', 'UNKNOWN'].includes(String(diagnosis))
    const wrong = [...(hasRight(by) ? [] : ['not-authorized']), ...(isKnown ? [] : ['unknown-diagnosis'])]
    if (wrong.length > 0) return no(...wrong)
    review = String(diagnosis)
    rewritten = false
    return yes('reviewed')
  }
  const goOn = ({ by, path, builder: id }: Json): BookStep => {
    if (!hasRight(by)) return no('not-authorized')
    if (lead() !== null) return no('nothing-to-choose')
    if (path === 'pause') {
      pause = 'review'
      return yes('continued')
    }
    if (gate !== '') {
      if (review === '') return no('review-required')
      if (review === 'MIXED' || review === 'UNKNOWN') return no('diagnosis-open')
      if (review === 'PROMPT-INDUCED DRIFT' && !rewritten) return no('prompt-not-rewritten')
    }
    const backup = order.find((one) => one !== primary && able(one))
    if (path === 'promote' && backup === undefined) return no('no-backup')
    if (path === 'replace' && blank(id)) return no('no-builder')
    if (path === 'replace' && builders.has(String(id))) return no('known-builder')
    if (path === 'replace') {
      enter(String(id))
      order = [...order, String(id)]
    }
    primary = path === 'replace' ? String(id) : (backup ?? '')
    pause = ''
    gate = ''
    isKept = false
    return yes('continued')
  }
  const verbs: Readonly<Record<string, (command: Json) => BookStep>> = {
    'give-card': card,
    complete,
    fail,
    revert,
    correct,
    rescind,
    amend,
    reread,
    reconstruct,
    'keep-alternate': keep,
    review: judge,
    continue: goOn,
  }
  const noteLead = (): void => {
    const now = builders.get(lead() ?? '')
    if (now !== undefined) now.led = true
  }
  noteLead()
  return {
    tell(command: Json): BookStep {
      const step = verbs[String(command['do'])]?.(command) ?? no('no-such-command')
      noteLead()
      return step
    },
    facts: (): Json => ({
      lead: lead(),
      paused: pause !== '' ? pause : lead() === null ? 'no-alternate' : null,
      builders: Object.fromEntries(
        [...builders].map(([id, builder]) => {
          const isBenched = builder.state === 'benched'
          const waits = [left(builder) > 0 && 'packets', builder.reread !== sha256 && 'reread', !builder.handedIn && 'reconstruction']
          const waitingFor = isBenched ? waits.filter((one) => one !== false) : []
          return [id, { state: builder.state, count: countOf(id), remaining: isBenched ? left(builder) : null, waitingFor }]
        }),
      ),
      packets: Object.fromEntries([...packets].map(([packet, end]) => [packet, end !== 'completed' && openOn(packet) ? 'stopped' : end])),
      cards: cards.map(({ card: name, builder, packet, colour, status }) => ({ card: name, builder, packet, colour, status })),
    }),
  }
}
