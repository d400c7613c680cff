/** Jobs that go from state to state by a workflow, and more teams than a board has stacks for. */
import { signInPerson } from '@plinth/backend/testing'
import {
  type Backend,
  type CellValue,
  type FieldDefinition,
  type FieldId,
  type FieldTypeName,
  type Hue,
  limits,
  type MutationId,
  type OptionId,
  type RecordId,
  type TableId,
  type TableRuleId,
  type TransitionId,
  uuidV7,
} from '@plinth/domain'
import { ada, type DemoJourney } from '../demo-journey.ts'
import { must } from '../target.ts'

const option = (label: string, hue: Hue) => ({ id: label.toLowerCase() as OptionId, label, hue })
const stages = [
  option('Draft', 'stone'),
  option('Review', 'amber'),
  option('Approved', 'green'),
  option('Dropped', 'red'),
]
const ranks = [option('Low', 'blue'), option('High', 'orange')]

const fieldOf = (
  name: string,
  type: FieldTypeName,
  options: FieldDefinition['options'] = {},
): FieldDefinition => ({ id: uuidV7() as FieldId, name, type, options })

const step = (from: string, to: string, requires: readonly FieldId[] = []) => ({
  id: uuidV7() as TransitionId,
  name: `To ${to}`,
  from: from as OptionId,
  to: to as OptionId,
  roles: null,
  guard: null,
  requires,
  fourEyes: false,
})

type Job = readonly [name: string, stage: string, rank: string, hours: number | null]
const jobs: readonly Job[] = [
  ['Hang the screen', 'draft', 'low', 3],
  ['Mend the lamp', 'draft', 'low', 4.5],
  ['Print the tickets', 'review', 'low', null],
  ['Paint the door', 'review', 'high', 8],
]

async function addRecords(
  { rows }: Backend,
  table: TableId,
  records: readonly Readonly<Record<FieldId, CellValue>>[],
): Promise<void> {
  const mutations = records.map((values) => ({
    id: uuidV7() as MutationId,
    kind: 'insert' as const,
    table,
    record: uuidV7() as RecordId,
    values,
  }))
  must(await rows.apply({ mutations, atomic: true }))
}

export async function furnishJobs(journey: DemoJourney): Promise<TableId> {
  const { backend } = await signInPerson(journey.world.project, ada)
  const [table, teams] = [uuidV7() as TableId, uuidV7() as TableId]
  const [name, hours] = [fieldOf('Job', 'text'), fieldOf('Hours', 'number')]
  const [due, latest] = [fieldOf('Due', 'date'), fieldOf('Latest', 'date')]
  const [stage, rank] = [
    fieldOf('Stage', 'status', { options: stages }),
    fieldOf('Rank', 'status', { options: ranks }),
  ]
  const team = fieldOf('Team', 'text')
  const fields = [name, stage, rank, hours, due, latest]
  must(await backend.bases.createTable(journey.base, { id: table, name: 'Jobs', fields }))
  must(await backend.bases.createTable(journey.base, { id: teams, name: 'Teams', fields: [team] }))
  must(await backend.bases.createField(table, fieldOf('Team', 'link', { target: teams })))
  const numbers = Array.from({ length: limits.stacksByLinks + 1 }, (_, at) => String(at + 1).padStart(2, '0'))
  await addRecords(
    backend,
    teams,
    numbers.map((number) => ({ [team.id]: `Team ${number}` })),
  )
  await addRecords(
    backend,
    table,
    jobs.map(([text, at, of, taken]) => ({
      [name.id]: text,
      [stage.id]: at,
      [rank.id]: of,
      [hours.id]: taken,
      [due.id]: '2027-03-10',
      [latest.id]: '2027-03-11',
    })),
  )
  const steps = [
    step('draft', 'review'),
    step('review', 'draft'),
    step('review', 'approved', [hours.id]),
    step('draft', 'dropped'),
  ]
  must(await backend.workflows.save(stage.id, steps))
  must(await backend.workflows.save(rank.id, [step('low', 'high')]))
  const inTime = { call: '<=', args: [{ field: due.id }, { field: latest.id }] }
  const rule = { message: 'It has to be done by then', rule: inTime }
  must(await backend.rules.saveTable(table, uuidV7() as TableRuleId, rule, false))
  await backend.dispose()
  return table
}
