import type { SimpleCommand } from './screened'
import { baseName } from './screened'

const always = new Set(
  'true : echo printf exit return pwd date whoami id hostname uname sleep cd pushd popd export set unset umask yes clear logname tty nproc uptime readonly local declare typeset let hash type which'.split(
    ' ',
  ),
)

/** Whether a command can hardly fail, so that its success says nothing: `true`, `echo ok`, `test 1 = 1`, `tsc --version`, a dry run. */
export function verifiesNothing({ program, args }: SimpleCommand): boolean {
  const name = baseName(program)
  if (program === '' || always.has(name) || always.has(program)) return true
  if (name === 'test' || name === '[') return comparesTexts(args)
  if (args.length === 1 && /^(?:--?version|-[vV]|--help|-h|version|help)$/.test(args[0] ?? '')) return true
  if (
    ['--collect-only', '--co', '--listTests', '--list-tests', '--dry-run', '--just-print', '--passWithNoTests=only'].some((flag) =>
      args.includes(flag),
    )
  )
    return true
  if (name === 'npx' || name === 'env') return inner(args)
  return name === 'make' && args.some((arg) => /^-[a-z]*[nq]/.test(arg))
}

/** `test` looks at the world only with an option that asks for a file or a variable. */
function comparesTexts(args: readonly string[]): boolean {
  return !args.some((arg) => /^-[a-hkprstuwxGLNOSv]$|^-(?:nt|ot|ef)$/.test(arg))
}

function inner(args: readonly string[]): boolean {
  const at = args.findIndex((arg) => !arg.startsWith('-'))
  return at >= 0 && verifiesNothing({ program: args[at] ?? '', args: args.slice(at + 1), assignments: [] })
}
