import { cx } from '../../ui/cx.ts'
import type { ChartModel, ChartPoint } from './chart-model.ts'

/** One bar for each key, lying: names of any length have room beside it. With series it is in parts, or there is one for each. */
export function Bars({ model }: { model: ChartModel }) {
  const { points, series, isAdditive } = model
  const isStacked = series.length > 0 && isAdditive
  const isParted = series.length > 0 && !isAdditive
  const shown = points.flatMap(({ value, parts }) => (isParted ? parts.map((part) => part.value) : [value]))
  const values = shown.filter((value) => value !== null)
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values)
  const span = high - low || 1
  const place = (value: number | null) => ({
    left: `${((Math.min(0, value ?? 0) - low) / span) * 100}%`,
    width: `${(Math.abs(value ?? 0) / span) * 100}%`,
  })
  return (
    <ul className="grid grid-cols-[fit-content(30%)_1fr_auto] gap-x-3 gap-y-1" data-chart="bar">
      {points.map((point) => (
        <li
          key={point.id}
          className="col-span-3 grid grid-cols-subgrid items-center rounded-control px-2 py-1 text-sm hover:bg-hover"
        >
          <span className="truncate text-right text-ink-soft" title={point.name}>
            {point.name}
          </span>
          <span aria-hidden className="flex flex-col gap-0.5">
            {isParted ? (
              point.parts.map((part, n) => (
                <Bar key={series[n]!.id} hue={series[n]!.hue} style={place(part.value)} isThin />
              ))
            ) : (
              <span className="relative block h-5">
                {isStacked ? (
                  <Stacked point={point} model={model} span={span} low={low} />
                ) : (
                  <Bar hue={point.hue} style={place(point.value)} />
                )}
              </span>
            )}
          </span>
          <span className="tabular text-right font-medium">{point.text}</span>
          {series.length > 0 && (
            <span className="sr-only">
              {point.parts.map((part, n) => `${series[n]!.name}: ${part.text}`).join(', ')}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

interface BarProps {
  hue: string
  style: { left: string; width: string }
  isThin?: boolean
}

function Bar({ hue, style, isThin = false }: BarProps) {
  return (
    <span className={cx('block', isThin ? 'relative h-2.5' : 'absolute inset-0')}>
      <span
        data-hue={hue}
        className="absolute inset-y-0 min-w-0.5 rounded-[3px] bg-chip-dot forced-colors:bg-[CanvasText]"
        style={style}
      />
    </span>
  )
}

function Stacked({
  point,
  model,
  span,
  low,
}: {
  point: ChartPoint
  model: ChartModel
  span: number
  low: number
}) {
  const zero = (-low / span) * 100
  return stackedPlaces(point, span, zero).map(({ left, width, n }) => {
    const { id, name, hue } = model.series[n]!
    return (
      <span
        key={id}
        data-hue={hue}
        title={`${name}: ${point.parts[n]!.text}`}
        className="absolute inset-y-0 border-r border-surface bg-chip-dot first:rounded-l-[3px] last:rounded-r-[3px] last:border-r-0 forced-colors:bg-[CanvasText]"
        style={{ left: `${left}%`, width: `${width}%` }}
      />
    )
  })
}

/** Where the parts stand, in percent: what is below zero to the left of it. */
function stackedPlaces({ parts }: ChartPoint, span: number, zero: number) {
  const places: { left: number; width: number; n: number }[] = []
  let [left, right] = [zero, zero]
  for (const [n, { value }] of parts.entries()) {
    const width = (Math.abs(value ?? 0) / span) * 100
    if (width === 0) continue
    if ((value ?? 0) < 0) left -= width
    places.push({ left: (value ?? 0) < 0 ? left : right, width, n })
    if ((value ?? 0) > 0) right += width
  }
  return places
}
