/**
 * Documents of any shape. What a cell holds is the document as text, as the database writes it: names in its order, numbers with all their
 * digits. `null` alone is the empty cell.
 */
import { layOutJson, readJson, writeJson } from '../formats/json-text.ts'
import { isStorable } from '../formats/storable-text.ts'
import { limits } from '../limits.ts'
import { ok, type Result } from '../result.ts'
import type { CellValue } from '../rows.ts'
import { families } from './families.ts'
import { type FieldType, isEmptyValue, refuse } from './field-type.ts'

function read(text: string): Result<CellValue> {
  if (text.trim() === '') return ok(null)
  if ([...text].length > limits.jsonLength) return refuse('value_too_long')
  const node = readJson(text, limits.jsonDepth)
  if (!node.ok) {
    const { line, column, expected } = node.error
    return refuse('value_invalid', `Line ${line}, character ${column}: ${expected} was expected.`)
  }
  if (node.value.kind === 'null') return ok(null)
  const written = writeJson(node.value)
  if ([...written].length > limits.jsonLength) return refuse('value_too_long')
  // Half of a pair and the character 0 are stored nowhere, escaped or not.
  return isStorable(written) && !/\\u(?:0000|d[89a-f])/i.test(written.replaceAll('\\\\', ''))
    ? ok(written)
    : refuse('value_invalid')
}

const textOf = (value: CellValue): string => (typeof value === 'string' ? value : '')

/** A document on many lines; what cannot be read stays as it is. */
function layOutDocument(value: CellValue): string {
  const node = readJson(textOf(value), limits.jsonDepth)
  return node.ok ? layOutJson(node.value) : textOf(value)
}

export const json: FieldType = {
  ...families.json,
  isComputed: false,
  defaults: ['value'],
  becomes: ['text', 'long_text'],
  name: 'json',
  label: 'JSON',
  description: 'A document of any shape, from another program.',
  icon: 'braces',
  align: 'start',
  parseText: read,
  formatText: textOf,
  editText: layOutDocument,
  toExport: textOf,
  validate(value) {
    if (isEmptyValue(value)) return ok(null)
    return typeof value === 'string' ? read(value) : refuse('value_invalid')
  },
  isEmpty: isEmptyValue,
  compare: null,
}
