import type { SharedCover, SharedField, SharedPage, SharedValue } from '@plinth/domain'
import type { CSSProperties, ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { ColorNote } from '../../lib/color/ColorNote.tsx'
import { colorBarClass, colorWords, rowTintClass } from '../../lib/color/color-words.ts'
import { FileCover } from '../../lib/files/FileCover.tsx'
import { cx } from '../../ui/cx.ts'
import { Painted } from './Painted.tsx'
import { SharedCell } from './SharedCell.tsx'
import { useSharedPaint } from './shared-colors.ts'
import { shownFile, useSharedFiles } from './shared-files.ts'
import type { SharedRow } from './shared-kinds.ts'
import { isEmptyShared, sharedFilesIn, titleOf } from './shared-text.ts'

export interface OpenProps {
  page: SharedPage
  onOpen: (row: SharedRow) => void
}

interface CardProps extends OpenProps {
  row: SharedRow
  /** Fields below the name. */
  most?: number
  /** The places of fields that are said elsewhere. */
  without?: readonly number[]
  covers?: Covers | null
  /** Values without the names of their fields, which are read out alone. */
  isNarrow?: boolean
}

/** What stands on top of cards. */
interface Covers {
  /** The place of the field whose pictures they are. */
  readonly at: number
  readonly fit: SharedCover['fit']
  /** Of the width to the height; null: they are as high as on a board. */
  readonly ratio: number | null
}

/** Null: there are none. */
export const coversOf = ({ cover, fit }: SharedCover, ratio: number | null): Covers | null =>
  cover === null ? null : { at: cover, fit, ratio }

const usualMost = 4
const none: readonly number[] = []

const cardClass =
  'relative min-h-11 rounded-card border border-line bg-surface px-3 pb-2.5 hover:border-line-strong has-[[data-pressed]]:bg-hover'

/** An item of a list that is a card, in the colour of its record. */
export function CardItem({ row, children }: { row: SharedRow; children: ReactNode }) {
  const { row: color } = useSharedPaint()(row)
  return (
    <li
      className={cx(
        cardClass,
        color &&
          [colorBarClass, 'before:-inset-y-px before:-left-px before:rounded-l-card', rowTintClass].join(' '),
      )}
      {...(color ? { 'data-hue': color.hue } : {})}
      title={colorWords(color)}
    >
      {children}
      <ColorNote rule={color} />
    </li>
  )
}

/** By what a record is called, and the first values that there are; a press anywhere but on an address opens it. */
export function RecordCard(props: CardProps) {
  const { page, row, onOpen, most = usualMost, without = none, covers = null, isNarrow = false } = props
  const { cells } = useSharedPaint()(row)
  const filled = page.fields
    .map((field, at) => ({ field, at, value: row[at] ?? null }))
    .slice(1)
    .filter(
      ({ field, at, value }) => !without.includes(at) && at !== covers?.at && saysSomething(field, value),
    )
    .slice(0, most)
  return (
    <>
      {covers && <Cover covers={covers} value={row[covers.at] ?? null} />}
      <OpenArea
        {...{ page, row, onOpen }}
        className="items-start rounded-card px-3 py-2 leading-6 focus-visible:ring-focus"
        {...(covers && { style: belowCover(covers) })}
      />
      {covers && filled.length === 0 && <div className="h-7.5" />}
      {filled.length > 0 && (
        // Below the name, which is as high as one line.
        <dl className={cx('flex flex-col gap-1 pt-8.5 text-sm', overArea)}>
          {filled.map(({ field, at, value }) => (
            <div key={field.name} className="flex min-h-5 items-center gap-3">
              <dt className={isNarrow ? 'sr-only' : 'w-[34%] max-w-28 shrink-0 truncate text-ink-muted'}>
                {field.name}
              </dt>
              <dd className="min-w-0 flex-1">
                <Painted color={cells.get(at)}>
                  <SharedCell page={page} field={field} value={value} />
                </Painted>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

const boardCoverHeight = '7rem'

/** Over all of the card's width. */
function Cover({ covers: { ratio, fit }, value }: { covers: Covers; value: SharedValue }) {
  const source = useSharedFiles()
  return (
    <div
      className="-mx-3 overflow-hidden rounded-t-card border-b border-line"
      style={ratio === null ? { height: boardCoverHeight } : { aspectRatio: ratio }}
    >
      <FileCover source={source} files={sharedFilesIn(value).map(shownFile)} fit={fit} className="h-full" />
    </div>
  )
}

/** The name stands below the cover, whose height in percents is one of the card's width. */
const belowCover = ({ ratio }: Covers): CSSProperties => ({
  paddingTop: `calc(${ratio === null ? boardCoverHeight : `${100 / ratio}%`} + 0.5rem)`,
})

/** Of a box only that it is ticked: most are not. */
const saysSomething = (field: SharedField, value: SharedValue): boolean =>
  field.type === 'checkbox' ? value === true : !isEmptyShared(field, value)

/** Of what stands on an `OpenArea`: only addresses are pressed. */
export const overArea = 'pointer-events-none relative [&_a]:pointer-events-auto'

interface AreaProps extends OpenProps {
  row: SharedRow
  className: string
  style?: CSSProperties
}

/** Opens a record: all of the box that it stands in, with the record's name where the box begins. */
export function OpenArea({ page, row, onOpen, className, style }: AreaProps) {
  return (
    <AriaButton
      onPress={() => onOpen(row)}
      style={style ?? {}}
      className={cx(
        'absolute inset-0 flex cursor-default text-left text-sm font-medium text-ink outline-none',
        className,
      )}
    >
      <span className="min-w-0 truncate">{titleOf(page, row)}</span>
    </AriaButton>
  )
}
