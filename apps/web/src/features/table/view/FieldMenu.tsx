/** What a maker does with a field where it has no column: on phones, and in kinds of view without any. */
import type { Field } from '@plinth/domain'
import { EllipsisVertical, Trash2 } from 'lucide-react'
import { showDialog } from '../../../lib/dialogs.ts'
import { useTrash } from '../../../lib/use-trash.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuSeparator, MenuTrigger } from '../../../ui/Menu.tsx'
import { FieldItems } from '../FieldItems.tsx'
import { useTable } from '../table-context.ts'
import { closeTool } from './tool-open.ts'

type FieldDialog = 'edit-field' | 'duplicate-field' | 'change-type' | 'workflow'

export function FieldMenu({ field, isPrimary = false }: { field: Field; isPrimary?: boolean }) {
  const { table, base } = useTable()
  const trash = useTrash(base)
  // What is opened stands over the page, not over the list.
  const show = (kind: FieldDialog) => {
    closeTool('Fields')
    showDialog({ kind, base, table, field })
  }
  return (
    <MenuTrigger>
      <IconButton size="xs" label={`Menu of ${field.name}`} icon={<EllipsisVertical aria-hidden />} />
      <Menu aria-label={`Field ${field.name}`} placement="bottom end">
        <FieldItems
          field={field}
          onEditField={() => show('edit-field')}
          onWorkflow={() => show('workflow')}
          onChangeType={() => show('change-type')}
          onDuplicateField={() => show('duplicate-field')}
        />
        {!isPrimary && (
          <>
            <MenuSeparator />
            <MenuItem
              tone="danger"
              icon={<Trash2 aria-hidden />}
              onAction={() => void trash.deleteField(table.id, field)}
            >
              Delete field
            </MenuItem>
          </>
        )}
      </Menu>
    </MenuTrigger>
  )
}
