import { describe, expect, test } from 'vitest'
import type { Citation } from '../../../src/evidence/citation'
import type { Corpus, SourceRole } from '../../../src/evidence/corpus'
import { locate, locateAll } from '../../../src/evidence/locate'

const limiter = 'export function expires(iat: number) {\n  // not valid after 15 minutes\n  return iat + 15 * 60;\n}\n'

function corpus(texts: Readonly<Record<string, string>>, role: SourceRole = 'artifact'): Corpus {
  return { sources: Object.entries(texts).map(([id, text]) => ({ id, role, path: id, text })), runs: [] }
}

function both(...parts: readonly Corpus[]): Corpus {
  return { sources: parts.flatMap(({ sources }) => sources), runs: parts.flatMap(({ runs }) => runs) }
}

function at(citation: Citation, where: Corpus): unknown {
  const located = locate(citation, where)
  return 'place' in located
    ? [located.outcome, located.place.source ?? located.place.run, located.place.offset, located.place.line]
    : located.outcome
}

const quote = (text: string, source?: string): Citation => ({ kind: 'quote', text, ...(source !== undefined && { source }) })
const line = (from: number, text?: string, endLine?: number): Citation => ({
  kind: 'line',
  file: 'a.ts',
  line: from,
  ...(text !== undefined && { text }),
  ...(endLine !== undefined && { endLine }),
})
const section = (heading: string, text?: string): Citation => ({
  kind: 'section',
  source: 'spec.md',
  heading,
  ...(text !== undefined && { text }),
})

describe('quotes', () => {
  test('R-TRI-26: a quote is found verbatim or it is not', () => {
    const where = corpus({ 'a.ts': limiter })
    expect(at(quote('return iat + 15 * 60;'), where)).toEqual(['found', 'a.ts', 73, 3])
    expect(at(quote('return iat + 60 * 15;'), where)).toBe('missing')
    expect(at(quote('Return iat + 15 * 60;'), where)).toBe('missing')
    expect(at(quote('  return iat + 15 * 60;\n}'), where)).toEqual(['found', 'a.ts', 71, 3])
  })

  test('A-TRI-12, E-RAWOFFSET: CRLF and CR become LF on both sides and offsets count in that text', () => {
    for (const end of ['\r\n', '\r', '\n']) {
      const where = corpus({ 'a.ts': limiter.replaceAll('\n', end) })
      expect(at(quote(`minutes${end}  return`), where)).toEqual(['found', 'a.ts', 63, 2])
      expect(at(quote('minutes\n  return'), where)).toEqual(['found', 'a.ts', 63, 2])
    }
  })

  test('E-CODEPOINTS: an emoji before the place counts two', () => {
    expect(at(quote('launch sequence'), corpus({ 'a.ts': '🚀🚀 launch sequence' }))).toEqual(['found', 'a.ts', 5, 1])
  })

  test('E-SOURCEORDER: without a source the artifact and diff come before the others, each in corpus order', () => {
    const spec = corpus({ 'spec.md': 'the same words' }, 'spec')
    const diff = corpus({ 'd.diff': '+the same words' }, 'diff')
    expect(at(quote('the same words'), both(spec, diff, corpus({ 'a.ts': 'the same words' })))).toEqual(['found', 'd.diff', 1, 1])
    expect(at(quote('the same words'), both(spec, corpus({ 'a.ts': 'others' })))).toEqual(['found', 'spec.md', 0, 1])
    expect(at(quote('the same words', 'spec.md'), both(diff, spec))).toEqual(['found', 'spec.md', 0, 1])
  })

  test('a source is named by its id, an artifact by its path too, and one that does not exist holds nothing', () => {
    const where: Corpus = {
      sources: [
        { id: 'one', role: 'artifact', path: 'a.ts', text: limiter },
        { id: 'two', role: 'spec', path: 'spec.md', text: limiter },
      ],
      runs: [],
    }
    expect(at(quote('export function', 'one'), where)).toEqual(['found', 'one', 0, 1])
    expect(at(quote('export function', 'a.ts'), where)).toEqual(['found', 'one', 0, 1])
    expect(at(quote('export function', 'spec.md'), where)).toBe('missing')
    expect(at(quote('}', 'nowhere'), where)).toBe('missing')
  })

  test('characters that mean something to a pattern are only characters', () => {
    const text = 'const re = /a[0].*(b|c)?/; // $& \\ ^x'
    for (const part of ['a[0].*(b|c)?', '; // $& \\ ^x', '/a[0].*(b'])
      expect(at(quote(part), corpus({ 'a.ts': text }))).toEqual(['found', 'a.ts', text.indexOf(part), 1])
    expect(at(quote('a[0]....b|c)?'), corpus({ 'a.ts': text }))).toBe('missing')
  })

  test('NUL, lone surrogates, right-to-left marks and zero-width characters are looked for as they are', () => {
    const text = 'abc\0def ghi \ud83d jkl \u200fmno pqr\u200b\ufeff stu'
    for (const part of ['abc\0def ghi', 'i \ud83d jkl \u200fmno', 'pqr\u200b\ufeff stu']) {
      expect(at(quote(part), corpus({ 'a.ts': text }))).toEqual(['found', 'a.ts', text.indexOf(part), 1])
    }
    expect(at(quote('pqr stu and more'), corpus({ 'a.ts': text }))).toBe('missing')
  })

  test('an empty corpus, empty sources and runs without output answer like any other', () => {
    expect(at(quote('some longer text'), { sources: [], runs: [] })).toBe('missing')
    expect(at(quote('some longer text'), corpus({ 'a.ts': '', 'b.ts': '' }))).toBe('missing')
    expect(at(line(1), corpus({ 'a.ts': '' }))).toBe('missing')
    expect(
      at({ kind: 'output', command: 'x', text: 'some longer text' }, { sources: [], runs: [{ command: 'x', exitCode: 0, output: '' }] }),
    ).toBe('missing')
    expect(locateAll([], corpus({ 'a.ts': limiter }))).toEqual([])
  })
})

describe('short texts', () => {
  test('E-UTF16COUNT: fewer than eight code points that are not white space are short', () => {
    const where = corpus({ 'a.ts': 'say 🚀🚀🚀🚀 and 🚀🚀🚀🚀🚀🚀🚀🚀 and a b c d e f g h' })
    expect(at(quote('🚀🚀🚀🚀'), where)).toBe('too-short')
    expect(at(quote('🚀🚀🚀🚀🚀🚀🚀🚀'), where)).toEqual(['found', 'a.ts', 17, 1])
    expect(at(quote('a b c d e f g'), where)).toBe('too-short')
    expect(at(quote('a b c d e f g h'), where)).toEqual(['found', 'a.ts', 38, 1])
  })

  test('E-SHORTABSENT: a short text is too short whether or not it occurs; a blank one always', () => {
    const where = corpus({ 'a.ts': 'process.exit(1)\n\n   \nend' })
    for (const text of ['exit', 'nope', '', '   ', '\n', '\n\n']) expect(at(quote(text), where)).toBe('too-short')
    expect(at(quote('end'), where)).toEqual(['found', 'a.ts', 21, 4])
  })

  test('E-SHORTPERSOURCE: the whole line must be in the source of the place', () => {
    const where = corpus({ 'a.ts': 'if (x) { y() }', 'b.ts': 'if (x) {\n  y()\n  }' })
    expect(at(quote('}'), where)).toEqual(['found', 'b.ts', 17, 3])
    expect(at(quote('}', 'a.ts'), where)).toBe('too-short')
  })

  test('E-SHORTPLACE: the place of a short text is its first occurrence, whole line or not', () => {
    expect(at(quote('}'), corpus({ 'a.ts': 'foo() }\n}' }))).toEqual(['found', 'a.ts', 6, 1])
  })

  test('several short whole lines in a row stay too short', () => {
    const where = corpus({ 'a.ts': 'a = 1\nb = 2\n' })
    expect(at(quote('a = 1\nb = 2'), where)).toBe('too-short')
    expect(at(quote('b = 2\n'), where)).toEqual(['found', 'a.ts', 6, 2])
  })
})

describe('lines', () => {
  const where = corpus({ 'a.ts': 'one line here\ntwo lines here\nthe same line\nfour lines here\nthe same line\nsix lines here\n' })

  test('R-TRI-26: without a text the lines have to be there, with a text it has to be inside them', () => {
    expect(at(line(2), where)).toEqual(['found', 'a.ts', 14, 2])
    expect(at(line(2, undefined, 6), where)).toEqual(['found', 'a.ts', 14, 2])
    expect(at(line(2, 'the same line', 3), where)).toEqual(['found', 'a.ts', 29, 3])
    expect(at(line(2, 'lines here\nthe same', 3), where)).toEqual(['found', 'a.ts', 18, 2])
    expect(at(line(4, 'invented line'), where)).toBe('missing')
  })

  test('E-LINEDIFF: only sources of role artifact with that path', () => {
    for (const role of ['diff', 'spec', 'reference'] as const)
      expect(at(line(1), corpus({ 'a.ts': 'one line here' }, role))).toBe('missing')
    expect(at(line(1, '}'), corpus({ 'b.ts': '}' }))).toBe('missing')
  })

  test('E-FINALLF: a final LF ends the last line and starts no new one', () => {
    expect(at(line(6), where)).toEqual(['found', 'a.ts', 73, 6])
    expect(at(line(7), where)).toBe('missing')
    expect(at(line(6, undefined, 7), where)).toBe('missing')
    expect(at(line(3), corpus({ 'a.ts': 'a\n\n\n' }))).toEqual(['found', 'a.ts', 3, 3])
  })

  test('E-LINELF: the LF that ends a line belongs to it', () => {
    expect(at(line(1, 'one line here\n'), where)).toEqual(['found', 'a.ts', 0, 1])
    expect(at(line(1, 'one line here\nt'), where)).toEqual(['drifted', 'a.ts', 0, 1])
  })

  test('E-DRIFTRANGE: the nearest place to the cited lines, of two equally near the earlier', () => {
    expect(at(line(400, 'the same line'), where)).toEqual(['drifted', 'a.ts', 59, 5])
    expect(at(line(1, 'the same line'), where)).toEqual(['drifted', 'a.ts', 29, 3])
    expect(at(line(4, 'the same line'), where)).toEqual(['drifted', 'a.ts', 29, 3])
    expect(at(line(6, 'the same line', 9), where)).toEqual(['drifted', 'a.ts', 59, 5])
    const long = corpus({ 'a.ts': 'the same line\n-\n-\n-\n-\n-\nthe same line' })
    expect(at(line(4, 'the same line', 6), long)).toEqual(['drifted', 'a.ts', 24, 7])
  })

  test('of several places on one line the first is given', () => {
    expect(at(line(3, 'abababab'), corpus({ 'a.ts': 'x abababababab\nx abababababab\n' }))).toEqual(['drifted', 'a.ts', 17, 2])
  })

  test('E-NEARFIRST: near gives the place by the same rule', () => {
    const spaced = corpus({ 'a.ts': 'the  same line\nother\nthe  same line\nother\nother\n' })
    expect(at(line(3, 'the same line'), spaced)).toEqual(['near', 'a.ts', 21, 3])
    expect(at(line(5, 'the same line'), spaced)).toEqual(['near', 'a.ts', 21, 3])
    expect(at(line(2, 'the same line'), spaced)).toEqual(['near', 'a.ts', 0, 1])
  })

  test('of two files of one path the one that has it in the cited lines counts', () => {
    const twice: Corpus = {
      sources: [
        { id: 'old', role: 'artifact', path: 'a.ts', text: 'x\nthe same line' },
        { id: 'new', role: 'artifact', path: 'a.ts', text: 'the same line\nx' },
      ],
      runs: [],
    }
    expect(at(line(1, 'the same line'), twice)).toEqual(['found', 'new', 0, 1])
    expect(at(line(9, 'the same line'), twice)).toEqual(['drifted', 'old', 2, 2])
  })
})

describe('sections', () => {
  const spec = (text: string): Corpus => corpus({ 'spec.md': text }, 'spec')
  const text = '# Limits\nAt most ten of them.\n## Retry ##\nUp to five times.\n## Errors\nNone at all, ever.\n# Other\nUp to six times.\n'

  test('R-TRI-26: the text lies below the heading, before the next of the same or a higher level', () => {
    expect(at(section('Limits'), spec(text))).toEqual(['found', 'spec.md', 0, 1])
    expect(at(section('Limits', 'Up to five times.'), spec(text))).toEqual(['found', 'spec.md', text.indexOf('Up to'), 4])
    expect(at(section('Limits', 'Up to six times.'), spec(text))).toBe('missing')
    expect(at(section('Retry', 'None at all, ever.'), spec(text))).toBe('missing')
    expect(at(section('Retry', 'Up to  five times.'), spec(text))).toEqual(['near', 'spec.md', text.indexOf('Up to'), 4])
  })

  test('a heading that is not there is missing, however short the text', () => {
    for (const heading of ['retry', 'Retry ', 'Limit', '']) expect(at(section(heading), spec(text))).toBe('missing')
    expect(at(section('Nowhere', '}'), spec(text))).toBe('missing')
    expect(at(section('Limits', '}'), spec(text))).toBe('too-short')
  })

  test('E-SETEXT: only ATX headings, not setext underlines, and with a blank after the #s', () => {
    expect(at(section('Retry'), spec('Retry\n-----\nfive times only'))).toBe('missing')
    for (const heading of ['#Retry', '####### Retry', '    # Retry', '\\# Retry'])
      expect(at(section('Retry'), spec(heading))).toBe('missing')
    for (const heading of ['###### Retry', '   # Retry', '#\tRetry', '#   Retry  '])
      expect(at(section('Retry'), spec(heading))).toEqual(['found', 'spec.md', 0, 1])
  })

  test('E-FENCE: no headings inside fenced code', () => {
    for (const [open, close] of [
      ['```', '```'],
      ['~~~~ md', '~~~~~'],
      ['   ```js', '````  '],
    ] as const) {
      expect(at(section('Retry'), spec(`${open}\n# Retry\n${close}\n`))).toBe('missing')
      expect(at(section('After'), spec(`${open}\n# Retry\n${close}\n# After\n`))).toEqual([
        'found',
        'spec.md',
        open.length + close.length + 10,
        4,
      ])
    }
    for (const [open, close] of [
      ['````', '```'],
      ['```', '~~~'],
      ['```', '``` x'],
    ] as const) {
      expect(at(section('Retry'), spec(`${open}\n${close}\n# Retry\n`))).toBe('missing')
    }
    expect(at(section('Retry'), spec('``` a`b\n# Retry\n'))).toEqual(['found', 'spec.md', 8, 2])
    expect(at(section('Retry'), spec('``\n# Retry\n'))).toEqual(['found', 'spec.md', 3, 2])
  })

  test('E-CLOSINGHASH: closing #s are dropped, titles compare exactly', () => {
    for (const heading of ['## Retry ##', '## Retry #', '## Retry ######  '])
      expect(at(section('Retry'), spec(heading))).toEqual(['found', 'spec.md', 0, 1])
    expect(at(section('Retry#'), spec('## Retry#'))).toEqual(['found', 'spec.md', 0, 1])
    expect(at(section(''), spec('## ##'))).toEqual(['found', 'spec.md', 0, 1])
    expect(at(section("Don't"), spec('# Don’t'))).toBe('missing')
  })

  test('E-FIRSTHEADING: any section of the title may hold the text, the first that does is given', () => {
    const twice = '# A\nnothing here\n## A\nthe wanted words\n# B\nthe wanted words\n# A\nthe wanted words\nthe other words\n'
    expect(at(section('A', 'the wanted words'), spec(twice))).toEqual(['found', 'spec.md', twice.indexOf('the wanted'), 4])
    expect(at(section('A', 'the other words'), spec(twice))).toEqual(['found', 'spec.md', twice.indexOf('the other'), 9])
    expect(at(section('B', 'the other words'), spec(twice))).toBe('missing')
    expect(at(section('A', 'the wanted words\n# B'), spec(twice))).toBe('missing')
  })
})

describe('outputs', () => {
  const where: Corpus = {
    sources: [{ id: 'a.ts', role: 'artifact', path: 'a.ts', text: '1 failed, 12 passed' }],
    runs: [
      { command: 'npm test', exitCode: 0, output: 'all\r\n13 passed in time' },
      { command: 'npm test', exitCode: 1, output: 'some\n1 failed, 12 passed' },
    ],
  }
  const output = (text: string, exitCode?: number, command = 'npm test'): Citation => ({
    kind: 'output',
    command,
    text,
    ...(exitCode !== undefined && { exitCode }),
  })

  test('R-TRI-26: a run of exactly that command contains the text, and ended with that code', () => {
    expect(at(output('1 failed, 12 passed'), where)).toEqual(['found', 1, 5, 2])
    expect(at(output('13 passed in time', 0), where)).toEqual(['found', 0, 4, 2])
    expect(at(output('13 passed in time', 1), where)).toBe('missing')
    expect(at(output('13 passed in time', 2), where)).toBe('missing')
    expect(at(output('13 passed in time', 0, 'npm  test'), where)).toBe('missing')
    expect(at(output('13  passed'), where)).toEqual(['near', 0, 4, 2])
    expect(at(output('some', 1), where)).toEqual(['found', 1, 0, 1])
    expect(at(output('some', 0), where)).toBe('too-short')
  })

  test('runs are not searched for quotes, nor sources for outputs', () => {
    expect(at(quote('13 passed in time'), where)).toBe('missing')
    expect(at(output('12 passed', 0), where)).toBe('missing')
  })
})

describe('near', () => {
  test('E-FOLDTRIM: white space runs, typographic quotes, dashes, ellipses and NFKC; the citation is trimmed', () => {
    const pairs: readonly (readonly [string, string])[] = [
      ['x = y + zzzzz', '  x = y +\t\n zzzzz \n'],
      ["it's ‘quoted’ ‛so‚", "it's 'quoted' 'so'"],
      ['say “go now” „now‟', 'say "go now" "now"'],
      ['back‐off‑and–on—so―on−ly‒ok', 'back-off-and-on-so-on-ly-ok'],
      ['and so on … until', 'and so on ... until'],
      ['ﬁle system ﬂag', 'file system flag'],
      ['ＡＢＣ full　width', 'ABC full width'],
      ['let cafe\u0301 = 1', 'let café = 1'],
      ['x = 3 // no break', 'x = 3\u00a0// no\u2009break'],
      ['각 letters of it', '\u1100\u1161\u11a8 letters of it'],
    ]
    for (const [a, b] of pairs) {
      expect(at(quote(a), corpus({ 'a.ts': `xx ${b.trim()} xx` }))).toEqual(['near', 'a.ts', 3, 1])
      expect(at(quote(b), corpus({ 'a.ts': `xx\n${a}` }))).toEqual(['near', 'a.ts', 3, 2])
    }
  })

  test('E-FOLDTRIM: nothing else is folded', () => {
    const source = 'const name = "value" of the thing'
    for (const other of [
      'Const name = "value" of',
      'const name = `value` of',
      "const name = 'value' of",
      'const na\u200bme = "value" of',
      '\u200fconst name = "value"',
      'constname = "value" of',
      'const name = ″value″ of',
      '\ufeffconst name = "value"',
    ]) {
      expect(at(quote(other), corpus({ 'a.ts': source }))).toBe('missing')
    }
  })

  test('the place is that of the text as it stands, after what folding shortened or lengthened', () => {
    const source = 'ﬁ  ﬁ … \t e\u0301\n\n  the wanted   words'
    const located = locate(quote('the wanted words'), corpus({ 'a.ts': source }))
    expect(located).toEqual({
      outcome: 'near',
      place: { source: 'a.ts', offset: source.indexOf('the'), line: 3 },
      role: 'artifact',
      deletedOnly: false,
    })
  })
})

describe('deleted lines of a diff', () => {
  const diff = corpus({ 'd.diff': '@@ -1,3 +1,3 @@\n context stays here\n-  return iat + 99;\n-  }\n+  return iat + 15;\n' }, 'diff')
  const deletedOnly = (text: string, where = diff): unknown => {
    const located = locate(quote(text), where)
    return 'place' in located ? located.deletedOnly : located.outcome
  }

  test('a text that stands only in lines that begin with - is marked', () => {
    expect(deletedOnly('-  return iat + 99;')).toBe(true)
    expect(deletedOnly('return iat + 99;\n-  }')).toBe(true)
    expect(deletedOnly('\n-  return iat + 99;\n')).toBe(true)
    expect(deletedOnly('return iat + 99;\n-  }\n+')).toBe(true)
    expect(deletedOnly('context stays')).toBe(false)
    expect(deletedOnly('return iat + 15;')).toBe(false)
    expect(deletedOnly('here\n-  return iat + 99;')).toBe(false)
  })

  test('it is not when it stands in the artifact elsewhere too; the specification does not help', () => {
    const again = corpus({ 'e.diff': '+  return iat + 99;\n' }, 'diff')
    expect(deletedOnly('  return iat + 99;', both(diff, again))).toBe(false)
    expect(deletedOnly('  return iat + 99;', both(diff, corpus({ 'a.ts': '  return iat + 99;' })))).toBe(false)
    expect(deletedOnly('  return iat + 99;', both(diff, corpus({ 'spec.md': '  return iat + 99;' }, 'spec')))).toBe(true)
    expect(deletedOnly('return iat +', corpus({ 'd.diff': '-return iat + 1\n+return iat + 2\n' }, 'diff'))).toBe(false)
    expect(at(quote('return iat +'), corpus({ 'd.diff': '-return iat + 1\n+return iat + 2\n' }, 'diff'))).toEqual(['found', 'd.diff', 1, 1])
  })

  test('only a diff has deleted lines', () => {
    expect(deletedOnly('- a list item of it', corpus({ 'a.md': '- a list item of it' }))).toBe(false)
  })
})
