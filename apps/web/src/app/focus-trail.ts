/**
 * Keys need the focus somewhere. When what has it goes away – a line is deleted, a form gives way to its answer – the browser
 * puts it nowhere. The trail remembers where it was, so that it can go to what stands next to that place.
 */

interface Step {
  readonly element: Element
  /** Its place among the children of its parent. */
  readonly at: number
}

/** From the element with the focus up to the body. */
export type FocusTrail = readonly Step[]

/** Places of their own: the focus does not leave them for what happens to stand beside them. */
const places = 'main, aside, nav, header, [role=dialog], [role=alertdialog], [role=toolbar], [role=grid]'

const stops =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]'

export function trailOf(focused: Element): FocusTrail {
  const trail: Step[] = []
  for (let element = focused; element !== document.body; ) {
    const parent = element.parentElement
    if (parent === null) return trail
    trail.push({ element, at: [...parent.children].indexOf(element) })
    element = parent
  }
  return trail
}

/** Where the focus goes now that the start of the trail is gone: the next stop in its place, the place, or null. */
export function nextTo(trail: FocusTrail): HTMLElement | null {
  const last = trail.findIndex(({ element }) => element.isConnected)
  // Nothing of it is left, or only what holds whole pages.
  const end = trail.findIndex(({ element }, index) => index >= last && element.matches(places))
  if (last <= 0 || end < 0) return null
  for (let index = last; index <= end; index += 1) {
    const { element } = trail[index]!
    const stop = stopNear(element, trail[index - 1]!.at)
    if (stop) return stop
  }
  const place = trail[end]!.element
  return place instanceof HTMLElement && place.hasAttribute('tabindex') ? place : null
}

/** The first stop of the child at this place or behind it, else the last one before it. */
function stopNear(parent: Element, at: number): HTMLElement | null {
  const children = [...parent.children]
  const behind = children.slice(at).flatMap(stopsIn)
  return behind[0] ?? children.slice(0, at).flatMap(stopsIn).at(-1) ?? null
}

function stopsIn(element: Element): HTMLElement[] {
  const found = [...(element.matches(stops) ? [element] : []), ...element.querySelectorAll(stops)]
  return found.filter(
    (one): one is HTMLElement =>
      one instanceof HTMLElement && one.tabIndex >= 0 && one.checkVisibility() && !one.closest('[inert]'),
  )
}
