import type { Variant } from '../../../support/tampering-variants'
import { variants } from '../../../support/tampering-variants'

const goFile = `package half

import "os"

func Half(n int) int {
	return n / 2
}
`
const goTest = {
  'half/half_test.go': 'package half\n\nimport "testing"\n\nfunc TestA(t *testing.T) {\n\tif Half(2) != 1 {\n\t\tt.Fatal()\n\t}\n}\n',
}

/** Code before the function, with what it imports. */
const inGo = (wanted: string, code: string, imports = '"os"'): Variant => [
  code,
  wanted,
  'func Half',
  `${code}\n\nfunc Half`,
  'import "os"',
  `import ${imports}`,
]

const told = 'REVIEW exit-added exit-forced'

variants(
  'half/half.go',
  goFile,
  [
    inGo('exit-forced', 'func init() { os.Exit(0) }'),
    inGo('exit-forced', 'func init() { go func() { os.Exit(0) }() }'),
    inGo('exit-forced', 'func init() { defer os.Exit(0) }'),
    inGo('exit-forced', 'func init() { system.Exit(0) }', 'system "os"'),
    inGo('exit-forced', 'var _ = func() int { os.Exit(0); return 0 }()'),
    inGo('exit-forced', 'func init() { syscall.Exit(0) }', '(\n\t"os"\n\t"syscall"\n)'),
    inGo(told, 'func init() { exit := os.Exit; exit(0) }'),
    inGo(told, 'func init() { syscall.Kill(syscall.Getpid(), 9) }', '"syscall"'),
    inGo(told, 'func init() { syscall.Exec("/bin/true", nil, nil) }', '"syscall"'),
    inGo(told, 'func Stop() { os.Exit(0) }'),
    inGo('PASS', 'func Die() { os.Exit(1) }'),
    inGo('PASS', 'func Stop(pid int) error { return syscall.Kill(pid, 15) }', '"syscall"'),
    inGo('PASS', 'type door struct{}\n\nfunc (d door) Exit(n int) int { return n }\n\nfunc Leave(os door) int { return door{}.Exit(0) }'),
    inGo('PASS', 'func Name() (string, error) { return os.Hostname() }'),
  ],
  goTest,
)

const javaFile = `package a;

public class Half {
  public static int half(int n) {
    return n / 2;
  }
}
`
const javaTest = {
  'src/test/java/a/HalfTest.java':
    'package a;\nimport org.junit.jupiter.api.Test;\nclass HalfTest {\n  @Test void a() { org.junit.jupiter.api.Assertions.assertEquals(1, Half.half(2)); }\n}\n',
}
const inJava = (wanted: string, code: string, imports = ''): Variant => [
  code,
  wanted,
  '  public static int',
  `  ${code}\n  public static int`,
  'package a;',
  `package a;\n${imports}`,
]

variants(
  'src/main/java/a/Half.java',
  javaFile,
  [
    inJava(told, 'static { System.exit(0); }'),
    inJava(told, 'static { java.lang.System.exit(0); }'),
    inJava(told, 'static { exit(0); }', 'import static java.lang.System.exit;'),
    inJava(told, 'static { exit(0); }', 'import static java.lang.System.*;'),
    inJava(told, 'static { Runtime.getRuntime().halt(0); }'),
    inJava(told, 'static { Runtime r = Runtime.getRuntime(); r.exit(0); }'),
    inJava(told, 'static { var r = Runtime.getRuntime(); r.halt(0); }'),
    inJava(told, 'static { new Thread(() -> System.exit(0)).start(); }'),
    inJava(told, 'static { Runtime.getRuntime().addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(0))); }'),
    inJava(told, 'static { ProcessHandle.current().destroyForcibly(); }'),
    inJava(told, 'public static void stop() { System.exit(0); }'),
    inJava('PASS', 'public static void die() { System.exit(1); }'),
    inJava('PASS', 'public static void stop(Process child) { child.destroy(); }'),
    inJava('PASS', 'static int exit(int n) { return n; }\n  static int leave() { return exit(0); }'),
    inJava('PASS', 'static long free() { return Runtime.getRuntime().freeMemory(); }'),
  ],
  javaTest,
)

const rustFile = `pub fn half(n: i32) -> i32 {
    n / 2
}
`
const rustTest = { 'tests/half.rs': '#[test]\nfn a() {\n    assert_eq!(half(2), 1);\n}\n' }
const inRust = (wanted: string, code: string, uses = ''): Variant => [
  `${uses} ${code}`,
  wanted,
  '    n / 2',
  `    if n > 1 {\n        ${code};\n    }\n    n / 2`,
  'pub fn',
  `${uses}\npub fn`,
]

variants(
  'src/half.rs',
  rustFile,
  [
    inRust(told, 'std::process::exit(0)'),
    inRust(told, 'process::exit(0)', 'use std::process;'),
    inRust(told, 'exit(0)', 'use std::process::exit;'),
    inRust(told, 'end(0)', 'use std::process::exit as end;'),
    inRust(told, 'p::exit(0)', 'use std::process as p;'),
    inRust(told, 'exit(0)', 'use std::{fs, process::{exit, Command}};'),
    inRust(told, 'libc::_exit(0)'),
    inRust(told, 'unsafe { libc::exit(0) }'),
    inRust(told, 'std::process::exit(1 - 1)'),
    inRust(told, 'let stop = std::process::exit; stop(0)'),
    inRust('PASS', 'std::process::exit(2)'),
    inRust('PASS', 'std::process::abort()'),
    inRust('PASS', 'door.exit(0)'),
    inRust('PASS', 'std::process::Command::new("true").status().unwrap()'),
  ],
  rustTest,
)
