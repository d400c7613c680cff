/** Records that are selected as a whole, on screen or not. */
import type { RecordId } from '@plinth/domain'

export interface SelectedRecords {
  readonly count: number
  /** Those of them that are loaded, up to a number. */
  readonly here: ReadonlySet<RecordId>
  /** Asks, and deletes all of them: those that are not here are read first. */
  remove(): void
}

export const noneSelected: SelectedRecords = { count: 0, here: new Set(), remove: () => undefined }

/** The selection without records that are deleted. */
export function withoutRecords(selected: SelectedRecords, gone: readonly RecordId[]): SelectedRecords {
  const here = new Set(selected.here)
  for (const id of gone) here.delete(id)
  const isAllHere = selected.here.size === selected.count
  const fewer = isAllHere ? selected.here.size - here.size : gone.length
  return { ...selected, here, count: Math.max(here.size, selected.count - fewer) }
}
