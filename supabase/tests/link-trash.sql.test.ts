/** Links when tables and fields go into the trash, come back, go for good, or are copied. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createBase,
  type Harness,
  type Json,
  refusalOf,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'
import { type LinkLab, linkLab } from './link-lab.ts'

let h: Harness
let world: World
let lab: LinkLab
let base: string
let film: string
let ada: string
let cast: string
let films: string
beforeAll(async () => {
  ;({ h, world } = await startWorld())
}, 60_000)
afterAll(() => h.db.stop())

// A base of its own for each test: what is in the trash is asked of a base.
beforeEach(async () => {
  base = await createBase(h, world.creator, world.workspace, `Base ${uuidV7()}`)
  lab = await linkLab(h, { ...world, base })
  cast = await lab.link(lab.films, lab.people, 'Cast', { pair: 'Films' })
  films = lab.field('Films')
  film = await lab.make(lab.films, 'Alien')
  ada = await lab.make(lab.people, 'Ada')
  await link(film, { link: [ada] })
})
afterEach(async () => {
  const faults = await lab.faults()
  if (faults.length > 0) throw new Error(`counts are wrong: ${JSON.stringify(faults)}`)
})

const call = <T = unknown>(name: string, args: Record<string, unknown>) => h.rpc<T>(world.creator, name, args)
const link = (record: string, change: Json, field = cast, table: TestTable = lab.films) =>
  lab.apply(world.creator, [lab.change(table, record, field, change)])
const onFilm = (field = cast) => lab.cell(world.creator, lab.films, film, field)
const onAda = () => lab.cell(world.creator, lab.people, ada, films)
const fieldsOf = async (table: TestTable) => {
  const schema = await call<{ tables: TestTable[] }>('base_schema', { base })
  return schema.tables.find(({ id }) => id === table.id)!.fields as (TestTable['fields'][0] & {
    options: Json
  })[]
}
const places = async () =>
  (
    await h.db.admin<{ place: string }[]>`
      select split_part(plinth_private.link_place(l.relation), '.', 1) as place
      from plinth_private.link as l join plinth."table" as t on t.id = l.a_table
      where ${lab.films.id} in (l.a_table, l.b_table) or ${lab.people.id} in (l.a_table, l.b_table) order by 1`
  ).map(({ place }) => place)
const empty = (item: string, name: string) => call('empty_trash', { base, item, confirm_name: name })

describe('a field of a link in the trash', () => {
  test('leaves the other one, and comes back with what was linked by that meanwhile', async () => {
    await call('delete_field', { field: cast })
    expect(await onAda()).toMatchObject({ count: 1, items: [[film, 'Alien']] })
    expect((await fieldsOf(lab.people)).find(({ id }) => id === films)!.options).toEqual({
      target: lab.films.id,
    })
    const ben = await lab.make(lab.people, 'Ben', { [films]: { link: [film] } })
    const trash = await call<Json[]>('base_trash', { base })
    expect(trash).toMatchObject([{ id: cast, kind: 'field', type: 'link', name: 'Cast', records: 1 }])
    expect(await call('restore_field', { field: cast })).toMatchObject({
      field: { id: cast, options: { pair: films } },
    })
    expect(await onFilm()).toEqual({
      count: 2,
      items: [
        [ada, 'Ada'],
        [ben, 'Ben'],
      ],
    })
    expect((await fieldsOf(lab.films)).map(({ name }) => name)).toEqual(['Title', 'Kind', 'Rank', 'Cast'])
  })

  test('takes the links with it when it is the last, until it comes back', async () => {
    await call('delete_field', { field: cast })
    expect(await places()).toEqual(['data'])
    await call('delete_field', { field: films })
    expect(await places()).toEqual(['plinth_trash'])
    await call('restore_field', { field: films })
    expect(await places()).toEqual(['data'])
    expect(await onAda()).toMatchObject({ count: 1 })
    await call('restore_field', { field: cast })
    expect(await onFilm()).toMatchObject({ count: 1 })
  })

  test('is alone when the other one goes for good, and the links go with the last', async () => {
    await call('delete_field', { field: cast })
    await empty(cast, 'Cast')
    expect(await onAda()).toMatchObject({ count: 1 })
    await call('delete_field', { field: films })
    await empty(films, 'Films')
    expect(await places()).toEqual([])
    const left = await h.db
      .admin`select 1 from pg_class where relname like ${`${lab.films.relation}\\_\\_l%`}`
    expect(left).toHaveLength(0)
  })

  test('asks nothing of the other one while it is there', async () => {
    const seat = await lab.link(lab.films, lab.people, 'Seat', {
      single: true,
      pair: 'Seats',
      onDelete: 'refuse',
    })
    await link(film, { link: [ada] }, seat)
    await call('delete_field', { field: seat })
    const ben = await lab.make(lab.people, 'Ben')
    await link(ben, { link: [film] }, lab.field('Seats'), lab.people)
    const { field } = await call<{ field: { options: Json } }>('restore_field', { field: seat })
    expect(field.options).toEqual({ target: lab.people.id, onDelete: 'refuse', pair: lab.field('Seats') })
    expect(await onFilm(seat)).toMatchObject({ count: 2 })
    await call('delete_field', { field: seat })
    expect(await lab.apply(world.creator, [lab.remove(lab.people, ben)])).toMatchObject([{ status: 'ok' }])
    await call('restore_field', { field: seat })
    const kept = await lab.apply(world.creator, [lab.remove(lab.people, ada)])
    expect(kept[0]!.error!.code).toBe('record_linked')
  })

  test('is never the last field of a table but links', async () => {
    for (const field of lab.films.fields.slice(1)) await call('delete_field', { field: field.id })
    expect(await refusalOf(call('delete_field', { field: lab.films.fields[0]!.id }))).toBe('invalid_input')
  })
})

describe('a table in the trash', () => {
  test('is nobody’s to read, link or ask for, and comes back with its links', async () => {
    await call('delete_table', { table: lab.people.id })
    expect(await places()).toEqual(['plinth_trash'])
    expect(await onFilm()).toEqual({ count: 1, items: [] })
    expect((await link(film, { link: [ada] }))[0]!.error!.code).toBe('value_invalid')
    expect(await link(film, { unlink: [ada] })).toMatchObject([{ status: 'ok' }])
    const other = await lab.make(lab.films, 'Heat')
    await lab.apply(world.creator, [lab.remove(lab.films, film)])
    await call('restore_table', { table: lab.people.id })
    expect(await places()).toEqual(['data'])
    // What was linked to a record that is gone is linked to it no more.
    expect(await onAda()).toBeNull()
    await link(other, { link: [ada] })
    expect(await onAda()).toMatchObject({ count: 1 })
  })

  test('takes with it the fields that link it when it goes for good, whichever of the two has made them', async () => {
    await lab.link(lab.people, lab.films, 'Favourite')
    await lab.link(lab.films, lab.films, 'Sequel', { pair: 'Prequel' })
    const gone = await lab.link(lab.films, lab.people, 'Gone')
    await call('delete_field', { field: gone })
    await call('delete_table', { table: lab.people.id })
    await empty(lab.people.id, 'People')
    expect((await fieldsOf(lab.films)).map(({ name }) => name)).toEqual([
      'Title',
      'Kind',
      'Rank',
      'Sequel',
      'Prequel',
    ])
    expect(await call('base_trash', { base })).toEqual([])
    expect(await places()).toEqual(['data'])
    await call('delete_table', { table: lab.films.id })
    await empty(lab.films.id, 'Films')
    expect(await places()).toEqual([])
  })

  test('and its base go for good, with what is in the trash', async () => {
    await lab.link(lab.films, lab.films, 'Sequel')
    const gone = await lab.link(lab.people, lab.films, 'Gone')
    await call('delete_field', { field: gone })
    const [{ name }] = (await h.db.admin`select name from plinth.base where id = ${base}`) as unknown as [
      { name: string },
    ]
    await call('delete_base', { base, confirm_name: name })
    expect(
      await h.db.admin`select 1 from pg_class where relname like ${`${lab.films.relation}%`}`,
    ).toHaveLength(0)
    expect(await h.db.admin`select 1 from plinth_private.link where a_table = ${lab.films.id}`).toHaveLength(
      0,
    )
  })
})

describe('a copy', () => {
  test('of a field has the same links, seen from its own side alone', async () => {
    const copy = uuidV7()
    const step = await call('duplicate_field', { field: cast, copy, name: 'Also', with_values: true })
    expect(step).toMatchObject({ field: { id: copy, name: 'Also', options: { target: lab.people.id } } })
    expect(await onFilm(copy)).toEqual({ count: 1, items: [[ada, 'Ada']] })
    await link(film, { unlink: [ada] }, copy)
    expect(await onFilm()).toMatchObject({ count: 1 })
    const bare = uuidV7()
    await call('duplicate_field', { field: cast, copy: bare, name: 'Bare', with_values: false })
    expect(await onFilm(bare)).toBeNull()
  })

  test('of a table has links to the same records, and within itself those of its own', async () => {
    const sequel = await lab.link(lab.films, lab.films, 'Sequel')
    const second = await lab.make(lab.films, 'Aliens')
    await link(film, { link: [second] }, sequel)
    const copy = uuidV7()
    await call('duplicate_table', { table: lab.films.id, copy, name: 'Copy', with_records: true })
    const fields = await fieldsOf({ ...lab.films, id: copy })
    const idOf = (name: string) => fields.find((field) => field.name === name)!.id
    const rows = await lab.rows(world.creator, { table: copy })
    const [first, other] = ['Alien', 'Aliens'].map(
      (title) => rows.find((row) => row[fields[0]!.id] === title)!,
    )
    expect(first![idOf('Cast')]).toEqual({ count: 1, items: [[ada, 'Ada']] })
    expect(first![idOf('Sequel')]).toEqual({ count: 1, items: [[other!['id'], 'Aliens']] })
    expect(await onAda()).toMatchObject({ count: 1 })
  })

  test('of a table leaves behind what links a table in the trash', async () => {
    await call('delete_table', { table: lab.people.id })
    const copy = uuidV7()
    await call('duplicate_table', { table: lab.films.id, copy, name: 'Copy', with_records: true })
    expect((await fieldsOf({ ...lab.films, id: copy })).map(({ name }) => name)).toEqual([
      'Title',
      'Kind',
      'Rank',
    ])
  })
})
