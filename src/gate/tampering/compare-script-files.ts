import { checkCommandOf } from './check-command'
import { compareScripts } from './compare-scripts'
import { commandFindings } from './compare-settings'
import type { JudgedPath } from './runner-context'
import type { Tampering } from './tamper-finding'

type Target = { readonly script: string; readonly line: number; readonly softened: boolean }

/** Makefiles by their targets, shell scripts and hooks as a whole. */
export function compareScriptFile({ path, base, head }: JudgedPath): Tampering[] {
  if (base === undefined) return []
  if (/(^|\/)((GNU)?[Mm]akefile|[Jj]ustfile|[^/]+\.mk)$/.test(path)) return compareMakefiles(path, base.text, head?.text ?? '')
  const isShell = /\.(sh|bash|zsh)$/.test(path) || /^#!.*\b(ba|z|da)?sh\b/.test(base.text) || /(^|\/)(\.husky|\.githooks)\//.test(path)
  if (!isShell) return compareLines(path, base.text, head?.text ?? '')
  const mode = { errexit: /\.husky\//.test(path), pipefail: false }
  const isCi = /(^|\/)(\.?ci|\.github|\.circleci|\.gitlab|\.buildkite|\.travis)(\/|[-_.])|(^|\/)ci[-_.]/.test(path)
  return compareScripts(base.text, head?.text ?? '', mode).map(({ kind, message, ...texts }) => ({
    kind: kind === 'different' ? 'script-changed' : isCi ? 'ci-weakened' : 'script-neutralised',
    path,
    message,
    ...texts,
  }))
}

function compareMakefiles(path: string, base: string, head: string): Tampering[] {
  const [before, after] = [targetsOf(base), targetsOf(head)]
  const ignores = /^\s*\.IGNORE\b|^MAKEFLAGS\s*\+?=.*(-i|--ignore-errors)/m
  const all: Tampering[] =
    ignores.test(head) && !ignores.test(base) ? [{ kind: 'script-neutralised', path, message: 'failures of its commands are ignored' }] : []
  const shells = [...otherShells(path, base, head)]
  const each = [...before].flatMap(([name, target]): Tampering[] => {
    const now = after.get(name)
    const soft: Tampering[] =
      now?.softened === true && !target.softened && isCheck(now.script)
        ? [
            {
              kind: 'script-neutralised',
              path,
              line: now.line,
              subject: name,
              message: 'its failure is ignored',
              before: target.script,
              after: now.script,
            },
          ]
        : []
    return [...soft, ...commandFindings(path, name, `${target.script}\n`, now === undefined ? '' : `${now.script}\n`, now?.line)]
  })
  return [...all, ...shells, ...each]
}

/** `SHELL = ./own` and `.SHELLFLAGS` that run something else than the line; programs put before others in `PATH`. */
function otherShells(path: string, base: string, head: string): Tampering[] {
  return [...head.matchAll(/^[ \t]*(?:export[ \t]+|override[ \t]+)?(SHELL|\.SHELLFLAGS|PATH)[ \t]*(?:[:?+!]{0,2}=)[ \t]*(.*)$/gm)].flatMap(
    (found): Tampering[] => {
      const [text, name = '', value = ''] = found
      if (base.includes(text)) return []
      const shape = { path, line: head.slice(0, found.index).split('\n').length, subject: name, after: text.trim() }
      if (name === 'PATH')
        return /^\.|^\$\(CURDIR\)|^\$\(PWD\)/.test(value.trim()) && !/node_modules\/\.bin|venv\/bin/.test(value)
          ? [{ ...shape, kind: 'script-changed', message: 'programs of the repository come first' }]
          : []
      const isKnown =
        name === 'SHELL'
          ? /^(\/(usr\/)?bin\/(env )?)?(ba|z|da|k)?sh(\s+-[\w ]+)?$/.test(value.trim())
          : /^-?[\w-]*(\s+(-\w+|pipefail|errexit|nounset))*$/.test(value.trim())
      return isKnown ? [] : [{ ...shape, kind: 'script-neutralised', message: 'another program runs all commands' }]
    },
  )
}

function isCheck(script: string): boolean {
  return script.split('\n').some((line) => checkCommandOf(line.trim().split(/\s+/)) !== undefined)
}

/** A target's prerequisites that are checks count as its commands: `ci: lint test`. */
function targetsOf(text: string): Map<string, Target> {
  const targets = new Map<string, Target>()
  const lines = text.replaceAll('\\\n', ' ').split('\n')
  let name: string | undefined
  for (const [index, line] of lines.entries()) {
    const head = /^([\w./%-][\w./% -]*?)\s*::?(?!=)\s*([^=#]*)/.exec(line)
    if (head !== null && !/^\s/.test(line)) {
      name = head[1] ?? ''
      const needs = (head[2] ?? '')
        .split(/\s+/)
        .filter((word) => checkCommandOf(['make', word]) !== undefined)
        .map((word) => `make ${word}`)
      targets.set(name, { script: needs.join('\n'), line: index + 1, softened: false })
    } else if (/^\s+\S/.test(line) && name !== undefined) {
      const old = targets.get(name)
      const marks = /^\s*([@+-]*)/.exec(line)?.[1] ?? ''
      const command = line
        .trim()
        .replace(/^[@+-]+/, '')
        .replace(/\$\$/g, '$')
        .replace(/\$\((\w+)\)/g, '$1')
      if (old !== undefined && !command.startsWith('#'))
        targets.set(name, {
          ...old,
          script: `${old.script}${old.script === '' ? '' : '\n'}${command}`,
          softened: old.softened || marks.includes('-'),
        })
    }
  }
  return targets
}

/** Other files that hold commands (Dockerfile, Procfile, Rakefile): lines that hold a check. */
function compareLines(path: string, base: string, head: string): Tampering[] {
  const checks = (text: string): string =>
    text
      .split('\n')
      .map((line) => line.trim().replace(/^(RUN|CMD|ENTRYPOINT|sh|session\.run)\s+/, ''))
      .filter((line) => checkCommandOf(line.split(/\s+/)) !== undefined)
      .join('\n')
  return commandFindings(path, path.split('/').at(-1) ?? path, `${checks(base)}\n`, `${checks(head)}\n`, undefined)
}
