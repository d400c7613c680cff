/**
 * The third base of the demo: how a small studio makes its films. People, films, shots whose approval takes two, bookings of rooms, and
 * invoices, each looked at in the shape that its work needs. Its days are those around the day on which it is furnished.
 */
import type { SupabaseBackend } from '@plinth/backend'
import {
  type AttachmentId,
  type BaseId,
  type FieldDefinition,
  type FieldId,
  type FieldTypeName,
  type LockId,
  type RecordId,
  type RowLinks,
  type SelectOption,
  type Table,
  type TableRuleId,
  type TransitionId,
  uuidV7,
} from '@plinth/domain'
import { addField, type Named, namesOf } from './arrange.ts'
import { type Column, importRows, makeTable, optionsOf } from './fill-table.ts'
import { made } from './made.ts'
import { drawScene } from './scene.ts'
import {
  bookings,
  films,
  invoices,
  people,
  type StudioBooking,
  type StudioFilm,
  type StudioInvoice,
  type StudioShot,
  shots,
} from './studio-plan.ts'
import { arrangeStudio } from './studio-views.ts'

const states = optionsOf(
  ['To do', 'In progress', 'In review', 'Approved', 'On hold'],
  ['stone', 'blue', 'amber', 'green', 'pink'],
)
const stages = optionsOf(
  ['Development', 'Pre-production', 'Production', 'Post', 'Delivered'],
  ['stone', 'purple', 'blue', 'amber', 'green'],
)
const rooms = optionsOf(
  ['Stage A', 'Stage B', 'Grading suite', 'Mix room', 'Camera kit'],
  ['teal', 'cyan', 'purple', 'orange', 'stone'],
)
const payments = optionsOf(['Received', 'Checked', 'Paid'], ['amber', 'blue', 'green'])
const sequences = optionsOf([...new Set(films.flatMap((film) => Object.keys(film.sequences)))])
const trades = optionsOf([...new Set(people.map(([, trade]) => trade))])

const idIn = (options: readonly SelectOption[], label: string) =>
  options.find((option) => option.label === label)!.id

/** A day of the plan, as a date. */
export function dayOf(monday: Date, days: number): string {
  return new Date(monday.getTime() + days * 86_400_000).toISOString().slice(0, 10)
}

/** The Monday of a day's week. */
export function mondayOf(now: Date): Date {
  const day = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  return new Date(day - ((now.getUTCDay() + 6) % 7) * 86_400_000)
}

type Member = (typeof people)[number]
type Rows<Source> = readonly (readonly [RecordId, Source])[]
const withIds = <Source>(sources: readonly Source[]): Rows<Source> =>
  sources.map((source) => [uuidV7() as RecordId, source])

interface Studio {
  readonly backend: SupabaseBackend
  readonly base: BaseId
  readonly monday: Date
  readonly people: Rows<Member>
  readonly films: Rows<StudioFilm>
  readonly shots: Rows<StudioShot>
}

export async function seedStudio(backend: SupabaseBackend, base: BaseId, now = new Date()): Promise<void> {
  const studio: Studio = {
    backend,
    base,
    monday: mondayOf(now),
    people: withIds(people),
    films: withIds(films),
    shots: withIds(shots),
  }
  const peopleTable = await addPeople(studio)
  const filmTable = await addFilms(studio, peopleTable)
  const shotTable = await addShots(studio, peopleTable, filmTable)
  await addBookings(studio, filmTable)
  const invoiceTable = await addInvoices(studio, filmTable)
  await addFigures(studio, filmTable, shotTable, invoiceTable)
  await arrangeStudio(backend, base)
}

const column = <Source>(
  name: string,
  type: FieldTypeName,
  value: Column<Source>['value'],
  more: Partial<Column<Source>> = {},
): Column<Source> => ({ name, type, value, ...more })

const choice = <Source>(
  name: string,
  options: readonly SelectOption[],
  label: (source: Source) => string,
  type: FieldTypeName = 'single_select',
): Column<Source> => column(name, type, (source) => idIn(options, label(source)), { options })

const cents = (euros: number) => euros * 100

interface Filling<Source> {
  readonly name: string
  readonly columns: readonly Column<Source>[]
  readonly rows: Rows<Source>
  /** Fields that are there before the rows: links, and what is left empty. */
  readonly fields?: (table: Table) => Promise<(source: Source) => RowLinks['values']>
}

/** Makes a table with its links, and imports its rows. */
async function fill<Source>(
  { backend, base }: Studio,
  { name, columns, rows, fields }: Filling<Source>,
): Promise<Table> {
  const table = await makeTable(backend, base, { name, columns })
  const links = await fields?.(table)
  await importRows(backend, table, {
    fileName: `${name.toLowerCase()}.csv`,
    columns: columns.map((one) => ({
      ...one,
      value: ([, source]: Rows<Source>[number]) => one.value(source),
    })),
    rows,
    record: ([id]) => id,
    ...(links ? { links: ([, source]: Rows<Source>[number]) => links(source) } : {}),
  })
  return table
}

const addPeople = (studio: Studio): Promise<Table> =>
  fill<Member>(studio, {
    name: 'People',
    rows: studio.people,
    columns: [
      column('Name', 'text', ([name]) => name),
      choice('Trade', trades, ([, trade]) => trade),
      column('E-mail', 'email', ([name]) => `${name.split(' ')[0]!.toLowerCase()}@example.org`),
      column('Day rate', 'currency', ([, , rate]) => cents(rate), { currency: 'EUR' }),
    ],
  })

/** A link to one record of a table, and how it is called from the other side. */
async function addLink(
  { backend }: Studio,
  table: Table,
  link: { name: string; target: Table; pair?: string; many?: true },
): Promise<FieldId> {
  const { id } = await addField(backend, table, {
    id: uuidV7() as FieldId,
    name: link.name,
    type: 'link',
    options: {
      target: link.target.id,
      ...(link.many ? {} : { single: true }),
      ...(link.pair ? { pair: { id: uuidV7() as FieldId, name: link.pair } } : {}),
    },
  })
  return id
}

const addPlain = ({ backend }: Studio, table: Table, name: string, type: FieldTypeName) =>
  addField(backend, table, { id: uuidV7() as FieldId, name, type, options: {} })

/** The records of those names. */
const linkTo = <Source>(rows: Rows<Source>, is: (source: Source) => boolean) => ({
  link: rows.filter(([, source]) => is(source)).map(([id]) => id),
})

async function addFilms(studio: Studio, peopleTable: Table): Promise<Table> {
  const { backend, monday } = studio
  const table = await fill<StudioFilm>(studio, {
    name: 'Films',
    rows: studio.films,
    columns: [
      column('Title', 'text', ({ title }) => title),
      choice('Stage', stages, ({ stage }) => stage),
      column('Logline', 'long_text', ({ logline }) => logline),
      column('Shooting starts', 'date', ({ shooting }) => dayOf(monday, shooting)),
      column('Delivery', 'date', ({ delivery }) => dayOf(monday, delivery)),
      column('Budget', 'currency', ({ budget }) => cents(budget), { currency: 'EUR' }),
    ],
    fields: async (films) => {
      const director = await addLink(studio, films, {
        name: 'Director',
        target: peopleTable,
        pair: 'Directs',
      })
      const producer = await addLink(studio, films, {
        name: 'Producer',
        target: peopleTable,
        pair: 'Produces',
      })
      return (film) => ({
        [director]: linkTo(studio.people, ([name]) => name === film.director),
        [producer]: linkTo(studio.people, ([name]) => name === film.producer),
      })
    },
  })
  const poster = await addPlain(studio, table, 'Poster', 'attachment')
  for (const [at, [record, { title, mood }]] of studio.films.entries())
    await attach(backend, { table, record, field: poster.id, name: `${title}.png`, mood, seed: at + 40 })
  return table
}

async function addShots(studio: Studio, peopleTable: Table, filmTable: Table): Promise<Table> {
  const { backend, monday } = studio
  const table = await fill<StudioShot>(studio, {
    name: 'Shots',
    rows: studio.shots,
    columns: [
      column('Code', 'text', ({ code }) => code),
      choice('Status', states, ({ state }) => state, 'status'),
      choice('Sequence', sequences, ({ sequence }) => sequence),
      column('Starts', 'date', ({ start }) => dayOf(monday, start)),
      column('Due', 'date', ({ due }) => dayOf(monday, due)),
      column('Frames', 'integer', ({ frames }) => frames),
      column('Effort', 'rating', ({ effort }) => effort),
      column('Approved on', 'date', ({ state, due }) => (state === 'Approved' ? dayOf(monday, due) : null)),
    ],
    fields: async (shotTable) => {
      const film = await addLink(studio, shotTable, { name: 'Film', target: filmTable, pair: 'Shots' })
      const artist = await addLink(studio, shotTable, { name: 'Artist', target: peopleTable, pair: 'Shots' })
      const after = await addLink(studio, shotTable, { name: 'After', target: shotTable, many: true })
      return (shot) => ({
        [film]: linkTo(studio.films, ({ title }) => title === shot.film.title),
        [artist]: linkTo(studio.people, ([name]) => name === shot.artist),
        [after]: linkTo(studio.shots, ({ code }) => code === shot.after),
      })
    },
  })
  const of = namesOf(table)
  const seconds: FieldDefinition = {
    id: uuidV7() as FieldId,
    name: 'Seconds',
    type: 'number',
    options: { decimals: 1 },
    formula: { call: '/', args: [{ field: of('Frames') }, { number: 24 }] },
  }
  await addField(backend, table, seconds)
  await addPlain(studio, table, 'Notes', 'long_text')
  const preview = await addPlain(studio, table, 'Preview', 'attachment')
  for (const [at, [record, { code, film, mood }]] of studio.shots.entries()) {
    if (film.stage === 'Pre-production') continue
    await attach(backend, {
      table,
      record,
      field: preview.id,
      name: `${code}.png`,
      mood,
      seed: at,
    })
  }
  await guardShots(studio, table)
  return table
}

/** A step of the workflow of shots. */
const stepOf = (name: string, from: string | null, to: string, more: object = {}) => ({
  id: uuidV7() as TransitionId,
  name,
  from: from === null ? null : idIn(states, from),
  to: idIn(states, to),
  roles: null,
  guard: null,
  requires: [],
  fourEyes: false,
  ...more,
})

/** How a shot goes: two people for its approval. */
async function guardShots({ backend }: Studio, table: Table): Promise<void> {
  const of = namesOf(table)
  const steps = [
    stepOf('Start', 'To do', 'In progress'),
    stepOf('Submit', 'In progress', 'In review', { requires: [of('Frames')] }),
    stepOf('Approve', 'In review', 'Approved', { fourEyes: true }),
    stepOf('Send back', 'In review', 'In progress'),
    stepOf('Hold', null, 'On hold'),
    stepOf('Resume', 'On hold', 'In progress'),
  ]
  made('workflow of Shots', await backend.workflows.save(of('Status'), steps))
  // A shot without its days is one to be planned.
  const rule = {
    call: 'not',
    args: [{ call: '<', args: [{ field: of('Due') }, { field: of('Starts') }] }],
  }
  const message = 'A shot is due on the day on which it starts, or later.'
  const id = uuidV7() as TableRuleId
  made('rule of Shots', await backend.rules.saveTable(table.id, id, { message, rule }, false))
}

async function addBookings(studio: Studio, filmTable: Table): Promise<void> {
  const { backend, monday } = studio
  const at = (day: number, hour: number) => `${dayOf(monday, day)}T${String(hour).padStart(2, '0')}:00:00Z`
  const table = await fill<StudioBooking>(studio, {
    name: 'Bookings',
    rows: withIds(bookings),
    columns: [
      column('What', 'text', ({ what }) => what),
      choice('Room', rooms, ({ room }) => room),
      column('From', 'datetime', ({ day, from }) => at(day, from)),
      column('Until', 'datetime', ({ day, from, hours }) => at(day, from + hours)),
      column('Confirmed', 'checkbox', ({ isConfirmed }) => isConfirmed),
    ],
    fields: async (bookingTable) => {
      const film = await addLink(studio, bookingTable, { name: 'Film', target: filmTable, pair: 'Bookings' })
      return (booking) => ({ [film]: linkTo(studio.films, ({ title }) => title === booking.film) })
    },
  })
  const of = namesOf(table)
  const person: FieldDefinition = {
    id: uuidV7() as FieldId,
    name: 'Asked for by',
    type: 'person',
    options: {},
    default: { kind: 'me' },
  }
  await addField(backend, table, person)
  const rule = {
    call: 'not',
    args: [{ call: '<=', args: [{ field: of('Until') }, { field: of('From') }] }],
  }
  const definition = { message: 'A booking ends after it begins.', rule }
  const id = uuidV7() as TableRuleId
  made('rule of Bookings', await backend.rules.saveTable(table.id, id, definition, false))
}

async function addInvoices(studio: Studio, filmTable: Table): Promise<Table> {
  const { backend, monday } = studio
  const table = await fill<StudioInvoice>(studio, {
    name: 'Invoices',
    rows: withIds(invoices),
    columns: [
      column('Supplier', 'text', ({ supplier }) => supplier),
      choice('Status', payments, ({ state }) => state, 'status'),
      column('Issued', 'date', ({ issued }) => dayOf(monday, issued)),
      column('Due', 'date', ({ due }) => dayOf(monday, due)),
      column('Amount', 'currency', ({ amount }) => cents(amount), { currency: 'EUR' }),
    ],
    fields: async (invoiceTable) => {
      const film = await addLink(studio, invoiceTable, { name: 'Film', target: filmTable, pair: 'Invoices' })
      return (invoice) => ({ [film]: linkTo(studio.films, ({ title }) => title === invoice.film) })
    },
  })
  const of = namesOf(table)
  const isPaid = {
    call: '=',
    args: [{ field: of('Status') }, { option: idIn(payments, 'Paid'), field: of('Status') }],
  }
  await addField(backend, table, {
    id: uuidV7() as FieldId,
    name: 'Overdue',
    type: 'checkbox',
    options: {},
    formula: {
      call: 'and',
      args: [
        { call: 'not', args: [isPaid] },
        { call: '<', args: [{ field: of('Due') }, { call: 'today', args: [] }] },
      ],
    },
  })
  const lock = { name: 'Paid invoices', rule: isPaid, creators: true, roles: [] }
  made('lock of Invoices', await backend.roles.saveLock(table.id, uuidV7() as LockId, lock))
  return table
}

/** What a film has by its shots and its invoices. */
async function addFigures(
  { backend, base }: Studio,
  films: Table,
  shotTable: Table,
  bills: Table,
): Promise<void> {
  const { tables } = made('schema', await backend.bases.schema(base))
  const [of, ofShot] = [films, shotTable].map((one) => namesOf(tables.find(({ id }) => id === one.id)!)) as [
    Named,
    Named,
  ]
  const status = ofShot('Status')
  const add = (
    name: string,
    type: FieldTypeName,
    computed: Pick<FieldDefinition, 'rollup' | 'formula'>,
    options = {},
  ) => addField(backend, films, { id: uuidV7() as FieldId, name, type, options, ...computed })
  const count = { link: of('Shots'), function: 'count' } as const
  const all = await add('Shots in all', 'integer', { rollup: count })
  const filter = { call: '=', args: [{ field: status }, { option: idIn(states, 'Approved'), field: status }] }
  const approved = await add('Approved', 'integer', { rollup: { ...count, filter } })
  await add(
    'Done',
    'percent',
    { formula: { call: '/', args: [{ field: approved.id }, { field: all.id }] } },
    { decimals: 0 },
  )
  const amount = namesOf(bills)('Amount')
  await add('Invoiced', 'currency', { rollup: { link: of('Invoices'), function: 'sum', field: amount } })
  // Lookups: where its shots are, and how they look.
  const shotsOf = (name: 'unique' | 'concatenate', field: FieldId) => ({
    link: of('Shots'),
    function: name,
    field,
  })
  await add('Shot states', 'multi_select', { rollup: shotsOf('unique', status) })
  await add('Previews', 'attachment', { rollup: shotsOf('concatenate', ofShot('Preview')) })
}

interface Picture {
  readonly table: Table
  readonly record: RecordId
  readonly field: FieldId
  readonly name: string
  readonly mood: StudioFilm['mood']
  readonly seed: number
}

async function attach(
  backend: SupabaseBackend,
  { table, record, field, name, mood, seed }: Picture,
): Promise<void> {
  // As large as thumbnails are: it is its own.
  const file = new Blob([new Uint8Array(drawScene(512, 288, mood, seed))], { type: 'image/png' })
  const uploaded = await backend.files.upload({
    id: uuidV7() as AttachmentId,
    table: table.id,
    record,
    field,
    file,
    name,
    thumbnail: file,
  })
  made(`file ${name}`, uploaded)
}
