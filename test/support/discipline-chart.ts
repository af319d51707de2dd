import { builderMachine } from '../../src/discipline/machine'

/** Every way of the chart, one line each, as `from -> to: event [guard] / actions`. */
export type ChartWay = { readonly from: string; readonly to: string; readonly event: string; readonly guard: string }

/** The ways of the machine itself, in its own order. */
export function chartWays(): ChartWay[] {
  return Object.values(builderMachine.states).flatMap((node) => {
    const named = Object.entries(node.on).flatMap(([event, ways]) => ways.map((way) => ({ event, way })))
    const eventless = (node.always ?? []).map((way) => ({ event: 'at once', way }))
    return [...named, ...eventless].map(({ event, way }) => ({
      from: node.key,
      to: way.target?.[0]?.key ?? node.key,
      event,
      guard: typeof way.guard === 'string' ? way.guard : '',
    }))
  })
}

/** The chart as Mermaid. */
export function chartAsMermaid(): string {
  const ways = chartWays().map(({ from, to, event, guard }) => `    ${from} --> ${to}: ${event}${guard === '' ? '' : ` [${guard}]`}`)
  return ['```mermaid', 'stateDiagram-v2', '    [*] --> active', ...ways, '```'].join('\n')
}
