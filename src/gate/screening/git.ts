import { hasLong, hasShort, optionsOf, subcommands } from './options'
import { leadsOutside } from './paths'
import type { Objection } from './screened'
import { objection, quoted } from './screened'

const network = new Set(
  'clone fetch pull push ls-remote fetch-pack send-pack http-fetch http-push remote-http send-email imap-send request-pull svn p4 daemon instaweb submodule lfs'.split(
    ' ',
  ),
)
const running = new Set(
  'bisect rebase filter-branch difftool mergetool config hook maintenance credential gui citool gitk help web--browse cvsserver shell upload-pack receive-pack am commit merge alias var'.split(
    ' ',
  ),
)
const reading = new Set(
  'add annotate apply archive blame branch bundle cat-file check-attr check-ignore check-mailmap check-ref-format checkout checkout-index cherry cherry-pick clean column commit-graph count-objects describe diff diff-files diff-index diff-tree for-each-ref format-patch fsck gc grep hash-object index-pack init interpret-trailers log ls-files ls-tree merge-base merge-file merge-tree mktag mktree mv name-rev notes patch-id prune range-diff read-tree reflog remote repack replace reset restore rev-list rev-parse revert rm shortlog show show-branch show-index show-ref sparse-checkout stage stash status stripspace switch symbolic-ref tag unpack-objects update-index update-ref verify-commit verify-pack verify-tag version whatchanged worktree write-tree'.split(
    ' ',
  ),
)

/** Git runs programs that its configuration, its options and its aliases name; what is left of it is a person's to judge. */
export function screenGit(args: readonly string[]): Objection | undefined {
  const at = args.findIndex((arg) => !arg.startsWith('-'))
  const before = at < 0 ? args : args.slice(0, at)
  if (before.some((arg) => /^-c|^--config-env|^--exec-path=|^-p$|^--paginate/.test(arg)))
    return indirect('options before the subcommand that set configuration or a program')
  const names = subcommands(args, /^--(?:no-|bare$|literal-|glob-|noglob-|icase-|version$|html-path$|man-path$|info-path$)|^-P$/)
  if (names.length === 0) return undefined
  if (names.includes('submodule') && args.includes('foreach')) return indirect('`submodule foreach`, which runs a command')
  const sent = names.find((name) => network.has(name))
  if (sent !== undefined) return objection('network-fetch', `\`git ${sent}\` goes over the network or into other repositories`)
  const runs = names.find((name) => running.has(name))
  if (runs !== undefined) return indirect(`\`git ${runs}\`, which runs other programs or hooks`)
  const name = names.find((one) => reading.has(one))
  if (name === undefined) return indirect(`${quoted(names[0] ?? '')}, which may be an alias for any command`)
  return screenOptions(name, args.slice(args.indexOf(name) + 1))
}

function screenOptions(name: string, args: readonly string[]): Objection | undefined {
  const programs = [
    '--ext-diff',
    '--textconv',
    '--open-files-in-pager',
    '--upload-pack',
    '--receive-pack',
    '--exec',
    '--remote',
    '--contents-filter',
    '--filters',
  ]
  if (hasLong(args, programs, ['--text', '--filter', '--ext'])) return indirect('an option that runs a program')
  if (optionsOf(args).includes('--ext')) return indirect('an option that runs a program')
  if (name === 'grep' && hasShort(args, 'O')) return indirect('`-O`, which opens the results in a program')
  if (name === 'remote' && args.some((arg) => ['update', 'show', 'prune', 'add', 'set-url'].includes(arg)))
    return objection('network-fetch', '`git remote` reaches or sets another repository')
  const outside = ['worktree', 'bundle', 'init', 'archive', 'format-patch', 'checkout-index', 'mv', 'rm'].includes(name)
    ? args.find((arg) => !arg.startsWith('-') && leadsOutside(arg))
    : undefined
  return outside === undefined ? undefined : objection('writes-outside', `it may write to ${quoted(outside)}, outside the repository`)
}

function indirect(what: string): Objection {
  return objection('indirect-exec', `git is given ${what}`)
}
