import type { Backend, SharedPage } from '@plinth/domain'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SharedFrame } from './SharedFrame.tsx'
import { SharedRecord } from './SharedRecord.tsx'
import { SharedTable } from './SharedTable.tsx'
import { useSharedRows } from './use-shared-rows.ts'

export interface SharedViewProps {
  backend: Backend
  token: string
  pass: string | null
  page: SharedPage
  isEmbedded: boolean
  /** The link shows nothing any more, or asks for its password again. */
  onShut: () => void
}

/** A view or a record that a link shows. */
export function SharedView({ backend, token, pass, page, isEmbedded, onShut }: SharedViewProps) {
  const shown = useSharedRows(backend, token, pass)
  const { rows, error } = shown
  const isShut = error?.code === 'share_invalid' || error?.code === 'share_locked'
  useEffect(() => {
    if (isShut) onShut()
  }, [isShut, onShut])
  if (isShut) return null
  const isView = page.kind === 'view'
  return (
    <SharedFrame
      title={page.name}
      {...(isView && page.total !== null ? { note: countText(page.total, page.locale) } : {})}
      isEmbedded={isEmbedded}
      footer={isView && rows && (!shown.isFirst || !shown.isLast) && <Paging page={page} shown={shown} />}
    >
      {error && (
        <div className="p-4">
          {error.code === 'share_moved' ? (
            <Banner tone="info" title="This view was changed meanwhile">
              <Button size="sm" onPress={shown.restart}>
                Show it from the beginning
              </Button>
            </Banner>
          ) : (
            <div className="flex flex-col items-start gap-3">
              <ErrorNote error={error} />
              <Button onPress={shown.restart}>Try again</Button>
            </div>
          )}
        </div>
      )}
      {!rows && !error && <Loading />}
      {rows && isView && rows.length > 0 && page.fields.length > 0 && <SharedTable page={page} rows={rows} />}
      {rows && (rows.length === 0 || page.fields.length === 0) && (
        <EmptyState title="Nothing here yet">No record is in this view at the moment.</EmptyState>
      )}
      {rows?.[0] && !isView && (
        <article className="mx-auto my-6 w-full max-w-(--record-page-width) px-4 sm:px-8">
          <SharedRecord page={page} row={rows[0]} />
        </article>
      )}
    </SharedFrame>
  )
}

function Paging({ page, shown }: { page: SharedPage; shown: ReturnType<typeof useSharedRows> }) {
  const count = shown.rows?.length ?? 0
  const number = (n: number) => n.toLocaleString(page.locale)
  return (
    <>
      <output className="tabular px-1 text-sm text-ink-muted">
        {count > 0 && `${number(shown.first)}–${number(shown.first + count - 1)}`}
        {count > 0 && page.total !== null && ` of ${number(Math.max(page.total, shown.first + count - 1))}`}
      </output>
      <span className="flex gap-2">
        <Button
          size="sm"
          icon={<ChevronLeft aria-hidden />}
          isDisabled={shown.isFirst || shown.isLoading}
          onPress={() => turn(shown.goBack)}
        >
          Previous
        </Button>
        <Button
          size="sm"
          icon={<ChevronRight aria-hidden />}
          isDisabled={shown.isLast || shown.isLoading}
          onPress={() => turn(shown.goOn)}
        >
          Next
        </Button>
      </span>
    </>
  )
}

/** To another page, which begins at its beginning. */
function turn(go: () => void) {
  go()
  document.getElementById('main')?.scrollTo({ top: 0 })
}

function Loading() {
  return (
    <output className="flex flex-col gap-3 p-4" aria-label="Loading">
      {['w-full', 'w-11/12', 'w-full', 'w-10/12', 'w-full'].map((width, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a skeleton are told apart by their places
        <Skeleton key={at} className={`h-5 ${width}`} />
      ))}
    </output>
  )
}

const countText = (count: number, locale: string) =>
  count === 1 ? '1 record' : `${count.toLocaleString(locale)} records`
