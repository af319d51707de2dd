export { openTelemetryTracing } from '../../../adapters/tracing/opentelemetry'
export type { Span, SpanFacts, SpanKind, Tracing } from '../../../ports/tracing'
