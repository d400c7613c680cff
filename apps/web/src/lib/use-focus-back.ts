import { useEffect, useState } from 'react'

/** For dialogs of which one gives way to another: the second does not know where the focus came from. */
export function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) setTimeout(() => opener.isConnected && opener.focus())
    },
    [opener],
  )
}
