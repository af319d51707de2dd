import type { CanaryPair } from '../../tribunal/canaries/canary-pair'
import { code, pairFrom } from './pair-from'

/** Where texts of strangers come in. */
export const typescriptBorders: readonly CanaryPair[] = [
  pairFrom({
    id: 'ts-comment-html',
    language: 'typescript',
    kind: 'unescaped-input',
    path: 'src/comment-html.ts',
    spec: 'commentHtml renders a comment as HTML: the author stands in a title attribute, the text in a paragraph. Authors and texts come from strangers; whatever they write is shown as text and never becomes markup.',
    criteria: ['No text of a comment becomes an element', 'No author can leave the attribute or add another one'],
    clean: code`
      export type Comment = { readonly author: string; readonly text: string }

      const entities: Readonly<Record<string, string>> = {
        '&': '&amp;',
        '<': '&lt;',
        '>': '&gt;',
        '"': '&quot;',
      }

      function escaped(text: string): string {
        return text.replace(/[&<>"]/g, (char) => entities[char] ?? char)
      }

      export function commentHtml({ author, text }: Comment): string {
        const lines = text.split('\n').map(escaped)
        return '<p title="' + escaped(author) + '">' + lines.join('<br>') + '</p>'
      }
    `,
    swaps: [['return text.replace(/[&<>"]/g, (char)', 'return text.replace(/[&<>]/g, (char)']],
    claim: { input: 'an author named x" onclick="steal()', wrongBehaviour: 'the paragraph gets an onclick attribute' },
    test: code`
      import assert from 'node:assert/strict'
      import { commentHtml } from './comment-html.ts'

      const html = commentHtml({ author: 'x" onclick="steal()', text: '<b>a</b>\nb' })
      assert.equal(html.split('"').length - 1, 2)
      assert.ok(html.includes('&lt;b&gt;a&lt;/b&gt;<br>b'))
    `,
  }),
  pairFrom({
    id: 'ts-upload-place',
    language: 'typescript',
    kind: 'path-traversal',
    path: 'src/upload-place.ts',
    spec: 'uploadPlace says where an uploaded file is stored: inside the folder of its user, beneath `root`. Names come from strangers. A name that leads out of the folder of its user is an error, also where it leads into the folder of another user.',
    criteria: ["Every path that is given lies beneath the user's own folder", 'A name that leads elsewhere throws an error'],
    clean: code`
      import { posix } from 'node:path'

      const userPattern = /^[a-z][a-z0-9]{0,31}$/

      export function folderOf(root: string, user: string): string {
        if (!userPattern.test(user)) throw new Error('not a user: ' + user)
        return posix.resolve(root, user)
      }

      export function uploadPlace(root: string, user: string, name: string): string {
        const folder = folderOf(root, user)
        const path = posix.resolve(folder, name)
        if (!path.startsWith(folder + '/')) {
          throw new Error('the name leads out of the folder: ' + name)
        }
        return path
      }
    `,
    swaps: [["  if (!path.startsWith(folder + '/')) {", '  if (!path.startsWith(folder)) {']],
    claim: { input: 'the user ann and the name ../anna/mail.txt', wrongBehaviour: "the path lies in anna's folder" },
    test: code`
      import assert from 'node:assert/strict'
      import { uploadPlace } from './upload-place.ts'

      assert.equal(uploadPlace('/up', 'ann', 'a/b.txt'), '/up/ann/a/b.txt')
      assert.throws(() => uploadPlace('/up', 'ann', '../../etc/passwd'))
      assert.throws(() => uploadPlace('/up', 'ann', '../anna/mail.txt'))
    `,
  }),
  pairFrom({
    id: 'ts-label-cache',
    language: 'typescript',
    kind: 'cache-key',
    path: 'src/label-cache.ts',
    spec: 'labelCache remembers what `load` gave for a product in a language, so that it is asked once for each product and language. A failed load is not remembered. The texts of one language never appear in another.',
    criteria: ['`load` is asked once for each product and language', 'Each language gets its own text'],
    clean: code`
      export type Load = (product: string, language: string) => Promise<string>

      export function labelCache(load: Load): Load {
        const known = new Map<string, Promise<string>>()
        return (product, language) => {
          const key = JSON.stringify([product, language])
          const before = known.get(key)
          if (before !== undefined) return before
          const label = load(product, language)
          known.set(key, label)
          label.catch(() => known.delete(key))
          return label
        }
      }
    `,
    swaps: [['    const key = JSON.stringify([product, language])', '    const key = JSON.stringify([product])']],
    claim: { input: 'one product in German, then in French', wrongBehaviour: 'the French page gets the German text' },
    test: code`
      import assert from 'node:assert/strict'
      import { labelCache } from './label-cache.ts'

      let loads = 0
      const label = labelCache(async (product, language) => {
        loads++
        return product + ' in ' + language
      })
      assert.equal(await label('p', 'de'), 'p in de')
      assert.equal(await label('p', 'fr'), 'p in fr')
      assert.equal(await label('p', 'fr'), 'p in fr')
      assert.equal(loads, 2)
    `,
  }),
]
