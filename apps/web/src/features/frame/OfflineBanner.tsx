import { CloudOff } from 'lucide-react'
import { offlineText } from '../../lib/offline-words.ts'
import { useOnline } from '../../lib/use-online.ts'

/**
 * Shown while the browser has no line at all. `waiting` counts the edits that are not stored yet; the outbox keeps them.
 */
export function OfflineBanner({ waiting }: { waiting: number }) {
  const isOnline = useOnline()
  return (
    <div aria-live="polite">
      {!isOnline && (
        <div className="flex items-center justify-center gap-2 border-b border-warn-line bg-warn-tint px-4 py-1.5 text-sm text-warn-text">
          <CloudOff aria-hidden className="size-4 shrink-0" />
          {offlineText(waiting)}
        </div>
      )}
    </div>
  )
}
