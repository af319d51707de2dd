import { SaxesParser } from 'saxes'
import type { Settings, Sink } from './setting'
import { put } from './setting'

/** What Maven calls its settings for tests, in the words that the rules know. */
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
  excludesFile: 'excludesFile',
  includesFile: 'includesFile',
  excludeJUnit5Engine: 'excludeEngines',
  excludeJUnit5Engines: 'excludeEngines',
  'surefire.excludesFile': 'excludesFile',
  'surefire.includesFile': 'includesFile',
}

type Leaf = { readonly name: string; readonly text: string; readonly line: number }
type Open = { readonly name: string; text: string }
type Plugin = { name: string; readonly leaves: Leaf[]; isUnbound: boolean; line: number }
/** What the project or one profile says. */
type Said = { readonly properties: Leaf[]; readonly plugins: Plugin[]; readonly build: Leaf[]; isOn: boolean }

const depthMax = 100

/** Reads what a pom.xml says of surefire, failsafe and jacoco, with the profiles that are on without being asked for; undefined where it is no XML (spec 10, 3). */
export function readPom(text: string, sink: Sink): Settings | undefined {
  const said = documentOf(text)
  if (said === undefined) return undefined
  const on = said.filter(({ isOn }) => isOn)
  const values = new Map(on.flatMap(({ properties }) => properties.map((one) => [one.name, one.text] as const)))
  const filled = (leaf: Leaf): Leaf => ({ ...leaf, text: values.get(/^\$\{([^}]+)\}$/.exec(leaf.text)?.[1] ?? '') ?? leaf.text })
  for (const { properties } of on) for (const leaf of properties) if (leaf.name !== 'test') putWord(sink, 'surefire', filled(leaf))
  const plugins = on.flatMap((one) => one.plugins)
  const leavesOf = (tool: string): Leaf[] =>
    plugins.filter(({ name }) => name === `maven-${tool}-plugin`).flatMap(({ leaves }) => leaves.map(filled))
  putPlugins(leavesOf('surefire'), leavesOf('failsafe'), sink)
  for (const plugin of plugins)
    if (plugin.isUnbound && /^maven-(surefire|failsafe)-plugin$/.test(plugin.name))
      put(sink, 'surefire.unboundTests', ['none'], true, plugin.line)
  putCoverage(
    plugins.filter(({ name }) => name === 'jacoco-maven-plugin').flatMap(({ leaves }) => leaves.map(filled)),
    sink,
  )
  for (const leaf of on.flatMap(({ build }) => build).map(filled))
    if (leaf.name === 'testSourceDirectory') put(sink, 'surefire.includes', [leaf.text.replace('${project.basedir}/', '')], true, leaf.line)
    else put(sink, 'maven.parent', [leaf.text], true, leaf.line)
  return sink
}

/** The project first, then its profiles. */
function documentOf(text: string): Said[] | undefined {
  const parser = new SaxesParser({ xmlns: false })
  const open: Open[] = []
  const all: Said[] = [emptySaid(true)]
  let plugin = emptyPlugin()
  parser.on('opentag', ({ name }) => {
    if (open.length >= depthMax) parser.fail(`found elements more than ${depthMax} deep`)
    if (name === 'plugin') plugin = emptyPlugin()
    if (name === 'profile') all.push(emptySaid(false))
    open.push({ name, text: '' })
  })
  parser.on('text', (more) => {
    const last = open.at(-1)
    if (last !== undefined) last.text += more
  })
  parser.on('closetag', ({ name }) => {
    const own = open.pop()
    if (own === undefined) return
    const within = open.map((one) => one.name)
    const said = (within.includes('profile') || name === 'profile' ? all.at(-1) : all[0]) ?? emptySaid(false)
    note({ name, text: own.text.trim(), line: parser.line }, within, said, plugin)
  })
  try {
    // Without a handler for errors the parser throws at the first one.
    parser.write(text.replace(/^\ufeff/, '')).close()
  } catch {
    return undefined
  }
  return all
}

function emptySaid(isOn: boolean): Said {
  return { properties: [], plugins: [], build: [], isOn }
}

function emptyPlugin(): Plugin {
  return { name: '', leaves: [], isUnbound: false, line: 0 }
}

/** Takes one element that has ended to where it belongs. */
function note(leaf: Leaf, within: readonly string[], said: Said, plugin: Plugin): void {
  const { name, text, line } = leaf
  const parent = within.at(-1)
  if (name === 'artifactId' && parent === 'plugin') plugin.name = text
  if (within.includes('plugin') && within.includes('configuration') && text !== '') plugin.leaves.push(leaf)
  if (within.includes('plugin') && parent === 'execution' && name === 'phase' && /^(none|never|)$/.test(text)) {
    plugin.isUnbound = true
    plugin.line = line
  }
  if (name === 'plugin') said.plugins.push(plugin)
  if (parent === 'properties') said.properties.push(leaf)
  if ((name === 'testSourceDirectory' && parent === 'build') || (/^(groupId|artifactId|relativePath)$/.test(name) && parent === 'parent'))
    said.build.push(leaf)
  // What isn't set is never set by accident: such a profile is on unless somebody asks for it not to be.
  const isMeant =
    within.includes('activation') && ((name === 'activeByDefault' && text === 'true') || (name === 'name' && text.startsWith('!')))
  if (isMeant && within.includes('profile')) said.isOn = true
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

function putCoverage(leaves: readonly Leaf[], sink: Sink): void {
  const floors = leaves.filter(({ name }) => name === 'minimum').map(({ text }) => text)
  if (floors.length > 0) put(sink, 'jacoco.minimum_coverage', [String(Math.min(...floors.map(Number)))], false, leaves[0]?.line)
  for (const { name, text, line } of leaves)
    if (name === 'haltOnFailure') put(sink, 'jacoco.haltOnFailure', [text], false, line)
    else if (name === 'skip') put(sink, 'jacoco.haltOnFailure', [text === 'true' ? 'false' : 'true'], false, line)
}

function putWord(sink: Sink, tool: string, { name, text, line }: Leaf): void {
  const word = words[name]
  if (word !== undefined) put(sink, `${tool}.${word}`, [text], word.endsWith('cludes'), line)
}
