import { type RefObject, useEffect, useState } from 'react'

/** How high an element is, in pixels; 0 until it is laid out. */
export function useHeightOf(element: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0)
  useEffect(() => {
    const { current } = element
    if (!current) return undefined
    const observer = new ResizeObserver(() => setHeight(current.clientHeight))
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return height
}
