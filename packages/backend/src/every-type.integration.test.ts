/**
 * Every type that people write, by every way in: pasted text, a file, and a REST client's own insert and update past the calls. Good
 * values come out as they went in, bad ones are refused with a code of the catalogue and leave nothing behind. Walks over the registry: a
 * type that is added has to say its samples here.
 */
import {
  type CellValue,
  type ColumnChoice,
  compileRows,
  type ErrorCode,
  type FieldOptions,
  type FieldTypeName,
  fieldTypeNames,
  fieldTypes,
  type ImportedValue,
  type ImportId,
  isComputed,
  type MutationId,
  type OptionId,
  type RecordId,
  type Table,
} from '@plinth/domain'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldOf, makeTable, newId, startWorld, value, type World } from './integration-world.ts'
import { nodeTransport } from './testing.ts'
import { rpcError } from './to-app-error.ts'

const byCalls: readonly FieldTypeName[] = ['attachment', 'link']
const written = fieldTypeNames.filter((type) => !isComputed(type) && !byCalls.includes(type))

interface Samples {
  /** How people write a value, and what is stored. */
  readonly good: readonly [text: string, stored: CellValue]
  /** What a REST client sends for it, where that is something else. */
  readonly sent?: unknown
  /** No value of the type, as text. */
  readonly badText: string
  /** What a REST client sends beside all rules, and the code of its refusal. */
  readonly bad: readonly [sent: unknown, code: ErrorCode]
  readonly options?: FieldOptions
}

const options: FieldOptions = {
  options: [
    { id: 'low' as OptionId, label: 'Low', hue: 'red' },
    { id: 'top' as OptionId, label: 'Top, high', hue: 'blue' },
  ],
}
const long = 'x'.repeat(100_001)
const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)])
const beyond = '9007199254740993'

function samplesOf(type: FieldTypeName): Samples {
  const samples: Partial<Record<FieldTypeName, Samples>> = {
    text: { good: ['a b', 'a b'], badText: long, bad: [long, 'value_invalid'] },
    long_text: { good: ['a b', 'a b'], badText: long, bad: [long, 'value_invalid'] },
    integer: { good: ['-7', -7], badText: 'x', bad: [beyond, 'value_invalid'] },
    number: { good: ['0.5', 0.5], badText: 'x', bad: ['Infinity', 'value_invalid'] },
    checkbox: { good: ['yes', true], badText: 'perhaps', bad: ['perhaps', 'value_invalid'] },
    date: { good: ['2024-02-29', '2024-02-29'], badText: 'soon', bad: ['2023-02-29', 'date_invalid'] },
    datetime: {
      good: ['2024-02-29T10:00:00Z', '2024-02-29T10:00:00.000Z'],
      badText: 'soon',
      bad: ['2024-13-01T00:00:00Z', 'date_invalid'],
    },
    single_select: { good: ['Low', 'low'], badText: 'gone', bad: ['gone', 'value_invalid'], options },
    multi_select: {
      good: ['"Top, high", Low', ['low' as OptionId, 'top' as OptionId]],
      badText: 'Low, gone',
      bad: [['low', 'gone'], 'value_invalid'],
      options,
    },
    json: {
      good: ['{"a":[1.5]}', '{"a": [1.5]}'],
      sent: { a: [1.5] },
      badText: '{a: 1}',
      bad: [nested(33), 'value_invalid'],
    },
    status: { good: ['Low', 'low'], badText: 'gone', bad: ['gone', 'value_invalid'], options },
    email: { good: ['a@example.org', 'a@example.org'], badText: 'nobody', bad: ['nobody', 'value_invalid'] },
    url: { good: ['https://a.example', 'https://a.example'], badText: 'a', bad: ['a', 'value_invalid'] },
    phone: { good: ['112', '112'], badText: 'call', bad: ['call', 'value_invalid'] },
    percent: { good: ['12.5%', 0.125], badText: 'x', bad: ['NaN', 'value_invalid'] },
    rating: { good: ['4', 4], badText: '11', bad: [11, 'value_invalid'] },
    duration: { good: ['1:30', 5_400], badText: 'soon', bad: [beyond, 'value_invalid'] },
    currency: {
      good: ['12.5', 1_250],
      badText: '12.345',
      bad: [beyond, 'value_invalid'],
      options: { currency: 'EUR' },
    },
    person: {
      good: [world.viewer.email, world.viewer.userId],
      badText: 'nobody',
      bad: [newId(), 'value_invalid'],
    },
  }
  const found = samples[type]
  if (!found) throw new Error(`no samples of ${type}`)
  return found
}

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

async function stageOf(type: FieldTypeName): Promise<Table> {
  return makeTable(world, `Every ${type} ${newId().slice(-6)}`, [
    fieldOf('Name', 'text'),
    fieldOf('Value', type, samplesOf(type).options ?? {}),
  ])
}

async function cellsOf(table: Table): Promise<readonly CellValue[]> {
  const [, field] = table.fields
  const query = { table: table.id, sorts: [] }
  const window = { query, anchor: null, direction: 'forward', skip: 0, take: 10 } as const
  const { rows } = value(await world.editor.backend.rows.window(window))
  return rows.map((row) => row.values[field!.id] ?? null)
}

/** How a file's column is read as a type. */
function choiceOf(type: FieldTypeName, { currency }: FieldOptions = {}): ColumnChoice {
  if (type === 'currency') return { type, mark: '.', ...(currency ? { currency } : {}) }
  if (type === 'rating') return { type, max: 5 }
  if (type === 'integer' || type === 'number' || type === 'percent') return { type, mark: '.' }
  if (type === 'date' || type === 'datetime') return { type, order: 'dmy' }
  return { type } as ColumnChoice
}

/** What a file's text becomes; undefined: it does not fit. */
function imported(table: Table, text: string): ImportedValue | undefined {
  const field = table.fields[1]!
  const named = people().map(({ id, email }) => ({
    id: id as string as OptionId,
    label: email,
    hue: 'red' as const,
  }))
  const choice = choiceOf(field.type, field.options)
  const column = { index: 0, name: 'Value', choice, field: field.id, options: field.options.options ?? named }
  const plan = { columns: [column], width: 1, allowsShortRows: false, locale: 'en', timeZone: 'UTC' }
  const { values, misfits } = compileRows(plan)([text])
  return misfits.length > 0 ? undefined : values[0]
}

describe.each(written)('a value of type %s', (type) => {
  it('is pasted as text, and a text that is none is refused before it is sent', async () => {
    const { good, badText } = samplesOf(type)
    const table = await stageOf(type)
    const field = table.fields[1]!
    const read = value(fieldTypes[type].parseText(good[0], field, context()))
    const mutation = {
      id: newId<MutationId>(),
      kind: 'insert',
      table: table.id,
      record: newId<RecordId>(),
      values: { [field.id]: read },
    } as const
    const [outcome] = value(await world.editor.backend.rows.apply({ mutations: [mutation], atomic: true }))
    expect(outcome).toMatchObject({ status: 'ok' })
    expect(await cellsOf(table)).toEqual([good[1]])
    expect(fieldTypes[type].parseText(badText, field, context()).ok).toBe(false)
  })

  it('comes from a file, and a text that is none leaves its cell empty', async () => {
    const { good, badText } = samplesOf(type)
    const table = await stageOf(type)
    const { imports } = world.editor.backend
    const importId = newId<ImportId>()
    const field = table.fields[1]!.id
    const begun = {
      id: importId,
      table: table.id,
      fileName: 'a.csv',
      fields: [field],
      mode: 'append',
    } as const
    value(await imports.begin({ ...begun, key: null }))
    const rows = [[newId<RecordId>(), imported(table, good[0])!] as const]
    value(await imports.rows({ importId, chunk: 0, rows, misfits: [] }))
    value(await imports.finish(importId))
    expect(await cellsOf(table)).toEqual([good[1]])
    expect(imported(table, badText)).toBeUndefined()
  })

  it('is inserted and changed by a REST client, who is refused what is none', async () => {
    const { good, sent = good[1], bad } = samplesOf(type)
    const table = await stageOf(type)
    const [name, field] = table.fields.map(({ column }) => column) as [string, string]
    const rest = () => client.from(table.relation as never)
    expect((await rest().insert({ [name]: 'a', [field]: sent } as never)).error).toBeNull()
    expect(await cellsOf(table)).toEqual([good[1]])
    const refusedInsert = await rest().insert({ [name]: 'b', [field]: bad[0] } as never)
    expect([rpcError(refusedInsert.error!, refusedInsert.status).code, refusedInsert.status < 500]).toEqual([
      bad[1],
      true,
    ])
    const refusedUpdate = await rest()
      .update({ [field]: bad[0] } as never)
      .eq(name as never, 'a' as never)
    expect([rpcError(refusedUpdate.error!, refusedUpdate.status).code, refusedUpdate.status < 500]).toEqual([
      bad[1],
      true,
    ])
    expect(await cellsOf(table)).toEqual([good[1]])
    // A state goes where its workflow lets it.
    if (type === 'status') return
    const emptied = await rest()
      .update({ [field]: null } as never)
      .eq(name as never, 'a' as never)
    expect(emptied.error).toBeNull()
    expect(await cellsOf(table)).toEqual([null])
  })
})

describe('what nobody writes', () => {
  it.each(fieldTypeNames.filter(isComputed))('is refused to a REST client: %s', async (type) => {
    const table = await makeTable(world, `Computed ${type}`, [
      fieldOf('Name', 'text'),
      fieldOf('Value', type),
    ])
    const [name, field] = table.fields.map(({ column }) => column) as [string, string]
    const rest = () => client.from(table.relation as never)
    const refused = await rest().insert({ [name]: 'a', [field]: null } as never)
    expect(rpcError(refused.error!, refused.status).code).toBe('forbidden')
    expect((await rest().insert({ [name]: 'a' } as never)).error).toBeNull()
    expect(await cellsOf(table)).toEqual([expect.anything()])
  })
})
