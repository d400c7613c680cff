import { choiceKey, type FieldId } from '@plinth/domain'
import { TriangleAlert } from 'lucide-react'
import { FieldIcon } from '../../lib/field-icons.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { choiceLabel, countOf } from './choice-labels.ts'
import { remapColumn } from './destinations.ts'
import type { ImportController } from './import-controller.ts'
import type { PreviewState } from './import-state.ts'
import type { ColumnDecision } from './preview-plan.ts'

interface ColumnHeadProps {
  decision: ColumnDecision
  state: PreviewState
  controller: ImportController
}

/** One column: whether it is taken, under which name or into which field, as which type, and why. */
export function ColumnHead({ decision, state, controller }: ColumnHeadProps) {
  const isNew = state.destination.kind === 'new'
  return (
    <th
      scope="col"
      className="sticky top-0 z-10 w-52 min-w-52 border-r border-b border-line bg-sunken p-2 text-left align-top font-normal"
    >
      <div className="flex flex-col gap-1.5">
        {isNew ? (
          <NewFieldControls {...{ decision, state, controller }} />
        ) : (
          <TargetField {...{ decision, state, controller }} />
        )}
        <Reason decision={decision} isNew={isNew} />
      </div>
    </th>
  )
}

function NewFieldControls({ decision, state, controller }: ColumnHeadProps) {
  const { column, isSkipped, name, choice, nameProblem } = decision
  const { candidates } = column.inference
  const isBusy = state.busy !== null
  return (
    <>
      <div className="flex items-start gap-2">
        <Checkbox
          aria-label={`Import the column ${column.name}`}
          isSelected={!isSkipped}
          isDisabled={isBusy}
          onChange={(isSelected) => controller.changeColumn(column.index, { isSkipped: !isSelected })}
          className="min-h-8"
        />
        <TextField
          label={`Name of column ${column.index + 1}`}
          isLabelHidden
          className="flex-1"
          value={name}
          isDisabled={isSkipped || isBusy}
          onChange={(text) => controller.changeColumn(column.index, { name: text })}
          errorMessage={nameProblem}
        />
      </div>
      <Select
        label={`Type of ${name}`}
        isLabelHidden
        isDisabled={isSkipped || isBusy}
        options={candidates.map((candidate) => ({
          id: candidate.key,
          label: choiceLabel(candidate.choice, candidates),
          description:
            candidate.misfits === 0
              ? 'Every value fits'
              : `${countOf(candidate.misfits, 'cell')} would be empty`,
          icon: <FieldIcon type={candidate.choice.type} />,
        }))}
        value={choiceKey(choice)}
        onChange={(key) => {
          const candidate = candidates.find((other) => other.key === key)
          if (candidate) controller.changeColumn(column.index, { choice: candidate.choice })
        }}
      />
    </>
  )
}

const nowhere = 'none'

function TargetField({ decision, state, controller }: ColumnHeadProps) {
  const { destination } = state
  const { column, field } = decision
  if (destination.kind !== 'existing') return null
  const fields = destination.table.fields.filter(({ type }) => type !== 'attachment')
  return (
    <>
      <span className="truncate px-0.5 font-medium">{column.name}</span>
      <Select<string>
        label={`Field for the column ${column.name}`}
        isLabelHidden
        isDisabled={state.busy !== null}
        options={[
          { id: nowhere, label: 'Leave out' },
          ...fields.map(({ id, name, type }) => ({ id, label: name, icon: <FieldIcon type={type} /> })),
        ]}
        value={field?.id ?? nowhere}
        onChange={(id) => {
          const target = id === nowhere ? null : (id as FieldId)
          controller.changeDestination(remapColumn(destination, column.index, target))
        }}
      />
    </>
  )
}

/** Why this type, or what a chosen type costs. */
function Reason({ decision, isNew }: { decision: ColumnDecision; isNew: boolean }) {
  const { column, choice, isSkipped, misfits } = decision
  if (isSkipped) return <p className="px-0.5 text-xs text-ink-muted">Left out.</p>
  if (misfits === null) {
    return <p className="px-0.5 text-xs text-ink-muted">Values that are no option will be left empty.</p>
  }
  const isSuggested = isNew && choiceKey(choice) === choiceKey(column.inference.choice)
  if (misfits > 0) {
    const text = isSuggested
      ? column.inference.reason
      : `${countOf(misfits, 'value does', 'values do')} not fit and would be left empty.`
    return (
      <p className="flex gap-1 px-0.5 text-xs text-warn-text">
        <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
        <span>{text}</span>
      </p>
    )
  }
  return (
    <p className="px-0.5 text-xs text-ink-muted">
      {isSuggested ? column.inference.reason : 'Every value fits.'}
    </p>
  )
}
