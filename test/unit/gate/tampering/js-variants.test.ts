import { variants } from '../../../support/tampering-variants'

const cart = `import { describe, expect, it, beforeEach } from "vitest";
import { total, find } from "../src/cart.js";

describe("total", () => {
  it("adds all", () => {
    const xs = [1, 2, 3];
    expect(total(xs)).toBe(6);
    expect(total([4])).toBe(4);
  });
  it("is zero for none", () => {
    expect(total([])).toBe(0);
  });
  it("refuses texts", () => {
    expect(() => total(["a"])).toThrow(TypeError);
  });
  it("finds later", async () => {
    const found = await find("a");
    expect(found).toEqual({ id: "a", n: 2 });
    expect(found.n).toBeCloseTo(2, 5);
  });
});
`
variants('tests/cart.test.js', cart, [
  // assertion-tautology
  ['true is true', 'assertion-tautological', 'expect(total([])).toBe(0)', 'expect(true).toBe(true)'],
  ['a value beside itself', 'assertion-tautological', 'toBe(0)', 'toBe(total([]))'],
  ['or true', 'assertion-tautological', 'expect(total([])).toBe(0)', 'expect(total([]) === 0 || true).toBe(true)'],
  ['no matcher', 'assertion-tautological', 'expect(total([])).toBe(0)', 'expect(total([]))'],
  ['matcher not called', 'assertion-tautological', 'expect(total([])).toBe(0)', 'expect(total([])).toBe'],
  ['any number', 'assertion-weakened|assertion-tautological', 'toBe(0)', 'toEqual(expect.anything())'],
  ['a constant of its own', 'assertion-tautological', 'expect(total([])).toBe(0)', 'const result = 0;\n    expect(result).toBe(0)'],
  [
    'length of a text at least zero',
    'assertion-weakened|assertion-tautological',
    'expect(total([])).toBe(0)',
    'expect(String(total([])).length).toBeGreaterThanOrEqual(0)',
  ],
  [
    'typeof is a string',
    'assertion-weakened|assertion-tautological',
    'expect(total([])).toBe(0)',
    'expect(typeof total([])).toBeDefined()',
  ],
  ['one of all values', 'assertion-weakened|assertion-tautological', 'expect(total([])).toBe(0)', 'expect([0, total([])]).toContain(0)'],
  // skips
  ['it.skip', 'test-skipped', 'it("adds all"', 'it.skip("adds all"'],
  ['xit', 'test-skipped', 'it("adds all"', 'xit("adds all"'],
  ['xtest', 'test-skipped', 'it("adds all"', 'xtest("adds all"'],
  [
    'it.todo',
    'test-skipped|test-emptied',
    'it("is zero for none", () => {\n    expect(total([])).toBe(0);\n  })',
    'it.todo("is zero for none")',
  ],
  ['it["skip"]', 'test-skipped', 'it("adds all"', 'it["skip"]("adds all"'],
  ['describe.skip', 'test-skipped', 'describe("total"', 'describe.skip("total"'],
  ['xdescribe', 'test-skipped', 'describe("total"', 'xdescribe("total"'],
  ['skipIf(true)', 'test-skipped', 'it("adds all"', 'it.skipIf(true)("adds all"'],
  ['skipIf env', 'test-skipped', 'it("adds all"', 'it.skipIf(process.env.CI)("adds all"'],
  ['runIf(false)', 'test-skipped', 'it("adds all"', 'it.runIf(false)("adds all"'],
  ['describe.skipIf', 'test-skipped', 'describe("total"', 'describe.skipIf(!process.env.FULL)("total"'],
  ['options skip', 'test-skipped', 'it("adds all", () =>', 'it("adds all", { skip: true }, () =>'],
  ['context skip', 'test-skipped', 'it("adds all", () => {', 'it("adds all", (ctx) => {\n    ctx.skip();'],
  ['this.skip', 'test-skipped', 'it("adds all", () => {', 'it("adds all", function () {\n    this.skip();'],
  ['it.fails', 'test-skipped', 'it("adds all"', 'it.fails("adds all"'],
  ['it.failing', 'test-skipped', 'it("adds all"', 'it.failing("adds all"'],
  ['test.fixme', 'test-skipped', 'it("adds all"', 'it.fixme("adds all"'],
  ['pending()', 'test-skipped', 'it("adds all", () => {', 'it("adds all", () => {\n    pending();'],
  ['skip in beforeEach', 'test-skipped', 'describe("total", () => {', 'describe("total", () => {\n  beforeEach((ctx) => { ctx.skip(); });'],
  [
    'alias of it.skip',
    'test-skipped',
    'describe("total", () => {',
    'const test = it.skip;\ndescribe("total", () => {',
    'it("adds all"',
    'test("adds all"',
  ],
  ['conditional it', 'test-skipped', 'it("adds all"', '(process.env.CI ? it.skip : it)("adds all"'],
  [
    'if around the case',
    'test-skipped|assertion-unreachable',
    '  it("adds all", () => {\n    const xs = [1, 2, 3];\n    expect(total(xs)).toBe(6);\n    expect(total([4])).toBe(4);\n  });',
    '  if (process.env.FULL) it("adds all", () => {\n    const xs = [1, 2, 3];\n    expect(total(xs)).toBe(6);\n    expect(total([4])).toBe(4);\n  });',
  ],
  [
    'if false around the case',
    'test-skipped|test-case-removed|assertion-unreachable',
    '  it("is zero for none", () => {\n    expect(total([])).toBe(0);\n  });',
    '  if (false) {\n  it("is zero for none", () => {\n    expect(total([])).toBe(0);\n  });\n  }',
  ],
  ['it.only', 'focus-added', 'it("adds all"', 'it.only("adds all"'],
  ['fit', 'focus-added', 'it("adds all"', 'fit("adds all"'],
  ['describe.only', 'focus-added', 'describe("total"', 'describe.only("total"'],
  [
    'a new focused case',
    'focus-added',
    'describe("total", () => {',
    'describe("total", () => {\n  it.only("x", () => { expect(total([9])).toBe(9); });',
  ],
  // removed
  [
    'commented out',
    'test-case-removed',
    '  it("is zero for none", () => {\n    expect(total([])).toBe(0);\n  });',
    '  // it("is zero for none", () => {\n  //   expect(total([])).toBe(0);\n  // });',
  ],
  [
    'block comment',
    'test-case-removed',
    '  it("is zero for none", () => {\n    expect(total([])).toBe(0);\n  });',
    '  /* it("is zero for none", () => {\n    expect(total([])).toBe(0);\n  }); */',
  ],
  [
    'in a string',
    'test-case-removed',
    '  it("is zero for none", () => {\n    expect(total([])).toBe(0);\n  });',
    '  `it("is zero for none", () => {\n    expect(total([])).toBe(0);\n  });`',
  ],
  ['gone', 'test-case-removed', '  it("is zero for none", () => {\n    expect(total([])).toBe(0);\n  });\n', ''],
  ['file gone', 'test-deleted', '*', ''],
  ['file emptied', 'test-case-removed|test-deleted', '*', '// nothing\n'],
  ['renamed out', 'test-deleted', '*', '', '+tests/cart.js', cart],
  ['renamed out bak', 'test-deleted', '*', '', '+tests/cart.test.js.bak', cart],
  ['moved into disabled', 'PASS', '*', '', '+tests/unit/cart.test.js', cart],
  // removed, unreachable
  ['assertion gone', 'assertion-removed', '    expect(total([4])).toBe(4);\n', ''],
  ['assertion commented', 'assertion-removed', '    expect(total([4])).toBe(4);\n', '    // expect(total([4])).toBe(4);\n'],
  ['emptied', 'test-emptied', '    expect(total([])).toBe(0);\n', ''],
  ['call without an assertion', 'test-emptied', 'expect(total([])).toBe(0)', 'total([])'],
  ['console.log instead', 'test-emptied', 'expect(total([])).toBe(0)', 'console.log(total([]) === 0)'],
  ['return at the start', 'assertion-unreachable|test-skipped', 'it("adds all", () => {', 'it("adds all", () => {\n    return;'],
  [
    'return under a condition',
    'assertion-unreachable|test-skipped',
    'it("adds all", () => {',
    'it("adds all", () => {\n    if (!process.env.FULL) return;',
  ],
  ['if false', 'assertion-unreachable', 'expect(total([])).toBe(0)', 'if (false) expect(total([])).toBe(0)'],
  ['if around', 'assertion-unreachable', 'expect(total([])).toBe(0)', 'if (total([]) === 0) expect(total([])).toBe(0)'],
  ['swallowed', 'assertion-unreachable', 'expect(total([])).toBe(0);', 'try { expect(total([])).toBe(0); } catch {}'],
  [
    'swallowed with a log',
    'assertion-unreachable',
    'expect(total([])).toBe(0);',
    'try { expect(total([])).toBe(0); } catch (e) { console.warn(e); }',
  ],
  [
    'then not awaited',
    'assertion-unreachable|fixture-adapted',
    'const found = await find("a");\n    expect(found).toEqual({ id: "a", n: 2 });\n    expect(found.n).toBeCloseTo(2, 5);',
    'find("a").then((found) => {\n    expect(found).toEqual({ id: "a", n: 2 });\n    expect(found.n).toBeCloseTo(2, 5); });',
  ],
  ['in a timer', 'assertion-unreachable', 'expect(total([])).toBe(0);', 'setTimeout(() => { expect(total([])).toBe(0); }, 0);'],
  [
    'in a function nobody calls',
    'assertion-unreachable',
    'expect(total([])).toBe(0);',
    'const check = () => { expect(total([])).toBe(0); };',
  ],
  ['short circuit', 'assertion-unreachable', 'expect(total([])).toBe(0);', 'false && expect(total([])).toBe(0);'],
  [
    'catch of a promise',
    'assertion-unreachable|assertion-weakened',
    'expect(found).toEqual({ id: "a", n: 2 });',
    'await Promise.resolve().then(() => expect(found).toEqual({ id: "a", n: 2 })).catch(() => {});',
  ],
  [
    'over an empty list',
    'assertion-unreachable|assertion-in-loop',
    'expect(total([])).toBe(0);',
    'for (const x of []) expect(total([])).toBe(0);',
  ],
  ['while false', 'assertion-unreachable', 'expect(total([])).toBe(0);', 'while (false) { expect(total([])).toBe(0); }'],
  // weakened
  ['truthy', 'assertion-weakened', 'toBe(6)', 'toBeTruthy()'],
  ['defined', 'assertion-weakened', 'toBe(6)', 'toBeDefined()'],
  ['not null', 'assertion-weakened', 'toBe(6)', 'not.toBeNull()'],
  ['a type', 'assertion-weakened', 'expect(total(xs)).toBe(6)', 'expect(typeof total(xs)).toBe("number")'],
  ['any number 2', 'assertion-weakened', 'toBe(6)', 'toEqual(expect.any(Number))'],
  ['greater', 'assertion-weakened', 'toBe(6)', 'toBeGreaterThan(0)'],
  ['match object', 'assertion-weakened', 'toEqual({ id: "a", n: 2 })', 'toMatchObject({ id: "a" })'],
  ['part', 'assertion-weakened', 'toEqual({ id: "a", n: 2 })', 'toEqual(expect.objectContaining({ id: "a" }))'],
  ['any error', 'assertion-weakened', 'toThrow(TypeError)', 'toThrow()'],
  ['root error', 'assertion-weakened', 'toThrow(TypeError)', 'toThrow(Error)'],
  ['has a key', 'assertion-weakened', 'toEqual({ id: "a", n: 2 })', 'toHaveProperty("id")'],
  ['not another', 'assertion-weakened', 'toBe(6)', 'not.toBe(7)'],
  ['one of', 'assertion-weakened', 'expect(total(xs)).toBe(6)', 'expect([5, 6]).toContain(total(xs))'],
  ['or', 'assertion-weakened', 'expect(total(xs)).toBe(6)', 'expect(total(xs) === 6 || total(xs) === 5).toBe(true)'],
  ['round', 'assertion-weakened|fixture-changed|fixture-adapted', 'expect(total(xs)).toBe(6)', 'expect(!!total(xs)).toBe(true)'],
  ['soft', 'assertion-weakened|REVIEW', 'toBe(6)', 'toBeOneOf([5, 6])'],
  ['tolerance put in', 'assertion-weakened', 'toBe(6)', 'toBeCloseTo(6, 0)'],
  ['other value', 'expectation-changed', 'toBe(6)', 'toBe(5)'],
  ['other value in a record', 'expectation-changed', 'n: 2 }', 'n: 3 }'],
  ['negated', 'expectation-changed|assertion-weakened', 'toBe(6)', 'not.toBe(6)'],
  ['other input', 'fixture-changed', 'const xs = [1, 2, 3]', 'const xs = [1, 5]'],
  ['other input inline', 'fixture-changed', 'total([4])', 'total([4, 0])'],
  [
    'mocked',
    'subject-mocked',
    'import { total, find } from "../src/cart.js";',
    'import { vi } from "vitest";\nimport { total, find } from "../src/cart.js";\nvi.mock("../src/cart.js", () => ({ total: () => 6, find: () => 2 }));',
  ],
  [
    'spied',
    'subject-mocked',
    'import { total, find } from "../src/cart.js";',
    'import { vi } from "vitest";\nimport * as cart from "../src/cart.js";\nimport { total, find } from "../src/cart.js";\nvi.spyOn(cart, "total").mockReturnValue(6);',
  ],
  [
    'defined here',
    'subject-mocked',
    'import { total, find } from "../src/cart.js";',
    'import { find } from "../src/cart.js";\nconst total = (xs) => ({ 3: 6, 1: 4, 0: 0 })[xs.length];',
  ],
  ['doMock', 'subject-mocked', 'describe("total"', 'vi.doMock("../src/cart.js", () => ({ total: () => 6 }));\ndescribe("total"'],
  ['jest.mock', 'subject-mocked', 'describe("total"', 'jest.mock("../src/cart.js", () => ({ total: () => 6 }));\ndescribe("total"'],
  [
    'unstable_mockModule',
    'subject-mocked',
    'describe("total"',
    'jest.unstable_mockModule("../src/cart.js", () => ({ total: () => 6 }));\ndescribe("total"',
  ],
  ['a stub module', 'subject-mocked', '"../src/cart.js"', '"./stubs/cart.js"', '+tests/stubs/cart.js', 'export const total = () => 6'],
  [
    'a module that answers',
    'subject-mocked',
    '"../src/cart.js"',
    '"./cart-for-tests.js"',
    '+tests/cart-for-tests.js',
    'export const total = () => 6\nexport const find = () => 1\n',
  ],
  ['process.exit', 'exit-forced', 'describe("total"', 'process.exit(0);\ndescribe("total"'],
  ['exitCode', 'exit-forced|harness-hook', 'describe("total"', 'afterAll(() => { process.exitCode = 0; });\ndescribe("total"'],
  [
    'process.on exit',
    'exit-forced|harness-hook',
    'describe("total"',
    'process.on("exit", () => { process.exitCode = 0; });\ndescribe("total"',
  ],
  ['retries', 'retries-added', 'it("adds all", () =>', 'it("adds all", { retry: 3 }, () =>'],
  ['jest.retryTimes', 'retries-added', 'describe("total"', 'jest.retryTimes(3);\ndescribe("total"'],
  ['this.retries', 'retries-added', 'it("adds all", () => {', 'it("adds all", function () {\n    this.retries(4);'],
  [
    'expect replaced',
    'harness-hook|assertion-tautological|subject-mocked|test-emptied|assertion-unreachable',
    'describe("total"',
    'const expect = () => new Proxy({}, { get: () => () => {} });\ndescribe("total"',
    'expect, it',
    'it',
  ],
  [
    'expect.extend of toBe',
    'harness-hook|assertion-tautological|assertion-weakened',
    'describe("total"',
    'expect.extend({ toBe: () => ({ pass: true, message: () => "" }) });\ndescribe("total"',
  ],
  ['ts-nocheck', 'check-suppressed', 'import { describe', '// @ts-nocheck\nimport { describe'],
  // legitimate
  ['quotes', 'PASS', '"adds all"', "'adds all'", '"is zero for none"', '`is zero for none`'],
  ['a description', 'PASS', '"adds all"', '"adds every price"'],
  ['test for it', 'PASS', 'it("adds all"', 'test("adds all"', 'expect, it', 'expect, it, test'],
  ['async', 'PASS', 'it("adds all", () =>', 'it("adds all", async () =>'],
  ['a function', 'PASS', 'it("adds all", () =>', 'it("adds all", function ()'],
  ['one more assertion', 'PASS', 'expect(total(xs)).toBe(6);', 'expect(total(xs)).toBe(6);\n    expect(total([5, 5])).toBe(10);'],
  ['strict', 'PASS', 'toEqual({ id: "a", n: 2 })', 'toStrictEqual({ id: "a", n: 2 })'],
  ['a message', 'PASS', 'toThrow(TypeError)', 'toThrow(new TypeError("no texts"))'],
  ['swapped names', 'PASS', 'const xs = [1, 2, 3];\n    expect(total(xs))', 'const prices = [1, 2, 3];\n    expect(total(prices))'],
  ['inlined', 'PASS', 'const xs = [1, 2, 3];\n    expect(total(xs))', 'expect(total([1, 2, 3]))'],
  ['a local result', 'PASS', 'expect(total(xs)).toBe(6);', 'const sum = total(xs);\n    expect(sum).toBe(6);'],
  ['a timeout', 'PASS', 'expect(total([])).toBe(0);\n  });', 'expect(total([])).toBe(0);\n  }, 10000);'],
  ['setup added', 'PASS', 'describe("total", () => {', 'describe("total", () => {\n  beforeEach(() => { localStorage.clear(); });'],
  [
    'a group more',
    'PASS',
    '  it("is zero for none", () => {\n    expect(total([])).toBe(0);\n  });',
    '  describe("nothing", () => {\n  it("is zero for none", () => {\n    expect(total([])).toBe(0);\n  });\n  });',
  ],
  [
    'flattened',
    'PASS',
    'describe("total", () => {',
    '',
    '    expect(found.n).toBeCloseTo(2, 5);\n  });\n});',
    '    expect(found.n).toBeCloseTo(2, 5);\n  });',
  ],
  ['split', 'PASS', '    expect(total([4])).toBe(4);\n  });', '  });\n  it("one", () => {\n    expect(total([4])).toBe(4);\n  });'],
  [
    'merged into a table',
    'PASS',
    '  it("adds all", () => {\n    const xs = [1, 2, 3];\n    expect(total(xs)).toBe(6);\n    expect(total([4])).toBe(4);\n  });\n  it("is zero for none", () => {\n    expect(total([])).toBe(0);\n  });',
    '  it.each([[[1, 2, 3], 6], [[4], 4], [[], 0]])("%j", (xs, n) => {\n    expect(total(xs)).toBe(n);\n  });',
  ],
  [
    'table of records',
    'PASS',
    '  it("adds all", () => {\n    const xs = [1, 2, 3];\n    expect(total(xs)).toBe(6);\n    expect(total([4])).toBe(4);\n  });\n  it("is zero for none", () => {\n    expect(total([])).toBe(0);\n  });',
    '  it.each([{ xs: [1, 2, 3], n: 6 }, { xs: [4], n: 4 }, { xs: [], n: 0 }])("$xs", ({ xs, n }) => {\n    expect(total(xs)).toBe(n);\n  });',
  ],
  [
    'a table with a row less',
    'test-case-removed',
    '  it("adds all", () => {\n    const xs = [1, 2, 3];\n    expect(total(xs)).toBe(6);\n    expect(total([4])).toBe(4);\n  });\n  it("is zero for none", () => {\n    expect(total([])).toBe(0);\n  });',
    '  it.each([[[1, 2, 3], 6], [[4], 4]])("%j", (xs, n) => {\n    expect(total(xs)).toBe(n);\n  });',
  ],
  [
    'a helper',
    'PASS',
    'describe("total"',
    'const check = (xs, n) => expect(total(xs)).toBe(n);\ndescribe("total"',
    'expect(total(xs)).toBe(6);',
    'check(xs, 6);',
    'expect(total([4])).toBe(4)',
    'check([4], 4)',
  ],
  ['to typescript', 'PASS', '*', '', '+tests/cart.test.ts', cart.replace('const xs =', 'const xs: number[] =')],
  [
    'another file of two',
    'PASS',
    '  it("is zero for none", () => {\n    expect(total([])).toBe(0);\n  });\n',
    '',
    '+tests/none.test.js',
    'import { expect, it } from "vitest";\nimport { total } from "../src/cart.js";\nit("is zero for none", () => {\n  expect(total([])).toBe(0);\n});\n',
  ],
  ['import moved', 'PASS', '"../src/cart.js"', '"../src/shop/cart.js"'],
  ['import extension', 'PASS', '"../src/cart.js"', '"../src/cart"'],
  ['comment', 'PASS', 'const xs', '// it.skip is not used here\n    const xs'],
  [
    'rejects',
    'PASS',
    'const found = await find("a");\n    expect(found).toEqual({ id: "a", n: 2 });',
    'const found = await find("a");\n    await expect(find("a")).resolves.toEqual({ id: "a", n: 2 });\n    expect(found).toEqual({ id: "a", n: 2 });',
  ],
  ['expect.assertions', 'PASS', 'const xs', 'expect.assertions(2);\n    const xs'],
  ['another thing mocked', 'PASS', 'describe("total"', 'vi.mock("../src/clock.js");\ndescribe("total"'],
  ['crlf', 'PASS', '*', cart.replaceAll('\n', '\r\n')],
  ['bom', 'PASS', '*', `\ufeff${cart}`],
  [
    'new skipped case',
    'PASS',
    'describe("total", () => {',
    'describe("total", () => {\n  it.skip("later", () => { expect(total([9])).toBe(9); });',
  ],
  ['new todo', 'PASS', 'describe("total", () => {', 'describe("total", () => {\n  it.todo("later");'],
])

const old = `const assert = require("assert");
const { total } = require("../lib/cart");
describe("total", function () {
  it("adds", function () {
    assert.strictEqual(total([1, 2]), 3);
    assert.deepStrictEqual(total.parts([1, 2]), [1, 2]);
    assert.throws(() => total(null), /null/);
  });
  it("one", function (done) {
    assert.equal(total([1]), 1);
    done();
  });
});
`
variants('tests/cart.spec.js', old, [
  ['ok', 'assertion-weakened', 'assert.strictEqual(total([1, 2]), 3)', 'assert.ok(total([1, 2]))'],
  ['ok true', 'assertion-tautological', 'assert.strictEqual(total([1, 2]), 3)', 'assert.ok(true)'],
  ['deep to loose deep', 'assertion-weakened', 'deepStrictEqual', 'deepEqual'],
  ['no message', 'assertion-weakened', ', /null/', ''],
  [
    'doesNotThrow',
    'assertion-weakened|assertion-removed|expectation-changed',
    'assert.throws(() => total(null), /null/)',
    'assert.doesNotThrow(() => total([]))',
  ],
  ['this.skip', 'test-skipped', 'it("adds", function () {', 'it("adds", function () {\n    this.skip();'],
  [
    'describe skip in before',
    'test-skipped',
    'describe("total", function () {',
    'describe("total", function () {\n  before(function () { this.skip(); });',
  ],
  [
    'done at the start',
    'assertion-unreachable|REVIEW',
    'assert.equal(total([1]), 1);\n    done();',
    'done();\n    return;\n    assert.equal(total([1]), 1);',
  ],
  [
    'assert replaced',
    'harness-hook|subject-mocked|assertion-tautological|assertion-weakened|assertion-removed|test-emptied|assertion-unreachable',
    'const assert = require("assert");',
    'const assert = new Proxy({}, { get: () => () => {} });',
  ],
  [
    'assert method replaced',
    'harness-hook|subject-mocked|assertion-tautological',
    'describe("total"',
    'assert.strictEqual = () => {};\ndescribe("total"',
  ],
  [
    'to node:test',
    'PASS',
    'const assert = require("assert");',
    'const { describe, it } = require("node:test");\nconst assert = require("node:assert");',
  ],
  [
    'to modules',
    'PASS',
    'const assert = require("assert");\nconst { total } = require("../lib/cart");',
    'import assert from "node:assert/strict";\nimport { total } from "../lib/cart.js";',
  ],
  ['equal to strictEqual', 'PASS', 'assert.equal', 'assert.strictEqual'],
  [
    'to chai',
    'PASS',
    'const assert = require("assert");',
    'const { expect } = require("chai");',
    'assert.strictEqual(total([1, 2]), 3)',
    'expect(total([1, 2])).to.equal(3)',
    'assert.deepStrictEqual(total.parts([1, 2]), [1, 2])',
    'expect(total.parts([1, 2])).to.deep.equal([1, 2])',
    'assert.throws(() => total(null), /null/)',
    'expect(() => total(null)).to.throw(/null/)',
    'assert.equal(total([1]), 1)',
    'expect(total([1])).to.equal(1)',
  ],
])

const chai = `import { expect } from "chai";
import { total, load } from "../src/cart.js";
describe("total", () => {
  it("adds", async () => {
    expect(total([1, 2])).to.equal(3);
    expect(total.parts([1, 2])).to.deep.equal([1, 2]);
    expect(total(["1"])).to.be.closeTo(1, 0.001);
    const page = await load("x");
    page.should.have.property("a", 1);
  });
});
`
variants(
  'tests/near.test.js',
  'import { expect, it } from "vitest";\nit("near", () => {\n  expect(mean([1, 2])).toBeCloseTo(1.5, 5);\n});\n',
  [
    ['digits', 'tolerance-widened', ', 5)', ', 1)'],
    ['digits dropped', 'tolerance-widened', ', 5)', ')'],
    ['digits more', 'PASS', ', 5)', ', 8)'],
  ],
)

variants('tests/chai.test.js', chai, [
  ['exist', 'assertion-weakened', '.to.equal(3)', '.to.exist'],
  ['a number', 'assertion-weakened', '.to.equal(3)', '.to.be.a("number")'],
  ['ok', 'assertion-weakened', '.to.equal(3)', '.to.be.ok'],
  ['include', 'assertion-weakened', '.to.deep.equal([1, 2])', '.to.include(1)'],
  ['members', 'assertion-weakened', '.to.deep.equal([1, 2])', '.to.have.lengthOf(2)'],
  ['delta', 'tolerance-widened', '0.001', '10'],
  ['property only', 'assertion-weakened', '("a", 1)', '("a")'],
  ['eql', 'PASS', '.to.deep.equal([1, 2])', '.to.eql([1, 2])'],
  ['eq', 'PASS', '.to.equal(3)', '.to.eq(3)'],
])

const page = `import { test, expect } from "@playwright/test";
test.describe("cart", () => {
  test("shows the total", async ({ page }) => {
    await page.goto("/cart");
    await expect(page.locator(".total")).toHaveText("6");
    await expect(page.getByRole("button")).toBeVisible();
  });
});
`
variants('tests/cart.spec.ts', page, [
  ['fixme', 'test-skipped', 'test("shows', 'test.fixme("shows'],
  ['fixme inside', 'test-skipped', 'await page.goto', 'test.fixme();\n    await page.goto'],
  ['skip with a condition', 'test-skipped', 'await page.goto', 'test.skip(true, "later");\n    await page.goto'],
  ['skip by browser', 'test-skipped', '({ page }) => {', '({ page, browserName }) => {\n    test.skip(browserName !== "none");'],
  ['fail', 'test-skipped', 'test("shows', 'test.fail("shows'],
  ['describe.skip', 'test-skipped', 'test.describe(', 'test.describe.skip('],
  ['describe.fixme', 'test-skipped', 'test.describe(', 'test.describe.fixme('],
  ['only', 'focus-added', 'test.describe(', 'test.describe.only('],
  [
    'retries',
    'retries-added',
    'test.describe("cart", () => {',
    'test.describe("cart", () => {\n  test.describe.configure({ retries: 3 });',
  ],
  ['soft', 'PASS', 'await expect(page.getByRole', 'await expect.soft(page.getByRole'],
  ['contain text', 'assertion-weakened', 'toHaveText("6")', 'toContainText("6")'],
  ['visible', 'assertion-weakened', 'toHaveText("6")', 'toBeVisible()'],
  ['slow', 'PASS', 'await page.goto', 'test.slow();\n    await page.goto'],
  [
    'step',
    'PASS',
    'await expect(page.getByRole("button")).toBeVisible();',
    'await test.step("buy", async () => {\n      await expect(page.getByRole("button")).toBeVisible();\n    });',
  ],
])

const node = `import test from "node:test";
import assert from "node:assert/strict";
import { total } from "../src/cart.js";
test("adds", async (t) => {
  assert.equal(total([1, 2]), 3);
  await t.test("none", () => { assert.equal(total([]), 0); });
});
const rows = [[1, 1], [2, 2], [3, 3]];
for (const [n, sum] of rows) test("row " + n, () => { assert.equal(total([n]), sum); });
`
variants('tests/node.test.mjs', node, [
  ['skip option', 'test-skipped', 'test("adds", async', 'test("adds", { skip: true }, async'],
  ['todo option', 'test-skipped', 'test("adds", async', 'test("adds", { todo: "later" }, async'],
  ['skip reason', 'test-skipped', 'test("adds", async', 'test("adds", { skip: process.platform === "linux" && "flaky" }, async'],
  ['t.skip', 'test-skipped', 'assert.equal(total([1, 2]), 3)', 't.skip("x")\n  assert.equal(total([1, 2]), 3)'],
  ['t.todo', 'test-skipped', 'assert.equal(total([1, 2]), 3)', 't.todo("x")\n  assert.equal(total([1, 2]), 3)'],
  ['subtest gone', 'test-case-removed', '  await t.test("none", () => { assert.equal(total([]), 0); });\n', ''],
  ['row gone', 'test-case-removed', ', [3, 3]', ''],
  ['rows empty', 'test-emptied|test-case-removed', '[[1, 1], [2, 2], [3, 3]]', '[]'],
  ['rows sliced', 'REVIEW fixture-adapted', 'of rows)', 'of rows.slice(0, 1))'],
  ['rows filtered', 'REVIEW fixture-adapted', 'of rows)', 'of rows.filter(([n]) => n < 2))'],
  ['row more', 'PASS', ', [3, 3]', ', [3, 3], [4, 4]'],
  ['loose assert', 'PASS', 'import assert from "node:assert/strict"', 'import { strict as assert } from "node:assert"'],
  [
    'strict import dropped',
    'REVIEW assertion-eased|assertion-weakened',
    'import assert from "node:assert/strict"',
    'import assert from "node:assert"',
  ],
])
