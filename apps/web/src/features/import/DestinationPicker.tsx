import type { BaseRole, FieldId, Table, TableId } from '@plinth/domain'
import { FieldIcon } from '../../lib/field-icons.tsx'
import { RadioGroup } from '../../ui/RadioGroup.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { intoNewTable, intoTable, likeliestTable } from './destinations.ts'
import type { ImportController } from './import-controller.ts'
import type { Destination, PreviewState } from './import-state.ts'
import { type ColumnDecision, possibleKeys, primaryOf, tableNameProblem } from './preview-plan.ts'

interface DestinationPickerProps {
  state: PreviewState
  controller: ImportController
  tables: readonly Table[]
  role: BaseRole | null
  decisions: readonly ColumnDecision[]
}

/** Where the rows go: into a new table, or into one that exists, with or without a key. */
export function DestinationPicker({ state, controller, tables, role, decisions }: DestinationPickerProps) {
  const { destination } = state
  const isBusy = state.busy !== null
  const mayChoose = role === 'creator' && tables.length > 0
  const choose = (kind: Destination['kind']) => {
    if (kind === destination.kind) return
    const table = likeliestTable(state.profile, tables)
    if (kind === 'new') controller.changeDestination(intoNewTable(state.file.name, tables))
    else if (table) controller.changeDestination(intoTable(table, state.profile))
  }
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
      {mayChoose && (
        <RadioGroup
          label="Import into"
          options={[
            { id: 'new', label: 'A new table' },
            { id: 'existing', label: 'An existing table' },
          ]}
          value={destination.kind}
          onChange={choose}
          isDisabled={isBusy}
        />
      )}
      {destination.kind === 'new' ? (
        <>
          <TextField
            label="Table name"
            className="w-full sm:w-72"
            value={destination.name}
            isDisabled={isBusy}
            onChange={(name) => controller.changeDestination({ ...destination, name })}
            errorMessage={tableNameProblem(destination.name, tables)}
          />
          <PrimaryPicker {...{ state, controller, decisions, destination }} />
        </>
      ) : (
        <ExistingTable {...{ state, controller, tables, decisions, destination }} />
      )}
    </div>
  )
}

/** Which field names the records, and why. */
function PrimaryPicker({
  state,
  controller,
  decisions,
  destination,
}: Pick<DestinationPickerProps, 'state' | 'controller' | 'decisions'> & {
  destination: Destination & { kind: 'new' }
}) {
  const primary = primaryOf(state)
  if (!primary) return null
  return (
    <Select<string>
      label="Records are named by"
      className="w-full sm:w-64"
      isDisabled={state.busy !== null}
      description={primary.reason}
      options={decisions.flatMap(({ column, name, isSkipped, choice }) =>
        isSkipped ? [] : [{ id: String(column.index), label: name, icon: <FieldIcon type={choice.type} /> }],
      )}
      value={String(primary.index)}
      onChange={(id) => controller.changeDestination({ ...destination, primary: Number(id) })}
    />
  )
}

const noKey = 'append'

interface ExistingTableProps extends Omit<DestinationPickerProps, 'role'> {
  destination: Destination & { kind: 'existing' }
}

function ExistingTable({ state, controller, tables, decisions, destination }: ExistingTableProps) {
  const isBusy = state.busy !== null
  const keys = possibleKeys(decisions)
  return (
    <>
      <Select<TableId>
        label="Table"
        className="w-full sm:w-56"
        isDisabled={isBusy}
        options={tables.map(({ id, name }) => ({ id, label: name }))}
        value={destination.table.id}
        onChange={(id) => {
          const table = tables.find((candidate) => candidate.id === id)
          if (table) controller.changeDestination(intoTable(table, state.profile))
        }}
      />
      <Select<string>
        label="Rows that are there already"
        className="w-full sm:w-72"
        isDisabled={isBusy}
        options={[
          { id: noKey, label: 'Add every row', description: 'Nothing that is there is changed' },
          ...keys.map(({ id, name }) => ({
            id,
            label: `Update where “${name}” is equal`,
            description: 'Other rows are added',
          })),
        ]}
        value={destination.key ?? noKey}
        onChange={(id) =>
          controller.changeDestination({ ...destination, key: id === noKey ? null : (id as FieldId) })
        }
      />
    </>
  )
}
