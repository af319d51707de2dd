/** Whether a fix, reason or name says anything: white space and invisible marks alone don't. */
export function hasText(text: string | undefined): text is string {
  return text !== undefined && /[^\s\p{Cf}\p{Cc}]/u.test(text)
}
