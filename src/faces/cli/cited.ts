import type { Cited } from '../../ports/artifact'

/** The paths and texts that a panel cites, wherever citations stand in its file, so that unchanged files it points at are read too. */
export function citedIn(panel: unknown): Cited {
  const paths = new Set<string>()
  const texts = new Set<string>()
  const visit = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > 20) return
    for (const [key, member] of Object.entries(value)) {
      if (key === 'citations' && Array.isArray(member)) for (const citation of member) note(citation, paths, texts)
      else visit(member, depth + 1)
    }
  }
  visit(panel, 0)
  return { citedPaths: [...paths].sort(), citedTexts: [...texts].sort() }
}

function note(citation: unknown, paths: Set<string>, texts: Set<string>): void {
  if (typeof citation !== 'object' || citation === null) return
  const { kind, file, source, text } = citation as { kind?: unknown; file?: unknown; source?: unknown; text?: unknown }
  if (kind === 'output') return
  for (const path of [file, source]) if (typeof path === 'string') paths.add(path)
  if (kind === 'quote' && typeof text === 'string' && source === undefined) texts.add(text)
}
