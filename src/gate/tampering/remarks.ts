import type { SyntaxTree } from '../syntax-tree'
import { nodesIn } from './nodes'
import type { SourceSide } from './read-tests'
import type { JudgedPath } from './runner-context'
import type { Tampering } from './tamper-finding'
import type { TamperKind } from './tamper-kind'

/** `isAlone`: no code stands before it on its line. */
type Remark = { readonly text: string; readonly line: number; readonly isAlone: boolean }

const wholeFile = [
  /@ts-nocheck/,
  /^\/\*+\s*eslint-disable\s*(--.*)?\*+\/$/s,
  /^\/[/*]+\s*(oxlint-disable|tslint:disable|jshint ignore:start|jscs:disable|stylelint-disable)\s*(\*+\/)?$/,
  /biome-ignore-all|biome-ignore-start/,
  /^#\s*(mypy:\s*ignore-errors|(flake8|ruff)[:=]\s*noqa\s*$|pylint:\s*(skip-file|disable=all)|pyright:\s*(basic|ignore)|nopycln: file)/,
  /^#!\[(allow|cfg_attr)\s*\((warnings|clippy\s*::\s*(all|pedantic)|unused|dead_code)/,
  /^@SuppressWarnings\s*\(\s*(\{\s*)?"all"/,
  /^\/\/\s*nolint\s*$/,
  /NOSONAR_FILE|sonar:off/,
]
const oneLine = [
  /@ts-(ignore|expect-error)/,
  /eslint-disable|oxlint-disable|tslint:disable|biome-ignore/,
  /#\s*type:\s*ignore|#\s*pyright:\s*ignore/,
  /#\s*noqa|#\s*nosec|pylint:\s*disable/,
  /\/\/\s*nolint/,
  /^#!?\[(allow|expect)\s*\(/,
  /^@SuppressWarnings/,
  /NOSONAR|NOLINT/,
  /prettier-ignore-start/,
]
const uncovered = [
  /pragma:\s*no\s*(cover|branch)/,
  /(istanbul|v8|c8)\s+ignore/,
  /LCOV_EXCL|GCOVR_EXCL|nocov|coverage:\s*ignore|exclude from coverage/i,
  /^#\[(coverage\s*\(\s*off|cfg\s*\(\s*not\s*\(\s*(tarpaulin|coverage))/,
]

/** Remarks that take code out of a check, as many as there are more than before. */
export function remarkFindings({ path, base, head }: JudgedPath): Tampering[] {
  if (head === undefined) return []
  const old = base === undefined ? [] : remarksOf(base).map(({ text }) => keyOf(text))
  return remarksOf(head).flatMap((remark): Tampering[] => {
    const kind = kindOf(remark, base !== undefined)
    const at = old.indexOf(keyOf(remark.text))
    if (at >= 0) old.splice(at, 1)
    if (kind === undefined || at >= 0) return []
    return [{ kind, path, line: remark.line, message: words[kind] ?? '', after: remark.text.slice(0, 200) }]
  })
}

const words: Partial<Readonly<Record<TamperKind, string>>> = {
  'check-suppressed': 'the whole file is taken out of a check',
  'line-suppressed': 'a line is taken out of a check',
  'coverage-excluded': 'code no longer counts for coverage',
}

function keyOf(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** New files may be generated: for them the judge is asked. */
function kindOf({ text, line, isAlone }: Remark, isKnown: boolean): TamperKind | undefined {
  const plain = text.trim()
  if (uncovered.some((pattern) => pattern.test(plain))) return 'coverage-excluded'
  const isTop = isAlone && /^#\s*type:\s*ignore\s*$/.test(plain) && line <= 3
  if (isTop || wholeFile.some((pattern) => pattern.test(plain))) return isKnown ? 'check-suppressed' : 'line-suppressed'
  return oneLine.some((pattern) => pattern.test(plain)) ? 'line-suppressed' : undefined
}

function remarksOf({ text, tree }: SourceSide): Remark[] {
  if (tree !== undefined) return treeRemarks(tree)
  return text.split('\n').flatMap((line, index) => {
    const found = /^\s*((#|\/\/|\/\*|--|;).*)$/.exec(line)
    return found === null ? [] : [{ text: (found[1] ?? '').trim(), line: index + 1, isAlone: true }]
  })
}

function treeRemarks({ root }: SyntaxTree): Remark[] {
  const remarks: Remark[] = []
  for (const node of nodesIn(root)) {
    if (node.type.endsWith('comment') || /^(attribute_item|inner_attribute_item|annotation|marker_annotation)$/.test(node.type))
      remarks.push({ text: node.text, line: node.start.line, isAlone: node.start.column === 1 })
  }
  return remarks
}
