/** Calls back when an element has another size, or the screen another number of pixels for one of CSS. */
export function watchSize(element: HTMLElement, onChange: () => void): () => void {
  const view = element.ownerDocument.defaultView!
  const observer = new view.ResizeObserver(onChange)
  observer.observe(element)
  let query: MediaQueryList | null = null
  // The question is whether the ratio is still the one it was: each answer needs the next question.
  const ask = () => {
    query?.removeEventListener('change', changed)
    query = view.matchMedia(`(resolution: ${view.devicePixelRatio}dppx)`)
    query.addEventListener('change', changed)
  }
  const changed = () => {
    ask()
    onChange()
  }
  ask()
  return () => {
    observer.disconnect()
    query?.removeEventListener('change', changed)
  }
}
