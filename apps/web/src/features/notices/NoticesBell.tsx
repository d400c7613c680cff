import type { Notice, SessionInfo } from '@plinth/domain'
import { Bell } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-aria-components/Link'
import { paths } from '../../lib/paths.ts'
import { toAppError } from '../../lib/unwrap.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { DialogTrigger, Popover } from '../../ui/Popover.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useNotices } from './use-notices.ts'

/** What automations tell the one who is signed in. What was shown is read once the list closes. */
export function NoticesBell({ session }: { session: SessionInfo }) {
  const { answer, notices, unread, read } = useNotices()
  const [isOpen, setOpen] = useState(false)
  const open = (next: boolean) => {
    setOpen(next)
    if (next) void answer.refetch()
    else void read()
  }
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={open}>
      <IconButton
        label={unread > 0 ? `Notices, ${unread} unread` : 'Notices'}
        icon={
          <span className="relative">
            <Bell aria-hidden />
            {unread > 0 && (
              <span
                aria-hidden
                className="absolute -top-1 -right-1 size-2 rounded-full bg-accent ring-2 ring-page"
              />
            )}
          </span>
        }
      />
      <Popover label="Notices" placement="bottom end" className="w-90 max-w-[calc(100vw-1rem)]">
        <h2 className="px-4 pt-3 pb-2 text-sm font-semibold">Notices</h2>
        {notices.length > 0 ? (
          <ul aria-label="Notices" className="scroll-thin max-h-[min(24rem,60vh)] overflow-y-auto">
            {notices.map((notice) => (
              <NoticeLine key={notice.id} {...{ notice, session }} onOpen={() => open(false)} />
            ))}
            {answer.hasNextPage && (
              <li className="p-2">
                <Button
                  variant="ghost"
                  className="w-full"
                  isPending={answer.isFetchingNextPage}
                  onPress={() => void answer.fetchNextPage()}
                >
                  Show earlier ones
                </Button>
              </li>
            )}
          </ul>
        ) : (
          <Nothing {...{ answer }} />
        )}
      </Popover>
    </DialogTrigger>
  )
}

function Nothing({ answer }: Pick<ReturnType<typeof useNotices>, 'answer'>) {
  if (answer.isPending) {
    return (
      <div aria-busy className="flex flex-col gap-2 px-4 pb-4">
        <span className="sr-only">Loading</span>
        <Skeleton className="h-4 w-3/4" />
        <Skeleton className="h-3 w-1/2" />
      </div>
    )
  }
  if (answer.error) {
    return (
      <div className="flex flex-col items-start gap-2 px-4 pb-4 text-sm">
        <p role="alert" className="text-danger-text">
          {toAppError(answer.error).message}
        </p>
        <Button size="sm" isPending={answer.isFetching} onPress={() => void answer.refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  return (
    <p className="px-4 pb-4 text-sm text-ink-muted">
      Nothing yet. What automations of your bases have to tell you stands here.
    </p>
  )
}

function NoticeLine(props: { notice: Notice; session: SessionInfo; onOpen: () => void }) {
  const { notice, session, onOpen } = props
  const base = session.workspaces.flatMap(({ bases }) => bases).find(({ id }) => id === notice.base)
  return (
    <li className="border-t border-line">
      <Link
        href={paths.record(notice.base, notice.table, null, notice.record)}
        onPress={onOpen}
        className="flex min-h-11 gap-2 px-4 py-2.5 outline-none hovered:bg-hover focus-visible:ring-focus-inset"
      >
        <span
          aria-hidden
          className={cx('mt-1.5 size-2 shrink-0 rounded-full', notice.isRead ? '' : 'bg-accent')}
        />
        <span className="min-w-0 flex-1">
          <span className={cx('block text-sm break-words', !notice.isRead && 'font-medium')}>
            {!notice.isRead && <span className="sr-only">Unread: </span>}
            {notice.message}
          </span>
          <span className="tabular block text-xs text-ink-muted">
            {[notice.automation, base?.name, whenText(notice.at)].filter(Boolean).join(' · ')}
          </span>
        </span>
      </Link>
    </li>
  )
}

/** As whoever reads it writes times. */
const whenText = (at: string): string =>
  new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
