import { type Field, isCounted, isGroupable, isKept, isSortable, limits } from '@plinth/domain'
import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  EyeOff,
  Group,
  ListOrdered,
  Minus,
  MoveHorizontal,
  PanelLeft,
  PanelLeftDashed,
  Pencil,
  Trash2,
  X,
} from 'lucide-react'
import { linkNote } from '../../lib/link-words.ts'
import { onReadLimits, onReadText } from '../../lib/on-read-words.ts'
import { Menu, MenuItem, MenuSeparator, SubmenuTrigger } from '../../ui/Menu.tsx'
import { widthStep } from './column-widths.ts'
import { frozenThatFit } from './columns.ts'
import { FieldItems } from './FieldItems.tsx'
import type { HeaderCellProps } from './HeaderCell.tsx'
import { useTable } from './table-context.ts'
import { useResize } from './use-columns.ts'
import { useView } from './view/table-view.ts'

/** What can be done with a field, from its name above the column. */
export function HeaderMenu(props: HeaderCellProps) {
  const { column, direction, canShape, onSort } = props
  const { table, tables, hiddenFrom } = useTable()
  const resize = useResize()
  const view = useView()
  const { field, width } = column
  const [up, down] = sortWords(field)
  const links = field.type === 'link' ? linkNote(field, tables) : null
  const onRead = field.onRead
    ? `Computed when it is read: ${onReadText(field, table)}. ${onReadLimits}`
    : null
  const note = [field.description, links, onRead, hiddenFrom(field)].filter(Boolean).join('\n\n')
  const [sortable, groupable] = [
    isKept(field) && isSortable(field.type),
    isKept(field) && isGroupable(field.type),
  ]
  return (
    <Menu aria-label={`Field ${field.name}`} placement="bottom end" {...(note ? { note } : {})}>
      {sortable && (
        <>
          <MenuItem icon={<ArrowUp aria-hidden />} onAction={() => onSort(field, 'asc')}>
            {`Sort ${up}`}
          </MenuItem>
          <MenuItem icon={<ArrowDown aria-hidden />} onAction={() => onSort(field, 'desc')}>
            {`Sort ${down}`}
          </MenuItem>
          {direction && (
            <MenuItem icon={<X aria-hidden />} onAction={() => onSort(field, null)}>
              Do not sort by this field
            </MenuItem>
          )}
        </>
      )}
      <GroupItem field={field} />
      {(sortable || groupable) && <MenuSeparator />}
      <MenuItem icon={<MoveHorizontal aria-hidden />} onAction={() => resize.set(field, width + widthStep)}>
        Make wider
      </MenuItem>
      <MenuItem icon={<Minus aria-hidden />} onAction={() => resize.set(field, width - widthStep)}>
        Make narrower
      </MenuItem>
      <PlaceItems {...props} />
      {!column.isPrimary && (
        <MenuItem
          icon={<EyeOff aria-hidden />}
          onAction={() => view.change({ hidden: [...view.config.hidden, field.id] })}
        >
          Hide in this view
        </MenuItem>
      )}
      {canShape && <ShapeItems {...props} place={table.fields.findIndex(({ id }) => id === field.id)} />}
    </Menu>
  )
}

/** Groups by the field within the groups that there are, or no longer. */
function GroupItem({ field }: { field: Field }) {
  const { config, change } = useView()
  const others = config.groups.filter((group) => group.field !== field.id)
  if (others.length < config.groups.length) {
    return (
      <MenuItem icon={<X aria-hidden />} onAction={() => change({ groups: others })}>
        Do not group by this field
      </MenuItem>
    )
  }
  if (!isKept(field) || !isGroupable(field.type) || others.length >= limits.groupingsPerView) return null
  return (
    <MenuItem
      icon={<Group aria-hidden />}
      onAction={() => change({ groups: [...others, { field: field.id, direction: 'asc' }] })}
    >
      {others.length === 0 ? 'Group by this field' : 'Group by this field too'}
    </MenuItem>
  )
}

/** Where the column stands in the view, and whether it stays there. */
function PlaceItems({ column, columns, col, room, moves, isActive, onMove }: HeaderCellProps) {
  const { config, change } = useView()
  const { field, isPrimary } = column
  const shift = (by: -1 | 1) =>
    moves.shift(new Set([field.id]), by, (place) => {
      if (isActive) onMove(place + 1)
    })
  const fits = frozenThatFit(columns, col, room) === col
  return (
    <>
      {col > 2 && (
        <MenuItem icon={<ArrowLeft aria-hidden />} shortcut="Alt+Shift+←" onAction={() => shift(-1)}>
          Move left
        </MenuItem>
      )}
      {!isPrimary && col < columns.length && (
        <MenuItem icon={<ArrowRight aria-hidden />} shortcut="Alt+Shift+→" onAction={() => shift(1)}>
          Move right
        </MenuItem>
      )}
      {config.frozen !== col && !isPrimary && (
        <MenuItem
          icon={<PanelLeft aria-hidden />}
          {...(fits ? {} : { description: 'Where the window is wide enough' })}
          onAction={() => change({ frozen: col })}
        >
          Freeze up to here
        </MenuItem>
      )}
      {config.frozen > 1 && col <= config.frozen && (
        <MenuItem icon={<PanelLeftDashed aria-hidden />} onAction={() => change({ frozen: 1 })}>
          Unfreeze
        </MenuItem>
      )}
    </>
  )
}

/** For those who shape the table. */
function ShapeItems(props: HeaderCellProps & { place: number }) {
  const { column, place, onRenameField, onMoveField } = props
  const { table } = useTable()
  const { field } = column
  // What is computed when it is read stands behind the others.
  const alike = table.fields.filter((one) => isKept(one) === isKept(field))
  const [first, last] = [place - alike.indexOf(field), place - alike.indexOf(field) + alike.length - 1]
  return (
    <>
      <MenuSeparator />
      <MenuItem icon={<Pencil aria-hidden />} onAction={() => onRenameField(field)}>
        Rename field
      </MenuItem>
      <FieldItems {...props} field={field} />
      {alike.length > 1 && (
        <SubmenuTrigger>
          <MenuItem icon={<ListOrdered aria-hidden />}>Place in the table</MenuItem>
          <Menu
            aria-label={`Place of ${field.name} in the table`}
            note="The order of forms, records and new views. The first field names the records."
          >
            {place > first && <MenuItem onAction={() => onMoveField(field, first)}>First</MenuItem>}
            {place > first + 1 && (
              <MenuItem onAction={() => onMoveField(field, place - 1)}>One earlier</MenuItem>
            )}
            {place < last && <MenuItem onAction={() => onMoveField(field, place + 1)}>One later</MenuItem>}
          </Menu>
        </SubmenuTrigger>
      )}
      {!column.isPrimary && (
        <>
          <MenuSeparator />
          <MenuItem tone="danger" icon={<Trash2 aria-hidden />} onAction={() => props.onDeleteField(field)}>
            Delete field
          </MenuItem>
        </>
      )}
    </>
  )
}

/** How ascending and descending are called for a field. */
export function sortWords(field: Pick<Field, 'type' | 'options'>): readonly [string, string] {
  if (isCounted(field)) return ['fewest first', 'most first']
  switch (field.type) {
    case 'integer':
    case 'number':
    case 'percent':
    case 'rating':
    case 'currency':
    case 'autonumber':
      return ['1 → 9', '9 → 1']
    case 'duration':
      return ['shortest first', 'longest first']
    case 'checkbox':
      return ['unchecked first', 'checked first']
    case 'date':
    case 'datetime':
    case 'created_time':
    case 'changed_time':
      return ['oldest first', 'newest first']
    case 'single_select':
    case 'multi_select':
      return ['first option first', 'last option first']
    case 'status':
      return ['first state first', 'last state first']
    default:
      return ['A → Z', 'Z → A']
  }
}
