/** What can be done with the selected cells, from a menu. */
import { ArrowDown, ArrowUp, ClipboardCopy, ClipboardPaste, Eraser, Scissors } from 'lucide-react'
import { MenuItem, MenuSeparator } from '../../../ui/Menu.tsx'

export interface CellActions {
  /** Cells that are selected, and the records that they are in. */
  readonly cells: number
  readonly records: number
  copy(): void
  cut(): void
  paste(): void
  clear(): void
  /** Puts the records one place up (below 0) or down; null where they are not in order by hand. */
  readonly shift: ((by: -1 | 1) => void) | null
  /** Asks, and deletes the records. */
  remove(): void
}

export function CellMenuItems({ actions, isReadOnly }: { actions: CellActions; isReadOnly: boolean }) {
  const { cells } = actions
  const what = cells === 1 ? 'cell' : `${cells.toLocaleString()} cells`
  return (
    <>
      {!isReadOnly && (
        <MenuItem icon={<Scissors aria-hidden />} shortcut="Mod+X" onAction={actions.cut}>
          {`Cut ${what}`}
        </MenuItem>
      )}
      <MenuItem icon={<ClipboardCopy aria-hidden />} shortcut="Mod+C" onAction={actions.copy}>
        {`Copy ${what}`}
      </MenuItem>
      {!isReadOnly && (
        <>
          <MenuItem icon={<ClipboardPaste aria-hidden />} shortcut="Mod+V" onAction={actions.paste}>
            Paste
          </MenuItem>
          <MenuItem icon={<Eraser aria-hidden />} shortcut="Delete" onAction={actions.clear}>
            {`Empty ${what}`}
          </MenuItem>
        </>
      )}
      {actions.shift && <PlaceItems shift={actions.shift} />}
    </>
  )
}

function PlaceItems({ shift }: { shift: (by: -1 | 1) => void }) {
  return (
    <>
      <MenuSeparator />
      <MenuItem icon={<ArrowUp aria-hidden />} shortcut="Alt+Shift+ArrowUp" onAction={() => shift(-1)}>
        Move up
      </MenuItem>
      <MenuItem icon={<ArrowDown aria-hidden />} shortcut="Alt+Shift+ArrowDown" onAction={() => shift(1)}>
        Move down
      </MenuItem>
    </>
  )
}
