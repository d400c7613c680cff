import type { RowWindow } from '@plinth/record-store'
import { TriangleAlert } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Button } from '../../ui/Button.tsx'

const never = () => () => undefined

/** That groups or figures of the view could not be worked out. */
export function FiguresState({ window: { figures } }: { window: RowWindow }) {
  const { groups, summary } = figures
  const ofGroups = useSyncExternalStore(groups?.subscribe ?? never, () => groups?.snapshot().error ?? null)
  const ofAll = useSyncExternalStore(summary.subscribe, () => summary.snapshot().error)
  if (!ofGroups && !ofAll) return null
  const what = ofGroups ? (ofAll ? 'Groups and figures' : 'Groups') : 'Figures'
  return (
    <output className="flex items-center gap-1.5 text-warn-text">
      <TriangleAlert aria-hidden className="size-3.5" />
      {what} could not be worked out
      <Button size="sm" variant="ghost" className="h-6" onPress={() => figures.retry()}>
        Try again
      </Button>
    </output>
  )
}
