import { parse as parseJsonc } from 'jsonc-parser'
import { parse as parseToml } from 'smol-toml'
import { parse as parseYaml } from 'yaml'

/** One package of a lock file: where it comes from ('' for the usual place) and what its content is known by. */
export type LockEntry = {
  readonly name: string
  readonly version: string
  readonly source: string
  readonly hashes: readonly string[]
  /** The name of the package that stands there, where the file says one. */
  readonly alias?: string
}

type Fields = Readonly<Record<string, unknown>>

const names =
  /(^|\/)(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.ya?ml|bun\.lock|poetry\.lock|uv\.lock|pdm\.lock|Pipfile\.lock|Cargo\.lock|go\.sum)$/

/** Whether the path is a lock file that can be read. */
export function isLockFile(path: string): boolean {
  return names.test(path)
}

/** Reads a lock file of npm, yarn, pnpm, bun, poetry, uv, pdm, pipenv, cargo or go; undefined for one that can't be read. */
export function lockEntries(path: string, text: string): LockEntry[] | undefined {
  const name = path.split('/').at(-1) ?? ''
  try {
    if (/^(package-lock|npm-shrinkwrap)/.test(name)) return npmEntries(fieldsOf(JSON.parse(text)))
    if (name === 'yarn.lock') return yarnEntries(text)
    if (name.startsWith('pnpm-lock')) return pnpmEntries(fieldsOf(parseYaml(text)))
    if (name === 'bun.lock') return bunEntries(fieldsOf(parseJsonc(text)))
    if (name === 'Pipfile.lock') return pipEntries(fieldsOf(JSON.parse(text)))
    if (name === 'go.sum') return goEntries(text)
    return tomlEntries(fieldsOf(parseToml(text)))
  } catch {
    return undefined
  }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function listed(...hashes: readonly unknown[]): string[] {
  return hashes.map(textOf).filter((hash) => hash !== '')
}

function npmEntries(json: Fields): LockEntry[] {
  return Object.entries({ ...fieldsOf(json['dependencies']), ...fieldsOf(json['packages']) }).flatMap(([key, value]) => {
    const entry = fieldsOf(value)
    const name = key.split('node_modules/').at(-1) ?? ''
    if (name === '' || (!key.includes('node_modules/') && json['packages'] !== undefined && Object.hasOwn(fieldsOf(json['packages']), key)))
      return []
    const resolved = textOf(entry['resolved'])
    const source = entry['link'] === true ? `link:${resolved}` : resolved
    const alias = textOf(entry['name'])
    const shape = { name, version: textOf(entry['version']), source, hashes: listed(entry['integrity']) }
    return [alias === '' ? shape : { ...shape, alias }]
  })
}

/** Blocks of both of yarn's formats. */
function yarnEntries(text: string): LockEntry[] {
  return text.split(/\n(?=\S)/).flatMap((block) => {
    const key = /^"?((?:@[^@/\s]+\/)?[^@\s"]+)@([^\n]*?)"?:\s*$/m.exec(block)
    if (key === null) return []
    const value = (name: string): string => new RegExp(`^\\s+"?${name}"?:?\\s+"?([^"\\n]*?)"?\\s*$`, 'm').exec(block)?.[1] ?? ''
    const range = key[2] ?? ''
    const place =
      value('resolved') ||
      value('resolution')
        .replace(/^(?:@[^@/]+\/)?[^@]+@/, '')
        .replace(/^npm:.*/, '')
    const source = /^(file|link|portal|patch|workspace|git)[:+]/.test(range) ? range : place.replace(/#.*$/, '')
    return [{ name: key[1] ?? '', version: value('version'), source, hashes: listed(value('integrity'), value('checksum')) }]
  })
}

function pnpmEntries(yaml: Fields): LockEntry[] {
  const packages = Object.entries(fieldsOf(yaml['packages'])).map(([key, value]): LockEntry => {
    const [, name = '', version = ''] = /^\/?((?:@[^/@]+\/)?[^/@]+)[@/](.*)$/.exec(key) ?? []
    const resolution = fieldsOf(fieldsOf(value)['resolution'])
    const place =
      textOf(resolution['directory']) === ''
        ? textOf(resolution['tarball']) || textOf(resolution['repo'])
        : `directory:${textOf(resolution['directory'])}`
    return { name, version, source: place, hashes: listed(resolution['integrity']) }
  })
  const overridden = Object.entries(fieldsOf(yaml['overrides'])).map(([key, value]): LockEntry => ({
    name: (key.split('>').at(-1) ?? '').replace(/(?<=.)@.*$/, ''),
    version: 'override',
    source: /^(file|link|git|https?|workspace):/.test(textOf(value)) ? textOf(value) : '',
    hashes: [],
  }))
  const patched = Object.entries(fieldsOf(yaml['patchedDependencies'])).map(([key, value]): LockEntry => ({
    name: key.replace(/(?<=.)@.*$/, ''),
    version: 'patch',
    source: `patch:${textOf(value) || textOf(fieldsOf(value)['path'])}`,
    hashes: [],
  }))
  return [...packages, ...overridden, ...patched, ...importedEntries(yaml)]
}

function importedEntries(yaml: Fields): LockEntry[] {
  return Object.values({ '.': yaml, ...fieldsOf(yaml['importers']) }).flatMap((importer) =>
    ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((group) =>
      Object.entries(fieldsOf(fieldsOf(importer)[group])).map(([name, value]): LockEntry => {
        const version = textOf(value) || textOf(fieldsOf(value)['version'])
        return { name, version, source: /^(link|file|git|https?|workspace)[:+]/.test(version) ? version : '', hashes: [] }
      }),
    ),
  )
}

function bunEntries(json: Fields): LockEntry[] {
  return Object.entries(fieldsOf(json['packages'])).flatMap(([key, value]) => {
    if (!Array.isArray(value)) return []
    const [, alias = '', version = ''] = /^((?:@[^/@]+\/)?[^/@]+)@(.*)$/.exec(textOf(value[0])) ?? []
    const source = /^(file|link|git|github|workspace|https?)[:+]/.test(version) ? version : textOf(value[1])
    return [{ name: key, version, source, hashes: listed(value.at(-1)), alias }]
  })
}

function pipEntries(json: Fields): LockEntry[] {
  return ['default', 'develop'].flatMap((group) =>
    Object.entries(fieldsOf(json[group])).map(([name, value]): LockEntry => {
      const entry = fieldsOf(value)
      const place = textOf(entry['path']) || textOf(entry['git']) || textOf(entry['file'])
      const hashes = Array.isArray(entry['hashes']) ? listed(...(entry['hashes'] as readonly unknown[])) : []
      return { name, version: textOf(entry['version']), source: place === '' ? '' : `path:${place}`, hashes }
    }),
  )
}

function goEntries(text: string): LockEntry[] {
  return text.split('\n').flatMap((line) => {
    const [name, version, hash] = line.trim().split(/\s+/)
    return name === undefined || version === undefined || hash === undefined
      ? []
      : [{ name, version, source: '', hashes: [`sha256-${hash}`] }]
  })
}

/** poetry, uv, pdm and cargo: a list of packages each with its source and its hashes. */
function tomlEntries(toml: Fields): LockEntry[] {
  const packages = Array.isArray(toml['package']) ? (toml['package'] as readonly unknown[]) : []
  return packages.map((value): LockEntry => {
    const entry = fieldsOf(value)
    const source =
      typeof entry['source'] === 'string' ? entry['source'].replace(/^(registry|sparse)\+/, '') : placeOf(fieldsOf(entry['source']))
    const files = ['files', 'wheels'].flatMap((key) => (Array.isArray(entry[key]) ? (entry[key] as readonly unknown[]) : []))
    const hashes = [...files, entry['sdist']].map((file) => fieldsOf(file)['hash'])
    return { name: textOf(entry['name']), version: textOf(entry['version']), source, hashes: listed(...hashes, sha(entry['checksum'])) }
  })
}

function sha(checksum: unknown): string {
  return typeof checksum === 'string' ? `sha256:${checksum}` : ''
}

function placeOf(source: Fields): string {
  const kind = textOf(source['type'])
  const local = ['directory', 'path', 'editable', 'virtual', 'git', 'url'].find((key) => source[key] !== undefined)
  if (local !== undefined && local !== 'url') return `${local === 'git' ? 'git' : 'path'}:${textOf(source[local])}`
  if (/^(directory|file|git|url)$/.test(kind) || (kind === '' && local === 'url')) return `path:${textOf(source['url'])}`
  return textOf(source['registry'])
}
