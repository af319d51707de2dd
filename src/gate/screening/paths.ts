import type { Objection, SimpleCommand } from './screened'
import { baseName, objection, quoted } from './screened'

/** Whether a path leads out of the folder in which the command runs. Devices that keep nothing don't count. */
export function leadsOutside(path: string): boolean {
  if (/^\/dev\/(?:null|stdout|stderr|tty)$/.test(path) || path === '') return false
  if (/^(?:[/\\~]|[A-Za-z]:[/\\])/.test(path)) return true
  let depth = 0
  for (const part of path.split(/[/\\]/)) {
    if (part === '..') depth--
    else if (part !== '.' && part !== '') depth++
    if (depth < 0) return true
  }
  return false
}

const everyOperand = new Set(
  'tee mkdir rmdir rm unlink touch truncate shred chmod chown chgrp mv install ln mkfifo mknod rename patch gzip gunzip bzip2 xz split csplit'.split(
    ' ',
  ),
)
const lastOperand = new Set(['cp', 'rsync', 'ditto'])

// Programs that have no purpose inside a repository.
const system = new Set(
  'mkfs mount umount fdisk parted shutdown reboot halt poweroff kill pkill killall systemctl service launchctl iptables nft ufw useradd usermod userdel passwd chsh visudo crontab at batch insmod modprobe sysctl swapoff swapon losetup defaults'.split(
    ' ',
  ),
)

const outputOption =
  /^--?(?:o|out|output|out-?(?:put)?-?(?:dir|file|path|format-file)|output-(?:file|dir|directory|path|document)|outputfile|outdir|outfile|dest|destination|target-dir|log-?file|junit-?xml|junitxml|html|xml-report|cov-report|coverage-?dir(?:ectory)?|coverage-directory|reports?-dir(?:ectory)?|cache-?(?:dir|directory|location|folder|path)|basetemp|build-?dir|tsbuildinfofile|declarationdir|report-path|write-?to|save-?to|results?-dir(?:ectory)?|profile-?(?:dir|output)|coverprofile|cpuprofile|memprofile|trace|dump-dir|prefix)$/i

/** Writing outside the repository, as far as options and operands tell. */
export function writesOutside({ program, args }: SimpleCommand): Objection | undefined {
  const name = baseName(program)
  if (system.has(name) || name.startsWith('mkfs.'))
    return objection('writes-outside', `${quoted(name)} changes the machine, not the repository`)
  const found = [...operandsWritten(name, args), ...optionValues(args)].find(leadsOutside)
  if (found === undefined) return undefined
  return objection('writes-outside', `it may write to ${quoted(found)}, outside the repository`)
}

function operandsWritten(name: string, args: readonly string[]): string[] {
  if (name === 'dd') return args.filter((arg) => arg.startsWith('of=')).map((arg) => arg.slice(3))
  const operands = args.filter((arg) => !arg.startsWith('-'))
  if (everyOperand.has(name) || (name === 'sed' && args.some((arg) => /^(?:-[a-zA-Z]*i|--in-place)/.test(arg)))) return operands
  if (lastOperand.has(name)) return operands.slice(-1)
  const targets = args.flatMap((arg, index) => (/^(?:-t|--target-directory)$/.test(args[index - 1] ?? '') ? [arg] : []))
  if (name === 'tar' || name === 'unzip')
    return args.filter((_, index) => /^(?:-C|-d|--directory|-[a-zA-Z]*f)$/.test(args[index - 1] ?? '') && isWriting(name, args))
  return targets
}

function isWriting(name: string, args: readonly string[]): boolean {
  return name === 'unzip' || args.some((arg, index) => /^-?[a-zA-Z]*[xcru]/.test(arg) && (index === 0 || arg.startsWith('-')))
}

function optionValues(args: readonly string[]): string[] {
  return args.flatMap((arg, index) => {
    const [option = '', ...value] = arg.split('=')
    if (value.length > 0) return outputOption.test(option) ? [value.join('=').replace(/^[a-z]+:/, '')] : []
    if (/^-o./.test(arg) && !arg.startsWith('--')) return [arg.slice(2)]
    const before = args[index - 1] ?? ''
    return outputOption.test(before) && !arg.startsWith('-') ? [arg] : []
  })
}
