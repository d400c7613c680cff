import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import type { CellChanges } from './pasted-values.ts'
import { RefusedCells } from './RefusedCells.tsx'

export interface ReviewChangesProps {
  /** Null: nothing to decide. */
  readonly changes: CellChanges | null
  readonly onAccept: () => void
  readonly onCancel: () => void
}

/** Before a paste of which some values would be refused: which, and why. */
export function ReviewChanges({ changes, onAccept, onCancel }: ReviewChangesProps) {
  if (!changes) return null
  const good = countValues(changes)
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
          : `${bad === 1 ? 'Its cell stays' : 'Their cells stay'} as they are. The other ${good === 1 ? 'value' : `${good.toLocaleString()} values`} can be stored.`
      }
      footer={
        <>
          <Button onPress={onCancel}>{good === 0 ? 'Close' : 'Cancel'}</Button>
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
