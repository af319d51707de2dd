import type { JudgedPath, RunnerContext } from './runner-context'
import type { Settings } from './setting'

/** What a setting's change is judged with. */
export type SettingContext = {
  readonly path: string
  readonly isNew: boolean
  readonly base: Settings
  readonly head: Settings
  readonly testPaths: readonly string[] | undefined
  /** Every changed path. */
  readonly files: readonly JudgedPath[]
  readonly unchanged: RunnerContext['unchanged']
}

/** Whether the test stood there before the change. */
export function stoodBefore(path: string, { files }: SettingContext): boolean {
  return !files.some((file) => file.path === path && file.base === undefined)
}

/** Whether the change takes the package in a folder away: then nobody has to look at it. */
export function isPackageGone(folder: string, { files }: SettingContext): boolean {
  const manifest = /^(Cargo\.toml|package\.json|pyproject\.toml|(vite|vitest|jest)\.config\.\w+)$/
  return files.some(({ path, head }) => head === undefined && path.startsWith(`${folder}/`) && manifest.test(path.slice(folder.length + 1)))
}

/** The text of a test at the head, where it was read. */
export function testText(path: string, { files, unchanged }: SettingContext): string | undefined {
  return (files.find((file) => file.path === path) ?? unchanged.find((file) => file.path === path))?.head?.text
}
