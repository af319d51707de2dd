import * as z from 'zod'
import { pathOf } from '../issues'

/** What is left of an input when only the fields of a schema may stay, and the path of each field that went. */
export type KnownFields = { readonly value: unknown; readonly dropped: readonly string[] }

/** Copies an input with the fields that its schema names and no others, at every depth; whether they are in order is asked by parsing. */
export function keepKnown(schema: z.ZodType, input: unknown): KnownFields {
  const dropped: string[] = []
  return { value: kept(schema, input, [], dropped), dropped }
}

function kept(schema: z.core.$ZodType, input: unknown, path: readonly PropertyKey[], dropped: string[]): unknown {
  const bare = unwrapped(schema, input)
  if (bare instanceof z.ZodArray && Array.isArray(input)) {
    return input.map((item: unknown, index) => kept(bare.element, item, [...path, index], dropped))
  }
  if (!(bare instanceof z.ZodObject) || !isRecord(input)) return input
  const fields: Readonly<Record<string, z.core.$ZodType>> = bare.shape
  const entries = Object.entries(input).flatMap(([key, value]): [string, unknown][] => {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined
    if (field !== undefined) return [[key, kept(field, value, [...path, key], dropped)]]
    dropped.push(pathOf([...path, key]))
    return []
  })
  return Object.fromEntries(entries)
}

/** A choice of forms is taken for its object where an object is given. */
function unwrapped(schema: z.core.$ZodType, input: unknown): z.core.$ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodExactOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodDefault
  )
    return unwrapped(schema.unwrap(), input)
  if (!(schema instanceof z.ZodUnion) || !isRecord(input)) return schema
  const options: readonly z.core.$ZodType[] = schema.options
  return options.map((option) => unwrapped(option, input)).find((option) => option instanceof z.ZodObject) ?? schema
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
