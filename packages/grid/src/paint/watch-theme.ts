/** Calls back when the theme may be another: light or dark, forced colours, a font that has arrived. */
export function watchTheme(element: HTMLElement, onChange: () => void): () => void {
  const document = element.ownerDocument
  const view = document.defaultView!
  const queries = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) =>
    view.matchMedia(query),
  )
  for (const query of queries) query.addEventListener('change', onChange)
  const observer = new view.MutationObserver(onChange)
  const attributes = { attributes: true, attributeFilter: ['data-theme', 'class', 'style'] }
  observer.observe(document.documentElement, attributes)
  if (document.body) observer.observe(document.body, attributes)
  document.fonts.addEventListener('loadingdone', onChange)
  return () => {
    for (const query of queries) query.removeEventListener('change', onChange)
    observer.disconnect()
    document.fonts.removeEventListener('loadingdone', onChange)
  }
}
