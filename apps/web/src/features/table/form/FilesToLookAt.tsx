import { Paperclip } from 'lucide-react'
import { countOf } from '../../../lib/count-of.ts'
import { Button } from '../../../ui/Button.tsx'
import { Menu, MenuItem, MenuTrigger } from '../../../ui/Menu.tsx'
import { useTable } from '../table-context.ts'
import { useQuarantine } from './use-quarantine.ts'

/** Records whose files wait for somebody who takes them in; each leads to its record. */
export function FilesToLookAt() {
  const { openRecord } = useTable()
  const { waiting } = useQuarantine()
  if (waiting.length === 0) return null
  return (
    <MenuTrigger>
      <Button size="sm" icon={<Paperclip aria-hidden />}>
        {`Files to look at · ${waiting.length}`}
      </Button>
      <Menu aria-label="Records with files to look at" placement="bottom end">
        {waiting.map(({ record, files }) => (
          <MenuItem
            key={record}
            description={countOf(files.length, 'file')}
            onAction={() => openRecord(record, 'panel')}
          >
            {files.map(({ name }) => name).join(', ')}
          </MenuItem>
        ))}
      </Menu>
    </MenuTrigger>
  )
}
