import { type RefObject, useEffect, useRef } from 'react'
import type { TimeScroller } from './time-scroller.ts'

/** How far a wheel turns for one scale; a pinch of a touchpad comes as many small turns. */
const turnPx = 60

/** The wheel with Ctrl, or a pinch, shows more or less of time around the pointer. */
export function useWheelZoom(
  element: RefObject<HTMLElement | null>,
  time: TimeScroller,
  zoom: (by: -1 | 1, at: number) => void,
): void {
  const newest = useRef(zoom)
  useEffect(() => {
    newest.current = zoom
  })
  useEffect(() => {
    const scroller = element.current
    if (!scroller) return undefined
    let turned = 0
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      turned += event.deltaY
      if (Math.abs(turned) < turnPx) return
      newest.current(turned > 0 ? 1 : -1, time.inView(event.clientX))
      turned = 0
    }
    // The browser would zoom the page.
    scroller.addEventListener('wheel', onWheel, { passive: false })
    return () => scroller.removeEventListener('wheel', onWheel)
  }, [element, time])
}
