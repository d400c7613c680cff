import type { BaseSchema, Table } from '@plinth/domain'
import {
  Columns3,
  Copy,
  Download,
  Gauge,
  Globe,
  ListChecks,
  ListFilter,
  Palette,
  Pencil,
  Search,
  Trash2,
  Upload,
} from 'lucide-react'
import { openFind } from '../features/table/find/find-open.ts'
import { openTool } from '../features/table/view/tool-open.ts'
import { type Command, useCommands } from '../lib/commands.ts'
import { showDialog } from '../lib/dialogs.ts'
import { mayAddRecords } from '../lib/table-access.ts'
import { useTrash } from '../lib/use-trash.ts'

/** What the palette offers while a table is open: the same as its menus. */
export function useTableCommands(schema: BaseSchema, table: Table | undefined): void {
  const base = schema.base.id
  const trash = useTrash(base)
  const version = `${schema.role} ${table?.access.create} ${table?.id} ${table?.name} ${table?.fields.length}`
  useCommands('table', version, () => {
    if (!table) return []
    const command = (id: string, name: string, icon: React.ReactNode, run: () => void): Command => ({
      id: `table-${id}`,
      name,
      section: 'This table',
      context: table.name,
      icon,
      run,
    })
    const read = [
      command('color', 'Colour records', <Palette key="i" />, () => openTool('Colour')),
      command('filter', 'Filter records', <ListFilter key="i" />, () => openTool('Filter')),
      command('quick', 'Quick filters', <ListFilter key="i" />, () => openTool('Filter')),
      command('find', 'Find in the table', <Search key="i" />, openFind),
      command('export', 'Export table', <Download key="i" />, () =>
        showDialog({ kind: 'export', base, table }),
      ),
    ]
    const write = [
      command('import', 'Import a file into this table', <Upload key="i" />, () =>
        showDialog({ kind: 'import', base, into: table.id }),
      ),
    ]
    const shape = [
      command('field', 'New field', <Columns3 key="i" />, () =>
        showDialog({ kind: 'new-field', base, table }),
      ),
      command('rules', 'Rules for records', <ListChecks key="i" />, () =>
        showDialog({ kind: 'table-rules', base, table }),
      ),
      command('indexes', 'Indexes of this table', <Gauge key="i" />, () =>
        showDialog({ kind: 'indexes', table }),
      ),
      command('links', 'Links to people outside', <Globe key="i" />, () =>
        showDialog({ kind: 'share', base, shared: null }),
      ),
      command('edit', 'Edit table', <Pencil key="i" />, () =>
        showDialog({ kind: 'edit-table', base, table }),
      ),
      command('duplicate', 'Duplicate table', <Copy key="i" />, () =>
        showDialog({ kind: 'duplicate-table', base, table }),
      ),
      command('delete', 'Delete table', <Trash2 key="i" />, () => void trash.deleteTable(table)),
    ]
    if (schema.role === 'creator') return [...shape, ...write, ...read]
    return mayAddRecords(table) ? [...read, ...write] : read
  })
}
