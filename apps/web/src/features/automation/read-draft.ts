/** What a draft says, or what is missing in it, each at its place. Pure; the database decides in the end. */
import {
  type AutomationAction,
  type AutomationDraft,
  type AutomationFeatures,
  type AutomationTrigger,
  type Field,
  isOfMoments,
  limits,
  type RuleTree,
  type Table,
} from '@plinth/domain'
import { parseExpression } from '@plinth/expression'
import { type ActionDraft, type Draft, type Place, type TriggerDraft, tableOf } from './automation-draft.ts'
import { firstOf, type Reader, refuse } from './draft-reader.ts'
import { readSettings } from './read-setting.ts'
import { isOfStates, isSeen } from './settable-fields.ts'

/** `name`, `trigger`, `condition`, `actions`, or the id of an action or of a setting. */
export type Problems = ReadonlyMap<string, string>

export interface ReadDraft {
  /** Null while there are problems. */
  readonly automation: AutomationDraft | null
  readonly problems: Problems
}

export function readDraft(draft: Draft, place: Place, features: AutomationFeatures): ReadDraft {
  const problems = new Map<string, string>()
  const table = tableOf(place, draft.table)
  if (!table) {
    problems.set('trigger', 'The table of this automation is gone.')
    return { automation: null, problems }
  }
  const reader: Reader = { table, place, features, draft, problems }
  const name = draft.name.trim()
  if (name === '') problems.set('name', 'Give it a name.')
  const trigger = readTrigger(draft.trigger, reader)
  const condition = readCondition(draft.condition, reader)
  const actions = draft.actions.map((action) => readAction(action, reader))
  if (actions.length === 0) problems.set('actions', 'Add what is to be done.')
  tellTwice(reader)
  if (problems.size > 0 || !trigger) return { automation: null, problems }
  const all = actions.filter((action) => action !== null)
  return { automation: { name, table: table.id, trigger, condition, actions: all }, problems }
}

const seenField = (table: Table, id: string | null): Field | undefined =>
  table.fields.find((field) => field.id === id && isSeen(field))

function readTrigger(trigger: TriggerDraft, reader: Reader): AutomationTrigger | null {
  const { table } = reader
  switch (trigger.kind) {
    case 'created':
      return { kind: 'created' }
    case 'changed': {
      const fields = trigger.fields.filter((id) => seenField(table, id))
      return fields.length > 0
        ? { kind: 'changed', fields }
        : refuse(reader, 'trigger', 'Choose the fields that are looked at.')
    }
    case 'entered': {
      const field = seenField(table, trigger.field)
      if (!field || !isOfStates(field))
        return refuse(reader, 'trigger', 'Choose a field of states or options.')
      const option = field.options.options?.find(({ id }) => id === trigger.option)
      return option
        ? { kind: 'entered', field: field.id, option: option.id }
        : refuse(reader, 'trigger', `Choose what “${field.name}” becomes.`)
    }
    case 'matches':
      return readMatching(trigger.text, reader)
    case 'reached':
      return readDate(trigger, reader)
  }
}

function readMatching(text: string, reader: Reader): AutomationTrigger | null {
  const parsed = parseExpression(text, { fields: reader.table.fields, expects: { kind: 'boolean' } })
  if (!parsed.ok) return refuse(reader, 'trigger', firstOf(parsed.error))
  const { ast, dependsOn, fields } = parsed.value
  if (dependsOn.person || dependsOn.clock) {
    return refuse(
      reader,
      'trigger',
      'This is looked at when a record changes, so it cannot ask who somebody is or what time it is. For times, begin when a date is reached.',
    )
  }
  return fields.size > 0
    ? { kind: 'matches', expression: ast }
    : refuse(reader, 'trigger', 'It must look at a field of the record.')
}

const mostOffset = 999_999

function readDate(trigger: TriggerDraft, reader: Reader): AutomationTrigger | null {
  const field = seenField(reader.table, trigger.dateField)
  if (!field) return refuse(reader, 'trigger', 'Choose a field of dates.')
  const { side, unit, time } = trigger
  const amount = side === 'at' ? 0 : Number(trigger.amount)
  if (!/^\d{1,6}$/.test(trigger.amount.trim()) && side !== 'at') {
    return refuse(reader, 'trigger', `How long before or after must be a whole number up to ${mostOffset}.`)
  }
  if (!isOfMoments(field.type) && !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) {
    return refuse(reader, 'trigger', 'Say at what time of the day, such as 09:00.')
  }
  return {
    kind: 'reached',
    field: field.id,
    offset: { amount: amount === 0 ? 0 : side === 'before' ? -amount : amount, unit },
    time: isOfMoments(field.type) ? null : time,
  }
}

function readCondition(text: string, reader: Reader): RuleTree | null {
  if (text.trim() === '') return null
  const parsed = parseExpression(text, { fields: reader.table.fields, expects: { kind: 'boolean' } })
  return parsed.ok ? parsed.value.ast : refuse(reader, 'condition', firstOf(parsed.error))
}

function readAction(action: ActionDraft, reader: Reader): AutomationAction | null {
  const { table, place } = reader
  switch (action.kind) {
    case 'set':
      return action.values.length > 0
        ? { kind: 'set', values: readSettings(action.values, table, reader) }
        : refuse(reader, action.id, 'Choose a field to set.')
    case 'create': {
      const target = tableOf(place, action.table)
      return target
        ? { kind: 'create', table: target.id, values: readSettings(action.values, target, reader) }
        : refuse(reader, action.id, 'Choose the table in which a record is made.')
    }
    case 'link':
      return readLink(action, reader)
    case 'notify':
      return readNotice(action, reader)
    case 'webhook':
      return readWebhook(action, reader)
  }
}

type Of<Kind extends ActionDraft['kind']> = Extract<ActionDraft, { kind: Kind }>

function readLink(action: Of<'link'>, reader: Reader): AutomationAction | null {
  const { table, draft } = reader
  const field = table.fields.find(({ id, type }) => id === action.field && type === 'link')
  if (!field) return refuse(reader, action.id, 'Choose the field in which it is linked.')
  if (action.createdBy !== null) {
    const at = draft.actions.findIndex(({ id }) => id === action.createdBy)
    const maker = draft.actions[at]
    const isBefore = at >= 0 && at < draft.actions.findIndex(({ id }) => id === action.id)
    return isBefore && maker?.kind === 'create' && maker.table === field.options.target
      ? { kind: 'link', field: field.id, to: { createdBy: at } }
      : refuse(reader, action.id, 'The record that is linked must be made by an action before this one.')
  }
  return action.record
    ? { kind: 'link', field: field.id, to: { record: action.record } }
    : refuse(reader, action.id, 'Choose the record that is linked.')
}

function readNotice(action: Of<'notify'>, reader: Reader): AutomationAction | null {
  const fields = action.fields.filter((id) => seenField(reader.table, id))
  const message = action.message.trim()
  if (action.people.length + fields.length === 0) {
    return refuse(reader, action.id, 'Choose who gets it: people, or fields that hold some.')
  }
  if (message === '') return refuse(reader, action.id, 'Write what they are told.')
  return message.length > limits.noticeLength
    ? refuse(reader, action.id, `The message is longer than ${limits.noticeLength} characters.`)
    : { kind: 'notify', people: action.people, fields, message }
}

/** As the database reads addresses; names of its own network are refused there. */
const address = /^https:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?\.[a-z][a-z0-9-]*[a-z](:\d{1,5})?([/?][!-~]*)?$/

function readWebhook(action: Of<'webhook'>, reader: Reader): AutomationAction | null {
  const url = action.url.trim()
  if (!reader.features.webhooks) {
    return refuse(
      reader,
      action.id,
      'This project cannot call other services: its database lacks the extension pg_net.',
    )
  }
  return address.test(url)
    ? {
        kind: 'webhook',
        url,
        fields: action.fields.filter((id) => seenField(reader.table, id)),
      }
    : refuse(
        reader,
        action.id,
        'Write an address that begins with https://, such as https://example.org/hook.',
      )
}

/** All actions that set fields of the record write at once, so each field stands there once; of a record that is made, too. */
function tellTwice({ draft, problems }: Reader): void {
  const own = draft.actions.flatMap((action) => (action.kind === 'set' ? action.values : []))
  const made = draft.actions.flatMap((action) => (action.kind === 'create' ? [action.values] : []))
  for (const settings of [own, ...made]) {
    const seen = new Set<string>()
    for (const { id, field } of settings) {
      if (field !== null && seen.has(field) && !problems.has(id))
        problems.set(id, 'This field is set already.')
      if (field !== null) seen.add(field)
    }
  }
}
