import { assign, setup } from 'xstate'

/** How many counting cards are one too many, and how many packets a bench lasts. */
export type MachineLimits = { readonly cards: number; readonly benchPackets: number }

/** What a builder's chart remembers beside the state that it is in. */
export type MachineMemory = {
  readonly limits: MachineLimits
  /** Counting cards of the running cycle that were not struck. */
  readonly count: number
  /** Packets that the lead of the moment completed while this bench lasted, without those taken off again. */
  readonly packets: readonly string[]
  readonly hasReread: boolean
  readonly hasReconstructed: boolean
}

/** What can happen to one builder. `lead` asks for leave to lead, complete and fail packets; it changes nothing. */
export type MachineEvent =
  | { readonly type: 'lead' }
  | { readonly type: 'card' }
  | { readonly type: 'lateCard' }
  | { readonly type: 'strike' }
  | { readonly type: 'packetDone'; readonly packet: string }
  | { readonly type: 'packetTakenOff'; readonly packet: string }
  | { readonly type: 'reread' }
  | { readonly type: 'amended' }
  | { readonly type: 'reconstruct' }

type Types = { context: MachineMemory; events: MachineEvent; input: MachineLimits }

// Types only; the machine never reads the value.
const types = {} as Types

/**
 * The life of one builder in one build (spec 07, R-REF-40): active, benched, probation, expelled, and no other road. An event that a state doesn't name
 * is not for it: ask `can` first, since the chart alone would pass over it in silence.
 */
export const builderMachine = setup({
  types,
  guards: {
    isLast: ({ context }) => context.count + 1 >= context.limits.cards,
    hasServed: ({ context }) => context.packets.length >= context.limits.benchPackets && context.hasReread && context.hasReconstructed,
    isNew: ({ context, event }) => event.type === 'packetDone' && !context.packets.includes(event.packet),
    isCounted: ({ context, event }) => event.type === 'packetTakenOff' && context.packets.includes(event.packet),
    hasCards: ({ context }) => context.count > 0,
  },
  actions: {
    count: assign({ count: ({ context }) => context.count + 1 }),
    strike: assign({ count: ({ context }) => context.count - 1 }),
    startAnew: assign({ count: 0 }),
    countPacket: assign({
      packets: ({ context, event }) => (event.type === 'packetDone' ? [...context.packets, event.packet] : context.packets),
    }),
    takePacketOff: assign({
      packets: ({ context, event }) =>
        event.type === 'packetTakenOff' ? context.packets.filter((packet) => packet !== event.packet) : context.packets,
    }),
    noteReread: assign({ hasReread: true }),
    forgetReread: assign({ hasReread: false }),
    noteReconstruction: assign({ hasReconstructed: true }),
  },
}).createMachine({
  id: 'builder',
  initial: 'active',
  context: ({ input }) => ({ limits: input, count: 0, packets: [], hasReread: false, hasReconstructed: false }),
  states: {
    active: {
      on: {
        lead: { target: 'active' },
        card: [{ guard: 'isLast', target: 'benched', actions: 'count' }, { actions: 'count' }],
        strike: { guard: 'hasCards', actions: 'strike' },
      },
    },
    benched: {
      always: { guard: 'hasServed', target: 'probation' },
      on: {
        lateCard: { target: 'benched' },
        strike: { guard: 'hasCards', actions: 'strike' },
        packetDone: { guard: 'isNew', actions: 'countPacket' },
        packetTakenOff: { guard: 'isCounted', actions: 'takePacketOff' },
        reread: { actions: 'noteReread' },
        amended: { actions: 'forgetReread' },
        reconstruct: { actions: 'noteReconstruction' },
      },
    },
    probation: {
      entry: 'startAnew',
      on: {
        lead: { target: 'probation' },
        card: [{ guard: 'isLast', target: 'expelled', actions: 'count' }, { actions: 'count' }],
        lateCard: { target: 'probation' },
        strike: { guard: 'hasCards', actions: 'strike' },
      },
    },
    expelled: {
      on: {
        lateCard: { target: 'expelled' },
        strike: { guard: 'hasCards', actions: 'strike' },
      },
    },
  },
})
