import { type Field, isSortable, typeTargets } from '@plinth/domain'
import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  Copy,
  Minus,
  MoveHorizontal,
  Pencil,
  Replace,
  Settings2,
  Trash2,
  Workflow,
  X,
} from 'lucide-react'
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
import { setColumnWidth, widthStep } from './column-widths.ts'
import type { HeaderCellProps } from './HeaderCell.tsx'
import { useTable } from './table-context.ts'

/** What can be done with a field, from its name above the column. */
export function HeaderMenu(props: HeaderCellProps) {
  const { column, direction, canShape, onSort } = props
  const { table, hiddenFrom } = useTable()
  const { field, width } = column
  const [up, down] = sortWords(field)
  const note = [field.description, hiddenFrom(field)].filter(Boolean).join('\n\n')
  return (
    <Menu aria-label={`Field ${field.name}`} {...(note ? { note } : {})}>
      {isSortable(field.type) && (
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
          <MenuSeparator />
        </>
      )}
      <MenuItem
        icon={<MoveHorizontal aria-hidden />}
        onAction={() => setColumnWidth(table.id, field.id, width + widthStep)}
      >
        Make wider
      </MenuItem>
      <MenuItem
        icon={<Minus aria-hidden />}
        onAction={() => setColumnWidth(table.id, field.id, width - widthStep)}
      >
        Make narrower
      </MenuItem>
      {canShape && <ShapeItems {...props} place={table.fields.findIndex(({ id }) => id === field.id)} />}
    </Menu>
  )
}

/** For those who shape the table. */
function ShapeItems(props: HeaderCellProps & { place: number }) {
  const { column, place, onEditField, onRenameField, onDuplicateField, onChangeType, onMoveField } = props
  const { table } = useTable()
  const { field } = column
  return (
    <>
      <MenuSeparator />
      <MenuItem icon={<Pencil aria-hidden />} onAction={() => onRenameField(field)}>
        Rename field
      </MenuItem>
      <MenuItem icon={<Settings2 aria-hidden />} onAction={() => onEditField(field)}>
        Edit field
      </MenuItem>
      {field.type === 'status' && (
        <MenuItem icon={<Workflow aria-hidden />} onAction={() => props.onWorkflow(field)}>
          Workflow…
        </MenuItem>
      )}
      {typeTargets(field.type).length > 0 && (
        <MenuItem icon={<Replace aria-hidden />} onAction={() => onChangeType(field)}>
          {field.changing ? 'Changing type…' : 'Change type'}
        </MenuItem>
      )}
      <MenuItem icon={<Copy aria-hidden />} onAction={() => onDuplicateField(field)}>
        Duplicate field
      </MenuItem>
      {place > 0 && (
        <MenuItem icon={<ArrowLeft aria-hidden />} onAction={() => onMoveField(field, place - 1)}>
          Move left
        </MenuItem>
      )}
      {place < table.fields.length - 1 && (
        <MenuItem icon={<ArrowRight aria-hidden />} onAction={() => onMoveField(field, place + 1)}>
          Move right
        </MenuItem>
      )}
      {!column.isPrimary && (
        <MenuItem tone="danger" icon={<Trash2 aria-hidden />} onAction={() => props.onDeleteField(field)}>
          Delete field
        </MenuItem>
      )}
    </>
  )
}

/** How ascending and descending are called for a field. */
export function sortWords(field: Pick<Field, 'type'>): readonly [string, string] {
  switch (field.type) {
    case 'integer':
    case 'number':
      return ['1 → 9', '9 → 1']
    case 'checkbox':
      return ['unchecked first', 'checked first']
    case 'date':
    case 'datetime':
      return ['oldest first', 'newest first']
    case 'single_select':
      return ['first option first', 'last option first']
    case 'status':
      return ['first state first', 'last state first']
    default:
      return ['A → Z', 'Z → A']
  }
}
