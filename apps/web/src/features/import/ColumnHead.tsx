import {
  type BaseRole,
  type Candidate,
  choiceKey,
  type FieldId,
  isImportable,
  type Table,
} from '@plinth/domain'
import { TriangleAlert } from 'lucide-react'
import { countOf } from '../../lib/count-of.ts'
import { FieldIcon } from '../../lib/field-icons.tsx'
import { keyFields, mayMakeNamed } from '../../lib/records-named.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { choiceLabel } from './choice-labels.ts'
import { remapColumn } from './destinations.ts'
import type { ImportController } from './import-controller.ts'
import type { PreviewState } from './import-state.ts'
import type { ColumnDecision } from './preview-plan.ts'

interface ColumnHeadProps {
  decision: ColumnDecision
  state: PreviewState
  controller: ImportController
  role: BaseRole | null
  readable: readonly Table[]
}

/** One column: whether it is taken, under which name or into which field, as which type, and why. */
export function ColumnHead(props: ColumnHeadProps & { isPrimary: boolean }) {
  const { decision, state, isPrimary } = props
  const isNew = state.destination.kind === 'new'
  return (
    <th
      scope="col"
      className="sticky top-0 z-10 w-52 min-w-52 border-r border-b border-line bg-sunken p-2 text-left align-top font-normal"
    >
      <div className="flex flex-col gap-1.5">
        {isNew ? <NewFieldControls {...props} /> : <TargetField {...props} />}
        <Reason decision={decision} isNew={isNew} target={linkedTable(props)} />
        {isPrimary && <p className="px-0.5 text-xs font-medium text-accent-text">Names the records.</p>}
        {!isNew && <NewOptions {...props} />}
        {!isNew && <NewRecords {...props} />}
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
          className="min-h-8 coarse:min-w-11"
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
        options={candidates.map((candidate) => candidateOption(candidate, candidates))}
        value={choiceKey(choice)}
        onChange={(key) => {
          const candidate = candidates.find((other) => other.key === key)
          if (candidate) controller.changeColumn(column.index, { choice: candidate.choice })
        }}
      />
    </>
  )
}

function candidateOption(candidate: Candidate, all: readonly Candidate[]) {
  return {
    id: candidate.key,
    label: choiceLabel(candidate.choice, all),
    description:
      candidate.misfits === 0 ? 'Every value fits' : `${countOf(candidate.misfits, 'cell')} would be empty`,
    icon: <FieldIcon type={candidate.choice.type} />,
  }
}

const nowhere = 'none'

function TargetField({ decision, state, controller }: ColumnHeadProps) {
  const { destination } = state
  const { column, field, readings } = decision
  if (destination.kind !== 'existing') return null
  const fields = destination.table.fields.filter(isImportable)
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
      {readings.length > 0 && (
        <Select
          label={`How to read ${column.name}`}
          isLabelHidden
          isDisabled={state.busy !== null}
          options={readings.map((candidate) => candidateOption(candidate, readings))}
          value={choiceKey(decision.choice)}
          onChange={(key) => {
            const way = readings.find((candidate) => candidate.key === key)?.choice
            if (!way) return
            const ways = new Map([...destination.ways, [column.index, way] as const])
            controller.changeDestination({ ...destination, ways })
          }}
        />
      )}
    </>
  )
}

/** Values that are no option yet: whoever shapes the base may let them become options. */
function NewOptions({ decision, state, controller, role }: ColumnHeadProps) {
  const { destination } = state
  const { column, newLabels } = decision
  if (destination.kind !== 'existing' || role !== 'creator' || newLabels.length === 0) return null
  const isOn = destination.newOptions.has(column.index)
  return (
    <Checkbox
      isSelected={isOn}
      isDisabled={state.busy !== null}
      onChange={() => {
        const others = [...destination.newOptions].filter((other) => other !== column.index)
        const newOptions = new Set(isOn ? others : [...others, column.index])
        controller.changeDestination({ ...destination, newOptions })
      }}
      className="px-0.5 text-xs"
    >
      <span title={newLabels.join('\n')}>{`Add ${countOf(newLabels.length, 'new option')}`}</span>
    </Checkbox>
  )
}

/** The table whose records a column names; undefined: it names none, or records that the person may not read. */
const linkedTable = ({ decision: { field }, readable }: ColumnHeadProps): Table | undefined =>
  field?.type === 'link' ? readable.find(({ id }) => id === field.options.target) : undefined

/** Names of nobody: whoever may make records of the linked table may let them become records. */
function NewRecords(props: ColumnHeadProps) {
  const { decision, state, controller } = props
  const { destination } = state
  const { column } = decision
  const target = linkedTable(props)
  if (destination.kind !== 'existing' || !target || !mayMakeNamed(target)) return null
  const isOn = destination.newRecords.has(column.index)
  return (
    <Checkbox
      isSelected={isOn}
      isDisabled={state.busy !== null}
      onChange={() => {
        const others = [...destination.newRecords].filter((other) => other !== column.index)
        const newRecords = new Set(isOn ? others : [...others, column.index])
        controller.changeDestination({ ...destination, newRecords })
      }}
      className="px-0.5 text-xs"
    >
      {`Add missing records to “${target.name}”`}
    </Checkbox>
  )
}

interface ReasonProps {
  decision: ColumnDecision
  isNew: boolean
  /** The table whose records the column names. */
  target: Table | undefined
}

/** Why this type, or what a chosen type costs. */
function Reason({ decision, isNew, target }: ReasonProps) {
  const { column, choice, isSkipped, misfits, loss } = decision
  if (isSkipped) return <p className="px-0.5 text-xs text-ink-muted">Left out.</p>
  if (choice.type === 'link') {
    const keys = target ? keyFields(target).map(({ name }) => `, or by ${name}`) : []
    return (
      <p className="px-0.5 text-xs text-ink-muted">
        {`Records by their names${keys.join('')}, with commas between them.`}
      </p>
    )
  }
  if (misfits === null) {
    const fate =
      choice.type === 'status'
        ? 'Where a value is no state, a new record begins in the first one.'
        : 'Values that are no option will be left empty.'
    return <p className="px-0.5 text-xs text-ink-muted">{fate}</p>
  }
  const isSuggested = isNew && choiceKey(choice) === choiceKey(column.inference.choice)
  const cost =
    misfits > 0 && `${countOf(misfits, 'value does', 'values do')} not fit and would be left empty.`
  const warnings = isSuggested ? [misfits > 0 && column.inference.reason] : [cost, loss]
  const text = warnings.filter(Boolean).join(' ')
  if (text !== '') {
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
