/** Numbers and cells in sentences for people. */
const counts = new Intl.NumberFormat('en-US')

export const count = (value: number): string => counts.format(value)

/** A cell in a sentence, cut to a length that can be read. */
export function quoted(raw: string): string {
  const text = raw.replace(/\s+/g, ' ').trim()
  return `“${text.length > 40 ? `${text.slice(0, 39)}…` : text}”`
}
