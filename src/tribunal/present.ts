import { defined } from '../canonical/plain'

type Present<T> = { readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/** The same object without the fields that are undefined, so that an absent field is absent in the ledger too. */
export function present<T extends object>(object: T): Present<T> {
  return defined(object) as Present<T>
}
