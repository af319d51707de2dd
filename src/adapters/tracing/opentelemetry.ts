import type * as OpenTelemetry from '@opentelemetry/api'
import { AdjudicateError, isAdjudicateError } from '../../errors'
import type { SpanFacts, Tracing } from '../../ports/tracing'
import { release } from '../../release'

/**
 * Spans through `@opentelemetry/api`, where that optional package is installed; undefined where it isn't. They go to the provider that the host registers, before or
 * after this; without one they cost next to nothing. Throws `peer-unusable` where the package is there and can't be used.
 */
export async function openTelemetryTracing(load: () => Promise<unknown> = () => import(packageName)): Promise<Tracing | undefined> {
  let loaded: unknown
  try {
    loaded = await load()
  } catch (error) {
    if (isMissing(error)) return undefined
    throw unusable(`it does not load: ${String(error)}`, error)
  }
  if (!isApi(loaded)) throw unusable('it has no trace, SpanKind and SpanStatusCode: it needs version 1.9 or later')
  return tracingOver(loaded)
}

const packageName = '@opentelemetry/api'

type Api = Pick<typeof OpenTelemetry, 'trace' | 'SpanKind' | 'SpanStatusCode'>

function isApi(loaded: unknown): loaded is Api {
  return typeof loaded === 'object' && loaded !== null && ['trace', 'SpanKind', 'SpanStatusCode'].every((name) => name in loaded)
}

function unusable(why: string, cause?: unknown): AdjudicateError {
  return new AdjudicateError('peer-unusable', `${packageName} can't be used: ${why}`, { package: packageName }, cause)
}

function tracingOver({ trace: provider, SpanKind: kinds, SpanStatusCode: { ERROR: failed } }: Api): Tracing {
  return {
    span: (name, kind, facts, work) => {
      const options = { kind: kind === 'client' ? kinds.CLIENT : kinds.INTERNAL, attributes: attributesOf(facts) }
      // Asked for anew each time, so that a provider registered later is found.
      return provider.getTracer('adjudicate', release).startActiveSpan(name, options, async (own) => {
        let isFailed = false
        const fail = (type: string): void => {
          // Whoever was nearer to the failure knows it better.
          if (!isFailed) own.setAttribute('error.type', type).setStatus({ code: failed })
          isFailed = true
        }
        try {
          return await work({ note: (more) => void own.setAttributes(attributesOf(more)), fail })
        } catch (thrown) {
          // The message may hold words of strangers, so only its code goes out.
          fail(isAdjudicateError(thrown) ? thrown.code : 'error')
          throw thrown
        } finally {
          own.end()
        }
      })
    },
  }
}

function attributesOf(facts: SpanFacts): OpenTelemetry.Attributes {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => {
      if (value === undefined) return []
      return [[name, typeof value === 'object' ? [...value] : value]]
    }),
  )
}

function isMissing(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  return error.code === 'ERR_MODULE_NOT_FOUND' && error.message.includes(packageName)
}
