import { EventEmitter } from 'eventemitter3'
import type { KeptVerdict } from '../../tribunal/ruled'

type Of<Kind extends string> = { readonly stream: string; readonly action: string; readonly kind: Kind }

/** What a driver tells while it drives, by name. Each is told after what it speaks of was appended. */
export type DriveNotices = {
  'action-started': Of<string> & { readonly attempt: number }
  'action-done': Of<string> & { readonly outcome: 'recorded' | 'refused' | 'late' }
  'action-failed': Of<string> & { readonly because: string }
  'action-stopped': Of<string>
  /** A call of a model is tried again after so many milliseconds. */
  'call-retried': { readonly role: string; readonly because: string; readonly waitMs: number }
  ruling: { readonly slice: string; readonly ruling: KeptVerdict }
  waiting: { readonly stream: string; readonly actions: readonly { readonly id: string; readonly kind: string }[] }
  /** A listener threw; what it listened to went on. */
  'listener-failed': { readonly notice: string; readonly error: unknown }
}

export type NoticeName = keyof DriveNotices
type Listener<Name extends NoticeName> = (notice: DriveNotices[Name]) => unknown

/** Where notices are heard; `on` answers with what ends the listening. */
export type NoticeBoard = {
  readonly on: <Name extends NoticeName>(name: Name, listener: Listener<Name>) => () => void
  readonly tell: <Name extends NoticeName>(name: Name, notice: DriveNotices[Name]) => void
}

/** A listener that throws, or whose promise is rejected, stops neither the driver nor the other listeners: it is told as `listener-failed`. */
export function noticeBoard(): NoticeBoard {
  const emitter = new EventEmitter<string>()
  const failed = (notice: NoticeName, error: unknown): void => {
    if (notice !== 'listener-failed') emitter.emit('listener-failed', { notice, error })
  }
  return {
    on: (name, listener) => {
      const guarded = (notice: DriveNotices[typeof name]): void => {
        try {
          const answer = listener(notice)
          if (answer instanceof Promise) answer.catch((error: unknown) => failed(name, error))
        } catch (error) {
          failed(name, error)
        }
      }
      emitter.on(name, guarded)
      return () => void emitter.off(name, guarded)
    },
    tell: (name, notice) => void emitter.emit(name, notice),
  }
}
