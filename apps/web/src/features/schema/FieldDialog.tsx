import {
  type BaseId,
  type Field,
  type FieldDefinition,
  type FieldId,
  type FieldTypeName,
  fieldTypeNames,
  fieldTypes,
  type LinkDefinition,
  limits,
  type FieldRules as Rules,
  type Table,
  uuidV7,
} from '@plinth/domain'
import { useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { describeError } from '../../lib/describe-error.ts'
import { showDialog } from '../../lib/dialogs.ts'
import { FormDialog } from '../../lib/FormDialog.tsx'
import { FieldIcon } from '../../lib/field-icons.tsx'
import { noteFieldChange, noteFieldMade } from '../../lib/field-steps.ts'
import { pairOf } from '../../lib/link-words.ts'
import { useBaseSchema } from '../../lib/queries.ts'
import { useSessionCache } from '../../lib/session-cache.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { firstFocus } from '../../ui/first-focus.ts'
import { Select } from '../../ui/Select.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { DefaultField } from './DefaultField.tsx'
import { defaultDraftOf, defaultOfDraft, noDefault } from './default-draft.ts'
import { FieldRules } from './FieldRules.tsx'
import { FieldVisibility } from './FieldVisibility.tsx'
import {
  draftOf,
  draftProblem,
  emptyDraft,
  type FieldDraft,
  hasOptions,
  initialOf,
  optionsOfDraft,
} from './field-draft.ts'
import { LinkOptions } from './LinkOptions.tsx'
import { linkDefinition, linkProblem, pairName } from './link-draft.ts'
import { NumberOptions } from './NumberOptions.tsx'
import { OptionsEditor } from './OptionsEditor.tsx'
import { readRules, rulesDraftOf, sameRules } from './rules-draft.ts'

export interface FieldDialogProps {
  base: BaseId
  table: Table
  /** The field to change; without it a new one is made. */
  field?: Field
  onClose: () => void
  onSaved?: (field: Field) => void
}

/** Makes a field, or changes all of it but its type. */
export function FieldDialog({ base, table, field, onClose, onSaved }: FieldDialogProps) {
  const [draft, setDraft] = useState<FieldDraft>(() => (field ? draftOf(field) : emptyDraft))
  const { base: settings, tables } = useBaseSchema(base)
  const [rules, setRules] = useState(() => rulesDraftOf(draft.type, field?.rules ?? {}, settings))
  const [initial, setInitial] = useState(() => (field ? defaultDraftOf(field, settings) : noDefault))
  const [description, setDescription] = useState(field?.description ?? '')
  const [isKept, setKept] = useState(false)
  const [isChecked, setChecked] = useState(false)
  const save = useSaveField(base, table, field)
  const preset = defaultOfDraft(initial, draft.type, optionsOfDraft(draft), settings)
  const others = table.fields.filter((one) => one.id !== save.made?.id).map((one) => one.name)
  const problem = isChecked ? draftProblem(draft, others) : null
  const linking =
    draft.type === 'link' && !save.made ? linkProblem(draft.link, table, draft.name, tables) : null
  const read = readRules(draft.type, rules, settings)
  const isNameTaken = save.error?.code === 'name_taken'
  const nameError = problem?.place === 'name' ? problem.text : isNameTaken ? save.error?.message : undefined

  const submit = async () => {
    setChecked(true)
    if (draftProblem(draft, others) || linking || 'problem' in read || !preset.ok) return
    const notes = { description: description.trim(), default: preset.value }
    const result = await save.run(draft, notes, read.rules, isKept)
    if (!result.ok) return
    onSaved?.(result.value)
    onClose()
  }
  return (
    <FormDialog
      title={field ? `Edit “${field.name}”` : 'New field'}
      actionLabel={field ? 'Save field' : 'Create field'}
      action={{ isPending: save.isPending, error: isNameTaken ? null : save.error }}
      validationBehavior="aria"
      footerStart={
        field?.type === 'status' && (
          <Button
            variant="ghost"
            className="mr-auto"
            onPress={() => showDialog({ kind: 'workflow', base, table, field })}
          >
            Workflow…
          </Button>
        )
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={draft.name}
        onChange={(name) => setDraft({ ...draft, name })}
        maxLength={limits.nameLength}
        autoComplete="off"
        {...(nameError ? { errorMessage: nameError } : {})}
        {...firstFocus}
      />
      {field && <FieldVisibility base={base} field={field} />}
      <TypeSelect
        value={draft.type}
        isDisabled={save.made !== undefined}
        onChange={(type) => {
          setDraft({ ...draft, type })
          setInitial(noDefault)
        }}
      />
      {hasOptions(draft.type) && (
        <OptionsEditor
          isOfStates={draft.type === 'status'}
          options={draft.options}
          onChange={(options) => setDraft({ ...draft, options })}
          problem={problem}
        />
      )}
      {draft.type === 'status' && draft.options.length > 0 && (
        <Select
          label="New records begin in"
          options={draft.options.map(({ id, label }) => ({ id, label: label || 'Unnamed state' }))}
          value={initialOf(draft) ?? draft.options[0]!.id}
          onChange={(initial) => setDraft({ ...draft, initial })}
        />
      )}
      <NumberOptions draft={draft} onChange={setDraft} />
      {draft.type === 'link' && (
        <LinkOptions
          draft={draft.link}
          onChange={(link) => setDraft({ ...draft, link })}
          table={table}
          tables={tables}
          fieldName={draft.name}
          pairSingle={save.made && pairSingle(save.made, tables)}
          problem={isChecked ? linking : null}
        />
      )}
      <FieldRules
        key={draft.type}
        base={settings}
        table={table}
        type={draft.type}
        field={save.made}
        draft={rules}
        onChange={setRules}
        problem={isChecked && 'problem' in read ? read.problem : null}
        isKept={isKept}
        onKeep={setKept}
      />
      <DefaultField
        type={draft.type}
        options={draft.options}
        value={initial}
        onChange={setInitial}
        errorMessage={isChecked && !preset.ok ? describeError(preset.error).text : undefined}
      />
      <TextArea
        label="Description"
        rows={2}
        value={description}
        onChange={setDescription}
        maxLength={limits.descriptionLength}
      />
    </FormDialog>
  )
}

/** How many records the field on the other side holds; null: there is none to be seen. */
function pairSingle(field: Field, tables: readonly Table[]): boolean | null {
  const pair = pairOf(field, tables)
  return pair && pair.field.options.single === true
}

type FieldNotes = Pick<FieldDefinition, 'description' | 'default'>

function useSaveField(base: BaseId, table: Table, field: Field | undefined) {
  const backend = useBackend()
  const cache = useSessionCache()
  const { tables } = useBaseSchema(base)
  // A new field whose rules were refused is there: the next try changes it.
  const [made, setMade] = useState(field)
  const action = useAction(async (draft: FieldDraft, notes: FieldNotes, rules: Rules, keep: boolean) => {
    const [name, options] = [draft.name.trim(), optionsOfDraft(draft, made?.options)]
    const id = uuidV7() as FieldId
    const definition = (): FieldDefinition | LinkDefinition => {
      if (draft.type !== 'link') return { id, name, type: draft.type, options, ...notes }
      const pair = { pairId: uuidV7() as FieldId, pairName: pairName(draft.link, table, name, tables) }
      return { ...linkDefinition(draft.link, { id, name, ...pair }), description: notes.description ?? '' }
    }
    const saved = await (made
      ? backend.bases.updateField(made.id, { name, options, ...notes })
      : backend.bases.createField(table.id, definition()))
    if (!saved.ok) return saved
    const scope = { bases: backend.bases, cache, base, table: table.id }
    if (made) noteFieldChange(scope, made, saved.value)
    else noteFieldMade(scope, saved.value)
    setMade(saved.value)
    const ruled = sameRules(rules, saved.value.rules ?? {})
      ? saved
      : await backend.rules.setField(table.id, saved.value.id, rules, keep)
    await cache.refreshBase(base)
    return ruled
  })
  return { ...action, made }
}

const typeOptions = fieldTypeNames.map((id) => ({
  id,
  label: fieldTypes[id].label,
  description: fieldTypes[id].description,
  icon: <FieldIcon type={id} />,
}))

export function TypeSelect({
  value,
  onChange,
  isDisabled = false,
  isLabelHidden = false,
  label = 'Type',
  without,
}: {
  value: FieldTypeName
  onChange: (type: FieldTypeName) => void
  isDisabled?: boolean
  isLabelHidden?: boolean
  label?: string
  /** A type that cannot be chosen here. */
  without?: FieldTypeName
}) {
  return (
    <Select
      label={label}
      isLabelHidden={isLabelHidden}
      options={without ? typeOptions.filter(({ id }) => id !== without) : typeOptions}
      value={value}
      onChange={onChange}
      isDisabled={isDisabled}
      {...(isDisabled ? { description: 'To change it, choose “Change type” in the menu of the field.' } : {})}
    />
  )
}
