import type { Sink } from './setting'
import { put } from './setting'

const testBlocks =
  /(?<![\w.])(?:tasks\s*\.\s*)?(?:test|(?:named|getByName|findByName)\s*(?:<\s*\w+\s*>\s*)?\(\s*["']test["'][^)]{0,40}\)|withType\s*(?:<\s*Test\s*>|\(\s*Test(?:::class)?\s*\))\s*(?:\(\s*\))?)(?:\s*\.\s*(?:configureEach|all|configure|each|forEach))?\s*\{/g

/** How Gradle's words for tests read in the words that the rules know; the group is the value. */
const gradleWords: readonly (readonly [RegExp, string])[] = [
  [/(?<![\w.])excludes?\s*(?:[(=]\s*)?(?:\[\s*)?((?:["'][^"'\n]+["'][\s,]*)+)/g, 'excludes'],
  [/(?<![\w.])includes?\s*(?:[(=]\s*)?(?:\[\s*)?((?:["'][^"'\n]+["'][\s,]*)+)/g, 'includes'],
  [
    /\b(?:excludeTestsMatching|includeTestsMatching|includeTest|excludeTest|includeTags|excludeTags)\s*(?:\(\s*)?((?:["'][^"'\n]+["'][\s,]*)+)/g,
    'testNamePattern',
  ],
  [/\b(?:ignoreFailures\s*=\s*|setIgnoreFailures\s*\(\s*|ignoreFailures\.set\s*\(\s*)(true)\b/g, 'testFailureIgnore'],
  [/\bmaxRetries(?:\.set\s*\(|\s*=)\s*(\d+)/g, 'retries'],
]

/** Reads what a Gradle script says of its tests, as text: comments are taken out, what a variable holds isn't known (spec 10, 3). */
export function readGradle(text: string, sink: Sink): void {
  const code = withValues(text.replace(/\/\*(?:[^]*?\*\/|[^]*$)|(?<=^|[\s;{}])\/\/[^\n]*/g, (comment) => comment.replace(/[^\n]/g, ' ')))
  const tags = new Set([...code.matchAll(includedTags)].flatMap(([, list]) => (list ?? '').split(/["'\s,]+/)))
  const found: Said[] = [...saidOutside(code)]
  let until = 0
  for (const block of code.matchAll(testBlocks)) {
    if (/sourceSets\s*(?:\.\s*|\{[^{}]{0,2000})$/.test(code.slice(Math.max(0, block.index - 2040), block.index))) continue
    // What stands in a block that was read belongs to it.
    if (block.index < until) continue
    const from = block.index + block[0].length
    until = endOf(code, from)
    found.push(...saidIn(withoutBlocks(code.slice(from, until)), tags).map((one) => ({ ...one, at: from + one.at })))
  }
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
      const values = valuesOf(one[1])
      // Another task of the script runs what carries the tag.
      const isTaken = one[0].startsWith('excludeTags') && values.every((tag) => tags.has(tag))
      return { name: isTaken ? 'splitTests' : word, values, at: one.index }
    }),
  )
  const off =
    /(?<![\w.])(?:(?:it|task|t)\s*\.\s*)?(?:enabled\s*=\s*false|enabled\.set\s*\(\s*false|setEnabled\s*\(\s*false|onlyIf\s*\{\s*false\s*\})/.exec(
      inner,
    )
  return off === null ? found : [...found, { name: 'skipTests', values: ['true'], at: off.index }]
}

/** What is said of the tests outside of their block: off by name, taken out of a list of tasks, other sources, floors of coverage. */
function saidOutside(code: string): Said[] {
  const found = outside.flatMap(([pattern, name]) =>
    [...code.matchAll(pattern)].map((one): Said => ({ name, values: [(one[1] ?? 'true').trim()], at: one.index })),
  )
  let until = 0
  for (const block of code.matchAll(
    /\bsourceSets\s*(?:\{\s*(?:main\s*\{[^{}]{0,400}(?:\{[^{}]{0,400}\}[^{}]{0,400}){0,4}\}\s*)?|\.\s*)(?:named\s*\(\s*)?["']?test["']?\s*\)?\s*\{/g,
  )) {
    if (block.index < until) continue
    const from = block.index + block[0].length
    until = endOf(code, from)
    const inner = code.slice(from, until).replace(/\bresources\s*\{[^{}]*\}/g, (other) => other.replace(/[^\n]/g, ' '))
    const dirs = /\bsrcDirs\s*=\s*(?:files\s*\(|\[|listOf\s*\(|setOf\s*\()([^\])]*)|\bsetSrcDirs\s*\(\s*(?:\[|listOf\s*\()([^\])]*)/.exec(
      inner,
    )
    if (dirs !== null) {
      const values = (dirs[1] ?? dirs[2] ?? '').match(/[^"'\s,]+/g) ?? ['none']
      found.push({ name: 'includes', values, at: from + dirs.index })
    }
    for (const [pattern, name] of gradleWords.filter(([, word]) => word.endsWith('cludes')))
      for (const one of inner.matchAll(pattern)) found.push({ name, values: valuesOf(one[1]), at: from + one.index })
  }
  return [...found, ...coverageIn(code)]
}

const outside: readonly (readonly [RegExp, string])[] = [
  [
    /(?<!\w)(?:test|(?:named|getByName|findByName)\s*(?:<\s*\w+\s*>\s*)?\(\s*["']test["'][^)]{0,40}\)(?:\s*\.\s*get\s*\(\s*\))?)\s*\.\s*(?:enabled\s*=\s*false|setEnabled\s*\(\s*false|onlyIf\s*\{\s*false)/g,
    'skipTests',
  ],
  [/\bdependsOn\s*(?:\.\s*remove\w*\s*[({]|-=)([^)}\n]*)/g, 'removedTask'],
  [/\bcheck(?:["']\s*\))?\s*(?:\.\s*|\{\s*)(?:dependsOn\s*=|setDependsOn\s*\()([^\n}]*)/g, 'removedTask'],
  [/\bexcludedTaskNames\b([^\n]*)/g, 'removedTask'],
  [/\btestClassesDirs\s*=\s*((?:objects\s*\.\s*fileCollection|(?:project\s*\.\s*)?files)\s*\(\s*\))/g, 'noClasses'],
  [/\btestClassesDirs\s*=\s*(?!(?:objects\s*\.\s*fileCollection|(?:project\s*\.\s*)?files)\s*\(\s*\))([^\n]*)/g, 'classes'],
]

function coverageIn(code: string): Said[] {
  const block = /\bjacocoTestCoverageVerification\b[^{\n]{0,60}\{/.exec(code)
  if (block === null) return []
  const from = block.index + block[0].length
  const inner = code.slice(from, endOf(code, from))
  const floors = [...inner.matchAll(/\bminimum\s*(?:=\s*|\.set\s*\(\s*)(?:BigDecimal\s*\(\s*)?["']?(\d+(?:\.\d+)?)/g)].map(([, floor]) =>
    Number(floor),
  )
  const off = /(?<![\w.])(?:enabled\s*=\s*false|setEnabled\s*\(\s*false|isFailOnViolation\s*=\s*false|failOnViolation\s*=\s*false)/.exec(
    inner,
  )
  return [
    ...(floors.length === 0 ? [] : [{ name: 'coverage.minimum_coverage', values: [String(Math.min(...floors))], at: from }]),
    ...(off === null ? [] : [{ name: 'coverage.enabled', values: ['false'], at: from + off.index }]),
  ]
}

/** Names that hold a text or a list of texts are read as what they hold, where a pattern is wanted. */
function withValues(code: string): string {
  const held = new Map(
    [...code.matchAll(/(?<![\w.])(?:def|val|var|String|ext\.)\s*(\w+)\s*=\s*(?:(["'][^"'\n]*["'])|(?:listOf\s*\(|\[)([^\])\n]*))/g)].map(
      ([, name, text, list]) => [name ?? '', text ?? list ?? ''] as const,
    ),
  )
  return code.replace(
    /(?<![\w.])((?:exclude|include|excludes|includes|excludeTestsMatching|includeTestsMatching|excludeTags|includeTags)\b\s*[(=]?\s*)(\w+)/g,
    (all, word: string, name: string) => (/["']/.test(held.get(name) ?? '') ? `${word}${held.get(name) ?? ''}` : all),
  )
}

/** Compiled classes are named where the sources are meant. */
function valuesOf(list: string | undefined): string[] {
  return ((list ?? '').match(/[^"'\s,]+/g) ?? []).map((value) => value.replace(/\.class$/, '.*'))
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
