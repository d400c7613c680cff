import type { ReactNode } from 'react'
import { Logo } from '../../ui/Logo.tsx'

/** The page of a link: what it is called, what it shows, and, unless another page embeds it, by what it is made. */
export function SharedFrame({
  title,
  note,
  isEmbedded,
  children,
  footer,
}: {
  title: string
  note?: string
  isEmbedded: boolean
  children: ReactNode
  footer?: ReactNode
}) {
  return (
    <div className="flex h-full min-h-0 flex-col bg-page">
      <header className="flex min-h-11 shrink-0 items-center gap-3 border-b border-line px-4 py-2">
        <h1 className="min-w-0 truncate text-base font-semibold">{title}</h1>
        {note && <span className="tabular shrink-0 text-sm text-ink-muted">{note}</span>}
        <span className="flex-1" />
        {!isEmbedded && <Logo />}
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
