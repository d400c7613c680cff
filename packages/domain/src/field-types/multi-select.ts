/**
 * Options of a list, any number of them. What a cell holds is a set: it travels in the order of the ids' bytes, each once, and is shown,
 * written and sorted in the order of the field's options. An empty set is the empty cell.
 */

import type { OptionId } from '../ids.ts'
import { ok, type Result } from '../result.ts'
import type { CellValue } from '../rows.ts'
import { families } from './families.ts'
import { type FieldShape, type FieldType, isEmptyValue, refuse } from './field-type.ts'
import { joinLabels, quoteLabels, splitLabels } from './link-text.ts'
import { labelOf, optionNamed, optionOf } from './option-names.ts'

export function isOptionSet(value: CellValue | undefined): value is readonly OptionId[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

/** Ids as they travel; null for none. */
export function optionSet(ids: Iterable<OptionId>): readonly OptionId[] | null {
  const set = [...new Set(ids)].toSorted()
  return set.length > 0 ? set : null
}

/** The set that a key or the path of a group holds, where it is one text. */
export const setOfKey = (key: string): readonly OptionId[] | null =>
  optionSet(key.split(' ').filter((id) => id !== '') as OptionId[])

/** Where the options of a set stand among those of the field, rising; what is gone is behind all of them. */
function placesOf(value: CellValue, field: FieldShape): readonly number[] {
  const options = field.options.options ?? []
  const ids = isOptionSet(value) ? value : []
  return ids
    .map((id) => options.findIndex((option) => option.id === id))
    .map((place) => (place < 0 ? options.length : place))
    .toSorted((a, b) => a - b)
}

/** The ids of a set in the order in which people see them. */
export function inOptionOrder(value: CellValue, field: FieldShape): readonly OptionId[] {
  if (!isOptionSet(value)) return []
  const place = new Map((field.options.options ?? []).map(({ id }, at) => [id, at]))
  return value.toSorted((a, b) => (place.get(a) ?? place.size) - (place.get(b) ?? place.size))
}

const labelsOf = (value: CellValue, field: FieldShape): readonly string[] =>
  inOptionOrder(value, field).map((id) => labelOf(id, field))

/** A text with commas is one option where one is called so, else a list. */
function parseText(text: string, field: FieldShape): Result<CellValue> {
  const whole = optionNamed(text.trim(), field)
  if (whole) return ok(optionSet([whole.id]))
  const ids: OptionId[] = []
  for (const label of splitLabels(text)) {
    const option = optionNamed(label, field)
    if (!option) return refuse('option_unknown', `“${label}” is no option of this field.`)
    ids.push(option.id)
  }
  return ok(optionSet(ids))
}

const isEmpty = (value: CellValue): boolean =>
  isEmptyValue(value) || (Array.isArray(value) && value.length === 0)

/** Labels that would be read as one option together stand in quotes. */
function asText(value: CellValue, field: FieldShape): string {
  const labels = labelsOf(value, field)
  const text = joinLabels(labels)
  return labels.length > 1 && optionNamed(text, field) ? quoteLabels(labels) : text
}

export const multiSelect: FieldType = {
  ...families.multi_select,
  isComputed: false,
  defaults: ['value'],
  becomes: ['text', 'long_text', 'single_select', 'link'],
  name: 'multi_select',
  label: 'Multi select',
  description: 'Any number of a list of options.',
  icon: 'tags',
  align: 'start',
  parseText,
  formatText: (value, field) => labelsOf(value, field).join(', '),
  editText: asText,
  toExport: asText,
  validate(value, field) {
    if (isEmpty(value)) return ok(null)
    if (!isOptionSet(value) || !value.every((id) => optionOf(id, field))) return refuse('option_unknown')
    return ok(optionSet(value))
  },
  isEmpty,
  /** By the first option in which they differ; a set that another one begins with comes before it. */
  compare(a, b, field) {
    const [left, right] = [placesOf(a, field), placesOf(b, field)]
    for (const [at, place] of left.entries()) {
      const other = right[at]
      if (other === undefined) return 1
      if (place !== other) return place - other
    }
    return left.length - right.length
  },
}
