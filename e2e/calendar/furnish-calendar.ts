/** A table of events in the demo base, and one in a base whose clocks are those of New York. */
import { signInPerson } from '@plinth/backend/testing'
import {
  type BaseId,
  type CellValue,
  type FieldDefinition,
  type FieldId,
  type FieldTypeName,
  limits,
  type MutationId,
  type OptionId,
  type RecordId,
  type TableId,
  uuidV7,
} from '@plinth/domain'
import { ada, type DemoJourney } from '../demo-journey.ts'
import { must } from '../target.ts'

export interface Furnished {
  readonly events: TableId
  /** More than a calendar reads at once, all on three days. */
  readonly shifts: TableId
  readonly york: { readonly base: BaseId; readonly calls: TableId }
}

const kinds = (['Show', 'Rehearsal', 'Festival'] as const).map((label, at) => ({
  id: `o${at + 1}` as OptionId,
  label,
  hue: (['blue', 'amber', 'purple'] as const)[at]!,
}))
const field = (name: string, type: FieldTypeName, options: FieldDefinition['options'] = {}) => ({
  id: uuidV7() as FieldId,
  name,
  type,
  options,
})

type Line = readonly [title: string, from: string | null, to: string | null, kind: number | null]
const busyDay = Array.from(
  { length: 12 },
  (_, at): Line => [
    `Visit ${at + 1}`,
    `2027-03-18T${String(6 + at).padStart(2, '0')}:00:00.000Z`,
    `2027-03-18T${String(6 + at).padStart(2, '0')}:45:00.000Z`,
    at % 3,
  ],
)
const lines: readonly Line[] = [
  ['Opening night', '2027-03-01T18:00:00.000Z', '2027-03-01T20:00:00.000Z', 0],
  ['Film festival', '2027-03-10T08:00:00.000Z', '2027-03-13T20:00:00.000Z', 2],
  // The clocks of Berlin are put forward the night after.
  ['Last rehearsal', '2027-03-27T09:00:00.000Z', '2027-03-27T11:00:00.000Z', 1],
  ['Light check', '2027-03-27T10:00:00.000Z', '2027-03-27T12:30:00.000Z', 1],
  ['Premiere', '2027-03-31T17:30:00.000Z', null, 0],
  ['Award', null, null, null],
  ['Talk with the director', null, null, 0],
  ...busyDay,
]

const crew = (count: number, to: string) =>
  Array.from({ length: count }, (_, at): Line => [`Shift ${at + 1}`, '2031-05-12T08:00:00.000Z', to, null])
// In Berlin a thousand and thirty end as the fourteenth begins.
const shiftLines = [...crew(1_030, '2031-05-13T22:00:00.000Z'), ...crew(20, '2031-05-14T10:00:00.000Z')]

export async function furnish(journey: DemoJourney): Promise<Furnished> {
  const { backend } = await signInPerson(journey.world.project, ada)
  const { bases, rows, workspaces } = backend
  const fill = async (base: BaseId, name: string, all: readonly Line[]): Promise<TableId> => {
    const [title, begin, end] = [field('Name', 'text'), field('From', 'datetime'), field('To', 'datetime')]
    const kind = field('Kind', 'single_select', { options: kinds })
    const table = uuidV7() as TableId
    must(await bases.createTable(base, { id: table, name, fields: [title, begin, end, kind] }))
    const mutations = all.map(([text, begins, ends, of]) => {
      const values: Record<FieldId, CellValue> = {
        [title.id]: text,
        [begin.id]: begins,
        [end.id]: ends,
        [kind.id]: of === null ? null : kinds[of]!.id,
      }
      return {
        id: uuidV7() as MutationId,
        kind: 'insert' as const,
        table,
        record: uuidV7() as RecordId,
        values,
      }
    })
    for (let from = 0; from < mutations.length; from += limits.mutationsPerBatch)
      must(
        await rows.apply({ mutations: mutations.slice(from, from + limits.mutationsPerBatch), atomic: true }),
      )
    return table
  }
  const events = await fill(journey.base, 'Events', lines)
  const shifts = await fill(journey.base, 'Shifts', shiftLines)
  const york = uuidV7() as BaseId
  const workspace = must(await workspaces.session()).workspaces[0]!.id
  const settings = { hue: 'blue', timeZone: 'America/New_York', locale: 'en-US', weekStart: 7 } as const
  must(await bases.create({ id: york, workspace, name: 'New York', ...settings }))
  const calls = await fill(york, 'Calls', [
    ['Late call', '2027-03-11T03:30:00.000Z', '2027-03-11T04:00:00.000Z', 0],
    ['Early call', '2027-03-13T14:00:00.000Z', '2027-03-13T15:00:00.000Z', 1],
  ])
  await backend.dispose()
  return { events, shifts, york: { base: york, calls } }
}
