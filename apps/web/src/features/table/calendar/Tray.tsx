import type { RowWindow } from '@plinth/record-store'
import { X } from 'lucide-react'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useTable } from '../table-context.ts'
import { useCalendar } from './calendar-context.ts'
import { RecordLines } from './RecordLines.tsx'

/** Records that no day has: they are dragged onto one, or put on the chosen one. */
export function Tray({ window, onClose }: { window: RowWindow; onClose: () => void }) {
  const { isReadOnly } = useTable()
  const { start } = useCalendar()
  const label = `Records without ${start.name}`
  return (
    <aside
      aria-label={label}
      className="flex w-68 shrink-0 flex-col border-l border-line bg-page max-sm:absolute max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-10 max-sm:max-h-[60%] max-sm:w-auto max-sm:rounded-t-card max-sm:border-t max-sm:shadow-float"
    >
      <header className="flex h-11 shrink-0 items-center gap-2 pr-2 pl-4">
        <h3 className="min-w-0 flex-1 truncate text-sm font-semibold">Without {start.name}</h3>
        <IconButton label="Close" icon={<X aria-hidden />} onPress={onClose} />
      </header>
      <RecordLines window={window} label={label} day={null} />
      {!isReadOnly && (
        <p className="border-t border-line px-4 py-2 text-xs text-ink-muted max-sm:hidden">
          Drag a record onto a day.
        </p>
      )}
    </aside>
  )
}
