/** An automation in one sentence. Pure. */
import {
  type AutomationAction,
  type AutomationDraft,
  type AutomationTrigger,
  type BaseSchema,
  type Field,
  type FieldId,
  labelOfPerson,
  type Table,
  type TableId,
  type UserId,
  type ValueContext,
} from '@plinth/domain'
import { capital } from '../../lib/capital.ts'
import { formulaText } from '../../lib/formula-text.ts'

/** Plain words, a name of somebody's, or an expression. */
export type Word = string | { readonly name: string } | { readonly code: string }

export interface Speech {
  readonly schema: Pick<BaseSchema, 'tables'>
  readonly people: NonNullable<ValueContext['people']>
}

type Sayable = Pick<AutomationDraft, 'table' | 'trigger' | 'condition' | 'actions'>

/** "When a record of Shots enters Approved: set Approved on, notify Ada." */
export function automationWords(automation: Sayable, speech: Speech): readonly Word[] {
  const table = tableOf(automation.table, speech)
  const condition: Word[] = automation.condition
    ? [', if ', { code: expression(automation.condition, table) }]
    : []
  const actions = automation.actions.map((action) => actionWords(action, table, speech))
  return joined([
    ...triggerWords(automation.trigger, table),
    ...condition,
    ...(actions.length > 0 ? [': ', ...between(actions, ', ')] : []),
    '.',
  ])
}

/** The same without marks, for those who hear it. */
export const plainText = (words: readonly Word[]): string =>
  words.map((word) => (typeof word === 'string' ? word : 'name' in word ? word.name : word.code)).join('')

const tableOf = (id: TableId, { schema }: Speech): Table | undefined =>
  schema.tables.find((one) => one.id === id)

const goneField = 'a field that is gone'

const fieldOf = (table: Table | undefined, id: FieldId): Field | undefined =>
  table?.fields.find((field) => field.id === id)

const fieldName = (table: Table | undefined, id: FieldId): Word => {
  const field = fieldOf(table, id)
  return field ? { name: field.name } : goneField
}

const tableName = (table: Table | undefined): Word => (table ? { name: table.name } : 'a table that is gone')

const expression = (tree: AutomationDraft['condition'], table: Table | undefined): string =>
  (tree && table && formulaText(tree, table)) || '…'

function triggerWords(trigger: AutomationTrigger, table: Table | undefined): readonly Word[] {
  const record: Word[] = ['a record of ', tableName(table)]
  switch (trigger.kind) {
    case 'created':
      return ['When ', ...record, ' is made']
    case 'changed':
      return [
        'When ',
        ...listed(
          trigger.fields.map((id) => fieldName(table, id)),
          'or',
        ),
        ' of ',
        ...record,
        ' changes',
      ]
    case 'entered':
      return enteredWords(trigger, table, record)
    case 'matches':
      return ['When ', ...record, ' begins to match ', { code: expression(trigger.expression, table) }]
    case 'reached':
      return dateWords(trigger, table, record)
  }
}

function enteredWords(
  { field: id, option: chosen }: Extract<AutomationTrigger, { kind: 'entered' }>,
  table: Table | undefined,
  record: readonly Word[],
): readonly Word[] {
  const field = fieldOf(table, id)
  const option = field?.options.options?.find((one) => one.id === chosen)
  const state: Word = option ? { name: option.label } : 'an option that is gone'
  return field?.type === 'single_select'
    ? ['When ', { name: field.name }, ' of ', ...record, ' becomes ', state]
    : ['When ', ...record, ' enters ', state]
}

const unitNames = { minutes: 'minute', hours: 'hour', days: 'day' } as const

/** "2 days before", "1 hour after". */
export function offsetText({
  amount,
  unit,
}: Extract<AutomationTrigger, { kind: 'reached' }>['offset']): string {
  const count = Math.abs(amount)
  return `${count.toLocaleString()} ${unitNames[unit]}${count === 1 ? '' : 's'} ${amount < 0 ? 'before' : 'after'}`
}

function dateWords(
  { field, offset, time }: Extract<AutomationTrigger, { kind: 'reached' }>,
  table: Table | undefined,
  record: readonly Word[],
): readonly Word[] {
  const moment: Word[] = [fieldName(table, field), ' of ', ...record]
  const at =
    time === null ? '' : offset.unit === 'days' || offset.amount === 0 ? `, at ${time}` : ` at ${time}`
  return offset.amount === 0
    ? ['When ', ...moment, ' is reached', at]
    : [`${capital(offsetText(offset))} `, ...moment, at]
}

function actionWords(action: AutomationAction, table: Table | undefined, speech: Speech): readonly Word[] {
  switch (action.kind) {
    case 'set':
      return ['set ', ...listed(action.values.map(({ field }) => fieldName(table, field)))]
    case 'create':
      return ['make a record of ', tableName(tableOf(action.table, speech))]
    case 'link':
      return ['link a record in ', fieldName(table, action.field)]
    case 'notify':
      return [
        'notify ',
        ...listed([
          ...action.people.map((id) => personName(id, speech)),
          ...action.fields.map((id) => fieldName(table, id)),
        ]),
      ]
    case 'webhook':
      return ['call ', { name: hostOf(action.url) }]
  }
}

/** What of an action stands at its head: "Set fields". */
export const actionNames: Record<AutomationAction['kind'], string> = {
  set: 'Set fields',
  create: 'Make a record',
  link: 'Link a record',
  notify: 'Notify people',
  webhook: 'Call another service',
}

const personName = (id: UserId, { people }: Speech): Word => {
  const person = people.find((one) => one.id === id)
  return person ? { name: labelOfPerson(person, people) } : 'somebody who has left'
}

const hostOf = (url: string): string => url.replace(/^https?:\/\//, '').split(/[/?#]/)[0] ?? url

/** A, B and C. */
function listed(words: readonly Word[], last: 'and' | 'or' = 'and'): readonly Word[] {
  return words.flatMap((word, at) =>
    at === 0 ? [word] : [at === words.length - 1 ? ` ${last} ` : ', ', word],
  )
}

const between = (parts: readonly (readonly Word[])[], mark: string): readonly Word[] =>
  parts.flatMap((part, at) => (at === 0 ? part : [mark, ...part]))

/** Plain words beside one another as one. */
function joined(words: readonly Word[]): readonly Word[] {
  const all: Word[] = []
  for (const word of words) {
    const before = all.at(-1)
    if (typeof word === 'string' && typeof before === 'string') all[all.length - 1] = before + word
    else if (word !== '') all.push(word)
  }
  return all
}
