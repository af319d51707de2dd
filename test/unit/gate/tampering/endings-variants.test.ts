import type { Variant } from '../../../support/tampering-variants'
import { variants } from '../../../support/tampering-variants'

const javascript = `import fs from 'node:fs'
export function half(n) {
  if (n < 0) throw new Error('no')
  return n / 2
}
`
const before = 'export function half(n) {\n'
const javascriptTest = {
  'tests/half.test.js': "import { half } from '../src/half.js'\nit('a', () => { expect(half(2)).toBe(1) })\n",
}

/** What comes before the function, when the file is loaded. */
const atLoad = (wanted: string, lines: readonly string[]): Variant[] => lines.map((line) => [line, wanted, before, `;${line}\n${before}`])

variants(
  'src/half.js',
  javascript,
  [
    ...atLoad('exit-forced', [
      'process.exit(0)',
      "process['exit'](0)",
      "process['ex' + 'it'](0)",
      'process[`exit`](0)',
      'globalThis.process.exit(0)',
      "globalThis['process']['exit'](0)",
      'process?.exit?.(0)',
      'process.reallyExit(0)',
      'const { exit } = process\nexit(0)',
      'const { exit: end } = process\nend(0)',
      'const p = process\np.exit(0)',
      'const stop = process.exit\nstop(0)',
      "import { exit } from 'node:process'\nexit(0)",
      "import { exit as end } from 'process'\nend()",
      "import proc from 'node:process'\nproc.exit(0)",
      "import * as proc from 'process'\nproc.exit(0)",
      "require('process').exit(0)",
      '(0, process.exit)(0)',
      'process.exitCode = 0',
      "process['exitCode'] = 0",
      "process.on('exit', () => { process.exitCode = 0 })",
      "process.once('beforeExit', () => process.exit(0))",
      'setTimeout(() => process.exit(0), 50)',
      'queueMicrotask(() => process.exit(0))',
      '(() => { process.exit(0) })()',
      "Object.defineProperty(process, 'exitCode', { get: () => 0, set() {} })",
      'Deno.exit(0)',
      'process.exit = () => {}',
    ]),
    ...atLoad('REVIEW exit-added exit-forced', [
      "process.kill(process.pid, 'SIGTERM')",
      'process.exit.call(process, 0)',
      'Reflect.apply(process.exit, process, [0])',
      'setTimeout(process.exit.bind(process, 0), 50)',
      'setTimeout(process.exit, 50, 0)',
      "[].constructor.constructor('return process')().exit(0)",
      "eval('process.exit(0)')",
      "new Function('process.exit(0)')()",
      'process.exit(...[0])',
      'const ok = 0\nprocess.exit(ok)',
      'process.exit(1 - 1)',
      "import('node:process').then((p) => p.exit(0))",
      "process.on('SIGTERM', () => process.exit(0))",
      'export const end = () => process.exit(0)',
      "export const end = () => process['exit'](0)",
    ]),
    ...atLoad('PASS', [
      'export const die = () => process.exit(1)',
      "import { exit } from 'node:process'\nexport const die = () => exit(2)",
      'if (fs === undefined) process.exitCode = 1',
      'export const isOver = () => process.exitCode === 0',
      "export const canEnd = typeof process.exit === 'function'",
      "import { env } from 'node:process'\nexport const home = env.HOME",
      'export const stop = (child) => process.kill(child.pid)',
      'export const stopAll = (children) => children.forEach((child) => child.kill())',
      'export const leave = ({ exit }) => exit(0)',
      'export const room = { exit: (n) => n }\nexport const out = () => room.exit(0)',
      "export const add = new Function('a', 'b', 'return a + b')",
      'export class Door { exit() { return 0 } }',
      "process.on('SIGINT', () => process.exit(130))",
      "process.on('warning', (warning) => fs.writeFileSync('log', String(warning)))",
    ]),
  ],
  javascriptTest,
)

variants(
  'src/half.ts',
  javascript,
  [
    ...atLoad('exit-forced', ["(process as any)['ex' + 'it'](0)", 'process!.exit(0)', '(globalThis as any).process.exit(0)']),
    ...atLoad('PASS', ['export type End = typeof process.exit', 'export const die = (): never => process.exit(1)']),
  ],
  javascriptTest,
)

const python = `import os
import sys

def half(n):
    if n < 0:
        raise ValueError('no')
    return n / 2
`
const pythonTest = { 'tests/test_half.py': 'from src.half import half\n\ndef test_a():\n    assert half(2) == 1\n' }
const onLoad = (wanted: string, lines: readonly string[]): Variant[] =>
  lines.map((line) => [line, wanted, 'def half', `${line}\n\ndef half`])

variants(
  'src/half.py',
  python,
  [
    ...onLoad('exit-forced', [
      'os._exit(0)',
      'sys.exit(0)',
      'sys.exit(None)',
      'exit()',
      'quit(0)',
      'raise SystemExit',
      'raise SystemExit(0)',
      "getattr(os, '_exit')(0)",
      "getattr(os, '_ex' + 'it')(0)",
      "__import__('os')._exit(0)",
      "os.execv('/bin/true', ['true'])",
      "os.execvp('true', ['true'])",
      "os.execl('/bin/true', 'true')",
      'import atexit\natexit.register(os._exit, 0)',
      'import atexit\natexit.register(lambda: os._exit(0))',
      'from os import _exit\n_exit(0)',
      'from os import _exit as stop\nstop(0)',
      'import os as system\nsystem._exit(0)',
      "sys.__dict__['exit'](0)",
      "vars(os)['_exit'](0)",
      'import builtins\nbuiltins.exit(0)',
      "import importlib\nimportlib.import_module('os')._exit(0)",
      "sys.modules['os']._exit(0)",
      'stop = os._exit\nstop(0)',
      'import threading\nthreading.Timer(1, lambda: os._exit(0)).start()',
      'import signal\nsignal.signal(signal.SIGTERM, lambda *a: os._exit(0))',
      'import ctypes\nctypes.CDLL(None).exit(0)',
    ]),
    ...onLoad('REVIEW exit-added exit-forced', [
      'os.kill(os.getpid(), 15)',
      'os.killpg(0, 9)',
      'import threading\nthreading.Timer(1, os._exit, [0]).start()',
      "eval('os._exit(0)')",
      "exec('import os; os._exit(0)')",
      'sys.excepthook = lambda *a: os._exit(0)',
      'def end():\n    os._exit(0)',
      "def end():\n    getattr(os, '_exit')(0)",
    ]),
    ...onLoad('PASS', [
      'def die():\n    sys.exit(1)',
      "def die():\n    raise SystemExit('usage: half N')",
      'def is_alive(pid):\n    os.kill(pid, 0)',
      'def guarded(f):\n    try:\n        f()\n    except SystemExit as end:\n        return end.code',
      'class Door:\n    def exit(self):\n        return 0\n\n    def leave(self):\n        return self.exit()',
      'def quit(n):\n    return n\n\ndef leave():\n    return quit(0)',
      'def leave(parser):\n    parser.exit(0)',
      "NAMES = ['exit', 'quit']",
      "def call(f):\n    return getattr(os, 'getcwd')()",
      'def main():\n    print(half(4))\n\n\nif __name__ == "__main__":\n    sys.exit(main())',
    ]),
  ],
  pythonTest,
)
