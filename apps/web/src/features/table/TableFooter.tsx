import type { Backend, UserId } from '@plinth/domain'
import type { RowWindow } from '@plinth/record-store'
import { Cloud, CloudOff, RefreshCw, TriangleAlert } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { countOf } from '../../lib/count-of.ts'
import { useOnline } from '../../lib/use-online.ts'
import { FiguresState } from './FiguresState.tsx'
import { FooterState } from './FooterState.tsx'
import { useOutboxStatus } from './row-stores.ts'
import { useTable } from './table-context.ts'
import { useSnapshot } from './use-table-session.ts'

const never = () => () => undefined

/** How many records there are, and whether all of them and all of one's changes are where they belong. */
export function TableFooter({
  window,
  backend,
  user,
}: {
  window: RowWindow
  backend: Backend
  user: UserId
}) {
  const { rowCount, isExact, status, error } = useSnapshot(window)
  const { groups } = window.figures
  const told = useSyncExternalStore(groups?.subscribe ?? never, () => groups?.snapshot() ?? null)
  const known = (window.query.collapsed ?? []).length > 0 ? told : null
  const count = known?.isKnown ? known.total : rowCount
  const isFailing = error !== null && status !== 'failed'
  return (
    // Clipped: what fingers meet of a button is higher than the footer, and would make the page longer than its window.
    <footer className="relative flex h-8 shrink-0 items-center gap-3 overflow-clip border-t border-line bg-page px-3 text-xs whitespace-nowrap text-ink-muted coarse:h-10">
      <span className="tabular min-w-16 grow truncate" data-testid="row-count">
        {(status === 'loading' || known?.isKnown === false) && rowCount === 0
          ? 'Counting…'
          : `${isExact ? '' : 'about '}${countOf(count, 'record')}${known?.isKnown ? `, ${rowCount.toLocaleString()} in open groups` : ''}`}
      </span>
      {isFailing && (
        <FooterState icon={<TriangleAlert aria-hidden />} isWarning onRetry={() => window.retry()}>
          Some rows are missing
        </FooterState>
      )}
      <FiguresState window={window} />
      <SaveState backend={backend} user={user} />
      {/* Where there is no room for both, what one can do about it goes first. */}
      <span className={isFailing ? 'max-sm:hidden' : undefined}>
        <LiveState />
      </span>
    </footer>
  )
}

function SaveState({ backend, user }: { backend: Backend; user: UserId }) {
  const { pending, state } = useOutboxStatus(backend, user)
  const changes = countOf(pending, 'change')
  // Those that wait for a decision say so themselves.
  if (pending === 0 || state === 'idle') return null
  if (state === 'signed_out') {
    return (
      <FooterState icon={<CloudOff aria-hidden />} isWarning>
        Sign in again to store {changes}
      </FooterState>
    )
  }
  if (state === 'waiting') {
    return (
      <FooterState icon={<CloudOff aria-hidden />} isWarning>
        {changes} kept here<span className="max-sm:sr-only">, sent when the server is back</span>
      </FooterState>
    )
  }
  return (
    <span className="flex items-center gap-1.5 opacity-100 transition-opacity delay-500 starting:opacity-0">
      <Cloud aria-hidden className="size-3.5" /> Storing {changes}
    </span>
  )
}

function LiveState() {
  const { session } = useTable()
  const state = useSyncExternalStore(session.subscribeState, session.state)
  const isOnline = useOnline()
  // A socket notices a lost line late; the browser says it at once.
  if (!isOnline) {
    return (
      <span className="flex items-center gap-1.5">
        <CloudOff aria-hidden className="size-3.5" /> Offline
      </span>
    )
  }
  if (state === 'live') {
    return (
      <span className="flex items-center gap-1.5" title="Changes by others appear at once">
        <span aria-hidden className="size-1.5 rounded-full bg-accent" /> Live
      </span>
    )
  }
  return (
    <output className="flex items-center gap-1.5 opacity-100 transition-opacity delay-1000 starting:opacity-0">
      <RefreshCw aria-hidden className="size-3.5" />{' '}
      {state === 'connecting' ? 'Connecting…' : 'Reconnecting…'}
    </output>
  )
}
