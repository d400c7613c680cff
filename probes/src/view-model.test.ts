import type { CellValue, FieldId, FieldTypeName } from '@plinth/domain'
import { describe, expect, test } from 'vitest'
import type { FieldModel, RecordModel } from './model.ts'
import { figureOf, inOrder, sameFigure } from './view-model.ts'

const field = (type: FieldTypeName, options: readonly string[] | null = null) =>
  ({
    id: 'f' as FieldId,
    type,
    options: options ? { options: options.map((id) => ({ id })) } : {},
  }) as unknown as FieldModel

const records = (cells: readonly CellValue[]) =>
  cells.map((cell, n) => ({ id: `${n}`, cells: { f: cell } }) as unknown as RecordModel)

describe('the order of records', () => {
  test.each<[string, FieldModel, CellValue[], string]>([
    ['numbers', field('number'), [2, null, -1, 10], '2 0 3 1'],
    ['texts, numbers in them as numbers', field('text'), ['b', 'a10', 'a9', 'B', null], '2 1 0 3 4'],
    ['options, as their list has them', field('single_select', ['z', 'a']), ['a', 'z', null], '1 0 2'],
    [
      'several options',
      field('multi_select', ['z', 'a']),
      [['a'], ['a', 'z'], ['z']] as unknown as CellValue[],
      '2 1 0',
    ],
    ['what is the same, by the id', field('checkbox'), [true, false, true], '1 0 2'],
  ])('is that of %s', (_, by, cells, expected) => {
    expect(inOrder(records(cells), by, 1).join(' ')).toBe(expected)
  })

  test('is that of the names of people, of whom those that have left come last', () => {
    const cells = ['gone', 'b', 'a', null, 'also gone']
    expect(inOrder(records(cells), field('person'), 1, ['b', 'a']).join(' ')).toBe('1 2 4 0 3')
  })

  test('is turned round but for empty cells, which are last', () => {
    expect(inOrder(records([1, null, 2, 1]), field('integer'), -1)).toEqual(['2', '3', '0', '1'])
  })
})

test('figures are made of the filled cells', () => {
  const cells = [1, null, 4, 1, 2]
  const kinds = ['count', 'empty', 'filled', 'unique', 'sum', 'average', 'median', 'min', 'max'] as const
  const figures = kinds.map((kind) => figureOf(field('integer'), kind, cells))
  expect(figures).toEqual([5, 1, 4, 3, 8, 2, 1.5, 1, 4])
  expect(figureOf(field('integer'), 'sum', [null])).toBeNull()
  expect(figureOf(field('date'), 'latest', ['2024-01-01', null, '2023-01-01'])).toBe('2024-01-01')
  expect(figureOf(field('checkbox'), 'checked', [true, false, null])).toBe(1)
})

test('figures are compared but for their last digits', () => {
  expect(sameFigure(0.1 + 0.2, 0.3)).toBe(true)
  expect(sameFigure(2 ** 60, '1152921504606846976')).toBe(true)
  expect(sameFigure('2024-01-01T00:00:00Z', '2024-01-01T00:00:00.000Z')).toBe(true)
  expect(sameFigure(3, 4)).toBe(false)
  expect(sameFigure(3, null)).toBe(false)
  expect(sameFigure(null, 0)).toBe(false)
  expect(sameFigure('2024-01-01', '2024-01-02')).toBe(false)
})
