import { fieldTypes, type SharedField, type SharedPage } from '@plinth/domain'
import { Check } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { ColorNote } from '../../lib/color/ColorNote.tsx'
import { colorBarClass, colorWords, rowTintClass } from '../../lib/color/color-words.ts'
import { type Slot, slotGapPx, slotsFor } from '../../lib/list-slots.ts'
import { withText } from '../../lib/text-size.ts'
import { phoneQuery, useMedia } from '../../lib/use-media.ts'
import { useWidth } from '../../lib/use-width.ts'
import { cx } from '../../ui/cx.ts'
import { InGroups } from './InGroups.tsx'
import { Painted } from './Painted.tsx'
import { OpenArea, type OpenProps, overArea } from './RecordCard.tsx'
import { RecordCards } from './RecordCards.tsx'
import { SharedCell } from './SharedCell.tsx'
import { useSharedPaint } from './shared-colors.ts'
import type { RowsProps, SharedRow } from './shared-kinds.ts'
import { isEmptyShared } from './shared-text.ts'
import { useRecordDialog } from './use-record-dialog.tsx'

/** On both sides of a line, in pixels. */
const edgesPx = 32

/** Records of one page in a line each, on phones as cards. */
export default function SharedList(props: RowsProps) {
  const isPhone = useMedia(phoneQuery)
  const { onOpen, dialog } = useRecordDialog(props.page)
  const Shown = isPhone ? RecordCards : Lines
  return (
    <>
      <Shown {...props} onOpen={onOpen} />
      {dialog}
    </>
  )
}

function Lines({ page, rows, onOpen }: RowsProps & OpenProps) {
  const list = useRef<HTMLDivElement>(null)
  const slots = useSlots(page, useWidth(list))
  return (
    <div ref={list} className="bg-surface">
      <InGroups page={page} rows={rows} headClassName="h-9 border-b border-line bg-sunken px-4">
        {(some, label) => (
          <ul aria-label={label}>
            {some.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a link tells no ids, and a page is replaced as a whole
              <Line key={at} {...{ page, row, onOpen, slots }} />
            ))}
          </ul>
        )}
      </InGroups>
    </div>
  )
}

interface LineProps extends OpenProps {
  readonly row: SharedRow
  readonly slots: readonly Slot<SharedField>[]
}

function Line({ page, row, onOpen, slots }: LineProps) {
  const { row: color } = useSharedPaint()(row)
  const valuesPx = slots.reduce((sum, { px }) => sum + px + slotGapPx, 0)
  return (
    <li
      {...(color ? { 'data-hue': color.hue } : {})}
      title={colorWords(color)}
      className={cx(
        'relative flex h-10 items-center border-b border-line px-4 text-sm hover:bg-hover coarse:h-12',
        color && colorBarClass,
        color && rowTintClass,
      )}
    >
      <OpenArea
        {...{ page, row, onOpen }}
        className="items-center px-4 focus-visible:ring-focus-inset"
        style={{ paddingRight: edgesPx / 2 + valuesPx }}
      />
      <ColorNote rule={color} />
      <span className="flex-1" />
      {slots.map(({ field, px }) => (
        <Value key={field.name} {...{ page, row, field, px }} at={page.fields.indexOf(field)} />
      ))}
    </li>
  )
}

/** The fields for which there is room at the end of a line; none until it is known how wide it is. */
function useSlots({ fields }: SharedPage, width: number): readonly Slot<SharedField>[] {
  const room = Number.isFinite(width) ? width - edgesPx : 0
  return useMemo(() => slotsFor(fields.slice(1), room, withText(100) / 100), [fields, room])
}

interface ValueProps extends Slot<SharedField> {
  readonly page: SharedPage
  readonly row: SharedRow
  readonly at: number
}

/** Without a heading above it a tick says what it is of; where there is none, nothing is said. */
function Value({ page, row, field, px, at }: ValueProps) {
  const value = row[at] ?? null
  const color = useSharedPaint()(row).cells.get(at)
  const isTick = field.type === 'checkbox'
  return (
    <span
      title={field.name}
      className={cx(
        'flex h-6 shrink-0 items-center overflow-hidden text-ink-soft',
        overArea,
        fieldTypes[field.type].align === 'end' && 'justify-end',
      )}
      style={{ width: px, marginLeft: slotGapPx }}
    >
      {isTick && value === true && (
        <span className="flex min-w-0 items-center gap-1.5">
          <Check aria-hidden className="size-3.5 shrink-0 text-accent-text" strokeWidth={2.5} />
          <span className="truncate">{field.name}</span>
        </span>
      )}
      {!isTick && !isEmptyShared(field, value) && (
        <span className="max-w-full min-w-0">
          <span className="sr-only">{field.name}: </span>
          <Painted color={color}>
            <SharedCell page={page} field={field} value={value} />
          </Painted>
        </span>
      )}
    </span>
  )
}
