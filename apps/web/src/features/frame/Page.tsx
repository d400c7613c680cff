import type { ReactNode } from 'react'
import type { Crumb } from '../../ui/Breadcrumbs.tsx'
import { cx } from '../../ui/cx.ts'
import { TopBar } from './TopBar.tsx'

export interface PageProps {
  crumbs: readonly Crumb[]
  /** In the top bar. */
  end?: ReactNode
  title: string
  description?: ReactNode
  /** Beside the title: the main thing to do here. */
  actions?: ReactNode
  /** 640 for settings, 1080 for overviews. */
  width?: 'narrow' | 'wide'
  children: ReactNode
}

/** A page with a title that scrolls under the top bar: everything but tables. */
export function Page({ crumbs, end, title, description, actions, width = 'wide', children }: PageProps) {
  return (
    <>
      <TopBar crumbs={crumbs} end={end} />
      <main
        id="main"
        tabIndex={-1}
        className="scroll-thin min-h-0 flex-1 overflow-y-auto outline-none has-data-save-bar:scroll-pb-24"
      >
        <div
          className={cx(
            'mx-auto w-full px-4 pt-6 pb-16 md:px-8 md:pt-10',
            width === 'narrow' ? 'max-w-176' : 'max-w-276',
          )}
        >
          <div className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
            <div className="min-w-0 flex-1 basis-60">
              <h1 className="text-xl font-semibold break-words">{title}</h1>
              {description && (
                <p className="mt-1 max-w-140 text-sm text-ink-muted text-pretty">{description}</p>
              )}
            </div>
            {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
          </div>
          <div>{children}</div>
        </div>
      </main>
    </>
  )
}
