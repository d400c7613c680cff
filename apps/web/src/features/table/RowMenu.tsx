import { type Field, type FieldId, type RecordId } from '@plinth/domain'
import { ClipboardCopy, RotateCw, ShieldQuestionMark, Trash2, X } from 'lucide-react'
import { copyText } from '../../lib/copy-text.ts'
import { explainRefusal, isAboutRights } from '../../lib/why.tsx'
import { MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
import { problemText } from './CellProblemNote.tsx'
import { type CellActions, CellMenuItems } from './grid/CellMenuItems.tsx'
import { tryAgainLabel } from './in-the-way.ts'
import { PointMenu } from './PointMenu.tsx'
import { AboutItems, DeleteItem, OpenItems } from './record/RecordMenuItems.tsx'
import { useTable } from './table-context.ts'

/** What can be done with a record and the selected cells, where the pointer or the cursor is. */
export function RowMenu({
  x,
  y,
  id,
  field,
  cells,
  isByKey,
  isReadOnly,
  onClose,
}: {
  x: number
  y: number
  id: RecordId
  field: Field | null
  cells: CellActions
  isByKey: boolean
  isReadOnly: boolean
  onClose: () => void
}) {
  const { session, table, values } = useTable()
  const isOne = cells.records <= 1
  const row = session.store.get(id)
  const problem = field ? row?.problems.get(field.id) : undefined
  const together = problem ? session.togetherWith(problem.error) : 1
  return (
    <PointMenu x={x} y={y} isFirstFocused={isByKey} onClose={onClose}>
      {field && problem && (
        <>
          <MenuItem icon={<RotateCw aria-hidden />} onAction={() => session.retryCell(id, field.id)}>
            {together > 1 ? tryAgainLabel(together) : 'Try my value again'}
          </MenuItem>
          <MenuItem
            icon={<ClipboardCopy aria-hidden />}
            onAction={() => void copyText(problemText(field, problem.attempted, values), 'Copied your value')}
          >
            Copy my value
          </MenuItem>
          {isAboutRights(problem.error) && (
            <MenuItem
              icon={<ShieldQuestionMark aria-hidden />}
              onAction={() =>
                explainRefusal({ table: table.id, record: id, action: 'update', problem: problem.error })
              }
            >
              Why was this refused?
            </MenuItem>
          )}
          <MenuItem icon={<X aria-hidden />} onAction={() => session.dismissCell(id, field.id)}>
            Dismiss the problem
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      <OpenItems id={id} />
      <MenuSeparator />
      <CellMenuItems actions={cells} isReadOnly={isReadOnly} />
      <MenuSeparator />
      <AboutItems id={id} field={fieldInQuestion(field)} />
      {isOne ? (
        <DeleteItem id={id} />
      ) : (
        !isReadOnly && (
          <>
            <MenuSeparator />
            <MenuItem tone="danger" icon={<Trash2 aria-hidden />} onAction={cells.remove}>
              {`Delete ${cells.records.toLocaleString()} records`}
            </MenuItem>
          </>
        )
      )}
    </PointMenu>
  )
}

/** A field with rights of its own is what one asks about; else the record. */
const fieldInQuestion = (field: Field | null): FieldId | null =>
  field && (field.hidden || field.access === 'read') ? field.id : null
