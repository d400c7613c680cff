/** Where forms and comments that somebody has begun are kept in this browser, and how they are forgotten. */
const begin = 'plinth.form.'
const beginOfComment = 'plinth.comment.'

/** Of a member's form, by whose it is; or of a link, which is whoever's who has it. `address`: what that says of the answers. */
export function draftKey(form: { view: string; user: string } | { link: string }, address: string): string {
  const place = 'view' in form ? `member.${form.user}.${form.view}` : `link.${form.link}`
  return `${begin}${place}${address === '' ? '' : `.${address}`}`
}

/** Of a comment on a record, or of what one of them becomes. */
export const commentKey = (user: string, subject: string): string => `${beginOfComment}${user}.${subject}`

type Store = Pick<Storage, 'removeItem' | 'key' | 'length'>

/** Whoever signs out leaves nothing that they have typed to the next person at this screen. */
export function forgetDrafts(store: Store): void {
  try {
    const keys = Array.from({ length: store.length }, (_, at) => store.key(at))
    const own = [`${begin}member.`, beginOfComment]
    for (const key of keys) if (own.some((start) => key?.startsWith(start))) store.removeItem(key!)
  } catch {
    // Storage is refused: nothing was kept.
  }
}

/** A short text that stands for a long one: which link a draft is of, without the link. */
export function shortMark(text: string): string {
  let [a, b] = [0x811c9dc5, 0x1000193]
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0
    a = Math.imul(a ^ code, 0x01000193) >>> 0
    b = Math.imul(b ^ code, 0x85ebca6b) >>> 0
  }
  return `${a.toString(36)}${b.toString(36)}`
}
