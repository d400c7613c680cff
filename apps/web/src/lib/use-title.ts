import { useEffect } from 'react'

/** The document's title while this component is shown: the place first, then what it belongs to. */
export function useTitle(...parts: (string | undefined)[]): void {
  const title = [...parts.filter(Boolean), 'Plinth'].join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
