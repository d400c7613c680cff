/** The database and the people of the matrix, the calls that its tests make, and tables whose records hold known values. */
import { type CellValue, type FieldTypeName, uuidV7 } from '@plinth/domain'
import {
  fieldOf,
  type Harness,
  type Json,
  type Person,
  Refusal,
  startWorld,
  type TestTable,
  type World,
} from '../harness.ts'

/** What a record is called, and what it holds. */
export interface Cell {
  readonly record: string
  readonly title: string
  readonly value: CellValue
}

/** A field with what its records hold. */
export interface Stage {
  readonly table: TestTable
  readonly type: FieldTypeName
  readonly title: string
  readonly field: string
  readonly column: string
  /** In the order in which the records were made, which is neither that of their values nor that of their titles. */
  readonly cells: readonly Cell[]
  /** The different values, in their order where the type has one. */
  readonly ranked: readonly CellValue[]
  /** A link that holds one record at most. */
  readonly isSingle?: true
}

/** A field that is put through everything: a type of the registry, or a computed field of one. */
export interface Subject {
  readonly name: string
  readonly type: FieldTypeName
  readonly stage: (matrix: Matrix) => Promise<Stage>
}

/** A record of each value, from the last one to the first, one without between them, and another one of the first value. */
export function cellsOf(values: readonly CellValue[], without: CellValue = null): readonly Cell[] {
  const each = values.map((value, n) => ({ title: 'abc'[n]!, value }))
  const [last, ...others] = each.toReversed()
  const again = { title: 'a again', value: values[0]! }
  return [last!, { title: 'none', value: without }, ...others, again].map((cell) => ({
    record: uuidV7(),
    ...cell,
  }))
}

/** The value that a cell is given when its record is made; undefined: none. */
export const placeIn = ({ title }: Cell): number => (title === 'none' ? -1 : 'abc'.indexOf(title[0]!))

interface Outcome {
  readonly status: string
  readonly error?: { readonly code: string }
}

export class Matrix {
  readonly h: Harness
  readonly world: World
  #made = 0

  private constructor(h: Harness, world: World) {
    this.h = h
    this.world = world
  }

  static async start(): Promise<Matrix> {
    const { h, world } = await startWorld()
    return new Matrix(h, world)
  }

  stop(): Promise<void> {
    return this.h.db.stop()
  }

  table(fields: readonly ReturnType<typeof fieldOf>[]): Promise<TestTable> {
    const definition = { id: uuidV7(), name: `Every type ${(this.#made += 1)}`, fields }
    return this.h.rpc<TestTable>(this.world.creator, 'create_table', { base: this.world.base, definition })
  }

  addField(table: TestTable, definition: Json): Promise<TestTable['fields'][number]> {
    return this.h.rpc(this.world.creator, 'create_field', {
      table: table.id,
      definition: { id: uuidV7(), ...(definition as object) },
    })
  }

  /** A change by the call that the app makes: its status, or the code of its refusal. */
  async apply(who: Person, mutation: object): Promise<string> {
    const batch = { mutations: [{ id: uuidV7(), ...mutation }], atomic: false }
    const [outcome] = await this.h.rpc<Outcome[]>(who, 'apply_mutations', { batch })
    return outcome!.error?.code ?? outcome!.status
  }

  /** As the editor, who has to succeed. */
  async make(table: TestTable, record: string, values: Readonly<Record<string, unknown>>): Promise<void> {
    const outcome = await this.apply(this.world.editor, { kind: 'insert', table: table.id, record, values })
    if (outcome !== 'ok') throw new Error(`${JSON.stringify(values)}: ${outcome}`)
  }

  change({ table, field }: Stage, record: string, value: Json, base: Json): Promise<string> {
    return this.apply(this.world.editor, {
      kind: 'update',
      table: table.id,
      record,
      values: { [field]: value },
      base: { [field]: base },
    })
  }

  /** Of the records of a view in its order: their titles and values. */
  async read(stage: Stage, query: object = {}): Promise<readonly (readonly [title: Json, value: Json])[]> {
    const { rows } = await this.window(stage, query, { anchor: null, direction: 'forward', take: 10 })
    return rows.map((row) => [row[2]!, row[3]!])
  }

  async titles(stage: Stage, query: object): Promise<readonly Json[]> {
    return (await this.read(stage, query)).map(([title]) => title)
  }

  window(
    { table, title, field }: Stage,
    query: object,
    part: { readonly anchor: Json; readonly direction: string; readonly take: number },
  ): Promise<{ rows: Json[][]; firstKey: Json; lastKey: Json; atEnd: boolean }> {
    return this.h.rpc(this.world.viewer, 'rows_window', {
      query: { table: table.id, sorts: [], fields: [title, field], ...query },
      skip: 0,
      ...part,
    })
  }

  /** As REST writes, past the calls: what refuses it. */
  async insertPast({ table, column }: Stage, literal: string): Promise<Refusal | null> {
    const insert = `insert into data.${table.relation} (${column}) values (${literal})`
    try {
      await this.h.as(this.world.editor, (tx) => tx.unsafe(insert))
      return null
    } catch (error) {
      if (error instanceof Refusal) return error
      throw error
    }
  }
}

/** What a call answers, or the code that it is refused with. */
export const told = <T>(work: Promise<T>): Promise<T | string> =>
  work.catch((error: unknown) => {
    if (error instanceof Refusal) return error.code
    throw error
  })
