import type { GateConfig } from './gate-config'
import { screenCommand } from './screen-command'
import type { ScreenedCommand } from './screen-command'

/** A command of the configuration by its path in it, and what may be done with it. */
export type ScreenedEntry = { readonly path: string; readonly cmd: string; readonly screened: ScreenedCommand }

/**
 * Screens every command of a configuration against those that a person signed off, in the configuration's order; what isn't `allow` has never been approved (F42, R-BUILD-21). With
 * nothing signed off, the rejections are what a reader should look at: the configuration itself comes from the trusted side.
 */
export function screenConfig(config: GateConfig, approved: readonly string[]): ScreenedEntry[] {
  const entries = [
    ...config.setup.map(({ cmd }, index) => ({ path: `setup[${index}].cmd`, cmd })),
    ...config.validation.map(({ cmd }, index) => ({ path: `validation[${index}].cmd`, cmd })),
    ...config.contracts.map(({ cmd }, index) => ({ path: `contracts[${index}].cmd`, cmd })),
    ...(config.originals === undefined ? [] : [{ path: 'originals.cmd', cmd: config.originals.cmd }]),
  ]
  return entries.map(({ path, cmd }) => ({ path, cmd, screened: screenCommand(cmd, approved, { origin: path }) }))
}
