import { flatText } from './flat-text'
import { calledNames } from './compare-test-files'
import { inTestFolder } from './collected'
import { readTests } from './read-tests'
import type { JudgedPath } from './runner-context'
import type { Tampering } from './tamper-finding'
import type { TestFile } from './test-file'
import { withoutStrings } from './test-words'

/** What the tests look at was taken from the code and now stands in the test itself, or comes from among the tests. */
export function standIns(file: JudgedPath): Tampering[] {
  const { path, base, head } = file
  if (base?.tree === undefined || head?.tree === undefined) return []
  const [before, after] = [readTests(path, base), readTests(path, head)]
  const [was, now] = [withoutStrings(flatText(base.tree.root)), withoutStrings(flatText(head.tree.root))]
  const called = new Set([...calledNames(before)].filter((name) => calledNames(after).has(name)))
  const imports = importsOf(after)
  const byGlob = /^(go|rust)$/.test(before.language)
  const sources = importsOf(before)
  return [...called].flatMap((name): Tampering[] => {
    const source = sources.get(name)
    if (source !== undefined && !fromTests(source, path) && functionsNamed(now, name) > functionsNamed(was, name))
      return [
        { kind: 'subject-mocked', path, subject: name, message: 'a function of the test has the name of what it looks at', before: source },
      ]
    const isOwn = definesName(now, name) && !definesName(was, name) && (byGlob || (source !== undefined && !fromTests(source, path)))
    const target = imports.get(name)
    const isMoved = source !== undefined && target !== undefined && target !== source && !fromTests(source, path) && fromTests(target, path)
    if ((!isOwn || (target !== undefined && target === source)) && !isMoved) return []
    const texts = { ...(source === undefined ? {} : { before: source }), ...(target === undefined ? {} : { after: target }) }
    return [{ kind: 'subject-mocked', path, subject: name, message: 'what the tests look at stands among the tests now', ...texts }]
  })
}

function importsOf(file: TestFile): Map<string, string> {
  const names = new Map<string, string>()
  for (const fact of file.facts) if (fact.kind === 'import') for (const name of fact.names) names.set(name, fact.target)
  return names
}

function definesName(text: string, name: string): boolean {
  const word = name.replace(/\W/g, '\\$&')
  return new RegExp(
    `\\b(?:def|function|fn|func|class|const|let|var) ${word}\\b(?! \\.)(?! = await | = require)|(?:^| )${word} = (?:lambda|MagicMock|Mock)\\b`,
  ).test(text)
}

/** How often the name is given to a function: declared, as a value, as what a parameter is by default. Two in one file hide one another. */
function functionsNamed(text: string, name: string): number {
  const word = name.replace(/\W/g, '\\$&')
  const made = '(?:async )?(?:function\\b|\\w+ =>|\\( (?:[^()]* )?\\) =>|lambda\\b|(?:vi|jest|sinon|mock) \\.|(?:Magic|Async)?Mock \\()'
  const found = new RegExp(
    `\\b(?:def|function) ${word} \\(|(?<!\\. )\\b${word} = ${made}|\\b(?:const|let|var) \\{ (?:[^{}]* )?${word}(?: , [^{}]*)? \\} = \\{`,
    'g',
  )
  return [...text.matchAll(found)].length
}

/** Whether a module stands in a folder of tests, seen from a test. */
function fromTests(target: string, path: string): boolean {
  if (/^[./]/.test(target) && target.includes('/')) {
    const parts = path.split('/').slice(0, -1)
    for (const part of target.split('/')) {
      if (part === '..') parts.pop()
      else if (part !== '.') parts.push(part)
    }
    return inTestFolder(parts.join('/'))
  }
  return /^(\.|tests?\.|testing\.)/.test(target) && !target.startsWith('..')
}
