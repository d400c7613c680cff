/** What a maker does with a field where it has no column: on phones, and in kinds of view without any. */
import { type Field, isKept, targetsOf } from '@plinth/domain'
import { Copy, EllipsisVertical, Replace, Settings2, Trash2, Workflow } from 'lucide-react'
import { capital } from '../../../lib/capital.ts'
import { showDialog } from '../../../lib/dialogs.ts'
import { useTrash } from '../../../lib/use-trash.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuSeparator, MenuTrigger } from '../../../ui/Menu.tsx'
import { changingWords } from '../ChangingMark.tsx'
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
        <MenuItem icon={<Settings2 aria-hidden />} onAction={() => show('edit-field')}>
          Edit field
        </MenuItem>
        {field.type === 'status' && (
          <MenuItem icon={<Workflow aria-hidden />} onAction={() => show('workflow')}>
            Workflow…
          </MenuItem>
        )}
        {targetsOf(field).length > 0 && isKept(field) && (
          <MenuItem icon={<Replace aria-hidden />} onAction={() => show('change-type')}>
            {field.changing ? capital(changingWords(field)) : 'Change type'}
          </MenuItem>
        )}
        <MenuItem icon={<Copy aria-hidden />} onAction={() => show('duplicate-field')}>
          Duplicate field
        </MenuItem>
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
