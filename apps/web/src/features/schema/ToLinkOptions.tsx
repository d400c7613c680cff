import { type Field, fieldTypes, type Table } from '@plinth/domain'
import { countOf } from '../../lib/count-of.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Select } from '../../ui/Select.tsx'
import { LinkAmount, LinkTarget } from './LinkFields.tsx'
import { otherSideName } from './link-draft.ts'
import { canCreate, findingField, findingFields, type ToLinkDraft } from './to-link-draft.ts'

export interface ToLinkOptionsProps {
  draft: ToLinkDraft
  onChange: (draft: ToLinkDraft) => void
  table: Table
  tables: readonly Table[]
  field: Field
  /** Names that nobody has, as far as they are counted. */
  missing: number | undefined
  isDisabled: boolean
}

/** Whose records the values of a field name, and what becomes of names that nobody has. */
export function ToLinkOptions(props: ToLinkOptionsProps) {
  const { draft, onChange, table, tables, field, isDisabled } = props
  const target = tables.find(({ id }) => id === draft.target)
  return (
    <>
      <LinkTarget
        {...{ table, tables, isDisabled }}
        value={draft.target}
        onChange={(id) => onChange({ ...draft, target: id, by: null })}
        error={
          target && findingFields(target, field.id).length === 0
            ? `No field of “${target.name}” names its records.`
            : null
        }
      />
      {target && findingFields(target, field.id).length > 0 && <Found {...props} target={target} />}
    </>
  )
}

function Found({
  draft,
  onChange,
  table,
  field,
  target,
  missing = 0,
  isDisabled,
}: ToLinkOptionsProps & { target: Table }) {
  const by = findingField(draft, target, field.id)
  const where = target.id === table.id ? 'from the other side' : `in “${target.name}”`
  return (
    <>
      <Select
        label="Found by"
        description={
          draft.single || field.type === 'single_select'
            ? 'A value has to be exactly what stands in this field.'
            : 'A value has to be exactly what stands in this field. Several names stand with commas between.'
        }
        options={findingFields(target, field.id).map(({ id, name, type }) => ({
          id,
          label: name,
          description: fieldTypes[type].label,
        }))}
        value={by?.id ?? null}
        onChange={(id) => onChange({ ...draft, by: id })}
        isDisabled={isDisabled}
      />
      <LinkAmount
        label={
          target.id === table.id
            ? `Records in “${field.name}” of each record`
            : `“${target.name}” in each record of “${table.name}”`
        }
        isSingle={draft.single}
        onChange={(single) => onChange({ ...draft, single })}
        isDisabled={isDisabled}
      />
      {canCreate(by) && (missing > 0 || draft.isCreating) && (
        <Checkbox
          isSelected={draft.isCreating}
          onChange={(isCreating) => onChange({ ...draft, isCreating })}
          isDisabled={isDisabled}
        >
          {draft.isCreating
            ? `Make ${countOf(missing, 'record')} in “${target.name}” for names that are not there`
            : `Make records in “${target.name}” for ${countOf(missing, 'name')} that ${missing === 1 ? 'is' : 'are'} not there`}
        </Checkbox>
      )}
      <Checkbox
        isSelected={draft.isPaired}
        onChange={(isPaired) => onChange({ ...draft, isPaired })}
        isDisabled={isDisabled}
      >
        {`Show it ${where} too, as “${otherSideName(
          table,
          target.fields.map(({ name }) => name),
        )}”`}
      </Checkbox>
    </>
  )
}
