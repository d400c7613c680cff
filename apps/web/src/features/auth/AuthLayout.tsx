import { type ReactNode, useId } from 'react'
import { Logo } from '../../ui/Logo.tsx'
import { Showpiece } from './Showpiece.tsx'

/** The pages before the app: one thing to do, and beside it a glimpse of what waits. */
export function AuthLayout({
  title,
  description,
  children,
  footer,
}: {
  title: string
  description?: ReactNode
  children?: ReactNode
  footer?: ReactNode
}) {
  const titleId = useId()
  return (
    <div className="scroll-thin flex h-full overflow-y-auto bg-page">
      {/* Another title is another page: the focus begins there anew. */}
      <main
        key={title}
        id="main"
        tabIndex={-1}
        aria-labelledby={titleId}
        className="flex min-h-full w-full flex-col px-6 py-8 outline-none lg:w-1/2 lg:px-10"
      >
        <Logo />
        <div className="mx-auto flex w-full max-w-90 flex-1 flex-col justify-center py-10">
          <h1 id={titleId} className="text-2xl font-semibold tracking-tight">
            {title}
          </h1>
          {description && <p className="mt-2 text-base text-ink-muted text-pretty">{description}</p>}
          <div className="mt-7 flex flex-col gap-5">{children}</div>
          {footer && <div className="mt-8 text-sm text-ink-muted">{footer}</div>}
        </div>
      </main>
      <aside
        aria-hidden
        className="sticky top-0 hidden h-full w-1/2 overflow-hidden border-l border-line bg-sunken lg:block"
      >
        <Showpiece />
      </aside>
    </div>
  )
}
