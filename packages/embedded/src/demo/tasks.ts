import type { SupabaseBackend } from '@plinth/backend'
import {
  type AttachmentId,
  type BaseId,
  type CellValue,
  type FieldId,
  type Mutation,
  type MutationId,
  type RecordId,
  type SelectOption,
  type TableId,
  type UserId,
  uuidV7,
} from '@plinth/domain'
import { definitionOf, optionsOf } from './fill-table.ts'
import { made } from './made.ts'
import { drawPicture, type Palette } from './picture.ts'

const states = optionsOf(['To do', 'Doing', 'Waiting', 'Done'], ['stone', 'blue', 'amber', 'green'])
const areas = optionsOf(['Programme', 'Print', 'Tickets', 'House'], ['purple', 'orange', 'teal', 'pink'])

const columns = {
  task: definitionOf({ name: 'Task', type: 'text' }),
  state: definitionOf({ name: 'State', type: 'single_select', options: states }),
  area: definitionOf({ name: 'Area', type: 'single_select', options: areas }),
  assignee: definitionOf({ name: 'Assignee', type: 'person' }),
  due: definitionOf({ name: 'Due', type: 'date' }),
  hours: definitionOf({ name: 'Hours', type: 'number', decimals: 1 }),
  billed: definitionOf({ name: 'Billed', type: 'checkbox' }),
  contact: definitionOf({ name: 'Contact', type: 'email' }),
  link: definitionOf({ name: 'Link', type: 'url' }),
  files: definitionOf({ name: 'Files', type: 'attachment' }),
  start: definitionOf({ name: 'Starts', type: 'datetime' }),
  notes: definitionOf({ name: 'Notes', type: 'long_text' }),
}
type ColumnName = keyof typeof columns

type Task = Partial<Record<Exclude<ColumnName, 'files' | 'assignee'>, string | number | boolean>> & {
  files?: readonly string[]
}

/** A fixed week, so that pictures and texts about the demo stay true. */
const tasks: readonly Task[] = [
  {
    task: 'Poster for the silent film week',
    state: 'Doing',
    area: 'Print',
    due: '2027-03-05',
    hours: 6.5,
    contact: 'studio@example.org',
    link: 'https://example.org/silent-week',
    files: ['poster-a.png', 'poster-b.png'],
    notes: 'Two drafts are attached.\nThe printer needs 3 mm bleed and the final text by Friday noon.',
  },
  {
    task: 'Clear the rights for the opening night',
    state: 'Waiting',
    area: 'Programme',
    due: '2027-02-26',
    hours: 2,
    contact: 'rights@example.org',
    notes: 'They answer within ten days.',
    files: ['rights-request.txt'],
  },
  {
    task: 'Open ticket sale',
    state: 'To do',
    area: 'Tickets',
    due: '2027-03-01',
    start: '2027-03-01T09:00:00Z',
  },
  {
    task: 'Order new lamps for the projector',
    state: 'Done',
    area: 'House',
    due: '2027-02-12',
    hours: 0.5,
    billed: true,
  },
  {
    task: 'Piano tuning',
    state: 'To do',
    area: 'House',
    due: '2027-03-09',
    start: '2027-03-09T08:30:00Z',
    contact: 'keys@example.org',
  },
  {
    task: 'Programme booklet: first proof',
    state: 'Doing',
    area: 'Print',
    due: '2027-02-24',
    hours: 11,
    files: ['cover.png'],
  },
  {
    task: 'Invite the school classes',
    state: 'Done',
    area: 'Programme',
    due: '2027-02-10',
    hours: 3,
    billed: true,
  },
  {
    task: 'Door plan for Saturday',
    state: 'To do',
    area: 'House',
    due: '2027-03-13',
    start: '2027-03-13T17:00:00Z',
  },
  { task: 'Subtitle check, reels 1–4', state: 'Doing', area: 'Programme', due: '2027-03-03', hours: 4.25 },
  {
    task: 'Refund the cancelled matinée',
    state: 'Done',
    area: 'Tickets',
    due: '2027-02-08',
    hours: 1,
    billed: true,
  },
  {
    task: 'Press list and photo permissions',
    state: 'Waiting',
    area: 'Print',
    due: '2027-03-02',
    contact: 'press@example.org',
    link: 'https://example.org/press',
  },
  { task: 'Settle accounts with the distributor', state: 'To do', area: 'Programme', due: '2027-03-31' },
]

/** Two people make this table: Ada its shape and rows, Ben some changes and a file. */
export async function seedTasks(
  people: { owner: SupabaseBackend; editor: SupabaseBackend },
  base: BaseId,
): Promise<void> {
  const table = uuidV7() as TableId
  const fields = Object.values(columns)
  made('table Tasks', await people.owner.bases.createTable(base, { id: table, name: 'Tasks', fields }))
  // Every third task is nobody's.
  const assignees = [await idOfPerson(people.owner), await idOfPerson(people.editor), null]
  const records = tasks.map((task) => ({ task, record: uuidV7() as RecordId }))
  await apply(
    people.owner,
    records.map(({ task, record }, index) => ({
      id: uuidV7() as MutationId,
      kind: 'insert',
      table,
      record,
      values: { ...valuesOf(task), [columns.assignee.id]: assignees[index % assignees.length] ?? null },
    })),
  )
  for (const [index, { task, record }] of records.entries()) {
    const uploader = index % 2 === 0 ? people.owner : people.editor
    for (const name of task.files ?? []) await attach(uploader, { table, record, name })
  }
  await editAsBen(people.editor, table, records[2]?.record)
}

async function idOfPerson(backend: SupabaseBackend): Promise<UserId> {
  const session = await backend.auth.current()
  if (session === null) throw new Error('demo: nobody is signed in')
  return session.userId
}

/** So that the history has more than one author. */
async function editAsBen(
  editor: SupabaseBackend,
  table: TableId,
  record: RecordId | undefined,
): Promise<void> {
  if (record === undefined) return
  const doing = idOf(states, 'Doing')
  await apply(editor, [
    {
      id: uuidV7() as MutationId,
      kind: 'update',
      table,
      record,
      values: { [columns.state.id]: doing } as Record<FieldId, CellValue>,
      base: { [columns.state.id]: idOf(states, 'To do') } as Record<FieldId, CellValue>,
    },
  ])
}

async function apply(backend: SupabaseBackend, mutations: readonly Mutation[]): Promise<void> {
  const results = made('records of Tasks', await backend.rows.apply({ mutations, atomic: true }))
  const refused = results.find((result) => result.status !== 'ok')
  if (refused !== undefined)
    throw new Error(`demo: a record of Tasks was refused: ${JSON.stringify(refused)}`)
}

function valuesOf(task: Task): Record<FieldId, CellValue> {
  const values: Record<string, CellValue> = {}
  for (const [name, value] of Object.entries(task)) {
    if (name === 'files' || value === undefined || typeof value === 'object') continue
    const column = columns[name as ColumnName]
    values[column.id] =
      column.options.options === undefined ? value : idOf(column.options.options, String(value))
  }
  return values as Record<FieldId, CellValue>
}

function idOf(options: readonly SelectOption[], label: string): string {
  const option = options.find((candidate) => candidate.label === label)
  if (option === undefined) throw new Error(`demo: no option ${label}`)
  return option.id
}

const palettes: Readonly<Record<string, Palette>> = {
  'poster-a.png': { from: [30, 27, 75], to: [190, 70, 120] },
  'poster-b.png': { from: [12, 74, 80], to: [230, 170, 60] },
  'cover.png': { from: [90, 30, 20], to: [240, 150, 90] },
}

async function attach(
  backend: SupabaseBackend,
  { table, record, name }: { table: TableId; record: RecordId; name: string },
): Promise<void> {
  const palette = palettes[name]
  const file =
    palette === undefined
      ? new Blob(['Dear Sir or Madam,\n\nwe would like to show your film on the opening night.\n'], {
          type: 'text/plain',
        })
      : pngOf(900, 1200, palette)
  const uploaded = await backend.files.upload({
    id: uuidV7() as AttachmentId,
    table,
    record,
    field: columns.files.id,
    file,
    name,
    thumbnail: palette === undefined ? null : pngOf(192, 256, palette),
  })
  made(`file ${name}`, uploaded)
}

function pngOf(width: number, height: number, palette: Palette): Blob {
  return new Blob([new Uint8Array(drawPicture(width, height, palette))], { type: 'image/png' })
}
