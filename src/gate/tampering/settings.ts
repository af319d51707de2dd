import { parseTree } from 'jsonc-parser'
import type { Node as JsonNode } from 'jsonc-parser'
import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'
import type { SyntaxTree } from '../syntax-tree'
import { readCodeSettings } from './settings-code'
import { readGradle } from './settings-gradle'
import { readPom } from './settings-maven'
import type { Settings, Sink } from './setting'
import { joined, put } from './setting'

/** Reads a configuration file by its kind; `tree` for those that are code. Undefined where it can't be read. */
export function readSettings(path: string, text: string, tree: SyntaxTree | undefined): Settings | undefined {
  const name = path.split('/').at(-1) ?? ''
  const sink: Sink = new Map()
  const listKey = name.startsWith('vitest.workspace.') ? 'workspace' : undefined
  if (tree !== undefined) readCodeSettings(tree.root, sink, listKey)
  else if (/\.jsonc?$|^\.(nycrc|c8rc|eslintrc|mocharc|swcrc|babelrc|oxlintrc|taprc)$/.test(name)) readJson(text, listKey ?? '', sink)
  else if (name.endsWith('.toml') || /^config$/.test(name)) return readData(() => parseToml(text), sink)
  else if (name === 'maven.config' || name === 'jvm.config') put(sink, 'args', [text.split(/\s+/).join(' ').trim()], false, 1)
  else if (name === 'pom.xml') return readPom(text, sink)
  else if (name.startsWith('build.gradle')) readGradle(text, sink)
  else if (/\.ya?ml$/.test(name)) return readData(() => parseYaml(text) as unknown, sink)
  else readIni(text, sink)
  return sink
}

/** A broken file is read as far as nothing: what it said is gone. */
function readData(parse: () => unknown, sink: Sink): Settings | undefined {
  let value: unknown
  try {
    value = parse()
  } catch {
    return undefined
  }
  readValue(value, '', sink)
  return sink
}

function readValue(value: unknown, key: string, sink: Sink): void {
  if (Array.isArray(value)) {
    const plain = value.filter((one) => typeof one !== 'object' || one === null)
    if (plain.length > 0 || value.length === 0) put(sink, key, plain.map(String), true)
    for (const one of value) if (typeof one === 'object' && one !== null) readValue(one, joined(key, partOf(one, key)), sink)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) readValue(inner, joined(key, name), sink)
  } else put(sink, key, [String(value)], false)
}

/** Cargo's targets are told apart by their names; of other lists only the place counts. */
function partOf(value: object, key: string): string {
  return key === 'test' && 'name' in value && typeof value.name === 'string' ? `[${value.name}]` : '[]'
}

function readJson(text: string, key: string, sink: Sink): void {
  const root = parseTree(text, [], { allowTrailingComma: true })
  if (root !== undefined) readJsonNode(root, key, text, sink)
}

function readJsonNode(node: JsonNode, key: string, text: string, sink: Sink): void {
  const line = text.slice(0, node.offset).split('\n').length
  if (node.type === 'object') {
    for (const property of node.children ?? []) {
      const [name, value] = property.children ?? []
      if (name !== undefined && value !== undefined) readJsonNode(value, joined(key, String(name.value)), text, sink)
    }
  } else if (node.type === 'array') {
    const parts = node.children ?? []
    const plain = parts.filter(({ type }) => type !== 'object' && type !== 'array')
    if (plain.length > 0 || parts.length === 0)
      put(
        sink,
        key,
        plain.map((part) => String(part.value)),
        true,
        line,
      )
    for (const part of parts) if (part.type === 'object' || part.type === 'array') readJsonNode(part, joined(key, '[]'), text, sink)
  } else put(sink, key, [String(node.value)], false, line)
}

/** A comment begins behind white space; looked for from the mark back, since a pattern would begin anew at every blank. */
function withoutComment(line: string): string {
  const mark = /(?<=\s)[#;]/.exec(line)
  return mark === null ? line : line.slice(0, mark.index).trimEnd()
}

function readIni(text: string, sink: Sink): void {
  let section = ''
  let key: string | undefined
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const bare = withoutComment(raw)
    // An indented line behind a key goes on with its value, whatever it looks like.
    const head = key !== undefined && /^\s/.test(raw) ? null : /^\s*\[([^\]]+)\]\s*$/.exec(bare)
    if (head !== null) {
      section = (head[1] ?? '').replaceAll(':', '.')
      key = undefined
      continue
    }
    // pytest knows comments as lines of their own only: what stands behind a mark counts.
    const line = /(^|\.)pytest$/.test(section) ? raw.trimEnd() : bare
    if (/^\s*([#;].*)?$/.test(line)) continue
    const pair = /^([^\s=:][^=:]*?)\s*[=:]\s*(.*)$/.exec(line)
    if (pair !== null && !/^\s/.test(line)) {
      key = joined(section, pair[1] ?? '')
      if (pair[2] !== '') put(sink, key, [pair[2] ?? ''], false, index + 1)
      else put(sink, key, [], true, index + 1)
    } else if (key !== undefined) put(sink, key, [line.trim()], true, index + 1)
    putVariable(key, line, index + 1, sink)
  }
}

/** tox gives variables to what it runs: one of them counts by its own name. */
function putVariable(key: string | undefined, line: string, at: number, sink: Sink): void {
  const found =
    key !== undefined && /(^|\.)set_?env$/.test(key) ? /(?:^|\s)(\w+)\s*=\s*(\S.*)$/.exec(line.replace(/^set_?env\s*=/, '')) : null
  if (key !== undefined && found !== null) put(sink, joined(key, found[1] ?? ''), [found[2] ?? ''], false, at)
}
