/** What a base could do by itself, said of its own tables: something to start from. Pure. */
import { type Automation, type BaseSchema, type Field, limits, type Table, type UserId } from '@plinth/domain'
import {
  type Draft,
  draftOf,
  emptyAction,
  emptyDraft,
  emptySetting,
  emptyTrigger,
  type Place,
} from './automation-draft.ts'
import { isOfDates, isOfStates, isSeen, isSettable } from './settable-fields.ts'

export interface Example {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly draft: Draft
  /** How well its table suits it. */
  readonly fitness: number
}

/** At most one of each kind, of the table that lends itself to it best. */
export function examplesFor({ tables }: Pick<BaseSchema, 'tables'>, me: UserId): readonly Example[] {
  return [enteredExample, dateExample, createdExample].flatMap((make) => {
    const made = tables.flatMap((table) => make(table, me) ?? [])
    const [best] = made.toSorted((one, other) => other.fitness - one.fitness)
    return best ? [best] : []
  })
}

/** Options by which something comes to an end, as people name them. */
const endings = /done|approved|closed|complete|finished|ready|paid|published|sent/i

const ready = (field: Field) => isSeen(field) && field.changing === undefined

function enteredExample(table: Table, me: UserId): Example | null {
  const states = table.fields.filter(
    (field) => ready(field) && isOfStates(field) && field.options.options?.length,
  )
  const field = states.find(({ type }) => type === 'status') ?? states[0]
  const options = field?.options.options ?? []
  const option = options.find(({ label }) => endings.test(label)) ?? options.at(-1)
  if (!field || !option) return null
  const date = table.fields.find((one) => isSettable(one) && (one.type === 'date' || one.type === 'datetime'))
  const set = date
    ? [{ ...setAction(), values: [{ ...emptySetting(date.id), kind: 'moment' as const }] }]
    : []
  return {
    id: 'entered',
    fitness: (field.type === 'status' ? 2 : 0) + (endings.test(option.label) ? 1 : 0),
    title: `When a record enters “${option.label}”`,
    description: `${date ? `Write the day into “${date.name}”` : 'Tell somebody'}, in ${table.name}.`,
    draft: {
      ...emptyDraft(table.id),
      name: `${table.name}: ${option.label}`,
      trigger: { ...emptyTrigger, kind: 'entered', field: field.id, option: option.id },
      actions: date ? set : [{ ...notice(me), message: `It is “${option.label}” now.` }],
    },
  }
}

function dateExample(table: Table, me: UserId): Example | null {
  const date = table.fields.find((field) => ready(field) && isOfDates(field) && isSettable(field))
  if (!date) return null
  const person = table.fields.find((field) => ready(field) && field.type === 'person')
  return {
    id: 'reached',
    fitness: person ? 1 : 0,
    title: `A day before “${date.name}”`,
    description: `Remind ${person ? `whoever is in “${person.name}”` : 'you'}, in ${table.name}.`,
    draft: {
      ...emptyDraft(table.id),
      name: `${table.name}: ${date.name} is near`,
      trigger: { ...emptyTrigger, kind: 'reached', dateField: date.id, side: 'before', amount: '1' },
      actions: [
        person
          ? { ...notice(me), people: [], fields: [person.id], message: `“${date.name}” is tomorrow.` }
          : { ...notice(me), message: `“${date.name}” is tomorrow.` },
      ],
    },
  }
}

function createdExample(table: Table, me: UserId): Example {
  return {
    id: 'created',
    fitness: 0,
    title: 'When a record is made',
    description: `Tell you that there is a new one, in ${table.name}.`,
    draft: {
      ...emptyDraft(table.id),
      name: `${table.name}: new record`,
      actions: [{ ...notice(me), message: `There is a new record in ${table.name}.` }],
    },
  }
}

const setAction = () => ({ ...emptyAction('set'), kind: 'set' as const })

const notice = (me: UserId) => ({
  id: emptyAction('notify').id,
  kind: 'notify' as const,
  people: [me],
  fields: [],
  message: '',
})

/** What a new automation begins with: an example by its name, a copy of another automation by its id, or nothing. */
export function begunDraft(
  from: string | undefined,
  about: { place: Place; automations: readonly Automation[]; me: UserId },
): Draft {
  const { place, automations, me } = about
  const { schema } = place
  const example = examplesFor(schema, me).find(({ id }) => id === from)
  if (example) return example.draft
  const original = automations.find(({ id }) => id === from)
  if (original) {
    const draft = draftOf(original, place)
    return { ...draft, name: `${draft.name} (copy)`.slice(0, limits.nameLength) }
  }
  return emptyDraft(schema.tables[0]!.id)
}
