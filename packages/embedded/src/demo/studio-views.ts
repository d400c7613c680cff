/** How the studio looks at its work: one view of each kind at least, over the table that it suits. */
import type { SupabaseBackend } from '@plinth/backend'
import {
  type AutomationId,
  type BaseId,
  type ColorRule,
  type FormSettings,
  type OptionId,
  type Table,
  uuidV7,
  type ViewConfig,
  type ViewId,
  type ViewKind,
} from '@plinth/domain'
import { addView, layOut, type Named, namesOf, section } from './arrange.ts'
import { made } from './made.ts'

export async function arrangeStudio(backend: SupabaseBackend, base: BaseId): Promise<void> {
  const { tables } = made('schema', await backend.bases.schema(base))
  const tableNamed = (name: string) => tables.find((one) => one.name === name)!
  await arrangeShots(backend, tableNamed('Shots'))
  await automateShots(backend, tableNamed('Shots'))
  await arrangeFilms(backend, tableNamed('Films'))
  await arrangeBookings(backend, tableNamed('Bookings'))
  await arrangeInvoices(backend, tableNamed('Invoices'))
}

/** Adds views of a table. */
const viewsOf =
  (backend: SupabaseBackend, table: Table) =>
  (name: string, kind: ViewKind, config: Partial<ViewConfig>): Promise<ViewId> =>
    addView(backend, table, name, config, kind)

async function arrangeShots(backend: SupabaseBackend, table: Table): Promise<void> {
  const of = namesOf(table)
  const add = viewsOf(backend, table)
  await add('All shots', 'grid', {
    sorts: [{ field: of('Due'), direction: 'asc' }],
    order: ['Code', 'Status', 'Sequence', 'Due', 'Frames', 'Seconds', 'Artist', 'Film', 'Preview'].map(of),
    widths: { [of('Code')]: 132, [of('Frames')]: 112, [of('Seconds')]: 128 },
    colors: [late(of, optionOf(table, 'Status', 'Approved'))],
    quick: ['Status', 'Sequence', 'Due'].map(of),
  })
  await add('Board', 'board', {
    settings: { stacks: of('Status'), cover: of('Preview') },
    hidden: ['Seconds', 'Notes', 'After', 'Starts', 'Effort', 'Frames', 'Approved on'].map(of),
  })
  await add('Schedule', 'timeline', {
    settings: {
      start: of('Starts'),
      end: of('Due'),
      color: of('Status'),
      after: of('After'),
      scale: 'month',
    },
    groups: [{ field: of('Sequence'), direction: 'asc' }],
    sorts: [{ field: of('Starts'), direction: 'asc' }],
  })
  await add('Contact sheet', 'gallery', {
    settings: { cover: of('Preview'), cardSize: 'medium' },
    filter: { join: 'and', items: [{ field: of('Preview'), operator: 'not_empty' }] },
    hidden: ['Seconds', 'Notes', 'After', 'Starts', 'Effort', 'Approved on'].map(of),
  })
  await add('In review', 'list', {
    filter: {
      join: 'and',
      items: [{ field: of('Status'), operator: 'any_of', value: [optionOf(table, 'Status', 'In review')] }],
    },
    sorts: [{ field: of('Due'), direction: 'asc' }],
  })
  const byState = await add('Shots by status', 'chart', { settings: { chart: 'bar', by: of('Status') } })
  const byWeek = await add('Due by week', 'chart', {
    settings: { chart: 'area', by: of('Due'), byUnit: 'week', split: of('Status') },
  })
  const bySequence = await add('Seconds by sequence', 'chart', {
    settings: { chart: 'pie', by: of('Sequence'), figure: 'sum', of: of('Seconds') },
  })
  await add('Progress', 'dashboard', {
    settings: {
      tiles: [
        { view: byWeek, width: 'full' },
        { view: byState, width: 'half' },
        { view: bySequence, width: 'half' },
      ],
    },
  })
  await layOut(backend, table, [
    section('', of, { Code: 'half', Status: 'half', Film: 'half', Sequence: 'half', Preview: 'whole' }),
    section('Schedule', of, {
      Starts: 'half',
      Due: 'half',
      Artist: 'half',
      After: 'half',
      'Approved on': 'half',
    }),
    section('Work', of, { Frames: 'half', Seconds: 'half', Effort: 'half', Notes: 'whole' }),
  ])
}

const optionOf = ({ fields }: Table, name: string, label: string): OptionId =>
  fields.find((field) => field.name === name)!.options.options!.find((option) => option.label === label)!.id

/** Shots that should be approved by now. */
const late = (of: Named, approved: OptionId): ColorRule => ({
  id: uuidV7() as ColorRule['id'],
  name: 'Late',
  hue: 'red',
  paints: 'row',
  when: {
    call: 'and',
    args: [
      { call: '<', args: [{ field: of('Due') }, { call: 'today', args: [] }] },
      { call: '!=', args: [{ field: of('Status') }, { option: approved, field: of('Status') }] },
    ],
  },
})

/** The day of an approval is written down by the database, whoever approves. */
async function automateShots({ automations }: SupabaseBackend, table: Table): Promise<void> {
  const of = namesOf(table)
  const today = { kind: 'expression', expression: { call: 'today', args: [] } } as const
  const draft = {
    name: 'Write down when a shot was approved',
    table: table.id,
    trigger: { kind: 'entered', field: of('Status'), option: optionOf(table, 'Status', 'Approved') },
    condition: null,
    actions: [{ kind: 'set', values: [{ field: of('Approved on'), value: today }] }],
  } as const
  made('automation of Shots', await automations.create(uuidV7() as AutomationId, draft))
}

async function arrangeFilms(backend: SupabaseBackend, table: Table): Promise<void> {
  const of = namesOf(table)
  const add = viewsOf(backend, table)
  await add('Slate', 'gallery', {
    settings: { cover: of('Poster'), cardSize: 'large' },
    hidden: ['Logline', 'Shots', 'Bookings', 'Invoices', 'Shots in all', 'Approved', 'Previews'].map(of),
  })
  await add('Release plan', 'timeline', {
    settings: { start: of('Shooting starts'), end: of('Delivery'), color: of('Stage'), scale: 'year' },
  })
  await layOut(backend, table, [
    section('', of, { Title: 'half', Stage: 'half', Logline: 'half', Poster: 'half' }),
    section('Plan', of, { 'Shooting starts': 'half', Delivery: 'half', Budget: 'half', Invoiced: 'half' }),
    section('Made by', of, { Director: 'whole', Producer: 'whole' }),
    section('Shots', of, {
      'Shots in all': 'half',
      Approved: 'half',
      Done: 'half',
      'Shot states': 'half',
      Previews: 'whole',
      Shots: 'whole',
    }),
  ])
}

async function arrangeBookings(backend: SupabaseBackend, table: Table): Promise<void> {
  const of = namesOf(table)
  const add = viewsOf(backend, table)
  await add('Week', 'calendar', {
    settings: { start: of('From'), end: of('Until'), color: of('Room'), span: 'week' },
  })
  await add('Rooms', 'timeline', {
    settings: { start: of('From'), end: of('Until'), color: of('Room'), scale: 'week' },
    groups: [{ field: of('Room'), direction: 'asc' }],
  })
  await add('Ask for a room', 'form', { settings: { form: roomForm(of) } })
  await add('To confirm', 'list', {
    filter: { join: 'and', items: [{ field: of('Confirmed'), operator: 'is', value: false }] },
    sorts: [{ field: of('From'), direction: 'asc' }],
  })
}

/** What people in the house ask for. */
const roomForm = (of: Named): FormSettings => ({
  title: 'Ask for a room',
  intro: 'We answer within a day. Stages are booked by the day, rooms by the hour.',
  sections: [
    {
      id: 'what',
      questions: [
        { field: of('What'), label: 'What do you need it for?', isRequired: true },
        { field: of('Film') },
      ],
    },
    {
      id: 'when',
      title: 'Where and when',
      questions: [
        { field: of('Room'), isRequired: true },
        { field: of('From'), isRequired: true },
        { field: of('Until'), isRequired: true, help: 'With the time that you need to tidy up.' },
      ],
    },
  ],
  submitLabel: 'Ask for it',
  thanks: 'Thank you. You will hear from us tomorrow at the latest.',
  allowsAnother: true,
})

async function arrangeInvoices(backend: SupabaseBackend, table: Table): Promise<void> {
  const of = namesOf(table)
  const add = viewsOf(backend, table)
  await add('By status', 'grid', {
    groups: [{ field: of('Status'), direction: 'asc' }],
    sorts: [{ field: of('Due'), direction: 'asc' }],
    summaries: { [of('Amount')]: 'sum' },
  })
  const months = await add('Spent a month', 'chart', {
    settings: { chart: 'bar', by: of('Issued'), byUnit: 'month', figure: 'sum', of: of('Amount') },
  })
  const suppliers = await add('By supplier', 'chart', {
    settings: { chart: 'bar', by: of('Supplier'), figure: 'sum', of: of('Amount'), chartOrder: 'figure' },
  })
  const open = await add('Open', 'chart', {
    settings: { chart: 'pie', by: of('Status'), figure: 'sum', of: of('Amount') },
  })
  await add('Money', 'dashboard', {
    settings: {
      tiles: [
        { view: months, width: 'full' },
        { view: suppliers, width: 'half' },
        { view: open, width: 'half' },
      ],
    },
  })
}
