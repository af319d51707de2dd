import { newFacts } from './compare-test-files'
import { newEndings } from './endings'
import { endingsIn } from './read-endings'
import { readTests } from './read-tests'
import type { JudgedPath } from './runner-context'
import type { Tampering } from './tamper-finding'

const programs =
  /(^|\/)(bin|scripts?|cli|cmd|tools?|examples?|benchmarks?|bench|tasks?|commands?|entrypoints?|launcher|docs)\/|(^|\/)(main|cli|__main__|manage|setup|server|app|run|start|index|worker|daemon|launch|command|program)\.\w+$|(^|[-_/])cli[-_.]/

/** An exit with success in code that tests load: where a value was given back before, it is forced (a program's own main may end itself). */
export function sourceExits(file: JudgedPath): Tampering[] {
  const { path, head } = file
  if (head === undefined) return []
  const isOwnEnd = programs.test(path) || isProgram(head.text)
  const named = /\b(exit|_exit|abort|Exit|halt|exitCode|SystemExit)\b/.test(head.text) ? namedExits(file, isOwnEnd) : []
  const lines = new Set(named.map(({ line }) => line))
  return [...named, ...(isOwnEnd ? [] : otherEndings(file).filter(({ line }) => !lines.has(line)))]
}

/** Ends that are written in another way than everybody does; one that loading the file comes to is forced on whoever loads it. */
function otherEndings({ path, base, head }: JudgedPath): Tampering[] {
  if (head?.tree === undefined || head.tree.broken) return []
  const before = base?.tree === undefined ? [] : endingsIn(base.tree)
  return newEndings(before, endingsIn(head.tree)).flatMap(({ status, isAtLoad, line, text, name }): Tampering[] => {
    if (status === 'failing') return []
    const kind = isAtLoad && status === 'zero' ? 'exit-forced' : 'exit-added'
    return [{ kind, path, line, message: `the process may be ended with success, by ${name}`, after: text }]
  })
}

function namedExits({ path, base, head }: JudgedPath, isOwnEnd: boolean): Tampering[] {
  if (head === undefined) return []
  const before = base === undefined ? undefined : readTests(path, base)
  const after = readTests(path, head)
  const lostReturns = base !== undefined && returnsIn(head.text) < returnsIn(base.text)
  return newFacts(before?.facts ?? [], after.facts).flatMap((fact): Tampering[] => {
    const shape = { path, line: fact.line }
    if (fact.kind === 'hook' && fact.rewrites && !fact.name.startsWith('pytest_'))
      return [{ ...shape, kind: 'exit-forced', message: "the process's result is rewritten", after: fact.text }]
    if (isOwnEnd || fact.kind !== 'exit' || fact.status !== 'zero' || fact.at === 'case') return []
    const isForced = fact.at === 'load' || lostReturns
    return [{ ...shape, kind: isForced ? 'exit-forced' : 'exit-added', message: 'the process is ended with success', after: fact.text }]
  })
}

function isProgram(text: string): boolean {
  return text.startsWith('#!') || /__name__\s*==\s*['"]__main__['"]|^package main$|^fn main\(|public static void main\(/m.test(text)
}

function returnsIn(text: string): number {
  return (text.match(/\breturn\b|=>/g) ?? []).length
}
