import type { ViewKind } from '@plinth/domain'
import { withText } from '../../../lib/text-size.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'

const columns = [3, 2, 4, 1]
const cards = 18
const lines = 24

/** Before a kind of view is there: what it will look like. */
export function KindSkeleton({ kind }: { kind: ViewKind }) {
  if (kind === 'calendar') return <DaysSkeleton />
  if (kind === 'form') return <FormSkeleton />
  return (
    <div className="flex min-h-0 flex-1 gap-3 overflow-hidden bg-page p-3" aria-busy="true">
      <span className="sr-only">Loading the view</span>
      {kind === 'gallery' ? <GalleryOutline /> : kind === 'list' ? <ListOutline /> : <BoardOutline />}
    </div>
  )
}

function BoardOutline() {
  return columns.map((cards, column) => (
    <div key={column} className="flex w-70 shrink-0 flex-col gap-2">
      <Skeleton className="h-6 w-28" />
      {Array.from({ length: cards }, (_, card) => (
        <div key={card} className="h-26 shrink-0 rounded-card border border-line bg-surface px-3 py-2.5">
          <Skeleton className="h-4.5 w-2/3" />
          <Skeleton className="mt-3 h-3 w-full" />
          <Skeleton className="mt-2.5 h-3 w-4/5" />
        </div>
      ))}
    </div>
  ))
}

function GalleryOutline() {
  return (
    <div
      className="grid flex-1 content-start gap-3"
      style={{ gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${withText(236)}px), 1fr))` }}
    >
      {Array.from({ length: cards }, (_, card) => (
        <div key={card} className="flex flex-col overflow-hidden rounded-card border border-line bg-surface">
          <span className="block aspect-[1.6] w-full">
            <Skeleton className="size-full" />
          </span>
          <div className="flex flex-col gap-3 p-3">
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="h-3.5 w-full" />
            <Skeleton className="h-3.5 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  )
}

function ListOutline() {
  return (
    <div className="flex flex-1 flex-col">
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className="flex h-10 shrink-0 items-center gap-6 px-2">
          <Skeleton className={line % 3 === 0 ? 'h-4 w-2/5' : 'h-4 w-1/3'} />
          <span className="flex-1" />
          <Skeleton className="h-4 w-20 max-sm:hidden" />
          <Skeleton className="h-4 w-28 max-sm:hidden" />
          <Skeleton className="h-4 w-20" />
        </div>
      ))}
    </div>
  )
}

const [weeks, days] = [5, 7].map((count) => Array.from({ length: count }, (_, at) => at))

/** Some days have something. */
const isFilled = (week: number, day: number): boolean => (week * 5 + day * 3) % 7 < 2

function DaysSkeleton() {
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-hidden bg-surface" aria-busy="true">
      <span className="sr-only">Loading the calendar</span>
      <div className="flex h-12 shrink-0 items-center gap-3 border-b border-line bg-page px-4">
        <Skeleton className="h-5 w-40" />
        <span className="flex-1" />
        <Skeleton className="h-7 w-56" />
      </div>
      {weeks!.map((week) => (
        <div key={week} className="flex min-h-0 flex-1 border-b border-line last:border-b-0">
          {days!.map((day) => (
            <div key={day} className="min-w-0 flex-1 border-r border-line p-2 last:border-r-0">
              <Skeleton className="h-3 w-4" />
              {isFilled(week, day) && <Skeleton className="mt-3 h-4 w-4/5" />}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

function FormSkeleton() {
  return (
    <div className="min-h-0 flex-1 overflow-hidden bg-page pt-12" aria-busy="true">
      <span className="sr-only">Loading the form</span>
      <div className="mx-auto my-8 flex max-w-170 flex-col gap-7 rounded-card border border-line bg-surface px-10 py-9 max-sm:my-0 max-sm:border-0 max-sm:px-4">
        <Skeleton className="h-8 w-1/2" />
        {[0, 1, 2, 3].map((line) => (
          <div key={line} className="flex flex-col gap-2.5">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-9 w-full" />
          </div>
        ))}
      </div>
    </div>
  )
}
