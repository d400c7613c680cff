import type { RowWindow } from '@plinth/record-store'
import { TriangleAlert } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { FooterState } from './FooterState.tsx'

const never = () => () => undefined

/** That groups or figures of the view could not be worked out. */
export function FiguresState({ window: { figures } }: { window: RowWindow }) {
  const { groups, summary } = figures
  const ofGroups = useSyncExternalStore(groups?.subscribe ?? never, () => groups?.snapshot().error ?? null)
  const ofAll = useSyncExternalStore(summary.subscribe, () => summary.snapshot().error)
  if (!ofGroups && !ofAll) return null
  const what = ofGroups ? (ofAll ? 'Groups and figures' : 'Groups') : 'Figures'
  return (
    <FooterState icon={<TriangleAlert aria-hidden />} isWarning onRetry={() => figures.retry()}>
      {what} could not be worked out
    </FooterState>
  )
}
