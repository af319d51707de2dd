import type { Light } from './bugfix'

/** Which flow a light belongs to; the two share colours and nothing else (R-TL-21). */
export type LightFlow = 'dev' | 'bugfix'

/** What a colour lets happen in a flow: go on, go on with the risk on record, wait for a person, or stop. */
export type Following = { readonly stops: boolean; readonly next: 'go-on' | 'go-on-with-risk' | 'wait-for-authorization' | 'stop' }

/** R-GATE-03, R-TL-02, R-TL-03: a yellow goes on in development and waits in bugfix; a red stops in both. */
export function whatFollows(light: Light, flow: LightFlow): Following {
  if (light === 'green') return { stops: false, next: 'go-on' }
  if (light === 'red') return { stops: true, next: 'stop' }
  return flow === 'dev' ? { stops: false, next: 'go-on-with-risk' } : { stops: true, next: 'wait-for-authorization' }
}
