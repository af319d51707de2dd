import { parseTree } from 'jsonc-parser'
import type { Node as JsonNode } from 'jsonc-parser'
import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'
import type { SyntaxTree } from '../syntax-tree'
import { readGradle, readPom } from './settings-build'
import { readCodeSettings } from './settings-code'
import type { Settings, Sink } from './setting'
import { joined, put } from './setting'

/** Reads a configuration file by its kind; `tree` for those that are code. Undefined where it can't be read. */
export function readSettings(path: string, text: string, tree: SyntaxTree | undefined): Settings | undefined {
  const name = path.split('/').at(-1) ?? ''
  const sink: Sink = new Map()
  if (tree !== undefined) readCodeSettings(tree.root, sink)
  else if (/\.jsonc?$|^\.(nycrc|c8rc|eslintrc|mocharc|swcrc|babelrc|oxlintrc|taprc)$/.test(name)) readJson(text, sink)
  else if (name.endsWith('.toml') || /^config$/.test(name)) return readData(() => parseToml(text), sink)
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
    for (const one of value) if (typeof one === 'object' && one !== null) readValue(one, joined(key, '[]'), sink)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) readValue(inner, joined(key, name), sink)
  } else put(sink, key, [String(value)], false)
}

function readJson(text: string, sink: Sink): void {
  const root = parseTree(text, [], { allowTrailingComma: true })
  if (root !== undefined) readJsonNode(root, '', text, sink)
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
  }
}
