/** Links between records: made, changed, read, counted. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Harness, refusalOf, startWorld, type World } from './harness.ts'
import { type LinkLab, linkLab } from './link-lab.ts'

let h: Harness
let world: World
let lab: LinkLab
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  lab = await linkLab(h, world)
  await lab.link(lab.films, lab.people, 'Cast', { pair: 'Films' })
  await lab.link(lab.films, lab.people, 'Director', { single: true })
  await lab.link(lab.films, lab.people, 'Seat', { single: true, pair: 'Seat of', pairSingle: true })
  await lab.link(lab.films, lab.films, 'Sequels', { pair: 'Prequel', pairSingle: true })
}, 60_000)
afterAll(() => h.db.stop())

let film: string
let ada: string
let ben: string
beforeEach(async () => {
  film = await lab.make(lab.films, 'Alien')
  ada = await lab.make(lab.people, 'Ada')
  ben = await lab.make(lab.people, 'Ben')
})

const cast = () => lab.cell(world.viewer, lab.films, film, lab.field('Cast'))
const change = (name: string, of: object, record = film) =>
  lab.change(lab.films, record, lab.field(name), of as never)
const editor = (...mutations: object[]) => lab.apply(world.editor, mutations)
const events = async (table: string) =>
  h.db.admin<{ fields: string[] | null; op: string; ids: string[] }[]>`
    select fields, op, ids from plinth_private.change_log where table_id = ${table} order by id desc limit 1`

describe('a change of links', () => {
  test('shows on both sides, in the order in which they were linked', async () => {
    expect(await editor(change('Cast', { link: [ben, ada] }))).toMatchObject([{ status: 'ok', ver: 2 }])
    expect(await cast()).toEqual({ count: 2, items: [[ben, 'Ben'], [ada, 'Ada']] }) // biome-ignore format: one line
    expect(await lab.cell(world.viewer, lab.people, ada, lab.field('Films'))).toEqual({
      count: 1,
      items: [[film, 'Alien']],
    })
    expect(await lab.cell(world.viewer, lab.films, film, lab.field('Director'))).toBeNull()
  })

  test('raises the version of the records on both sides, and is told of both fields', async () => {
    await editor(change('Cast', { link: [ada] }))
    const [row] = await h.db.admin.unsafe(`select ver from data.${lab.people.relation} where id = $1`, [ada])
    expect(row).toMatchObject({ ver: '2' })
    expect((await events(lab.films.id))[0]).toMatchObject({
      op: 'update',
      ids: [film],
      fields: [lab.field('Cast')],
    })
    expect((await events(lab.people.id))[0]).toMatchObject({
      op: 'update',
      ids: [ada],
      fields: [lab.field('Films')],
    })
  })

  test('that is there already is nothing', async () => {
    await editor(change('Cast', { link: [ada] }))
    const again = await editor(change('Cast', { link: [ada], unlink: [ben] }))
    expect(again).toMatchObject([{ status: 'ok', ver: 2 }])
    expect(await cast()).toMatchObject({ count: 1 })
  })

  test('unlinks, together with a value and another link', async () => {
    await editor(change('Cast', { link: [ada] }))
    const title = lab.films.fields[0]!.id
    const both = change('Cast', { link: [ben], unlink: [ada] }) as { values: object; base: object }
    const mutation = {
      ...both,
      values: { ...both.values, [title]: 'Aliens' },
      base: { ...both.base, [title]: 'Alien' },
    }
    const [result] = await editor(mutation)
    const [row] = await lab.rows(world.viewer, {
      table: lab.films.id,
      filter: { join: 'and', items: [{ field: title, operator: 'is', value: 'Aliens' }] },
    })
    expect(row).toMatchObject({
      id: film,
      ver: result!.ver,
      [lab.field('Cast')]: { count: 1, items: [[ben, 'Ben']] },
    })
  })

  test('comes with a new record, from the other side too', async () => {
    const made = await lab.make(
      lab.films,
      'Heat',
      { [lab.field('Cast')]: { link: [ada, ben] } },
      world.editor,
    )
    expect(await lab.cell(world.viewer, lab.films, made, lab.field('Cast'))).toMatchObject({ count: 2 })
    const eve = await lab.make(lab.people, 'Eve', { [lab.field('Films')]: { link: [made] } }, world.editor)
    expect(await lab.cell(world.viewer, lab.films, made, lab.field('Cast'))).toMatchObject({ count: 3 })
    expect(await lab.cell(world.viewer, lab.people, eve, lab.field('Films'))).toMatchObject({ count: 1 })
    expect(await lab.faults()).toEqual([])
  })

  test('comes with many new records, and with many that change, in one statement each', async () => {
    const records = [uuidV7(), uuidV7(), uuidV7()]
    const inserts = records.map((record) => ({
      id: uuidV7(),
      kind: 'insert',
      table: lab.films.id,
      record,
      values: { [lab.films.fields[0]!.id]: 'Many', [lab.field('Cast')]: { link: [ada] } },
    }))
    expect(await editor(...inserts)).toMatchObject(records.map(() => ({ status: 'ok', ver: 2 })))
    const changes = records.map((record) => change('Cast', { link: [ben], unlink: [ada] }, record))
    const results = await editor(...changes)
    const rows = await h.db.admin.unsafe(
      `select id, ver::int from data.${lab.films.relation} where id = any ($1) order by id`,
      [records],
    )
    expect(results.map(({ status, ver }) => [status, ver])).toEqual(rows.map((row) => ['ok', row['ver']]))
    expect(await lab.cell(world.viewer, lab.people, ben, lab.field('Films'))).toMatchObject({ count: 3 })
    expect(await lab.cell(world.viewer, lab.people, ada, lab.field('Films'))).toBeNull()
  })

  test('goes to records that the same batch makes, once they are there', async () => {
    const [one, two, three] = [uuidV7(), uuidV7(), uuidV7()] as const
    const make = (record: string, values: object = {}) => {
      const named = { [lab.films.fields[0]!.id]: 'Made', ...values }
      return { id: uuidV7(), kind: 'insert', table: lab.films.id, record, values: named }
    }
    const sequel = (record: string) => ({ [lab.field('Sequels')]: { link: [record] } })
    const batch = [
      make(one),
      make(two, sequel(one)),
      make(three, sequel(three)),
      change('Sequels', { link: [two] }, one),
      change('Cast', { link: [ada] }),
    ]
    expect(await lab.apply(world.editor, batch, true)).toMatchObject(batch.map(() => ({ status: 'ok' })))
    for (const [from, to] of [
      [one, two],
      [two, one],
      [three, three],
    ] as const) {
      // biome-ignore format: one line
      expect(await lab.cell(world.viewer, lab.films, from, lab.field('Sequels'))).toMatchObject({ items: [[to, 'Made']] })
    }
    expect(await lab.faults()).toEqual([])
  })

  test('sent again gives the first answer', async () => {
    const mutation = change('Cast', { link: [ada] })
    const first = await editor(mutation)
    await editor(change('Cast', { unlink: [ada] }))
    expect(await editor(mutation)).toEqual(first)
    expect(await cast()).toBeNull()
  })

  test('is undone with the batch that is refused', async () => {
    const batch = [change('Cast', { link: [ada] }), change('Cast', { link: [uuidV7()] })]
    const results = await lab.apply(world.editor, batch, true)
    expect(results.map(({ error }) => error?.code)).toEqual(['batch_refused', 'value_invalid'])
    expect(await cast()).toBeNull()
    expect(await lab.faults()).toEqual([])
  })

  test('is nothing else than lists of at most 500 ids', async () => {
    const bad = [
      'x',
      [ada],
      { link: ada },
      { link: ['x'] },
      { link: [1] },
      { add: [ada] },
      {
        link: Array.from({ length: 251 }, () => uuidV7()),
        unlink: Array.from({ length: 250 }, () => uuidV7()),
      },
      { link: [uuidV7()] },
    ]
    const results = await editor(...bad.map((value) => change('Cast', value as object)))
    expect(results.map(({ error }) => error?.code)).toEqual(
      bad.map((_, n) => (n === 6 ? 'limit_exceeded' : 'value_invalid')),
    )
    expect(results[0]!.error!.details).toMatchObject({ table: lab.films.id, field: lab.field('Cast') })
  })
})

describe('a cell of one record', () => {
  test('takes the new one in place of the old one', async () => {
    await editor(change('Director', { link: [ada] }))
    await editor(change('Director', { link: [ben] }))
    expect(await lab.cell(world.viewer, lab.films, film, lab.field('Director'))).toEqual({
      count: 1,
      items: [[ben, 'Ben']],
    })
    const two = await editor(change('Director', { link: [ada, ben] }))
    expect(two[0]!.error).toMatchObject({ code: 'value_invalid' })
  })

  test('whose records stand in one cell each refuses one that stands elsewhere', async () => {
    await editor(change('Seat', { link: [ada] }))
    const other = await lab.make(lab.films, 'Heat')
    const [taken] = await editor(change('Seat', { link: [ada] }, other))
    expect(taken!.error).toMatchObject({
      code: 'link_taken',
      details: { table: lab.films.id, field: lab.field('Seat') },
    })
    expect(
      await editor(change('Seat', { link: [ben] }), change('Seat', { link: [ada] }, other)),
    ).toMatchObject([{ status: 'ok' }, { status: 'ok' }])
    const [back] = await lab.apply(world.editor, [
      lab.change(lab.people, ada, lab.field('Seat of'), { link: [film] }),
    ])
    expect(back!.error).toMatchObject({ code: 'link_taken', details: { field: lab.field('Seat of') } })
  })

  test('becomes one of several, and back where none holds more', async () => {
    const options = (more: object) => ({
      field: lab.field('Director'),
      changes: { options: { target: lab.people.id, ...more } },
    })
    await h.rpc(world.creator, 'update_field', options({}))
    await editor(change('Director', { link: [ada, ben] }))
    expect(await refusalOf(h.rpc(world.creator, 'update_field', options({ single: true })))).toBe(
      'invalid_input',
    )
    await editor(change('Director', { unlink: [ben] }))
    await h.rpc(world.creator, 'update_field', options({ single: true }))
    await h.rpc(world.creator, 'update_field', {
      field: lab.field('Director'),
      changes: { name: 'Directed by' },
    })
    const [row] = await h.db.admin`select options from plinth.field where id = ${lab.field('Director')}`
    expect(row!['options']).toEqual({ target: lab.people.id, single: true })
    expect(await refusalOf(h.rpc(world.creator, 'update_field', options({ target: lab.films.id })))).toBe(
      'invalid_input',
    )
  })
})

describe('links within a table', () => {
  test('show from both sides', async () => {
    const second = await lab.make(lab.films, 'Aliens')
    await editor(change('Sequels', { link: [second] }))
    expect(await lab.cell(world.viewer, lab.films, second, lab.field('Prequel'))).toEqual({
      count: 1,
      items: [[film, 'Alien']],
    })
    await editor(change('Prequel', { link: [second] }))
    expect(await lab.cell(world.viewer, lab.films, second, lab.field('Sequels'))).toMatchObject({ count: 1 })
    expect(await lab.faults()).toEqual([])
  })
})

describe('a record that is deleted', () => {
  test('is linked nowhere any more, and those that were linked to it change', async () => {
    await editor(change('Cast', { link: [ada, ben] }), change('Director', { link: [ada] }))
    expect(await lab.apply(world.editor, [lab.remove(lab.people, ada)])).toMatchObject([{ status: 'ok' }])
    expect(await cast()).toEqual({ count: 1, items: [[ben, 'Ben']] })
    expect((await events(lab.films.id))[0]).toMatchObject({ op: 'update', ids: [film] })
    await editor(lab.remove(lab.films, film), lab.remove(lab.films, await lab.make(lab.films, 'Heat')))
    expect(await lab.cell(world.viewer, lab.people, ben, lab.field('Films'))).toBeNull()
    expect(await lab.faults()).toEqual([])
  })

  test('stays where a field keeps it, until it is linked no more', async () => {
    const field = await lab.link(lab.films, lab.people, 'Producer', { onDelete: 'refuse' })
    await editor(lab.change(lab.films, film, field, { link: [ada] }))
    const refused = { code: 'record_linked', details: { table: lab.films.id, field } }
    const results = await lab.apply(world.editor, [lab.remove(lab.people, ada), lab.remove(lab.people, ben)])
    expect(results).toMatchObject([{ status: 'error', error: refused }, { status: 'ok' }])
    // The other way round nothing is kept.
    await editor(lab.remove(lab.films, film))
    expect(await lab.apply(world.editor, [lab.remove(lab.people, ada)])).toMatchObject([{ status: 'ok' }])
    const next = await lab.make(lab.films, 'Heat')
    const eve = await lab.make(lab.people, 'Eve')
    await editor(lab.change(lab.films, next, field, { link: [eve] }))
    await h.rpc(world.creator, 'update_field', { field, changes: { options: { onDelete: 'unlink' } } })
    expect(await lab.apply(world.editor, [lab.remove(lab.people, eve)])).toMatchObject([{ status: 'ok' }])
    expect(await lab.faults()).toEqual([])
  })
})

test('a record’s first twenty links are told, and how many there are', async () => {
  const all = await Promise.all(Array.from({ length: 25 }, (_, n) => lab.make(lab.people, `P${n}`)))
  await editor(change('Cast', { link: all }))
  const told = await cast()
  expect(told!.count).toBe(25)
  expect(told!.items.map(([id]) => id)).toEqual(all.slice(0, 20))
})

test('who writes past the calls keeps the counts all the same', async () => {
  const [link] = await h.db.admin<{ relation: string }[]>`
    select relation from plinth_private.link where a_field = ${lab.field('Cast')}`
  const junction = `data.${link!.relation}`
  await h.db.sql.unsafe(`insert into ${junction} (a, b) values ($1, $2), ($1, $3)`, [film, ada, ben])
  expect(await cast()).toMatchObject({ count: 2 })
  const other = await lab.make(lab.films, 'Heat')
  await h.db.sql.unsafe(`update ${junction} set a = $2 where a = $1 and b = $3`, [film, other, ben])
  expect(await lab.faults()).toEqual([])
  await h.db.sql.unsafe(`delete from ${junction} where a = $1`, [film])
  expect(await lab.faults()).toEqual([])
  await h.db.sql.unsafe(`truncate ${junction}`)
  expect(await lab.faults()).toEqual([])
  expect(await lab.cell(world.viewer, lab.films, other, lab.field('Cast'))).toBeNull()
})
