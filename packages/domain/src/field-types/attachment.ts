import { ok } from '../result.ts'
import type { Attachment, CellValue } from '../rows.ts'
import { families } from './families.ts'
import { type FieldType, refuse } from './field-type.ts'

function isFiles(value: CellValue): value is readonly Attachment[] {
  return Array.isArray(value) && typeof value[0] !== 'string'
}

/** The files of a cell; none where it holds anything else. */
export const filesIn = (value: CellValue | undefined): readonly Attachment[] =>
  value !== undefined && isFiles(value) ? value : []

function isEmpty(value: CellValue): boolean {
  return value === null || value === '' || (isFiles(value) && value.length === 0)
}

const names = (value: CellValue): string =>
  isFiles(value) ? value.map((attachment) => attachment.name).join(', ') : ''

/** Files come and go through the upload calls alone, so text and plain values are never taken. */
export const attachment: FieldType = {
  ...families.attachment,
  isComputed: false,
  defaults: [],
  becomes: ['text', 'long_text'],
  name: 'attachment',
  label: 'Attachment',
  description: 'Files and pictures, private to this base.',
  icon: 'paperclip',
  align: 'start',
  parseText: (text) =>
    text.trim() === '' ? ok(null) : refuse('value_invalid', 'Add files with the upload button.'),
  formatText: names,
  editText: () => '',
  toExport: names,
  validate: (value) => (isEmpty(value) ? ok(null) : refuse('value_invalid', 'Files are added by upload.')),
  isEmpty,
  compare: (a, b) => (isFiles(a) ? a.length : 0) - (isFiles(b) ? b.length : 0),
}
