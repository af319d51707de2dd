/** A folder made for one run; everything in it goes with `remove`. */
export type TemporaryFolder = { readonly dir: string; remove(): Promise<void> }

/** The little that the gate needs of the disk outside the repository's history. Paths are absolute. All throw `file-unreadable` or `file-io`. */
export type Files = {
  /** The bytes, or undefined where there is no such file. A link, a folder and what is over the limit are no files: throws `file-unreadable`, `file-too-large`. */
  read(path: string, bytesMax: number): Promise<Uint8Array | undefined>
  /** Written beside its place and renamed into it, with its folders: a reader sees the old or the new text, never half of one. */
  write(path: string, text: string): Promise<void>
  /** Takes a file away; nothing happens where there is none. */
  remove(path: string): Promise<void>
  /** Makes a folder with those above it; nothing happens where it is there. */
  makeFolder(path: string): Promise<void>
  /** Whether a folder on the way from `root` to `path` is a link, so that what is written there could land anywhere. */
  leadsThroughLink(root: string, path: string): Promise<boolean>
  /** Throws `file-io`. */
  temporaryFolder(): Promise<TemporaryFolder>
  /** Makes `path` a link to `target`, with its folders; nothing happens where the target isn't there. */
  link(target: string, path: string): Promise<void>
}
