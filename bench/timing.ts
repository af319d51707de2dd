/** One line of the performance page: what was measured, in which unit, against what, with the aim. */
export type Measured = {
  readonly what: string
  readonly value: string
  readonly beside: string
  readonly ratio: number | null
  readonly aim: string
  readonly met: boolean | null
}

/** Calls a second over at least `seconds`, after a warm-up of the same length; the best of three, since other work only slows. */
export function perSecond(work: () => unknown, seconds = 1): number {
  let best = 0
  for (let round = 0; round < 4; round++) {
    let calls = 0
    const start = performance.now()
    let now = start
    do {
      for (let inner = 0; inner < 20; inner++) work()
      calls += 20
      now = performance.now()
    } while (now - start < seconds * 1000)
    if (round > 0) best = Math.max(best, calls / ((now - start) / 1000))
  }
  return best
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
