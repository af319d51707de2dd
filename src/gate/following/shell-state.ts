import type { Function as ShellFunction } from 'unbash'
import type { Variables } from './call'

/** Folders from the top that a shell may be in, none where nobody can say; and those it left, for `popd` and `cd -`. */
export type ShellPlace = { folders: readonly string[]; left: readonly (readonly string[])[] }

/** What a shell knows where it stands in a script; where branches differ, all values that something may have. */
export type ShellState = {
  readonly at: ShellPlace
  readonly args: readonly string[]
  readonly variables: Map<string, readonly string[]>
  readonly exported: Set<string>
  readonly functions: Map<string, ShellFunction['body']>
  /** `$0` and `${BASH_SOURCE[0]}`. */
  readonly zero: string
  readonly source: string
  /** Functions, sourced files and `eval` inside one another. */
  readonly depth: number
}

/** So many values of one variable or word are told apart. */
export const valuesMax = 24

/** So many names are known of each kind, for a state is copied at every branch; another one stays unknown, as what a program prints does. */
export const namesMax = 512

/** Gives a variable its values, as long as there is room. */
export function setVariable({ variables }: ShellState, name: string, values: readonly string[]): void {
  if (variables.size < namesMax || variables.has(name)) variables.set(name, values)
}

/** Hands a variable on to programs, as long as there is room. */
export function exportName({ exported }: ShellState, name: string): void {
  if (exported.size < namesMax) exported.add(name)
}

/** Names a function, as long as there is room. */
export function setFunction({ functions }: ShellState, name: string, body: ShellFunction['body']): void {
  if (functions.size < namesMax || functions.has(name)) functions.set(name, body)
}

/** A state for a script that starts. */
export function firstState(folder: string, env: Variables, args: readonly string[], source: string): ShellState {
  return {
    at: { folders: [folder], left: [] },
    args,
    variables: new Map(env),
    exported: new Set(env.keys()),
    functions: new Map(),
    zero: source,
    source,
    depth: 0,
  }
}

/** The same state again, for a subshell or a branch. */
export function copyOf(state: ShellState): ShellState {
  return {
    ...state,
    at: { ...state.at },
    variables: new Map(state.variables),
    exported: new Set(state.exported),
    functions: new Map(state.functions),
  }
}

/** After a branch that may be taken or not, both hold. */
export function merge(state: ShellState, branch: ShellState): void {
  state.at.folders = union(state.at.folders, branch.at.folders)
  for (const [name, values] of branch.variables) setVariable(state, name, union(values, state.variables.get(name) ?? []))
  for (const name of branch.exported) exportName(state, name)
  for (const [name, body] of branch.functions) setFunction(state, name, body)
}

/** What is in one or the other, up to the limit. */
export function union(one: readonly string[], other: readonly string[]): readonly string[] {
  return one === other ? one : [...new Set([...one, ...other])].slice(0, valuesMax)
}

/** The variables that a started program sees. */
export function environmentOf(state: ShellState): Map<string, readonly string[]> {
  return new Map([...state.variables].filter(([name]) => state.exported.has(name)))
}
