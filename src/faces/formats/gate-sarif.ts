import type { Log, Notification, ReportingDescriptor, Result, Run } from 'sarif'
import type { GateOutcome, GateReport } from '../../gate/gate-report'
import type { GateItem } from './gate-items'
import { gateItems } from './gate-items'
import { ruleText } from './gate-rules'
import { uriOfPath } from './uri-path'

const schemaUri = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'

/**
 * A gate's outcome as SARIF 2.1.0: one result for each finding, failed check and reason, suppressed where a person waived it. Paths are relative to
 * `SRCROOT`. `partialFingerprints` hold the finding's id, so that it is the same alert while lines shift. Where nothing was judged the invocation is unsuccessful.
 */
export function gateSarif(outcome: GateOutcome): string {
  const log: Log = {
    $schema: schemaUri,
    version: '2.1.0',
    runs: [outcome.verdict === 'nothing-judged' ? nothingRun(outcome) : runOf(outcome)],
  }
  // A runner that the file is printed to would take `##[` for a command.
  return `${JSON.stringify(log, undefined, 2).replaceAll('##[', '##\\u005b')}\n`
}

function runOf(report: GateReport): Run {
  const items = gateItems(report)
  const rules = [...new Set(items.map(({ kind }) => kind))].sort().map(ruleOf)
  return {
    ...header(report.version, rules),
    invocations: [
      {
        executionSuccessful: true,
        exitCode: report.verdict === 'PASS' ? 0 : 1,
        properties: { verdict: report.verdict, run: report.run.kind },
      },
    ],
    results: items.map((item) => resultOf(item, rules)),
    properties: { head: report.commits.head, base: report.commits.base, tree: report.tree, run: report.run, hashes: report.hashes },
  }
}

function nothingRun({ version, issues }: GateOutcome & { readonly verdict: 'nothing-judged' }): Run {
  const toolConfigurationNotifications = issues.map(({ code, path, message }): Notification => ({
    level: 'error',
    descriptor: { id: code },
    message: { text: sarifText(`${path}: ${message}`) },
  }))
  return { ...header(version, []), invocations: [{ executionSuccessful: false, exitCode: 2, toolConfigurationNotifications }], results: [] }
}

function header(version: string, rules: ReportingDescriptor[]): Run {
  return {
    tool: { driver: { name: 'adjudicate gate', version, rules } },
    automationDetails: { id: 'adjudicate-gate/' },
    columnKind: 'utf16CodeUnits',
    originalUriBaseIds: { SRCROOT: { description: { text: 'The root of the work tree.' } } },
  }
}

function ruleOf(id: string): ReportingDescriptor {
  return { id, shortDescription: { text: ruleText(id) } }
}

function resultOf(item: GateItem, rules: readonly ReportingDescriptor[]): Result {
  const { kind, level, severity, message, id, path, line, subject, before, after, waiver } = item
  const texts = [message, ...(before === undefined ? [] : [`before: ${before}`]), ...(after === undefined ? [] : [`after: ${after}`])]
  return {
    ruleId: kind,
    ruleIndex: rules.findIndex((rule) => rule.id === kind),
    // What a person let stand keeps its level: the suppression says the rest.
    level: waiver === undefined ? level : severity === 'block' ? 'error' : 'warning',
    message: { text: sarifText(texts.join('\n')) },
    locations: [locationOf(path, line, subject)],
    partialFingerprints: { 'adjudicateFinding/v1': id },
    ...(waiver === undefined
      ? {}
      : {
          suppressions: [
            { kind: 'external' as const, status: 'accepted' as const, justification: `${waiver.by}: ${waiver.reason}`.toWellFormed() },
          ],
        }),
  }
}

/** GitHub takes no result without a place: what belongs to no file is of the root. */
function locationOf(
  path: string | undefined,
  line: number | undefined,
  subject: string | undefined,
): NonNullable<Result['locations']>[number] {
  return {
    physicalLocation: {
      artifactLocation: { uri: uriOfPath((path ?? '.').toWellFormed()), uriBaseId: 'SRCROOT' },
      ...(line === undefined ? {} : { region: { startLine: line } }),
    },
    ...(subject === undefined ? {} : { logicalLocations: [{ name: subject }] }),
  }
}

/** In a SARIF message `{0}` is a placeholder and `[a](1)` a link: braces are doubled and brackets escaped (SARIF 2.1.0, 3.11.5 and 3.11.6). */
function sarifText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\\[\]]/g, '\\$&')
    .replace(/[{}]/g, '$&$&')
}
