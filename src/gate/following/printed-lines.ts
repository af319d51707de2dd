import type { Input, Line } from './call'
import { pathFrom } from './place'

/** Programs that pass the files they are given on, changed or not. */
const passing = new Set('cat sed head tail tr envsubst grep awk tac sort uniq cut dos2unix gunzip zcat base64 tee xargs bat'.split(' '))

/** What a command of a pipe prints, where that is the content of files or a text that is written out. */
export function printedLines({ program, args, input }: Line, folder: string): Input | undefined {
  if (program === 'echo' || program === 'printf') {
    const words = args.filter(
      (arg, index) => !(program === 'echo' && /^-[neE]+$/.test(arg)) && !(program === 'printf' && index === 0 && /^%[sb](\\n)?$/.test(arg)),
    )
    return { paths: [], texts: [words.join(program === 'echo' ? ' ' : '\n').replaceAll('\\n', '\n')] }
  }
  if (!passing.has(program.split('/').at(-1) ?? '')) return undefined
  const operands = args.filter((arg) => !arg.startsWith('-') && /^[^\s$;|]+$/.test(arg))
  const paths = operands.flatMap((arg) => pathFrom(folder, arg) ?? [])
  return { paths: [...paths, ...(input?.paths ?? [])], texts: input?.texts ?? [] }
}
