/** What fields of links let be linked: so many records at most, and those alone that meet a condition; on every way, from both sides. */
import { uuidV7 } from '@plinth/domain'
import postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Harness, type Json, refusalOf, startWorld, type TestTable, type World } from './harness.ts'
import { type LinkLab, linkLab, type Result } from './link-lab.ts'

let h: Harness
let world: World
let lab: LinkLab
let film: string
let people: string[]
const kind = (table: TestTable) => table.fields[1]!.id
const rank = (table: TestTable) => table.fields[2]!.id
/** The kind of a record is this text. */
const isKind = (table: TestTable, text: string): Json => ({
  call: '=',
  args: [{ field: kind(table) }, { text }],
})
const hasRank = (table: TestTable, number: number): Json => ({
  call: '=',
  args: [{ field: rank(table) }, { number }],
})

beforeAll(async () => {
  ;({ h, world } = await startWorld())
  lab = await linkLab(h, world)
  await lab.link(lab.films, lab.people, 'Cast', { limit: 2, pair: 'Films', pairLimit: 3 })
  await lab.link(lab.films, lab.people, 'Crew', { accepts: isKind(lab.people, 'crew'), pair: 'Works on' })
  await lab.link(lab.films, lab.people, 'Guests', { limit: 2, accepts: isKind(lab.people, 'guest') })
}, 60_000)
afterAll(() => h.db.stop())
beforeEach(async () => {
  film = await lab.make(lab.films, 'Alien')
  people = await Promise.all(['Ada', 'Ben', 'Cyd', 'Dee'].map((name) => lab.make(lab.people, name)))
})

const link = (name: string, record: string, ...ids: string[]) =>
  lab.change(table(name), record, lab.field(name), { link: ids })
const unlink = (name: string, record: string, ...ids: string[]) =>
  lab.change(table(name), record, lab.field(name), { unlink: ids })
const table = (name: string) => (['Films', 'Works on'].includes(name) ? lab.people : lab.films)
const code = ([result]: Result[]) => result!.error?.code ?? result!.status
const apply = async (...mutations: object[]) => code(await lab.apply(world.editor, mutations))
const count = async (name: string, record: string) =>
  (await lab.cell(world.viewer, table(name), record, lab.field(name)))?.count ?? 0
const ofKind = (name: string, text: string) => lab.make(lab.people, name, { [kind(lab.people)]: text })
const setOptions = (name: string, options: object, who = world.creator) =>
  h.rpc<{ options: object }>(who, 'update_field', { field: lab.field(name), changes: { options } })

describe('a limit', () => {
  test('is kept by what is linked at once and one by one', async () => {
    expect(await apply(link('Cast', film, ...people.slice(0, 3)))).toBe('link_limit')
    expect(await apply(link('Cast', film, ...people.slice(0, 2)))).toBe('ok')
    const [result] = await lab.apply(world.editor, [link('Cast', film, people[2]!)])
    expect(result!.error).toMatchObject({
      code: 'link_limit',
      details: { table: lab.films.id, field: lab.field('Cast'), limit: 2 },
    })
    expect(await count('Cast', film)).toBe(2)
    // What is linked already takes no place, and what goes leaves one.
    expect(await apply(link('Cast', film, people[0]!))).toBe('ok')
    const swap = lab.change(lab.films, film, lab.field('Cast'), { link: [people[2]!], unlink: [people[0]!] })
    expect(await apply(swap)).toBe('ok')
    expect(await lab.faults()).toEqual([])
  })

  test('of either side is kept from both', async () => {
    const films = await Promise.all([1, 2, 3, 4].map((n) => lab.make(lab.films, `Film ${n}`)))
    expect(await apply(link('Films', people[0]!, ...films))).toBe('link_limit')
    expect(await apply(link('Films', people[0]!, ...films.slice(0, 3)))).toBe('ok')
    const [result] = await lab.apply(world.editor, [link('Cast', films[3]!, people[0]!)])
    expect(result!.error).toMatchObject({
      code: 'link_limit',
      details: { field: lab.field('Films'), limit: 3 },
    })
    expect(await apply(link('Films', people[1]!, films[0]!))).toBe('ok')
    expect(await apply(link('Films', people[2]!, films[0]!))).toBe('link_limit')
  })

  test('is a whole number of 2 to 1,000, and none of a cell for one record', async () => {
    const wrong = [1, 0, -2, 2.5, 1001, '3', true, {}, [2]]
    for (const limit of wrong) {
      expect(await refusalOf(setOptions('Cast', { limit, single: false }))).toBe('invalid_input')
    }
    expect(await refusalOf(setOptions('Cast', { limit: 2, single: true }))).toBe('invalid_input')
    const pair = lab.field('Films')
    expect((await setOptions('Cast', { limit: 1000 })).options).toEqual({
      target: lab.people.id,
      limit: 1000,
      pair,
    })
    expect((await setOptions('Cast', {})).options).toEqual({ target: lab.people.id, pair })
    await setOptions('Cast', { limit: 2 })
  })

  test('that comes later keeps what is there, and lets records go', async () => {
    await setOptions('Cast', {})
    await apply(link('Cast', film, ...people))
    await setOptions('Cast', { limit: 2 })
    expect(await count('Cast', film)).toBe(4)
    expect(await apply(link('Cast', film, await lab.make(lab.people, 'Eve')))).toBe('link_limit')
    expect(await apply(unlink('Cast', film, people[0]!))).toBe('ok')
    expect(await count('Cast', film)).toBe(3)
  })

  test('lets one of twenty who take the last place at once have it', { timeout: 60_000 }, async () => {
    await apply(link('Cast', film, people[0]!))
    const others = await Promise.all(Array.from({ length: 20 }, (_, n) => lab.make(lab.people, `Extra ${n}`)))
    const sessions = postgres(h.db.authenticatorUrl, { max: 20, onnotice: () => undefined })
    const claims = JSON.stringify({ sub: world.editor.id, role: 'authenticated' })
    const from = (n: number, id: string) => (n % 2 ? link('Cast', film, id) : link('Films', id, film))
    const results = await Promise.all(
      others.map((id, n) =>
        sessions.begin(async (tx) => {
          await tx`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true), set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`
          const batch = JSON.stringify({ mutations: [from(n, id)], atomic: false })
          const rows = await tx.unsafe('select plinth.apply_mutations($1::text::jsonb) as answer', [batch])
          return code((rows as unknown as { answer: Result[] }[])[0]!.answer)
        }),
      ),
    )
    await sessions.end()
    expect(results.filter((one) => one === 'ok')).toHaveLength(1)
    expect(results.filter((one) => one === 'link_limit')).toHaveLength(19)
    expect(await count('Cast', film)).toBe(2)
    expect(await lab.faults()).toEqual([])
  })
})

describe('a condition', () => {
  test('is kept from both sides, and told with the field', async () => {
    const crew = await ofKind('Eve', 'crew')
    const [result] = await lab.apply(world.editor, [link('Crew', film, crew, people[0]!)])
    expect(result!.error).toEqual({
      code: 'link_refused',
      message: 'link_refused',
      details: { table: lab.films.id, field: lab.field('Crew') },
    })
    expect(await apply(link('Works on', people[0]!, film))).toBe('link_refused')
    expect(await apply(link('Crew', film, crew))).toBe('ok')
    expect(await apply(link('Works on', await ofKind('Fay', 'crew'), film))).toBe('ok')
    expect(await count('Crew', film)).toBe(2)
  })

  test('says nothing of a record that one does not read, or that is not there', async () => {
    expect(await apply(link('Crew', film, uuidV7()))).toBe('value_invalid')
  })

  test('keeps the records that are linked when it comes, and those that stop meeting it', async () => {
    const crew = await ofKind('Eve', 'crew')
    await apply(link('Crew', film, crew))
    const away = { id: uuidV7(), kind: 'update', table: lab.people.id, record: crew,
      values: { [kind(lab.people)]: 'left' }, base: { [kind(lab.people)]: 'crew' } } // biome-ignore format: one mutation
    expect(await apply(away)).toBe('ok')
    expect(await count('Crew', film)).toBe(1)
    // Linking again what is linked is nothing; once gone it does not come back.
    expect(await apply(link('Crew', film, crew))).toBe('ok')
    await apply(unlink('Crew', film, crew))
    expect(await apply(link('Crew', film, crew))).toBe('link_refused')
  })

  test('holds for new records with links, each refused by itself', async () => {
    const crew = await ofKind('Eve', 'crew')
    const make = (id: string) => ({
      id: uuidV7(),
      kind: 'insert',
      table: lab.films.id,
      record: uuidV7(),
      values: { [lab.films.fields[0]!.id]: 'New', [lab.field('Crew')]: { link: [id] } }, // biome-ignore format: one mutation
    })
    const results = await lab.apply(world.editor, [make(crew), make(people[0]!), make(crew)])
    expect(results.map((one) => code([one]))).toEqual(['ok', 'link_refused', 'ok'])
  })

  test('holds for writes past the calls too', async () => {
    const [place] = await h.db.admin<{ relation: string }[]>`
      select relation from plinth_private.link where a_field = ${lab.field('Crew')}`
    const write = (id: string) =>
      h.db.admin.unsafe(`insert into data.${place!.relation} (a, b) values ($1, $2)`, [film, id])
    await expect(write(people[0]!)).rejects.toThrow('link_refused')
    await write(await ofKind('Eve', 'crew'))
  })

  test('looks at the own field of the record that is made with its link', async () => {
    const person = { id: uuidV7(), kind: 'insert', table: lab.people.id, record: uuidV7(),
      values: { [lab.people.fields[0]!.id]: 'Gus', [kind(lab.people)]: 'crew', [lab.field('Works on')]: { link: [film] } } } // biome-ignore format: one mutation
    expect(await apply(person)).toBe('ok')
  })

  test.each([
    ['no expression', { nothing: 1 }],
    ['no condition', { number: 1 }],
    ['of no field', { boolean: true }],
    [
      'of the moment',
      {
        call: '=',
        args: [
          { call: 'today', args: [] },
          { call: 'today', args: [] },
        ],
      },
    ],
    ['of a field of another table', { call: '=', args: [{ field: uuidV7() }, { text: 'x' }] }],
    ['a text', 'x'],
  ])('is refused as %s', async (_, accepts) => {
    expect(await refusalOf(setOptions('Crew', { accepts }))).toMatch(
      /^(expression_invalid|invalid_input|not_found)$/,
    )
    expect(await h.rpc(world.creator, 'link_accepts', { field: lab.field('Crew') })).toEqual(
      isKind(lab.people, 'crew'),
    )
  })

  test('cannot read what is computed from links', async () => {
    const id = uuidV7()
    await h.rpc(world.creator, 'create_field', {
      table: lab.people.id,
      definition: {
        id,
        name: 'Jobs',
        type: 'integer',
        options: {},
        rollup: { link: lab.field('Works on'), function: 'count' },
      },
    })
    const accepts = { call: '<', args: [{ field: id }, { number: 3 }] }
    expect(await refusalOf(setOptions('Crew', { accepts }))).toBe('expression_invalid')
    await h.rpc(world.creator, 'delete_field', { field: id })
  })

  test('stays without a word of it, and goes with null', async () => {
    const read = () => h.rpc(world.creator, 'link_accepts', { field: lab.field('Crew') })
    await setOptions('Crew', { limit: 9 })
    expect(await read()).toEqual(isKind(lab.people, 'crew'))
    const { options } = await setOptions('Crew', { accepts: null })
    expect(options).toEqual({ target: lab.people.id, pair: lab.field('Works on') })
    expect(await read()).toBeNull()
    expect(await apply(link('Crew', film, people[0]!))).toBe('ok')
    await setOptions('Crew', { accepts: isKind(lab.people, 'crew') })
  })

  test('guards what it reads: its field is not deleted, hidden or changed in type; renaming it changes nothing', async () => {
    const field = kind(lab.people)
    const call = (name: string, args: Record<string, Json>) =>
      refusalOf(h.rpc(world.creator, name, { field, ...args }))
    expect(await call('delete_field', {})).toBe('used_by_rule')
    expect(await call('change_type', { type: 'integer', options: {} })).toBe('used_by_rule')
    expect(await call('set_field_grant', { role: world.role, access: 'hidden' })).toBe('used_by_rule')
    await h.rpc(world.creator, 'update_field', { field, changes: { name: 'Sort' } })
    expect(await apply(link('Crew', film, await ofKind('Eve', 'crew')))).toBe('ok')
    expect(await apply(link('Crew', film, people[0]!))).toBe('link_refused')
    await h.rpc(world.creator, 'update_field', { field, changes: { name: 'Kind' } })
  })

  test('guards the options that it reads', async () => {
    const field = uuidV7()
    const options = { options: ['a', 'b'].map((id) => ({ id, label: id, hue: 'red' })) }
    await h.rpc(world.creator, 'create_field', {
      table: lab.people.id,
      definition: { id: field, name: 'Union', type: 'single_select', options },
    })
    await lab.link(lab.films, lab.people, 'Members', {
      accepts: { call: '=', args: [{ field }, { field, option: 'a' }] },
    })
    const only = (id: string) =>
      h.rpc(world.creator, 'update_field', {
        field,
        changes: { options: { options: [{ id, label: id, hue: 'red' }] } }, // biome-ignore format: one call
      })
    expect(await refusalOf(only('b'))).toBe('used_by_rule')
    await only('a')
    await h.rpc(world.creator, 'delete_field', { field: lab.field('Members') })
    await h.rpc(world.creator, 'delete_field', { field })
  })

  test('follows the time zone of the base', async () => {
    const field = uuidV7()
    await h.rpc(world.creator, 'create_field', {
      table: lab.people.id,
      definition: { id: field, name: 'Joined', type: 'datetime', options: {} },
    })
    const day = { call: 'date', args: [2026, 5, 2].map((number) => ({ number })) }
    const accepts = { call: '=', args: [{ call: 'date_of', args: [{ field }] }, day] }
    const own = await lab.link(lab.films, lab.people, 'Newcomers', { accepts })
    // The second of May in Tokyo, the first one in Vienna.
    const late = await lab.make(lab.people, 'Kai', { [field]: '2026-05-01T20:00:00Z' })
    const change = () => apply(lab.change(lab.films, film, own, { link: [late] }))
    const move = (timeZone: string) =>
      h.rpc(world.creator, 'update_base', { base: world.base, changes: { timeZone } })
    expect(await change()).toBe('link_refused')
    await move('Asia/Tokyo')
    expect(await change()).toBe('ok')
    await move('Europe/Vienna')
    await h.rpc(world.creator, 'delete_field', { field: own })
  })

  test('is told to creators alone, and so are counts', async () => {
    const field = lab.field('Crew')
    for (const who of [world.editor, world.viewer, world.outsider, null]) {
      for (const [name, args] of [
        ['link_accepts', { field }],
        ['count_unfit_links', { field, limit: 2 }],
        ['update_field', { field, changes: { options: { limit: 2, accepts: null } } }],
      ] as const) {
        expect(await refusalOf(h.rpc(who, name, args as never))).toMatch(
          /^(forbidden|not_found|permission denied)/,
        )
      }
    }
    const schema = await h.rpc<object>(world.creator, 'base_schema', { base: world.base })
    expect(JSON.stringify(schema)).not.toContain('"text":"crew"')
  })
})

describe('what does not fit', () => {
  test('is counted: records with more, links with records that do not meet a condition', async () => {
    const field = await lab.link(lab.films, lab.people, `Loose ${film.slice(-6)}`)
    const change = (ids: string[]) => lab.change(lab.films, film, field, { link: ids })
    await apply(change([...people.slice(0, 3), await ofKind('Eve', 'crew')]))
    const args = { field, limit: 3, accepts: isKind(lab.people, 'crew') }
    expect(await h.rpc(world.creator, 'count_unfit_links', args)).toEqual({ over: 1, refused: 3 })
    expect(await h.rpc(world.creator, 'count_unfit_links', { field })).toEqual({ over: 0, refused: 0 })
    const wrong = { field, accepts: { number: 1 } }
    expect(await refusalOf(h.rpc(world.creator, 'count_unfit_links', wrong))).toBe('expression_invalid')
  })
})

describe('what may be linked', () => {
  test('is what a query of the target offers', async () => {
    const crew = await ofKind('Eve', 'crew')
    const offered = async (linkable: Json, of: TestTable = lab.people, who = world.viewer) =>
      (await lab.rows(who, { table: of.id, fields: [], linkable })).map(({ id }) => id)
    const ids = await offered({ field: lab.field('Crew') })
    expect(ids).toContain(crew)
    expect(ids).not.toContain(people[0])
    // Those whose own limit is reached are left out.
    const films = await Promise.all([1, 2, 3].map((n) => lab.make(lab.films, `Film ${n}`)))
    await apply(link('Films', people[0]!, ...films))
    const cast = await offered({ field: lab.field('Cast'), record: film })
    expect(cast).not.toContain(people[0])
    expect(cast).toContain(people[1])
    // From the other side it is the record itself that must meet the condition.
    expect(await offered({ field: lab.field('Works on'), record: people[0]! }, lab.films)).toEqual([])
    expect(await offered({ field: lab.field('Works on'), record: crew }, lab.films)).toContain(film)
    expect(await offered({ field: lab.field('Works on'), record: uuidV7() }, lab.films)).toEqual([])
    const byId = await h.rpc<{ outside: string[] }>(world.viewer, 'rows_by_id', {
      query: { table: lab.people.id, sorts: [], fields: [], linkable: { field: lab.field('Crew') } },
      ids: [crew, people[0]!],
    })
    expect(byId.outside).toEqual([people[0]])
    for (const linkable of [
      { field: uuidV7() },
      { field: kind(lab.people) },
      {},
      'x',
      { field: lab.field('Crew'), record: 'x' },
    ]) {
      expect(await refusalOf(offered(linkable))).toBe('invalid_input')
    }
    expect(await refusalOf(offered({ field: lab.field('Crew') }, lab.films))).toBe('invalid_input')
  })
})

describe('what comes back or is copied', () => {
  test('a record that is made again brings the links that may be', async () => {
    const crew = await ofKind('Eve', 'crew')
    const other = await ofKind('Fay', 'crew')
    await apply(link('Crew', film, crew, other))
    const removal = lab.remove(lab.films, film) as { id: string }
    await apply(removal)
    const left = { id: uuidV7(), kind: 'update', table: lab.people.id, record: crew,
      values: { [kind(lab.people)]: 'left' }, base: { [kind(lab.people)]: 'crew' } } // biome-ignore format: one mutation
    await apply(left)
    const again = { id: uuidV7(), kind: 'insert', table: lab.films.id, record: film,
      values: { [lab.films.fields[0]!.id]: 'Alien', [lab.field('Crew')]: { link: [crew, other] } } } // biome-ignore format: one mutation
    expect(await apply(again)).toBe('link_refused')
    expect(await apply({ ...again, id: uuidV7(), undoes: removal.id })).toBe('ok')
    expect(await lab.cell(world.viewer, lab.films, film, lab.field('Crew'))).toEqual({
      count: 1,
      items: [[other, 'Fay']],
    })
  })

  test('nobody learns by that whether records that are there would fit', async () => {
    const list = [
      {
        record: film,
        table: lab.films.id,
        undoes: uuidV7(),
        values: { [lab.field('Crew')]: { link: [people[0]!] } },
      },
    ]
    const ask = (who: typeof world.editor) =>
      h.as(who, async (tx) => {
        const sql = 'select plinth_private.links_that_fit($1::text::jsonb) as answer'
        return (await tx.unsafe(sql, [JSON.stringify(list)]))[0]!['answer'] as unknown
      })
    for (const who of [world.creator, world.editor, world.outsider]) expect(await ask(who)).toEqual(list)
  })

  test('what went along comes back with the links that may be', async () => {
    const own = `Scenes ${film.slice(-6)}`
    await lab.link(lab.films, lab.people, own, { takesAlong: true, accepts: isKind(lab.people, 'crew') })
    const change = (ids: string[]) => lab.change(lab.films, film, lab.field(own), { link: ids })
    const [crew, other] = [await ofKind('Eve', 'crew'), await ofKind('Fay', 'crew')]
    expect(await apply(change([crew, other]))).toBe('ok')
    await setOptions(own, { takesAlong: true, limit: 2, accepts: isKind(lab.people, 'crew') })
    const removal = lab.remove(lab.films, film) as { id: string }
    expect(await apply(removal)).toBe('ok')
    const again = { id: uuidV7(), kind: 'insert', table: lab.films.id, record: film, undoes: removal.id,
      values: { [lab.films.fields[0]!.id]: 'Alien' } } // biome-ignore format: one mutation
    expect(await apply(again)).toBe('ok')
    expect((await lab.cell(world.viewer, lab.films, film, lab.field(own)))?.count).toBe(2)
    await h.rpc(world.creator, 'delete_field', { field: lab.field(own) })
  })

  test('fields, through the trash and as copies, keep both', async () => {
    const field = lab.field('Guests')
    await h.rpc(world.creator, 'delete_field', { field })
    await h.rpc(world.creator, 'restore_field', { field })
    expect(await apply(link('Guests', film, people[0]!))).toBe('link_refused')
    const copy = uuidV7()
    await h.rpc(world.creator, 'duplicate_field', { field, copy, name: 'Guests too', with_values: true })
    expect(await h.rpc(world.creator, 'link_accepts', { field: copy })).toEqual(isKind(lab.people, 'guest'))
    const guests = await Promise.all(['Gil', 'Hal', 'Ivy'].map((name) => ofKind(name, 'guest')))
    const change = (ids: string[]) => lab.change(lab.films, film, copy, { link: ids })
    expect(await apply(change([people[0]!]))).toBe('link_refused')
    expect(await apply(change(guests))).toBe('link_limit')
    expect(await apply(change(guests.slice(1)))).toBe('ok')
    await h.rpc(world.creator, 'delete_field', { field: copy })
  })

  test('a condition that reads what is gone meanwhile goes with it', async () => {
    const field = uuidV7()
    await h.rpc(world.creator, 'create_field', {
      table: lab.people.id,
      definition: { id: field, name: 'Fleeting', type: 'integer', options: {} }, // biome-ignore format: one call
    })
    const name = `Brief ${film.slice(-6)}`
    await lab.link(lab.films, lab.people, name, { accepts: { call: '=', args: [{ field }, { number: 1 }] } })
    await h.rpc(world.creator, 'delete_field', { field: lab.field(name) })
    await h.rpc(world.creator, 'delete_field', { field })
    await h.rpc(world.creator, 'restore_field', { field: lab.field(name) })
    expect(await h.rpc(world.creator, 'link_accepts', { field: lab.field(name) })).toBeNull()
    expect(await apply(lab.change(lab.films, film, lab.field(name), { link: [people[0]!] }))).toBe('ok')
  })

  test('a copied table has conditions of its own fields', async () => {
    await lab.link(lab.films, lab.films, 'Sequels', { limit: 2, accepts: hasRank(lab.films, 7) })
    const id = uuidV7()
    const copy = await h.rpc<TestTable & { fields: { id: string; name: string }[] }>(
      world.creator,
      'duplicate_table',
      {
        table: lab.films.id,
        copy: id,
        name: 'Films again',
        with_records: true, // biome-ignore format: one call
      },
    )
    const sequels = copy.fields.find(({ name }) => name === 'Sequels')!.id
    const ranked = copy.fields.find(({ name }) => name === 'Rank')!.id
    expect(await h.rpc(world.creator, 'link_accepts', { field: sequels })).toEqual({
      call: '=',
      args: [{ field: ranked }, { number: 7 }], // biome-ignore format: one condition
    })
    const again = {
      ...copy,
      fields: ['Title', 'Kind', 'Rank'].map((name) => copy.fields.find((f) => f.name === name)!),
    }
    const first = await lab.make(again, 'First')
    const change = (to: string) => lab.change(copy, first, sequels, { link: [to] })
    expect(await apply(change(await lab.make(again, 'Eighth', { [ranked]: 8 })))).toBe('link_refused')
    expect(await apply(change(await lab.make(again, 'Seventh', { [ranked]: 7 })))).toBe('ok')
    await h.rpc(world.creator, 'delete_table', { table: id })
    await h.rpc(world.creator, 'restore_table', { table: id })
    expect(await apply(change(await lab.make(again, 'Ninth', { [ranked]: 9 })))).toBe('link_refused')
  })
})

describe('an import', () => {
  test('tells the rows whose links may not be', async () => {
    const id = uuidV7()
    await h.rpc(world.creator, 'begin_import', {
      import: id,
      table: lab.films.id,
      file_name: 'f.csv',
      fields: [lab.films.fields[0]!.id],
      mode: 'append',
      key: null, // biome-ignore format: one call
    })
    const rows = [uuidV7(), uuidV7(), uuidV7()]
    const crew = await ofKind('Eve', 'crew')
    const answer = await h.rpc<{ inserted: number; unlinked: object[] }>(world.creator, 'import_rows', {
      import: id,
      chunk: 0,
      rows: rows.map((row, n) => [row, `Row ${n}`]),
      misfits: [],
      links: [
        { record: rows[0]!, values: { [lab.field('Crew')]: { link: [crew] } } },
        { record: rows[1]!, values: { [lab.field('Crew')]: { link: [people[0]!] } } },
        { record: rows[2]!, values: { [lab.field('Cast')]: { link: people.slice(0, 3) } } },
      ], // biome-ignore format: one call
    })
    expect(answer.inserted).toBe(3)
    expect(answer.unlinked).toEqual([
      { line: 2, code: 'link_refused', field: lab.field('Crew') },
      { line: 3, code: 'link_limit', field: lab.field('Cast') },
    ])
  })
})
