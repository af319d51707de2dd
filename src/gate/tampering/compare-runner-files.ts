import { abstractClasses } from './abstract-classes'
import { compareAttributes } from './compare-attributes'
import { compareCi } from './compare-ci'
import { compareRunScript } from './compare-run-scripts'
import { compareScriptFile } from './compare-script-files'
import { readTests } from './read-tests'
import { compareSettings } from './compare-settings'
import { compareSnapshots } from './compare-snapshots'
import { isLockFile } from './lock-entries'
import { lockFindings } from './lock-files'
import { remarkFindings } from './remarks'
import { replacedChecks } from './replaced-checks'
import type { JudgedPath, RunnerContext } from './runner-context'
import { shadowingFindings } from './shadowing'
import { sourceExits } from './source-exits'
import { standIns } from './stand-ins'
import { specialCases } from './special-cases'
import type { Tampering } from './tamper-finding'

/** What changed around the tests: configuration, scripts, pipelines, snapshots, attributes, and remarks and exits in sources (F46). */
export function compareRunnerFiles(files: readonly JudgedPath[], context: RunnerContext): Tampering[] {
  return files.flatMap((file) => {
    const shadow = shadowingFindings(file)
    return shadow.length > 0 ? shadow : findingsOf(file, context, files)
  })
}

function findingsOf(file: JudgedPath, context: RunnerContext, files: readonly JudgedPath[]): Tampering[] {
  // A file with cases of its own is followed case by case, whoever runs it.
  const isRun = context.scriptPaths.has(file.path) && /^(source|other|data|test)$/.test(file.role) && !holdsCases(file)
  return isRun ? [...remarkFindings(file), ...compareRunScript(file)] : byRole(file, context, files)
}

function holdsCases({ path, role, base, head }: JudgedPath): boolean {
  const side = base ?? head
  return role === 'test' && side !== undefined && readTests(path, side).cases.length > 0
}

function byRole(file: JudgedPath, context: RunnerContext, files: readonly JudgedPath[]): Tampering[] {
  switch (file.role) {
    case 'config':
      return [
        ...compareSettings(file, context, files),
        ...(file.head?.tree === undefined ? [] : [...remarkFindings(file), ...replacedChecks(file), ...sourceExits(file)]),
      ]
    case 'script':
      return compareScriptFile(file)
    case 'ci':
      return compareCi(file)
    case 'control':
      return [{ kind: 'control-plane', path: file.path, message: 'the gate is judged by this file, not by the branch that edits it' }]
    case 'attributes':
      return compareAttributes(file, context)
    case 'snapshot':
      return compareSnapshots(file, context, files)
    case 'data':
      return dataFindings(file, context)
    case 'test':
      return [...remarkFindings(file), ...replacedChecks(file), ...standIns(file), ...abstractClasses(file, context, files)]
    case 'source':
      return [...remarkFindings(file), ...replacedChecks(file), ...sourceExits(file), ...specialCases(file, context)]
    case 'other':
      return isLockFile(file.path) ? lockFindings(file) : []
  }
}

/** Data beside tests is their input. */
function dataFindings({ path, base, head }: JudgedPath, { codeChanged }: RunnerContext): Tampering[] {
  if (
    base === undefined ||
    head === undefined ||
    codeChanged ||
    base.text.replaceAll('\r\n', '\n').trim() === head.text.replaceAll('\r\n', '\n').trim()
  )
    return []
  return [{ kind: 'fixture-adapted', path, message: 'data of the tests changed, and no code did' }]
}
