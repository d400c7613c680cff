import type { ChartFigures, ChartKey, ChartShape } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { type ChartedField, chartModel } from './chart-model.ts'

const context = { locale: 'en-GB', timeZone: 'Europe/Berlin' }
const text: ChartedField = { name: 'Assignee', type: 'text', options: {} }
const day: ChartedField = { name: 'Due', type: 'date', options: {} }
const shape: ChartShape<ChartedField> = {
  type: 'bar',
  figure: 'count',
  of: null,
  by: text,
  byUnit: null,
  split: text,
  splitUnit: null,
  order: 'figure',
}
const figures = (keys: readonly ChartKey[], series: readonly ChartKey[] = []): ChartFigures => ({
  keys: keys.map((key) => ({ key, count: 1, value: 1 })),
  keyCount: keys.length,
  series,
  seriesCount: series.length,
  cells: [],
  whole: null,
})

describe('the parts of a chart', () => {
  it('are told apart where people are told by their names, and two have the same', () => {
    const twice = ['Ada', 'Ben', 'Ada', null]
    const { points, series } = chartModel(shape, figures(twice, twice), context)
    expect(points.map(({ name }) => name)).toEqual(['Ada', 'Ben', 'Ada', 'Empty'])
    for (const parts of [points, series]) expect(new Set(parts.map(({ id }) => id)).size).toBe(4)
  })

  it('are told apart where stretches without records stand between others', () => {
    const byDay = { ...shape, by: day, byUnit: 'month', split: null, order: 'key' } as const
    const { points } = chartModel(byDay, figures(['2027-01-01', '2027-04-01', null]), context)
    expect(points).toHaveLength(5)
    expect(new Set(points.map(({ id }) => id)).size).toBe(5)
  })
})
