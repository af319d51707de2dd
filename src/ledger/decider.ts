/** What a decision wants recorded: an event without its envelope. `schema` is the version of the type, 1 unless said. */
export type Decided<Type extends string = string, Data = unknown> = { readonly type: Type; readonly schema?: number; readonly data: Data }

/** Why a command may not be carried out: the rule's id, a stable code, and a sentence. */
export type Refusal = { readonly rule: string; readonly code: string; readonly message: string }

/** What came of a command: the events to record, or the refusal. */
export type Decision<Change extends Decided = Decided> =
  { readonly ok: true; readonly events: readonly Change[] } | { readonly ok: false; readonly refusal: Refusal }

/**
 * The one shape of every protocol (spec 01). `evolve` is total and never throws: an event that it doesn't know leaves the state as it is.
 * State is the fold of the events and nothing else, so whatever `decide` needs is in the state or in the command.
 */
export type Decider<Setup, State, Command, Change extends Decided, Action> = {
  initial(setup: Setup): State
  decide(state: State, command: Command): Decision<Change>
  evolve(state: State, event: Change): State
  /** Streams whose events the state takes in beside its own; `evolve` is handed them in the order of the ledger, and nothing is decided on an older state of theirs. */
  alsoReads?(state: State): readonly string[]
  next(state: State): readonly Action[]
}
