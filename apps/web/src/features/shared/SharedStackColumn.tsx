import type { SharedPage, SharedStack } from '@plinth/domain'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { PartProblem } from './PartProblem.tsx'
import { CardItem, coversOf, type OpenProps, RecordCard } from './RecordCard.tsx'
import { SharedStackName } from './SharedStackName.tsx'
import type { BoardLayout, PartedProps, SharedRow } from './shared-kinds.ts'
import { stackWords } from './shared-stacks.ts'
import { useSharedPart } from './use-shared-part.ts'

/** More than a column shows at once; of a board of a hundred columns those are asked for that somebody looks at. */
const cardsAtOnce = 20
const outlines = 3

interface ColumnProps extends PartedProps<BoardLayout>, Pick<OpenProps, 'onOpen'> {
  readonly stack: SharedStack
  /** Null: there are none, or the records of all of them stand together. */
  readonly lane: { readonly mark: string | null; readonly label: string } | null
  /** Of the records that are shown here; null: not known. */
  readonly count: number | null
}

/** A stack of a board, or what of it stands in a lane: what it is of, how many records it has, and the first of them. */
export function SharedStackColumn({ stack, lane, count, onOpen, ...source }: ColumnProps) {
  const { page, layout } = source
  const column = useRef<HTMLElement>(null)
  const isWanted = useWasSeen(column) && count !== 0
  const part = { stack: stack.mark, ...(lane && { lane: lane.mark }) }
  const shown = useSharedPart(source, part, { take: cardsAtOnce, isWanted })
  const { rows, error } = shown
  const by = page.fields[layout.by]
  const words = by ? stackWords(by, stack.value, page) : null
  if (!words) return null
  const known = count ?? (rows && !shown.hasMore ? rows.length : null)
  // Of several regions none is called like another.
  const name = lane ? `${words.label}, ${lane.label}` : words.label
  const Heading = lane ? 'h3' : 'h2'
  return (
    <section
      ref={column}
      aria-label={known === null ? name : `${name}, ${recordsText(known, page)}`}
      className={cx(
        'flex w-70 shrink-0 snap-start flex-col rounded-card bg-sunken max-sm:w-[85vw]',
        lane ? 'max-h-96' : 'max-h-full',
      )}
    >
      <Heading className="flex h-10 shrink-0 items-center gap-1.5 px-3 text-sm font-medium tracking-normal">
        <SharedStackName words={words} />
        <span className="tabular shrink-0 font-normal text-ink-muted">
          {known?.toLocaleString(page.locale)}
        </span>
      </Heading>
      <div className="scroll-thin flex min-h-0 flex-col overflow-y-auto px-2 pt-0.5 pb-2">
        {rows && rows.length > 0 && <Cards {...{ page, rows, onOpen, layout, shown }} label={name} />}
        {!rows && !error && count !== 0 && <CardOutlines count={Math.min(count ?? outlines, outlines)} />}
        {error && (
          <div className="pt-2">
            <PartProblem error={error} onRetry={shown.retry} />
          </div>
        )}
        {(count === 0 || rows?.length === 0) && !error && (
          <p className="px-1 pb-1 text-xs text-ink-muted">No records</p>
        )}
      </div>
    </section>
  )
}

const recordsText = (count: number, { locale }: SharedPage): string =>
  count === 1 ? '1 record' : `${count.toLocaleString(locale)} records`

interface CardsProps extends OpenProps {
  readonly rows: readonly SharedRow[]
  readonly layout: BoardLayout
  readonly label: string
  readonly shown: ReturnType<typeof useSharedPart>
}

function Cards({ page, rows, onOpen, layout, label, shown }: CardsProps) {
  const list = useRef<HTMLUListElement>(null)
  const wantFocus = useFocusOnNew(list, rows.length)
  const said = layout.lanes ? [layout.by, layout.lanes.by] : [layout.by]
  return (
    <>
      <ul ref={list} aria-label={label} className="flex flex-col gap-2">
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a link tells no ids, and records come at the end
          <CardItem key={at} row={row}>
            <RecordCard {...{ page, row, onOpen }} without={said} covers={coversOf(layout, null)} />
          </CardItem>
        ))}
      </ul>
      {shown.hasMore && !shown.error && (
        <Button
          size="sm"
          variant="ghost"
          className="mt-2"
          isPending={shown.isLoading}
          onPress={({ pointerType }) => {
            // The button may go with the last record: whoever has no pointer goes on at the first one that came.
            if (pointerType === 'keyboard' || pointerType === 'virtual') wantFocus()
            shown.more()
          }}
        >
          Show more<span className="sr-only"> of {label}</span>
        </Button>
      )}
    </>
  )
}

/** Gives the focus to the first record that comes after it was asked for. */
function useFocusOnNew(list: RefObject<HTMLElement | null>, count: number): () => void {
  const wanted = useRef<number | null>(null)
  useEffect(() => {
    if (wanted.current === null || count <= wanted.current) return
    list.current?.children[wanted.current]?.querySelector('button')?.focus()
    wanted.current = null
  }, [list, count])
  return () => {
    wanted.current = count
  }
}

/** Whether an element has come into sight once. */
function useWasSeen(element: RefObject<HTMLElement | null>): boolean {
  const [wasSeen, setWasSeen] = useState(false)
  useEffect(() => {
    const { current } = element
    if (!current || wasSeen) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setWasSeen(true)
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [element, wasSeen])
  return wasSeen
}

function CardOutlines({ count }: { count: number }) {
  return (
    <output aria-label="Loading" className="flex flex-col gap-2">
      {Array.from({ length: count }, (_, card) => (
        <span key={card} className="block h-26 rounded-card border border-line bg-surface px-3 py-2.5">
          <Skeleton className="h-4.5 w-2/3" />
          <Skeleton className="mt-3 h-3 w-full" />
          <Skeleton className="mt-2.5 h-3 w-4/5" />
        </span>
      ))}
    </output>
  )
}
