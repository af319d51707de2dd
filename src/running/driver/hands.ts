import type { Model } from '../../ports/model'
import type { TextStore } from './kept-texts'
import type { SliceCommandInput } from '../../tribunal/command'
import type { SliceAction } from '../../tribunal/next'

/** One kind of what is due in a slice. */
export type ActionOf<Kind extends SliceAction['kind']> = Extract<SliceAction, { readonly kind: Kind }>

type CommandOf<Do extends SliceCommandInput['do']> = Omit<Extract<SliceCommandInput, { readonly do: Do }>, 'do'>

/** What a check of the doer's report found: fresh runs of the commands, whether the address resolves, the actual diff. */
export type Inspection = CommandOf<'verify'>

/** What a panel is ruled on: the corpus its citations are looked up in, and the artifact it is bound to. */
export type Evidence = CommandOf<'adjudicate'>

/** What a doer that lacked something, or was blocked, is sent out again with. */
export type Supply = Pick<CommandOf<'dispatch'>, 'context' | 'part' | 'passedOver'>

/** Models by role. The others of a panel take turns through `panel` by their lens. */
export type Models = { readonly doer: Model; readonly panel: readonly Model[]; readonly adversary: Model }

/**
 * Who carries out a slice's actions. What a host leaves out waits for a person: `supply` for a doer that asked, `refine` for a plan that was turned down,
 * `person` to resolve, `deliver` (answers with the channel) and `acknowledge` (with who has it) at the end.
 */
export type Hands = {
  readonly models: Models
  /** A session that nobody had before. */
  readonly newSession: () => string
  /**
   * A word of a session or an action that nobody can guess and that is the same whenever it is asked for, so that a process that starts again finds
   * the tokens and nonces given out before. The ledger keeps hashes only.
   */
  readonly secretOf: (subject: string) => string
  readonly inspect: (action: ActionOf<'verify-report'>, signal?: AbortSignal) => Promise<Inspection>
  readonly evidence: (action: ActionOf<'adjudicate'>, signal?: AbortSignal) => Promise<Evidence>
  readonly supply?: (action: ActionOf<'dispatch-doer'>) => Promise<Supply>
  readonly refine?: (action: ActionOf<'refine-plan'>) => Promise<CommandOf<'refine-plan'>>
  readonly person?: (action: ActionOf<'ask-person'>) => Promise<CommandOf<'resolve'>>
  readonly deliver?: (action: ActionOf<'deliver'>) => Promise<string>
  readonly acknowledge?: (action: ActionOf<'await-acknowledgement'>) => Promise<string>
  /**
   * What an earlier start of the action left, such as a worktree with a commit or a finished process: the command to record, or undefined where nothing did. Asked before
   * an action is started again.
   */
  readonly recover?: (action: SliceAction, signal?: AbortSignal) => Promise<SliceCommandInput | undefined>
  /** Where diffs over 64 KiB go and briefs get them from; the driver gives its own blobs. */
  readonly texts?: TextStore
  readonly signal?: AbortSignal
}

/** Whether these hands can do it at once; else it waits for a person. */
export function canDo(action: SliceAction, hands: Hands): boolean {
  switch (action.kind) {
    case 'dispatch-doer':
      return (action.why !== 'context' && action.why !== 'blocked') || hands.supply !== undefined
    case 'refine-plan':
      return hands.refine !== undefined
    case 'ask-person':
      return hands.person !== undefined
    case 'deliver':
      return hands.deliver !== undefined
    case 'await-acknowledgement':
      return hands.acknowledge !== undefined
    default:
      return true
  }
}
