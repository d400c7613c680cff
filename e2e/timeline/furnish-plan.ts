/** A table of the steps of a plan: when they begin and end, how they stand, and after which others they come. */
import { signInPerson } from '@plinth/backend/testing'
import {
  type Backend,
  type CellValue,
  type FieldDefinition,
  type FieldId,
  type FieldTypeName,
  type Mutation,
  type MutationId,
  type RecordId,
  type SelectOption,
  type TableId,
  type TableRuleId,
  uuidV7,
} from '@plinth/domain'
import { ada, type DemoJourney } from '../demo-journey.ts'
import { must } from '../target.ts'

const option = (label: string, hue: SelectOption['hue'], at: number): SelectOption => ({
  id: `o${at}` as SelectOption['id'],
  label,
  hue,
})
const states = [
  option('To do', 'stone', 1),
  option('Doing', 'blue', 2),
  option('Waiting', 'amber', 3),
  option('Done', 'green', 4),
]
const [todo, doing, waiting, done] = states.map(({ id }) => id)

function fieldOf(
  name: string,
  type: FieldTypeName,
  options: FieldDefinition['options'] = {},
): FieldDefinition {
  return { id: uuidV7() as FieldId, name, type, options }
}

/** From when to when, the state, and after which others of the list it comes. */
type Step = readonly [string, string | null, string | null, string | undefined, ...number[]]

const steps: readonly Step[] = [
  ['Clear the rights', '2027-02-22', '2027-02-26', done],
  ['Poster', '2027-03-01', '2027-03-05', doing, 0],
  ['Programme booklet', '2027-03-01', '2027-03-12', doing, 0],
  ['Print the booklet', '2027-03-10', '2027-03-16', todo, 2],
  ['Ticket sale opens', '2027-03-15', null, todo, 1],
  ['Piano tuning', '2027-03-18', '2027-03-18', waiting],
  ['Silent film week', '2027-03-22', '2027-03-28', todo, 3, 4, 5],
  ['Settle accounts', '2027-03-29', '2027-04-09', todo, 6],
  ['Report to the council', '2027-06-01', '2027-06-04', todo, 7],
  ['Think of next year', null, null, todo],
]

export interface Plan {
  readonly table: TableId
  readonly end: FieldId
}

async function applyAll({ rows }: Backend, mutations: readonly Mutation[]): Promise<void> {
  const refused = must(await rows.apply({ mutations, atomic: true })).filter(({ status }) => status !== 'ok')
  if (refused.length > 0) throw new Error(JSON.stringify(refused))
}

export async function furnishPlan(journey: DemoJourney): Promise<Plan> {
  const { backend } = await signInPerson(journey.world.project, ada)
  const table = uuidV7() as TableId
  const [name, begins, ends, state, latest, meets] = [
    fieldOf('Step', 'text'),
    fieldOf('Begins', 'date'),
    fieldOf('Ends', 'date'),
    fieldOf('State', 'single_select', { options: states }),
    fieldOf('Latest', 'date'),
    fieldOf('Meets', 'datetime'),
  ]
  const after = fieldOf('After', 'link', { target: table })
  const fields = [name, begins, ends, state, latest, meets]
  must(await backend.bases.createTable(journey.base, { id: table, name: 'Plan', fields }))
  must(await backend.bases.createField(table, after))
  must(await backend.bases.updateField(begins.id, {}, { table, rules: { min: '2027-02-20' }, keep: false }))
  const inTime = { call: '<=', args: [{ field: ends.id }, { field: latest.id }] }
  const isFree = { call: 'is_empty', args: [{ field: latest.id }] }
  const rule = { message: 'It has to be done by then', rule: { call: 'or', args: [isFree, inTime] } }
  must(await backend.rules.saveTable(table, uuidV7() as TableRuleId, rule, false))
  const ids = steps.map(() => uuidV7() as RecordId)
  const mutations = steps.map(([text, from, to, choice], at) => ({
    id: uuidV7() as MutationId,
    kind: 'insert' as const,
    table,
    record: ids[at]!,
    values: {
      [name.id]: text,
      [begins.id]: from,
      [ends.id]: to,
      [state.id]: choice ?? null,
      // The last day on which summer time has not begun.
      [meets.id]: at === 0 ? '2027-03-27T08:00:00.000Z' : null,
      [latest.id]: text === 'Settle accounts' ? '2027-04-10' : null,
    } as Record<FieldId, CellValue>,
  }))
  await applyAll(backend, mutations)
  const links = steps.flatMap(([, , , , ...before], at) =>
    before.length === 0
      ? []
      : [
          {
            id: uuidV7() as MutationId,
            kind: 'update' as const,
            table,
            record: ids[at]!,
            values: { [after.id]: { link: before.map((one) => ids[one]!) } },
            base: {},
          },
        ],
  )
  await applyAll(backend, links)
  await backend.dispose()
  return { table, end: ends.id }
}
