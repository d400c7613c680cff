import type { FieldId, FieldOptions, OptionId, TableId } from '@plinth/domain'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { fieldOptions } from './fields.ts'

/** One of each; a key that is missing here or there is an error of types. */
const all: Required<FieldOptions> = {
  options: [{ id: 'a' as OptionId, label: 'A', hue: 'red' }],
  prefix: 'INV-',
  digits: 4,
  decimals: 2,
  currency: 'EUR',
  max: 7,
  unit: 'second',
  initial: 'a' as OptionId,
  target: '01890000-0000-7000-8000-000000000001' as TableId,
  single: true,
  limit: 3,
  pair: '01890000-0000-7000-8000-000000000002' as FieldId,
  onDelete: 'refuse',
  takesAlong: true,
}

test('no option of a field is lost on its way', () => {
  expect(v.parse(fieldOptions, all)).toEqual(all)
})
