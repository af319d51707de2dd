import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { gateAnnotations } from '../../src/faces/formats/gate-github'
import { gateJunit } from '../../src/faces/formats/gate-junit'
import { gateSarif } from '../../src/faces/formats/gate-sarif'
import { gateSummary } from '../../src/faces/formats/gate-summary'
import { gateText } from '../../src/faces/formats/gate-text'
import { assembleReport } from '../../src/gate/assemble-report'
import { eventful, quiet } from '../support/gate-parts-example'

const outcomes = {
  pass: assembleReport(quiet),
  fail: assembleReport(eventful()),
  nothing: assembleReport({ ...quiet, validation: [], contracts: [] }),
}
const formats = { text: gateText, junit: gateJunit, sarif: gateSarif, annotations: gateAnnotations, summary: gateSummary }
const pages = Object.entries(outcomes).flatMap(([name, outcome]) =>
  Object.entries(formats).map(([format, write]) => ({ name: `${name}-${format}`, write: () => write(outcome) })),
)

describe('pages of a gate, to the letter', () => {
  test.each(pages)('$name', ({ name, write }) => {
    expect(write()).toBe(readFileSync(join(import.meta.dirname, 'gate', `${name}.txt`), 'utf8'))
  })
})
