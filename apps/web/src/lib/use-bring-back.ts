import type { BaseId, Field, Progress, Result } from '@plinth/domain'
import { useState } from 'react'
import { useBackend } from './backend-context.ts'
import { useSessionCache } from './session-cache.ts'
import { useAction } from './use-action.ts'

/** Puts the values of a field that is hidden from nobody any more back into its table, step by step; `share` is 0 to 1. */
export function useBringBack(base: BaseId, field: Pick<Field, 'id'>) {
  const { bases } = useBackend()
  const cache = useSessionCache()
  const [share, setShare] = useState(0)
  const action = useAction(async () => {
    const result = await toTheLast(() => bases.bringBackField(field.id), setShare)
    await cache.refreshBase(base)
    return result
  })
  return { ...action, share }
}

async function toTheLast(
  step: () => Promise<Result<Progress>>,
  onProgress: (share: number) => void,
): Promise<Result<Progress>> {
  for (;;) {
    const result = await step()
    if (!result.ok || result.value.done >= result.value.total) return result
    onProgress(result.value.done / result.value.total)
  }
}
