import type { Variant } from '../../../support/tampering-variants'
import { variants } from '../../../support/tampering-variants'

const told = 'REVIEW tautology-added'
const added = (wanted: string, before: string, ...codes: readonly string[]): Variant[] =>
  codes.map((code) => [code, wanted, before, `${code}\n\n${before}`])

variants('src/slug.py', 'def slug(text):\n    return Slug(text)\n', [
  ...added(
    told,
    'def slug',
    'class Slug(str):\n    def __eq__(self, other):\n        return True',
    'class Slug:\n    def __eq__(self, other):\n        """Equal."""\n        return not False',
  ),
  ...added(
    'PASS',
    'def slug',
    'class Slug(str):\n    def __eq__(self, other):\n        return str(self) == str(other)',
    'class Slug:\n    def is_slug(self):\n        return True',
  ),
])

variants('src/slug.ts', 'export const slug = (text: string) => new Slug(text)\n', [
  ...added(
    told,
    'export const slug',
    'class Slug { asymmetricMatch() { return true } }',
    'class Slug { equals(other: unknown): boolean { return true } }',
    'const any = { asymmetricMatch: () => true }',
    'Slug.prototype.equals = function () { return true }',
  ),
  ...added(
    'PASS',
    'export const slug',
    'class Slug { equals(other: Slug): boolean { return this.text === other.text } }',
    'class Slug { isSlug() { return true } }',
  ),
])

variants('src/main/java/a/Slug.java', 'package a;\n\nclass Slug {\n  String text;\n}\n', [
  ...added(told, '  String text', '  @Override public boolean equals(Object other) { return true; }'),
  ...added('PASS', '  String text', '  @Override public boolean equals(Object other) { return other == this; }'),
])

variants('src/slug.rs', 'pub struct Slug(String);\n', [
  ...added(told, 'pub struct', 'impl PartialEq for Slug {\n    fn eq(&self, _: &Self) -> bool {\n        true\n    }\n}'),
  ...added(
    'PASS',
    'pub struct',
    'impl PartialEq for Slug {\n    fn eq(&self, other: &Self) -> bool {\n        self.0 == other.0\n    }\n}',
  ),
])
