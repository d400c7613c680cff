import { useCallback, useState } from 'react'

/** Lanes of a board are closed for as long as one looks at it. */
export function useClosedLanes() {
  const [closed, setClosed] = useState<readonly string[]>([])
  const open = useCallback(
    (lane: string) => setClosed((now) => (now.includes(lane) ? now.filter((one) => one !== lane) : now)),
    [],
  )
  return {
    open,
    has: (lane: string) => closed.includes(lane),
    toggle: (lane: string) => (closed.includes(lane) ? open(lane) : setClosed([...closed, lane])),
  }
}
