/** Fields that are computed, and the calls by which they become ones that people write and are computed again. */
import { uuidV7 } from '@plinth/domain'
import { Matrix, type Stage } from './every-type/matrix.ts'
import { fieldOf, type Json, type Person, type TestTable } from './harness.ts'

export interface Made {
  id: string
  name: string
  type: string
  column: string
  options: Json
  rules: Json
  default: Json
  formula?: Json
  rollup?: Json
  changing?: { type: string; plain?: true }
}
export interface Step {
  done: number
  total: number
  field: Made | null
  kept: string | null
}

export const of = (field: string): Json => ({ field })
export const call = (name: string, ...args: Json[]): Json => ({ call: name, args })

export class ComputedLab {
  readonly matrix: Matrix

  private constructor(matrix: Matrix) {
    this.matrix = matrix
  }

  static async start(): Promise<ComputedLab> {
    return new ComputedLab(await Matrix.start())
  }

  /** As the creator, if nobody else is named. */
  make<T = Json>(
    name: string,
    args: Record<string, unknown>,
    who: Person | null = this.matrix.world.creator,
  ): Promise<T> {
    return this.matrix.h.rpc<T>(who, name, args)
  }

  step(field: string, type: string, kept: string | null = null, options: Json = {}): Promise<Step> {
    return this.make<Step>('change_type', { field, type, options, ...(kept ? { kept } : {}) })
  }

  /** To the end. */
  async change(
    field: string,
    type: string,
    kept: string | null = null,
  ): Promise<Step & { readonly field: Made }> {
    for (;;) {
      const told = await this.step(field, type, kept, type === 'currency' ? { currency: 'EUR' } : {})
      if (told.field) return { ...told, field: told.field }
    }
  }

  /** A field that is computed, for all records. */
  async addComputed(table: TestTable, name: string, definition: Json): Promise<Made> {
    const id = uuidV7()
    const made = await this.make<Made>('create_field', {
      table: table.id,
      definition: { id, name, ...(definition as object) },
    })
    return made.changing ? this.compute(id) : made
  }

  async compute(field: string): Promise<Made> {
    for (;;) {
      const told = await this.make<Step>('change_formula', { field, definition: null })
      if (told.field) return told.field
    }
  }

  async fieldNow(table: TestTable, field: string): Promise<Made> {
    const { base } = this.matrix.world
    const schema = await this.make<{ tables: { id: string; fields: Made[] }[] }>('base_schema', { base })
    return schema.tables.find(({ id }) => id === table.id)!.fields.find(({ id }) => id === field)!
  }

  /** How many changes are under way. */
  async unsettled(): Promise<number> {
    return (await this.matrix.h.db.sql`select field_id from plinth_private.type_change`).length
  }

  async triggersOf({ relation }: TestTable): Promise<readonly string[]> {
    const rows = await this.matrix.h.db
      .sql`select tgname from pg_trigger where tgrelid = ${`data.${relation}`}::regclass
      and tgname in ('plinth_values', 'plinth_followed') order by 1`
    return rows.map((row) => row['tgname'] as string)
  }

  /** What each record shows, the labels of options in the place of their ids: each change makes its own. */
  async shown(stage: Stage): Promise<readonly Json[]> {
    const { options } = await this.fieldNow(stage.table, stage.field)
    const list = (options as { options?: { id: string; label: string }[] }).options ?? []
    const label = (value: Json): Json => list.find(({ id }) => id === value)?.label ?? value
    const read = new Map((await this.matrix.read(stage)) as [string, Json][])
    return stage.cells.map(({ title }) => {
      const value = read.get(title)!
      return Array.isArray(value) ? value.map(label) : label(value)
    })
  }

  /** Prices, and twice of them: nothing of nothing. */
  async sums(many = 0) {
    const table = await this.matrix.table([fieldOf('Name', 'text'), fieldOf('Price', 'number')])
    const price = table.fields[1]!.id
    const relation = `data.${table.relation}`
    if (many > 0)
      await this.matrix.h.db.sql.unsafe(
        `insert into ${relation} (name, price) select g, g from generate_series(1, ${many}) as g`,
      )
    const { id } = await this.addComputed(table, 'Twice', { formula: call('*', of(price), { number: 2 }) })
    return { table, price, relation, twice: id }
  }

  /** As somebody who may edit, past the calls. */
  run(text: string, who: Person = this.matrix.world.editor) {
    return this.matrix.h.as(who, (tx) => tx.unsafe(text))
  }

  /** The values of a column by the names of the records. */
  async all(relation: string, column = 'twice'): Promise<Record<string, Json>> {
    const rows = await this.matrix.h.db.sql.unsafe(
      `select name, ${column} as value from ${relation} order by name`,
    )
    return Object.fromEntries(rows.map((row) => [row['name'] as string, row['value'] as Json]))
  }
}
