import { languageOf } from '../source-language'
import { fits } from './setting-patterns'
import type { JudgedPath, RunnerContext } from './runner-context'
import type { Tampering } from './tamper-finding'

const hiding = /^(-diff|binary|diff=\S+|-text|linguist-generated(=true)?|-linguist-detectable)$/
const generated =
  /(lock|\.min\.|\.map$|\.svg$|dist\/|build\/|vendor\/|generated|\.snap$|\.(png|jpe?g|gif|webp|ico|pdf|zip|gz|woff2?|ttf|eot|mp[34]|wasm|bin|exe|dll|so|jar|parquet|sqlite|db)$)/i

/** Attributes that keep tests or sources out of a shown diff; for pictures, locks and built files they are ordinary. */
export function compareAttributes({ path, base, head }: JudgedPath, context: RunnerContext): Tampering[] {
  const old = new Set(linesOf(base?.text ?? '').map(({ text }) => text))
  return linesOf(head?.text ?? '').flatMap(({ text, line }): Tampering[] => {
    const [pattern = '', ...attributes] = text.split(/\s+/)
    const found = attributes.filter(
      (word) =>
        hiding.test(word) &&
        !(
          word.startsWith('diff=') &&
          /^diff=(javascript|python|golang|java|rust|css|html|markdown|cpp|csharp|ruby|php|perl|bash|kotlin|scheme|tex|ada|objc|pascal|dts|fountain|elixir|matlab|fortran|lockb|json|sql|astextplain)$/.test(
            word,
          )
        ),
    )
    const isStrong = found.some((word) => /^(-diff|binary|diff=|-text)/.test(word))
    if (old.has(text) || found.length === 0 || generated.test(pattern) || !(isStrong ? hidesCode : hidesTests)(pattern, context)) return []
    return [
      { kind: 'diff-hidden', path, line, subject: pattern, message: `changes under it are not shown: ${found.join(' ')}`, after: text },
    ]
  })
}

function linesOf(text: string): { readonly text: string; readonly line: number }[] {
  return text.split(/\r?\n/).flatMap((raw, index) => (/^\s*(#|$)/.test(raw) ? [] : [{ text: raw.trim(), line: index + 1 }]))
}

/** Pages of a forge fold what is said to be generated: nobody generates a test. */
function hidesTests(pattern: string, { testPaths }: RunnerContext): boolean {
  return testPaths?.some((path) => fits(path, pattern.replace(/^\//, ''))) === true
}

function hidesCode(pattern: string, { testPaths }: RunnerContext): boolean {
  if (/^\*$|\*\*$|\*\*\/\*$/.test(pattern) || languageOf(pattern) !== undefined) return true
  if (testPaths?.some((path) => fits(path, pattern)) === true) return true
  return !/\.\w+$/.test(pattern) || /\.(rb|php|cs|kt|swift|c|cc|cpp|h|ya?ml|json|toml|sh)$/.test(pattern)
}
