/** What happens to records of another table while some of them are shown. */
import { type LiveApi, type RecordId, readableMs, type TableId } from '@plinth/domain'
import { useEffect, useEffectEvent } from 'react'
import { useTable } from '../table-context.ts'

/** Runs when one of these records of a table may have changed, as soon as that can surely be read. */
export function useLinkedEvents(table: TableId, shown: readonly RecordId[], onChange: () => void): void {
  const { backend, accessEpoch } = useTable()
  const run = useEffectEvent(onChange)
  const isShown = useEffectEvent((id: RecordId) => shown.includes(id))
  useEffect(
    () => listenToRecords(backend.live, { table, epoch: accessEpoch }, { isShown, onChange: run }),
    [backend, table, accessEpoch],
  )
}

/** Answers how to stop. */
export function listenToRecords(
  live: Pick<LiveApi, 'table'>,
  { table, epoch }: { readonly table: TableId; readonly epoch: number },
  { isShown, onChange }: { isShown(id: RecordId): boolean; onChange(): void },
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let wasLost = false
  const changeSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(onChange, readableMs)
  }
  const { close } = live.table(table, epoch, {
    onEvent(event) {
      if (!('items' in event) || event.items.some(([id]) => isShown(id))) changeSoon()
    },
    onState(state) {
      if (state === 'live' && wasLost) changeSoon()
      wasLost = state !== 'live'
    },
  })
  return () => {
    clearTimeout(timer)
    close()
  }
}
