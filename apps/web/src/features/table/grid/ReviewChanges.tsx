import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { makingLabel } from './making-label.ts'
import type { CellChanges } from './pasted-values.ts'
import { RefusedCells } from './RefusedCells.tsx'
import type { CellReview } from './use-cell-changes.ts'

export interface ReviewChangesProps {
  /** Null: nothing to decide. */
  readonly review: CellReview | null
  readonly onAccept: () => void
  readonly onMake: () => Promise<void>
  readonly onCancel: () => void
}

/** Before a paste of which some values would be refused: which, and why. */
export function ReviewChanges({ review, onAccept, onMake, onCancel }: ReviewChangesProps) {
  const [isMaking, setMaking] = useState(false)
  if (!review) return null
  const { changes } = review
  const make = async () => {
    setMaking(true)
    await onMake()
    setMaking(false)
  }
  const good = countValues(changes)
  const making = makingLabel(review)
  const bad = changes.refused.length
  return (
    <Dialog
      isOpen
      onOpenChange={onCancel}
      size="md"
      title={bad === 1 ? 'One value does not fit' : `${bad.toLocaleString()} values do not fit`}
      description={
        good === 0
          ? 'Nothing of what you paste can be stored here.'
          : `${bad === 1 ? 'Its cell stays as it is' : 'Their cells stay as they are'}. The other ${good === 1 ? 'value' : `${good.toLocaleString()} values`} can be stored.`
      }
      footer={
        <>
          <Button onPress={onCancel}>{good === 0 ? 'Close' : 'Cancel'}</Button>
          {making !== null && (
            <Button
              variant={good === 0 ? 'primary' : 'secondary'}
              onPress={() => void make()}
              isPending={isMaking}
            >
              {making}
            </Button>
          )}
          {good > 0 && (
            <Button variant="primary" onPress={onAccept}>
              {good === 1 ? 'Paste the other value' : `Paste the other ${good.toLocaleString()}`}
            </Button>
          )}
        </>
      }
      isText
    >
      <RefusedCells refused={changes.refused} />
    </Dialog>
  )
}

function countValues({ edits, added }: CellChanges): number {
  const all = [...edits.map(({ values }) => values), ...added]
  return all.reduce((sum, values) => sum + Object.keys(values).length, 0)
}
