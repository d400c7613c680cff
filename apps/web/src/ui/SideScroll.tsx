import { type ReactNode, useEffect, useRef, useState } from 'react'
import { cx } from './cx.ts'

interface SideScrollProps {
  /** For the frame around what scrolls. */
  className?: string
  /** Where the shadow at the end stands, beside what does not scroll along: `right-9`. */
  endClass?: string
  children: ReactNode
}

/** What may be wider than its place and is scrolled sideways then: a shadow at each edge behind which there is more. */
export function SideScroll({ className, endClass = 'right-0', children }: SideScrollProps) {
  const box = useRef<HTMLDivElement>(null)
  const [more, setMore] = useState({ before: false, after: false })
  useEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => {
      const now = moreOf(element)
      setMore((was) => (was.before === now.before && was.after === now.after ? was : now))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [])
  return (
    <div className={cx('relative overflow-hidden', className)}>
      <div ref={box} className="scroll-thin overflow-x-auto">
        {children}
      </div>
      {more.before && <span aria-hidden className={cx(shadowClass, 'left-0 bg-linear-to-r')} />}
      {more.after && <span aria-hidden className={cx(shadowClass, endClass, 'bg-linear-to-l')} />}
    </div>
  )
}

const shadowClass =
  'pointer-events-none absolute inset-y-0 w-4 from-scrim to-transparent opacity-40 print:hidden'

/** A part of a pixel is nothing to scroll to. */
const moreOf = ({ scrollLeft, clientWidth, scrollWidth }: HTMLElement) => ({
  before: Math.abs(scrollLeft) >= 1,
  after: Math.abs(scrollLeft) + clientWidth <= scrollWidth - 1,
})
