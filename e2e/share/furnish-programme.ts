/** A table of what a house of films does in some months, and a view of it for each way in which records can stand. */
import { signInPerson } from '@plinth/backend/testing'
import {
  type CellValue,
  type ColorRule,
  emptyViewConfig,
  type FieldDefinition,
  type FieldId,
  type FieldTypeName,
  type MutationId,
  type RecordId,
  type SelectOption,
  type SummaryKind,
  type TableId,
  uuidV7,
  type ViewId,
  type ViewKind,
  type ViewSettings,
} from '@plinth/domain'
import { ada, type DemoJourney } from '../demo-journey.ts'
import { must } from '../target.ts'

const option = (label: string, hue: SelectOption['hue'], at: number): SelectOption => ({
  id: `o${at}` as SelectOption['id'],
  label,
  hue,
})
const stages = [
  option('Idea', 'stone', 1),
  option('In talks', 'amber', 2),
  option('Fixed', 'teal', 3),
  option('Over', 'purple', 4),
]
/** What its stages are called, in their order. */
export const stageNames = stages.map(({ label }) => label)
const fieldOf = (
  name: string,
  type: FieldTypeName,
  options: FieldDefinition['options'] = {},
): FieldDefinition => ({ id: uuidV7() as FieldId, name, type, options })

const colorOf = (
  name: string,
  when: object,
  hue: ColorRule['hue'],
  paints: ColorRule['paints'],
): ColorRule => ({
  id: uuidV7() as ColorRule['id'],
  name,
  when: when as ColorRule['when'],
  hue,
  paints,
})

type Line = readonly [title: string, stage: number | null, from: string | null, to?: string, note?: string]

const lines: readonly Line[] = [
  ['Silent film week', 2, '2027-03-08', '2027-03-14', 'Seven evenings with a piano, and one with an organ.'],
  ['Opening night', 2, '2027-03-01'],
  ['Retrospective: Agnès Varda', 1, '2027-03-22', '2027-04-11', 'All the short films in one afternoon.'],
  ['Poster exhibition in the foyer', 2, '2027-01-18', '2027-03-19'],
  ['School mornings', 1, '2027-02-22', '2027-02-26'],
  ['Kurzfilmnacht', 3, '2027-02-12'],
  [
    'A very long title that no card has room for: restored prints from five archives, with introductions',
    0,
    '2027-03-16',
    '2027-03-18',
  ],
  ['Night of the projectionists', null, '2027-03-17'],
  ['Summer in the yard', 0, '2027-06-18', '2027-08-29'],
  ['Something with robots', 0, null],
  // More than a day of a month has room for.
  ...Array.from({ length: 7 }, (_, at): Line => [`Talk ${at + 1}`, 2, '2027-03-17']),
  // More than a stack shows at first.
  ...Array.from({ length: 45 }, (_, at): Line => [`Idea ${at + 1}`, 0, null]),
]

type Summaries = Readonly<Record<FieldId, SummaryKind>>

export interface Programme {
  readonly table: TableId
  readonly views: Readonly<
    Record<'table' | 'groups' | 'board' | 'lanes' | 'gallery' | 'list' | 'calendar' | 'timeline', ViewId>
  >
}

/** `isColored`: what is sold out has a colour, and so have many seats. */
export async function furnishProgramme(journey: DemoJourney, isColored = false): Promise<Programme> {
  const { backend } = await signInPerson(journey.world.project, ada)
  const table = uuidV7() as TableId
  const [title, stage, from, to, seats, sold, page, note] = [
    fieldOf('Title', 'text'),
    fieldOf('Stage', 'single_select', { options: stages }),
    fieldOf('From', 'date'),
    fieldOf('To', 'date'),
    fieldOf('Seats', 'integer'),
    fieldOf('Sold out', 'checkbox'),
    fieldOf('Page', 'url'),
    fieldOf('Note', 'long_text'),
  ] as const
  const fields = [title, stage, from, to, seats, sold, page, note]
  must(await backend.bases.createTable(journey.base, { id: table, name: 'Programme', fields }))
  const mutations = lines.map(([text, of, begins, ends = null, words = null], at) => {
    const values: Record<FieldId, CellValue> = {
      [title.id]: text,
      [stage.id]: of === null ? null : stages[of]!.id,
      [from.id]: begins,
      [to.id]: ends,
      [seats.id]: begins === null ? null : 40 + 12 * at,
      [sold.id]: at % 4 === 1 ? true : null,
      [page.id]: at % 3 === 0 ? 'https://example.org/programme' : null,
      [note.id]: words,
    }
    return {
      id: uuidV7() as MutationId,
      kind: 'insert' as const,
      table,
      record: uuidV7() as RecordId,
      values,
    }
  })
  must(await backend.rows.apply({ mutations, atomic: true }))
  const many = { call: '>', args: [{ field: seats.id }, { number: 150 }] }
  const colors = isColored
    ? [colorOf('Sold out', { field: sold.id }, 'red', 'row'), colorOf('Many seats', many, 'blue', seats.id)]
    : []
  const view = async (
    name: string,
    kind: ViewKind,
    settings: ViewSettings,
    { by = [], summaries = {} }: Partial<{ by: readonly FieldDefinition[]; summaries: Summaries }> = {},
  ): Promise<ViewId> => {
    const id = uuidV7() as ViewId
    const groups = by.map(({ id: field }) => ({ field, direction: 'asc' as const }))
    const config = { ...emptyViewConfig, settings, colors, groups, summaries }
    must(await backend.views.create(table, { id, name, kind, isShared: true, config }))
    return id
  }
  const times = { start: from.id, end: to.id, color: stage.id }
  const views = {
    table: await view('Programme', 'grid', {}),
    groups: await view(
      'Programme in groups',
      'grid',
      {},
      {
        by: [stage, sold],
        summaries: { [from.id]: 'earliest', [seats.id]: 'sum', [sold.id]: 'checked' },
      },
    ),
    board: await view('Programme by stage', 'board', { stacks: stage.id }),
    lanes: await view('Programme in lanes', 'board', { stacks: stage.id, lanes: sold.id }),
    gallery: await view('Programme on cards', 'gallery', { cardSize: 'medium' }),
    list: await view('Programme in lines', 'list', {}),
    calendar: await view('Programme by days', 'calendar', times),
    timeline: await view('Programme in time', 'timeline', times),
  }
  await backend.dispose()
  return { table, views }
}
