/** `shown`: a test names the rule; `not-shown`: it says why no program can; `open`: neither yet. */
export type RuleState = 'shown' | 'not-shown' | 'open'

/** One rule line of docs/rulebook.md; `line` counts from 1. */
export type Rule = { id: string; group: string; sentence: string; notShown?: string; line: number }

export type Rulebook = { rules: Rule[]; malformed: { line: number; text: string }[] }

/** A test file; `path` is relative to the project root and uses `/`. */
export type SourceText = { path: string; text: string }

/** One place where a test names an id, known or not; `line` counts from 1. */
export type Mention = { id: string; path: string; line: number }

export type GroupCount = { group: string; shown: number; notShown: number; open: number; total: number }

export type Report = {
  rules: (Rule & { state: RuleState; tests: { path: string; line: number }[] })[]
  groups: GroupCount[]
  total: GroupCount
  faults: string[]
}

export function groupOf(id: string): string | undefined
export function parseRulebook(text: string): Rulebook
export function rulebookFaults(book: Rulebook): string[]
export function findMentions(source: SourceText, known: ReadonlySet<string>): Mention[]
export function readTests(root: string, folders?: readonly string[]): SourceText[]
export function reportRules(rulebookText: string, tests: readonly SourceText[]): Report
export function renderReport(report: Report, options?: { openOnly?: boolean }): string
export function main(args: readonly string[], io: { root: string; out: (text: string) => void; err: (text: string) => void }): 0 | 1 | 2
