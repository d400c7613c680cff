/** A table with every type of field, links among them, filled with few values on many rows, and what a model needs to know of it. */
import { hasOptions, isOfMoments, isOfPeople, restrictedRecord, uuidV7 } from '@plinth/domain'
import { createFullTable, fieldOf, type Harness, type Person, type TestTable, type World } from './harness.ts'
import { randomFrom } from './random-rights.ts'
import { dayIn, type ModelField, type ModelRow, type ModelTable, type Value } from './view-model.ts'

const zone = 'Europe/Vienna'
const daysAway = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const dayAway = (days: number) => dayIn(zone, daysAway(days))

const pools: Readonly<Record<string, readonly Value[]>> = {
  Title: [
    'a',
    'B',
    'ä',
    'item 9',
    'item 10',
    'Zebra',
    'straße',
    'STRASSE',
    'ΟΔΟΣ',
    'οδός',
    "o'clock\\",
    '100%_',
    null,
  ],
  Notes: ['first line\nsecond', 'Item a', null],
  Count: [-5, 0, 3, 9007199254740991, null],
  Ratio: [-0.5, 0.1, 0.30000000000000004, 1e15, null],
  Done: [true, false, null],
  Day: ['2020-01-01', '2024-02-29', '0001-01-01', '9999-12-31', dayAway(0), dayAway(-1), dayAway(3), null],
  // On both sides of midnight and of the nights in which clocks are turned, there.
  Moment: [
    '2020-01-01T00:00:00.000Z',
    '2024-03-30T22:59:59.999Z',
    '2024-03-30T23:00:00.000Z',
    '2024-03-31T22:00:00.000Z',
    '2024-10-27T00:30:00.000Z',
    daysAway(0),
    daysAway(-2),
    null,
  ],
  Level: ['low', 'mid', 'high', null],
  Mail: ['a@example.org', 'Ä@example.org', null],
  Site: ['https://example.org/A', null],
  State: ['low', 'mid', null],
  Phone: ['112', '+43 (0)1 234-56-78', '555 0123 x42', null],
  Share: [0.125, 0.07, -1, 1.5, null],
  Stars: [1, 3, 5, null],
  Length: [-61, 0, 5_400, 86_400, null],
  Price: [-5, 0, 1_250, 1_299, null],
  No: [1, 12, 112, 1_112, null],
  Paper: ['{"a": 1}', '{"b": ["Item"]}', '[]', null],
  // Ids in the order of the options; stored in any.
  Tags: ['low', 'high', 'low mid', 'low high', 'mid high', 'low mid high', null],
}

/** The driver would write a document as a text within one. */
export const placeOf = (column: string, at: number) => (column === 'paper' ? `$${at}::text::jsonb` : `$${at}`)

export interface ViewLab {
  readonly table: TestTable
  readonly field: (name: string) => string
  readonly modelFor: (person: Person) => ModelTable
}

/** What linked records are called; the last two are hidden from viewers. */
const names = ['a', 'A', 'item 9', 'item 10', 'Zebra', 'a', null, 'B', 'Ä hidden', 'zz hidden']
const hiddenFrom = names.length - 2

interface Linked {
  readonly one: ModelField & Pick<TestTable['fields'][number], 'column' | 'position'>
  readonly many: ModelField & Pick<TestTable['fields'][number], 'column' | 'position'>
  /** Of each record the id, and what it is to viewers. */
  readonly ids: readonly (readonly [id: string, shown: string])[]
  readonly relations: { readonly one: string; readonly many: string }
}

/** Two links of the table to another one, whose last records viewers do not read; as viewers know them. */
async function linkedTo(h: Harness, world: World, table: TestTable): Promise<Linked> {
  const definition = {
    id: uuidV7(),
    name: `Linked by ${table.name}`,
    fields: [fieldOf('Name', 'text'), fieldOf('Kind', 'text')],
  }
  const others = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
  const [name, kind] = others.fields.map(({ id }) => id) as [string, string]
  const ids: string[] = names.map(() => uuidV7())
  const mutations = ids.map((record, n) => ({
    id: uuidV7(),
    kind: 'insert',
    table: others.id,
    record,
    values: { [name]: names[n], [kind]: n < hiddenFrom ? 'open' : 'secret' },
  }))
  await h.rpc(world.creator, 'apply_mutations', { batch: { mutations, atomic: true } })
  const [viewer] = await h.db.admin<{ id: string }[]>`
    select id from plinth.role where base_id = ${world.base} and kind = 'viewer'`
  await h.rpc(world.creator, 'set_grant', {
    role: viewer!.id,
    table: others.id,
    action: 'read',
    scope: 'rules',
    rule: { call: '=', args: [{ field: kind }, { text: 'open' }] },
  })
  const read = ids.slice(0, hiddenFrom).map((id, n) => ({ id, label: names[n] ?? '' }))
  const ordered = await h.db.admin<{ id: string }[]>`
    select u.id from unnest(${read.map(({ id }) => id)}::uuid[], ${names.slice(0, hiddenFrom)}::text[]) as u (id, name)
    order by u.name collate plinth.natural nulls last, u.id`
  const choices = [
    ...ordered.map(({ id }) => read.find((one) => one.id === id)!),
    { id: restrictedRecord as string, label: '' },
  ]
  const link = async (called: string, single: boolean) => {
    const made = { id: uuidV7(), name: called, type: 'link', options: { target: others.id, single } }
    const { id, column, position } = await h.rpc<TestTable['fields'][number]>(world.creator, 'create_field', {
      table: table.id,
      definition: made,
    })
    const [end] = await h.db.admin<{ place: string }[]>`select (plinth_private.link_end_of(${id})).place`
    const field = {
      id,
      column,
      position,
      name: called,
      type: 'link' as const,
      choices: single ? choices : [],
    }
    return { field, place: end!.place }
  }
  const [one, many] = [await link('One', true), await link('Many', false)]
  return {
    one: one.field,
    many: many.field,
    ids: ids.map((id, n) => [id, n < hiddenFrom ? id : restrictedRecord]),
    relations: { one: one.place, many: many.place },
  }
}

export async function viewLab(h: Harness, world: World, seed: number, count = 230): Promise<ViewLab> {
  const by = randomFrom(seed)
  const table = await createFullTable(h, world, `Views ${seed}`)
  const byName = Object.fromEntries(table.fields.map((field) => [field.name, field]))
  const people = (['creator', 'editor', 'holder', 'owner', 'viewer'] as const).map((name) => ({
    id: world[name].id,
    label: name,
  }))
  // Somebody who left, whose name nobody is told.
  const stranger = uuidV7() as string
  const linked = await linkedTo(h, world, table)
  const rows: ModelRow[] = []
  await h.db.admin.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    for (let n = 0; n < count; n++) {
      const values: Record<string, Value> = { Files: by.oneOf([0, 0, 2]) }
      for (const [name, pool] of Object.entries(pools)) values[name] = by.oneOf(pool)
      for (const name of ['Owner', 'Made by', 'Changed by'])
        values[name] = by.oneOf([...people.map(({ id }) => id), stranger, null])
      // No record is without.
      for (const name of ['Made at', 'Changed at']) values[name] = by.oneOf(pools['Moment']!.slice(0, -1))
      const id = uuidV7()
      const stored = Object.entries(values).map(([name, value]) => [
        byName[name]!.column,
        name === 'Files'
          ? `{${Array.from({ length: Number(value) }, () => uuidV7()).join()}}`
          : name === 'Tags' && value !== null
            ? `{${(by.random() < 0.5 ? String(value).split(' ') : String(value).split(' ').toReversed()).join()}}`
            : value,
      ])
      await tx.unsafe(
        `insert into data.${table.relation} (id, ${stored.map(([column]) => column).join()})
         values ($1, ${stored.map(([column], at) => placeOf(column as string, at + 2)).join()})`,
        [id, ...stored.map(([, value]) => value as string | null)],
      )
      const one = by.oneOf([...linked.ids, null])
      // Without names, so that no text is found there.
      const many = by.oneOf([0, 0, 1, 3])
      const hidden = [...linked.ids.filter(([, shown]) => shown === restrictedRecord), linked.ids[6]!]
      for (const [place, ids] of [
        [linked.relations.one, one ? [one[0]] : []],
        [linked.relations.many, hidden.slice(0, many).map(([of]) => of)],
      ] as const)
        for (const other of ids) await tx.unsafe(`insert into ${place} (a, b) values ($1, $2)`, [id, other])
      await tx.unsafe(
        `update data.${table.relation} set ${linked.one.column} = $2, ${linked.many.column} = $3 where id = $1`,
        [id, one ? 1 : 0, many],
      )
      const byId = Object.entries(values).map(([name, value]) => [byName[name]!.id, value])
      const links = { [linked.one.id]: one?.[1] ?? null, [linked.many.id]: many }
      rows.push({ id, values: { ...(Object.fromEntries(byId) as ModelRow['values']), ...links } })
    }
  })
  const options = ['low', 'mid', 'high'].map((id) => ({ id, label: id }))
  const ranked = await h.db.sql.unsafe(
    `select v, dense_rank() over (order by v collate plinth.natural)::int as n from unnest($1::text[]) as v`,
    [
      [
        ...new Set(
          rows.flatMap((row) => Object.values(row.values).filter((value) => typeof value === 'string')),
        ),
      ],
    ],
  )
  const fields = table.fields.map(
    ({ id, name, type }): ModelField => ({
      id,
      name,
      // They mean what values do that people write.
      type: isOfPeople(type) ? 'person' : isOfMoments(type) ? 'datetime' : type,
      choices: isOfPeople(type) ? people : hasOptions(type) ? options : [],
    }),
  )
  const model = {
    fields: [...fields, linked.one, linked.many],
    rows,
    timeZone: zone,
    weekStart: 1,
    rankOfText: new Map(ranked.map((row) => [row['v'] as string, row['n'] as number])),
  }
  return {
    table: { ...table, fields: [...table.fields, linked.one, linked.many] },
    field: (name) => byName[name]!.id,
    modelFor: (person) => ({ ...model, me: person.id }),
  }
}
