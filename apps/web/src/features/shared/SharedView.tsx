import { type ReactNode, useMemo } from 'react'
import { Later } from '../../lib/Later.tsx'
import { LaterCode } from '../../lib/later-code.ts'
import { countNote, SharedFrame, SharedSkeleton } from './SharedFrame.tsx'
import { SharedPages } from './SharedPages.tsx'
import { legendOf, SharedPaintProvider, usePainter } from './shared-colors.ts'
import { SharedFilesProvider, sharedFileSource } from './shared-files.ts'
import type { SharedViewProps } from './shared-kinds.ts'

const board = new LaterCode(async () => (await import('./SharedBoard.tsx')).default)
const calendar = new LaterCode(async () => (await import('./SharedCalendar.tsx')).default)
const timeline = new LaterCode(async () => (await import('./SharedTimeline.tsx')).default)

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
  const fallback = <SharedSkeleton />
  switch (layout?.kind) {
    case 'board':
      return (
        <Framed {...props}>
          <Later of={board} fallback={fallback} props={{ ...props, layout }} />
        </Framed>
      )
    case 'calendar':
    case 'timeline':
      return (
        <Framed {...props}>
          <Later
            // Where other fields say when, one looks anew.
            key={`${layout.start} ${layout.end}`}
            of={layout.kind === 'calendar' ? calendar : timeline}
            fallback={fallback}
            props={{ ...props, layout }}
          />
        </Framed>
      )
    default:
      return <SharedPages {...props} />
  }
}

function Framed({ page, isEmbedded, children }: SharedViewProps & { children: ReactNode }) {
  return (
    <SharedFrame title={page.name} {...countNote(page)} colors={legendOf(page)} isEmbedded={isEmbedded}>
      {children}
    </SharedFrame>
  )
}
