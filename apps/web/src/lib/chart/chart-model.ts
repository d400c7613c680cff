/** A chart as it is drawn: keys and series with their names, colours and numbers. */
import {
  type ChartFigure,
  type ChartFigures,
  type ChartKey,
  type ChartShape,
  type ChartUnit,
  currencyDigits,
  currencyOf,
  type Field,
  fieldTypes,
  type Hue,
  isCounted,
  isOfMoments,
  type LinkItem,
  linkLabel,
  restrictedRecord,
  type SummaryKind,
  setOfKey,
  type ValueContext,
} from '@plinth/domain'
import { countedText } from '../counted-text.ts'
import { figureNames, figureValue } from '../figure-words.ts'
import { stretchName, withGaps } from './stretches.ts'

/** As far as a chart of it goes. */
export type ChartedField = Pick<Field, 'name' | 'type' | 'options'>

export interface ChartSeries {
  /** Its own in this chart: two people may have one name. */
  readonly id: string
  readonly name: string
  readonly hue: Hue
}

export interface ChartPoint {
  /** Its own in this chart: two people may have one name. */
  readonly id: string
  readonly name: string
  readonly hue: Hue
  readonly count: number
  /** Null: there is no figure. */
  readonly value: number | null
  readonly text: string
  /** For each series; empty where there are none. */
  readonly parts: readonly { readonly value: number | null; readonly text: string; readonly count: number }[]
}

export interface ChartModel {
  readonly points: readonly ChartPoint[]
  readonly series: readonly ChartSeries[]
  /** Keys and series that are not shown. */
  readonly more: number
  readonly moreSeries: number
  readonly whole: { readonly value: number | null; readonly text: string; readonly count: number } | null
  /** What the figure is: “Sum of Budget”. */
  readonly title: string
  readonly isAdditive: boolean
  readonly isWhole: boolean
  /** A figure of the axis, short. */
  axisText(value: number): string
}

/** Figures of parts that add up to that of the whole. */
const additive: ReadonlySet<SummaryKind> = new Set(['count', 'empty', 'filled', 'checked', 'sum'])
const counting: ReadonlySet<SummaryKind> = new Set(['count', 'empty', 'filled', 'checked', 'unique'])

/** Neighbours that are told apart, and from what has no value, which is stone. */
const palette: readonly Hue[] = [
  'teal',
  'indigo',
  'orange',
  'pink',
  'lime',
  'blue',
  'red',
  'purple',
  'amber',
  'cyan',
  'green',
]

/** Stretches without records that are shown between those with some. */
const mostStretches = 400

export const chartTitle = ({ of, figure }: ChartShape<ChartedField>): string =>
  of === null ? 'Records' : `${figureNames[figure]} of ${of.name}`

/** What a key is called, as its value is written anywhere. */
export function keyName(
  key: ChartKey,
  field: ChartedField,
  unit: ChartUnit | null,
  context: ValueContext,
  linked: readonly LinkItem[] = [],
): string {
  if (field.type === 'checkbox') return key === true ? 'Ticked' : 'Not ticked'
  if (key === null) return 'Empty'
  if (isCounted(field)) return countedText(field, Number(key))
  if (field.type === 'link') return linkedName(key, field, linked, context)
  if (unit !== null && typeof key === 'string') return stretchName(key, unit, field, context)
  if (isOfMoments(field.type)) return fieldTypes.date.formatText(key, field, context)
  const value = field.type === 'multi_select' ? setOfKey(String(key)) : key
  return fieldTypes[field.type].formatText(value, field, context) || 'Empty'
}

function linkedName(
  key: ChartKey,
  field: ChartedField,
  linked: readonly LinkItem[],
  context: ValueContext,
): string {
  if (key === restrictedRecord) return 'Restricted'
  const item = linked.find(([id]) => id === key)
  return item ? linkLabel(item, field, context) : 'Unnamed record'
}

/** Told outside, the keys of people are their names: of two that are the same, the second is one of its own by its place. */
function idsOf(keys: readonly ChartKey[]): readonly string[] {
  const known = new Set<ChartKey>()
  return keys.map((key, at) => {
    const id = known.has(key) ? JSON.stringify([key, at]) : JSON.stringify(key)
    known.add(key)
    return id
  })
}

function hueOf(key: ChartKey, at: number, field: ChartedField | null): Hue {
  if (key === null) return 'stone'
  const option = field?.options.options?.find(({ id }) => id === key)
  return option?.hue ?? palette[at % palette.length]!
}

export function chartModel(
  shape: ChartShape<ChartedField>,
  data: ChartFigures,
  context: ValueContext,
): ChartModel {
  const { by, split, figure, of } = shape
  const field = of ?? { type: 'integer', options: {} }
  const textOf = (value: ChartFigure, count: number) =>
    figure === 'checked'
      ? Number(value ?? 0).toLocaleString(context.locale)
      : figureValue(figure, value, count, field, context)
  const isOfTimes = figure === 'earliest' || figure === 'latest'
  const numberOf = (value: ChartFigure) =>
    value === null ? null : isOfTimes ? Date.parse(String(value)) : Number(value)
  const isAdditive = additive.has(figure)
  const nothing = isAdditive
    ? { value: 0, text: textOf(0, 0), count: 0 }
    : { value: null, text: '–', count: 0 }
  const cells = new Map(data.cells.map((cell) => [`${cell.at} ${cell.series}`, cell]))
  const partsOf = (at: number) =>
    data.series.map((_, n) => {
      const cell = cells.get(`${at} ${n}`)
      return cell
        ? { value: numberOf(cell.value), text: textOf(cell.value, cell.count), count: cell.count }
        : nothing
    })
  const ids = idsOf(data.keys.map(({ key }) => key))
  const seriesIds = idsOf(data.series)
  const points = data.keys.map(({ key, count, value }, at): ChartPoint & { key: ChartKey } => ({
    key,
    id: ids[at]!,
    name: by ? keyName(key, by, shape.byUnit, context, data.linked) : '',
    hue: hueOf(key, at, by),
    count,
    value: numberOf(value),
    text: textOf(value, count),
    parts: partsOf(at),
  }))
  return {
    points:
      by && shape.byUnit && shape.order === 'key'
        ? filled(points, shape, by, context, () => ({ ...nothing, parts: data.series.map(() => nothing) }))
        : points,
    series: split
      ? data.series.map((key, at) => ({
          id: seriesIds[at]!,
          name: keyName(key, split, shape.splitUnit, context, data.linked),
          hue: hueOf(key, at, split),
        }))
      : [],
    more: data.keyCount - data.keys.length,
    moreSeries: data.seriesCount - data.series.length,
    whole: data.whole && {
      value: numberOf(data.whole.value),
      text: textOf(data.whole.value, data.whole.count),
      count: data.whole.count,
    },
    title: chartTitle(shape),
    isAdditive,
    isWhole: counting.has(figure),
    axisText: (value) => axisText(value, figure, field, context),
  }
}

/** With the stretches in which there is nothing; what has no day stays behind them. */
function filled(
  points: readonly (ChartPoint & { key: ChartKey })[],
  { byUnit }: ChartShape<ChartedField>,
  by: ChartedField,
  context: ValueContext,
  nothing: () => Pick<ChartPoint, 'value' | 'text' | 'count' | 'parts'>,
): readonly ChartPoint[] {
  if (byUnit === null) return points
  const known = new Map(points.map((point) => [point.key, point]))
  const days = points.flatMap(({ key }) => (typeof key === 'string' ? [key] : []))
  const empty = known.get(null)
  const all = withGaps(days, byUnit, mostStretches).map(
    (day) =>
      known.get(day) ?? {
        ...nothing(),
        id: JSON.stringify(day),
        name: keyName(day, by, byUnit, context),
        hue: 'stone' as const,
      },
  )
  return empty ? [...all, empty] : all
}

function axisText(
  value: number,
  figure: SummaryKind,
  field: Pick<Field, 'type' | 'options'>,
  context: ValueContext,
): string {
  if (['percent', 'duration'].includes(field.type) && !counting.has(figure))
    return figureValue('max', value, 1, field, context)
  const isMoney = field.type === 'currency' && !counting.has(figure)
  const shown = isMoney ? value / 10 ** currencyDigits(currencyOf(field)) : value
  return new Intl.NumberFormat(context.locale, { notation: 'compact', maximumFractionDigits: 1 }).format(
    shown,
  )
}
