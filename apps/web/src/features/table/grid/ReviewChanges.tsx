import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { firstFocus } from '../../../ui/first-focus.ts'
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
export function ReviewChanges({ review, ...rest }: ReviewChangesProps) {
  return review && <Review review={review} {...rest} />
}

function Review({ review, onAccept, onMake, onCancel }: ReviewChangesProps & { review: CellReview }) {
  const [isMaking, setMaking] = useState(false)
  const [hasMade, setMade] = useState(false)
  const { changes } = review
  const make = async () => {
    setMaking(true)
    setMade(true)
    await onMake()
    setMaking(false)
  }
  const good = countValues(changes)
  const making = makingLabel(review)
  const bad = changes.refused.length
  // The button that had the focus has gone: what is left to do has it then, made anew to take it.
  const isLeft = hasMade && making === null
  const key = isLeft ? 'left' : 'first'
  const focus = isLeft ? firstFocus : {}
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
          <Button key={good === 0 ? `close ${key}` : 'cancel'} {...(good === 0 && focus)} onPress={onCancel}>
            {good === 0 ? 'Close' : 'Cancel'}
          </Button>
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
            <Button key={`accept ${key}`} {...focus} variant="primary" onPress={onAccept}>
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
