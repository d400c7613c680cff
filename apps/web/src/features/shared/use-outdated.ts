import type { AppError } from '@plinth/domain'
import { useEffect, useEffectEvent } from 'react'

const outdated: readonly string[] = ['share_invalid', 'share_locked', 'share_moved']

/** Whether what the page said of the link holds no more; it is asked for once more then, and says what is shown now. */
export function useOutdated(error: AppError | null, onShut: () => void): boolean {
  const isOutdated = error !== null && outdated.includes(error.code)
  const shut = useEffectEvent(onShut)
  useEffect(() => {
    if (isOutdated) shut()
  }, [isOutdated])
  return isOutdated
}
