import { flatText } from './flat-text'
import { fieldOf } from './nodes'
import type { Definition } from './read-python-cases'
import type { FileFact } from './test-file'

const hookName = /^(pytest_\w+|load_tests|run_tests?|setup_package|teardown_package)$/

/** What rewrites an outcome, an exit status or the list of tests. */
const rewriting = [
  /\. (outcome|exitstatus|excinfo|passed|failed|skipped|when|longrepr|testsfailed|wasxfail) (=|\+=|-=)(?!=)/,
  /\. (force_result|force_exception)\b/,
  /\bitems (\[ : \] )?=(?!=)/,
  /\b(items|session \. items) \. (clear|remove|pop)\b/,
  /\bdel items\b/,
  /\badd_marker \( .*(skip|xfail)/,
  /\bpytest \. (skip|xfail|exit)\b/,
  /\bos \. _exit\b|\bsys \. exit\b/,
  /\b(stats|reports|testsfailed) (\. (pop|clear)|=)/,
  /\. (deselected|pytest_deselected)\b/,
  /\bshouldstop =|\bshouldfail =/,
]

/** Hooks whose very answer takes the place of what the runner would do. */
const replacing =
  /^(pytest_pyfunc_call|pytest_runtest_protocol|pytest_runtest_call|pytest_ignore_collect|pytest_collect_file|pytest_runtestloop|pytest_report_teststatus|pytest_exception_interact|load_tests)$/

/** A hook of the runner, and whether it can change results or which tests run; undefined for other functions. */
export function hookFact(definition: Definition): FileFact | undefined {
  if (!hookName.test(definition.name)) return undefined
  const text = flatText(fieldOf(definition.node, 'body') ?? definition.node)
  const answers = replacing.test(definition.name) && /\breturn (?!None\b|False\b)\S/.test(text)
  return {
    kind: 'hook',
    line: definition.line,
    name: definition.name,
    text,
    rewrites: answers || rewriting.some((pattern) => pattern.test(text)),
  }
}
