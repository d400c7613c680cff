import type { SharedPage } from '@plinth/domain'
import type { ReactNode } from 'react'
import { ColorLegend, type LegendEntry } from '../../lib/color/ColorLegend.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

/** The page of a link: what it is called, what it shows, and, unless another page embeds it, by what it is made. */
export function SharedFrame({
  title,
  note,
  colors = [],
  isEmbedded,
  children,
  footer,
}: {
  title: string
  note?: string
  colors?: readonly LegendEntry[]
  isEmbedded: boolean
  children: ReactNode
  footer?: ReactNode
}) {
  return (
    <div className="flex h-full min-h-0 flex-col bg-page">
      <header className="shrink-0 border-b border-line">
        <div className="flex min-h-11 items-center gap-3 px-4 py-2">
          <h1 className="min-w-0 truncate text-base font-semibold">{title}</h1>
          {note && <span className="tabular shrink-0 text-sm text-ink-muted">{note}</span>}
          <span className="flex-1" />
          {!isEmbedded && <Logo />}
        </div>
        {colors.length > 0 && (
          <div className="-mt-1 px-4 pb-2">
            <ColorLegend colors={colors} wraps />
          </div>
        )}
      </header>
      <main id="main" tabIndex={-1} className="scroll-thin min-h-0 flex-1 overflow-auto outline-none">
        {children}
      </main>
      {footer && (
        <footer className="flex shrink-0 items-center justify-between gap-2 border-t border-line px-3 py-1.5 pb-[max(0.375rem,env(safe-area-inset-bottom))]">
          {footer}
        </footer>
      )}
    </div>
  )
}

/** How many records a view has, beside its name. */
export function countNote({ total, locale }: SharedPage): { note?: string } {
  if (total === null) return {}
  return { note: total === 1 ? '1 record' : `${total.toLocaleString(locale)} records` }
}

export function SharedSkeleton() {
  return (
    <output className="flex flex-col gap-3 p-4" aria-label="Loading">
      {['w-full', 'w-11/12', 'w-full', 'w-10/12', 'w-full'].map((width, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a skeleton are told apart by their places
        <Skeleton key={at} className={`h-5 ${width}`} />
      ))}
    </output>
  )
}
