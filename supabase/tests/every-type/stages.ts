/** The types of the registry, each with a table in which its values are known: written, uploaded, linked, or given by the database. */
import { type CellValue, fieldTypeNames, type LinkValue, uuidV7 } from '@plinth/domain'
import { fieldOf, type Json, type TestTable } from '../harness.ts'
import { type Cell, cellsOf, type Matrix, placeIn, type Stage, type Subject } from './matrix.ts'
import { type Built, isBuilt, peopleOf, samplesOf, type Written } from './samples.ts'

const system = {
  created_time: 'created_at',
  changed_time: 'changed_at',
  created_by: 'created_by',
  changed_by: 'changed_by',
} as const

function stageOn(table: TestTable, cells: readonly Cell[], ranked: readonly CellValue[]): Stage {
  const [title, field] = table.fields
  const { id, column, type } = field!
  return { table, type, title: title!.id, field: id, column, cells, ranked }
}

async function written(matrix: Matrix, type: Written): Promise<Stage> {
  const { values, without, options = {} } = samplesOf(type, matrix.world)
  const table = await matrix.table([fieldOf('Title', 'text'), fieldOf('Value', type, options)])
  const stage = stageOn(table, cellsOf(values, without), values)
  for (const cell of stage.cells)
    await matrix.make(table, cell.record, {
      [stage.title]: cell.title,
      ...(placeIn(cell) < 0 ? {} : { [stage.field]: cell.value }),
    })
  return stage
}

/** Uploads a file as the storage service stores it, into a cell of a record. */
async function upload(matrix: Matrix, { table, field }: Stage, record: string, name: string): Promise<Json> {
  const { h, world } = matrix
  const file = { id: uuidV7(), name, mime: 'text/plain', bytes: 5, thumbnail: false }
  const { id, key } = await h.rpc<{ id: string; key: string }>(world.editor, 'begin_upload', {
    table: table.id,
    record,
    field,
    file,
  })
  await h.as(world.editor, async (tx) => {
    await tx`select set_config('storage.operation', 'storage.object.upload', true)`
    await tx`insert into storage.objects (bucket_id, name, metadata) values ('plinth', ${key}, ${tx.json({ size: 5 })})`
  })
  await h.rpc(world.editor, 'finish_upload', { attachment: id })
  return { id, name, mime: 'text/plain', bytes: 5, key, thumbKey: null }
}

/** As many files as the place of the value among the others, beginning with one. */
async function attached(matrix: Matrix): Promise<Stage> {
  const table = await matrix.table([fieldOf('Title', 'text'), fieldOf('Value', 'attachment')])
  const stage = stageOn(table, [], [])
  const cells: Cell[] = []
  for (const cell of cellsOf(['one', 'two', 'three'])) {
    await matrix.make(table, cell.record, { [stage.title]: cell.title })
    const files: Json[] = []
    for (let n = 0; n <= placeIn(cell); n++)
      files.push(await upload(matrix, stage, cell.record, `${cell.title} ${n}.txt`))
    cells.push({ ...cell, value: files.length > 0 ? (files as unknown as CellValue) : null })
  }
  const ranked = ['a', 'b', 'c'].map((wanted) => cells.find(({ title }) => title === wanted)!.value)
  return { ...stage, cells, ranked }
}

/** Links to records of a second table: the first one, the first two, all three; where a cell holds one, the first, the second, the third. */
async function linked(matrix: Matrix, isSingle = false): Promise<Stage> {
  const others = await matrix.table([fieldOf('Name', 'text')])
  const items = ['Ada', 'Ben 10', 'Cleo'].map((name) => [uuidV7() as string, name] as const)
  for (const [record, name] of items) await matrix.make(others, record, { [others.fields[0]!.id]: name })
  const table = await matrix.table([fieldOf('Title', 'text')])
  table.fields.push(
    await matrix.addField(table, {
      name: 'Value',
      type: 'link',
      options: { target: others.id, ...(isSingle ? { single: true } : {}) },
    }),
  )
  const held = items.map((_, n) => items.slice(isSingle ? n : 0, n + 1))
  const values = held.map((some) => ({ count: some.length, items: some }) as unknown as LinkValue)
  const stage = stageOn(table, cellsOf(values), values)
  for (const cell of stage.cells)
    await matrix.make(table, cell.record, {
      [stage.title]: cell.title,
      ...(placeIn(cell) < 0 ? {} : { [stage.field]: { link: held[placeIn(cell)]!.map(([id]) => id) } }),
    })
  return isSingle ? { ...stage, isSingle } : stage
}

/** The numbers of records as they came; there is no record without. */
async function numbered(matrix: Matrix): Promise<Stage> {
  const table = await matrix.table([fieldOf('Title', 'text'), fieldOf('Value', 'autonumber')])
  const cells = cellsOf([1, 2, 3]).map((cell, n) => ({ ...cell, value: n + 1 }))
  const stage = stageOn(table, cells, [1, 2, 3, 4, 5])
  for (const { record, title } of cells) await matrix.make(table, record, { [stage.title]: title })
  return stage
}

/** What the database noted is set by its owner: by itself it would be this moment and the editor. */
async function noted(matrix: Matrix, type: keyof typeof system): Promise<Stage> {
  const { h, world } = matrix
  const values = type.endsWith('_by') ? peopleOf(world) : samplesOf('datetime', world).values
  const table = await matrix.table([fieldOf('Title', 'text'), fieldOf('Value', type)])
  // Every record was made at some moment, but not by a person of the app.
  const stage = stageOn(table, cellsOf(values, type.endsWith('_by') ? null : values[1]!), values)
  for (const { record, title } of stage.cells) await matrix.make(table, record, { [stage.title]: title })
  await h.db.admin.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    for (const { record, value } of stage.cells)
      await tx.unsafe(`update data.${table.relation} set ${system[type]} = $1 where id = $2`, [
        value as string,
        record,
      ])
  })
  return stage
}

const built: Record<Built, Subject['stage']> = {
  attachment: attached,
  link: (matrix) => linked(matrix),
  autonumber: numbered,
  created_time: (matrix) => noted(matrix, 'created_time'),
  changed_time: (matrix) => noted(matrix, 'changed_time'),
  created_by: (matrix) => noted(matrix, 'created_by'),
  changed_by: (matrix) => noted(matrix, 'changed_by'),
}

export const types: readonly Subject[] = fieldTypeNames.map((type) => ({
  name: type,
  type,
  stage: (matrix) => (isBuilt(type) ? built[type](matrix) : written(matrix, type)),
}))

/** A link to one record is ordered and grouped by that record, where one to several is by how many they are. */
export const singleLink: Subject = {
  name: 'link (one record)',
  type: 'link',
  stage: (matrix) => linked(matrix, true),
}
