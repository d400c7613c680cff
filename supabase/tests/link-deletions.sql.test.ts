/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** Records that go along with others: on every way, all or none, each once; told before, and brought back. */
import { limits, uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createBase,
  type Harness,
  type Json,
  type Person,
  Refusal,
  refusalOf,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'
import { type LinkLab, linkLab } from './link-lab.ts'
import { randomFrom } from './random-rights.ts'

let h: Harness
let world: World
let lab: LinkLab
let scenes: TestTable
let takes: TestTable
/** A film, two scenes of it, three takes of these, and somebody in the first scene. */
let film: string
let first: string
let second: string
let shots: string[]
let ada: string

beforeAll(async () => {
  ;({ h, world } = await startWorld())
  lab = await linkLab(h, world)
  scenes = await tableOf('Scenes')
  takes = await tableOf('Takes')
  await lab.link(scenes, lab.films, 'Film', { single: true, onDelete: 'delete', pair: 'Scenes' })
  await lab.link(takes, scenes, 'Scene', { single: true, onDelete: 'delete', pair: 'Takes' })
  await lab.link(scenes, lab.people, 'Actors', { pair: 'Acts in' })
}, 60_000)
afterAll(() => h.db.stop())

beforeEach(async () => {
  await h.db.admin.unsafe(
    [scenes, takes, lab.films, lab.people]
      .map(({ relation }) => `delete from data.${relation} where id is not null`)
      .join('; '),
  )
  film = await lab.make(lab.films, 'Alien')
  ada = await lab.make(lab.people, 'Ada')
  first = await scene('First', { [lab.field('Actors')]: { link: [ada] } })
  second = await scene('Second')
  shots = await Promise.all([first, first, second].map((of, n) => take(`Take ${n}`, of)))
})

async function tableOf(name: string, base = world.base): Promise<TestTable> {
  const fields = ['Name', 'Kind'].map((one) => ({ id: uuidV7(), name: one, type: 'text', options: {} }))
  return h.rpc<TestTable>(world.creator, 'create_table', { base, definition: { id: uuidV7(), name, fields } })
}
const scene = (name: string, more: Record<string, unknown> = {}, of = film) =>
  lab.make(scenes, name, { [lab.field('Film')]: { link: [of] }, ...more })
const take = (name: string, of: string) => lab.make(takes, name, { [lab.field('Scene')]: { link: [of] } })
const count = async (table: TestTable) => {
  const [row] = await h.db.admin.unsafe(`select count(*)::int as n from data.${table.relation}`)
  return row!['n'] as number
}
const counts = () => Promise.all([lab.films, scenes, takes, lab.people].map(count))
const remove = (who: Person, record = film, table: TestTable = lab.films) =>
  lab.apply(who, [lab.remove(table, record)])
const preview = (who: Person | null, records: string[] = [film], table: TestTable = lab.films) =>
  h.rpc<{
    along: { table: string; count: number }[]
    linked: { table: string; count: number; keeps: boolean }[]
    refused?: string
  }>(who, 'deletion_preview', {
    table: table.id,
    records,
  })
const grant = (role: string, table: string, action: string, scope: string, rule: Json = null) =>
  h.rpc(world.creator, 'set_grant', { role, table, action, scope, rule })
const roleOf = async (kind: string) => {
  const [row] = await h.db.admin<{ id: string }[]>`
    select id from plinth.role where base_id = ${world.base} and kind = ${kind}`
  return row!.id
}
/** The details of the refusal of some SQL on the table route. */
async function routeRefusal(who: Person, sql: string) {
  try {
    await h.as(who, (tx) => tx.unsafe(sql))
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, details: JSON.parse(error.details) as unknown }
    throw error
  }
  throw new Error('was not refused')
}

describe('a deleted record', () => {
  test('takes along what is linked, and what is linked to that, by a mutation', async () => {
    expect(await remove(world.editor)).toMatchObject([{ status: 'ok', ver: 0 }])
    expect(await counts()).toEqual([0, 0, 0, 1])
    expect(await lab.cell(world.creator, lab.people, ada, lab.field('Acts in'))).toBeNull()
    expect(await lab.faults()).toEqual([])
  })

  test('does so by the table route, by psql and with the secret key', async () => {
    const other = await lab.make(lab.films, 'Heat')
    await scene('Other', {}, other)
    const kept = await lab.make(lab.films, 'Kept')
    await scene('Kept', {}, kept)
    await h.as(world.editor, (tx) =>
      tx.unsafe(`delete from data.${lab.films.relation} where id in ('${film}', '${other}')`),
    )
    expect(await counts()).toEqual([1, 1, 0, 1])
    await h.db.sql.unsafe(`delete from data.${lab.films.relation} where id = '${kept}'`)
    expect(await counts()).toEqual([0, 0, 0, 1])
    const last = await lab.make(lab.films, 'Last')
    await scene('Last', {}, last)
    await h.db.authenticator.begin(async (tx) => {
      await tx`select set_config('role', 'service_role', true)`
      await tx.unsafe(`delete from data.${lab.films.relation} where id = '${last}'`)
    })
    expect(await counts()).toEqual([0, 0, 0, 1])
  })

  test('is told with all that goes along, each record once, and gives room to the quota', async () => {
    const total = async () => {
      const [row] = await h.db.admin<{ n: number }[]>`
        select sum(t.total)::int as n from plinth_private.row_totals(${world.workspace}) as t
        where t.table_id in ${h.db.admin([lab.films.id, scenes.id, takes.id])}`
      return row!.n
    }
    const before = await total()
    await remove(world.editor)
    expect(before - (await total())).toBe(6)
    const told = async (table: string) => {
      const [row] = await h.db.admin<{ op: string; ids: string[]; vers: string[] }[]>`
        select op, ids, vers from plinth_private.change_log where table_id = ${table} order by id desc limit 1`
      return { ...row!, ids: row!.ids.toSorted() }
    }
    expect(await told(scenes.id)).toEqual({ op: 'delete', ids: [first, second].toSorted(), vers: ['0', '0'] })
    expect(await told(takes.id)).toEqual({
      op: 'delete',
      ids: shots.toSorted(),
      vers: ['0', '0', '0'],
    })
  })

  test('goes alone where nothing is linked, and what goes along takes nothing back', async () => {
    expect(await remove(world.editor, first, scenes)).toMatchObject([{ status: 'ok' }])
    expect(await counts()).toEqual([1, 1, 1, 1])
    await remove(world.editor, shots[2], takes)
    expect(await counts()).toEqual([1, 1, 0, 1])
  })

  test('takes along what its own field links, where that says so, seen from one side', async () => {
    const posters = await tableOf('Posters')
    const field = await lab.link(lab.films, posters, 'Poster', { takesAlong: true })
    const poster = await lab.make(posters, 'Poster')
    await lab.apply(world.editor, [lab.change(lab.films, film, field, { link: [poster] })])
    await remove(world.editor, poster, posters)
    expect(await count(lab.films)).toBe(1)
    const other = await lab.make(posters, 'Other')
    await lab.apply(world.editor, [lab.change(lab.films, film, field, { link: [other] })])
    expect(await preview(world.editor)).toMatchObject({
      along: [{ count: 3 }, { count: 2 }, { table: posters.id, count: 1 }],
    })
    await remove(world.editor)
    expect(await count(posters)).toBe(0)
    await h.rpc(world.creator, 'delete_field', { field })
  })
})

describe('in rings', () => {
  let base: string
  let own: LinkLab
  beforeAll(async () => {
    base = await createBase(h, world.creator, world.workspace, 'Rings')
    own = await linkLab(h, { ...world, base })
    await own.link(own.films, own.people, 'Stars', { takesAlong: true, pair: 'Stars in' })
    await own.link(own.people, own.films, 'Loves', { onDelete: 'delete', pair: 'Loved by', takesAlong: true })
    await own.link(own.films, own.films, 'Next', { takesAlong: true, onDelete: 'delete' })
  }, 60_000)
  const tie = (table: TestTable, record: string, name: string, link: string[]) =>
    own.apply(world.creator, [own.change(table, record, own.field(name), { link })])

  test('each record goes once, whichever is deleted', async () => {
    for (const at of [0, 1, 2, 3]) {
      const films = await Promise.all(['A', 'B', 'C'].map((name) => own.make(own.films, name)))
      const person = await own.make(own.people, 'P')
      await own.make(own.films, 'Outside')
      await tie(own.films, films[0]!, 'Next', [films[1]!])
      await tie(own.films, films[1]!, 'Next', [films[2]!, films[1]!])
      await tie(own.films, films[2]!, 'Next', [films[0]!])
      await tie(own.films, films[1]!, 'Stars', [person])
      await tie(own.people, person, 'Loves', [films[0]!])
      const deleted = at === 3 ? own.remove(own.people, person) : own.remove(own.films, films[at]!)
      expect(await own.apply(world.creator, [deleted])).toMatchObject([{ status: 'ok' }])
      expect([await count(own.films), await count(own.people)]).toEqual([at + 1, 0])
    }
    expect(await own.faults()).toEqual([])
  })

  test('random ones end as the model says, on every way, and come back', async () => {
    for (let seed = 1; seed <= 12; seed += 1) {
      await h.db.admin.unsafe(
        `delete from data.${own.films.relation} where id is not null; delete from data.${own.people.relation} where id is not null`,
      )
      const by = randomFrom(seed)
      const films = await Promise.all(Array.from({ length: 7 }, (_, n) => own.make(own.films, `F${n}`)))
      const people = await Promise.all(Array.from({ length: 5 }, (_, n) => own.make(own.people, `P${n}`)))
      // Who goes with whom.
      const edges = new Map<string, Set<string>>([...films, ...people].map((id) => [id, new Set()]))
      for (let n = 0; n < 9; n += 1) {
        const name = by.oneOf(['Stars', 'Loves', 'Next'] as const)
        const from = name === 'Loves' ? by.oneOf(people) : by.oneOf(films)
        const to = name === 'Stars' ? by.oneOf(people) : by.oneOf(films)
        await tie(name === 'Loves' ? own.people : own.films, from, name, [to])
        edges.get(from)!.add(to)
        if (name !== 'Stars') edges.get(to)!.add(from)
      }
      const roots = [by.oneOf(films), by.oneOf(films)]
      const gone = new Set(roots)
      for (const id of gone) for (const next of edges.get(id)!) gone.add(next)
      const left = [...films, ...people].filter((id) => !gone.has(id)).toSorted()
      const state = async () => {
        const [row] = await h.db.admin.unsafe(
          `select (select array_agg(t.id) from (select id from data.${own.films.relation} union select id from data.${own.people.relation} order by 1) as t) as ids`,
        )
        return (row!['ids'] as string[] | null) ?? []
      }
      const linked = async () =>
        Promise.all(
          ['Stars', 'Loves', 'Next'].flatMap((name) =>
            (name === 'Loves' ? people : films).map((id) =>
              own.cell(world.creator, name === 'Loves' ? own.people : own.films, id, own.field(name)),
            ),
          ),
        )
      const before = await linked()
      const told = await preview(world.creator, [...new Set(roots)], own.films)
      const deletions = [...new Set(roots)].map(
        (id) => own.remove(own.films, id) as { id: string; record: string },
      )
      const results = await own.apply(world.creator, deletions)
      // What went along with the first is gone when the second comes, where they are not deleted in one statement.
      expect(results[0]).toMatchObject({ status: 'ok' })
      expect(await state()).toEqual(left)
      expect(told.along.reduce((sum, { count: n }) => sum + n, 0)).toBe(gone.size - new Set(roots).size)
      const back = deletions.map(({ id, record }) => ({
        id: uuidV7(),
        kind: 'insert',
        table: own.films.id,
        record,
        values: { [own.films.fields[0]!.id]: `F${films.indexOf(record)}` },
        undoes: id,
      }))
      expect(await own.apply(world.creator, back, true)).toMatchObject(back.map(() => ({ status: 'ok' })))
      expect(await state()).toEqual([...films, ...people].toSorted())
      expect(await linked()).toEqual(before)
      await h.as(world.creator, (tx) =>
        tx.unsafe(`delete from data.${own.films.relation} where id = any ('{${roots.join(',')}}')`),
      )
      expect(await state()).toEqual(left)
    }
    expect(await own.faults()).toEqual([])
  })

  test('parts of one deletion meet what others of it have taken along, or brought back', async () => {
    const [a, b, c] = (await Promise.all(['A', 'B', 'C'].map((name) => own.make(own.films, name)))) as [
      string,
      string,
      string,
    ]
    await tie(own.films, a, 'Next', [b])
    await tie(own.films, b, 'Next', [c])
    const before = await count(own.films)
    const deletions = [a, b, c].map((id) => own.remove(own.films, id) as { id: string; record: string })
    for (const one of deletions) {
      expect(await own.apply(world.creator, [one])).toMatchObject([{ status: 'ok', ver: 0 }])
    }
    expect(await count(own.films)).toBe(before - 3)
    for (const who of [world.creator, world.editor]) {
      const [again] = await own.apply(who, [own.remove(own.films, who === world.editor ? b : uuidV7())])
      expect(again!.error!.code).toBe('not_found')
    }
    for (const { id, record } of deletions) {
      const values = { [own.films.fields[0]!.id]: 'Again' }
      const insert = { id: uuidV7(), kind: 'insert', table: own.films.id, record, values, undoes: id }
      expect(await own.apply(world.creator, [insert])).toMatchObject([{ status: 'ok' }])
    }
    expect(await count(own.films)).toBe(before)
    expect(await own.cell(world.creator, own.films, b, own.field('Next'))).toMatchObject({ count: 1 })
    for (const one of deletions) await own.apply(world.creator, [{ ...one, id: uuidV7() }])
    expect(await count(own.films)).toBe(before - 3)
    expect(await own.faults()).toEqual([])
  })

  test('and in chains as long as the limit', async () => {
    const [link] = await h.db.admin<{ relation: string }[]>`
      select relation from plinth_private.link where a_field = ${own.field('Next')}`
    const { relation } = own.films
    const chain = (length: number) =>
      h.db.admin.unsafe(`
        delete from data.${relation} where id is not null;
        insert into data.${relation} (id) select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid from generate_series(1, ${length}) as n;
        insert into data.${link!.relation} (a, b)
          select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ('00000000-0000-7000-8000-' || lpad((n + 1)::text, 12, '0'))::uuid
          from generate_series(1, ${length - 1}) as n`)
    const root = '00000000-0000-7000-8000-000000000001'
    await chain(3_000)
    expect(await own.apply(world.creator, [own.remove(own.films, root)])).toMatchObject([{ status: 'ok' }])
    expect(await count(own.films)).toBe(0)
    await chain(limits.recordsAlong + 2)
    const [refused] = await own.apply(world.creator, [own.remove(own.films, root)])
    expect(refused!.error).toMatchObject({
      code: 'limit_exceeded',
      details: { table: own.films.id, rule: 'recordsAlong', limit: limits.recordsAlong },
    })
    expect(await preview(world.creator, [root], own.films)).toMatchObject({ refused: 'limit_exceeded' })
    expect(await count(own.films)).toBe(limits.recordsAlong + 2)
  }, 60_000)
})

describe('who deletes', () => {
  const open = (table = scenes): Json => ({
    call: '=',
    args: [{ field: table.fields[1]!.id }, { text: 'open' }],
  })
  let editor: string
  beforeAll(async () => {
    editor = await roleOf('editor')
  })
  /** Runs a test with other rights of the editor in the scenes, on every way. */
  async function refused(details: object) {
    const before = await counts()
    const [result] = await remove(world.editor)
    expect(result!.error).toMatchObject({ code: 'along_refused' })
    expect(result!.error!.details).toEqual(details)
    const one = await routeRefusal(
      world.editor,
      `delete from data.${lab.films.relation} where id = '${film}'`,
    )
    expect(one).toEqual({ code: 'along_refused', details })
    expect(await preview(world.editor)).toMatchObject({ refused: 'along_refused' })
    expect(await counts()).toEqual(before)
  }

  test('needs the right to delete all of it, else nothing goes', async () => {
    await grant(editor, scenes.id, 'delete', 'rules', open())
    await refused({ action: 'delete', table: scenes.id })
    const kind = scenes.fields[1]!.id
    const opened = [first, second].map((id) => ({
      ...(lab.change(scenes, id, kind, 'open') as object),
    }))
    await lab.apply(world.creator, opened)
    expect(await preview(world.editor)).not.toHaveProperty('refused')
    await grant(editor, takes.id, 'delete', 'none')
    await refused({ action: 'delete', table: takes.id })
    await grant(editor, takes.id, 'delete', 'all')
    expect(await remove(world.editor)).toMatchObject([{ status: 'ok' }])
    expect(await counts()).toEqual([0, 0, 0, 1])
    await grant(editor, scenes.id, 'delete', 'all')
  })

  test('is told nothing of a table that they do not read', async () => {
    await grant(editor, takes.id, 'read', 'none')
    await refused({ action: 'delete' })
    expect((await preview(world.editor)).along).toEqual([{ table: scenes.id, count: 2 }])
    await grant(editor, takes.id, 'read', 'all')
  })

  test('counts what they read alone', async () => {
    await grant(editor, scenes.id, 'read', 'rules', open())
    await lab.apply(world.creator, [lab.change(scenes, first, scenes.fields[1]!.id, 'open')])
    const along = [
      { table: takes.id, count: 3 },
      { table: scenes.id, count: 1 },
    ]
    const linked = [{ table: lab.people.id, count: 1, keeps: false }]
    expect(await preview(world.editor)).toEqual({ along, linked, refused: 'along_refused' })
    // Nor is told what such a record links.
    await h.db.admin.unsafe(
      `update data.${scenes.relation} set kind = case id when '${second}' then 'open' end where true`,
    )
    expect(await preview(world.editor)).toEqual({ along, linked: [], refused: 'along_refused' })
    await refused({ action: 'delete', table: scenes.id })
    await grant(editor, scenes.id, 'read', 'all')
  })

  test('has deleted nothing where they may not: no record counts as gone along by that', async () => {
    await grant(editor, lab.films.id, 'delete', 'rules', open(lab.films))
    expect((await remove(world.editor))[0]!.status).toBe('error')
    await grant(editor, scenes.id, 'read', 'rules', open())
    expect((await remove(world.editor, first, scenes))[0]!.error!.code).toBe('not_found')
    expect(await counts()).toEqual([1, 2, 3, 1])
    await grant(editor, scenes.id, 'read', 'all')
    await grant(editor, lab.films.id, 'delete', 'all')
  })

  test('is told what links it, or what goes along, and stays, each once, as far as they read it', async () => {
    const [bills, contracts] = [await tableOf('Bills'), await tableOf('Contracts')]
    const shows = await lab.link(bills, lab.films, 'Shows')
    const names = await lab.link(bills, lab.films, 'Names')
    const one = { [shows]: { link: [film] }, [names]: { link: [film] } }
    await lab.make(bills, 'One', one)
    await lab.make(bills, 'Two', { [names]: { link: [film] } })
    await lab.make(bills, 'Other')
    const told = async () => (await preview(world.editor)).linked
    // Somebody acts in a scene that goes along.
    const people = { table: lab.people.id, count: 1, keeps: false }
    expect(await told()).toEqual([{ table: bills.id, count: 2, keeps: false }, people])
    await grant(editor, bills.id, 'read', 'none')
    expect(await told()).toEqual([people])
    await grant(editor, bills.id, 'read', 'all')
    const bought = await lab.link(contracts, lab.films, 'Bought', { onDelete: 'refuse' })
    await lab.make(contracts, 'Deal', { [bought]: { link: [film] } })
    expect(await preview(world.editor)).toMatchObject({
      linked: [
        { table: contracts.id, count: 1, keeps: true },
        { table: bills.id, count: 2, keeps: false },
        people,
      ],
      refused: 'record_linked',
    })
    for (const field of [shows, names, bought]) await h.rpc(world.creator, 'delete_field', { field })
    expect(await told()).toEqual([people])
  })

  test('is kept from it by a lock, which binds the makers of the base too', async () => {
    const lock = uuidV7()
    const rule = { call: '=', args: [{ field: scenes.fields[1]!.id }, { text: 'locked' }] }
    await h.rpc(world.creator, 'save_record_lock', {
      table: scenes.id,
      lock,
      definition: { name: 'Locked', rule, creators: false, roles: [] },
    })
    await lab.apply(world.creator, [lab.change(scenes, second, scenes.fields[1]!.id, 'locked')])
    await refused({ action: 'delete', table: scenes.id })
    expect((await remove(world.creator))[0]!.error!.code).toBe('along_refused')
    await h.rpc(world.creator, 'delete_record_lock', { lock })
    expect(await remove(world.creator)).toMatchObject([{ status: 'ok' }])
  })

  test('may delete and take back what a lock holds that lets them through', async () => {
    const lock = uuidV7()
    const kind = scenes.fields[1]!.id
    const rule = { call: '=', args: [{ field: kind }, { text: 'open' }] }
    const definition = { name: 'Open', rule, creators: true, roles: [] }
    await h.rpc(world.creator, 'save_record_lock', { table: scenes.id, lock, definition })
    await lab.apply(world.creator, [lab.change(scenes, first, kind, 'open')])
    expect((await preview(world.editor)).refused).toBe('along_refused')
    expect((await preview(world.creator)).refused).toBeUndefined()
    const told = await preview(world.creator, [first], scenes)
    expect(told.along).toEqual([{ table: takes.id, count: 2 }])
    expect((await preview(world.editor, [first], scenes)).along).toEqual([])
    const deletion = { ...lab.remove(scenes, first), id: uuidV7() }
    expect(await lab.apply(world.creator, [deletion])).toMatchObject([{ status: 'ok' }])
    expect(await counts()).toEqual([1, 1, 1, 1])
    const values = { [scenes.fields[0]!.id]: 'First' }
    const insert = { kind: 'insert', table: scenes.id, record: first, values, undoes: deletion.id }
    expect(await lab.apply(world.creator, [{ ...insert, id: uuidV7() }])).toMatchObject([{ status: 'ok' }])
    expect(await counts()).toEqual([1, 2, 3, 1])
    await h.rpc(world.creator, 'delete_record_lock', { lock })
  })

  test('is refused where something further on is kept by a link', async () => {
    const keeper = await tableOf('Keepers')
    const field = await lab.link(keeper, takes, 'Keeps', { onDelete: 'refuse' })
    await lab.make(keeper, 'Keeper', { [field]: { link: [shots[0]!] } })
    const before = await counts()
    expect((await remove(world.editor))[0]!.error).toMatchObject({
      code: 'record_linked',
      details: { table: keeper.id, field },
    })
    expect(
      await refusalOf(
        h.as(world.editor, (tx) => tx.unsafe(`delete from data.${lab.films.relation} where id = '${film}'`)),
      ),
    ).toBe('record_linked')
    expect(await preview(world.editor)).toMatchObject({ refused: 'record_linked' })
    await grant(editor, keeper.id, 'read', 'none')
    expect((await remove(world.editor))[0]!.error).toEqual({
      code: 'record_linked',
      message: 'record_linked',
      details: {},
    })
    expect(await counts()).toEqual(before)
    await h.rpc(world.creator, 'delete_field', { field })
    expect(await remove(world.editor)).toMatchObject([{ status: 'ok' }])
  })

  test('must be allowed to delete what they name: others are told nothing, and delete nothing', async () => {
    for (const who of [world.viewer, world.holder, world.member, world.outsider, world.anonymous]) {
      expect((await remove(who).catch(() => [{ status: 'error' }]))[0]!.status).toBe('error')
    }
    for (const who of [world.holder, world.member, world.outsider, world.anonymous]) {
      expect(await refusalOf(preview(who))).toMatch(/not_found|forbidden/)
    }
    expect(await preview(world.viewer)).toEqual({ along: [], linked: [] })
    expect(await refusalOf(preview(null))).toMatch(/permission denied|not_signed_in/)
    expect(await preview(world.editor, [uuidV7()])).toEqual({ along: [], linked: [] })
    const many = Array.from({ length: limits.recordsAlong + 1 }, () => film)
    expect(await refusalOf(preview(world.editor, many))).toBe('limit_exceeded')
    expect(await counts()).toEqual([1, 2, 3, 1])
  })

  test('learns nothing of records that are there by the functions behind it', async () => {
    for (const who of [world.editor, world.outsider]) {
      const found = await h.as(who, (tx) =>
        tx.unsafe(`select * from plinth_private.hold_along('${lab.films.id}', '{${film},${uuidV7()}}')`),
      )
      expect([...found]).toEqual([])
      await h.as(who, (tx) =>
        tx.unsafe(`select plinth_private.refuse_left('${lab.films.id}', '{${film},${uuidV7()}}'),
                          plinth_private.hold_along(null, null), plinth_private.refuse_left('${uuidV7()}', '{null}')`),
      )
    }
    for (const name of [
      `along_of('{${lab.films.id}}', '{${film}}')`,
      `deletable_among('${lab.films.id}', '{${film}}')`,
      `gone_among('${lab.films.id}', '{${film}}')`,
      `hold_turn('${world.base}')`,
      `remade('${scenes.id}', '{${first}}')`,
      `links_of('{${scenes.id}}', '{${first}}')`,
      `gone_ends('[]')`,
    ]) {
      expect(
        await refusalOf(h.as(world.creator, (tx) => tx.unsafe(`select plinth_private.${name}`))),
      ).toMatch(/permission denied/)
    }
    expect(
      await refusalOf(h.as(world.creator, (tx) => tx.unsafe('select * from plinth_private.gone'))),
    ).toMatch(/permission denied/)
  })
})

describe('taking it back', () => {
  const back = (deletion: object, values: Record<string, unknown> = {}, table: TestTable = lab.films) => {
    const { id, record } = deletion as { id: string; record: string }
    return { id: uuidV7(), kind: 'insert', table: table.id, record, values, undoes: id }
  }
  const links = async () => ({
    scenes: await lab.cell(world.creator, lab.films, film, lab.field('Scenes')),
    takes: await lab.cell(world.creator, scenes, first, lab.field('Takes')),
    actors: await lab.cell(world.creator, scenes, first, lab.field('Actors')),
    acts: await lab.cell(world.creator, lab.people, ada, lab.field('Acts in')),
  })
  const title = () => lab.films.fields[0]!.id

  test('links again what lost its link where nothing went along, also what no cell of the record tells', async () => {
    const [records, tracks] = [await tableOf('Records'), await tableOf('Tracks')]
    const on = await lab.link(tracks, records, 'On')
    const by = await lab.link(records, lab.people, 'By', { pair: 'Has made' })
    const record = await lab.make(records, 'One', { [by]: { link: [ada] } })
    const all: string[] = []
    for (let n = 0; n < limits.linksPerCell + 5; n += 1)
      all.push(await lab.make(tracks, `Track ${n}`, { [on]: { link: [record] } }))
    const linked = async () => {
      const cells = await Promise.all(all.map((one) => lab.cell(world.creator, tracks, one, on)))
      return cells.filter((cell) => cell?.count === 1).length
    }
    for (let n = 0; n < 2; n += 1) {
      const deletion = lab.remove(records, record)
      expect(await lab.apply(world.editor, [deletion])).toMatchObject([{ status: 'ok' }])
      expect(await linked()).toBe(0)
      const values = { [records.fields[0]!.id]: 'One', [by]: { link: [ada] } }
      const [result] = await lab.apply(world.editor, [back(deletion, values, records)])
      expect(result).toMatchObject({ status: 'ok' })
      expect(await linked()).toBe(all.length)
      expect(await lab.cell(world.creator, lab.people, ada, lab.field('Has made'))).toMatchObject({
        count: 1,
      })
      const rows = await lab.rows(world.editor, { table: records.id })
      expect(rows[0]!['ver']).toBe(result!.ver)
    }
    const bulk = uuidV7()
    const selection = { from: null, to: null, minus: [] }
    const query = { table: records.id, sorts: [] }
    const change = { kind: 'delete' }
    await h.rpc(world.editor, 'begin_bulk', { bulk, query, selection, change, count: 1, slack: 0 })
    for (const pass of [0, 1]) {
      await h.rpc(world.editor, 'bulk_step', { bulk, pass, part: 0 })
      expect(await linked()).toBe(pass === 0 ? 0 : all.length)
    }
    expect(await lab.faults()).toEqual([])
    await h.rpc(world.creator, 'delete_field', { field: by })
  })

  test('brings all of it back with its values and links, as often as it is deleted', async () => {
    const before = await links()
    for (let n = 0; n < 3; n += 1) {
      const deletion = lab.remove(lab.films, film)
      expect(await lab.apply(world.editor, [deletion])).toMatchObject([{ status: 'ok' }])
      expect(await counts()).toEqual([0, 0, 0, 1])
      const [result] = await lab.apply(world.editor, [back(deletion, { [title()]: 'Alien' })])
      expect(result).toMatchObject({ status: 'ok' })
      expect(await counts()).toEqual([1, 2, 3, 1])
      expect(await links()).toEqual(before)
      const rows = await lab.rows(world.editor, { table: lab.films.id })
      expect(rows[0]!['ver']).toBe(result!.ver)
    }
    const named = await lab.rows(world.editor, { table: takes.id })
    expect(named.map((row) => row[takes.fields[0]!.id]).toSorted()).toEqual(['Take 0', 'Take 1', 'Take 2'])
    expect(await lab.faults()).toEqual([])
  })

  test('minds neither links that the person sends with it, nor such as are gone', async () => {
    const deletion = lab.remove(lab.films, film)
    await lab.apply(world.editor, [deletion])
    const values = { [title()]: 'Alien', [lab.field('Scenes')]: { link: [first, second] } }
    await remove(world.creator, ada, lab.people)
    expect(await lab.apply(world.editor, [back(deletion, values)])).toMatchObject([{ status: 'ok' }])
    expect(await counts()).toEqual([1, 2, 3, 0])
    expect(await links()).toMatchObject({ scenes: { count: 2 }, takes: { count: 2 }, actors: null })
  })

  test('brings back the many of one call, in as many calls as one likes', async () => {
    const films = await Promise.all(['One', 'Two', 'Three'].map((name) => lab.make(lab.films, name)))
    for (const of of films) await scene('Of it', {}, of)
    const deletions = [film, ...films].map((id) => lab.remove(lab.films, id))
    expect(await lab.apply(world.editor, deletions)).toMatchObject(deletions.map(() => ({ status: 'ok' })))
    expect(await counts()).toEqual([0, 0, 0, 1])
    const again = deletions.map((one) => back(one, { [title()]: 'Again' }))
    await lab.apply(world.editor, again.slice(0, 2), true)
    await lab.apply(world.editor, again.slice(2), true)
    expect(await counts()).toEqual([4, 5, 3, 1])
    for (const id of [film, ...films]) {
      const cell = await lab.cell(world.creator, lab.films, id, lab.field('Scenes'))
      expect(cell!.count).toBe(id === film ? 2 : 1)
    }
    expect(await lab.faults()).toEqual([])
  })

  test('of one deletion leaves others to be taken back later', async () => {
    const other = await lab.make(lab.films, 'Other')
    await scene('Of it', {}, other)
    const deletions = [film, other].map((id) => lab.remove(lab.films, id))
    for (const one of deletions) await lab.apply(world.editor, [one])
    expect(await counts()).toEqual([0, 0, 0, 1])
    const told: number[][] = []
    for (const one of deletions) {
      await lab.apply(world.editor, [back(one, { [title()]: 'Again' })])
      told.push(await counts())
    }
    expect(told).toEqual([
      [1, 2, 3, 1],
      [2, 3, 3, 1],
    ])
  })

  test('leaves what somebody has made again as it is, and brings the rest', async () => {
    const deletion = lab.remove(lab.films, film)
    await lab.apply(world.editor, [deletion])
    const name = scenes.fields[0]!.id
    const insert = { kind: 'insert', table: scenes.id, record: first, values: { [name]: 'By hand' } }
    await lab.apply(world.creator, [{ ...insert, id: uuidV7() }])
    const [result] = await lab.apply(world.editor, [back(deletion, { [title()]: 'Alien' })])
    expect(result).toMatchObject({ status: 'ok' })
    expect(await counts()).toEqual([1, 2, 3, 1])
    const named = await lab.rows(world.creator, { table: scenes.id })
    expect(named.map((row) => row[name]).toSorted()).toEqual(['By hand', 'Second'])
    expect(await lab.faults()).toEqual([])
  })

  test('brings the links of a field that was in the trash then', async () => {
    const notes = await tableOf('Notes')
    const [about, by] = [
      await lab.link(notes, lab.people, 'About'),
      await lab.link(notes, lab.people, 'Written by'),
    ]
    const note = await lab.make(notes, 'One', { [about]: { link: [ada] }, [by]: { link: [ada] } })
    await h.rpc(world.creator, 'delete_field', { field: about })
    const deletion = lab.remove(notes, note)
    await lab.apply(world.editor, [deletion])
    await h.rpc(world.creator, 'restore_field', { field: about })
    const insert = back(deletion, { [notes.fields[0]!.id]: 'One' }, notes)
    expect(await lab.apply(world.editor, [insert])).toMatchObject([{ status: 'ok' }])
    expect(await lab.cell(world.creator, notes, note, by)).toMatchObject({ count: 1 })
    expect(await lab.cell(world.creator, notes, note, about)).toMatchObject({ count: 1 })
    expect(await lab.faults()).toEqual([])
  })

  test('is for the person who deleted it, under the rights of that moment, for a day', async () => {
    const deletion = lab.remove(lab.films, film)
    await lab.apply(world.editor, [deletion])
    await lab.apply(world.creator, [back(deletion, { [title()]: 'Not mine' })])
    expect(await counts()).toEqual([1, 0, 0, 1])
    await remove(world.creator)
    const editor = await roleOf('editor')
    await grant(editor, takes.id, 'create', 'none')
    const [refused] = await lab.apply(world.editor, [back(deletion, { [title()]: 'Alien' })])
    expect(refused!.error!.code).toBe('read_only')
    expect(await counts()).toEqual([0, 0, 0, 1])
    await grant(editor, takes.id, 'create', 'all')
    await h.db.admin`update plinth_private.gone set at = now() - interval '25 hours' where id is not null`
    const other = await lab.make(lab.films, 'Other')
    await scene('Other', {}, other)
    await remove(world.editor, other)
    await lab.apply(world.editor, [back(deletion, { [title()]: 'Alien' })])
    expect(await counts()).toEqual([1, 0, 0, 1])
  })

  test('links nothing anew that is unlinked since, and takes no bad id', async () => {
    const deletion = lab.remove(lab.films, film)
    await lab.apply(world.editor, [deletion])
    const insert = back(deletion, { [title()]: 'Alien' })
    await lab.apply(world.editor, [insert])
    await lab.apply(world.creator, [lab.change(lab.films, film, lab.field('Scenes'), { unlink: [second] })])
    await h.as(world.editor, async (tx) => {
      await tx.unsafe('select plinth_private.expect_back($1::text::jsonb)', [JSON.stringify([insert])])
      await tx.unsafe('select plinth_private.link_again()')
    })
    expect(await links()).toMatchObject({ scenes: { count: 1 } })
    for (const undoes of [null, 'x', 5, []]) {
      const [result] = await lab.apply(world.editor, [{ ...insert, id: uuidV7(), record: uuidV7(), undoes }])
      expect(result!.error!.code).toBe('invalid_input')
    }
  })

  test('of a change of many records too, and does that again', async () => {
    const bulk = uuidV7()
    const query = { table: lab.films.id, sorts: [] }
    await h.rpc(world.editor, 'begin_bulk', {
      bulk,
      query,
      selection: { from: null, to: null, minus: [] },
      change: { kind: 'delete' },
      count: 1,
      slack: 0,
    })
    const before = await links()
    for (const pass of [0, 1, 2, 3]) {
      const step = await h.rpc<Json>(world.editor, 'bulk_step', { bulk, pass, part: 0 })
      expect(step).toMatchObject({ done: 1, refused: 0 })
      expect(await counts()).toEqual(pass % 2 === 0 ? [0, 0, 0, 1] : [1, 2, 3, 1])
    }
    expect(await links()).toEqual(before)
  })
})

describe('the rule', () => {
  const triggers = async (table: TestTable) => {
    const rows = await h.db.admin<{ tgname: string }[]>`
      select tgname from pg_trigger where tgrelid = ${`data.${table.relation}`}::regclass and tgname in ('A_plinth_along', 'plinth_turn') order by 1`
    return rows.map(({ tgname }) => tgname)
  }
  const faults = (table: TestTable) =>
    h.db.admin`select f.guard, f.name from plinth_private.guard_faults(${table.id}) as f`

  test('stands in triggers that follow it, and the proof knows them', async () => {
    const things = await tableOf('Things')
    const parts = await tableOf('Parts')
    const whole = await lab.link(parts, things, 'Whole', { pair: 'Parts' })
    const options = { target: things.id }
    const set = (more: object) =>
      h.rpc(world.creator, 'update_field', { field: whole, changes: { options: { ...options, ...more } } })
    expect([await triggers(things), await triggers(parts)]).toEqual([[], []])
    await set({ onDelete: 'delete' })
    expect([await triggers(things), await triggers(parts)]).toEqual([['A_plinth_along', 'plinth_turn'], []])
    expect([...(await faults(things)), ...(await faults(parts))]).toEqual([])
    await set({ takesAlong: true })
    expect([await triggers(things), await triggers(parts)]).toEqual([[], ['A_plinth_along', 'plinth_turn']])
    await set({ onDelete: 'delete' })
    await h.db.admin.unsafe(`alter table data.${things.relation} disable trigger "A_plinth_along"`)
    expect(await faults(things)).toMatchObject([{ guard: 'trigger', name: 'A_plinth_along' }])
    await h.db.admin.unsafe(`alter table data.${things.relation} enable trigger "A_plinth_along"`)
    const thing = await lab.make(things, 'Thing')
    const part = await lab.make(parts, 'Part', { [whole]: { link: [thing] } })
    await h.rpc(world.creator, 'delete_field', { field: whole })
    expect(await triggers(things)).toEqual([])
    await remove(world.editor, thing, things)
    expect(await count(parts)).toBe(1)
    await h.rpc(world.creator, 'restore_field', { field: whole })
    expect(await triggers(things)).toEqual(['A_plinth_along', 'plinth_turn'])
    const other = await lab.make(things, 'Other')
    await lab.apply(world.editor, [lab.change(parts, part, whole, { link: [other] })])
    const copy = uuidV7()
    await h.rpc(world.creator, 'duplicate_field', { field: whole, copy, name: 'Copy', with_values: true })
    await h.rpc(world.creator, 'delete_table', { table: parts.id })
    expect(await remove(world.editor, other, things)).toMatchObject([{ status: 'ok' }])
    await h.rpc(world.creator, 'restore_table', { table: parts.id })
    expect(await count(parts)).toBe(1)
    expect([...(await faults(things)), ...(await faults(parts))]).toEqual([])
  })

  test('is one of three, for each side, and what is none is refused', async () => {
    const make = (options: object) =>
      h.rpc<{ options: Json }>(world.creator, 'create_field', {
        table: scenes.id,
        definition: {
          id: uuidV7(),
          name: `L ${uuidV7()}`,
          type: 'link',
          options: { target: takes.id, ...options },
        },
      })
    const pair = uuidV7()
    await make({
      onDelete: 'refuse',
      takesAlong: true,
      pair: { id: pair, name: 'Back', onDelete: 'delete', takesAlong: true },
    }).then(({ options }) => expect(options).toMatchObject({ onDelete: 'refuse', takesAlong: true }))
    const [row] = await h.db.admin`select options from plinth.field where id = ${pair}`
    expect(row!['options']).toMatchObject({ onDelete: 'delete', takesAlong: true })
    for (const bad of [{ onDelete: 'all' }, { onDelete: 1 }, { takesAlong: 'yes' }, { takesAlong: 1 }]) {
      expect(await refusalOf(make(bad))).toBe('invalid_input')
    }
  })
})
