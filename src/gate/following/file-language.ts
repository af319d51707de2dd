import type { Follower, Given, Language } from './call'
import { absolute } from './place'

/** The language a file is read in: what its interpreter asks for, else what its name or its first line says. */
export function fileLanguage(path: string, text: string, asked: Language): Language {
  if (asked !== 'any') return asked
  if (/\.[cm]?[jt]sx?$/.test(path)) return 'javascript'
  if (path.endsWith('.py')) return 'python'
  if (/\.(rb|pl|php|lua|jl|exs?|groovy|r)$/i.test(path)) return 'other'
  if (/\.(sh|bash|zsh|ksh)$/.test(path)) return 'shell'
  const [first = ''] = text.split('\n', 1)
  if (/^#!.*\b(node|deno|bun|tsx|ts-node)\b/.test(first)) return 'javascript'
  if (/^#!.*\bpython[\d.]*\b/.test(first)) return 'python'
  return /^#!.*\b(ruby|perl|php|lua|rscript)\b/i.test(first) ? 'other' : 'shell'
}

/** A first line may load other files, or name a program of the repository: `#!/usr/bin/env -S node --import ./pre.mjs`. */
export function followFirstLine(path: string, text: string, { folder, env }: Given, follower: Follower): void {
  const line = /^#!\s*([^\n]{1,300})/.exec(text)?.[1]
  if (line !== undefined && /\s-S\b|\s--|^\.|-r\b/.test(line))
    follower.text(`${line.trim()} '${absolute(path)}'`, 'shell', { args: [], folder, env })
}
