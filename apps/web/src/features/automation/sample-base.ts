/** For tests: a base with a field of each kind that automations meet. */
import type {
  AutomationFeatures,
  BaseSchema,
  Field,
  FieldId,
  OptionId,
  SelectOption,
  Table,
  TableId,
  UserId,
} from '@plinth/domain'
import type { Place } from './automation-draft.ts'

export const ids = {
  shots: 't-shots' as TableId,
  tasks: 't-tasks' as TableId,
  title: 'f-title' as FieldId,
  state: 'f-state' as FieldId,
  kind: 'f-kind' as FieldId,
  tags: 'f-tags' as FieldId,
  day: 'f-day' as FieldId,
  moment: 'f-moment' as FieldId,
  takes: 'f-takes' as FieldId,
  cost: 'f-cost' as FieldId,
  done: 'f-done' as FieldId,
  owner: 'f-owner' as FieldId,
  next: 'f-next' as FieldId,
  secret: 'f-secret' as FieldId,
  made: 'f-made' as FieldId,
  task: 'f-task' as FieldId,
  shot: 'f-shot' as FieldId,
  ada: 'u-ada' as UserId,
  ben: 'u-ben' as UserId,
} as const

const option = (label: string): SelectOption => ({ id: label.toLowerCase() as OptionId, label, hue: 'teal' })

const field = (id: FieldId, name: string, type: Field['type'], more: Partial<Field> = {}): Field => ({
  id,
  name,
  type,
  options: {},
  column: id,
  position: 0,
  ...more,
})

const table = (id: TableId, name: string, fields: readonly Field[]): Table => ({
  id,
  name,
  relation: id,
  position: 0,
  access: { read: 'all', create: 'all', update: 'all', delete: 'all' },
  locks: [],
  views: [],
  fields,
})

const schema: BaseSchema = {
  base: {
    id: 'b' as BaseSchema['base']['id'],
    workspaceId: 'w' as BaseSchema['base']['workspaceId'],
    name: 'Production',
    hue: 'teal',
    timeZone: 'Europe/Vienna',
    locale: 'en-GB',
    weekStart: 1,
  },
  role: 'creator',
  accessEpoch: 0,
  tables: [
    table(ids.shots, 'Shots', [
      field(ids.title, 'Title', 'text'),
      field(ids.state, 'State', 'status', { options: { options: [option('Draft'), option('Approved')] } }),
      field(ids.kind, 'Kind', 'single_select', { options: { options: [option('Day'), option('Night')] } }),
      field(ids.tags, 'Tags', 'multi_select', { options: { options: [option('A'), option('B')] } }),
      field(ids.day, 'Approved on', 'date'),
      field(ids.moment, 'Shot at', 'datetime'),
      field(ids.takes, 'Takes', 'integer'),
      field(ids.cost, 'Cost', 'currency', { options: { currency: 'EUR' } }),
      field(ids.done, 'Done', 'checkbox'),
      field(ids.owner, 'Owner', 'person'),
      field(ids.next, 'Next', 'link', { options: { target: ids.tasks } }),
      field(ids.secret, 'Secret', 'text', { hidden: true }),
      field(ids.made, 'Made', 'created_time'),
    ]),
    table(ids.tasks, 'Tasks', [
      field(ids.task, 'Task', 'text'),
      field(ids.shot, 'Shot', 'link', { options: { target: ids.shots } }),
    ]),
  ],
}

const people = [
  { id: ids.ada, name: 'Ada', email: 'ada@example.org' },
  { id: ids.ben, name: 'Ben', email: 'ben@example.org' },
]

export const place: Place = { schema, values: { locale: 'en-GB', timeZone: 'Europe/Vienna', people } }
export const speech = { schema, people }
export const able: AutomationFeatures = { webhooks: true, clock: true }
