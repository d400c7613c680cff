/** What somebody sees of the focus. Runs in the page, so that it may use nothing from outside. */

export interface FocusReport {
  /** The focus is on the element or in it. */
  isThere: boolean
  /** The element was taken out of the page. */
  isGone: boolean
  /** It is on the link past the navigation, and the element is behind that. */
  isSkip: boolean
  /** Where it is, in words. */
  name: string
  /** What is wrong with how it is shown, or null. */
  flaw: 'nowhere' | 'without a mark' | 'out of sight' | 'covered' | null
}

/** Null where what is walked to is not on the page: while a menu is open, all else is hidden. */
export function reportFocus(target: Node | null): FocusReport {
  const focused = document.activeElement
  const isGone = target?.isConnected === false
  // Behind its last stop the focus leaves the page for the browser, while the page remembers where it was.
  if (focused === null || focused === document.body || !document.hasFocus())
    return { isThere: false, isGone, isSkip: false, name: 'body', flaw: 'nowhere' }
  const label = focused.closest('label')
  const text = focused.getAttribute('aria-label') ?? (label ?? focused).textContent ?? ''
  const name = `${focused.getAttribute('role') ?? focused.localName} “${text.trim().slice(0, 40)}”`
  const isThere = target?.contains(focused) ?? false
  const leadsTo = focused.localName === 'a' ? focused.getAttribute('href') : null
  const isSkip = Boolean(leadsTo?.startsWith('#') && document.querySelector(leadsTo)?.contains(target))
  const place = { isThere, isGone, isSkip, name }
  // A place that only scripts can focus is the start of what it holds, and a frame marks what has the focus in it.
  const isPlace = focused.getAttribute('tabindex') === '-1' && focused.childElementCount > 0
  if (isPlace || focused.localName === 'iframe') {
    return { ...place, flaw: null }
  }

  /** The option that a text field points at, or the element; of what hides its own input, the label around it. */
  const pointed = document.getElementById(focused.getAttribute('aria-activedescendant') ?? '')
  const marks = [focused, pointed, label, ...(label?.querySelectorAll('*') ?? [])]
  const isMarked = marks.some((element) => {
    if (!element) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle === 'auto' || (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2)
  })
  if (!isMarked) return { ...place, flaw: 'without a mark' }

  const shown = label ?? focused
  const { left, top, right, bottom } = shown.getBoundingClientRect()
  const isInSight = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight
  if (!isInSight) return { ...place, flaw: 'out of sight' }
  const shares = [0.5, 0.1, 0.9]
  const isUncovered = shares.some((x) =>
    shares.some((y) => {
      const hit = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y)
      return hit !== null && (shown.contains(hit) || hit.contains(shown))
    }),
  )
  return { ...place, flaw: isUncovered ? null : 'covered' }
}
