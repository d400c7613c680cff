import type { Attachment, Backend } from '@plinth/domain'
import { ArrowDown, ArrowUp, Download, MoreHorizontal, Pencil, Trash2 } from 'lucide-react'
import { dropMarkClass } from '../../../lib/drop-mark.ts'
import { FileButton } from '../../../lib/files/FileButton.tsx'
import { keysOf, type ReorderItem } from '../../../lib/use-reorder.ts'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuSeparator, MenuTrigger } from '../../../ui/Menu.tsx'

export interface FileLineProps {
  backend: Backend
  attachment: Attachment
  /** Absent where the files cannot be put in order. */
  item: ReorderItem | null
  /** Null at the end that it is at. */
  moves: { up: (() => void) | null; down: (() => void) | null }
  onOpen: () => void
  onDownload: () => void
  /** Null: the file is only read. */
  onRename: (() => void) | null
  onRemove: (() => void) | null
}

/** One file of a cell: opens, and moves by dragging, by keys and from its menu. */
export function FileLine(props: FileLineProps) {
  const { backend, attachment, item, onOpen, onDownload, onRename, onRemove } = props
  const hasMenu = onRename !== null || onRemove !== null
  return (
    <li
      {...(item ? { ...item.dragProps, ...item.dropProps, ...keysOf(item) } : {})}
      className={cx(
        'relative flex items-center gap-1 rounded-control border border-line bg-surface pr-1',
        dropMarkClass(item?.mark, 'cards'),
      )}
    >
      <FileButton source={backend.files} file={attachment} onOpen={onOpen} />
      <IconButton
        label={`Download ${attachment.name}`}
        icon={<Download aria-hidden />}
        onPress={onDownload}
      />
      {hasMenu && <FileMenu {...props} />}
    </li>
  )
}

function FileMenu({ attachment, moves, onRename, onRemove }: FileLineProps) {
  return (
    <MenuTrigger>
      <IconButton label={`More for ${attachment.name}`} icon={<MoreHorizontal aria-hidden />} />
      <Menu aria-label={attachment.name} placement="bottom end">
        {onRename && (
          <MenuItem icon={<Pencil aria-hidden />} onAction={onRename}>
            Rename
          </MenuItem>
        )}
        {moves.up && (
          <MenuItem icon={<ArrowUp aria-hidden />} shortcut="Alt+Shift+ArrowUp" onAction={moves.up}>
            Move up
          </MenuItem>
        )}
        {moves.down && (
          <MenuItem icon={<ArrowDown aria-hidden />} shortcut="Alt+Shift+ArrowDown" onAction={moves.down}>
            Move down
          </MenuItem>
        )}
        {onRemove && (
          <>
            <MenuSeparator />
            <MenuItem icon={<Trash2 aria-hidden />} tone="danger" onAction={onRemove}>
              Remove
            </MenuItem>
          </>
        )}
      </Menu>
    </MenuTrigger>
  )
}
