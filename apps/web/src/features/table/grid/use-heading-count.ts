import type { RowWindow } from '@plinth/record-store'
import { useSyncExternalStore } from 'react'
import { headingCount } from './group-lines.ts'

const never = () => () => undefined

/** The headings of groups that stand among the rows of a view, on screen or not. */
export function useHeadingCount({ figures: { groups } }: RowWindow): number {
  return useSyncExternalStore(groups?.subscribe ?? never, () =>
    groups ? headingCount(groups.snapshot()) : 0,
  )
}
