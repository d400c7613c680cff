/** A chart with its title and legend, its pictures and its table; what is missing is said. */
import { type AppError, type ChartFigures, type ChartShape, limits, type ValueContext } from '@plinth/domain'
import { ChartColumn, RotateCw, Table2 } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { describeError } from '../describe-error.ts'
import { Bars } from './Bars.tsx'
import { ChartTable } from './ChartTable.tsx'
import { type ChartedField, type ChartModel, chartModel, chartTitle } from './chart-model.ts'
import { isAlwaysTable } from './most-keys.ts'
import { Pie } from './Pie.tsx'
import { Plot } from './Plot.tsx'

type Shape = ChartShape<ChartedField>

/** The figures of a chart, as far as they are known. */
export interface KnownChart {
  readonly data: ChartFigures | null
  /** What the data is of: the shape that is asked for, or, until its figures are here, the one before. */
  readonly shape: Shape
  readonly error: AppError | null
  /** Is it being asked for anew, while what is here is from before? */
  readonly isOld: boolean
  retry(): void
}

export interface ChartFrameProps {
  shape: Shape
  known: KnownChart
  values: ValueContext
  /** What somebody called it; absent: nothing but what it shows. */
  name?: string | undefined
  /** The table of the records, where it is not plain. */
  source?: string | undefined
  /** Beside the title. */
  tools?: ReactNode
  wantsTable: boolean
  onTable: (wantsTable: boolean) => void
}

export function ChartFrame({
  shape,
  known,
  values,
  name,
  source,
  tools,
  wantsTable,
  onTable,
}: ChartFrameProps) {
  const { data, error, isOld, retry } = known
  const isTable = wantsTable || isAlwaysTable(shape)
  const model = useMemo(() => data && chartModel(known.shape, data, values), [data, known.shape, values])
  const words = `${chartTitle(shape)}${shape.by ? ` by ${shape.by.name}` : ''}${shape.split ? ` and ${shape.split.name}` : ''}`
  const label = name ? `${name}: ${words}` : words
  return (
    <section aria-label={label} className="flex min-h-0 flex-1 flex-col gap-3">
      <header className="flex min-h-8 items-center gap-2">
        <div className="min-w-0 flex-1">
          {name && <h2 className="truncate text-base font-medium">{name}</h2>}
          <p className={cx('truncate', name ? 'text-xs text-ink-muted' : 'text-base font-medium')}>
            {source ? `${source} · ${words}` : words}
          </p>
        </div>
        {!isAlwaysTable(shape) && shape.by && (
          <IconButton
            label={wantsTable ? 'Show as chart' : 'Show as table'}
            icon={wantsTable ? <ChartColumn aria-hidden /> : <Table2 aria-hidden />}
            onPress={() => onTable(!wantsTable)}
          />
        )}
        {tools}
      </header>
      {error ? (
        <div
          role="alert"
          className="grid flex-1 place-content-center justify-items-center gap-2 text-sm text-ink-soft"
        >
          <p>{describeError(error).text}</p>
          <Button size="sm" icon={<RotateCw aria-hidden />} onPress={retry}>
            Try again
          </Button>
        </div>
      ) : model && data ? (
        <div className={cx('flex min-h-0 flex-1 flex-col gap-3 transition-opacity', isOld && 'opacity-60')}>
          {!isTable && model.series.length > 0 && <Legend model={model} />}
          <Picture shape={known.shape} model={model} isTable={isTable} label={label} />
          <Missing model={model} isPie={shape.type === 'pie' && !isTable} />
        </div>
      ) : (
        <div aria-busy="true" className="flex flex-1 flex-col gap-2">
          <span className="sr-only">Loading the chart</span>
          {['w-4/5', 'w-1/2', 'w-2/3', 'w-1/3'].map((width) => (
            <Skeleton key={width} className={cx('h-5', width)} />
          ))}
        </div>
      )}
    </section>
  )
}

interface PictureProps {
  shape: Shape
  model: ChartModel
  isTable: boolean
  /** What the whole is called. */
  label: string
}

function Picture({ shape, model, isTable, label }: PictureProps) {
  if (shape.type === 'number' || shape.by === null) {
    return (
      <p className="grid flex-1 place-content-center justify-items-center gap-1 py-4" data-chart="number">
        <span className="tabular text-[2.5rem] leading-tight font-semibold tracking-tight">
          {model.whole?.text ?? '–'}
        </span>
        {shape.of && (
          <span className="text-sm text-ink-muted">
            of {model.whole?.count.toLocaleString() ?? 0} records
          </span>
        )}
      </p>
    )
  }
  if (model.points.length === 0) {
    return <p className="grid flex-1 place-content-center text-sm text-ink-muted">No records to count.</p>
  }
  if (isTable) return <ChartTable model={model} name={shape.by.name} label={label} />
  if (shape.type === 'pie') return <Pie model={model} />
  if (shape.type === 'line' || shape.type === 'area') return <Plot model={model} kind={shape.type} />
  if (shape.byUnit !== null && shape.order === 'key') return <Plot model={model} kind="column" />
  return (
    <section
      aria-label={`Figures of ${label}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
      tabIndex={0}
      className="scroll-thin min-h-0 flex-1 overflow-y-auto rounded-control outline-none focus-visible:ring-focus-inset"
    >
      <Bars model={model} />
    </section>
  )
}

function Legend({ model }: { model: ChartModel }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-soft">
      {model.series.map(({ id, name, hue }) => (
        <li key={id} data-hue={hue} className="flex items-center gap-1.5">
          <span aria-hidden className="size-2.5 rounded-[3px] bg-chip-dot" />
          {name}
        </li>
      ))}
    </ul>
  )
}

function Missing({ model, isPie }: { model: ChartModel; isPie: boolean }) {
  const { more, moreSeries } = model
  if ((more === 0 || isPie) && moreSeries === 0) return null
  return (
    <p className="text-xs text-ink-muted">
      {more > 0 &&
        !isPie &&
        `${more.toLocaleString()} more ${more === 1 ? 'value is' : 'values are'} not shown. `}
      {moreSeries > 0 &&
        `The ${limits.seriesPerChart} most frequent of ${(moreSeries + limits.seriesPerChart).toLocaleString()} are told apart.`}
    </p>
  )
}
