import { type Field, limits, type RecordLayout } from '@plinth/domain'
import { useQueryClient } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, GripVertical, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { ErrorNote } from '../../../lib/ErrorNote.tsx'
import { queries } from '../../../lib/queries.ts'
import { useAction } from '../../../lib/use-action.ts'
import { keysOf, useReorder } from '../../../lib/use-reorder.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { inputClass } from '../../../ui/Field.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { FieldIcon } from '../FieldIcon.tsx'
import { useTable } from '../table-context.ts'
import {
  addHeading,
  changeLine,
  dropHeading,
  type FieldLine,
  type HeadingLine,
  type LayoutLine,
  layoutOf,
  linesOf,
  moveLine,
} from './layout-draft.ts'

/** How the page of every record of the table is laid out; for creators, and the same for everybody. */
export default function LayoutDialog({ onClose }: { onClose: () => void }) {
  const { backend, base, table } = useTable()
  const client = useQueryClient()
  const [lines, setLines] = useState<readonly LayoutLine[]>(() => linesOf(table.layout, table.fields))
  const [told, setTold] = useState('')
  const action = useAction((layout: RecordLayout | null) => backend.records.setLayout(table.id, layout))
  const save = async (layout: RecordLayout | null) => {
    const answer = await action.run(layout)
    if (!answer.ok) return
    await client.invalidateQueries({ queryKey: queries.baseSchema(backend, base).queryKey })
    onClose()
  }
  const fields = new Map(table.fields.map((field) => [field.id, field]))
  const nameOf = (line: LayoutLine) =>
    line.kind === 'heading' ? line.name || 'The section' : (fields.get(line.id)?.name ?? '')
  const move = (from: number, to: number) => {
    const moved = moveLine(lines, from, to)
    if (moved === lines) return
    setLines(moved)
    setTold(`${nameOf(lines[from]!)} is now at place ${to} of ${lines.length - 1}.`)
  }
  const reorder = useReorder('vertical', lines.length, move)
  const sections = lines.filter(({ kind }) => kind === 'heading').length
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="md"
      title={`Layout of ${table.name}`}
      description="The same for everybody who opens a record of this table. Fields that are new later come last."
      footer={
        <>
          {table.layout && (
            <Button
              variant="ghost"
              className="mr-auto"
              isPending={action.isPending}
              onPress={() => void save(null)}
            >
              Back to the order of the fields
            </Button>
          )}
          <Button variant="ghost" onPress={onClose}>
            Cancel
          </Button>
          <Button variant="primary" isPending={action.isPending} onPress={() => void save(layoutOf(lines))}>
            Save layout
          </Button>
        </>
      }
    >
      <ErrorNote error={action.error} />
      <ul className="flex flex-col">
        {lines.map((line, at) => {
          const item = reorder(at)
          const moving = at === 0 ? item.dropProps : { ...item.dropProps, ...keysOf(item) }
          return (
            <li
              key={line.id}
              {...moving}
              className={cx(
                'relative flex min-h-9 items-center gap-1 rounded-control px-1 coarse:min-h-12',
                line.kind === 'heading' ? 'mt-3 first:mt-0' : 'hover:bg-hover',
                item.mark && 'before:absolute before:inset-x-1 before:h-0.5 before:bg-accent',
                item.mark === 'before' && 'before:-top-px',
                item.mark === 'after' && 'before:-bottom-px',
              )}
            >
              {at > 0 && (
                <span {...item.dragProps} aria-hidden className="cursor-grab text-ink-faint coarse:hidden">
                  <GripVertical className="size-4" />
                </span>
              )}
              {line.kind === 'heading' ? (
                <Heading
                  line={line}
                  isFirst={at === 0}
                  onName={(name) => setLines(changeLine<HeadingLine>(lines, at, { name }))}
                  onDrop={() => setLines(dropHeading(lines, at))}
                />
              ) : (
                <FieldChoice
                  line={line}
                  field={fields.get(line.id)}
                  onChange={(changes) => setLines(changeLine<FieldLine>(lines, at, changes))}
                />
              )}
              {at > 0 && (
                <>
                  <IconButton
                    size="xs"
                    label={`Move ${nameOf(line)} up`}
                    icon={<ArrowUp aria-hidden />}
                    isDisabled={at === 1}
                    onPress={() => move(at, at - 1)}
                  />
                  <IconButton
                    size="xs"
                    label={`Move ${nameOf(line)} down`}
                    icon={<ArrowDown aria-hidden />}
                    isDisabled={at === lines.length - 1}
                    onPress={() => move(at, at + 1)}
                  />
                </>
              )}
            </li>
          )
        })}
      </ul>
      <Button
        size="sm"
        variant="ghost"
        className="mt-2"
        icon={<Plus aria-hidden />}
        isDisabled={sections >= limits.sectionsPerRecord}
        onPress={() => setLines(addHeading(lines, crypto.randomUUID()))}
      >
        Add a section
      </Button>
      <output className="sr-only">{told}</output>
    </Dialog>
  )
}

function Heading({
  line,
  isFirst,
  onName,
  onDrop,
}: {
  line: HeadingLine
  isFirst: boolean
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
  onChange: (changes: Partial<Pick<FieldLine, 'width' | 'isHidden'>>) => void
}) {
  if (!field) return null
  return (
    <>
      <Switch
        isSelected={!line.isHidden}
        onChange={(isShown) => onChange({ isHidden: !isShown })}
        className="min-w-0 flex-1 items-center"
      >
        <span className="flex min-w-0 items-center gap-2 font-normal">
          <FieldIcon type={field.type} />
          <span className="truncate">{field.name}</span>
        </span>
      </Switch>
      <select
        aria-label={`Width of ${field.name}`}
        disabled={line.isHidden}
        value={line.width}
        onChange={(event) => onChange({ width: event.target.value === 'half' ? 'half' : 'whole' })}
        className="h-7 rounded-control bg-transparent text-xs text-ink-muted outline-none hover:bg-pressed focus-visible:ring-focus disabled:opacity-50 coarse:h-11"
      >
        <option value="whole">Whole width</option>
        <option value="half">Half width</option>
      </select>
    </>
  )
}
