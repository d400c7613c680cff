import { type Field, type FieldId, limits } from '@plinth/domain'
import { Columns3 } from 'lucide-react'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuTrigger } from '../../../ui/Menu.tsx'
import { FieldIcon } from '../FieldIcon.tsx'
import { useTable } from '../table-context.ts'
import { linkedColumns } from './linked-page.ts'

interface ColumnsChoiceProps {
  link: Field
  /** Null: those that suit. */
  columns: readonly FieldId[] | null
  isDisabled: boolean
  onChange: (columns: readonly FieldId[]) => void
}

/** Which fields of linked records stand beside their names, in the order that these have in their own table. */
export function ColumnsChoice({ link, columns, isDisabled, onChange }: ColumnsChoiceProps) {
  const target = useTable().tableOf(link.options.target!)
  const offered = target?.fields.slice(1) ?? []
  if (!target || offered.length === 0) return null
  const chosen = new Set(linkedColumns(target, columns ?? undefined).map(({ id }) => id))
  const isFull = chosen.size >= limits.columnsPerLink
  const [name] = target.fields
  return (
    <MenuTrigger>
      <IconButton
        size="xs"
        label={`Columns of ${link.name}`}
        icon={<Columns3 aria-hidden />}
        isDisabled={isDisabled}
      />
      <Menu
        aria-label={`Columns of ${link.name}`}
        placement="bottom end"
        className="max-h-96"
        note={`What is shown of each record of “${target.name}” beside “${name?.name ?? ''}”: ${limits.columnsPerLink} fields at most.`}
        selectionMode="multiple"
        selectedKeys={chosen}
        disabledKeys={isFull ? offered.flatMap(({ id }) => (chosen.has(id) ? [] : [id])) : []}
        onSelectionChange={(keys) => {
          const isIn = (id: FieldId) => keys === 'all' || keys.has(id)
          onChange(offered.flatMap(({ id }) => (isIn(id) ? [id] : [])).slice(0, limits.columnsPerLink))
        }}
      >
        {offered.map(({ id, name: label, type }) => (
          <MenuItem key={id} id={id} icon={<FieldIcon type={type} className="size-4" />}>
            {label}
          </MenuItem>
        ))}
      </Menu>
    </MenuTrigger>
  )
}
