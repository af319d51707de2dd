const imports =
  /(?:\bfrom|\brequire\s*\(|\bimport)\s*["'](?:vitest|@vitest\/\w+|@jest\/\w+|jest|chai|mocha|jasmine|ava|node:test|@playwright\/test|bun:test|(?:node:)?assert(?:\/strict)?)["']|^\s*(?:import|from)\s+(?:pytest|_pytest|unittest)\b/m
const words =
  /\b(?:expect\s*\.\s*extend|(?:vi|jest)\s*\.\s*(?:mock|doMock|spyOn|setMock)|(?:before|after)(?:Each|All)\s*\()|^\s*(?:async\s+)?def\s+pytest_\w+/m

/** Whether a file that is no test talks to a test runner: a set-up file, a plugin, a matcher. What it does there counts like what a test does. */
export function speaksToRunner(text: string): boolean {
  return imports.test(text) || words.test(text)
}
