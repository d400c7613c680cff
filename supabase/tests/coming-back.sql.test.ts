/** Deleted records that come back: by whom and when they were made, which nobody else says, and where their links stood. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  fieldOf,
  type Harness,
  type Json,
  type Person,
  refusalOf,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'
import { type LinkLab, linkLab } from './link-lab.ts'

let h: Harness
let world: World
let lab: LinkLab
/** A table without links; records of films have people, and scenes that go along. */
let notes: TestTable
let scenes: TestTable

beforeAll(async () => {
  ;({ h, world } = await startWorld())
  lab = await linkLab(h, world)
  notes = await tableOf('Notes')
  scenes = await tableOf('Scenes')
  await lab.link(lab.films, lab.people, 'Cast', { pair: 'Plays in' })
  await lab.link(scenes, lab.films, 'Film', { single: true, onDelete: 'delete', pair: 'Scenes' })
}, 60_000)
afterAll(() => h.db.stop())

beforeEach(async () => {
  await h.db.admin.unsafe(
    [notes, scenes, lab.films, lab.people]
      .map(({ relation }) => `delete from data.${relation} where id is not null`)
      .join('; '),
  )
})

function tableOf(name: string): Promise<TestTable> {
  const fields = ['Name', 'Kind'].map((one) => ({ id: uuidV7(), name: one, type: 'text', options: {} }))
  const more = [
    { id: uuidV7(), name: 'When', type: 'created_time', options: {} },
    { id: uuidV7(), name: 'Who', type: 'created_by', options: {} },
  ]
  const definition = { id: uuidV7(), name, fields: [...fields, ...more] }
  return h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
}

type Deletion = { id: string; record: string; table: string }
const removal = (table: TestTable, record: string) => lab.remove(table, record) as Deletion
const back = ({ id, record, table }: Deletion, values: Record<string, unknown> = {}) => ({
  id: uuidV7(),
  kind: 'insert',
  table,
  record,
  values,
  undoes: id,
})
/** By whom and when records were made, to the microsecond. */
async function made(table: TestTable, ...records: string[]) {
  const rows = await h.db.admin.unsafe(
    `select id, created_by, created_at::text, changed_by, changed_at = created_at as untouched, ver::int
     from data.${table.relation} where id = any ('{${records.join(',')}}') order by id`,
  )
  return rows.map((row) => ({ ...row })) as unknown as {
    id: string
    created_by: string | null
    created_at: string
    changed_by: string | null
    untouched: boolean
    ver: number
  }[]
}
const origin = async (table: TestTable, ...records: string[]) =>
  (await made(table, ...records)).map(({ id, created_by, created_at }) => ({ id, created_by, created_at }))
async function run(who: Person, ...mutations: object[]) {
  const results = await lab.apply(who, mutations)
  expect(results).toMatchObject(mutations.map(() => ({ status: 'ok' })))
  return results
}
const grant = (role: string, table: string, action: string, scope: string, rule: Json = null) =>
  h.rpc(world.creator, 'set_grant', { role, table, action, scope, rule })
async function editorRole() {
  const [row] = await h.db.admin<{ id: string }[]>`
    select id from plinth.role where base_id = ${world.base} and kind = 'editor'`
  return row!.id
}
/** What the linked records of a cell are called, in their order. */
const names = (of: TestTable, record: string, field: string) =>
  lab.cell(world.creator, of, record, lab.field(field)).then((cell) => cell?.items.map(([, name]) => name))
async function cast() {
  const films = await Promise.all(['F1', 'F2', 'F3'].map((name) => lab.make(lab.films, name)))
  const people = await Promise.all(['P1', 'P2', 'P3'].map((name) => lab.make(lab.people, name)))
  for (const [film, order] of [
    [0, [2, 0, 1]],
    [1, [1, 2, 0]],
    [2, [0, 1, 2]],
  ] as const) {
    for (const person of order) {
      await run(
        world.creator,
        lab.change(lab.films, films[film]!, lab.field('Cast'), { link: [people[person]!] }),
      )
    }
  }
  return { films, people }
}
/** Made by the editor, at the moment. */
const mine = () => [{ created_by: world.editor.id, untouched: true }]
/** Nothing is left of what was noted on the way. */
const left = () => h.db.admin`select * from plinth_private.coming_back`

describe('a record that its deleter brings back', () => {
  test('was made by whom and when it was made, however often it goes', async () => {
    for (const maker of [world.editor, world.creator]) {
      const note = await lab.make(notes, 'One', {}, maker)
      const before = await origin(notes, note)
      expect(before).toMatchObject([{ created_by: maker.id }])
      for (let n = 0; n < 2; n += 1) {
        const deletion = removal(notes, note)
        await run(world.editor, deletion)
        const [result] = await run(world.editor, back(deletion, { [notes.fields[0]!.id]: 'One' }))
        expect(await origin(notes, note)).toEqual(before)
        expect(await made(notes, note)).toMatchObject([
          { changed_by: world.editor.id, untouched: false, ver: result!.ver },
        ])
      }
    }
    expect(await left()).toEqual([])
  })

  test('shows that in its fields', async () => {
    const note = await lab.make(notes, 'One')
    const [before] = await lab.rows(world.editor, { table: notes.id })
    const deletion = removal(notes, note)
    await run(world.editor, deletion)
    await run(world.editor, back(deletion, { [notes.fields[0]!.id]: 'One' }))
    expect(await lab.rows(world.editor, { table: notes.id })).toEqual([before])
    expect(before![notes.fields[3]!.id]).toBe(world.creator.id)
  })

  test('is told as made, and as nothing else', async () => {
    const deletion = removal(notes, await lab.make(notes, 'One'))
    await run(world.editor, deletion)
    await run(world.editor, back(deletion))
    const told = await h.db.admin<{ op: string }[]>`
      select op from plinth_private.change_log where table_id = ${notes.id} order by id desc limit 2`
    expect(told.map(({ op }) => op)).toEqual(['insert', 'delete'])
  })

  test('was made by nobody where nobody was told', async () => {
    const [row] = await h.db.admin.unsafe(`insert into data.${notes.relation} (created_by, created_at)
      values (null, '2020-02-02T02:02:02.123456Z') returning id`)
    const note = row!['id'] as string
    const deletion = removal(notes, note)
    const before = await origin(notes, note)
    await run(world.editor, deletion)
    await run(world.editor, back(deletion))
    expect(await origin(notes, note)).toEqual(before)
  })

  test('is so among many, beside new ones', async () => {
    const all = [
      ...(await Promise.all(['A', 'B', 'C'].map((name) => lab.make(notes, name, {}, world.creator)))),
      await lab.make(notes, 'D', {}, world.editor),
    ]
    const before = await origin(notes, ...all)
    const deletions = all.map((one) => removal(notes, one))
    await run(world.editor, ...deletions)
    const fresh = uuidV7()
    const again = deletions.map((one) => back(one, { [notes.fields[0]!.id]: 'Again' }))
    const more = { kind: 'insert', table: notes.id, record: fresh, values: { [notes.fields[0]!.id]: 'New' } }
    await run(world.editor, ...again.slice(0, 2), { ...more, id: uuidV7() }, ...again.slice(2, 3))
    await run(world.editor, again[3]!)
    expect(await origin(notes, ...all)).toEqual(before)
    expect(await made(notes, fresh)).toMatchObject([{ created_by: world.editor.id, untouched: true }])
    expect(await left()).toEqual([])
  })

  test('has what went along made by whom it was made too', async () => {
    const film = await lab.make(lab.films, 'Alien')
    const all = await Promise.all(
      [world.creator, world.editor].map((who) =>
        lab.make(scenes, 'Scene', { [lab.field('Film')]: { link: [film] } }, who),
      ),
    )
    const before = [await origin(lab.films, film), await origin(scenes, ...all)]
    const deletion = removal(lab.films, film)
    await run(world.editor, deletion)
    expect(await made(scenes, ...all)).toEqual([])
    await run(world.editor, back(deletion))
    expect([await origin(lab.films, film), await origin(scenes, ...all)]).toEqual(before)
    expect(await left()).toEqual([])
  })

  test('keeps apart what went along with it from another table under the same id', async () => {
    const film = await lab.make(lab.films, 'Alien')
    const scene = {
      id: uuidV7(),
      kind: 'insert',
      table: scenes.id,
      record: film,
      values: { [lab.field('Film')]: { link: [film] } },
    }
    await run(world.editor, scene)
    const before = [await origin(lab.films, film), await origin(scenes, film)]
    const deletion = removal(lab.films, film)
    await run(world.editor, deletion)
    expect(await made(scenes, film)).toEqual([])
    await run(world.editor, back(deletion))
    expect([await origin(lab.films, film), await origin(scenes, film)]).toEqual(before)
    expect(before[0]![0]!.created_by).not.toBe(before[1]![0]!.created_by)
  })

  test('is so after a change of many records, each time it is taken back', async () => {
    const all = await Promise.all(
      [world.creator, world.editor].map((who) => lab.make(notes, 'Many', {}, who)),
    )
    const before = await origin(notes, ...all)
    const bulk = uuidV7()
    const selection = { from: null, to: null, minus: [] }
    const query = { table: notes.id, sorts: [] }
    await h.rpc(world.editor, 'begin_bulk', {
      bulk,
      query,
      selection,
      change: { kind: 'delete' },
      count: 2,
      slack: 0,
    })
    for (const pass of [0, 1, 2, 3]) {
      await h.rpc(world.editor, 'bulk_step', { bulk, pass, part: 0 })
      expect(await origin(notes, ...all)).toEqual(pass % 2 === 0 ? [] : before)
    }
  })
})

/** A table whose second field numbers its records. */
async function numbered(name: string) {
  const table = await h.rpc<TestTable>(world.creator, 'create_table', {
    base: world.base,
    definition: { id: uuidV7(), name, fields: [fieldOf('Name', 'text'), fieldOf('No', 'autonumber')] },
  })
  return { table, no: table.fields[1]!.id }
}
async function numbers({ relation }: TestTable, column = 'no') {
  const rows = await h.db.admin.unsafe(`select ${column}::int as n from data.${relation} order by id`)
  return rows.map((row) => row['n'] as number)
}

describe('the number of a record that its deleter brings back', () => {
  test('is the one that it had, however often it goes, and no other record gets it', async () => {
    const { table } = await numbered('Invoices')
    const all: string[] = []
    for (const name of ['A', 'B', 'C']) all.push(await lab.make(table, name))
    for (let n = 0; n < 2; n += 1) {
      const deletions = [removal(table, all[0]!), removal(table, all[2]!)]
      await run(world.editor, ...deletions)
      await lab.make(table, 'Meanwhile')
      await run(world.editor, ...deletions.map((one) => back(one)))
    }
    const given = await numbers(table)
    expect(given.slice(0, 3)).toEqual([1, 2, 3])
    expect(new Set(given).size).toBe(5)
    const single = removal(table, all[1]!)
    await run(world.editor, single)
    await run(world.editor, back(single))
    await lab.make(table, 'Last')
    const later = await numbers(table)
    expect(later.slice(0, 3)).toEqual([1, 2, 3])
    expect(new Set(later).size).toBe(6)
    expect(await left()).toEqual([])
  })

  test('is so of what went along, and after a change of many records', async () => {
    const { table } = await numbered('Shots')
    const link = await lab.link(table, lab.films, 'Shot for', { single: true, onDelete: 'delete' })
    const film = await lab.make(lab.films, 'Alien')
    await lab.make(table, 'Not of it')
    for (const name of ['One', 'Two']) await lab.make(table, name, { [link]: { link: [film] } })
    const deletion = removal(lab.films, film)
    await run(world.editor, deletion)
    expect(await numbers(table)).toEqual([1])
    await run(world.editor, back(deletion))
    expect(await numbers(table)).toEqual([1, 2, 3])
    const bulk = uuidV7()
    await h.rpc(world.editor, 'begin_bulk', {
      bulk,
      query: { table: table.id, sorts: [] },
      selection: { from: null, to: null, minus: [] },
      change: { kind: 'delete' },
      count: 3,
      slack: 0,
    })
    for (const [pass, after] of [
      [0, []],
      [1, [1, 2, 3]],
    ] as const) {
      await h.rpc(world.editor, 'bulk_step', { bulk, pass, part: 0 })
      expect(await numbers(table)).toEqual(after)
    }
    await h.rpc(world.creator, 'delete_field', { field: link })
  })

  test('is so in each of many fields that number', async () => {
    const fields = Array.from({ length: 60 }, (_, n) => fieldOf(`No ${n}`, 'autonumber'))
    const table = await h.rpc<TestTable>(world.creator, 'create_table', {
      base: world.base,
      definition: { id: uuidV7(), name: 'Counters', fields: [fieldOf('Name', 'text'), ...fields] },
    })
    const first = await lab.make(table, 'A')
    const deletion = removal(table, first)
    await run(world.editor, deletion)
    await run(world.editor, back(deletion))
    expect(await numbers(table, 'no_0')).toEqual([1])
    expect(await numbers(table, 'no_59')).toEqual([1])
  })

  test('is what a formula reads', async () => {
    const { table, no } = await numbered('Tickets')
    const formula = { call: '*', args: [{ field: no }, { number: 2 }] }
    const definition = { id: uuidV7(), name: 'Twice', type: 'number', options: {}, formula }
    await h.rpc(world.creator, 'create_field', { table: table.id, definition })
    const first = await lab.make(table, 'A')
    const deletion = removal(table, first)
    await run(world.editor, deletion)
    await run(world.editor, back(deletion))
    expect(await numbers(table, 'twice')).toEqual([2])
  })

  test('is a new one where somebody else deleted it', async () => {
    const { table } = await numbered('Cases')
    const all: string[] = []
    for (const name of ['A', 'B', 'C']) all.push(await lab.make(table, name))
    const theirs = removal(table, all[0]!)
    await run(world.creator, theirs)
    await run(world.editor, back(theirs))
    expect(await numbers(table)).toEqual([4, 2, 3])
  })

  test('goes with the values that become another field and come back', async () => {
    const { table, no } = await numbered('Orders')
    const all: string[] = []
    for (const name of ['A', 'B', 'C']) all.push(await lab.make(table, name))
    const [early, late] = [removal(table, all[1]!), removal(table, all[2]!)]
    await run(world.editor, early, late)
    const change = (type: string, kept?: string) =>
      h.rpc<{ kept: string }>(world.creator, 'change_type', {
        field: no,
        type,
        options: {},
        ...(kept && { kept }),
      })
    const { kept } = await change('text')
    // There are no numbers at the moment: what comes back now is numbered with the rest.
    await run(world.editor, back(early))
    await change('autonumber', kept)
    await run(world.editor, back(late))
    expect(await numbers(table)).toEqual([1, 4, 3])
  })
})

describe('nobody says otherwise by whom or when a record was made', () => {
  test('not by naming the deletion of somebody else, another record, or none that was', async () => {
    const [note, other] = [await lab.make(notes, 'One'), await lab.make(notes, 'Two')]
    const deletion = removal(notes, note)
    const second = removal(notes, other)
    await run(world.creator, deletion)
    await run(world.editor, second)
    await run(world.editor, back(deletion))
    expect(await made(notes, note)).toMatchObject(mine())
    await run(world.editor, back({ ...deletion, id: second.id, record: uuidV7() }))
    const fresh = uuidV7()
    await run(world.editor, back({ ...second, record: fresh }), back({ ...second, id: uuidV7() }))
    expect(await made(notes, fresh)).toMatchObject(mine())
    expect(await made(notes, other)).toMatchObject(mine())
  })

  test('not in another table', async () => {
    const note = await lab.make(notes, 'One')
    const deletion = removal(notes, note)
    await run(world.editor, deletion)
    await run(world.editor, back({ ...deletion, table: lab.people.id }))
    expect(await made(lab.people, note)).toMatchObject(mine())
  })

  test('not after a day, nor of a record that is there', async () => {
    const note = await lab.make(notes, 'One')
    const deletion = removal(notes, note)
    await run(world.editor, deletion)
    await h.db.admin`update plinth_private.gone set at = now() - interval '25 hours' where id is not null`
    await run(world.editor, back(deletion))
    expect(await made(notes, note)).toMatchObject(mine())
    const [result] = await lab.apply(world.editor, [back(deletion)])
    expect(result!.status).toBe('error')
    expect(await left()).toEqual([])
  })

  test('not by a deletion that was refused', async () => {
    const editor = await editorRole()
    const note = await lab.make(notes, 'One')
    await grant(editor, notes.id, 'delete', 'none')
    const deletion = removal(notes, note)
    expect((await lab.apply(world.editor, [deletion]))[0]!.status).toBe('error')
    const rule = { call: '=', args: [{ field: notes.fields[1]!.id }, { text: 'open' }] }
    await grant(editor, notes.id, 'delete', 'rules', rule)
    const second = removal(notes, note)
    expect((await lab.apply(world.editor, [second]))[0]!.error!.code).toBe('rule_refused')
    await grant(editor, notes.id, 'delete', 'all')
    const third = removal(notes, note)
    const wrong = { ...removal(notes, uuidV7()) }
    expect((await lab.apply(world.editor, [third, wrong], true))[0]!.status).toBe('error')
    await run(world.creator, removal(notes, note))
    for (const one of [deletion, second, third]) {
      await run(world.editor, back(one))
      expect(await made(notes, note)).toMatchObject(mine())
      await run(world.creator, removal(notes, note))
    }
  })

  test('not over the table routes, by the setting, or by the functions behind it', async () => {
    const note = await lab.make(notes, 'One')
    const deletion = removal(notes, note)
    await run(world.creator, deletion)
    const insert = (sql: string) =>
      h.as(world.editor, async (tx) => {
        await tx`select set_config('plinth.back', 'on', true)`
        await tx.unsafe('select plinth_private.expect_back($1::text::jsonb)', [
          JSON.stringify([back(deletion)]),
        ])
        await tx.unsafe(sql)
      })
    for (const column of ['created_by', 'created_at']) {
      const value = column === 'created_by' ? `'${world.creator.id}'` : 'now()'
      expect(
        await refusalOf(
          insert(`insert into data.${notes.relation} (id, ${column}) values ('${note}', ${value})`),
        ),
      ).toMatch(/permission denied/)
      expect(
        await refusalOf(
          insert(`update data.${notes.relation} set ${column} = ${value} where id = '${note}'`),
        ),
      ).toMatch(/permission denied/)
    }
    const noted = 'insert into plinth_private.coming_back (table_id, record_id, created_by, created_at)'
    expect(await refusalOf(insert(`${noted} values ('${notes.id}', '${note}', null, now())`))).toMatch(
      /permission denied/,
    )
    await insert(`insert into data.${notes.relation} (id) values ('${note}')`)
    expect(await made(notes, note)).toMatchObject(mine())
  })

  test('a rule on making records is asked of the record as it was made', async () => {
    const editor = await editorRole()
    const own = { call: '=', args: [{ field: notes.fields[3]!.id }, { call: 'me', args: [] }] }
    const deletions = [
      removal(notes, await lab.make(notes, 'Theirs', {}, world.creator)),
      removal(notes, await lab.make(notes, 'Own', {}, world.editor)),
    ]
    await run(world.editor, ...deletions)
    await grant(editor, notes.id, 'create', 'rules', own)
    const results = await lab.apply(
      world.editor,
      deletions.map((one) => back(one)),
    )
    expect(results).toMatchObject([{ error: { code: 'rule_refused' } }, { status: 'ok' }])
    await grant(editor, notes.id, 'create', 'all')
    await run(world.editor, back(deletions[0]!))
    expect(await made(notes, deletions[0]!.record)).toMatchObject([{ created_by: world.creator.id }])
  })
})

describe('its links', () => {
  test('stand where they stood, in its own cells and in those of others', async () => {
    const all = await cast()
    const { films, people } = all
    const before = await cells(all)
    expect(before[0]![0]).toEqual(['P3', 'P1', 'P2'])
    const title = lab.films.fields[0]!.id
    const name = lab.people.fields[0]!.id
    for (const [table, gone, values] of [
      [
        lab.films,
        films.slice(0, 1),
        { [title]: 'F1', [lab.field('Cast')]: { link: [people[1]!, people[0]!] } },
      ],
      [lab.people, people.slice(0, 1), { [name]: 'P1' }],
    ] as const) {
      const deletions = gone.map((one) => removal(table, one))
      await run(world.editor, ...deletions)
      expect(await cells(all)).not.toEqual(before)
      await run(world.editor, ...deletions.map((one) => back(one, values)))
      expect(await cells(all)).toEqual(before)
    }
    // Several of one call, each taken back for itself.
    const deletions = films.slice(0, 2).map((one) => removal(lab.films, one))
    await run(world.editor, ...deletions)
    for (const [n, one] of deletions.entries()) await run(world.editor, back(one, { [title]: `F${n + 1}` }))
    expect(await cells(all)).toEqual(before)
    // What is linked from now on stands behind all of it.
    const last = await lab.make(lab.films, 'F4', { [lab.field('Cast')]: { link: [people[0]!] } })
    expect((await names(lab.people, people[0]!, 'Plays in'))!.at(-1)).toBe('F4')
    expect(last).toBeTruthy()
    expect(await lab.faults()).toEqual([])
  })

  test('are first and last again in what is computed from them', async () => {
    const { films, people } = await cast()
    const computed: string[] = []
    for (const name of ['first', 'last']) {
      const rollup = { link: lab.field('Cast'), function: name, field: lab.people.fields[0]!.id }
      const definition = { id: uuidV7(), name, type: 'text', rollup }
      const { column } = await h.rpc<{ column: string }>(world.creator, 'create_field', {
        table: lab.films.id,
        definition,
      })
      computed.push(column)
    }
    const stored = () =>
      h.db.admin.unsafe(`select id, ${computed.join(', ')} from data.${lab.films.relation} order by id`)
    const before = await stored()
    expect(Object.values(before.find(({ id }) => id === films[0])!)).toEqual([films[0], 'P3', 'P2'])
    for (const person of people) {
      const deletion = removal(lab.people, person)
      await run(world.editor, deletion)
      const name = `P${people.indexOf(person) + 1}`
      await run(world.editor, back(deletion, { [lab.people.fields[0]!.id]: name }))
      expect([...(await stored())]).toEqual([...before])
    }
  })

  test('stand behind what they stood behind where others came meanwhile', async () => {
    const { films, people } = await cast()
    const deletion = removal(lab.people, people[2]!)
    await run(world.editor, deletion)
    const late = await lab.make(lab.people, 'Late')
    await run(world.creator, lab.change(lab.films, films[0]!, lab.field('Cast'), { link: [late] }))
    await run(world.editor, back(deletion, { [lab.people.fields[0]!.id]: 'P3' }))
    expect(await names(lab.films, films[0]!, 'Cast')).toEqual(['P3', 'P1', 'P2', 'Late'])
  })
})

/** Whom each film has, and in which films each person plays. */
const cells = async ({ films, people }: Awaited<ReturnType<typeof cast>>) => [
  await Promise.all(films.map((film) => names(lab.films, film, 'Cast'))),
  await Promise.all(people.map((person) => names(lab.people, person, 'Plays in'))),
]
/** A change of links; `undoes`: of which it takes back. */
const linking = (table: TestTable, record: string, field: string, to: Json, undoes?: string) =>
  ({ ...lab.change(table, record, lab.field(field), to), ...(undoes && { undoes }) }) as { id: string }

describe('a link that its deleter takes back', () => {
  test('stands where it stood, in both cells, by either field, however often it goes', async () => {
    const all = await cast()
    const before = await cells(all)
    for (const [table, record, field, other] of [
      [lab.films, all.films[0]!, 'Cast', all.people[2]!],
      [lab.people, all.people[1]!, 'Plays in', all.films[0]!],
    ] as const)
      for (let n = 0; n < 2; n += 1) {
        const gone = linking(table, record, field, { unlink: [other] })
        await run(world.editor, gone)
        expect(await cells(all)).not.toEqual(before)
        await run(world.editor, linking(table, record, field, { link: [other] }, gone.id))
        expect(await cells(all)).toEqual(before)
      }
    // Many at once, in any order.
    const many = all.films.map((film) => linking(lab.films, film, 'Cast', { unlink: all.people.slice(0, 2) }))
    await run(world.editor, ...many)
    await run(
      world.editor,
      ...many.map(({ id }, n) =>
        linking(lab.films, all.films[n]!, 'Cast', { link: all.people.slice(0, 2).toReversed() }, id),
      ),
    )
    expect(await cells(all)).toEqual(before)
    expect(await lab.faults()).toEqual([])
  })

  test('and that which took its place in a cell of one goes again', async () => {
    const film = await lab.make(lab.films, 'Alien')
    const [, two] = [
      await lab.make(scenes, 'One', { [lab.field('Film')]: { link: [film] } }),
      await lab.make(scenes, 'Two', { [lab.field('Film')]: { link: [film] } }),
      await lab.make(scenes, 'Three', { [lab.field('Film')]: { link: [film] } }),
    ] as const
    const other = await lab.make(lab.films, 'Aliens')
    const gone = linking(scenes, two, 'Film', { link: [other] })
    await run(world.editor, gone)
    expect(await names(lab.films, film, 'Scenes')).toEqual(['One', 'Three'])
    await run(world.editor, linking(scenes, two, 'Film', { link: [film] }, gone.id))
    expect(await names(lab.films, film, 'Scenes')).toEqual(['One', 'Two', 'Three'])
    expect(await names(lab.films, other, 'Scenes')).toBeUndefined()
  })

  test('stands last where it is linked anew, undoes what somebody else did, or a day has gone', async () => {
    const all = await cast()
    const [film, person] = [all.films[0]!, all.people[2]!]
    const order = () => names(lab.films, film, 'Cast')
    const again = (undoes?: string) => linking(lab.films, film, 'Cast', { link: [person] }, undoes)
    const gone = linking(lab.films, film, 'Cast', { unlink: [person] })
    expect(await order()).toEqual(['P3', 'P1', 'P2'])
    await run(world.editor, gone)
    await run(world.editor, again())
    expect(await order()).toEqual(['P1', 'P2', 'P3'])
    const theirs = linking(lab.films, film, 'Cast', { unlink: [all.people[0]!] })
    await run(world.creator, theirs)
    await run(world.editor, linking(lab.films, film, 'Cast', { link: [all.people[0]!] }, theirs.id))
    expect(await order()).toEqual(['P2', 'P3', 'P1'])
    const late = linking(lab.films, film, 'Cast', { unlink: [all.people[1]!] })
    await run(world.editor, late)
    await h.db
      .admin`update plinth_private.unlinked set at = now() - interval '25 hours' where key = ${late.id}`
    await run(world.editor, linking(lab.films, film, 'Cast', { link: [all.people[1]!] }, late.id))
    expect(await order()).toEqual(['P3', 'P1', 'P2'])
    expect(await h.db.admin`select 1 from plinth_private.unlinked where key = ${late.id}`).toEqual([])
    // Nothing is linked that the change does not name, nor by who may not.
    const last = linking(lab.films, film, 'Cast', { unlink: [person] })
    await run(world.editor, last)
    await run(world.editor, linking(lab.films, film, 'Cast', { link: [] }, last.id))
    expect(await order()).toEqual(['P1', 'P2'])
    const [refused] = await lab.apply(world.viewer, [again(last.id)])
    expect(refused!.status).toBe('error')
    expect(await order()).toEqual(['P1', 'P2'])
  })
})
