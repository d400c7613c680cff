/** Two tables of a world whose records are linked, and the calls by which tests change and read links. */
import { uuidV7 } from '@plinth/domain'
import { fieldOf, type Harness, type Json, type Person, type TestTable, type World } from './harness.ts'

export interface Result {
  id: string
  status: 'ok' | 'conflict' | 'error'
  ver?: number
  left?: boolean
  error?: { code: string; details: Record<string, unknown> }
}

export interface LinkCell {
  count: number
  items: [id: string, label: Json][]
}

interface LinkOptions {
  single?: boolean
  onDelete?: 'unlink' | 'refuse' | 'delete'
  takesAlong?: boolean
  limit?: number
  /** A condition of the linked record. */
  accepts?: Json
  /** The name of the field for the other side. */
  pair?: string
  pairSingle?: boolean
  pairLimit?: number
}

export interface LinkLab {
  films: TestTable
  people: TestTable
  field: (name: string) => string
  /** Makes a field that links records of one table with those of another; answers its id. */
  link: (from: TestTable, to: TestTable, name: string, options?: LinkOptions) => Promise<string>
  apply: (who: Person, mutations: object[], atomic?: boolean) => Promise<Result[]>
  /** A record that is made with this title or name. */
  make: (table: TestTable, label: string, values?: Record<string, unknown>, who?: Person) => Promise<string>
  change: (table: TestTable, record: string, field: string, change: Json) => object
  remove: (table: TestTable, record: string) => object
  rows: (who: Person, query: Record<string, Json>) => Promise<Record<string, Json>[]>
  /** What a cell tells somebody; undefined where they do not read the record. */
  cell: (who: Person, table: TestTable, record: string, field: string) => Promise<LinkCell | null | undefined>
  /** Links that are stored beside those that are counted differ in nothing. */
  faults: () => Promise<unknown[]>
}

export async function linkLab(h: Harness, world: World): Promise<LinkLab> {
  const table = (name: string, label: string) =>
    h.rpc<TestTable>(world.creator, 'create_table', {
      base: world.base,
      definition: {
        id: uuidV7(),
        name,
        fields: [fieldOf(label, 'text'), fieldOf('Kind', 'text'), fieldOf('Rank', 'integer')],
      },
    })
  const films = await table('Films', 'Title')
  const people = await table('People', 'Name')
  const fields = new Map<string, string>()
  const lab: LinkLab = {
    films,
    people,
    field: (name) => fields.get(name)!,
    async link(
      from,
      to,
      name,
      { pair, pairSingle, pairLimit, single, onDelete, takesAlong, limit, accepts } = {},
    ) {
      const id = uuidV7()
      const options = {
        target: to.id,
        ...(single ? { single } : {}),
        ...(onDelete ? { onDelete } : {}),
        ...(takesAlong ? { takesAlong } : {}),
        ...(limit ? { limit } : {}),
        ...(accepts ? { accepts } : {}),
        ...(pair
          ? {
              pair: {
                id: uuidV7(),
                name: pair,
                ...(pairSingle ? { single: true } : {}),
                ...(pairLimit ? { limit: pairLimit } : {}),
              },
            }
          : {}),
      }
      await h.rpc(world.creator, 'create_field', {
        table: from.id,
        definition: { id, name, type: 'link', options },
      })
      fields.set(name, id)
      if (pair) fields.set(pair, options.pair!.id)
      return id
    },
    apply: (who, mutations, atomic = false) =>
      h.rpc(who, 'apply_mutations', { batch: { mutations, atomic } }),
    async make(of, label, values = {}, who = world.creator) {
      const record = uuidV7()
      const all = { [of.fields[0]!.id]: label, ...values }
      const insert = { id: uuidV7(), kind: 'insert', table: of.id, record, values: all }
      const [result] = await lab.apply(who, [insert])
      if (result!.status !== 'ok') throw new Error(JSON.stringify(result))
      return record
    },
    change: (of, record, field, change) => ({
      id: uuidV7(),
      kind: 'update',
      table: of.id,
      record,
      values: { [field]: change },
      base: { [field]: null },
    }),
    remove: (of, record) => ({ id: uuidV7(), kind: 'delete', table: of.id, record }),
    async rows(who, query) {
      const args = { query: { sorts: [], ...query }, anchor: null, direction: 'forward', skip: 0, take: 1000 }
      const answer = await h.rpc<{ fields: string[]; rows: Json[][] }>(who, 'rows_window', args)
      return answer.rows.map((row) =>
        Object.fromEntries([
          ['id', row[0]!],
          ['ver', row[1]!],
          ...answer.fields.map((id, n) => [id, row[n + 2]!]),
        ]),
      )
    },
    async cell(who, of, record, field) {
      const answer = await h.rpc<{ rows: Json[][] }>(who, 'rows_by_id', {
        query: { table: of.id, sorts: [], fields: [field] },
        ids: [record],
      })
      return answer.rows[0]?.[2] as unknown as LinkCell | null | undefined
    },
    async faults() {
      const ends = await h.db.admin<{ sql: string }[]>`
        select format('select %L as field, t.id from %s as t left join (select j.%I as id, count(*) as n from %s as j group by 1) as c
                       on c.id = t.id where t.%I <> coalesce(c.n, 0)',
                      f.name, plinth_private.relation_of(f.table_id), e.own, e.place, f.column_name) as sql
        from plinth.field as f cross join lateral plinth_private.link_end_of(f.id) as e
        where f.type = 'link' and f.table_id = e.table_id`
      const found = await Promise.all(ends.map(({ sql }) => h.db.admin.unsafe(sql)))
      return found.flat()
    },
  }
  return lab
}
