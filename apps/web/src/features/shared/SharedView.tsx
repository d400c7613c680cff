import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import { countNote, SharedFrame, SharedSkeleton } from './SharedFrame.tsx'
import { SharedPages } from './SharedPages.tsx'
import { legendOf, SharedPaintProvider, usePainter } from './shared-colors.ts'
import { SharedFilesProvider, sharedFileSource } from './shared-files.ts'
import type { SharedViewProps } from './shared-kinds.ts'

const SharedBoard = lazy(() => import('./SharedBoard.tsx'))
const SharedCalendar = lazy(() => import('./SharedCalendar.tsx'))
const SharedTimeline = lazy(() => import('./SharedTimeline.tsx'))

/** A view or a record that a link shows, as it stands for members as far as the link tells what that takes. */
export function SharedView(props: SharedViewProps) {
  const { backend, token, pass } = props
  const source = useMemo(() => sharedFileSource(backend, token, pass), [backend, token, pass])
  const paint = usePainter(props.page)
  return (
    <SharedFilesProvider value={source}>
      <SharedPaintProvider value={paint}>
        <Kind {...props} />
      </SharedPaintProvider>
    </SharedFilesProvider>
  )
}

function Kind(props: SharedViewProps) {
  const { layout } = props.page
  switch (layout?.kind) {
    case 'board':
      return (
        <Framed {...props}>
          <SharedBoard {...props} layout={layout} />
        </Framed>
      )
    case 'calendar':
    case 'timeline': {
      const Shown = layout.kind === 'calendar' ? SharedCalendar : SharedTimeline
      return (
        <Framed {...props}>
          {/* Where other fields say when, one looks anew. */}
          <Shown key={`${layout.start} ${layout.end}`} {...props} layout={layout} />
        </Framed>
      )
    }
    default:
      return <SharedPages {...props} />
  }
}

function Framed({ page, isEmbedded, children }: SharedViewProps & { children: ReactNode }) {
  return (
    <SharedFrame title={page.name} {...countNote(page)} colors={legendOf(page)} isEmbedded={isEmbedded}>
      <Suspense fallback={<SharedSkeleton />}>{children}</Suspense>
    </SharedFrame>
  )
}
