import type { Setting } from './setting'
import type { TamperKind } from './tamper-kind'

/** What a changed setting comes to. */
export type Found = { readonly kind: TamperKind; readonly message: string }

/** Written as a yes in whatever format. */
export function isYes(setting: Setting | undefined): boolean {
  return setting !== undefined && /^(true|1|yes|on|all)$/i.test(setting.values[0] ?? '')
}

/** Written as a no in whatever format. */
export function isNo(setting: Setting | undefined): boolean {
  return setting !== undefined && /^(false|0|no|off)$/i.test(setting.values[0] ?? '')
}

/** Of a choice the one that lets more through: the highest of retries, the lowest of floors. */
function numberOf(setting: Setting | undefined, pick: (...values: number[]) => number = Math.max): number | undefined {
  if (setting?.isComputed === true) {
    const numbers = (setting.values[0] ?? '').match(/(?<![\w."'])\d+(?:\.\d+)?(?![\w"'])/g) ?? []
    return numbers.length === 0 ? undefined : pick(...numbers.map(Number))
  }
  const value = Number((setting?.values[0] ?? '').replace(/[%_]/g, '').replaceAll(' ', ''))
  return setting === undefined || setting.values[0] === '' || !Number.isFinite(value) ? undefined : value
}

/** A floor of coverage that sank or went. */
export function floorChange(was: Setting | undefined, is: Setting | undefined): Found[] {
  const [before, after] = [numberOf(was, Math.min), numberOf(is, Math.min)]
  if (before === undefined) return isYes(was) && !isYes(is) ? [{ kind: 'coverage-lowered', message: 'the check of coverage is off' }] : []
  if (after === undefined) return before === 0 ? [] : [{ kind: 'coverage-lowered', message: `the floor of ${before} is gone` }]
  const isLower = before < 0 ? after < before || after >= 0 : after < before
  return isLower ? [{ kind: 'coverage-lowered', message: `the floor went from ${before} to ${after}` }] : []
}

/** A number whose rise lets more through. */
export function rises(was: Setting | undefined, is: Setting | undefined, kind: TamperKind, message: string): Found[] {
  if (is === undefined) return []
  const [before, after] = [numberOf(was) ?? 0, numberOf(is)]
  if (after === undefined) return was === undefined && !isNo(is) ? [{ kind, message }] : []
  return after > before || (after === 0 && kind === 'runner-config-changed') ? [{ kind, message }] : []
}
