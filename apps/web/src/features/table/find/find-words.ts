/** What the find bar says of what it knows. */
import type { FindSnapshot } from '@plinth/record-store'

const counts = new Intl.NumberFormat('en-US')

/** How many matches there are, and which of them this is; no number is told that is not known. */
export function matchWords(found: FindSnapshot): string {
  const { text, isSearching, current, ordinal, known, isAll, hidden } = found
  if (text === '') return ''
  if (known === 0 && (isSearching || !isAll)) return isSearching ? 'Searching…' : ''
  if (known === 0) return hidden > 0 ? 'Only in hidden fields' : 'Not found'
  // The first is there before the others are looked for.
  if (!isCounted(found) && ordinal === 1) return '1 of …'
  const number = `${counts.format(known)}${isAll ? '' : '+'}`
  return current && ordinal !== null ? `${counts.format(ordinal)} of ${number}` : `${number} found`
}

/** Is more known than the first match, or that there are no others? */
export const isCounted = ({ known, isAll }: FindSnapshot): boolean => isAll || known > 1

/** That the last step went on at the other end. */
export function wrapWords({ wrapped }: FindSnapshot): string {
  if (wrapped === null) return ''
  return wrapped === 'start' ? 'From the beginning again' : 'From the end again'
}
