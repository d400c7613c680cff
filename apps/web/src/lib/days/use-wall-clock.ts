import { civilTime } from '@plinth/domain'
import { useEffect, useState } from 'react'
import type { WallMs } from './stretch.ts'

const tickMs = 30_000

/** What the clocks of a zone show, to half a minute. */
export function useWallClock(zone: string): WallMs {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return civilTime(new Date(now).toISOString(), zone).civil
}
