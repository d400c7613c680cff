/** Columns, lines and areas over an axis: drawn in the size that there is. Arrows go from key to key. */
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ChartModel, ChartPoint } from './chart-model.ts'
import { axisOf } from './ticks.ts'

const pad = { top: 12, right: 12, bottom: 28, left: 52 } as const
/** Names below the axis have as much room as the longest needs, and no more than this: “Week of 28 Dec 2026” stands whole. */
const mostNamePx = 136
const letterPx = 6.6
const nameGapPx = 12

const roomOf = (points: readonly ChartPoint[]): number =>
  Math.min(mostNamePx, Math.max(0, ...points.map(({ name }) => name.length)) * letterPx + nameGapPx)

interface Size {
  readonly width: number
  readonly height: number
}

function useSize() {
  const box = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const read = () => setSize({ width: element.clientWidth, height: element.clientHeight })
    const watch = new ResizeObserver(read)
    watch.observe(element)
    read()
    return () => watch.disconnect()
  }, [])
  return [box, size] as const
}

interface Line {
  readonly id: string
  readonly name: string
  readonly hue: string
  valueOf(point: ChartPoint): number | null
  textOf(point: ChartPoint): string
}

const linesOf = ({ series, title }: ChartModel): readonly Line[] =>
  series.length === 0
    ? [{ id: 'all', name: title, hue: 'teal', valueOf: ({ value }) => value, textOf: ({ text }) => text }]
    : series.map(({ id, name, hue }, n) => ({
        id,
        name,
        hue,
        valueOf: ({ parts }) => parts[n]?.value ?? null,
        textOf: ({ parts }) => parts[n]?.text ?? '–',
      }))

export function Plot({ model, kind }: { model: ChartModel; kind: 'column' | 'line' | 'area' }) {
  const [box, size] = useSize()
  const [at, setAt] = useState<number | null>(null)
  const { points } = model
  const lines = linesOf(model)
  const isStacked = lines.length > 1 && model.isAdditive && kind !== 'line'
  const tops = points.flatMap((point) => {
    const values = lines.map((line) => line.valueOf(point) ?? 0)
    if (!isStacked) return values
    const sum = (sign: 1 | -1) =>
      values.reduce((total, value) => (value * sign > 0 ? total + value : total), 0)
    return [sum(1), sum(-1)]
  })
  const axis = axisOf(tops, Math.max(2, Math.floor(size.height / 56)), model.isWhole)
  const inner = {
    width: Math.max(0, size.width - pad.left - pad.right),
    height: Math.max(0, size.height - pad.top - pad.bottom),
  }
  const band = inner.width / Math.max(1, points.length)
  const x = (n: number) => pad.left + (n + 0.5) * band
  const y = (value: number) => pad.top + ((axis.max - value) / (axis.max - axis.min)) * inner.height
  const every = Math.max(1, Math.ceil(roomOf(points) / Math.max(1, band)))
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity }[event.key]
    if (step === undefined || points.length === 0) return
    event.preventDefault()
    setAt(Math.min(points.length - 1, Math.max(0, (at ?? (step > 0 ? -1 : points.length)) + step)))
  }
  const lookAt = ({ clientX, currentTarget }: PointerEvent) => {
    const left = clientX - currentTarget.getBoundingClientRect().left - pad.left
    setAt(Math.min(points.length - 1, Math.max(0, Math.floor(left / band))))
  }
  const chosen = at === null ? undefined : points[at]
  return (
    <div ref={box} className="relative min-h-48 w-full flex-1">
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input holds no picture
        role="slider"
        aria-label={`${model.title}: arrows go from one to the next`}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={(at ?? 0) + 1}
        aria-valuetext={
          chosen
            ? `${chosen.name}: ${lines.map((line) => (lines.length > 1 ? `${line.name} ` : '') + line.textOf(chosen)).join(', ')}`
            : 'None chosen'
        }
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => setAt(null)}
        onPointerDown={lookAt}
        onPointerMove={lookAt}
        // A finger that is lifted has not gone elsewhere: what it chose stays to be read.
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setAt(null)}
        className="absolute inset-0 touch-pan-y rounded-control outline-none focus-visible:ring-focus-inset"
      >
        <svg aria-hidden width={size.width} height={size.height} data-chart={kind}>
          {axis.ticks.map((tick) => (
            <g key={tick}>
              <line
                x1={pad.left}
                x2={size.width - pad.right}
                y1={y(tick)}
                y2={y(tick)}
                className={tick === 0 ? 'stroke-line-strong' : 'stroke-line'}
              />
              <text
                x={pad.left - 8}
                y={y(tick)}
                dy="0.32em"
                textAnchor="end"
                className="tabular fill-ink-muted text-xs"
              >
                {model.axisText(tick)}
              </text>
            </g>
          ))}
          {points.map((point, n) => {
            if (n % every !== 0) return null
            const name = shortened(point.name, (band * every - nameGapPx) / letterPx)
            // The last one may go to the left as far as the gap before it allows; without room it is left out.
            const beyond = x(n) + (name.length * letterPx) / 2 - size.width
            if (beyond > band * every - name.length * letterPx - nameGapPx / 2) return null
            return (
              <text
                key={point.id}
                x={x(n) - Math.max(0, beyond)}
                y={size.height - 8}
                textAnchor="middle"
                className="fill-ink-muted text-xs"
              >
                {name}
              </text>
            )
          })}
          {at !== null && (
            <rect
              x={pad.left + at * band}
              y={pad.top}
              width={band}
              height={inner.height}
              className="fill-hover"
            />
          )}
          {kind === 'column' ? (
            <Columns {...{ points, lines, isStacked, band, x, y }} />
          ) : (
            <Paths {...{ points, lines, isStacked, x, y, isFilled: kind === 'area' }} />
          )}
        </svg>
        {chosen && (
          <Tip
            {...{ chosen, lines, total: isStacked ? chosen.text : null }}
            left={x(at ?? 0)}
            width={size.width}
          />
        )}
      </div>
    </div>
  )
}

const shortened = (name: string, letters: number): string =>
  name.length <= letters ? name : `${name.slice(0, Math.max(1, Math.floor(letters) - 1))}…`

interface Drawn {
  points: readonly ChartPoint[]
  lines: readonly Line[]
  isStacked: boolean
  x: (n: number) => number
  y: (value: number) => number
}

/** From where to where each value stands: over one another, or each from zero. */
function spansOf(
  point: ChartPoint,
  lines: readonly Line[],
  isStacked: boolean,
): readonly ([number, number] | null)[] {
  let [up, down] = [0, 0]
  return lines.map((line) => {
    const value = line.valueOf(point)
    if (value === null) return null
    if (!isStacked) return [0, value]
    const from = value < 0 ? down : up
    if (value < 0) down += value
    else up += value
    return [from, from + value]
  })
}

function Columns({ points, lines, isStacked, x, y, band }: Drawn & { band: number }) {
  const wide = Math.min(48, band * 0.72)
  const each = isStacked ? wide : wide / lines.length
  return points.map((point, n) =>
    spansOf(point, lines, isStacked).map((span, s) => {
      if (!span || span[0] === span[1]) return null
      const left = x(n) - wide / 2 + (isStacked ? 0 : s * each)
      const [top, bottom] = [y(Math.max(...span)), y(Math.min(...span))]
      return (
        <rect
          key={`${point.id} ${lines[s]!.id}`}
          data-hue={lines[s]!.hue}
          x={left}
          y={top}
          width={Math.max(1, each - (each > 6 ? 1 : 0))}
          height={Math.max(1, bottom - top)}
          rx={each > 6 ? 2 : 0}
          className="fill-chip-dot forced-colors:fill-[CanvasText]"
        />
      )
    }),
  )
}

function Paths({ points, lines, isStacked, x, y, isFilled }: Drawn & { isFilled: boolean }) {
  const spans = points.map((point) => spansOf(point, lines, isStacked))
  return lines.map((line, s) => {
    const runs = runsOf(spans.map((span) => span[s] ?? null))
    const top = runs
      .map((run) => run.map(([n, [, value]], i) => `${i === 0 ? 'M' : 'L'}${x(n)},${y(value)}`).join(''))
      .join('')
    const under = runs
      .map((run) => {
        const back = run.toReversed().map(([n, [from]]) => `L${x(n)},${y(from)}`)
        return `${run.map(([n, [, value]], i) => `${i === 0 ? 'M' : 'L'}${x(n)},${y(value)}`).join('')}${back.join('')}Z`
      })
      .join('')
    return (
      <g key={line.id} data-hue={line.hue}>
        {isFilled && <path d={under} className="fill-chip-dot opacity-25" />}
        <path
          d={top}
          fill="none"
          strokeWidth={2}
          strokeLinejoin="round"
          className="stroke-chip-dot forced-colors:stroke-[CanvasText]"
        />
        {points.length <= 60 &&
          runs
            .flat()
            .map(([n, [, value]]) => (
              <circle key={n} cx={x(n)} cy={y(value)} r={2.5} className="fill-chip-dot" />
            ))}
      </g>
    )
  })
}

type Run = readonly (readonly [number, readonly [number, number]])[]

/** A line is interrupted where there is no figure. */
function runsOf(spans: readonly ([number, number] | null)[]): readonly Run[] {
  const runs: [number, [number, number]][][] = [[]]
  for (const [n, span] of spans.entries()) {
    if (span) runs.at(-1)!.push([n, span])
    else if (runs.at(-1)!.length > 0) runs.push([])
  }
  return runs.filter((run) => run.length > 0)
}

interface TipProps {
  chosen: ChartPoint
  lines: readonly Line[]
  total: string | null
  left: number
  width: number
}

function Tip({ chosen, lines, total, left, width }: TipProps) {
  const isLeft = left > width / 2
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute top-2 z-10 max-w-64 rounded-control border border-line bg-surface px-2.5 py-1.5 text-xs shadow-float"
      style={isLeft ? { right: width - left + 12 } : { left: left + 12 }}
    >
      <p className="mb-0.5 truncate font-medium text-ink">{chosen.name}</p>
      {lines.map((line) => (
        <p key={line.id} data-hue={line.hue} className="flex items-center gap-1.5 text-ink-soft">
          <span className="size-2 shrink-0 rounded-full bg-chip-dot" />
          <span className="min-w-0 flex-1 truncate">{line.name}</span>
          <span className="tabular pl-2 font-medium text-ink">{line.textOf(chosen)}</span>
        </p>
      ))}
      {total !== null && (
        <p className="mt-0.5 border-t border-line pt-0.5 text-right tabular text-ink-muted">
          {total} together
        </p>
      )}
    </div>
  )
}
