import {
  type Automation,
  type AutomationFeatures,
  type AutomationId,
  type BaseSchema,
  limits,
  type TableId,
  type UserId,
  uuidV7,
} from '@plinth/domain'
import { Table2 } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { exampleFor } from '../../lib/expression/ConditionField.tsx'
import { labelFieldsOf } from '../../lib/label-field.ts'
import { namesIn } from '../../lib/names-in.ts'
import { useBaseMembers } from '../../lib/queries.ts'
import { useAction } from '../../lib/use-action.ts'
import { Section } from '../../ui/Section.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/Toast.tsx'
import { ActionList } from './ActionList.tsx'
import { type Draft, type Place, withTable } from './automation-draft.ts'
import { automationWords } from './automation-words.ts'
import { DryRun } from './DryRun.tsx'
import { Overtaken, RightsText, StopNote } from './EditorNotes.tsx'
import { ExpressionText } from './ExpressionText.tsx'
import { type Editing, EditingContext, useEditing } from './editor-context.ts'
import { LeaveGuard } from './LeaveGuard.tsx'
import { RunHistory } from './RunHistory.tsx'
import { readDraft } from './read-draft.ts'
import { SaveBar } from './SaveBar.tsx'
import { Sentence } from './Sentence.tsx'
import { TriggerEditor } from './TriggerEditor.tsx'
import { useAutomationActions } from './use-automations.ts'
import { useDraft } from './use-draft.ts'

export interface AutomationEditorProps {
  schema: BaseSchema
  me: UserId
  /** Null: a new one. */
  stored: Automation | null
  /** What a new one begins with. */
  begin: (place: Place) => Draft
  features: AutomationFeatures
  onCreated: (automation: AutomationId) => void
}

const nothing: ReadonlyMap<string, string> = new Map()

/** When, if and what: an automation is written, tried, and seen at work. */
export function AutomationEditor(props: AutomationEditorProps) {
  const { schema, me, stored, features, onCreated } = props
  const people = useBaseMembers(schema.base.id)
  const place = usePlace(schema)
  const drafting = useDraft(stored, props.begin, place)
  const { draft, isChanged, change } = drafting
  const [isAsked, setAsked] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const actions = useAutomationActions(schema)
  const save = useAction(stored ? actions.update : actions.create)
  const [isLeaving, setLeaving] = useState(false)
  const read = readDraft(draft, place, features)
  const table = schema.tables.find(({ id }) => id === draft.table)
  const ask = () => {
    setAsked(true)
    requestAnimationFrame(() => goToProblem(root.current))
  }
  const submit = async () => {
    if (!read.automation) return ask()
    const id = stored?.id ?? (uuidV7() as AutomationId)
    setLeaving(true)
    const result = await save.run(id, read.automation)
    // What was made is left for its own page.
    if (!result.ok || stored) setLeaving(false)
    if (!result.ok) return
    setAsked(false)
    if (stored) drafting.adopt(result.value)
    else onCreated(id)
    toast.success(stored ? 'Automation saved.' : `“${result.value.name}” is on.`)
  }
  if (!table) return null
  const editing: Editing = {
    schema,
    values: place.values,
    people,
    features,
    stored,
    table,
    draft,
    isAsked,
    problems: isAsked ? read.problems : nothing,
    onSubmit: () => void submit(),
  }
  return (
    <EditingContext value={editing}>
      <div ref={root}>
        <div className="mb-7 flex flex-col gap-3">
          {stored && <StopNote schema={schema} automation={stored} />}
          {drafting.isOvertaken && <Overtaken onLoad={drafting.discard} />}
          <p className="text-sm text-ink-soft" aria-live="off">
            {read.automation ? (
              <Sentence words={automationWords(read.automation, { schema, people })} />
            ) : (
              'What it does stands here in one sentence as soon as it is complete.'
            )}
          </p>
        </div>
        <Definition draft={draft} isNew={stored === null} onChange={change} />
        <Section
          title="Try it"
          description="On a record of your choice: what would happen is shown, and nothing is changed."
        >
          <DryRun saved={isChanged ? null : stored} draft={read.automation} onAsk={ask} />
        </Section>
        <Section title="Rights">
          <RightsText automation={stored} me={me} />
        </Section>
        {stored && (
          <Section title="History" description="What it did, the last first.">
            <RunHistory {...{ schema, people }} values={place.values} automation={stored} />
          </Section>
        )}
        <ErrorNote error={save.error} names={namesIn(schema)} />
      </div>
      {(isChanged || !stored) && (
        <SaveBar
          isNew={stored === null}
          isPending={save.isPending}
          problems={isAsked ? read.problems.size : 0}
          onDiscard={stored ? drafting.discard : null}
          onSave={() => void submit()}
        />
      )}
      <LeaveGuard isOn={isChanged && !isLeaving} />
    </EditingContext>
  )
}

/** How values are written here, and by whom and what records are called. */
function usePlace(schema: BaseSchema): Place {
  const people = useBaseMembers(schema.base.id)
  return useMemo(() => {
    const { locale, timeZone } = schema.base
    const labelFieldOf = labelFieldsOf(schema.tables)
    const former = schema.formerPeople ? { formerPeople: schema.formerPeople } : {}
    return { schema, values: { locale, timeZone, people, labelFieldOf, ...former } }
  }, [schema, people])
}

function goToProblem(root: HTMLElement | null): void {
  const place = root?.querySelector<HTMLElement>('[data-problem], [aria-invalid=true]')
  const block = place?.closest('li, section') ?? place?.parentElement
  const control =
    place?.matches('input, textarea, button') === true
      ? place
      : (place?.querySelector<HTMLElement>('input, textarea, button') ??
        block?.querySelector<HTMLElement>('input, textarea, button'))
  control?.focus()
  place?.scrollIntoView({ block: 'center' })
}

interface DefinitionProps {
  draft: Draft
  isNew: boolean
  onChange: (draft: Draft) => void
}

function Definition({ draft, isNew, onChange }: DefinitionProps) {
  const { schema, table, problems } = useEditing()
  const { roles } = useBackend()
  return (
    <>
      <Section title="Name and table">
        <div className="grid items-start gap-3 sm:grid-cols-2">
          <TextField
            label="Name"
            value={draft.name}
            onChange={(name) => onChange({ ...draft, name })}
            placeholder="Approved on"
            maxLength={limits.nameLength}
            autoComplete="off"
            {...(problems.has('name') ? { errorMessage: problems.get('name') } : {})}
          />
          <Select<TableId>
            label="Records of"
            options={schema.tables.map(({ id, name }) => ({ id, label: name, icon: <Table2 /> }))}
            value={table.id}
            onChange={(id) => onChange(withTable(draft, id))}
            isDisabled={!isNew}
            {...(isNew ? {} : { description: 'The table of an automation stays.' })}
          />
        </div>
      </Section>
      <Section title="When">
        <TriggerEditor trigger={draft.trigger} onChange={(trigger) => onChange({ ...draft, trigger })} />
      </Section>
      <Section title="Only if" description="It runs for those records alone for which this is true.">
        <ExpressionText
          label="Condition (optional)"
          placeholder={exampleFor(table.fields)}
          value={draft.condition}
          onChange={(condition) => onChange({ ...draft, condition })}
          expects={{ kind: 'boolean' }}
          isOptional
          counting={{ key: ['matching', table.id], ask: (rule) => roles.countMatching(table.id, rule) }}
        />
      </Section>
      <Section
        title="Then"
        description="In this order, and all together: where one of them is refused, none of them happens."
      >
        <ActionList actions={draft.actions} onChange={(actions) => onChange({ ...draft, actions })} />
      </Section>
    </>
  )
}
