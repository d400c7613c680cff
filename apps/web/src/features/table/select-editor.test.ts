import type { OptionId, SelectOption } from '@plinth/domain'
import { expect, it } from 'vitest'
import { findChoices } from './SelectEditor.tsx'

const option = (id: string, label: string): SelectOption => ({ id: id as OptionId, label, hue: 'teal' })
const field = { options: { options: [option('a', 'Done'), option('b', 'Être prêt'), option('c', 'To do')] } }
const labels = (text: string, mayClear = true) =>
  findChoices(field, text, mayClear).map((choice) => choice.option?.label ?? null)

it('finds options by any part, without regard to case and accents', () => {
  expect(labels('DO')).toEqual(['Done', 'To do'])
  expect(labels('pret')).toEqual(['Être prêt'])
  expect(labels('zzz')).toEqual([])
})

it('offers to leave the cell empty only where it is not, and nothing is sought', () => {
  expect(labels('')).toEqual(['Done', 'Être prêt', 'To do', null])
  expect(labels('', false)).toEqual(['Done', 'Être prêt', 'To do'])
})
