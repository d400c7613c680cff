/** By what the records of a view are sorted, or grouped: fields one after the other, each with its direction. */
import {
  type Field,
  isCounted,
  isGroupable,
  isKept,
  isSortable,
  limits,
  moved,
  type Sort,
} from '@plinth/domain'
import type { RowWindow } from '@plinth/record-store'
import { ArrowDown, ArrowDownUp, ArrowUp, Group, Plus, X } from 'lucide-react'
import { useRef, useState, useSyncExternalStore } from 'react'
import { capital } from '../../../lib/capital.ts'
import { keysOf, useReorder } from '../../../lib/use-reorder.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuTrigger } from '../../../ui/Menu.tsx'
import { Select } from '../../../ui/Select.tsx'
import { FieldIcon } from '../FieldIcon.tsx'
import { sortWords } from '../HeaderMenu.tsx'
import { useTable } from '../table-context.ts'
import { useClosedGroups } from './closed-groups.ts'
import { FieldSelect } from './FieldSelect.tsx'
import { ToolPopover } from './ToolPopover.tsx'
import { useView } from './table-view.ts'

interface OrderWords {
  readonly none: string
  /** Why there can be no more of them. */
  readonly full: (count: number) => string
  readonly add: string
  readonly remove: (name: string) => string
}

const sortTexts: OrderWords = {
  none: 'Records stand in the order in which they were made.',
  full: (count) => `No more than ${count} fields can sort a view.`,
  add: 'Add a sort',
  remove: (name) => `Do not sort by ${name}`,
}
const groupTexts: OrderWords = {
  none: 'Records are not grouped.',
  full: (count) => `No more than ${count} fields can group a view.`,
  add: 'Add a group',
  remove: (name) => `Do not group by ${name}`,
}

export function SortPopover() {
  const { config, change } = useView()
  return (
    <ToolPopover label="Sort" icon={<ArrowDownUp aria-hidden />} count={config.sorts.length}>
      <OrderEditor
        words={sortTexts}
        list={config.sorts}
        suits={(field) => isKept(field) && isSortable(field.type)}
        most={20}
        onChange={(sorts) => change({ sorts })}
      />
    </ToolPopover>
  )
}

export function GroupPopover({ rows }: { rows: RowWindow }) {
  const { config, change } = useView()
  return (
    <ToolPopover label="Group" icon={<Group aria-hidden />} count={config.groups.length}>
      <OrderEditor
        words={groupTexts}
        list={config.groups}
        suits={(field) => isKept(field) && isGroupable(field.type)}
        most={limits.groupingsPerView}
        onChange={(groups) => change({ groups })}
      />
      {rows.figures.groups && <GroupsAtOnce groups={rows.figures.groups} />}
    </ToolPopover>
  )
}

/** All groups closed, or opened. */
function GroupsAtOnce({ groups }: { groups: NonNullable<RowWindow['figures']['groups']> }) {
  const closed = useClosedGroups()
  const { groups: known } = useSyncExternalStore(groups.subscribe, groups.snapshot)
  const outer = known.filter(({ depth }) => depth === 0)
  const isTooMany = outer.length > limits.collapsedGroups
  return (
    <div className="mt-2 flex flex-wrap items-center gap-1.5 border-t border-line pt-2">
      <Button
        size="sm"
        variant="ghost"
        isDisabled={isTooMany || outer.every(({ isCollapsed }) => isCollapsed)}
        onPress={() => closed.set(outer.map(({ path }) => path))}
      >
        Close all groups
      </Button>
      <Button size="sm" variant="ghost" isDisabled={closed.paths.length === 0} onPress={() => closed.set([])}>
        Open all groups
      </Button>
      {isTooMany && (
        <p className="px-1 text-xs text-ink-muted">
          More than {limits.collapsedGroups.toLocaleString()} groups cannot be closed at once.
        </p>
      )}
    </div>
  )
}

interface OrderEditorProps {
  words: OrderWords
  list: readonly Sort[]
  suits: (field: Field) => boolean
  most: number
  onChange: (list: readonly Sort[]) => void
}

function OrderEditor({ words, list, suits, most, onChange }: OrderEditorProps) {
  const { table } = useTable()
  const [told, setTold] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const free = table.fields.filter((field) => suits(field) && !list.some((sort) => sort.field === field.id))
  const whyNot =
    list.length >= most ? words.full(most) : free.length === 0 ? 'All fields that suit are in use.' : null
  const nameOf = (sort: Sort) => table.fields.find(({ id }) => id === sort.field)?.name ?? ''
  const move = (from: number, to: number) => {
    const sort = list[from]
    if (!sort || to < 0 || to >= list.length) return
    onChange(moved(list, from, to))
    setTold(`${nameOf(sort)} is now number ${to + 1} of ${list.length}.`)
  }
  const reorder = useReorder('vertical', list.length, move)
  return (
    <div ref={box} className="flex min-w-0 flex-col gap-2 sm:min-w-112">
      {list.length === 0 && <p className="px-1 text-sm text-ink-muted">{words.none}</p>}
      <ol className="flex flex-col gap-2">
        {list.map((sort, at) => {
          const moving = keysOf(reorder(at))
          return (
            <li key={sort.field} {...moving} className="flex flex-wrap items-center gap-1.5">
              <SortRow
                sort={sort}
                fields={table.fields.filter(
                  ({ id }) => id === sort.field || free.some((one) => one.id === id),
                )}
                onChange={(next) => onChange(list.with(at, next))}
              />
              <span className="flex">
                <IconButton
                  size="xs"
                  label={`Move ${nameOf(sort)} up`}
                  icon={<ArrowUp aria-hidden />}
                  isDisabled={at === 0}
                  onPress={() => move(at, at - 1)}
                />
                <IconButton
                  size="xs"
                  label={`Move ${nameOf(sort)} down`}
                  icon={<ArrowDown aria-hidden />}
                  isDisabled={at === list.length - 1}
                  onPress={() => move(at, at + 1)}
                />
                <IconButton
                  size="xs"
                  label={words.remove(nameOf(sort))}
                  icon={<X aria-hidden />}
                  onPress={() => {
                    onChange(list.toSpliced(at, 1))
                    box.current?.querySelector<HTMLElement>('[data-add]')?.focus()
                  }}
                />
              </span>
            </li>
          )
        })}
      </ol>
      {/* It stays when nothing is left to add: the focus is on it, and would be lost with it. */}
      <MenuTrigger>
        <Button
          size="sm"
          variant="ghost"
          className={cx('self-start', whyNot && 'text-ink-muted!')}
          icon={<Plus aria-hidden />}
          data-add
        >
          {words.add}
        </Button>
        <Menu aria-label={words.add} className="max-h-96" {...(whyNot ? { note: whyNot } : {})}>
          {(whyNot ? [] : free).map((field) => (
            <MenuItem
              key={field.id}
              icon={<FieldIcon type={field.type} className="size-4" />}
              {...(isCounted(field) ? { description: howMany(field) } : {})}
              onAction={() => onChange([...list, { field: field.id, direction: 'asc' }])}
            >
              {field.name}
            </MenuItem>
          ))}
        </Menu>
      </MenuTrigger>
      <output className="sr-only">{told}</output>
    </div>
  )
}

/** By what records with several files or links stand. */
const howMany = ({ type }: Field) => (type === 'attachment' ? 'By how many files' : 'By how many are linked')

function SortRow({
  sort,
  fields,
  onChange,
}: {
  sort: Sort
  fields: readonly Field[]
  onChange: (sort: Sort) => void
}) {
  const field = fields.find(({ id }) => id === sort.field)
  if (!field) return null
  const [up, down] = sortWords(field)
  return (
    <>
      <FieldSelect
        label="Field"
        fields={fields}
        value={sort.field}
        className="min-w-40 flex-1"
        onChange={(id) => onChange({ ...sort, field: id })}
      />
      <Select<Sort['direction']>
        label={`Direction of ${field.name}`}
        isLabelHidden
        options={[
          { id: 'asc', label: capital(up) },
          { id: 'desc', label: capital(down) },
        ]}
        value={sort.direction}
        onChange={(direction) => onChange({ ...sort, direction })}
        className="w-44"
      />
    </>
  )
}
