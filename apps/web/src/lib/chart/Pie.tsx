import { cx } from '../../ui/cx.ts'
import type { ChartModel, ChartPoint } from './chart-model.ts'

const radius = 42
const hole = 26
const restClass = 'opacity-45'

interface Slice {
  readonly id: string
  readonly name: string
  readonly hue: string
  readonly value: number
  readonly text: string
  /** All that has no slice of its own: paler than what has no value. */
  readonly isRest?: true
}

/** What is not shown is a slice of its own, where parts add up. */
function slicesOf({ points, whole, isAdditive, more, axisText }: ChartModel): readonly Slice[] {
  const shown = points.map(({ id, name, hue, value, text }: ChartPoint) => ({
    id,
    name,
    hue,
    value: Math.max(0, value ?? 0),
    text,
  }))
  const sum = shown.reduce((total, { value }) => total + value, 0)
  const rest = isAdditive && more > 0 && whole?.value ? whole.value - sum : 0
  return rest > 0
    ? [
        ...shown,
        { id: 'more', name: `${more} more`, hue: 'stone', value: rest, text: axisText(rest), isRest: true },
      ]
    : shown
}

/** A ring of slices beside a list that says them. */
export function Pie({ model }: { model: ChartModel }) {
  const slices = slicesOf(model)
  const total = slices.reduce((sum, { value }) => sum + value, 0)
  return (
    <div className="flex flex-1 flex-wrap items-center justify-center gap-x-8 gap-y-4" data-chart="pie">
      <svg aria-hidden viewBox="-50 -50 100 100" className="size-56 max-w-full shrink-0">
        {turnsOf(slices).map(({ id, hue, from, to, isRest }) => (
          <path
            key={id}
            d={ring(from, to)}
            data-hue={hue}
            className={cx('fill-chip-dot stroke-surface', isRest && restClass)}
            strokeWidth={0.8}
          />
        ))}
        {model.whole && model.isAdditive && (
          <text textAnchor="middle" dy="0.35em" className="fill-ink text-[0.6875rem] font-semibold">
            {model.axisText(model.whole.value ?? 0)}
          </text>
        )}
      </svg>
      <ul className="flex min-w-52 flex-col gap-1 text-sm">
        {slices.map(({ id, name, hue, value, text, isRest }) => (
          <li key={id} data-hue={hue} className="flex items-center gap-2">
            <span
              aria-hidden
              className={cx('size-2.5 shrink-0 rounded-[3px] bg-chip-dot', isRest && restClass)}
            />
            <span className="min-w-0 flex-1 truncate text-ink-soft">{name}</span>
            <span className="tabular font-medium">{text}</span>
            <span className="tabular w-12 text-right text-ink-muted">
              {total === 0 ? '–' : `${Math.round((value / total) * 100)} %`}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** From where to where each slice goes, in shares of a turn; those of nothing are left out. */
function turnsOf(slices: readonly Slice[]): readonly (Slice & { from: number; to: number })[] {
  const total = slices.reduce((sum, { value }) => sum + value, 0)
  const ends = slices.reduce<number[]>(
    (known, { value }) => [...known, (known.at(-1) ?? 0) + value / total],
    [],
  )
  return slices.flatMap((slice, n) =>
    slice.value > 0 ? [{ ...slice, from: ends[n - 1] ?? 0, to: ends[n]! }] : [],
  )
}

const pointAt = (share: number, r: number): string =>
  `${(Math.sin(share * 2 * Math.PI) * r).toFixed(3)},${(-Math.cos(share * 2 * Math.PI) * r).toFixed(3)}`

/** A part of the ring, from a share of the turn to another, from the top on. */
function ring(from: number, to: number): string {
  // A whole turn ends where it begins, and would be nothing.
  const end = Math.min(to, from + 0.99999)
  const isLarge = end - from > 0.5 ? 1 : 0
  const outer = `M${pointAt(from, radius)}A${radius},${radius} 0 ${isLarge} 1 ${pointAt(end, radius)}`
  return `${outer}L${pointAt(end, hole)}A${hole},${hole} 0 ${isLarge} 0 ${pointAt(from, hole)}Z`
}
