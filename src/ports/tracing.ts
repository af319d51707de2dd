/** What is said of a span: names and figures, never words of a brief or an answer. */
export type SpanFacts = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

/** A span under way. `fail` marks it as failed, by a kind of failure in one word. */
export type Span = { readonly note: (facts: SpanFacts) => void; readonly fail: (kind: string) => void }

/** `client`: a call of something outside, such as a model. */
export type SpanKind = 'internal' | 'client'

/** Where spans go. */
export type Tracing = {
  /** Does the work within a span, which is the parent of the spans begun in it; what the work throws fails the span and is thrown on. */
  readonly span: <T>(name: string, kind: SpanKind, facts: SpanFacts, work: (span: Span) => Promise<T>) => Promise<T>
}

const silent: Span = { note: () => undefined, fail: () => undefined }

/** No spans at all: what a driver uses where nobody traces. */
export const untraced: Tracing = { span: (_, __, ___, work) => work(silent) }
