import { useCallback, useSyncExternalStore } from 'react'

/** Where Tailwind’s `max-sm` holds: on phones, and wherever a large text leaves no more room than they have. */
export const phoneQuery = '(width < 40rem)'

/** Whether a media query matches now. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}
