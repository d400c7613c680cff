// Runs before the first paint, so that a dark screen does not flash light. `src/lib/theme.ts` goes on from here.
;(() => {
  let preference = 'system'
  try {
    preference = localStorage.getItem('plinth.theme') || 'system'
  } catch {
    // Storage is refused: the system's theme it is.
  }
  const isDark =
    preference === 'dark' || (preference !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
})()
