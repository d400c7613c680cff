/**
 * Runs `then` once nothing is pressed any more: what changes its height while a pointer is down would move what is being pressed
 * away from below it.
 */
export function onceReleased(then: () => void): void {
  if (document.querySelector(':active') === null) return then()
  const ends = new AbortController()
  const end = () => {
    ends.abort()
    // Behind the click.
    setTimeout(then)
  }
  for (const event of ['pointerup', 'pointercancel', 'click', 'keyup', 'dragend']) {
    document.addEventListener(event, end, { capture: true, signal: ends.signal })
  }
}
