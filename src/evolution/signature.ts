const separators = /[\s_\-\u2010-\u2015./:,;|]+/g

/**
 * A signature as it is compared (spec 09): compatibility forms made one, trimmed, in lower case, each run of separators (blanks, `_ - . / : , ; |` and
 * dashes) one `-`, none at the ends. Empty where nothing is left.
 */
export function foldSignature(signature: string): string {
  return signature.normalize('NFKC').toLowerCase().replace(separators, '-').replace(/^-|-$/g, '')
}

/** Two signatures that a person said mean the same; both folded, in the order of the events. */
export type SignatureMerge = { readonly from: string; readonly into: string }

/** The signature that all that mean the same are counted under: folded, then led on by every merge. */
export function rootSignature(merges: readonly SignatureMerge[], signature: string): string {
  let root = foldSignature(signature)
  // A merge leads from a root to another root, so one pass in the order of the events arrives.
  for (const { from, into } of merges) if (from === root) root = into
  return root
}
