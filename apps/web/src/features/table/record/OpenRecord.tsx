import type { RecordId } from '@plinth/domain'
import type { RowWindow } from '@plinth/record-store'
import { type ComponentType, lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { RecordShown } from '../table-context.ts'
import { RecordPanel } from './RecordPanel.tsx'

/** Drawn at once when its code is there: React shows what is lazy a third of a second late, the first time too. */
let loadedPage: ComponentType<OpenRecordProps> | null = null

const loadPage = async () => {
  const page = await import('./RecordPage.tsx')
  loadedPage = page.default
  return page
}
const LazyPage = lazy(loadPage)

interface OpenRecordProps {
  id: RecordId
  rows: RowWindow
  onClose: () => void
}

/** Fetches the page while there is nothing else to do: it is there when somebody wants it. */
export function usePageAhead(): void {
  useEffect(() => {
    // Without a line it is fetched when it is wanted.
    const load = () => void loadPage().catch(() => undefined)
    // Safari has no idle callbacks.
    if (!('requestIdleCallback' in window)) return load()
    const asked = requestIdleCallback(load, { timeout: 2_000 })
    return () => cancelIdleCallback(asked)
  }, [])
}

/** In a grid the cursor has gone along with the record that is open; another cell than its own takes no keys. */
const placeNow = (before: Element | null) =>
  before?.closest('[role=grid]')?.querySelector('[data-active]') ?? before

/** The open record, beside the table or as a page over it. When it is closed, the focus goes back to where it was. */
export function OpenRecord(props: OpenRecordProps & { shown: RecordShown }) {
  const { shown, id, rows, onClose } = props
  const before = useRef<Element | null>(null)
  // Before what is opened takes the focus.
  useLayoutEffect(() => {
    before.current = document.activeElement
  }, [])
  useEffect(
    () => () => {
      const place = placeNow(before.current)
      if (place instanceof HTMLElement && place.isConnected) place.focus({ preventScroll: true })
    },
    [],
  )
  if (shown === 'panel') return <RecordPanel id={id} window={rows} onClose={onClose} />
  return <Page {...props} />
}

function Page(props: OpenRecordProps) {
  // The same for as long as it is open.
  const [RecordPage] = useState(() => loadedPage ?? LazyPage)
  return (
    <Suspense fallback={<div aria-busy="true" className="absolute inset-0 z-20 bg-surface" />}>
      <RecordPage {...props} />
    </Suspense>
  )
}
