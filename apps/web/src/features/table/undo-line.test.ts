import { expect, test } from 'vitest'
import { undoLine } from './undo-line.ts'

test.each([
  [0, false, 'You can undo this as long as this page is open.'],
  [1, false, 'You can undo this as long as this page is open, but one file does not come back.'],
  [1200, false, 'You can undo this as long as this page is open, but 1,200 files do not come back.'],
  [
    0,
    true,
    'You can undo this as long as this page is open, but files of the linked records do not come back.',
  ],
  [
    1,
    true,
    'You can undo this as long as this page is open, but one file, and files of the linked records, do not come back.',
  ],
])('%i files, others with the linked records: %s', (files, isAlong, line) => {
  expect(undoLine(files, isAlong)).toBe(line)
})
