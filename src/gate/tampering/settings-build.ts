import { SaxesParser } from 'saxes'
import type { Settings, Sink } from './setting'
import { put } from './setting'

/** What Maven and Gradle call their settings for tests, in the words that the rules know. */
const words: Readonly<Record<string, string>> = {
  skip: 'skipTests',
  skipTests: 'skipTests',
  skipITs: 'skipTests',
  skipExec: 'skipTests',
  'maven.test.skip': 'skipTests',
  'maven.test.skip.exec': 'skipTests',
  testFailureIgnore: 'testFailureIgnore',
  'maven.test.failure.ignore': 'testFailureIgnore',
  rerunFailingTestsCount: 'retries',
  'surefire.rerunFailingTestsCount': 'retries',
  exclude: 'excludes',
  excludes: 'excludes',
  include: 'includes',
  includes: 'includes',
  test: 'testNamePattern',
  groups: 'testNamePattern',
  excludedGroups: 'testNamePattern',
}

type Leaf = { readonly name: string; readonly text: string; readonly line: number }

const depthMax = 100

/** Reads what a pom.xml says of surefire and failsafe, profiles aside; undefined where it is no XML (spec 10, 3). */
export function readPom(text: string, sink: Sink): Settings | undefined {
  const parser = new SaxesParser({ xmlns: false })
  const open: { readonly name: string; text: string }[] = []
  const found: { readonly surefire: Leaf[]; readonly failsafe: Leaf[] } = { surefire: [], failsafe: [] }
  let plugin = { name: '', leaves: [] as Leaf[] }
  parser.on('opentag', ({ name }) => {
    if (open.length >= depthMax) parser.fail(`found elements more than ${depthMax} deep`)
    if (name === 'plugin') plugin = { name: '', leaves: [] }
    open.push({ name, text: '' })
  })
  parser.on('text', (more) => {
    const last = open.at(-1)
    if (last !== undefined) last.text += more
  })
  parser.on('closetag', ({ name }) => {
    const own = open.pop()
    const within = open.map((one) => one.name)
    if (within.includes('profile') || own === undefined) return
    const leaf = { name, text: own.text.trim(), line: parser.line }
    if (name === 'artifactId' && within.at(-1) === 'plugin') plugin.name = leaf.text
    if (within.includes('plugin') && within.includes('configuration') && leaf.text !== '') plugin.leaves.push(leaf)
    if (within.at(-1) === 'properties' && name !== 'test') putWord(sink, 'surefire', leaf)
    const tool = name === 'plugin' ? /^maven-(surefire|failsafe)-plugin$/.exec(plugin.name)?.[1] : undefined
    if (tool === 'surefire' || tool === 'failsafe') found[tool].push(...plugin.leaves)
  })
  try {
    // Without a handler for errors the parser throws at the first one.
    parser.write(text.replace(/^\ufeff/, '')).close()
  } catch {
    return undefined
  }
  putPlugins(found.surefire, found.failsafe, sink)
  return sink
}

/** What surefire leaves out and failsafe takes is left to the other; that failsafe takes only some is how it is meant. */
function putPlugins(surefire: readonly Leaf[], failsafe: readonly Leaf[], sink: Sink): void {
  for (const leaf of surefire) {
    const taker = leaf.name === 'exclude' ? 'include' : leaf.name === 'excludedGroups' ? 'groups' : undefined
    const isTaken = taker !== undefined && failsafe.some(({ name, text }) => name === taker && text === leaf.text)
    if (isTaken) put(sink, 'surefire.splitTests', [leaf.text], true, leaf.line)
    else putWord(sink, 'surefire', leaf)
  }
  for (const leaf of failsafe) if (!/^(includes?|groups|test)$/.test(leaf.name)) putWord(sink, 'failsafe', leaf)
}

function putWord(sink: Sink, tool: string, { name, text, line }: Leaf): void {
  const word = words[name]
  if (word !== undefined) put(sink, `${tool}.${word}`, [text], word.endsWith('cludes'), line)
}

const testBlocks =
  /(?<![\w.])(?:tasks\s*\.\s*)?(?:test|named\s*\(\s*["']test["'][^)]{0,40}\)|withType\s*(?:<\s*Test\s*>|\(\s*Test(?:::class)?\s*\))\s*(?:\(\s*\))?)(?:\s*\.\s*(?:configureEach|all|configure))?\s*\{/g

/** How Gradle's words for tests read in the words that the rules know; the group is the value. */
const gradleWords: readonly (readonly [RegExp, string])[] = [
  [/(?<![\w.])exclude\s*(?:\(\s*)?((?:["'][^"'\n]+["'][\s,]*)+)/g, 'excludes'],
  [/(?<![\w.])include\s*(?:\(\s*)?((?:["'][^"'\n]+["'][\s,]*)+)/g, 'includes'],
  [
    /\b(?:excludeTestsMatching|includeTestsMatching|includeTest|excludeTest|includeTags|excludeTags)\s*(?:\(\s*)?((?:["'][^"'\n]+["'][\s,]*)+)/g,
    'testNamePattern',
  ],
  [/\b(?:ignoreFailures\s*=\s*|setIgnoreFailures\s*\(\s*|ignoreFailures\.set\s*\(\s*)(true)\b/g, 'testFailureIgnore'],
  [/\bmaxRetries(?:\.set\s*\(|\s*=)\s*(\d+)/g, 'retries'],
]

/** Reads what a Gradle script says of its tests, as text: comments are taken out, what a variable holds isn't known (spec 10, 3). */
export function readGradle(text: string, sink: Sink): void {
  const code = text.replace(/\/\*(?:[^]*?\*\/|[^]*$)|(?<=^|[\s;{}])\/\/[^\n]*/g, (comment) => comment.replace(/[^\n]/g, ' '))
  const tags = new Set([...code.matchAll(includedTags)].flatMap(([, list]) => (list ?? '').split(/["'\s,]+/)))
  const found: Said[] = []
  let until = 0
  for (const block of code.matchAll(testBlocks)) {
    // What stands in a block that was read belongs to it.
    if (block.index < until) continue
    const from = block.index + block[0].length
    until = endOf(code, from)
    found.push(...saidIn(withoutBlocks(code.slice(from, until)), tags).map((one) => ({ ...one, at: from + one.at })))
  }
  const off = /(?<!\w)(?:tasks\s*\.\s*)?test\s*\.\s*(?:enabled\s*=\s*false|onlyIf\s*\{\s*false)/.exec(code)
  if (off !== null) found.push({ name: 'skipTests', values: ['true'], at: off.index })
  for (const name of new Set(found.map((one) => one.name))) {
    const own = found.filter((one) => one.name === name)
    const line = code.slice(0, own[0]?.at ?? 0).split('\n').length
    put(
      sink,
      `gradle.${name}`,
      own.flatMap(({ values }) => values),
      /cludes$|^split/.test(name) || own.length > 1,
      line,
    )
  }
}

type Said = { readonly name: string; readonly values: readonly string[]; readonly at: number }

/** What one block says, with where it says so. */
function saidIn(inner: string, tags: ReadonlySet<string>): Said[] {
  const found = gradleWords.flatMap(([pattern, word]) =>
    [...inner.matchAll(pattern)].map((one): Said => {
      const values = (one[1] ?? '').match(/[^"'\s,]+/g) ?? []
      // Another task of the script runs what carries the tag.
      const isTaken = one[0].startsWith('excludeTags') && values.every((tag) => tags.has(tag))
      return { name: isTaken ? 'splitTests' : word, values, at: one.index }
    }),
  )
  const off = /(?<![\w.])enabled\s*=\s*false|onlyIf\s*\{\s*false\s*\}|\bsetEnabled\s*\(\s*false/.exec(inner)
  return off === null ? found : [...found, { name: 'skipTests', values: ['true'], at: off.index }]
}

const includedTags = /\bincludeTags\s*(?:\(\s*)?((?:["'][^"'\n]+["'][\s,]*)+)/g

const besideTests =
  /\b(?:resources|dependencies|testLogging|reports|jacoco|if\s*\(\s*(?:project\s*\.\s*)?hasProperty\s*\(\s*["'][\w.-]+["']\s*\)\s*\))\s*\{/g

/** Blanks what doesn't say which tests run, or says so only where the one who calls asks for it. */
function withoutBlocks(inner: string): string {
  const parts: string[] = []
  let until = 0
  for (const block of inner.matchAll(besideTests)) {
    if (block.index < until) continue
    const from = block.index + block[0].length
    parts.push(inner.slice(until, from))
    until = endOf(inner, from)
    parts.push(inner.slice(from, until).replace(/[^\n]/g, ' '))
  }
  return [...parts, inner.slice(until)].join('')
}

function endOf(code: string, from: number): number {
  let depth = 1
  for (let at = from; at < code.length; at += 1) {
    if (code[at] === '{') depth += 1
    if (code[at] === '}') depth -= 1
    if (depth === 0) return at
  }
  return code.length
}
