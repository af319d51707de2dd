/** One line of the performance page: what was measured, in which unit, against what, with the aim. */
export type Measured = {
  readonly what: string
  readonly value: string
  readonly beside: string
  readonly ratio: number | null
  readonly aim: string
  readonly met: boolean | null
}

const stretches = 40

/**
 * Calls a second of the processor's time, its helper threads' (garbage, compiling) included, after a warm-up; the best of forty stretches of 50 ms.
 * Processor time, since on a busy machine the wall clock counts what others do; the best, since sharing caches only slows.
 */
export function perSecond(work: () => unknown): number {
  stretch(work, 1000)
  return Math.max(...Array.from({ length: stretches }, () => stretch(work, 50)))
}

function stretch(work: () => unknown, ms: number): number {
  const { user, system } = process.cpuUsage()
  const until = process.cpuUsage().user + ms * 1000
  let calls = 0
  while (process.cpuUsage().user < until) {
    for (let inner = 0; inner < 10; inner++) work()
    calls += 10
  }
  const now = process.cpuUsage()
  return (calls / (now.user - user + now.system - system)) * 1_000_000
}

/** Milliseconds of one run; the best of `rounds`. */
export async function milliseconds(work: () => unknown, rounds = 1): Promise<number> {
  let best = Infinity
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    await work()
    best = Math.min(best, performance.now() - start)
  }
  return best
}

export function atLeast(what: string, value: string, beside: string, ratio: number, aim: number, unit = 'x'): Measured {
  return { what, value, beside, ratio, aim: `>= ${aim} ${unit}`, met: ratio >= aim }
}

export function atMost(what: string, value: string, beside: string, ratio: number, aim: number, unit = 'x'): Measured {
  return { what, value, beside, ratio, aim: `<= ${aim} ${unit}`, met: ratio <= aim }
}

export function grouped(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}
