import { type Field, limits } from '@plinth/domain'
import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react'
import { useState } from 'react'
import { dropMarkClass } from '../../../lib/drop-mark.ts'
import { phoneQuery, useMedia } from '../../../lib/use-media.ts'
import { keysOf, type ReorderItem, useReorder } from '../../../lib/use-reorder.ts'
import { cx } from '../../../ui/cx.ts'
import { inputClass } from '../../../ui/Field.tsx'
import { firstFocus } from '../../../ui/first-focus.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { FieldIcon } from '../FieldIcon.tsx'
import { useTable } from '../table-context.ts'
import { ColumnsChoice } from './ColumnsChoice.tsx'
import {
  changeLine,
  dropHeading,
  type FieldLine,
  type HeadingLine,
  type LayoutLine,
  moveLine,
} from './layout-draft.ts'

export interface LayoutLinesProps {
  lines: readonly LayoutLine[]
  /** The heading that was added last: its name is typed next. */
  added: string | null
  onChange: (lines: readonly LayoutLine[]) => void
}

/** The headings and fields of a layout in one list, put in order by dragging, by keys and by buttons. */
export function LayoutLines({ lines, added, onChange }: LayoutLinesProps) {
  const { table } = useTable()
  const [told, setTold] = useState('')
  const fields = new Map(table.fields.map((field) => [field.id, field]))
  const nameOf = (line: LayoutLine) =>
    line.kind === 'heading' ? line.name || 'The section' : (fields.get(line.id)?.name ?? '')
  const move = (from: number, to: number) => {
    const moved = moveLine(lines, from, to)
    if (moved === lines) return
    onChange(moved)
    setTold(`${nameOf(lines[from]!)} is now at place ${to} of ${lines.length - 1}.`)
  }
  const reorder = useReorder('vertical', lines.length, move)
  return (
    <>
      <ul className="flex flex-col">
        {lines.map((line, at) => (
          <Line
            key={line.id}
            at={at}
            count={lines.length}
            item={reorder(at)}
            name={nameOf(line)}
            onMove={move}
          >
            {line.kind === 'heading' ? (
              <Heading
                line={line}
                isFirst={at === 0}
                isNew={line.id === added}
                onName={(name) => onChange(changeLine<HeadingLine>(lines, at, { name }))}
                onDrop={() => onChange(dropHeading(lines, at))}
              />
            ) : (
              <FieldChoice
                line={line}
                field={fields.get(line.id)}
                onChange={(changes) => onChange(changeLine<FieldLine>(lines, at, changes))}
              />
            )}
          </Line>
        ))}
      </ul>
      <output className="sr-only">{told}</output>
    </>
  )
}

interface LineProps {
  at: number
  count: number
  item: ReorderItem
  name: string
  onMove: (from: number, to: number) => void
  children: React.ReactNode
}

/** What stands in a line, between what it is dragged by and what moves it by a step. The first line stays. */
function Line({ at, count, item, name, onMove, children }: LineProps) {
  const moving = at === 0 ? item.dropProps : { ...item.dropProps, ...keysOf(item) }
  return (
    <li
      {...moving}
      className={cx(
        'relative flex min-h-9 items-center gap-1 rounded-control px-1 hover:bg-hover coarse:min-h-12',
        dropMarkClass(item.mark),
      )}
    >
      {at > 0 && (
        <span {...item.dragProps} aria-hidden className="cursor-grab text-ink-faint coarse:hidden">
          <GripVertical className="size-4" />
        </span>
      )}
      {children}
      {at > 0 && (
        <>
          <IconButton
            size="xs"
            label={`Move ${name} up`}
            icon={<ArrowUp aria-hidden />}
            isDisabled={at === 1}
            onPress={() => onMove(at, at - 1)}
          />
          <IconButton
            size="xs"
            label={`Move ${name} down`}
            icon={<ArrowDown aria-hidden />}
            isDisabled={at === count - 1}
            onPress={() => onMove(at, at + 1)}
          />
        </>
      )}
    </li>
  )
}

function Heading({
  line,
  isFirst,
  isNew,
  onName,
  onDrop,
}: {
  line: HeadingLine
  isFirst: boolean
  isNew: boolean
  onName: (name: string) => void
  onDrop: () => void
}) {
  return (
    <>
      <input
        aria-label="Name of the section"
        placeholder={isFirst ? 'First section, without a name' : 'Name of the section'}
        maxLength={limits.nameLength}
        value={line.name}
        onChange={(event) => onName(event.target.value)}
        className={cx(inputClass, 'min-w-0 flex-1 font-medium')}
        {...(isNew ? firstFocus : {})}
      />
      {!isFirst && (
        <IconButton
          size="xs"
          label={`Remove the section ${line.name}`.trim()}
          icon={<X aria-hidden />}
          onPress={onDrop}
        />
      )}
    </>
  )
}

function FieldChoice({
  line,
  field,
  onChange,
}: {
  line: FieldLine
  field: Field | undefined
  onChange: (changes: Partial<Pick<FieldLine, 'width' | 'isHidden' | 'columns'>>) => void
}) {
  const isNarrow = useMedia(phoneQuery)
  if (!field) return null
  return (
    <>
      <Switch
        isSelected={!line.isHidden}
        onChange={(isShown) => onChange({ isHidden: !isShown })}
        className="min-w-0 flex-1"
      >
        <span className="flex min-w-0 items-center gap-2 font-normal">
          <FieldIcon type={field.type} />
          <span className="truncate">{field.name}</span>
        </span>
      </Switch>
      {field.type === 'link' && (
        <ColumnsChoice
          link={field}
          columns={line.columns}
          isDisabled={line.isHidden}
          onChange={(columns) => onChange({ columns })}
        />
      )}
      <select
        aria-label={`Width of ${field.name}`}
        disabled={line.isHidden}
        value={line.width}
        onChange={(event) => onChange({ width: event.target.value === 'half' ? 'half' : 'whole' })}
        // Wider than its words: the arrow of the browser keeps off them.
        className="h-7 w-18 shrink-0 rounded-control bg-transparent px-1 text-xs sm:w-28 text-ink-muted outline-none hover:bg-pressed focus-visible:ring-focus disabled:opacity-50 coarse:h-11"
      >
        <option value="whole">{isNarrow ? 'Whole' : 'Whole width'}</option>
        <option value="half">{isNarrow ? 'Half' : 'Half width'}</option>
      </select>
    </>
  )
}
