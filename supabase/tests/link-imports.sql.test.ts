/** Imports that link the records that they bring. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Harness, type Person, refusalOf, startWorld, type World } from './harness.ts'
import { type LinkLab, linkLab } from './link-lab.ts'

interface Stored {
  inserted: number
  updated: number
  refused?: { line: number; code: string }[]
  unlinked?: { line: number; code: string; field?: string }[]
}
type Row = readonly [record: string, title: string]

let h: Harness
let world: World
let lab: LinkLab
let ada: string
let ben: string
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  lab = await linkLab(h, world)
  await lab.link(lab.films, lab.people, 'Cast', { pair: 'Films' })
  await lab.link(lab.films, lab.people, 'Seat', { single: true, pair: 'Seat of', pairSingle: true })
}, 60_000)
afterAll(() => h.db.stop())
beforeEach(async () => {
  ada = await lab.make(lab.people, 'Ada')
  ben = await lab.make(lab.people, 'Ben')
})

const title = () => lab.films.fields[0]!.id

async function begin(who: Person, mode: 'append' | 'upsert' = 'append'): Promise<string> {
  const id = uuidV7()
  const key = mode === 'upsert' ? title() : null
  const args = { import: id, table: lab.films.id, file_name: 'films.csv', fields: [title()], mode, key }
  await h.rpc(who, 'begin_import', args)
  return id
}

const linking = (record: string, name: string, ids: readonly string[]) => ({
  record,
  values: { [lab.field(name)]: { link: ids } },
})
const send = (who: Person, id: string, chunk: number, rows: readonly Row[], links: readonly object[]) =>
  h.rpc<Stored>(who, 'import_rows', { import: id, chunk, rows, misfits: [], links })
const cell = (record: string, name: string) => lab.cell(world.viewer, lab.films, record, lab.field(name))
const newRow = (name = `Film ${uuidV7()}`): Row => [uuidV7(), name]

test('rows come with their links, in one step', async () => {
  const [one, other] = [newRow(), newRow()]
  const id = await begin(world.editor)
  const links = [linking(one[0], 'Cast', [ben, ada]), linking(other[0], 'Seat', [ada])]
  expect(await send(world.editor, id, 0, [one, other], links)).toEqual({ inserted: 2, updated: 0 })
  expect(await cell(one[0], 'Cast')).toEqual({ count: 2, items: [[ben, 'Ben'], [ada, 'Ada']] }) // biome-ignore format: one line
  expect(await cell(other[0], 'Seat')).toEqual({ count: 1, items: [[ada, 'Ada']] })
  expect(await cell(other[0], 'Cast')).toBeNull()
})

test('records that are met by their key get their links beside those that they have', async () => {
  const film = await lab.make(lab.films, `Known ${uuidV7()}`)
  const [{ name }] = (await h.db.admin.unsafe(
    `select ${lab.films.fields[0]!.column} as name from data.${lab.films.relation} where id = $1`,
    [film],
  )) as unknown as [{ name: string }]
  await lab.apply(world.editor, [lab.change(lab.films, film, lab.field('Cast'), { link: [ada] })])
  const [known, fresh] = [newRow(name), newRow()]
  const id = await begin(world.editor, 'upsert')
  const links = [linking(known[0], 'Cast', [ben]), linking(fresh[0], 'Cast', [ada])]
  expect(await send(world.editor, id, 0, [known, fresh], links)).toEqual({ inserted: 1, updated: 1 })
  expect(await cell(film, 'Cast')).toMatchObject({ count: 2 })
  expect(await cell(fresh[0], 'Cast')).toMatchObject({ count: 1 })
})

test('a link that does not go through is told with its row; all else is stored', async () => {
  const [one, other, third] = [newRow(), newRow(), newRow()]
  const id = await begin(world.editor)
  const links = [
    linking(one[0], 'Seat', [ada]),
    linking(other[0], 'Seat', [ada]),
    linking(third[0], 'Cast', [uuidV7()]),
  ]
  const answer = await send(world.editor, id, 0, [one, other, third], links)
  expect(answer).toEqual({
    inserted: 3,
    updated: 0,
    unlinked: [
      { line: 2, code: 'link_taken', field: lab.field('Seat') },
      { line: 3, code: 'value_invalid', field: lab.field('Cast') },
    ],
  })
  expect(await cell(one[0], 'Seat')).toMatchObject({ count: 1 })
  expect(await cell(other[0], 'Seat')).toBeNull()
  // The answer to a chunk that is sent twice is that to the first.
  expect(await send(world.editor, id, 0, [one, other, third], links)).toEqual(answer)
})

test('a field whose links do not go through takes no other field of its row with it', async () => {
  const [taker, row] = [newRow(), newRow()]
  const id = await begin(world.editor)
  await send(world.editor, id, 0, [taker], [linking(taker[0], 'Seat', [ben])])
  const values = {
    [lab.field('Seat')]: { link: [ben] },
    [lab.field('Cast')]: { link: [ada, ben] },
  }
  expect(await send(world.editor, id, 1, [row], [{ record: row[0], values }])).toEqual({
    inserted: 1,
    updated: 0,
    unlinked: [{ line: 1, code: 'link_taken', field: lab.field('Seat') }],
  })
  expect(await cell(row[0], 'Seat')).toBeNull()
  expect(await cell(row[0], 'Cast')).toMatchObject({ count: 2 })
})

test('a row links nothing that it does not bring, and only what it may', async () => {
  const film = await lab.make(lab.films, 'Elsewhere')
  const row = newRow()
  const id = await begin(world.editor)
  const stray = linking(film, 'Cast', [ada])
  expect(await send(world.editor, id, 0, [row], [stray])).toEqual({ inserted: 1, updated: 0 })
  expect(await cell(film, 'Cast')).toBeNull()
  const unknown = { record: row[0], values: { [uuidV7()]: { link: [ada] } } }
  expect(await send(world.editor, id, 1, [newRow()], [unknown])).toEqual({ inserted: 1, updated: 0 })
})

test('what is no list of links is refused, and nothing is stored', async () => {
  const id = await begin(world.editor)
  const row = newRow()
  const links = 'all of them' as unknown as object[]
  expect(await refusalOf(send(world.editor, id, 0, [row], links))).toBe('invalid_input')
  const many = Array.from({ length: 5_001 }, () => linking(row[0], 'Cast', [ada]))
  expect(await refusalOf(send(world.editor, id, 0, [row], many))).toBe('limit_exceeded')
  const bad = await send(
    world.editor,
    id,
    0,
    [row],
    [{ record: row[0], values: { [lab.field('Cast')]: 'Ada' } }],
  )
  expect(bad).toMatchObject({ inserted: 1, unlinked: [{ line: 1, code: 'value_invalid' }] })
})

test('the import of somebody else links nothing', async () => {
  const id = await begin(world.editor)
  const row = newRow()
  expect(await refusalOf(send(world.creator, id, 0, [row], [linking(row[0], 'Cast', [ada])]))).toBe(
    'not_found',
  )
  expect(await refusalOf(send(world.viewer, id, 0, [row], [linking(row[0], 'Cast', [ada])]))).toBe(
    'not_found',
  )
})
