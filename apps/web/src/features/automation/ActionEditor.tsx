import { type FieldId, isOfPeople, limits, type TableId, type UserId } from '@plinth/domain'
import { Table2 } from 'lucide-react'
import { FieldIcon } from '../../lib/field-icons.tsx'
import { RecordChooser } from '../../lib/records/RecordChooser.tsx'
import { Select } from '../../ui/Select.tsx'
import { stableHue } from '../../ui/stable-hue.ts'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { type ActionDraft, emptySetting } from './automation-draft.ts'
import { useEditing } from './editor-context.ts'
import { ManyChoice } from './ManyChoice.tsx'
import { SettingRows } from './SettingRows.tsx'
import { isSeen, linksOf } from './settable-fields.ts'
import { WebhookSecret } from './WebhookSecret.tsx'

type Of<Kind extends ActionDraft['kind']> = Extract<ActionDraft, { kind: Kind }>

interface EditorProps<Action extends ActionDraft> {
  action: Action
  /** Its place among the actions. */
  at: number
  onChange: (action: Action) => void
}

/** What one action does. */
export function ActionEditor({ action, at, onChange }: EditorProps<ActionDraft>) {
  const { table } = useEditing()
  switch (action.kind) {
    case 'set':
      return (
        <SettingRows
          table={table}
          settings={action.values}
          onChange={(values) => onChange({ ...action, values })}
        />
      )
    case 'create':
      return <CreateEditor {...{ action, at, onChange }} />
    case 'link':
      return <LinkEditor {...{ action, at, onChange }} />
    case 'notify':
      return <NoticeEditor {...{ action, at, onChange }} />
    case 'webhook':
      return <WebhookEditor {...{ action, at, onChange }} />
  }
}

function CreateEditor({ action, onChange }: EditorProps<Of<'create'>>) {
  const { schema, table } = useEditing()
  const target = schema.tables.find(({ id }) => id === action.table)
  const choose = (id: TableId) => {
    if (id === action.table) return
    // What it is made for is the first that one would say of it.
    const back = schema.tables
      .find((one) => one.id === id)
      ?.fields.find((field) => field.type === 'link' && field.options.target === table.id)
    const values = back ? [{ ...emptySetting(back.id), kind: 'record' as const }] : []
    onChange({ ...action, table: id, values })
  }
  return (
    <>
      <Select<TableId>
        label="In the table"
        placeholder="Choose a table…"
        options={schema.tables.map(({ id, name }) => ({ id, label: name, icon: <Table2 /> }))}
        value={target?.id ?? null}
        onChange={choose}
      />
      {target && (
        <SettingRows
          table={target}
          settings={action.values}
          onChange={(values) => onChange({ ...action, values })}
        />
      )}
    </>
  )
}

const thatRecord = 'record'

function LinkEditor({ action, at, onChange }: EditorProps<Of<'link'>>) {
  const { schema, table, values, draft } = useEditing()
  const field = linksOf(table).find(({ id }) => id === action.field)
  const target = schema.tables.find(({ id }) => id === field?.options.target)
  const makers = draft.actions
    .slice(0, at)
    .flatMap((one, place) =>
      one.kind === 'create' && one.table === target?.id ? [{ id: one.id, place }] : [],
    )
  return (
    <>
      <Select<FieldId>
        label="In the field"
        placeholder="Choose a field of links…"
        options={linksOf(table).map(({ id, name, type }) => ({
          id,
          label: name,
          icon: <FieldIcon type={type} />,
        }))}
        value={field?.id ?? null}
        onChange={(id) => onChange({ ...action, field: id, record: null, createdBy: null })}
      />
      {target && (
        <Select<string>
          label="The record"
          options={[
            { id: thatRecord, label: 'One that is there' },
            ...makers.map(({ id, place }) => ({ id, label: `The one that action ${place + 1} makes` })),
          ]}
          value={action.createdBy ?? thatRecord}
          onChange={(id) => onChange({ ...action, createdBy: id === thatRecord ? null : id })}
        />
      )}
      {target && action.createdBy === null && (
        <RecordChooser
          label={`Record of ${target.name}`}
          table={target}
          chosen={action.record ? [action.record] : []}
          isMany={false}
          values={values}
          onChange={([record]) => onChange({ ...action, record: record ?? null })}
        />
      )}
    </>
  )
}

function NoticeEditor({ action, onChange }: EditorProps<Of<'notify'>>) {
  const { people, table } = useEditing()
  const fields = table.fields.filter((field) => isSeen(field) && isOfPeople(field.type))
  return (
    <>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <ManyChoice<UserId>
          label="People"
          placeholder="Choose people…"
          choices={people.map(({ id, name, email }) => ({ id, label: name || email, hue: stableHue(id) }))}
          chosen={action.people}
          onChange={(chosen) => onChange({ ...action, people: chosen })}
        />
        {fields.length > 0 && (
          <ManyChoice<FieldId>
            label="Whoever is in"
            placeholder="Choose fields…"
            choices={fields.map(({ id, name }) => ({ id, label: name }))}
            chosen={action.fields}
            onChange={(chosen) => onChange({ ...action, fields: chosen })}
          />
        )}
      </div>
      <TextArea
        label="Message"
        rows={2}
        value={action.message}
        onChange={(message) => onChange({ ...action, message })}
        maxLength={limits.noticeLength}
        description="The notice names the record. Only those get it who may read that."
      />
    </>
  )
}

function WebhookEditor({ action, onChange }: EditorProps<Of<'webhook'>>) {
  const { table, stored } = useEditing()
  return (
    <>
      <TextField
        label="Address"
        type="url"
        placeholder="https://example.org/hook"
        value={action.url}
        onChange={(url) => onChange({ ...action, url })}
        autoComplete="off"
        description="It gets JSON by POST, signed with this automation’s secret."
      />
      <ManyChoice<FieldId>
        label="Fields that are sent"
        placeholder="None but the record’s id"
        choices={table.fields.filter(isSeen).map(({ id, name }) => ({ id, label: name }))}
        chosen={action.fields}
        onChange={(fields) => onChange({ ...action, fields })}
      />
      {stored && <WebhookSecret automation={stored.id} />}
    </>
  )
}
