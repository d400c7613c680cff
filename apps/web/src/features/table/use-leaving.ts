import { useEffectEvent, useLayoutEffect } from 'react'

/** The earlier of them leave the browser time to keep what is stored; on phones only the last one comes. */
const farewells = ['beforeunload', 'pagehide', 'visibilitychange'] as const

/**
 * Runs `leave` when an editor is taken away without a word: another page is opened, the tab is closed or loaded again, the
 * row goes. Nobody is asked then, so what was typed must find its way by itself. May run more than once.
 */
export function useLeaving(leave: () => void): void {
  const run = useEffectEvent(leave)
  // Of the layout: it ends before other effects do, while the record is still held.
  useLayoutEffect(() => {
    const onFarewell = (event: Event) => {
      if (event.type !== 'visibilitychange' || document.visibilityState === 'hidden') run()
    }
    for (const farewell of farewells) window.addEventListener(farewell, onFarewell)
    return () => {
      for (const farewell of farewells) window.removeEventListener(farewell, onFarewell)
      run()
    }
  }, [])
}
