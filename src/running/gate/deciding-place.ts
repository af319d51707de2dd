import type { GateConfig } from '../../gate/gate-config'
import { checkTimeoutSecondsUnlessSet } from '../../gate/gate-config'
import type { Checkout, Repository } from '../../ports/repository'
import type { GatePorts } from './gate-request'
import type { CheckPlace } from './run-checks'

/** A fresh checkout with a HOME of its own; `setup` prepares a checkout and says what went wrong, undefined where nothing did. */
export type DecidingPlace = {
  readonly checkout: Checkout
  readonly home: string
  setup(folder: string): Promise<string | undefined>
  remove(): Promise<void>
}

/** Makes the place of a deciding run (spec 10): nothing of the worker's directory, its configuration or its HOME reaches it but the caches that the configuration names. */
export async function decidingPlace(
  ports: GatePorts,
  repository: Repository,
  head: string,
  config: GateConfig,
  signal?: AbortSignal,
): Promise<DecidingPlace> {
  const home = await ports.files.temporaryFolder()
  let checkout: Checkout | undefined
  const remove = async (): Promise<void> => {
    await checkout?.remove()
    await home.remove()
  }
  try {
    for (const cache of config.caches) await ports.files.link(`${ports.home}/${cache}`, `${home.dir}/${cache}`)
    checkout = await repository.checkOut(head)
  } catch (error) {
    await remove()
    throw error
  }
  const place = { home: home.dir, ...(signal === undefined ? {} : { signal }) }
  return { checkout, home: home.dir, setup: (folder) => runSetup(ports, config, { folder, ...place }), remove }
}

/** Runs the setup commands one after the other; the first that fails ends it and is told, undefined where none does. */
export async function runSetup(
  ports: Pick<GatePorts, 'commands'>,
  config: GateConfig,
  { folder, home, signal }: CheckPlace,
): Promise<string | undefined> {
  for (const { cmd, timeout_s } of config.setup) {
    const timeoutMs = Math.ceil((timeout_s ?? checkTimeoutSecondsUnlessSet) * 1000)
    const { end, tail } = await ports.commands.run({
      cmd,
      folder,
      timeoutMs,
      env: config.env,
      ...(home === undefined ? {} : { home }),
      ...(signal === undefined ? {} : { signal }),
    })
    if (end.kind === 'exited' && end.code === 0) continue
    const how = end.kind === 'exited' ? `exit code ${end.code}` : end.kind
    return `the setup command ${JSON.stringify(cmd)} failed: ${how}${tail.length === 0 ? '' : `; ${tail.slice(-3).join(' / ')}`}`
  }
  return undefined
}
