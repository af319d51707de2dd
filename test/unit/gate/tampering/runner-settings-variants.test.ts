import { variants } from '../../../support/tampering-variants'

const weakened = 'runner-config-weakened|runner-config-changed'
const forgiving = `${weakened}|retries-added|script-neutralised`
const fine = 'PASS|REVIEW'
const java = 'package shop;\n\nclass CartTest {\n  @Test\n  void discounts() {\n    assertEquals(90, Cart.discount(100, 10));\n  }\n}\n'
const js = 'import { expect, it } from "vitest";\nimport { total } from "../src/cart.js";\nit("adds", () => expect(total([1])).toBe(1));\n'
const py = 'from shop.cart import total\n\n\ndef test_total():\n    assert total([1]) == 1\n'
const beside = {
  'tests/cart.test.js': js,
  'tests/order.test.js': js,
  'tests/test_cart.py': py,
  'tests/cart.rs': '#[test]\nfn adds() {\n    assert_eq!(shop::total(&[1]), 1);\n}\n',
  'src/test/java/shop/CartTest.java': java,
  'src/test/java/shop/OrderTest.java': java.replace('CartTest', 'OrderTest'),
}

// Rust: nextest and Cargo

const nextest = '[profile.default]\nfail-fast = false\nslow-timeout = { period = "60s" }\n\n[profile.ci]\nfail-fast = false\n'
variants(
  '.config/nextest.toml',
  nextest,
  [
    ['a filter for all profiles', weakened, 'fail-fast', "default-filter = 'not test(adds)'\nfail-fast"],
    ['a filter for one profile', weakened, '[profile.ci]\n', "[profile.ci]\ndefault-filter = 'not binary(cart)'\n"],
    ['retries', 'retries-added', 'fail-fast', 'retries = 3\nfail-fast'],
    ['retries with a wait', 'retries-added', 'fail-fast', 'retries = { backoff = "fixed", count = 3, delay = "1s" }\nfail-fast'],
    [
      'retries of some',
      'retries-added',
      '[profile.ci]',
      "[[profile.default.overrides]]\nfilter = 'test(adds)'\nretries = 4\n\n[profile.ci]",
    ],
    ['what takes too long passes', weakened, '{ period = "60s" }', '{ period = "1s", terminate-after = 1, on-timeout = "pass" }'],
    ['all of them', 'PASS', 'fail-fast', "default-filter = 'all()'\nfail-fast"],
    ['a longer time', fine, '60s', '120s'],
    ['a report', 'PASS', '[profile.ci]', '[profile.default.junit]\npath = "junit.xml"\n\n[profile.ci]'],
    ['stops at the first', fine, 'fail-fast = false', 'fail-fast = true'],
  ],
  beside,
)
const cargo =
  '[package]\nname = "shop"\nversion = "0.1.0"\n\n[lib]\npath = "src/lib.rs"\n\n[workspace]\nmembers = ["core", "cli"]\n\n[[test]]\nname = "cart"\n'
variants(
  'Cargo.toml',
  cargo,
  [
    ['the library has no tests', weakened, '[lib]', '[lib]\ntest = false'],
    ['no examples of its pages', weakened, '[lib]', '[lib]\ndoctest = false'],
    ['no tests are looked for', weakened, 'version', 'autotests = false\nversion'],
    ['a test under a condition', weakened, 'name = "cart"', 'name = "cart"\nrequired-features = ["deep"]'],
    ['no runner behind a test', weakened, 'name = "cart"', 'name = "cart"\nharness = false'],
    ['a test that is off', weakened, 'name = "cart"', 'name = "cart"\ntest = false'],
    [
      'a known file under a condition',
      weakened,
      'name = "cart"\n',
      'name = "order"\npath = "tests/cart.rs"\nrequired-features = ["deep"]\n',
    ],
    ['a member less', weakened, '["core", "cli"]', '["core"]'],
    ['a member is left out', weakened, 'members = ["core", "cli"]', 'members = ["core", "cli"]\nexclude = ["core"]'],
    ['only one by default', weakened, 'members = ["core", "cli"]', 'members = ["core", "cli"]\ndefault-members = ["cli"]'],
    ['a new test under a condition', fine, 'name = "cart"\n', 'name = "cart"\n\n[[test]]\nname = "deep"\nrequired-features = ["deep"]\n'],
    ['a new member', 'PASS', '["core", "cli"]', '["core", "cli", "web"]'],
    ['members by a pattern', 'PASS', '["core", "cli"]', '["c*"]'],
    ['a version', 'PASS', '0.1.0', '0.2.0'],
  ],
  beside,
)
variants('.cargo/config.toml', '[build]\njobs = 2\n', [
  ['another program runs the tests', forgiving, 'jobs = 2', 'jobs = 2\n\n[target.x86_64-unknown-linux-gnu]\nrunner = "true"'],
  ['another word for test', forgiving, 'jobs = 2', 'jobs = 2\n\n[alias]\nt = "build"\nnextest = "build"'],
  ['more jobs', 'PASS', 'jobs = 2', 'jobs = 4'],
])

// Java: Maven and Gradle

const surefire = '<configuration><forkCount>1</forkCount></configuration>'
const pom = `<project><properties><java.version>21</java.version></properties><build><plugins><plugin><artifactId>maven-surefire-plugin</artifactId><version>3.2.0</version>${surefire}</plugin></plugins></build></project>\n`
const configured = (inner: string): string => `<configuration>${inner}</configuration>`
const profile = (inner: string): string => `<profiles><profile><id>quick</id>${inner}</profile></profiles></project>`
const byDefault = '<activation><activeByDefault>true</activeByDefault></activation>'
variants(
  'pom.xml',
  pom,
  [
    ['one test', weakened, surefire, configured('<test>OrderTest</test>')],
    ['some names', weakened, surefire, configured('<includes><include>**/OrderTest.java</include></includes>')],
    ['all but one', weakened, surefire, configured('<excludes><exclude>**/CartTest.java</exclude></excludes>')],
    ['one group', weakened, surefire, configured('<groups>fast</groups>')],
    ['a list in a file', weakened, surefire, configured('<excludesFile>slow.txt</excludesFile>')],
    ['skipped', weakened, surefire, configured('<skip>true</skip>')],
    ['skipped by a property', weakened, '<java.version>', '<maven.test.skip>true</maven.test.skip><java.version>'],
    ['skipped by a name', weakened, surefire, configured('<skip>${quick}</skip>'), '<java.version>', '<quick>true</quick><java.version>'],
    ['failures are nothing', weakened, surefire, configured('<testFailureIgnore>true</testFailureIgnore>')],
    [
      'bound to no phase',
      weakened,
      surefire,
      `${surefire}<executions><execution><id>default-test</id><phase>none</phase></execution></executions>`,
    ],
    ['a profile that is on', weakened, '</project>', profile(`${byDefault}<properties><skipTests>true</skipTests></properties>`)],
    [
      'a profile that is on where nothing is set',
      weakened,
      '</project>',
      profile('<activation><property><name>!ci</name></property></activation><properties><skipTests>true</skipTests></properties>'),
    ],
    ['another folder', weakened, '<build>', '<build><testSourceDirectory>src/none</testSourceDirectory>'],
    [
      'an engine less',
      weakened,
      surefire,
      configured('<excludeJUnit5Engines><excludeJUnit5Engine>junit-jupiter</excludeJUnit5Engine></excludeJUnit5Engines>'),
    ],
    [
      'another parent',
      'REVIEW runner-config-changed|runner-config-weakened',
      '<properties>',
      '<parent><artifactId>p</artifactId><relativePath>../quiet/pom.xml</relativePath></parent><properties>',
    ],
    ['a profile that one asks for', fine, '</project>', profile('<properties><skipTests>true</skipTests></properties>')],
    ['a profile that is on and says nothing', 'PASS', '</project>', profile(`${byDefault}<properties><a>true</a></properties>`)],
    ['a version', 'PASS', '3.2.0', '3.5.2'],
    ['more forks', 'PASS', '<forkCount>1<', '<forkCount>2<'],
    ['a property', 'PASS', '>21<', '>25<'],
  ],
  beside,
)
variants(
  'pom.xml',
  '<project><build><plugins><plugin><artifactId>jacoco-maven-plugin</artifactId><configuration><haltOnFailure>true</haltOnFailure><rules><rule><limits><limit><minimum>0.80</minimum></limit></limits></rule></rules></configuration></plugin></plugins></build></project>\n',
  [
    ['less is asked for', 'coverage-lowered', '0.80', '0.10'],
    ['no failure', 'coverage-lowered|runner-config-weakened', '<haltOnFailure>true', '<haltOnFailure>false'],
    ['more is asked for', 'PASS', '0.80', '0.90'],
  ],
)
variants('.mvn/maven.config', '-T1C\n', [
  ['no tests', weakened, '-T1C', '-T1C\n-DskipTests'],
  ['more threads', 'PASS', '-T1C', '-T2C'],
])
const gradle =
  "plugins { id 'java' }\n\ntest {\n  useJUnitPlatform()\n}\n\njacocoTestCoverageVerification {\n  violationRules { rule { limit { minimum = 0.8 } } }\n}\n"
const inTest = 'useJUnitPlatform()'
const end = "plugins { id 'java' }"
variants(
  'build.gradle',
  gradle,
  [
    ['leaves a class out', weakened, inTest, `${inTest}\n  exclude '**/CartTest.class'`],
    ['leaves a class out by a name', weakened, end, `${end}\ndef slow = '**/CartTest*'`, inTest, `${inTest}\n  exclude slow`],
    ['off', weakened, inTest, `${inTest}\n  enabled = false`],
    ['ignores failures', weakened, inTest, `${inTest}\n  ignoreFailures = true`],
    ['a filter', weakened, inTest, `${inTest}\n  filter { excludeTestsMatching '*CartTest' }`],
    ['never', weakened, inTest, `${inTest}\n  onlyIf { false }`],
    ['no sources of tests', weakened, end, `${end}\nsourceSets { test { java { exclude '**/Cart*' } } }`],
    ['sources elsewhere', weakened, end, `${end}\nsourceSets { test { java { srcDirs = [] } } }`],
    ['check without tests', weakened, end, `${end}\ntasks.named('check') { dependsOn.remove('test') }`],
    ['check without anything', weakened, end, `${end}\ncheck.dependsOn = []`],
    ['the task is left out', weakened, end, `${end}\ngradle.startParameter.excludedTaskNames << 'test'`],
    ['all of the kind are off', weakened, end, `${end}\ntasks.withType(Test) { it.enabled = false }`],
    ['off by its name', weakened, end, `${end}\ntasks.getByName('test').enabled = false`],
    ['no classes', weakened, inTest, `${inTest}\n  testClassesDirs = files()`],
    ['less coverage', 'coverage-lowered', '0.8', '0.1'],
    ['the floor is off', 'coverage-lowered|runner-config-weakened', 'violationRules {', 'enabled = false\n  violationRules {'],
    ['more forks', 'PASS', inTest, `${inTest}\n  maxParallelForks = 4`],
    ['what is shown', 'PASS', inTest, `${inTest}\n  testLogging { events 'failed' }`],
    ['a jar without a file', 'PASS', end, `${end}\njar { exclude '**/CartTest*' }`],
    ['sources of the program', 'PASS', end, `${end}\nsourceSets { main { java { exclude '**/Old*' } } }`],
    ['check with more', 'PASS', end, `${end}\ntasks.named('check') { dependsOn('jacocoTestCoverageVerification') }`],
    ['more coverage', 'PASS', '0.8', '0.85'],
  ],
  beside,
)
variants('gradle.properties', 'org.gradle.parallel=true\n', [
  ['no tests', weakened, 'parallel=true', 'parallel=true\nskipTests=true'],
  ['memory', 'PASS', 'parallel=true', 'parallel=true\norg.gradle.jvmargs=-Xmx2g'],
])
