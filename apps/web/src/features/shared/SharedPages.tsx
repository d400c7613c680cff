import type { SharedPage } from '@plinth/domain'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import { Later } from '../../lib/Later.tsx'
import { LaterCode } from '../../lib/later-code.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PartProblem } from './PartProblem.tsx'
import { countNote, SharedFrame, SharedSkeleton } from './SharedFrame.tsx'
import { SharedRecord } from './SharedRecord.tsx'
import { SharedTable } from './SharedTable.tsx'
import { legendOf } from './shared-colors.ts'
import type { RowsProps, SharedViewProps } from './shared-kinds.ts'
import { type Figures, useSharedFigures } from './use-shared-figures.ts'
import { useSharedRows } from './use-shared-rows.ts'

const gallery = new LaterCode(async () => (await import('./SharedGallery.tsx')).default)
const list = new LaterCode(async () => (await import('./SharedList.tsx')).default)

/** A record that a link shows, or a view of which it shows the records a page at a time. */
export function SharedPages({ backend, token, pass, page, isEmbedded, onShut }: SharedViewProps) {
  const shown = useSharedRows(backend, token, pass)
  const figures = useSharedFigures({ backend, token, pass, page })
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
      {...(isView ? countNote(page) : {})}
      colors={legendOf(page)}
      isEmbedded={isEmbedded}
      footer={isView && rows && (!shown.isFirst || !shown.isLast) && <Paging page={page} shown={shown} />}
    >
      {error && (
        <div className="p-4">
          <PartProblem error={error} onRetry={shown.restart} />
        </div>
      )}
      {!rows && !error && <SharedSkeleton />}
      {rows && isView && rows.length > 0 && page.fields.length > 0 && (
        <Records page={page} rows={rows} figures={figures} />
      )}
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

function Records({ figures, ...props }: RowsProps & { figures: Figures }) {
  const { layout } = props.page
  const fallback = <SharedSkeleton />
  if (layout?.kind === 'gallery')
    return <Later of={gallery} fallback={fallback} props={{ ...props, layout }} />
  if (layout?.kind === 'list') return <Later of={list} fallback={fallback} props={props} />
  return <SharedTable {...props} figures={figures} />
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
