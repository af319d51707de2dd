/** Values that a variable may have, by its name. */
export type Variables = ReadonlyMap<string, readonly string[]>

/** What a command is given to read: files by their paths from the top, and texts. */
export type Input = { readonly paths: readonly string[]; readonly texts: readonly string[] }

/** A program's words as the shell passes them on, and what it is given. */
export type Line = {
  readonly program: string
  readonly args: readonly string[]
  readonly env: Variables
  readonly input?: Input
}

/** A program that is started, with the folder from the top it runs in. */
export type Call = Line & { readonly folder: string }

/** How a file or text is read: by a shell, by node and its kin, by Python, or by whoever its first line and its name say. */
export type Language = 'shell' | 'javascript' | 'python' | 'other' | 'any'

/** What a file or text is run with. */
export type Given = Pick<Call, 'args' | 'folder' | 'env'>

/** A build to follow: its file's path from the top and the targets that are asked for. */
export type Build = { readonly path: string; readonly targets: readonly string[] } & Given

/** What the reading of a call finds is handed to this. Paths are from the top; undefined ones aren't known and are left out. */
export type Follower = {
  /** A file that is run. */
  readonly file: (path: string | undefined, language: Language, given: Given) => void
  /** A file that decides what is done, and isn't a program. */
  readonly reads: (path: string | undefined) => void
  /** The first of these that is there; a file that appears at one before it would be taken instead. */
  readonly firstOf: (paths: readonly (string | undefined)[]) => string | undefined
  /** The content of a file; undefined where it isn't there or isn't known yet. */
  readonly textOf: (path: string) => string | undefined
  readonly text: (text: string, language: Language, given: Given) => void
  readonly call: (call: Call) => void
  /** Scripts of package.json, with those before and after them. */
  readonly script: (folder: string, name: string, given: Given) => void
  readonly build: (build: Build) => void
  /** A part of a package.json that decides what is run, such as `workspaces`, or of a Makefile. */
  readonly part: (file: string, part: string) => void
  /** Files of the commit that a pattern stands for; none while they aren't known. */
  readonly matching: (pattern: string) => readonly string[]
}
