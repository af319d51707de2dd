import { dirname, resolve } from 'node:path'
import { isAdjudicateError } from '../../errors'
import type { Issue, Parsed } from '../../issues'
import { sortIssues } from '../../issues'
import type { SliceSetup } from '../../tribunal/setup'
import { parseSliceSetup } from '../../tribunal/setup'
import { platformDigest } from '../embed/platform-digest'
import { readJson, readText } from './reading'
import type { SliceHandsSpec } from './slice-file'
import { parseSliceFile, textFields, withPaths } from './slice-file'
import type { Surroundings } from './terminal'
import { wellRead } from './told'

/** A slice's file as it is run: paths are absolute, texts that stood in files of their own are in. */
export type ReadSlice = { readonly setup: SliceSetup; readonly hands: SliceHandsSpec }

/** Reads a slice's file whole; every path in it is seen from its own folder. Throws `data-invalid` with every fault, `doubled-key`, and what reading throws. */
export async function readSlice(file: string, here: Surroundings): Promise<ReadSlice> {
  const input = await readJson(here.cwd, file)
  const folder = dirname(resolve(here.cwd, file))
  const shape = parseSliceFile(input)
  // Every fault at once: a slice is looked at though the rest is faulty.
  const slice = typeof input === 'object' && input !== null && 'slice' in input ? input.slice : undefined
  const setup = isObject(slice) ? await withTexts(slice, folder) : undefined
  if (shape.ok && setup?.ok === true) return { setup: setup.value, hands: withPaths(shape.value.hands, (name) => resolve(folder, name)) }
  const issues = [shape, setup].flatMap((one) => (one === undefined || one.ok ? [] : one.issues))
  return wellRead(file, { ok: false, issues: sortIssues(issues) }, 'adjudicate run --help')
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

async function withTexts(slice: Readonly<Record<string, unknown>>, folder: string): Promise<Parsed<SliceSetup>> {
  const issues: Issue[] = []
  const text = async (name: string, path: string): Promise<string> => {
    try {
      return await readText(folder, name)
    } catch (error) {
      if (!isAdjudicateError(error)) throw error
      issues.push({ code: error.code, path, message: error.message })
      return ''
    }
  }
  const setup: Record<string, unknown> = { ...slice }
  for (const field of textFields) {
    const file = fileIn(slice[field])
    if (file !== undefined) setup[field] = await text(file, `slice.${field}`)
  }
  if (Array.isArray(slice['references'])) {
    const references: unknown[] = []
    for (const [index, one] of slice['references'].entries()) references.push(await reference(one, `slice.references[${index}]`, text))
    setup['references'] = references
  }
  if (issues.length > 0) return { ok: false, issues }
  const parsed = parseSliceSetup(setup, platformDigest)
  if (parsed.ok) return { ok: true, value: setup as SliceSetup }
  return {
    ok: false,
    issues: sortIssues(parsed.issues.map((issue) => ({ ...issue, path: `slice${issue.path === '' ? '' : `.${issue.path}`}` }))),
  }
}

async function reference(one: unknown, path: string, text: (name: string, path: string) => Promise<string>): Promise<unknown> {
  const file = fileIn(one)
  if (file === undefined || typeof one !== 'object' || one === null) return one
  const { file: _, ...rest } = one as { file?: unknown }
  return { ...rest, text: await text(file, `${path}.file`) }
}

function fileIn(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null && 'file' in value && typeof value.file === 'string' ? value.file : undefined
}
