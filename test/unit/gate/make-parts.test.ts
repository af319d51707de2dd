import { describe, expect, test } from 'vitest'
import { controlScripts } from '../../../src/gate/control-scripts'
import { scriptReach } from '../../../src/gate/script-reach'

const makefile = `# what is checked
CC ?= cc
.PHONY: check lint clean
check: lint build/app
	./build/app --selftest
lint: src/a.c
	cppcheck src
build/app: src/a.c
	$(CC) -o $@ $<
clean:
	rm -rf build
deploy: check
	scp build/app host:
`

/** The control paths where a Makefile becomes another one; the command is \`make check\`. */
function control(head: string, base = makefile, command = 'make check'): string[] {
  const texts = new Map<string, string | undefined>([
    ['Makefile', base],
    ...['GNUmakefile', 'makefile'].map((name) => [name, undefined] as const),
  ])
  const reach = scriptReach([command], texts, { paths: ['Makefile', 'src/a.c'] })
  return controlScripts(reach, [{ path: 'Makefile', base: { text: base }, head: { text: head } }])
}

describe('spec 10, 1: a Makefile counts as far as its reached targets go', () => {
  test.each([
    ['a new target', `${makefile}docs:\n\tdoxygen\n`],
    ['a new target that is phony', `${makefile.replace('lint clean', 'lint clean docs')}docs: build/app\n\tdoxygen\n`],
    ['a new target with its own list of phony ones', `${makefile}.PHONY: docs\ndocs:\n\tdoxygen\n`],
    ['another recipe of a target that is not reached', makefile.replace('rm -rf build', 'rm -rf build dist')],
    ['another prerequisite of one', makefile.replace('deploy: check', 'deploy: check docs')],
    ['one that is gone', makefile.replace(/deploy: check\n.*\n/, '')],
    ['one that moved to the front', `deploy: check\n\tscp build/app host:\n${makefile.replace(/deploy: check\n.*\n/, '')}`],
    [
      'comments and empty lines',
      makefile.replace('# what is checked', '# what we check\n\n# and how').replace('lint: src', '\n\nlint: src'),
    ],
    ['a variable of one target', `${makefile}deploy: HOST = example\n`],
    ['a conditional word in a recipe that is not reached', makefile.replace('rm -rf build', 'if true; then rm -rf build; fi')],
    ['line ends of another system', makefile.replaceAll('\n', '\r\n')],
    ['words for people behind a head', makefile.replace('lint: src/a.c', 'lint: src/a.c ## looks for faults')],
    ['two targets in one rule', `${makefile}docs manual:\n\tdoxygen\n`],
  ])('%s is no change of the check', (_, head) => {
    expect(head).not.toBe(makefile)
    expect(control(head)).toEqual([])
  })

  test.each([
    ['the recipe', makefile.replace('./build/app --selftest', 'true')],
    ['the recipe of what it needs', makefile.replace('cppcheck src', 'true')],
    ['a prerequisite less', makefile.replace('check: lint build/app', 'check: build/app')],
    ['a second rule for it', `${makefile}check:\n\ttrue\n`],
    ['a second rule together with others', `${makefile}docs check:\n\ttrue\n`],
    ['a rule for a file that it needs', `${makefile}src/a.c:\n\tcp good.c src/a.c\n`],
    ['a variable', makefile.replace('CC ?= cc', 'CC = true')],
    ['a new variable', `SHELL := true\n${makefile}`],
    ['a new variable that looks like a recipe', `${makefile}docs:\n  SHELL := true\n`],
    ['flags', `${makefile}MAKEFLAGS += -i\n`],
    ['ignored failures', `${makefile}.IGNORE:\n`],
    ['one shell for all lines', `${makefile}.ONESHELL:\n`],
    ['no longer phony', makefile.replace('.PHONY: check lint clean', '.PHONY: clean')],
    ['a pattern rule', `${makefile}build/%: src/%.c\n\ttrue\n`],
    ['a rule that makes the Makefile', `${makefile}Makefile:\n\tcp other $@\n`],
    ['an include', `${makefile}-include more.mk\n`],
    ['something computed in a head', `${makefile}docs: $(eval check: ; true)\n\ttrue\n`],
    ['something computed in the targets', `${makefile}$(shell echo check):\n\ttrue\n`],
    ['a definition', `${makefile}define CC\ntrue\nendef\n`],
    ['a condition around it', makefile.replace('lint: src/a.c', 'ifdef NEVER\nlint: src/a.c').replace('clean:', 'endif\nclean:')],
    ['another sign for recipes', `.RECIPEPREFIX = >\n${makefile}`],
    ['a comment that swallows the next line', makefile.replace('# what is checked', '# what is checked \\')],
    ['a line that goes on', makefile.replace('lint: src/a.c\n', 'lint: src/a.c \\\n')],
    ['another file that is read', `${makefile}load x.so\n`],
    ['everything', ''],
  ])('%s is', (_, head) => {
    expect(head).not.toBe(makefile)
    expect(control(head)).toEqual(['Makefile'])
  })

  test('where no target is named the first one is what is asked for', () => {
    const another = `docs:\n\tdoxygen\n${makefile}`
    expect([control(another, makefile, 'make'), control(another)]).toEqual([['Makefile'], []])
    expect(control(`${makefile}docs:\n\tdoxygen\n`, makefile, 'make')).toEqual([])
  })

  test('what is asked for under an unknown name is all of it', () => {
    expect(control(`${makefile}docs:\n\tdoxygen\n`, makefile, 'make "$TARGET"')).toEqual(['Makefile'])
    const computed = makefile.replace('check: lint', 'check: lint $(shell cat more)')
    expect(control(`${computed}docs:\n\tdoxygen\n`, computed)).toEqual(['Makefile'])
  })
})
