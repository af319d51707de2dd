import type { CasePair } from './match-cases'
import type { Tampering } from './tamper-finding'
import type { Marker, TestCase } from './test-file'
import type { TrackedCase } from './tracked-case'

const words: Readonly<Record<Marker['kind'], string>> = {
  skip: 'it is skipped now',
  'conditional-skip': 'it is skipped under a condition now',
  todo: 'it is only planned now',
  'expected-failure': 'its failure passes now',
  focus: 'it keeps the others from running',
  retry: 'it is run again after a failure',
}
const skipping = new Set<Marker['kind']>(['skip', 'conditional-skip', 'todo', 'expected-failure'])

/** Skips, focuses and retries that a case has now and hadn't before. A case that didn't run before can't be skipped any more. */
export function markerFindings({ base, head }: CasePair): Tampering[] {
  const fresh = newMarkers(base.test.markers, head.test.markers)
  const skip = isOff(base.test) ? undefined : fresh.find(({ kind }) => skipping.has(kind))
  const focus = fresh.find(({ kind }) => kind === 'focus')
  const retry = fresh.find(({ kind }) => kind === 'retry')
  const panics = (one: TrackedCase): boolean => one.test.assertions.some(({ matcher }) => matcher === 'should_panic')
  const turned = panics(head) && !panics(base) && !isOff(base.test) && base.test.assertions.length > 0
  return [
    ...(turned
      ? [finding('test-skipped', head, { kind: 'expected-failure', line: head.test.line, text: 'should_panic', at: 'case' })]
      : []),
    ...(skip === undefined ? [] : [finding('test-skipped', head, skip)]),
    ...(focus === undefined ? [] : [finding('focus-added', head, focus)]),
    ...(retry === undefined ? [] : [finding('retries-added', head, retry)]),
  ]
}

/** What a new case brings with it. */
export function newCaseMarkers(head: TrackedCase): Tampering[] {
  return head.test.markers
    .filter(({ kind }) => kind === 'focus')
    .slice(0, 1)
    .map((marker) => finding('focus-added', head, marker))
}

/** Never run, or without a say in the result. */
export function isOff(test: TestCase): boolean {
  return test.markers.some(({ kind }) => kind === 'skip' || kind === 'todo' || kind === 'expected-failure')
}

/** By kind, as many as there are more than before. */
export function newMarkers(base: readonly Marker[], head: readonly Marker[]): Marker[] {
  const old = base.map(({ kind }) => kind)
  return head.filter(({ kind }) => {
    const at = old.indexOf(kind)
    if (at >= 0) old.splice(at, 1)
    return at < 0
  })
}

function finding(kind: 'test-skipped' | 'focus-added' | 'retries-added', head: TrackedCase, marker: Marker): Tampering {
  return { kind, path: head.path, line: marker.line, subject: head.title, message: words[marker.kind], after: marker.text }
}

/** Markers of a whole file: `pytestmark`, a skip in a set-up, retries for all. */
export function fileMarkerFindings(path: string, base: readonly Marker[], head: readonly Marker[]): Tampering[] {
  return newMarkers(base, head).map((marker) => ({
    kind: marker.kind === 'focus' ? 'focus-added' : marker.kind === 'retry' ? 'retries-added' : 'test-skipped',
    path,
    line: marker.line,
    message: `for all of its cases: ${words[marker.kind]}`,
    after: marker.text,
  }))
}
