/** A small table for the tests of hidden fields, and what they ask of it. */
import { uuidV7 } from '@plinth/domain'
import { fieldOf, type Harness, type Json, type Person, type TestTable, type World } from './harness.ts'

/** The roles of a base by name. */
export async function rolesOf(h: Harness, world: World): Promise<Map<string, string>> {
  const list = await h.rpc<{ id: string; name: string }[]>(world.creator, 'base_roles', { base: world.base })
  return new Map(list.map(({ id, name }) => [name, id]))
}

export interface SeenField {
  id: string
  name: string
  hidden?: boolean
  aside?: boolean
  access?: string
}

export type HiddenTable = Awaited<ReturnType<typeof hiddenTable>>

const byId = (rows: readonly Record<string, unknown>[], key: string) =>
  Object.fromEntries(rows.map((row) => [row['id'] as string, row[key] as string | null]))

/** A table with the fields Name, Salary and Day. */
export async function hiddenTable(
  h: Harness,
  world: World,
  roles: ReadonlyMap<string, string>,
  name: string,
) {
  const fields = [fieldOf('Name', 'text'), fieldOf('Salary', 'integer'), fieldOf('Day', 'date')]
  const definition = { id: uuidV7(), name, fields }
  const table = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
  const relation = `data.${table.relation}`
  const field = (label: string) => table.fields.find((one) => one.name === label)!.id
  const column = (label: string) => table.fields.find((one) => one.name === label)!.column
  const side = async (label: string) => {
    const [row] = await h.db.sql`select side from plinth.field where id = ${field(label)}`
    return row!['side'] as string | null
  }
  return {
    table,
    relation,
    field,
    side,
    allow: (role: string, label: string, access: string | null, person = world.creator) =>
      h.rpc(person, 'set_field_grant', { role: roles.get(role) ?? role, field: field(label), access }),
    grant: (action: string, scope: string | null, rule: Json = null, role = world.role) =>
      h.rpc(world.creator, 'set_grant', { role, table: table.id, action, scope, rule }),
    /** Adds a record past all rights; without a salary it gets the default. */
    async add(label: string, salary?: number | null): Promise<string> {
      const id = uuidV7() as string
      const place = await side('Salary')
      if (place || salary === undefined)
        await h.db.sql.unsafe(`insert into ${relation} (id, name) values ($1, $2)`, [id, label])
      else
        await h.db.sql.unsafe(`insert into ${relation} (id, name, salary) values ($1, $2, $3)`, [
          id,
          label,
          salary,
        ])
      if (place && salary !== undefined)
        await h.db.sql.unsafe(`update data.${place} set salary = $2 where id = $1`, [id, salary])
      return id
    },
    /** What stands aside, past all rights. */
    aside: async (label: string) =>
      byId(await h.db.sql.unsafe(`select * from data.${await side(label)}`), column(label)),
    asideFor: async (person: Person | null, label: string) => {
      const name = await side(label)
      return byId(await h.as(person, (tx) => tx.unsafe(`select * from data.${name}`)), column(label))
    },
    /** Writes a value aside as this person does over REST; answers how many records took it. */
    writeAside: async (person: Person, label: string, id: string, value: number) => {
      const sql = `update data.${await side(label)} set ${column(label)} = ${value} where id = '${id}'`
      return h.as(person, async (tx) => (await tx.unsafe(sql)).count)
    },
    versions: async () => byId(await h.db.sql.unsafe(`select id, ver from ${relation}`), 'ver'),
    columns: async () =>
      (
        await h.db.sql.unsafe(
          `select attname from pg_attribute where attrelid = '${relation}'::regclass and attnum > 0 and not attisdropped`,
        )
      ).map((row) => row['attname'] as string),
    async fieldsOf(person: Person): Promise<SeenField[]> {
      const schema = await h.rpc<{ tables: { id: string; fields: SeenField[] }[] }>(person, 'base_schema', {
        base: world.base,
      })
      return schema.tables.find(({ id }) => id === table.id)!.fields
    },
  }
}
