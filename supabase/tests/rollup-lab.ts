/** Two tables whose records are linked, with rollups on one of them, and how they are compared with what they should be. */
import { type FieldTypeName, uuidV7 } from '@plinth/domain'
import { fieldOf, type Harness, type Json, type Person, type TestTable, type World } from './harness.ts'
import { type LinkLab, linkLab } from './link-lab.ts'

export interface Made {
  id: string
  name: string
  type: string
  column: string
  options: Record<string, Json>
  access?: string
  rollup?: Json
  onRead?: true
  changing?: { done: number; total: number }
}
export interface Step {
  done: number
  total: number
  field: Made | null
}

export interface RollupLab extends LinkLab {
  /** Makes a field with a rollup, or a formula. */
  add: (table: TestTable, name: string, definition: Json, who?: Person) => Promise<Made>
  addField: (table: TestTable, name: string, type: FieldTypeName, options?: Json) => Promise<string>
  set: (table: TestTable, record: string, values: Record<string, Json>, who?: Person) => Promise<void>
  /** What is stored of a record in a column. */
  stored: (table: TestTable, record: string, column: string) => Promise<unknown>
  /** Cells of computed fields that are not what they are when all is computed anew: as many records of any table. */
  stale: () => Promise<number>
  of: (table: TestTable, name: string) => string
}

export async function rollupLab(h: Harness, world: World): Promise<RollupLab> {
  const lab = await linkLab(h, world)
  return {
    ...lab,
    of: (table, name) => table.fields.find((field) => field.name === name)!.id,
    add: (table, name, definition, who = world.creator) =>
      h.rpc<Made>(who, 'create_field', {
        table: table.id,
        definition: { id: uuidV7(), name, ...(definition as object) },
      }),
    async addField(table, name, type, options = {}) {
      const made = await h.rpc<Made>(world.creator, 'create_field', {
        table: table.id,
        definition: fieldOf(name, type, options),
      })
      return made.id
    },
    async set(table, record, values, who = world.creator) {
      const current = await lab.rows(who, { table: table.id, fields: Object.keys(values) })
      const base = current.find((row) => row['id'] === record) ?? {}
      const [result] = await lab.apply(who, [
        {
          id: uuidV7(),
          kind: 'update',
          table: table.id,
          record,
          values,
          base: Object.fromEntries(Object.keys(values).map((key) => [key, base[key] ?? null])),
        },
      ])
      if (result!.status !== 'ok') throw new Error(JSON.stringify(result))
    },
    async stored(table, record, column) {
      const [row] = await h.db.sql.unsafe(
        `select ${column} as value from data.${table.relation} where id = '${record}'`,
      )
      return row!['value']
    },
    async stale() {
      let wrong = 0
      const tables = await h.db.admin<{ relation: string; columns: string }[]>`
        select t.relation, string_agg(format('%I', f.column_name), ', ')
            -- Where there are rollups, a record that stays as it was gets no version.
            || case when bool_or(f.formula ? 'rollup') then ', ver' else '' end as columns
        from plinth."table" as t join plinth.field as f on f.table_id = t.id and f.formula is not null
        where t.base_id is not null group by t.relation`
      for (const table of tables) {
        const all = () =>
          h.db.admin.unsafe(`select id, ${table.columns} from data.${table.relation} order by id`)
        const before = await all()
        await h.db.admin.unsafe(`update data.${table.relation} set ver = 0 where true`)
        const after = await all()
        wrong += before.filter((row, n) => JSON.stringify(row) !== JSON.stringify(after[n])).length
      }
      return wrong
    },
  }
}
