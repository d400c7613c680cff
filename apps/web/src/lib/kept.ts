/**
 * Small things kept in this browser across sign-up, mails and visits. A link from a mail may open in another tab, so
 * the tab's own memory is not enough.
 */
const keys = {
  /** Where to go after signing in. */
  next: 'plinth.next',
  /** Token of an invitation that waits for its reader to sign in. */
  invitation: 'plinth.invitation',
  workspace: 'plinth.workspace',
} as const

export type Kept = keyof typeof keys

export function keep(name: Kept, value: string): void {
  try {
    localStorage.setItem(keys[name], value)
  } catch {
    // Storage is refused: the person finds the way again by hand.
  }
}

export function kept(name: Kept): string | null {
  try {
    return localStorage.getItem(keys[name])
  } catch {
    return null
  }
}

export function forget(name: Kept): void {
  try {
    localStorage.removeItem(keys[name])
  } catch {
    // Nothing was kept.
  }
}

/** Only addresses inside of this app: a link must not send people elsewhere after signing in. */
export function safeNext(next: string | null | undefined): string {
  if (!next || !next.startsWith('/') || next.startsWith('//') || next.includes('\\')) return '/'
  const path = new URL(next, 'https://app.invalid')
  return path.origin === 'https://app.invalid' ? path.pathname + path.search + path.hash : '/'
}
