/** From top to bottom, in pixels of the window. */
interface Span {
  readonly top: number
  readonly bottom: number
}

/** Whether what is `height` high stands above a text: where there is no room below it, and more above. */
export function standsAbove(height: number, text: Span, room: Span): boolean {
  const below = room.bottom - text.bottom
  return height > below && text.top - room.top > below
}

/** Says of a list that floats by its text on which side of it there is room: `data-above`. */
export function chooseSide(list: HTMLElement): void {
  const text = list.offsetParent
  if (!text) return
  const isAbove = standsAbove(list.offsetHeight + gap, text.getBoundingClientRect(), roomAround(text))
  list.toggleAttribute('data-above', isAbove)
}

/** Between the list and its text, and between the list and the edge. */
const gap = 8

/** What is seen of the window and of all that scrolls within it. */
function roomAround(element: Element): Span {
  const view = window.visualViewport
  let top = view?.offsetTop ?? 0
  let bottom = top + (view?.height ?? window.innerHeight)
  for (let around = element.parentElement; around; around = around.parentElement) {
    if (getComputedStyle(around).overflowY === 'visible') continue
    const box = around.getBoundingClientRect()
    top = Math.max(top, box.top)
    bottom = Math.min(bottom, box.bottom)
  }
  return { top, bottom }
}
