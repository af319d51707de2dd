import type { JudgedPath } from './runner-context'
import type { Tampering } from './tamper-finding'

const goTools =
  /(^|\/)(testify|gomega|ginkgo|go-cmp|gomock|mock|gotest\.tools|quicktest|check\.v1|goconvey|rapid|godog|gotestsum|apitest|httpexpect|goleak|assert)(\/|$)/
const rustTools =
  /^(rstest|proptest|quickcheck|mockall|insta|criterion|pretty_assertions|assert_cmd|assert_matches|assert_fs|predicates|tokio-test|test-case|test-log|serial_test|trybuild|wiremock|mockito|libtest-mimic|similar-asserts|approx|googletest|speculoos|arbitrary)(:|$)/

/** go.mod's `replace` of a test library: one more than before. */
export function goReplacements({ path, base, head }: JudgedPath): Tampering[] {
  const old = new Set(replacesIn(base?.text ?? '').map(({ text }) => text))
  return replacesIn(head?.text ?? '').flatMap(({ text, module, line }): Tampering[] =>
    old.has(text) || !goTools.test(module)
      ? []
      : [{ kind: 'dependency-shadowed', path, line, subject: module, message: 'a test library comes from somewhere else', after: text }],
  )
}

function replacesIn(text: string): { readonly text: string; readonly module: string; readonly line: number }[] {
  return text.split(/\r?\n/).flatMap((raw, index) => {
    const found = /^\s*(?:replace\s+)?([^\s/]\S*)(?:\s+v\S+)?\s+=>\s+(\S.*?)\s*(?:\/\/.*)?$/.exec(raw)
    return found === null ? [] : [{ text: `${found[1] ?? ''} => ${found[2] ?? ''}`, module: found[1] ?? '', line: index + 1 }]
  })
}

/** Whether a key of Cargo.toml takes a test library from a folder, a repository or another name. */
export function isForeignCrate(key: string, value: string): boolean {
  const patched = /^(?:patch\.(?:"[^"]*"|[^.]+)\.|replace\.)"?([\w-]+)/.exec(key)
  if (patched !== null) return rustTools.test(patched[1] ?? '')
  const named = /(?:^|\.)(?:dev-|build-)?dependencies\.([\w-]+)\.(path|git|package|registry)$/.exec(key)
  return named !== null && rustTools.test(named[1] ?? '') && value !== named[1]
}
