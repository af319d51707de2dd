import type { ReportPlace } from '../gate-config'
import { reportFolder } from './detected'

/** How a script is called, `separator` before arguments of its own; `hooked` where the manager runs others before or after it. */
export type ScriptCall = { readonly cmd: string; readonly separator: string; readonly line: string; readonly hooked: boolean }

/** A script's command with what makes its runner write a report, where it has a runner that can; `note` says what a person may add where we can't. */
export type RunnerCall = { readonly cmd: string; readonly report?: ReportPlace; readonly note?: string }

/** Beyond single words a shell makes more of a line, and arguments at its end would go astray. */
const isPlain = /^[^;&|<>$`\\(){}\n#]+$/
const reportsAlready = /(?:^|\s)--(?:test-reporter|reporter|reporters|outputFile|json|test-reporter-destination)\b/

/** The call of a script, asked for a machine-readable report where its line is one plain call of node:test, vitest or jest: with it cases are counted. */
export function withReport({ cmd, separator, line, hooked }: ScriptCall): RunnerCall {
  const plain = line.trim()
  if (!isPlain.test(plain) || reportsAlready.test(plain)) return { cmd }
  const words = plain.split(/\s+/)
  if (words[0] === 'node' && words.includes('--test')) return ofNode({ cmd, separator, line: plain, hooked }, words.slice(1))
  if (words[0] === 'vitest' && !/^(?:bench|dev|list|init|related|typecheck)$/.test(words[1] ?? '')) {
    const path = `${reportFolder}/vitest.json`
    return { cmd: `${cmd} ${separator}--reporter=default --reporter=json --outputFile.json=${path}`, report: { format: 'json', path } }
  }
  if (words[0] === 'jest') {
    const path = `${reportFolder}/jest.json`
    return { cmd: `${cmd} ${separator}--json --outputFile=${path}`, report: { format: 'json', path } }
  }
  return { cmd }
}

// Node takes what follows the first file for files, so with files in the script its reporters have to stand before them.
function ofNode({ cmd, separator, line, hooked }: ScriptCall, words: readonly string[]): RunnerCall {
  const path = `${reportFolder}/node.xml`
  const reporters = `--test-reporter=spec --test-reporter-destination=stdout --test-reporter=junit --test-reporter-destination=${path}`
  const report = { format: 'junit' as const, path }
  if (words.every((word) => /^--[\w-]+(?:=\S+)?$/.test(word))) return { cmd: `${cmd} ${separator}${reporters}`, report }
  if (!hooked) return { cmd: line.replace(/(^|\s)--test(?=\s|$)/, `$1--test ${reporters}`), report }
  return {
    cmd,
    note: `the script names files to node --test, and others run before or after it: to have its cases counted put ${reporters} before the files and { "format": "junit", "path": "${path}" } as \`report\` here`,
  }
}
