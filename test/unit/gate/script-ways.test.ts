import { expect, test } from 'vitest'
import type { ScriptReach } from '../../../src/gate/following/reach'
import { scriptReach } from '../../../src/gate/script-reach'

type Tree = Readonly<Record<string, string>>

/** Answers what is asked for, until nothing more is; a text that starts with `-> ` is a link's target. */
function reached(commands: readonly string[], files: Tree): ScriptReach {
  const texts = new Map<string, string | undefined>()
  const links = new Map(
    Object.entries(files).flatMap(([path, text]): [string, string][] => (text.startsWith('-> ') ? [[path, text.slice(3)]] : [])),
  )
  const paths = Object.keys(files)
  for (let round = 0; round < 40; round++) {
    const found = scriptReach(commands, texts, { links, paths })
    if (found.wanted.length === 0) return found
    for (const path of found.wanted) texts.set(path, links.has(path) ? undefined : files[path])
  }
  throw new Error('it never stops asking')
}

/** What is run besides the file that the check starts, where `body` is the content of that file. */
function ways(command: string, start: string, bodies: readonly (readonly [body: string, ...run: string[]])[], others: Tree = {}): void {
  const all = { 'ci/x.sh': 'true\n', 'ci/y.sh': 'true\n', 'ci/plain': 'true\n', ...others }
  for (const [body, ...run] of bodies) {
    const found = reached([command], { ...all, [start]: body }).run
    expect([...found].filter((path) => path !== start).sort(), body).toEqual(run)
  }
}

test('spec 10, 1: what a shell script runs is followed through sourcing, compound commands, functions, texts and pipes', () => {
  ways(
    'sh ci/all.sh',
    'ci/all.sh',
    [
      ['. ./ci/x.sh', 'ci/x.sh'],
      ['source ci/plain', 'ci/plain'],
      ['. ci/set.sh; sh "$D/x.sh"; go', 'ci/set.sh', 'ci/x.sh', 'ci/y.sh'],
      ['if true; then sh ci/x.sh; else sh ci/y.sh; fi', 'ci/x.sh', 'ci/y.sh'],
      ['for f in x y; do sh ci/$f.sh || exit 1; done', 'ci/x.sh', 'ci/y.sh'],
      ['for f in ci/[x].sh ci/?.sh; do sh "$f"; done', 'ci/x.sh', 'ci/y.sh'],
      ['while ! sh ci/x.sh; do :; done', 'ci/x.sh'],
      ['case "$1" in a) (sh ci/x.sh) ;; *) { sh ci/y.sh; } ;; esac', 'ci/x.sh', 'ci/y.sh'],
      ['true && ! sh ci/x.sh | tee log && time sh ci/y.sh', 'ci/x.sh', 'ci/y.sh'],
      ['run() { sh "ci/$1.sh"; }\nrun x', 'ci/x.sh'],
      ['unused() { sh ci/x.sh; }'],
      ['out=$(sh ci/x.sh) || exit 1', 'ci/x.sh'],
      ['[[ $(sh ci/x.sh) == ok ]]', 'ci/x.sh'],
      ['trap "sh ci/x.sh" EXIT', 'ci/x.sh'],
      ["sh -c 'cd ci && sh x.sh'", 'ci/x.sh'],
      ["bash -lc 'sh ci/x.sh'", 'ci/x.sh'],
      ['bash -eo pipefail ci/x.sh', 'ci/x.sh'],
      ['eval "sh ci/x.sh"', 'ci/x.sh'],
      ['bash <<EOF\nsh ci/x.sh\nEOF\n', 'ci/x.sh'],
      ["bash <<< 'sh ci/x.sh'", 'ci/x.sh'],
      ['bash < ci/plain', 'ci/plain'],
      ['cat ci/plain | sh -e', 'ci/plain'],
      ["sed 's/a/b/' ci/x.sh | tr -d '\\r' | bash -s", 'ci/x.sh'],
      ["echo 'sh ci/x.sh' | sh", 'ci/x.sh'],
      ['sh <(cat ci/y.sh)'],
      ['ls | xargs sh ci/x.sh', 'ci/x.sh'],
      ['xargs -n1 sh < ci/list', 'ci/list', 'ci/x.sh'],
      ['find src -name "*.js" -exec sh ci/x.sh {} \\;', 'ci/x.sh'],
      ['find ci -name "y.*" -exec sh {} +', 'ci/y.sh'],
      ["env -S 'A=1 sh ci/x.sh'", 'ci/x.sh'],
      ['env -C ci sh x.sh', 'ci/x.sh'],
      ['timeout -k 5 60s nice -n 5 bash ci/plain', 'ci/plain'],
      ['PATH="$PWD/ci:$PATH" plain', 'ci/plain'],
      ['BASH_ENV=ci/x.sh bash ci/y.sh', 'ci/x.sh', 'ci/y.sh'],
      ['"$UNKNOWN/x.sh"; sh "$(made up)"; cat ci/x.sh; echo sh ci/x.sh'],
    ],
    { 'ci/set.sh': 'D=ci\ngo() { sh ci/y.sh; }', 'ci/list': 'ci/x.sh\n' },
  )
})

test('spec 10, 1: folders and literal variables are known where a script stands', () => {
  ways(
    'bash ci/all.sh one',
    'ci/all.sh',
    [
      ['HERE=ci; sh $HERE/x.sh', 'ci/x.sh'],
      ['sh "$(dirname "$0")/x.sh"', 'ci/x.sh'],
      ['sh `dirname $0`/x.sh', 'ci/x.sh'],
      ['. "${BASH_SOURCE%/*}/x.sh"', 'ci/x.sh'],
      ['D="$(cd -- "$(dirname "${BASH_SOURCE[0]}")" >/dev/null && pwd -P)"\n"$D"/x.sh', 'ci/x.sh'],
      ['ROOT=$(git rev-parse --show-toplevel)\ncd "$ROOT" && bash "${ROOT}/ci/plain"', 'ci/plain'],
      ['cd ci && sh x.sh; sh y.sh', 'ci/x.sh', 'ci/y.sh'],
      ['cd "${0%/*}" || exit 1\n./plain', 'ci/plain'],
      ['(cd ci; sh x.sh); sh y.sh', 'ci/x.sh'],
      ['pushd ci\nsh x.sh\npopd\nsh y.sh', 'ci/x.sh'],
      ['cd ci\ncd ..\nsh ci/x.sh', 'ci/x.sh'],
      ['cd ../.. && sh ci/x.sh'],
      ['${SHELL_OF:-bash} ci/x.sh', 'ci/x.sh'],
      ['RUN="bash ci/x.sh"; $RUN', 'ci/x.sh'],
      ['A=(ci/x.sh ci/y.sh)\nfor f in "${A[@]}"; do bash "$f"; done', 'ci/x.sh', 'ci/y.sh'],
      ['export N=x; sh ci/env.sh', 'ci/env.sh', 'ci/x.sh'],
      ['sh ci/$1.sh', 'ci/one.sh'],
      ['sh ci/{x,y}.sh', 'ci/x.sh'],
    ],
    { 'ci/env.sh': 'sh ci/$N.sh', 'ci/one.sh': '' },
  )
})

test('spec 10, 1: other folders, packages and workspaces are followed', () => {
  const packages = {
    'package.json': JSON.stringify({ name: 'top', workspaces: ['packages/*'], scripts: { test: 'sh ci/x.sh', run: 'sh' } }),
    'packages/a/package.json': JSON.stringify({ name: '@o/a', scripts: { test: 'sh own.sh', pretest: 'node ../../ci/pre.mjs' } }),
    'packages/a/own.sh': '',
    'packages/b/package.json': JSON.stringify({ name: 'b', scripts: { test: 'sh own.sh' } }),
    'packages/b/own.sh': '',
    'ci/pre.mjs': '',
  }
  const a = ['ci/pre.mjs', 'packages/a/own.sh']
  ways(
    'bash all',
    'all',
    [
      ['npm --prefix packages/a test', ...a],
      ['npm -w packages/a run test', ...a],
      ['npm test -w @o/a', ...a],
      ['npm test --workspaces', 'ci/pre.mjs', 'ci/x.sh', 'packages/a/own.sh', 'packages/b/own.sh'],
      ['npm test -ws', 'ci/pre.mjs', 'ci/x.sh', 'packages/a/own.sh', 'packages/b/own.sh'],
      ['pnpm -C packages/a test', ...a],
      ['pnpm --filter "@o/*" run test', ...a],
      ['pnpm --filter=b... test', 'packages/b/own.sh'],
      ['yarn workspace b test', 'packages/b/own.sh'],
      ['yarn --cwd packages/b test', 'packages/b/own.sh'],
      ['cd packages/a/src && npm test', ...a],
      ['npm run run -- ci/y.sh', 'ci/y.sh'],
      ['npm exec -- sh ci/y.sh', 'ci/y.sh'],
      ["npx -c 'sh ci/y.sh'", 'ci/y.sh'],
      ['git -C packages -c alias.t="!sh packages/a/own.sh" t', 'packages/a/own.sh'],
      ['npx concurrently "sh ci/x.sh" "npm:nothing"', 'ci/x.sh'],
    ],
    packages,
  )
  const { parts } = reached(['npm test --workspaces'], packages)
  expect([...(parts.get('packages/b/package.json') ?? [])]).toContain('scripts test')
  expect([...(parts.get('package.json') ?? [])]).toContain('workspaces')
})

test('spec 10, 1: Makefiles are followed to what they include, to variables, to other folders and to names that would shadow them', () => {
  ways(
    'make check',
    'Makefile',
    [
      ['include ci/rules.mk\n', 'ci/rules.mk', 'ci/x.sh'],
      ['-include ci/*.mk\n', 'ci/rules.mk', 'ci/x.sh'],
      ['S := ci\nPY ?= bash\ncheck: pre\n\t@$(PY) $(S)/x.sh\npre: ; -sh ${S}/y.sh\n', 'ci/x.sh', 'ci/y.sh'],
      ['check:\n\tcd ci && \\\n\t  sh x.sh\nother:\n\tsh ci/y.sh\n', 'ci/x.sh'],
      ['check:\n\t$(MAKE) -C sub deep\n', 'ci/y.sh', 'sub/makefile'],
      ['check:\n\tfor f in x y; do sh ci/$$f.sh; done\n', 'ci/x.sh', 'ci/y.sh'],
      ['check: go-x\ngo-%:\n\tsh ci/$*.sh\n', 'ci/x.sh'],
      ['SHELL = ci/plain\ncheck:\n\ttrue\n', 'ci/plain'],
      ['V := $(shell sh ci/x.sh)\ncheck:\n', 'ci/x.sh'],
      ['ifdef CI\ncheck:\n\tsh ci/x.sh\nendif\n', 'ci/x.sh'],
    ],
    { 'ci/rules.mk': 'check:\n\tsh ci/x.sh\n', 'sub/makefile': 'deep:\n\tsh ../ci/y.sh\n' },
  )
  const shadowed = reached(['make', 'make -f build/x.mk'], { Makefile: 'a:\n\ttrue\n' })
  expect([...shadowed.absent].sort()).toEqual(['GNUmakefile', 'build/x.mk', 'makefile'])
})

test('spec 10, 1: what node and Python load and start is followed where it is written out', () => {
  ways(
    'node ci/all.mjs',
    'ci/all.mjs',
    [
      ["spawnSync('sh', ['ci/x.sh'])", 'ci/x.sh'],
      ["execSync('cd ci && sh x.sh', { stdio: 'inherit' })", 'ci/x.sh'],
      ["spawnSync('sh', ['x.sh'], {\n  cwd: 'ci',\n})", 'ci/x.sh'],
      ["require('node:child_process').execSync('sh ci/plain')", 'ci/plain'],
      ["const s = 'ci/plain'\nchild_process.execFileSync('bash', [s])", 'ci/plain'],
      ["execFileSync(join(import.meta.dirname, 'plain'))", 'ci/plain'],
      ["const here = dirname(fileURLToPath(import.meta.url))\nspawn('bash', [path.join(here, 'plain')])", 'ci/plain'],
      ["spawnSync(process.execPath, [fileURLToPath(new URL('./one.mjs', import.meta.url))])", 'ci/one.mjs'],
      ['const d = `ci`\nexecSync(`bash ${d}/plain`)', 'ci/plain'],
      ["fork('./ci/one.mjs')", 'ci/one.mjs'],
      ["import { $ } from 'zx'\nawait $`sh ci/x.sh`", 'ci/x.sh'],
      ["spawnSync('node', ['src/cli.js'])"],
      ["/a/.exec('ci')"],
    ],
    { 'ci/one.mjs': '', 'src/cli.js': '' },
  )
  ways(
    'python3 ci/all.py',
    'ci/all.py',
    [
      ["subprocess.run(['sh', 'ci/x.sh'], check=True)", 'ci/x.sh'],
      ["os.system('sh ci/x.sh')", 'ci/x.sh'],
      ["subprocess.check_call([sys.executable, os.path.join(os.path.dirname(__file__), 'one.py')])", 'ci/one.py'],
      ["HERE = Path(__file__).resolve().parent\nsubprocess.run(['bash', HERE / 'plain'])", 'ci/plain'],
    ],
    { 'ci/one.py': '' },
  )
  const tree = {
    'package.json': JSON.stringify({ name: 'own', imports: { '#check': './tools/check.mjs' }, exports: { './c': './tools/c.mjs' } }),
    'ci/a.mjs': "import '#check'\nimport 'own/c'\nimport 'other'",
    'tools/check.mjs': '',
    'tools/c.mjs': '',
    '.env.ci': '',
    'ci/pre.cjs': '',
    'ci/tool.js': '',
  }
  const { run, loaded, parts } = reached(['node --env-file=.env.ci --require ./ci/pre.cjs --import ./ci/a.mjs ci/tool'], tree)
  expect([...run].sort()).toEqual(['.env.ci', 'ci/a.mjs', 'ci/pre.cjs', 'ci/tool.js'])
  expect([...loaded].sort()).toEqual(['tools/c.mjs', 'tools/check.mjs'])
  expect([...(parts.get('package.json') ?? [])].sort()).toEqual(['exports ./c', 'imports #check'])
})

test('spec 10, 1: a link and what it leads to are both run; a ring of links and one that leads outside end there', () => {
  const tree = { check: '-> ci/inner/x.sh', 'ci/inner': '-> ../deep', 'deep/x.sh': '', out: '-> ../elsewhere', ring: '-> ring' }
  expect([...reached(['./check', './out', './ring'], tree).run].sort()).toEqual(['check', 'ci/inner', 'deep/x.sh', 'out', 'ring'])
})

test('hostile texts are followed only so far', () => {
  const deep = {
    'a.sh': `${'('.repeat(5_000)}\n${'if true; then '.repeat(5_000)}`,
    'b.sh': 'f() { f; f; }\nf\neval "$(cat b.sh)"; . ./b.sh; . ./b.sh',
    'c.sh': 'sh c.sh $1x; sh c.sh ${1}y',
  }
  const many = {
    'd.sh': `${'x={a,b,c}{a,b,c}{a,b,c}; '.repeat(2_000)}sh $x$x$x`,
    Makefile: 'A = $(A)$(A)\na: $(A)\n\tsh $(A)\ninclude Makefile\n',
  }
  const { run } = reached(['sh a.sh', 'sh b.sh', 'sh c.sh', 'sh d.sh', 'make'], { ...deep, ...many })
  expect([...run].sort()).toEqual(['Makefile', 'a.sh', 'b.sh', 'c.sh', 'd.sh'])
})

test('spec 10, 1: where the targets of a build would lie is known, phony ones aside', () => {
  const made = (makefile: string, command = 'make check', others: Tree = {}): string[] =>
    [...reached([command], { Makefile: makefile, ...others }).made].sort()
  expect(made('check:\n\tfalse\n')).toEqual(['check'])
  expect(made('.PHONY: check\ncheck:\n\tfalse\n')).toEqual([])
  expect(made('check: lint out/app.js\n\tfalse\nlint:\n\tfalse\nout/%.js: src/%.js\n\tfalse\nother:\n\ttrue\n')).toEqual([
    'check',
    'lint',
    'out/app.js',
  ])
  expect(made('NAMES = check lint\n.PHONY: $(NAMES)\ncheck: lint\nlint:\n\tfalse\n')).toEqual([])
  expect(made('include mk/phony.mk\ncheck: a\na:\n\tfalse\n', 'make', { 'mk/phony.mk': '.PHONY: a\n' })).toEqual(['check'])
  expect(made('.PHONY: $(shell cat names)\ncheck:\n\tfalse\n'), 'what is computed is not known to be phony').toEqual(['check'])
  expect(made('check:\n\tfalse\n', 'make -C sub check', { 'sub/Makefile': 'check: ../top\n\tfalse\n../top:\n\tfalse\n' })).toEqual([
    'sub/check',
    'top',
  ])
  expect([...reached(['just check'], { justfile: 'check:\n\tfalse\n' }).made]).toEqual([])
})

test('spec 10, 1: texts that a Makefile defines are followed where they are called', () => {
  ways('make check', 'Makefile', [
    ['define run\nsh ci/x.sh\nendef\ncheck:\n\t$(run)\n', 'ci/x.sh'],
    ['define run\n@sh ci/$(1).sh\n@sh ci/$(2).sh\nendef\ncheck:\n\t$(call run,x,y)\n', 'ci/x.sh', 'ci/y.sh'],
    ['run = sh ci/$(1).sh\nwhich = y\ncheck:\n\t$(call run,$(which))\n', 'ci/y.sh'],
    ['define unused\nsh ci/x.sh\nendef\ncheck:\n\tsh ci/y.sh\n', 'ci/y.sh'],
  ])
})

test('spec 10, 1: patterns of what is read into a script or a Makefile are known, for what may come there', () => {
  const patterns = (commands: readonly string[], files: Tree): string[] =>
    [...reached(commands, { 'ci/d/a.sh': 'true\n', 'mk/a.mk': 'x:\n', 'tests/a.sh': 'true\n', ...files }).patterns].sort()
  expect(patterns(['sh ci/all.sh'], { 'ci/all.sh': 'for f in ci/d/*.sh; do . "$f"; done\n' })).toEqual(['ci/d/*.sh'])
  expect(patterns(['sh ci/all.sh'], { 'ci/all.sh': 'cd "$(dirname "$0")"\nfor f in d/?.sh; do source "./$f" || exit 1; done\n' })).toEqual([
    'ci/d/?.sh',
  ])
  expect(patterns(['sh ci/all.sh'], { 'ci/all.sh': 'for f in ci/none.d/*; do [ -r "$f" ] && . "$f"; done\n' })).toEqual(['ci/none.d/*'])
  expect(patterns(['make x'], { Makefile: 'include mk/*.mk\n' })).toEqual(['mk/*.mk'])
  expect(patterns(['make x'], { Makefile: '-include $(wildcard mk/*.mk)\nD = more\n-include $(D)/*.mk\n' })).toEqual([
    'mk/*.mk',
    'more/*.mk',
  ])
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`ci/d/${at}.sh`, 'true\n']))
  expect(patterns(['sh ci/all.sh'], { ...many, 'ci/all.sh': 'for f in ci/d/*.sh; do . "$f"; done\n' })).toEqual(['ci/d/*.sh'])
  // What only is looked at, or started beside the others, chooses nothing.
  expect(patterns(['shellcheck ci/d/*.sh', 'for f in ci/d/*.sh; do sh "$f" || exit 1; done'], {})).toEqual([])
  expect(patterns(['for f in tests/*.sh; do . "$f"; done'], {})).toEqual([])
})

test('spec 10, 1: what only is looked at is not run, and what a test starts is the work', () => {
  const run = (commands: readonly string[], files: Tree): string[] =>
    [...reached(commands, { 'bin/tool': '#!/bin/sh\ntrue\n', 'ci/x.sh': 'true\n', ...files }).run].sort()
  expect(
    run(
      [
        'bash -n bin/tool',
        'sh -o noexec bin/tool',
        'for f in bin/* ci/*.sh; do bash -n "$f" || exit 1; done',
        'node --check a.js',
        'node -c a.js',
      ],
      { 'a.js': '' },
    ),
  ).toEqual([])
  expect(run(['bash -eu bin/tool', 'node a.js'], { 'a.js': '' })).toEqual(['a.js', 'bin/tool'])
  const suite = {
    'tests/run.sh': '. ci/x.sh\nbin/tool 1\nsh tests/more.sh\nsh ci/y.sh\n',
    'tests/more.sh': './bin/tool 2\n',
    'ci/y.sh': 'bin/tool 3\n',
  }
  expect(run(['sh tests/run.sh'], suite)).toEqual(['ci/x.sh', 'ci/y.sh', 'tests/more.sh', 'tests/run.sh'])
  expect(run(['sh ci/y.sh'], suite)).toEqual(['bin/tool', 'ci/y.sh'])
})
