/** At the end of the toolbar, whatever the view: what may be done here, the way back, and what is seldom needed. */
import type { RowWindow, TableSession } from '@plinth/record-store'
import { Download, Ellipsis, Eye, FileArchive, Redo2, Search, Undo2, Upload } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Badge } from '../../ui/Chip.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuTrigger } from '../../ui/Menu.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { downloadZip, filesOfView } from './attachments/download-zip.ts'
import { openFind } from './find/find-open.ts'
import { useTable } from './table-context.ts'

interface ToolbarEndProps {
  rows: RowWindow
  onImport: () => void
  onExport: () => void
}

/** On phones it stays in sight, and the tools are pushed aside below it. */
export function ToolbarEnd(props: ToolbarEndProps) {
  const { session, backend, isReadOnly } = useTable()
  const isViewing = backend.viewedAs !== null
  return (
    <div className="flex shrink-0 items-center gap-1.5 max-sm:sticky max-sm:-right-3 max-sm:z-1 max-sm:-mr-3 max-sm:h-full max-sm:gap-0 max-sm:bg-page max-sm:px-1 max-sm:shadow-[-8px_0_8px_-4px_var(--page)]">
      {isReadOnly ? (
        <Tooltip
          label={isViewing ? 'You are only looking.' : 'Your roles here let you read and export, not change.'}
        >
          <AriaButton className="rounded-full outline-none focus-visible:ring-focus">
            <Badge>
              <span className="flex items-center gap-1">
                <Eye aria-hidden className="size-3.5" /> Read only
              </span>
            </Badge>
          </AriaButton>
        </Tooltip>
      ) : (
        <UndoButtons session={session} />
      )}
      {/* A file would be one's own, not what is looked at. */}
      {!isViewing && <MoreMenu {...props} />}
    </div>
  )
}

function MoreMenu({ rows, onImport, onExport }: ToolbarEndProps) {
  const { table, backend, isReadOnly } = useTable()
  const fileFields = table.fields.filter(({ type }) => type === 'attachment')
  return (
    <MenuTrigger>
      <IconButton label="More" icon={<Ellipsis aria-hidden />} />
      <Menu placement="bottom end">
        {!isReadOnly && (
          <MenuItem icon={<Upload aria-hidden />} onAction={onImport}>
            Import a file
          </MenuItem>
        )}
        <MenuItem icon={<Search aria-hidden />} onAction={openFind}>
          Find in the table
        </MenuItem>
        <MenuItem icon={<Download aria-hidden />} onAction={onExport}>
          Export as CSV
        </MenuItem>
        {fileFields.map((field) => (
          <MenuItem
            key={field.id}
            icon={<FileArchive aria-hidden />}
            description="Of all records that the view shows"
            onAction={() => void downloadZip(backend, field.name, filesOfView(backend, rows.query, field.id))}
          >
            {`Download the files of ${field.name}`}
          </MenuItem>
        ))}
      </Menu>
    </MenuTrigger>
  )
}

/** On phones only what can be done takes room. */
const whereThereIsRoom = 'max-sm:[&:disabled]:hidden'

function UndoButtons({ session }: { session: TableSession }) {
  const canUndo = useSyncExternalStore(session.subscribeUndo, session.canUndo)
  const canRedo = useSyncExternalStore(session.subscribeUndo, session.canRedo)
  return (
    <>
      <IconButton
        label="Undo"
        shortcut="Mod+Z"
        icon={<Undo2 aria-hidden />}
        isDisabled={!canUndo}
        className={whereThereIsRoom}
        onPress={() => session.undo()}
      />
      <IconButton
        label="Redo"
        shortcut="Mod+Y"
        icon={<Redo2 aria-hidden />}
        isDisabled={!canRedo}
        className={whereThereIsRoom}
        onPress={() => session.redo()}
      />
    </>
  )
}
