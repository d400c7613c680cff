import type { FieldOptions, OptionId } from '@plinth/domain'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { fieldOptions } from './fields.ts'

/** One of each; a key that is missing here or there is an error of types. */
const all: Required<FieldOptions> = {
  options: [{ id: 'a' as OptionId, label: 'A', hue: 'red' }],
  decimals: 2,
  currency: 'EUR',
  max: 7,
  unit: 'second',
  initial: 'a' as OptionId,
}

test('no option of a field is lost on its way', () => {
  expect(v.parse(fieldOptions, all)).toEqual(all)
})
