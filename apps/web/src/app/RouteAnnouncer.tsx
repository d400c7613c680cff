import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** Says the title of a page that has come up: without a new document, screen readers would not notice. */
export function RouteAnnouncer() {
  const router = useRouter()
  const [title, setTitle] = useState('')
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged }) => {
        // Titles are set by the effects of the page itself, which run after this event.
        if (pathChanged) setTimeout(() => setTitle(document.title), 100)
      }),
    [router],
  )
  return (
    <div aria-live="polite" className="sr-only">
      {title}
    </div>
  )
}
