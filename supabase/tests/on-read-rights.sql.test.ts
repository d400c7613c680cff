/** Under random rights, what a reader is told of fields that are computed on read is what plain TypeScript makes of what they may read. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, type Json, type Person, startWorld, type TestTable, type World } from './harness.ts'
import { randomFrom } from './random-rights.ts'
import { type RollupLab, rollupLab } from './rollup-lab.ts'
import { rollUp, type Value } from './rollup-model.ts'

let h: Harness
let world: World
let lab: RollupLab
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  lab = await rollupLab(h, world)
})
afterAll(() => h.db.stop())

interface Record_ {
  readonly id: string
  readonly table: TestTable
  readonly title: string
  readonly rank: number | null
  readonly kind: string | null
}
type Scope = 'all' | 'none' | { over: number }
const call = (name: string, ...args: Json[]): Json => ({ call: name, args })
const number = (value: number): Json => ({ number: value })
const window = (query: Json) => ({ query, anchor: null, direction: 'forward', skip: 0, take: 100 })

test('a reader is told what they could compute by themselves, and not of fields that read what they do not see', {
  timeout: 280_000,
}, async () => {
  const { films, people } = lab
  const by = randomFrom(23)
  const links = {
    [films.id]: await lab.link(films, people, 'Cast', { pair: 'Films' }),
    [people.id]: lab.field('Films'),
  }
  const other = (table: TestTable) => (table === films ? people : films)
  const records: Record_[] = []
  for (const table of [films, people]) {
    for (let n = 0; n < 8; n += 1) {
      const rank = by.random() < 0.15 ? null : by.upTo(6)
      const kind = by.random() < 0.3 ? null : by.oneOf(['a', 'b', 'c'])
      const values = { [lab.of(table, 'Rank')]: rank, [lab.of(table, 'Kind')]: kind }
      const title = `${table === films ? 'F' : 'P'}${by.upTo(9)}`
      records.push({ id: await lab.make(table, title, values), table, title, rank, kind })
    }
  }
  const pairs: (readonly [film: string, person: string])[] = []
  for (const film of records.filter(({ table }) => table === films)) {
    for (const person of records.filter(({ table }) => table === people)) {
      if (by.random() > 0.4) continue
      pairs.push([film.id, person.id])
      await lab.apply(world.creator, [lab.change(films, film.id, links[films.id]!, { link: [person.id] })])
    }
  }
  const linkedOf = ({ id, table }: Record_) =>
    pairs.flatMap(([film, person]) => {
      const found = table === films ? film === id && person : person === id && film
      return found ? [records.find((one) => one.id === found)!] : []
    })

  const roles = await h.db.admin<{ id: string; kind: string }[]>`
    select id, kind from plinth.role where base_id = ${world.base} and kind in ('viewer', 'editor') order by kind`
  const scopes = new Map<string, Scope>()
  const hidden = new Set<string>()
  const setScope = async (role: { id: string; kind: string }, table: TestTable, scope: Scope) => {
    const rule =
      typeof scope === 'object' ? call('>', { field: lab.of(table, 'Rank') }, number(scope.over)) : null
    const args = { role: role.id, table: table.id, action: 'read', rule, hand_over: false }
    await h.rpc(world.creator, 'set_grant', { ...args, scope: rule ? 'rules' : (scope as string) })
    scopes.set(`${role.kind} ${table.id}`, scope)
  }
  const setHidden = async (role: { id: string; kind: string }, table: TestTable, isHidden: boolean) => {
    const field = lab.of(table, 'Kind')
    const access = isHidden ? 'hidden' : null
    await h.rpc(world.creator, 'set_field_grant', { role: role.id, field, access })
    hidden[isHidden ? 'add' : 'delete'](`${role.kind} ${table.id}`)
  }
  for (const role of roles) {
    for (const table of [films, people]) {
      await setScope(role, table, { over: 1 })
      await setHidden(role, table, true)
    }
  }

  /** As somebody of this kind sees it. */
  const scopeOf = (kind: string, table: TestTable): Scope =>
    kind === 'creator' ? 'all' : (scopes.get(`${kind} ${table.id}`) ?? 'all')
  const reads = (kind: string) => (record: Record_) => {
    const scope = scopeOf(kind, record.table)
    return typeof scope === 'object' ? record.rank !== null && record.rank > scope.over : scope === 'all'
  }
  const seesKind = (kind: string, table: TestTable) => !hidden.has(`${kind} ${table.id}`)

  interface Late {
    readonly table: TestTable
    readonly id: string
    readonly isSeen: (kind: string) => boolean
    readonly value: (record: Record_, kind: string) => Json
  }
  const late: Late[] = []
  const add = async (table: TestTable, definition: Json, rest: Pick<Late, 'isSeen' | 'value'>) => {
    const made = await lab.add(table, `L${late.length}`, definition)
    expect(made).toMatchObject({ onRead: true, access: 'read' })
    late.push({ table, id: made.id, ...rest })
    return late.at(-1)!
  }
  for (const table of [films, people]) {
    const target = other(table)
    const [rank, kindField] = [lab.of(target, 'Rank'), lab.of(target, 'Kind')]
    const over = (record: Record_, kind: string, keep: (one: Record_) => boolean = () => true) =>
      linkedOf(record).filter((one) => reads(kind)(one) && keep(one))
    const seesTarget = (kind: string) => scopeOf(kind, target) !== 'none'
    const rollup = (name: string, field?: string, filter?: Json): Json => ({
      rollup: {
        link: links[table.id]!,
        function: name,
        ...(field ? { field } : {}),
        ...(filter ? { filter } : {}),
      },
    })
    const many = call('>', { field: rank }, number(2))
    const count = await add(table, rollup('count', undefined, many), {
      isSeen: seesTarget,
      value: (record, kind) => over(record, kind, (one) => one.rank !== null && one.rank > 2).length,
    })
    await add(table, rollup('count'), {
      isSeen: seesTarget,
      value: (record, kind) => over(record, kind).length,
    })
    for (const name of ['sum', 'average', 'min', 'max', 'concatenate', 'unique', 'first', 'last']) {
      await add(table, rollup(name, rank), {
        isSeen: seesTarget,
        value: (record, kind) => rollUp(name, over(record, kind).map((one) => one.rank) as Value[]),
      })
    }
    await add(table, rollup('concatenate', kindField), {
      isSeen: (kind) => seesTarget(kind) && seesKind(kind, target),
      value: (record, kind) => rollUp('concatenate', over(record, kind).map((one) => one.kind) as Value[]),
    })
    const names = await add(
      table,
      { formula: call('join', { field: links[table.id]! }, { text: '+' }) },
      {
        isSeen: seesTarget,
        value: (record, kind) =>
          over(record, kind)
            .map(({ title }) => title)
            .join('+') || null,
      },
    )
    await add(
      table,
      { formula: call('&', { field: names.id }, call('text', call('count', { field: links[table.id]! }))) },
      {
        isSeen: seesTarget,
        value: (record, kind) => `${names.value(record, kind) ?? ''}${over(record, kind).length}`,
      },
    )
    const isA = call('=', { field: kindField }, { text: 'a' })
    await add(table, rollup('count', undefined, isA), {
      isSeen: (kind) => seesTarget(kind) && seesKind(kind, target),
      value: (record, kind) => over(record, kind, (one) => one.kind === 'a').length,
    })
    const doubled = await add(
      table,
      { formula: call('*', { field: count.id }, number(2)) },
      {
        isSeen: seesTarget,
        value: (record, kind) => (count.value(record, kind) as number) * 2,
      },
    )
    const own = await add(
      table,
      { formula: call('length', { field: lab.of(table, 'Kind') }) },
      {
        isSeen: (kind) => seesKind(kind, table),
        value: ({ kind: text }) => text?.length ?? 0,
      },
    )
    await add(
      table,
      { formula: call('+', { field: doubled.id }, { field: own.id }) },
      {
        isSeen: (kind) => seesTarget(kind) && seesKind(kind, table),
        value: (record, kind) =>
          (doubled.value(record, kind) as number) + (own.value(record, kind) as number),
      },
    )
    await add(table, { formula: call('my_role') }, { isSeen: () => true, value: (_, kind) => kind })
  }

  interface Answer {
    fields: string[]
    rows: Json[][]
  }
  const compare = async (who: Person, kind: string, read: (query: Json) => Promise<Answer>) => {
    for (const table of [films, people]) {
      if (scopeOf(kind, table) === 'none') continue
      const answer = await read({ table: table.id, sorts: [] })
      const own = late.filter((one) => one.table === table)
      const seen = own.filter((one) => one.isSeen(kind))
      const isLate = (id: string) => own.some((one) => one.id === id)
      expect(answer.fields.filter(isLate).toSorted()).toEqual(seen.map(({ id }) => id).toSorted())
      const told = answer.rows.map((row) => [
        row[0],
        ...seen.map(({ id }) => row[answer.fields.indexOf(id) + 2]),
      ])
      const expected = records
        .filter((record) => record.table === table && reads(kind)(record))
        .map((record) => [record.id, ...seen.map(({ value }) => value(record, kind))])
      expect({ who: who.email, told }).toEqual({ who: who.email, told: expected })
      for (const { id } of own.filter((one) => !one.isSeen(kind)).slice(0, 1)) {
        const query = { table: table.id, sorts: [], fields: [id] }
        const refused = h.rpc(who, 'rows_by_id', { query, ids: [] }).catch((error: Error) => error.message)
        expect(await refused).toBe('invalid_input')
      }
    }
  }
  for (let step = 0; step < 25; step += 1) {
    const [role, table] = [by.oneOf(roles), by.oneOf([films, people])]
    if (by.random() < 0.65)
      await setScope(role, table, by.oneOf<Scope>(['all', 'none', { over: by.upTo(5) }]))
    else await setHidden(role, table, by.random() < 0.5)
    for (const kind of ['viewer', 'editor', 'creator'] as const) {
      const who = world[kind]
      await compare(who, kind, (query) => h.rpc(who, 'rows_window', window(query)))
      // Through somebody's eyes one is told what they are.
      if (kind === 'creator' || step % 5 > 0) continue
      await compare(who, kind, (query) => {
        const args = { base: world.base, who: { person: who.id }, call: 'rows_window', args: window(query) }
        return h.rpc(world.creator, 'view_as', args)
      })
      const bare = roles.find((one) => one.kind === kind)!
      await compare(who, kind, (query) => {
        const args = { base: world.base, who: { role: bare.id }, call: 'rows_window', args: window(query) }
        return h.rpc(world.creator, 'view_as', args)
      })
    }
  }
})
