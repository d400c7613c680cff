/** What a chart shows: what its settings say, where that suits, else what the table's fields suggest. */
import { figuresOf } from '../field-types/traits.ts'
import type { Field } from '../schema.ts'
import type { ChartOrder, ChartType, ChartUnit, SummaryKind, ViewSettings } from './view-config.ts'
import { fieldOf } from './view-settings.ts'

export interface ChartShape<F> {
  readonly type: ChartType
  /** Null: one figure of all records. */
  readonly by: F | null
  readonly byUnit: ChartUnit | null
  readonly split: F | null
  readonly splitUnit: ChartUnit | null
  readonly figure: SummaryKind
  /** Null: records are counted. */
  readonly of: F | null
  readonly order: ChartOrder
}

type ChartField = Pick<Field, 'id' | 'type' | 'onRead'>

const isOfDays = (field: ChartField | null): boolean =>
  field !== null && ['date', 'datetime', 'created_time', 'changed_time'].includes(field.type)

const unitOf = (field: ChartField | null, unit: ChartUnit | undefined): ChartUnit | null =>
  isOfDays(field) ? (unit ?? 'month') : null

export function chartOf<F extends ChartField>(settings: ViewSettings, fields: readonly F[]): ChartShape<F> {
  const wanted = settings.chart ?? 'bar'
  const by = wanted === 'number' ? null : fieldOf('by', settings, fields)
  const type = by === null ? 'number' : wanted
  const parted = type === 'pie' || by === null ? null : fieldOf('split', settings, fields)
  const split = parted?.id === by?.id ? null : parted
  const over = fieldOf('of', settings, fields)
  const { figure = 'count' } = settings
  const of = over !== null && figuresOf(over.type).includes(figure) ? over : null
  return {
    type,
    by,
    byUnit: unitOf(by, settings.byUnit),
    split,
    splitUnit: unitOf(split, settings.splitUnit),
    figure: of === null ? 'count' : figure,
    of,
    order: settings.chartOrder ?? (isOfDays(by) || type === 'line' || type === 'area' ? 'key' : 'figure'),
  }
}
