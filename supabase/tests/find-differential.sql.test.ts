/** What the browser marks as found (`textFinder`) beside what the database finds, field by field, in values and texts at random. */
import { type CellValue, type Field, type OptionId, textFinder, type UserId, uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFullTable, type Harness, startWorld, type TestTable, type World } from './harness.ts'
import { randomFrom } from './random-rights.ts'
import { placeOf } from './view-lab.ts'

const seed = Number(process.env['PLINTH_TEST_SEED'] ?? 20261123)
const rounds = Number(process.env['PLINTH_TEST_ROUNDS'] ?? 250)
/** No more than one request answers. */
const recordCount = 50
const by = randomFrom(seed)

/** Letters whose capitals are several, others, or of no other letter; marks that patterns know; what lies beyond 16 bits. */
const letters = [
  ...'abAB09',
  ...'äÄßẞﬁŉǰΐıIiİſK',
  ...'σςΣόΌΰ',
  ...'дДŽǆǅ',
  ...'%_\\\'"*.[(',
  ...'😀𐐨𐐀日本',
  'e\u0301',
  'É',
  '\u0345',
  ' ',
  '  ',
  '\u00a0',
  '\u2003',
]
const word = (most: number) => Array.from({ length: 1 + by.upTo(most) }, () => by.oneOf(letters)).join('')
const digits = (most: number) => Array.from({ length: 1 + by.upTo(most) }, () => by.upTo(10)).join('')
const sign = () => by.oneOf(['', '', '-'])

const integers = () => by.oneOf([0, 7, -12, 1234, 9007199254740991, -9007199254740991, by.upTo(1e6) - 5e5])
const numbers = () =>
  by.oneOf([
    0,
    -0,
    0.1,
    -2.5,
    1e15,
    1e21,
    1.2e-7,
    -3.04e25,
    5e-324,
    1.7976931348623157e308,
    Number(`${sign()}${digits(4)}.${digits(5)}`),
  ])
const days = ['0001-01-01', '0999-12-31', '2024-02-29', '2024-03-31', '2024-10-27', '9999-12-31']
/** On both sides of midnight there. */
const moments = [
  '2024-03-30T22:59:59.999Z',
  '2024-03-30T23:00:00.000Z',
  '2024-10-26T22:00:00.000Z',
  '2024-10-27T23:00:00.000Z',
  '1850-06-01T22:30:00.000Z',
]

let h: Harness
let world: World
let table: TestTable
let fields: Field[]
const records: { id: string; values: Readonly<Record<string, CellValue>> }[] = []

beforeAll(async () => {
  ;({ h, world } = await startWorld())
  table = await createFullTable(h, world, 'Found')
  fields = table.fields as unknown as Field[]
  const makers: Readonly<Record<string, () => CellValue>> = {
    Title: () => word(12),
    Notes: () => `${word(20)}\n${word(8)}`,
    Mail: () => `${by.oneOf(['a', 'Ä', 'straße', 'ΟΔΌΣ'])}@example.org`,
    Site: () => `https://example.org/${by.oneOf(['A', '%C3%A4', 'ŉ_x', '(1)'])}`,
    Count: integers,
    Ratio: numbers,
    Done: () => by.oneOf([true, false]),
    Day: () => by.oneOf(days),
    Moment: () => by.oneOf(moments),
    Level: () => by.oneOf(['low', 'mid', 'high']),
    State: () => by.oneOf(['low', 'high']),
    Paper: () => by.oneOf(['{"a": 1.50}', '["Straße", "\\n"]']),
    Tags: () => by.oneOf([['low'], ['high', 'mid']] as OptionId[][]),
    No: () => by.oneOf([1, 12, 112, 1_112]),
    Owner: () => by.oneOf([world.creator.id, world.viewer.id, uuidV7() as string]),
  }
  await h.db.admin.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    for (let no = 0; no < recordCount; no += 1) {
      const filled = fields.flatMap((field) => {
        const make = makers[field.name]
        // A record without a number would get one.
        return make && (field.type === 'autonumber' || by.random() > 0.15) ? [[field, make()] as const] : []
      })
      const id = uuidV7()
      const columns = ['id', ...filled.map(([{ column }]) => column)]
      await tx.unsafe(
        `insert into data.${table.relation} (${columns.join()}) values (${columns.map((column, at) => placeOf(column, at + 1)).join()})`,
        [id, ...filled.map(([, value]) => value as string | null)],
      )
      records.push({ id, values: Object.fromEntries(filled.map(([field, value]) => [field.id, value])) })
    }
  })
})
afterAll(() => h.db.stop())

/** A piece of what some record holds, with other capitals now and then, or anything. */
function randomText(): string {
  const values = Object.values(by.oneOf(records).values).filter((value) => value !== null)
  const from = String(by.oneOf(values))
  const at = by.upTo(from.length)
  const piece = from.slice(at, at + 1 + by.upTo(5))
  // Half a letter is none that a person could type.
  const text = by.oneOf([
    piece,
    piece.toUpperCase(),
    piece.toLowerCase(),
    from,
    word(2),
    `${sign()}${digits(2)}`,
    by.oneOf(days),
  ])
  return !/\p{Surrogate}|\n/u.test(text) ? text : 'a'
}

test(`marks on the screen what the database finds (seed ${seed})`, async () => {
  const [zone] = await h.db
    .admin`select time_zone, (select json_agg(json_build_object('id', p.id, 'name', p.name))
    from plinth_private.people_of(${table.id}) as p) as people from plinth.base where id = ${world.base}`
  const people = (zone!['people'] as { id: UserId; name: string }[]).map((one) => ({ ...one, email: '' }))
  const scope = { timeZone: zone!['time_zone'] as string, people }
  let found = 0
  for (let round = 0; round < rounds; round += 1) {
    const text =
      by.random() < 0.1 ? by.oneOf(['low', 'MID', 'Viewer', 'creator', '.5', '-', '1e']) : randomText()
    if (text.trim() === '') continue
    const answer = await h.rpc<{ found: { id: string; fields: string[] }[] }>(world.viewer, 'find_in_view', {
      query: { table: table.id, sorts: [] },
      text,
      after: null,
      direction: 'forward',
      take: recordCount,
    })
    const told = new Map(answer.found.map((one) => [one.id, one.fields.toSorted()]))
    const holds = textFinder(text, scope)
    for (const { id, values } of records) {
      const marked = fields
        .filter((field) => holds(field, values[field.id] ?? null))
        .map((field) => field.id as string)
      expect(marked.toSorted(), `“${text}” in ${JSON.stringify(values)}`).toEqual(told.get(id) ?? [])
      found += marked.length
    }
  }
  // The texts are not such that nothing is found anyway.
  expect(found).toBeGreaterThan(rounds)
})
