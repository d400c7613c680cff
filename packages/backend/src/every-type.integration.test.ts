/**
 * Every type of field by every way in: pasted texts, a CSV file, and a REST client's own insert, update and upsert past the calls. Good
 * values come out as they went in; bad ones are refused with a code of the catalogue and leave nothing behind. Walks over the registry: a
 * type that is added has to say its samples.
 */
import {
  type AttachmentId,
  type CellValue,
  type ColumnChoice,
  CsvReader,
  compileRows,
  type FieldOptions,
  type FieldTypeName,
  fieldTypeNames,
  fieldTypes,
  type ImportId,
  isComputed,
  isImportable,
  type Misfit,
  type Mutation,
  type MutationId,
  type OptionId,
  type RecordId,
  type Table,
  toCsv,
  type WrittenValue,
} from '@plinth/domain'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { samplesOf, type Written } from './every-type-samples.ts'
import {
  addRecord,
  fieldOf,
  makeTable,
  newId,
  refusal,
  startWorld,
  value,
  type World,
} from './integration-world.ts'
import { nodeTransport } from './testing.ts'
import { rpcError } from './to-app-error.ts'

const isWritten = (type: FieldTypeName): type is Written =>
  !isComputed(type) && type !== 'attachment' && type !== 'link'
const written = fieldTypeNames.filter(isWritten)

let world: World
let client: SupabaseClient<never, 'data', 'data'>
beforeAll(async () => {
  world = await startWorld()
  const { url, publishableKey } = world.project
  client = createClient(url, publishableKey, {
    db: { schema: 'data' },
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: nodeTransport },
  })
  const { email, password } = world.editor
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
})
afterAll(() => world.stop())

const people = () => [world.viewer, world.editor].map(({ userId: id, email }) => ({ id, name: email, email }))
const context = () => ({ locale: 'en', timeZone: 'UTC', people: people() })

/** A table with a name, a key, and the field. */
async function stageOf(type: FieldTypeName, options: FieldOptions = {}): Promise<Table> {
  const table = await makeTable(world, `Every ${type} ${newId().slice(-6)}`, [
    fieldOf('Name', 'text'),
    fieldOf('Key', 'integer'),
    ...(type === 'link' ? [] : [fieldOf('Value', type, options)]),
  ])
  if (type !== 'link') return table
  const field = fieldOf('Value', 'link', { target: table.id })
  const made = value(await world.owner.backend.bases.createField(table.id, field))
  return { ...table, fields: [...table.fields, made] }
}

/** The same with a key that stands once, when the REST API has heard of its columns: a moment later. */
async function routed(type: FieldTypeName, options?: FieldOptions): Promise<Table> {
  const table = await stageOf(type, options)
  value(
    await world.owner.backend.bases.updateField(
      table.fields[1]!.id,
      {},
      { table: table.id, rules: { unique: true }, keep: false },
    ),
  )
  const columns = table.fields.map(({ column }) => column).join()
  const ask = () => client.from(table.relation as never).select(columns)
  await expect.poll(async () => (await ask()).error).toBeNull()
  return table
}
const fieldIn = (table: Table) => table.fields[2]!

/** In the order in which the records were made. */
async function cellsOf(table: Table): Promise<readonly CellValue[]> {
  const query = { table: table.id, sorts: [] }
  const window = { query, anchor: null, direction: 'forward', skip: 0, take: 10 } as const
  const { rows } = value(await world.editor.backend.rows.window(window))
  return rows.map((row) => row.values[fieldIn(table).id] ?? null)
}

/** What of a batch is refused, each part with its code. */
async function send(table: Table, values: readonly WrittenValue[], atomic: boolean) {
  const mutations = values.map(
    (each): Mutation => ({
      id: newId<MutationId>(),
      kind: 'insert',
      table: table.id,
      record: newId<RecordId>(),
      values: { [fieldIn(table).id]: each },
    }),
  )
  const outcomes = value(await world.editor.backend.rows.apply({ mutations, atomic }))
  return outcomes.map((outcome) => (outcome.status === 'error' ? outcome.error.code : outcome.status))
}

describe.each(written)('texts that are pasted into a field of type %s', (type) => {
  it('are values of it, and those that are none are not sent', async () => {
    const { good, badText, options } = samplesOf(type, world)
    const table = await stageOf(type, options)
    const read = [good[0].text, badText, good[1].text].map((text) =>
      fieldTypes[type].parseText(text, fieldIn(table), context()),
    )
    expect(read.map(({ ok }) => ok)).toEqual([true, false, true])
    const pasted = read.flatMap((each) => (each.ok ? [each.value] : []))
    expect(await send(table, pasted, true)).toEqual(['ok', 'ok'])
    expect(await cellsOf(table)).toEqual(good.map(({ stored }) => stored))
  })

  it('are refused all together by the database with one that is sent all the same', async () => {
    const { good, badValue, options } = samplesOf(type, world)
    const table = await stageOf(type, options)
    const [first, second] = good.map(({ stored }) => stored) as [CellValue, CellValue]
    const sent = [first, badValue[0] as CellValue, second]
    expect(await send(table, sent, true)).toEqual(['batch_refused', badValue[1], 'batch_refused'])
    expect(await cellsOf(table)).toEqual([])
    expect(await send(table, sent, false)).toEqual(['ok', badValue[1], 'ok'])
    expect(await cellsOf(table)).toEqual([first, second])
  })
})

/** How a file's column is read as a type. */
function choiceOf(type: FieldTypeName, { currency }: FieldOptions): ColumnChoice {
  if (type === 'currency') return { type, mark: '.', ...(currency ? { currency } : {}) }
  if (type === 'rating') return { type, max: 5 }
  if (type === 'integer' || type === 'number' || type === 'percent') return { type, mark: '.' }
  if (type === 'date' || type === 'datetime') return { type, order: 'dmy' }
  return { type } as ColumnChoice
}

/** The records of a CSV file whose one column is the field, and the texts that do not fit. */
function readFile(table: Table, csv: string) {
  const field = fieldIn(table)
  const named = people().map(({ id, email }) => ({
    id: `${id}` as OptionId,
    label: email,
    hue: 'red' as const,
  }))
  const column = {
    index: 0,
    name: 'Value',
    choice: choiceOf(field.type, field.options),
    field: field.id,
    options: field.options.options ?? named,
  }
  const convert = compileRows({
    columns: [column],
    width: 1,
    allowsShortRows: false,
    locale: 'en',
    timeZone: 'UTC',
  })
  const rows: (readonly [RecordId, ReturnType<typeof convert>['values'][number]])[] = []
  const misfits: Misfit[] = []
  const dialect = { separator: ',', quote: '"', lineBreak: '\n' } as const
  const reader = new CsvReader(dialect, {
    onRecord(cells, line) {
      const record = newId<RecordId>()
      const row = convert(cells)
      rows.push([record, row.values[0]!])
      misfits.push(...row.misfits.map(({ raw }) => ({ record, field: field.id, line, raw })))
    },
    onProblem: () => expect.fail('the file is well-formed'),
  })
  reader.push(csv)
  reader.end()
  return { rows, misfits }
}

async function begin(table: Table) {
  const id = newId<ImportId>()
  const { imports } = world.editor.backend
  const fields = [fieldIn(table).id]
  const begun = await imports.begin({
    id,
    table: table.id,
    fileName: 'a.csv',
    fields,
    mode: 'append',
    key: null,
  })
  return { id, begun, imports }
}

describe.each(written)('a CSV file with values of type %s', (type) => {
  it('brings them, and a text that is none leaves its cell empty and is told', async () => {
    const { good, badText, options } = samplesOf(type, world)
    const table = await stageOf(type, options)
    const csv = toCsv([good[0].text, badText, good[1].text].map((text) => [text]))
    const { rows, misfits } = readFile(table, csv)
    const { id, begun, imports } = await begin(table)
    value(begun)
    expect(value(await imports.rows({ importId: id, chunk: 0, rows, misfits }))).toMatchObject({
      inserted: 3,
    })
    expect(value(await imports.finish(id))).toEqual({ inserted: 3, updated: 0, misfits: 1 })
    // A state begins at the first one.
    const empty = type === 'status' ? good[0].stored : null
    expect(await cellsOf(table)).toEqual([good[0].stored, empty, good[1].stored])
    const told = value(await imports.misfits(id, 0, 10))
    expect(told).toMatchObject([
      { record: rows[1]![0], field: fieldIn(table).id, raw: badText.slice(0, 100_000) },
    ])
  })
})

/** What a REST client is answered: a code of the catalogue, or null. */
async function codeOf(answer: PromiseLike<{ error: unknown; status: number }>) {
  const { error, status } = await answer
  if (!error) return null
  expect(status).toBeLessThan(500)
  return rpcError(error, status).code
}

/** The route of a table, as any client of the REST API uses it. */
function routeOf(table: Table) {
  const [name, key, field] = table.fields.map(({ column }) => column) as [string, string, string]
  const rest = () => client.from(table.relation as never)
  const rowOf = (at: number, sent: unknown) => ({ [name]: `${at}`, [key]: at, [field]: sent })
  return {
    insert: (...sent: unknown[]) => codeOf(rest().insert(sent.map((each, at) => rowOf(at, each)) as never)),
    update: (at: number, sent: unknown) =>
      codeOf(
        rest()
          .update({ [field]: sent } as never)
          .eq(key as never, at as never),
      ),
    upsert: (...sent: unknown[]) =>
      codeOf(rest().upsert(sent.map((each, at) => rowOf(at, each)) as never, { onConflict: key })),
    /** Of the record that is there, by its id. */
    replace: (record: RecordId, sent: unknown) =>
      codeOf(rest().upsert({ id: record, [field]: sent } as never)),
  }
}

describe.each(written)('a REST client, with values of type %s', (type) => {
  let table: Table
  let route: ReturnType<typeof routeOf>
  let sent: readonly unknown[]
  let stored: readonly CellValue[]
  let bad: ReturnType<typeof samplesOf>['bad']
  beforeEach(async () => {
    const samples = samplesOf(type, world)
    table = await routed(type, samples.options)
    route = routeOf(table)
    sent = samples.good.map((good) => good.sent ?? good.stored)
    stored = samples.good.map((good) => good.stored)
    bad = samples.bad
  })

  it('inserts them, and nothing of what comes with one that is none', async () => {
    for (const [wrong, code] of bad)
      expect([wrong, await route.insert(sent[0], wrong, sent[1])]).toEqual([wrong, code])
    expect(await cellsOf(table)).toEqual([])
    expect(await route.insert(...sent)).toBeNull()
    expect(await cellsOf(table)).toEqual(stored)
  })

  it('changes and empties them, and not to what is none', async () => {
    await route.insert(...sent)
    for (const [wrong, code] of bad) expect([wrong, await route.update(0, wrong)]).toEqual([wrong, code])
    expect(await cellsOf(table)).toEqual(stored)
    expect(await route.update(0, sent[1])).toBeNull()
    expect(await cellsOf(table)).toEqual([stored[1], stored[1]])
    expect(await route.update(0, null)).toBeNull()
    expect(await cellsOf(table)).toEqual([null, stored[1]])
  })

  it('upserts them by what stands once, never by the id, and not with one that is none', async () => {
    await route.insert(sent[0])
    for (const [wrong, code] of bad)
      expect([wrong, await route.upsert(sent[1], wrong)]).toEqual([wrong, code])
    expect(await cellsOf(table)).toEqual([stored[0]])
    expect(await route.upsert(sent[1], sent[0])).toBeNull()
    expect(await cellsOf(table)).toEqual([stored[1], stored[0]])
    expect(await route.replace(newId<RecordId>(), sent[0])).toBe('forbidden')
    expect(await cellsOf(table)).toEqual([stored[1], stored[0]])
  })
})

describe('files', () => {
  it('come by upload alone: not pasted, not from a file, not by REST', async () => {
    const table = await routed('attachment')
    const field = fieldIn(table)
    expect(fieldTypes.attachment.parseText('a.txt', field, context()).ok).toBe(false)
    expect(await send(table, ['a.txt', [newId()] as never], false)).toEqual([
      'value_invalid',
      'value_invalid',
    ])
    expect(isImportable(field)).toBe(false)
    expect(refusal((await begin(table)).begun)).toBe('invalid_input')
    const route = routeOf(table)
    expect(await route.insert([newId()])).toBe('forbidden')
    expect(await route.upsert([newId()])).toBe('forbidden')
    expect(await cellsOf(table)).toEqual([])
  })

  it('stay where a REST client would change their cell', async () => {
    const table = await routed('attachment')
    const record = await addRecord(world.editor, table, { [table.fields[1]!.id]: 0 })
    const { attachment } = value(
      await world.editor.backend.files.upload({
        id: newId<AttachmentId>(),
        table: table.id,
        record,
        field: fieldIn(table).id,
        file: new Blob(['content'], { type: 'text/plain' }),
        name: 'a.txt',
        thumbnail: null,
      }),
    )
    expect(await routeOf(table).update(0, [])).toBe('forbidden')
    expect(await cellsOf(table)).toEqual([[attachment]])
  })
})

describe('links', () => {
  it('are changed by the call for rows, several at once and all or none', async () => {
    const table = await stageOf('link')
    const target = await addRecord(world.editor, table, { [table.fields[0]!.id]: 'Ada' })
    const linked = { count: 1, items: [[target, 'Ada']] }
    expect(fieldTypes.link.parseText('Ada', fieldIn(table), context()).ok).toBe(false)
    const sent = [{ link: [target] }, { link: [newId<RecordId>()] }, { link: [target] }]
    expect(await send(table, sent, true)).toEqual(['batch_refused', 'value_invalid', 'batch_refused'])
    expect(await cellsOf(table)).toEqual([null])
    expect(await send(table, [...sent, 'Ada'], false)).toEqual(['ok', 'value_invalid', 'ok', 'value_invalid'])
    expect(await cellsOf(table)).toEqual([null, linked, linked])
  })

  it('come from a file beside the values of their rows, and one that leads nowhere is told', async () => {
    const table = await stageOf('link')
    const name = table.fields[0]!.id
    const target = await addRecord(world.editor, table, { [name]: 'Ada' })
    expect(refusal((await begin(table)).begun)).toBe('invalid_input')
    const { imports } = world.editor.backend
    const importId = newId<ImportId>()
    const begun = { id: importId, table: table.id, fileName: 'a.csv', fields: [name] }
    value(await imports.begin({ ...begun, mode: 'append', key: null }))
    const [good, bad] = [newId<RecordId>(), newId<RecordId>()]
    const links = [[good, target] as const, [bad, newId<RecordId>()] as const].map(([record, to]) => ({
      record,
      values: { [fieldIn(table).id]: { link: [to] } },
    }))
    const rows = [[good, 'Good'] as const, [bad, 'Bad'] as const]
    const answer = value(await imports.rows({ importId, chunk: 0, rows, misfits: [], links }))
    expect(answer).toMatchObject({ inserted: 2, unlinked: [{ line: 2, code: 'value_invalid' }] })
    expect(await cellsOf(table)).toEqual([null, { count: 1, items: [[target, 'Ada']] }, null])
  })

  it('are no column that a REST client writes', async () => {
    const table = await routed('link')
    const target = await addRecord(world.editor, table, { [table.fields[1]!.id]: 0 })
    const route = routeOf(table)
    for (const sent of [1, [target], null]) {
      expect(await route.insert(sent)).toBe('forbidden')
      expect(await route.update(0, sent)).toBe('forbidden')
      expect(await route.upsert(sent)).toBe('forbidden')
    }
    expect(await cellsOf(table)).toEqual([null])
  })
})

describe.each(fieldTypeNames.filter(isComputed))('what nobody writes: %s', (type) => {
  it('is refused to a REST client, and filled in by the database', async () => {
    const table = await routed(type)
    const route = routeOf(table)
    await addRecord(world.editor, table, { [table.fields[1]!.id]: 0 })
    const [filled] = await cellsOf(table)
    expect(filled).not.toBeNull()
    expect(await route.insert(filled)).toBe('forbidden')
    expect(await route.insert(null)).toBe('forbidden')
    expect(await route.update(0, filled)).toBe('forbidden')
    expect(await route.upsert(filled)).toBe('forbidden')
    expect(await cellsOf(table)).toEqual([filled])
    expect(await send(table, [filled!], false)).toEqual(['field_read_only'])
    expect(refusal((await begin(table)).begun)).toBe('field_read_only')
  })
})
