import type { MirrorWords } from '@plinth/grid'
import { countOf } from '../../../lib/count-of.ts'

/** What the grid says to those who do not see it. */
export const gridWords: MirrorWords = {
  checked: 'Yes',
  unchecked: 'No',
  loading: 'Loading',
  addRow: 'New record',
  pending: 'Not stored yet',
  notStored: (reason) => `Not stored: ${reason}`,
  colored: (text) => `Colour: ${text}`,
  rating: (value, max) => `${value} of ${max}`,
  error: (reason) => `Error: ${reason}`,
  group: ({ by, count, depth, summaries }, label) =>
    [
      `${by === '' ? '' : `${by}: `}${label === '' ? 'empty' : label}`,
      countOf(count, 'record'),
      ...(depth > 0 ? [`level ${depth + 1}`] : []),
      ...summaries.values(),
    ].join(', '),
  more: (count) => `${count.toLocaleString()} more`,
  files: (names) => names.join(', '),
}
