/** An address that a text of others may lead to: of the web or of mail; null for every other. */
export function safeAddress(url: string): string | null {
  return /^(?:https?:\/\/|mailto:)[^\s]+$/i.test(url) ? url : null
}
