import { absolute, topFolder, unknownPart } from './place'

/** A program that a program starts: the words of a line, or a text for a shell; `folder` is as it is written, where it is. */
export type Started = { readonly words?: readonly string[]; readonly text?: string; readonly folder?: string }

const quotedText = `"(?:[^"\\\\\\n]|\\\\.){0,400}"|'(?:[^'\\\\\\n]|\\\\.){0,400}'|\`(?:[^\`\\\\$]|\\\\.){0,400}\``
const argument = `(?:${quotedText}|[A-Za-z_$][\\w$.]{0,80})`
const list = `(?:${argument}\\s*,\\s*){0,12}${argument}`

/**
 * A program's text with places written out as absolute paths in quotes: where it lies (`__dirname`, `import.meta.url`, `__file__`), paths joined from known pieces, and
 * constants that hold a text.
 */
export function placedText(text: string, folder: string, path: string): string {
  const here = JSON.stringify(absolute(folder)).replace('\\u0000', topFolder)
  const self = JSON.stringify(absolute(path)).replace('\\u0000', topFolder)
  let placed = text
    .replace(/\bimport\.meta\.(?:dirname|dir)\b|\b__dirname\b/g, here)
    .replace(/\bimport\.meta\.filename\b|\b__filename\b|\b__file__\b/g, self)
    .replace(/\bnew URL\(\s*(["'`])([^"'`\n$]{1,200})\1\s*,\s*import\.meta\.url\s*\)(?:\.(?:pathname|href))?/g, (_, _quote, to: string) =>
      joinedText([here, `"${to}"`]),
    )
    .replace(/\bimport\.meta\.url\b/g, self)
    .replace(/\bprocess\.cwd\(\)|\bos\.getcwd\(\)|\bPath\.cwd\(\)/g, `"${topFolder}"`)
    .replace(/\bprocess\.(?:execPath|argv0)\b/g, '"node"')
    .replace(/\bsys\.executable\b/g, '"python3"')
  for (let round = 0; round < 4; round++) {
    const before = placed
    const constants = constantsOf(placed)
    placed = joinedPlaces(placed, constants).replace(/`((?:[^`\\]|\\.){0,400})`/g, (whole, inner: string) => {
      const filled = inner.replace(/\$\{\s*([\w$]+)\s*\}/g, (hole, name: string) => constants.get(name) ?? hole)
      return filled.includes('${') || filled === inner ? whole : JSON.stringify(filled).replaceAll('\\u0000', topFolder)
    })
    if (placed === before) break
  }
  return placed
}

function joinedPlaces(text: string, constants: ReadonlyMap<string, string>): string {
  const valueOf = (word: string): string | undefined => literal(word) ?? constants.get(word)
  return text
    .replace(
      new RegExp(`\\b(?:fileURLToPath|abspath|realpath|Path|String|str)\\(\\s*(${argument})\\s*\\)(?:\\.(?:resolve|absolute)\\(\\))?`, 'g'),
      (whole, inner: string) => {
        const value = valueOf(inner)
        return value === undefined || !value.startsWith(topFolder) ? whole : `"${value}"`
      },
    )
    .replace(
      new RegExp(`\\b(?:(?:os\\.)?path\\.)?dirname\\(\\s*(${argument})\\s*\\)|("[^"\\n]{1,300}")\\.parent\\b`, 'g'),
      (whole, inner?: string, parent?: string) => {
        const value = valueOf(inner ?? parent ?? '')
        return value === undefined || !value.startsWith(topFolder) ? whole : joinedText([`"${value}"`, '".."'])
      },
    )
    .replace(
      new RegExp(`(?<![\\w.$])(?:(?:os\\.)?path\\.(?:posix\\.)?)?(?:join|resolve)\\(\\s*(${list})\\s*,?\\s*\\)`, 'g'),
      (whole, inner: string) => {
        const values = (inner.match(new RegExp(argument, 'g')) ?? []).map(valueOf)
        return values.every((value) => value !== undefined) ? joinedText(values.map((value) => `"${value}"`)) : whole
      },
    )
    .replace(/("\u0000[^"\n]{0,300}"|\b[A-Za-z_]\w{0,40}) \/ ["']([^"'\n]{1,200})["']/g, (whole, start: string, end: string) => {
      const value = valueOf(start)
      return value?.startsWith(topFolder) === true ? joinedText([`"${value}"`, `"${end}"`]) : whole
    })
}

function joinedText(quoted: readonly string[]): string {
  const parts: string[] = []
  for (const text of quoted) {
    const plain = text.slice(1, -1)
    if (plain.startsWith(topFolder) || plain.startsWith('/')) parts.length = 0
    for (const part of plain.split('/')) {
      if (part === '..' && parts.length > 1) parts.pop()
      else if (part !== '.' && part !== '') parts.push(part)
    }
  }
  return `"${parts.join('/')}"`
}

function constantsOf(text: string): Map<string, string> {
  const found = new Map<string, string>()
  const declared = new RegExp(`(?:\\b(?:const|let|var)\\s+|^)([A-Za-z_$][\\w$]{0,60})(?:\\s*:\\s*\\w+)?\\s*=\\s*(${quotedText})`, 'gm')
  for (const [, name = '', value = ''] of text.matchAll(declared)) {
    const plain = literal(value)
    if (plain !== undefined && !found.has(name)) found.set(name, plain)
  }
  return found
}

function literal(text: string): string | undefined {
  return /^["'`]/.test(text) ? text.slice(1, -1).replace(/\\(.)/g, (_, letter: string) => (letter === 'n' ? '\n' : letter)) : undefined
}

const starting =
  '(?:spawn|spawnSync|exec|execSync|execFile|execFileSync|fork|execa|execaSync|execaCommand|execaCommandSync|execaNode|Worker|run|sh|shell|system|popen|call|check_call|check_output|getoutput|getstatusoutput|Popen|run_path|Open3\\.capture2e?|passthru|shell_exec|execfile)'
const starters = new RegExp(
  `(?:^|[^\\w$.'"/]|\\b(?:child_?process|cp|subprocess|os|shell|sh|runpy|Bun|\\$|promises)\\.|child_process["']\\s*\\)\\.)(${starting})\\(\\s*(\\[\\s*)?(${list})(?:\\s*,?\\s*(\\]))?(?:\\s*,\\s*\\[\\s*(${list})?)?`,
  'gim',
)

/** Programs that a placed text starts with words that are written out. */
export function startedIn(placed: string): Started[] {
  const constants = constantsOf(placed)
  const started: Started[] = []
  for (const found of [...placed.matchAll(starters)].slice(0, 300)) {
    const [whole, name = '', open, first = '', , second] = found
    const options = placed.slice(found.index + whole.length, found.index + whole.length + 250).split(/\)\s*[;\n]/)[0] ?? ''
    const inCall = `${whole} ${options}`
    const cwd = new RegExp(`\\bcwd\\s*[:=]\\s*(${argument})`).exec(inCall)?.[1]
    const folder = cwd === undefined ? undefined : (literal(cwd) ?? constants.get(cwd) ?? unknownPart)
    const own = valuesIn(first, constants)
    const words = open === undefined ? [...own.slice(0, 1), ...valuesIn(second ?? '', constants)] : own
    const place = folder === undefined ? {} : { folder }
    const [program = unknownPart] = words
    if (/^(fork|worker|run_path|execfile|execaNode)$/i.test(name))
      started.push({ words: [name === 'run_path' || name === 'execfile' ? 'python3' : 'node', ...words], ...place })
    else if (open === undefined && second === undefined && (/\s/.test(program) || /^(exec|execSync|system|sh|shell)$/.test(name)))
      started.push({ text: program, ...place })
    else if (/^(sh|bash)$/.test(program) || words.length > 1 || program.includes('/') || program.length > 0)
      started.push({ words, ...place })
  }
  for (const [, text = ''] of [...placed.matchAll(/(?<![\w.])\$(?:\([^)\n]{0,100}\))?`((?:[^`\\]|\\.){1,400})`/g)].slice(0, 100))
    started.push({ text: text.replace(/\$\{[^}]*\}/g, unknownPart) })
  return started
}

function valuesIn(text: string, constants: ReadonlyMap<string, string>): string[] {
  return (text.match(new RegExp(argument, 'g')) ?? []).map((word) => literal(word) ?? constants.get(word) ?? unknownPart)
}

/** Modules that a JavaScript text names, relative ones, those of an imports map, and others. */
export function modulesNamed(text: string): string[] {
  const found = text.matchAll(
    /(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\(|\brequire\.resolve\s*\(|\bimport\.meta\.resolve\s*\()\s*["'`]([.#@\w][^"'`\n]{0,300})["'`]/g,
  )
  return [...new Set([...found].map((one) => one[1] ?? ''))]
}

/** Modules that a Python text imports, with their leading dots. */
export function pythonModules(text: string): string[] {
  const names = [...text.matchAll(/^[ \t]*(?:from\s+([.\w]+)\s+import\s+([\w, ()]+)|import\s+([\w., ]+))/gm)]
  return names.flatMap(([, from, what, plain]) => {
    if (plain !== undefined) return plain.split(',').map((one) => one.trim().split(/\s+/)[0] ?? '')
    const inner = (what ?? '')
      .replace(/[()]/g, '')
      .split(',')
      .map((one) => one.trim().split(/\s+/)[0] ?? '')
    return [from ?? '', ...inner.map((one) => `${from ?? ''}${(from ?? '').endsWith('.') ? '' : '.'}${one}`)]
  })
}

/** Paths of scripts in quotes that lie in a folder for such, as they are written. */
export function scriptsNamed(text: string): string[] {
  return [...text.matchAll(/["'`]((?:\.\/|\u0000\/)?[\w-][\w./-]*\/[\w.-]+\.(?:sh|bash|py|[cm]?[jt]s))["'`]/g)]
    .map((found) => found[1] ?? '')
    .filter((path) => /(^|\/)(scripts?|ci|tools?|bin|build|hack)\//.test(path))
}
