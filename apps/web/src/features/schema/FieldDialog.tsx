import {
  type BaseId,
  type Computation,
  type Field,
  type FieldId,
  hasOptions,
  limits,
  type OptionId,
  type SelectOption,
  type Table,
  takesOptions,
} from '@plinth/domain'
import { useId, useMemo, useState } from 'react'
import { canonical } from '../../lib/canonical.ts'
import { describeError } from '../../lib/describe-error.ts'
import { showDialog } from '../../lib/dialogs.ts'
import { FormDialog } from '../../lib/FormDialog.tsx'
import { namedTable } from '../../lib/label-field.ts'
import { pairOf } from '../../lib/link-words.ts'
import { namesBeside } from '../../lib/names-in.ts'
import { useBaseSchema } from '../../lib/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { firstFocus } from '../../ui/first-focus.ts'
import { intoSight } from '../../ui/into-sight.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
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
  initialOf,
  optionsOfDraft,
  shapeOf,
} from './field-draft.ts'
import { FormulaEditor } from './formula/FormulaEditor.tsx'
import { type FormulaState, useFormula } from './formula/use-formula.ts'
import { isRollup, KindSelect } from './KindSelect.tsx'
import { LinkOptions } from './LinkOptions.tsx'
import { limitsProblem, linkProblem } from './link-draft.ts'
import { NumberOptions } from './NumberOptions.tsx'
import { OptionsEditor } from './OptionsEditor.tsx'
import { broughtBack } from './option-lines.ts'
import { RollupEditor } from './rollup/RollupEditor.tsx'
import { type RollupState, useRollup } from './rollup/use-rollup.ts'
import { readRules, rulesDraftOf } from './rules-draft.ts'
import { useSaveField } from './use-save-field.ts'

export interface FieldDialogProps {
  base: BaseId
  table: Table
  /** The field to change; without it a new one is made. */
  field?: Field
  onClose: () => void
  onSaved?: (field: Field) => void
}

/** Of a field that is not there yet. */
const unmade = '' as FieldId

/** Makes a field, or changes all of it but its type. */
export function FieldDialog({ base, table, field, onClose, onSaved }: FieldDialogProps) {
  const [draft, setDraft] = useState<FieldDraft>(() => (field ? draftOf(field) : emptyDraft))
  const { base: settings, tables } = useBaseSchema(base)
  const [rules, setRules] = useState(() => rulesDraftOf(shapeOf(draft), field?.rules ?? {}, settings))
  const [initial, setInitial] = useState(() => (field ? defaultDraftOf(field, settings) : noDefault))
  const [description, setDescription] = useState(field?.description ?? '')
  const [isKept, setKept] = useState(false)
  const [isChecked, setChecked] = useState(false)
  const [entered, enter] = useState<OptionId | null>(null)
  const save = useSaveField(base, table, field)
  const named = useMemo(() => namedTable(table, tables), [table, tables])
  const formula = useFormula(named, field, draft.type)
  const rollup = useRollup(table, field, tables)
  const isComputed = formula.isOn || rollup.kind !== null
  const shown: FieldDraft = { ...draft, type: rollup.kind ? (rollup.read.type ?? 'text') : formula.type }
  const own = field ?? save.unfinished
  const isUnsaved = useIsChanged([draft, rules, initial, description, formula.text])
  const stopped = save.isPending ? undefined : save.unfinished
  const others = table.fields.filter((one) => one.id !== own?.id).map((one) => one.name)
  const problem = isChecked ? draftProblem(draft, others) : null
  const isLink = draft.type === 'link' && !isComputed
  const linking = isLink
    ? ((field ? null : linkProblem(draft.link, table, draft.name, tables)) ??
      limitsProblem(draft.link, tables))
    : null
  const shape = shapeOf(draft)
  const read = readRules(shape, rules, settings)
  const ruled = { ...shape, id: own?.id ?? unmade, rules: 'rules' in read ? read.rules : {} }
  const preset = defaultOfDraft(initial, ruled, settings)
  const isNameTaken = save.error?.code === 'name_taken'
  const gone = goneOptions(field, draft)
  const isInUse = hasOptions(draft.type) && save.error?.details?.rule === 'option_in_use'
  const isMended = isInUse && gone.length === 0
  const nameError = problem?.place === 'name' ? problem.text : isNameTaken ? save.error?.message : undefined

  const submit = async () => {
    setChecked(true)
    const computed = askFor(formula, rollup)
    if (
      draftProblem(shown, others) ||
      linking ||
      'problem' in read ||
      !preset.ok ||
      (isComputed && !computed)
    )
      return
    const notes = { description: description.trim(), ...(computed ? {} : { default: preset.value }) }
    const rules = { rules: computed ? {} : read.rules, keep: isKept }
    const result = await save.run(shown, notes, { ...rules, computed })
    if (!result.ok) return
    onSaved?.(result.value)
    onClose()
  }
  return (
    <FormDialog
      title={field ? `Edit “${field.name}”` : 'New field'}
      actionLabel={field ? 'Save field' : stopped ? 'Continue' : 'Create field'}
      action={{ isPending: save.isPending, error: isNameTaken || isMended ? null : save.error }}
      errorAction={
        isInUse && (
          <BringBack
            options={gone}
            onBring={(back) => {
              enter(back[0]?.id ?? null)
              setDraft({ ...draft, options: broughtBack(draft.options, field?.options.options ?? [], back) })
            }}
          />
        )
      }
      names={{
        ...namesBeside(table, tables),
        gone: { labels: gone.map(({ label }) => label), canMerge: field !== undefined && canMerge(field) },
      }}
      validationBehavior="aria"
      footerStart={field && <OtherWays {...{ base, table, field, isUnsaved }} />}
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
      <KindSelect
        value={rollup.kind ?? (formula.isOn ? 'formula' : draft.type)}
        isDisabled={field !== undefined}
        isOnRead={field?.onRead === true}
        onChange={(kind) => {
          formula.turn(kind === 'formula')
          rollup.turn(isRollup(kind) ? kind : null)
          setDraft({ ...draft, type: kind === 'formula' || isRollup(kind) ? 'text' : kind })
          setInitial(noDefault)
        }}
      />
      {formula.isOn && (
        <FormulaEditor
          base={settings}
          table={named}
          field={field}
          text={formula.text}
          onText={formula.write}
          read={formula.read}
          isJudged={formula.isJudged}
          type={formula.type}
          options={optionsOfDraft(shown)}
          onType={(type) => setDraft({ ...draft, type })}
          onSubmit={() => void submit()}
        />
      )}
      {rollup.kind && <RollupEditor {...{ table, tables, field, rollup }} onSubmit={() => void submit()} />}
      {hasOptions(draft.type) && !isComputed && (
        <OptionsEditor
          isOfStates={draft.type === 'status'}
          options={draft.options}
          onChange={(options) => setDraft({ ...draft, options })}
          entered={entered}
          onEnter={enter}
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
      {(!formula.isOn || formula.read.checked) && !(rollup.kind && takesOptions(shown.type)) && (
        <NumberOptions draft={shown} onChange={(next) => setDraft({ ...next, type: draft.type })} />
      )}
      {isLink && (
        <LinkOptions
          draft={draft.link}
          onChange={(link) => setDraft({ ...draft, link })}
          table={table}
          tables={tables}
          fieldName={draft.name}
          pairSingle={field && pairSingle(field, tables)}
          made={field?.id}
          problem={isChecked ? linking : null}
          onSubmit={() => void submit()}
        />
      )}
      {!isComputed && (
        <>
          <FieldRules
            key={draft.type}
            base={settings}
            table={table}
            shape={shape}
            field={field}
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
        </>
      )}
      <TextArea
        label="Description"
        rows={2}
        value={description}
        onChange={setDescription}
        maxLength={limits.descriptionLength}
      />
      {save.share !== null && (
        <div ref={intoSight} className="scroll-mb-5">
          <ProgressBar label="Computing" value={save.share * 100} />
        </div>
      )}
      {stopped && (
        <p className="text-sm text-ink-muted">
          “{stopped.name}” is made, but not computed for all records. Continue where it stopped, or change it
          and continue with that.
        </p>
      )}
    </FormDialog>
  )
}

interface OtherWaysProps extends Required<Pick<FieldDialogProps, 'base' | 'table' | 'field'>> {
  isUnsaved: boolean
}

/** What is done with a field of choices elsewhere. */
function OtherWays({ isUnsaved, ...of }: OtherWaysProps) {
  if (of.field.type === 'status') {
    return (
      <WayOut isUnsaved={isUnsaved} onPress={() => showDialog({ kind: 'workflow', ...of })}>
        Workflow…
      </WayOut>
    )
  }
  if (!canMerge(of.field)) return null
  return (
    <WayOut isUnsaved={isUnsaved} onPress={() => showDialog({ kind: 'merge-options', ...of })}>
      Merge options…
    </WayOut>
  )
}

interface WayOutProps {
  isUnsaved: boolean
  onPress: () => void
  children: string
}

/** Opens another dialog in place of this one. It waits for what is not saved, and says so to whoever comes to it by keys too. */
function WayOut({ isUnsaved, onPress, children }: WayOutProps) {
  const reason = useId()
  return (
    <span className="mr-auto flex flex-col items-start">
      <Button
        variant="ghost"
        className="aria-disabled:bg-transparent aria-disabled:text-ink-faint"
        aria-disabled={isUnsaved}
        aria-describedby={reason}
        onPress={() => isUnsaved || onPress()}
      >
        {children}
      </Button>
      <span id={reason} className="px-3 text-xs text-ink-muted empty:hidden">
        {isUnsaved && 'Save or cancel first.'}
      </span>
    </span>
  )
}

/** Is it another than when it was first asked about? */
function useIsChanged(state: unknown): boolean {
  const now = canonical(state)
  const [first] = useState(now)
  return now !== first
}

const canMerge = ({ type, rollup, options }: Field): boolean =>
  hasOptions(type) && type !== 'status' && !rollup && (options.options?.length ?? 0) > 1

/** Options of the field that are not in its draft any more. */
function goneOptions(field: Field | undefined, draft: FieldDraft): SelectOption[] {
  const kept = new Set(draft.options.map(({ id }) => id))
  return (field?.options.options ?? []).filter(({ id }) => !kept.has(id))
}

/** Up to so many, each of them has a button of its own. */
const mostButtons = 6

interface BringBackProps {
  options: readonly SelectOption[]
  onBring: (options: readonly SelectOption[]) => void
}

/** The removed options that records may hold, to be put where they were: all else that was changed stays. */
function BringBack({ options, onBring }: BringBackProps) {
  const portions = options.length > mostButtons ? [options] : options.map((option) => [option])
  return (
    <div className="flex min-w-0 flex-wrap gap-2">
      {portions.map((portion) => (
        <Button key={portion[0]?.id} size="sm" onPress={() => onBring(portion)} className="min-w-0">
          {`Bring back ${portion.length > 1 ? `all ${portion.length}` : `“${portion[0]?.label}”`}`}
        </Button>
      ))}
    </div>
  )
}

/** What the field is to be computed by; null: by nothing, or something is missing that is told now. */
function askFor(formula: FormulaState, rollup: RollupState): Computation | null {
  const [tree, rolled] = [formula.ask(), rollup.ask()]
  if (rolled) return { rollup: rolled }
  return tree && { formula: tree }
}

/** How many records the field on the other side holds; null: there is none to be seen. */
function pairSingle(field: Field, tables: readonly Table[]): boolean | null {
  const pair = pairOf(field, tables)
  return pair && pair.field.options.single === true
}
