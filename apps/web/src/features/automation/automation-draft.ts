/** An automation while it is written: what is chosen, and texts as they are typed. `read-draft.ts` makes of it what is saved. */
import {
  type Automation,
  type AutomationAction,
  type AutomationDraft,
  type AutomationSetting,
  type AutomationTrigger,
  type BaseSchema,
  type DateOffset,
  type Field,
  type FieldId,
  fieldTypes,
  isLinkChange,
  isOptionSet,
  type OptionId,
  type RecordId,
  type Table,
  type TableId,
  type UserId,
  uuidV7,
  type ValueContext,
  type WrittenValue,
} from '@plinth/domain'
import { formulaText } from '../../lib/formula-text.ts'
import { editorOf, isMomentCall } from './settable-fields.ts'

export type ActionKind = AutomationAction['kind']

/** What of the base a draft speaks of, and how values are written there. */
export interface Place {
  readonly schema: BaseSchema
  readonly values: ValueContext
}

/** All kinds keep what was chosen for them while another one is tried. */
export interface TriggerDraft {
  readonly kind: AutomationTrigger['kind']
  /** Of `changed`. */
  readonly fields: readonly FieldId[]
  /** Of `entered`. */
  readonly field: FieldId | null
  readonly option: OptionId | null
  /** Of `matches`. */
  readonly text: string
  /** Of `reached`. */
  readonly dateField: FieldId | null
  readonly side: 'before' | 'at' | 'after'
  readonly amount: string
  readonly unit: DateOffset['unit']
  readonly time: string
}

/** `moment`: the day or the moment at which it runs. `record`: the record that the run is for. */
export type SettingKind = 'value' | 'empty' | 'moment' | 'expression' | 'record'

export interface SettingDraft {
  readonly id: string
  readonly field: FieldId | null
  readonly kind: SettingKind
  /** Of values that are typed, and of expressions. */
  readonly text: string
  /** Of values that are chosen: ids of options, people or records, `true` or `false`. */
  readonly chosen: readonly string[]
}

export type ActionDraft = { readonly id: string } & (
  | { readonly kind: 'set'; readonly values: readonly SettingDraft[] }
  | { readonly kind: 'create'; readonly table: TableId | null; readonly values: readonly SettingDraft[] }
  /** To a record that is there, or to the one that the action of this id makes. */
  | {
      readonly kind: 'link'
      readonly field: FieldId | null
      readonly record: RecordId | null
      readonly createdBy: string | null
    }
  | {
      readonly kind: 'notify'
      readonly people: readonly UserId[]
      readonly fields: readonly FieldId[]
      readonly message: string
    }
  | { readonly kind: 'webhook'; readonly url: string; readonly fields: readonly FieldId[] }
)

export interface Draft {
  readonly name: string
  readonly table: TableId
  readonly trigger: TriggerDraft
  /** An expression; empty: always. */
  readonly condition: string
  readonly actions: readonly ActionDraft[]
}

export const emptyTrigger: TriggerDraft = {
  kind: 'created',
  fields: [],
  field: null,
  option: null,
  text: '',
  dateField: null,
  side: 'at',
  amount: '1',
  unit: 'days',
  time: '09:00',
}

export const emptyDraft = (table: TableId): Draft => ({
  name: '',
  table,
  trigger: emptyTrigger,
  condition: '',
  actions: [],
})

export const emptySetting = (field: FieldId | null = null): SettingDraft => ({
  id: uuidV7(),
  field,
  kind: 'value',
  text: '',
  chosen: [],
})

export function emptyAction(kind: ActionKind): ActionDraft {
  const id = uuidV7()
  switch (kind) {
    case 'set':
      return { id, kind, values: [emptySetting()] }
    case 'create':
      return { id, kind, table: null, values: [] }
    case 'link':
      return { id, kind, field: null, record: null, createdBy: null }
    case 'notify':
      return { id, kind, people: [], fields: [], message: '' }
    case 'webhook':
      return { id, kind, url: '', fields: [] }
  }
}

/** Another table has other fields: what spoke of those of the one before is gone. */
export const withTable = (draft: Draft, table: TableId): Draft =>
  draft.table === table ? draft : { ...emptyDraft(table), name: draft.name }

export const tableOf = ({ schema }: Place, id: TableId | null): Table | undefined =>
  schema.tables.find((one) => one.id === id)

/** Do they say the same? What was put in and taken out again left nothing behind. */
export const isSameDraft = (one: Draft, other: Draft): boolean => contentOf(one) === contentOf(other)

/** Ids are given anew whenever something is put in; what they point to stays. */
function contentOf(draft: Draft): string {
  const places = new Map(draft.actions.map(({ id }, at) => [id, at]))
  return JSON.stringify(draft, (key, value: unknown) =>
    key === 'id' ? undefined : key === 'createdBy' ? places.get(String(value)) : value,
  )
}

/** The draft of what is saved. The same automation gives the same draft. */
export function draftOf(automation: AutomationDraft | Automation, place: Place): Draft {
  const { name, table, condition, actions } = automation
  return {
    name,
    table,
    trigger: triggerDraft(automation.trigger, tableOf(place, table)),
    condition: textOf(condition ?? undefined, tableOf(place, table)),
    actions: actions.map((action, at) => actionDraft(action, at, table, place)),
  }
}

const textOf = (tree: Parameters<typeof formulaText>[0], table: Table | undefined): string =>
  table ? formulaText(tree, table) : ''

function triggerDraft(trigger: AutomationTrigger, table: Table | undefined): TriggerDraft {
  const { kind } = trigger
  const common = { ...emptyTrigger, kind }
  switch (trigger.kind) {
    case 'created':
      return common
    case 'changed':
      return { ...common, fields: trigger.fields }
    case 'entered':
      return { ...common, field: trigger.field, option: trigger.option }
    case 'matches':
      return { ...common, text: textOf(trigger.expression, table) }
    case 'reached': {
      const { amount, unit } = trigger.offset
      return {
        ...common,
        dateField: trigger.field,
        side: amount === 0 ? 'at' : amount < 0 ? 'before' : 'after',
        amount: amount === 0 ? emptyTrigger.amount : String(Math.abs(amount)),
        unit,
        time: trigger.time ?? emptyTrigger.time,
      }
    }
  }
}

const actionId = (at: number): string => `action-${at}`

function actionDraft(action: AutomationAction, at: number, own: TableId, place: Place): ActionDraft {
  const id = actionId(at)
  switch (action.kind) {
    case 'set':
      return { id, kind: 'set', values: settingDrafts(action.values, id, tableOf(place, own), own, place) }
    case 'create': {
      const { table } = action
      return {
        id,
        kind: 'create',
        table,
        values: settingDrafts(action.values, id, tableOf(place, table), own, place),
      }
    }
    case 'link':
      return {
        id,
        kind: 'link',
        field: action.field,
        record: 'record' in action.to ? action.to.record : null,
        createdBy: 'createdBy' in action.to ? actionId(action.to.createdBy) : null,
      }
    default:
      return { id, ...action }
  }
}

const settingDrafts = (
  settings: readonly AutomationSetting[],
  action: string,
  table: Table | undefined,
  own: TableId,
  place: Place,
): readonly SettingDraft[] =>
  settings.map((setting, at) => ({
    ...settingDraft(
      setting,
      table?.fields.find(({ id }) => id === setting.field),
      own,
      place,
    ),
    id: `${action}-${at}`,
  }))

function settingDraft(
  { field: id, value }: AutomationSetting,
  field: Field | undefined,
  own: TableId,
  place: Place,
): SettingDraft {
  const common = { id: '', field: id, text: '', chosen: [] }
  if (value.kind === 'record') return { ...common, kind: 'record' }
  if (value.kind === 'expression') {
    return field && isMomentCall(value.expression, field.type)
      ? { ...common, kind: 'moment' }
      : { ...common, kind: 'expression', text: textOf(value.expression, tableOf(place, own)) }
  }
  const { value: written } = value
  if (written === null || written === '') return { ...common, kind: 'empty' }
  return field
    ? { ...common, kind: 'value', ...writtenDraft(written, field, place) }
    : { ...common, kind: 'value' }
}

/** A value as it is typed or chosen; nothing of one that was written for another type of field. */
function writtenDraft(written: WrittenValue, field: Field, { values }: Place) {
  const value = isLinkChange(written) ? null : written
  switch (editorOf(field)) {
    case 'typed':
      return { text: fieldTypes[field.type].editText(value, field, values) }
    case 'links':
      return { chosen: isLinkChange(written) ? (written.link ?? []) : [] }
    case 'options':
      return { chosen: isOptionSet(value) ? value : [] }
    default:
      return { chosen: [String(written)] }
  }
}
