/** Tables whose second field is of the type in question, and the calls that change it. */
import { type FieldTypeName, hasOptions, uuidV7 } from '@plinth/domain'
import {
  buildWorld,
  fieldOf,
  type Harness,
  type Json,
  type Person,
  startHarness,
  type TestTable,
  type World,
} from './harness.ts'

export interface Step {
  done: number
  total: number
  field: {
    type: string
    column: string
    default: Json
    rules: Json
    options: { options?: { id: string; label: string }[] }
  } | null
  table: string | null
  /** The old values in the trash. */
  kept: string | null
}

interface TrashLine {
  id: string
  name: string
  replaced: boolean
  records: number
}

export const levels = {
  options: ['low', '7', '2026-01-02', 'Yes'].map((label, n) => ({ id: `o${n}`, label, hue: 'blue' })),
}
export const optionsFor = (type: FieldTypeName) => (hasOptions(type) ? levels : {})

/** What the database knows of each record, with the column in which it stands. */
const noted = {
  created_time: 'created_at',
  changed_time: 'changed_at',
  created_by: 'created_by',
  changed_by: 'changed_by',
} as const
export const isNoted = (type: FieldTypeName): type is keyof typeof noted => type in noted
/** The column of the second field. */
export const columnOf = (type: FieldTypeName): string => (isNoted(type) ? noted[type] : 'field')

/** Types that become others, and whose values a table may be filled with. */
export type Changeable = Exclude<FieldTypeName, 'link'>

/** Values of each type as the database writes them. */
export const samplesOf = (world: World): Record<Changeable, (string | null)[]> => ({
  text: [
    null,
    '7',
    '-0.5',
    'yes',
    'No',
    '2026-01-02',
    '2026-01-02T03:04:05Z',
    'low',
    'a@example.org',
    'https://example.org/',
  ],
  long_text: ['7', 'x'.repeat(2_001), 'a\nb'],
  integer: ['0', '1', '7', '-9007199254740991'],
  number: ['0', '1', '7.5', '1e20', '-3'],
  checkbox: ['true', 'false'],
  date: ['2026-01-02', '0001-01-01', '9999-12-31'],
  datetime: ['2026-01-02 03:04:05.678+00', '2026-06-30 22:30:00+00'],
  single_select: ['o0', 'o1', 'o2', 'o3', null],
  json: ['{"a": 1}', '[]', '"7"', null],
  multi_select: ['{o0}', '{o1,o2}', '{o3,o0,o1}', null],
  // Records begin in the first state.
  status: ['o0', 'o1', 'o2', 'o3'],
  person: [world.editor.id, world.creator.id, null],
  email: ['a@example.org', world.editor.email.toUpperCase()],
  url: ['https://example.org/'],
  phone: ['112', '+43 (0)1 234-56-78'],
  percent: ['0.125', '1', '-3.5', '1e20'],
  rating: ['1', '5'],
  duration: ['5400', '-61', '9007199254740991'],
  currency: ['1250', '-5', '0', '9007199254740991'],
  autonumber: ['1', '12', '1000000'],
  // Their names.
  attachment: ['One.txt', 'Plan, "final".pdf|Two.txt', null],
  created_time: ['2026-01-02 03:04:05.678999+00', '2026-06-30 22:30:00+00'],
  changed_time: ['2026-01-02 03:04:05.678999+00', '2026-06-30 22:30:00+00'],
  created_by: [world.editor.id, world.creator.id, null],
  changed_by: [world.editor.id, world.creator.id, null],
})

export class TypeLab {
  readonly h: Harness
  readonly world: World
  #tables: TestTable[] = []
  #count = 0

  private constructor(h: Harness, world: World) {
    this.h = h
    this.world = world
  }

  static async start(): Promise<TypeLab> {
    const h = await startHarness()
    return new TypeLab(h, await buildWorld(h))
  }

  stop(): Promise<void> {
    return this.h.db.stop()
  }

  /** A base has not room for a table of each test. */
  async clear(): Promise<void> {
    for (const table of this.#tables.splice(0))
      await this.h.rpc(this.world.creator, 'delete_table', { table: table.id })
  }

  /** The table is gone for good. */
  forget({ id }: TestTable): void {
    this.#tables = this.#tables.filter((table) => table.id !== id)
  }

  /** A table whose field of this type holds these values (SQL literals), in records named 0, 1 and so on. */
  async tableWith(
    type: FieldTypeName,
    values: readonly (string | null)[],
    options: Json = optionsFor(type),
  ): Promise<TestTable> {
    const definition = {
      id: uuidV7(),
      name: `Change ${(this.#count += 1)}`,
      fields: [fieldOf('Name', 'text'), ...(type === 'link' ? [] : [fieldOf('Field', type, options)])],
    }
    const table = await this.h.rpc<TestTable>(this.world.creator, 'create_table', {
      base: this.world.base,
      definition,
    })
    if (type === 'link') {
      const link = fieldOf('Field', type, { target: table.id })
      table.fields.push(
        await this.h.rpc(this.world.creator, 'create_field', { table: table.id, definition: link }),
      )
    }
    this.#tables.push(table)
    const [row] = await this.h.db.sql`select format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = ${`data.${table.relation}`}::regclass and attname = ${columnOf(type)}`
    for (const [n, value] of values.entries()) {
      if (type === 'attachment') await this.addFiles(table, String(n), value?.split('|') ?? [])
      else
        await this.h.db.sql.unsafe(
          `insert into data.${table.relation} (name, ${columnOf(type)}) values ($1, $2::text::${row!['type']})`,
          [String(n), value],
        )
    }
    return table
  }

  /** A record with files of these names, which storage holds; answers their ids. */
  async addFiles(table: TestTable, record: string, names: readonly string[]): Promise<string[]> {
    const { base, editor } = this.world
    const [row] = await this.h.db.sql.unsafe(
      `insert into data.${table.relation} (name) values ($1) returning id`,
      [record],
    )
    const ids: string[] = []
    for (const name of names) {
      const id = uuidV7() as string
      const key = `a/${base}/${id}/${'0'.repeat(32)}`
      await this.h.db.sql`insert into plinth.attachment
        (id, base_id, table_id, field_id, record_id, name, mime, bytes, key, state, created_by)
        values (${id}, ${base}, ${table.id}, ${table.fields[1]!.id}, ${row!['id'] as string}, ${name}, 'text/plain', 5,
                ${key}, 'ready', ${editor.id})`
      ids.push(id)
    }
    await this.h.db.sql.unsafe(`update data.${table.relation} set field = $1 where id = $2`, [
      `{${ids.join(',')}}`,
      row!['id'] as string,
    ])
    return ids
  }

  preview<T>(table: TestTable, type: FieldTypeName, options: Json = {}): Promise<T> {
    return this.h.rpc<T>(this.world.creator, 'preview_type_change', {
      field: table.fields[1]!.id,
      type,
      options,
    })
  }

  change(table: TestTable, type: FieldTypeName, options: Json = {}): Promise<Step> {
    const field = table.fields[1]!.id
    return this.h.rpc<Step>(this.world.creator, 'change_type', { field, type, options })
  }

  /** Back to old values: one call. */
  changeBack(
    table: TestTable,
    type: string,
    kept: string | null,
    person: Person | null = this.world.creator,
  ) {
    const field = table.fields[1]!.id
    return this.h.rpc<Step>(person, 'change_type', { field, type, options: {}, kept })
  }

  async read(table: TestTable, column = 'field'): Promise<(string | null)[]> {
    return this.h.db.sql.begin(async (tx) => {
      await tx`set local time zone 'UTC'`
      const rows = await tx.unsafe(
        `select ${column}::text as value from data.${table.relation} order by name::int`,
      )
      return rows.map((row) => row['value'] as string | null)
    })
  }

  /** Writes the value of a record as an editor does. */
  write(table: TestTable, name: string | number, value: string | null): Promise<unknown> {
    return this.h.as(this.world.editor, (tx) =>
      tx.unsafe(`update data.${table.relation} set field = $1 where name = $2`, [value, String(name)]),
    )
  }

  insert(table: TestTable, name: string | number, value: string | null): Promise<unknown> {
    return this.h.as(this.world.editor, (tx) =>
      tx.unsafe(`insert into data.${table.relation} (name, field) values ($1, $2)`, [String(name), value]),
    )
  }

  trash(): Promise<TrashLine[]> {
    return this.h.rpc<TrashLine[]>(this.world.creator, 'base_trash', { base: this.world.base })
  }
}
