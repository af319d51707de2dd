// `npm run rules`: which test shows which rule of docs/rulebook.md.
import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

/** @typedef {import('./rules.d.mts').Rule} Rule */
/** @typedef {import('./rules.d.mts').Rulebook} Rulebook */
/** @typedef {import('./rules.d.mts').Mention} Mention */
/** @typedef {import('./rules.d.mts').SourceText} SourceText */
/** @typedef {import('./rules.d.mts').Report} Report */
/** @typedef {import('./rules.d.mts').RuleState} RuleState */

const ruleLine = /^- \*\*([A-Z][A-Za-z0-9-]*)\*\* (\S.*?)(?: _Not shown by a program: (.+)_)?$/
const numbered = /^([RA]-[A-Z]+)-(\d+)$/
const fault = /^F(\d{2})[a-z]?$/
const tag = /^([ACDEL])-[A-Z][A-Z0-9]{3,}$/

const numberedMention = /(?<![\w-])[RA]-[A-Z]+-\d+\b/g
const tagMention = /(?<![\w-])[ACDEL]-[A-Z][A-Z0-9]{3,}(?![\w-])/g
const faultMention = /(?<![\w%\\#.-])F-?\d{2}[a-z]?(?![\w-])/g
const title = /(?:\b(?:describe|test|it)(?:\.\w+)*|\))\s*\(\s*(?:'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`((?:\\.|[^`\\])*)`)/g

/**
 * `R-TRI` for R-TRI-40, `F` for F02c, `C` for C-ROW4; undefined for what is no rule id.
 * @param {string} id
 * @returns {string | undefined}
 */
export function groupOf(id) {
  return numbered.exec(id)?.[1] ?? (fault.test(id) ? 'F' : undefined) ?? tag.exec(id)?.[1]
}

/**
 * Every list line that opens with a bold id is a rule; a list line with a bold start that doesn't parse is malformed, never dropped.
 * @param {string} text
 * @returns {Rulebook}
 */
export function parseRulebook(text) {
  /** @type {Rulebook} */
  const book = { rules: [], malformed: [] }
  for (const [index, content] of text.split(/\r?\n/).entries()) {
    if (!/^\s*[-*] \*\*/.test(content)) continue
    const [, id, sentence, notShown] = ruleLine.exec(content) ?? []
    const group = id && groupOf(id)
    if (!id || !group || !sentence || sentence.includes('_Not shown')) book.malformed.push({ line: index + 1, text: content })
    else book.rules.push({ id, group, sentence, ...(notShown && { notShown }), line: index + 1 })
  }
  return book
}

/**
 * Faults of the rulebook by itself: malformed lines, doubled ids, numbers missing between 1 and the highest of an R- or A- group.
 * @param {Rulebook} book
 * @returns {string[]}
 */
export function rulebookFaults({ rules, malformed }) {
  const faults = malformed.map(({ line, text }) => `rulebook line ${line} is no rule line: ${text.slice(0, 60)}`)
  /** @type {Map<string, number>} */
  const seen = new Map()
  for (const { id, line } of rules) {
    const first = seen.get(id)
    if (first !== undefined) faults.push(`${id} stands twice in the rulebook, lines ${first} and ${line}`)
    else seen.set(id, line)
  }
  for (const group of new Set(rules.filter(({ id }) => numbered.test(id)).map((rule) => rule.group))) {
    const numbers = new Set(rules.filter((rule) => rule.group === group).map(({ id }) => Number(numbered.exec(id)?.[2])))
    for (let number = 1; number < Math.max(...numbers); number++) {
      if (!numbers.has(number)) faults.push(`${group} has no rule number ${number}`)
    }
  }
  return faults
}

/**
 * The rule ids that one test file names. R- and A- ids count anywhere. An F id counts anywhere in a file with the word gate in its path, elsewhere
 * only in a title, where chance matches are rare. A tag counts anywhere if `known` has it, and otherwise in a title only: there it is a mistake.
 * @param {SourceText} source
 * @param {ReadonlySet<string>} known
 * @returns {Mention[]}
 */
export function findMentions({ path, text }, known) {
  const titles = [...text.matchAll(title)].map((match) => ({ from: match.index, to: match.index + match[0].length }))
  const inTitle = (/** @type {number} */ at) => titles.some(({ from, to }) => from <= at && at < to)
  const gateFile = path.split(/[^A-Za-z]+/).includes('gate')
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  /** @type {Mention[]} */
  const mentions = []
  const take = (/** @type {string} */ id, /** @type {number} */ at) => {
    mentions.push({ id, path, line: starts.findLastIndex((start) => start <= at) + 1 })
  }
  for (const { 0: id, index } of text.matchAll(numberedMention)) take(id, index)
  for (const { 0: id, index } of text.matchAll(faultMention)) if (gateFile || inTitle(index)) take(id.replace('-', ''), index)
  for (const { 0: id, index } of text.matchAll(tagMention)) if (known.has(id) || (/^[CDEL]/.test(id) && inTitle(index))) take(id, index)
  return mentions
}

/**
 * The `*.test.ts` files below the given folders; a folder that isn't there holds none. Paths are relative to `root`, with `/`, in order.
 * @param {string} root
 * @param {readonly string[]} folders
 * @returns {SourceText[]}
 */
export function readTests(root, folders = ['test', 'examples']) {
  /** @type {(folder: string) => string[]} */
  const walk = (folder) =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : walk(path)
      return entry.name.endsWith('.test.ts') ? [path] : []
    })
  const there = new Set(readdirSync(root))
  const paths = folders.filter((folder) => there.has(folder)).flatMap((folder) => walk(join(root, folder)))
  return paths
    .map((path) => ({ path: relative(root, path).split(sep).join('/'), text: readFileSync(path, 'utf8') }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

/**
 * Joins rules and tests. A rule is `shown` when a test names it, `not-shown` when it gives its reason, else `open`; `faults` non-empty fails the command.
 * @param {string} rulebookText
 * @param {readonly SourceText[]} tests
 * @returns {Report}
 */
export function reportRules(rulebookText, tests) {
  const book = parseRulebook(rulebookText)
  const known = new Set(book.rules.map(({ id }) => id))
  const mentions = tests.flatMap((test) => findMentions(test, known))
  const faults = rulebookFaults(book)
  for (const { id, path, line } of mentions)
    if (!known.has(id)) faults.push(`${path}:${line} names ${id}, which the rulebook does not hold`)
  const rules = book.rules.map((rule) => {
    const places = mentions.filter(({ id }) => id === rule.id).map(({ path, line }) => ({ path, line }))
    if (rule.notShown && places.length > 0) {
      faults.push(`${rule.id} is marked as not shown by a program, yet ${where(places)} names it: take one of the two away`)
    }
    /** @type {RuleState} */
    const state = places.length > 0 ? 'shown' : rule.notShown ? 'not-shown' : 'open'
    return { ...rule, state, tests: places }
  })
  const groups = [...new Set(rules.map(({ group }) => group))].map((group) =>
    count(
      group,
      rules.filter((rule) => rule.group === group),
    ),
  )
  return { rules, groups, total: count('total', rules), faults }
}

/** @type {(group: string, rules: readonly { state: RuleState }[]) => Report['total']} */
function count(group, rules) {
  const of = (/** @type {RuleState} */ state) => rules.filter((rule) => rule.state === state).length
  return { group, shown: of('shown'), notShown: of('not-shown'), open: of('open'), total: rules.length }
}

/** @type {(places: readonly { path: string, line: number }[]) => string} */
function where(places) {
  /** @type {Map<string, Set<number>>} */
  const lines = new Map()
  for (const { path, line } of places) lines.set(path, (lines.get(path) ?? new Set()).add(line))
  return [...lines].map(([path, found]) => `${path}:${[...found].sort((a, b) => a - b).join(',')}`).join(' ')
}

/**
 * The report as text: a line per rule, then the counts per group and in total as the last lines.
 * @param {Report} report
 * @param {{ openOnly?: boolean }} options
 * @returns {string}
 */
export function renderReport(report, { openOnly = false } = {}) {
  const wide = Math.max(5, ...report.rules.map(({ id }) => id.length))
  const lines = report.rules
    .filter(({ state }) => !openOnly || state === 'open')
    .map(({ id, state, tests, notShown }) => {
      const what = state === 'shown' ? where(tests) : state === 'open' ? 'open' : `not shown by a program: ${notShown}`
      return `${id.padEnd(wide)}  ${what}`
    })
  const row = (/** @type {(string | number)[]} */ [group, ...cells]) =>
    `${String(group).padEnd(wide)}${cells.map((cell) => String(cell).padStart(11)).join('')}`
  const totals = [...report.groups, report.total].map(({ group, shown, notShown, open, total }) =>
    row([group, shown, notShown, open, total]),
  )
  return [...lines, ...(lines.length > 0 ? [''] : []), row(['group', 'shown', 'not shown', 'open', 'rules']), ...totals, ''].join('\n')
}

const usage = 'usage: npm run rules -- [--group R-TRI] [--open] [--json]\n'

/**
 * Exit code 0 fine, 1 for any fault, 2 for wrong usage; open rules are no fault.
 * @param {readonly string[]} args
 * @param {{ root: string, out: (text: string) => void, err: (text: string) => void }} io
 * @returns {0 | 1 | 2}
 */
export function main(args, { root, out, err }) {
  let options
  try {
    options = parseArgs({
      args: [...args],
      options: { group: { type: 'string' }, open: { type: 'boolean' }, json: { type: 'boolean' } },
    }).values
  } catch (cause) {
    err(`${cause instanceof Error ? cause.message : String(cause)}\n${usage}`)
    return 2
  }
  const whole = reportRules(readFileSync(join(root, 'docs', 'rulebook.md'), 'utf8'), readTests(root))
  const { group } = options
  if (group !== undefined && !whole.groups.some((each) => each.group === group)) {
    err(`no group ${group}; there are ${whole.groups.map((each) => each.group).join(' ')}\n${usage}`)
    return 2
  }
  const rules = group === undefined ? whole.rules : whole.rules.filter((rule) => rule.group === group)
  const groups = group === undefined ? whole.groups : whole.groups.filter((each) => each.group === group)
  const report = { ...whole, rules, groups, total: count('total', rules) }
  const openRules = { ...report, rules: rules.filter(({ state }) => state === 'open') }
  out(
    options.json
      ? `${JSON.stringify(options.open ? openRules : report, null, 2)}\n`
      : renderReport(report, { openOnly: options.open ?? false }),
  )
  for (const message of report.faults) err(`${message}\n`)
  return report.faults.length > 0 ? 1 : 0
}

if (process.argv[1] && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  const root = dirname(dirname(fileURLToPath(import.meta.url)))
  process.exitCode = main(process.argv.slice(2), {
    root,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
  })
}
