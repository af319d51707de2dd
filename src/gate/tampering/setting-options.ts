import { compareScripts } from './compare-scripts'
import type { Setting } from './setting'
import type { Found } from './setting-numbers'

/** Options that a configuration gives to a runner, judged like those of a script. */
export function optionsChange(was: Setting | undefined, is: Setting | undefined, tool: string): Found[] {
  const call = (setting: Setting | undefined): string =>
    `${tool} ${(setting?.values ?? [])
      .join(' ')
      .replace(/[\n\r]/g, ' ')
      .replace(/\{posargs:?([^}]*)\}/g, '$1')}`
  return compareScripts(call(was), call(is), { errexit: true, pipefail: true }).map(({ kind, message }) => ({
    kind:
      kind === 'different'
        ? 'runner-config-changed'
        : /again/.test(message)
          ? 'retries-added'
          : /cov-fail-under/.test(message)
            ? 'coverage-lowered'
            : 'runner-config-weakened',
    message,
  }))
}
