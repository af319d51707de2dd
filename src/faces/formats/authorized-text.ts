import type { AuthorizationData } from '../../light/light-event'
import { hang, ledLine } from '../../text/columns'
import { printable } from '../../text/printable'

/** An authorization for a person: what it allows, until when, and how it is used. */
export function authorizedText({ id, card, grant, by, text, payloadHash, expiresAtMs }: AuthorizationData, exit: number): string {
  const lines = [
    ledLine(`+ authorized  ${id}, ${grant} on ${card}`, `exit ${exit}`),
    '',
    ...hang('  by        ', `${printable(by.id)}: "${printable(text)}"`),
    `  bound to  ${payloadHash.slice(0, 19)}, once, until ${new Date(expiresAtMs).toISOString().slice(0, 19)}Z`,
    '',
    `  next   adjudicate light FILE --use ${id}`,
  ]
  return `${lines.join('\n')}\n`
}
