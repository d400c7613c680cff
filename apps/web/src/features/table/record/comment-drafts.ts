/**
 * Comments that were begun and not sent, by person and record or comment. They are kept in this browser, as begun forms are: a page that is
 * loaded again has them still. Where storage is refused they are kept as long as the page.
 */
import { commentKey } from '../../../lib/form/kept-drafts.ts'

const held = new Map<string, string>()

/** Empty: nothing was begun. */
export function readDraft(user: string, subject: string): string {
  const key = commentKey(user, subject)
  const inPage = held.get(key)
  if (inPage !== undefined) return inPage
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

/** An empty text is none. */
export function keepDraft(user: string, subject: string, text: string): void {
  const key = commentKey(user, subject)
  held.delete(key)
  try {
    if (text === '') localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    // Full, or refused.
    held.set(key, text)
  }
}
