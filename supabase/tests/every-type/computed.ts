/** Fields that are computed, of every type that a result may have: formulas, and rollups, lookups and counts of linked records. */
import {
  type CellValue,
  type FieldTypeName,
  type RollupFunction,
  rollupFunctions,
  uuidV7,
} from '@plinth/domain'
import { fieldOf, type Json, type TestTable } from '../harness.ts'
import { type Cell, cellsOf, type Matrix, placeIn, type Stage, type Subject } from './matrix.ts'
import { samplesOf, type Written } from './samples.ts'

const call = (name: string, ...args: Json[]): Json => ({ call: name, args })
const number = (value: number): Json => ({ number: value })

interface Formula {
  readonly of: FieldTypeName
  /** What the field that it reads holds, and what comes of it, in the order of these. */
  readonly from: readonly Json[]
  readonly values: readonly CellValue[]
  /** What comes of nothing; absent: nothing. */
  readonly without?: CellValue
  readonly tree: (input: Json) => Json
}

/** By the type of the result: all that hold one. */
const formulas = {
  number: {
    of: 'integer',
    from: [-3, 1, 1_000],
    values: [-1.5, 0.5, 500],
    tree: (input) => call('/', input, number(2)),
  },
  percent: {
    of: 'integer',
    from: [-1, 1, 12],
    values: [-0.25, 0.25, 3],
    tree: (input) => call('/', input, number(4)),
  },
  duration: {
    of: 'duration',
    from: [-61, 0, 5_400],
    values: [-122, 0, 10_800],
    tree: (input) => call('*', input, number(2)),
  },
  text: {
    of: 'text',
    from: ['Item 9', 'item 10', 'Zebra'],
    values: ['Item 9!', 'item 10!', 'Zebra!'],
    tree: (input) => call('if', call('is_filled', input), call('&', input, { text: '!' })),
  },
  long_text: {
    of: 'text',
    from: ['Item 9', 'item 10', 'Zebra'],
    values: ['ITEM 9', 'ITEM 10', 'ZEBRA'],
    tree: (input) => call('upper', input),
  },
  date: {
    of: 'date',
    from: ['2024-02-28', '2025-12-30', '9998-12-30'],
    values: ['2024-02-29', '2025-12-31', '9998-12-31'],
    tree: (input) => call('add_days', input, number(1)),
  },
  datetime: {
    of: 'date',
    from: ['2024-03-30', '2024-03-31', '9998-12-31'],
    // Noon in Vienna, before and after the clocks are turned.
    values: ['2024-03-30T11:00:00.000Z', '2024-03-31T10:00:00.000Z', '9998-12-31T11:00:00.000Z'],
    tree: (input) => call('datetime_of', input, number(12), number(0)),
  },
  // A condition is true or false, of nothing too.
  checkbox: {
    of: 'integer',
    from: [-1, 1],
    values: [false, true],
    without: false,
    tree: (input) => call('>', input, number(0)),
  },
} as const satisfies Partial<Record<FieldTypeName, Formula>>

type Computed = Pick<Formula | Rollup, 'values' | 'without'>

function stageOn(
  table: TestTable,
  { id, column, type }: TestTable['fields'][number],
  cells: readonly Cell[],
  { values, without = null }: Computed,
): Stage {
  // What comes of nothing is less than all else, where it is not one of the others.
  const ranked = without === null || values.includes(without) ? values : [without, ...values]
  return { table, type, title: table.fields[0]!.id, field: id, column, cells, ranked }
}

async function formula(matrix: Matrix, type: FieldTypeName, its: Formula): Promise<Stage> {
  const table = await matrix.table([fieldOf('Title', 'text'), fieldOf('Input', its.of)])
  const [title, input] = table.fields.map(({ id }) => id) as [string, string]
  const made = await matrix.addField(table, { name: 'Value', formula: its.tree({ field: input }), type })
  const cells = cellsOf(its.values, its.without)
  for (const cell of cells)
    await matrix.make(table, cell.record, {
      [title]: cell.title,
      ...(placeIn(cell) < 0 ? {} : { [input]: its.from[placeIn(cell)] }),
    })
  return stageOn(table, made, cells, its)
}

interface Rollup {
  readonly type: FieldTypeName
  readonly of: FieldTypeName
  readonly options?: Json
  readonly isSingle?: true
  /** What the linked records hold of which it is made, for each value. */
  readonly from: readonly (readonly Json[])[]
  readonly values: readonly CellValue[]
  readonly without?: CellValue
}

/** A lookup is `first` where the link holds one record at most, else `concatenate`. */
const rollups: Record<RollupFunction, Rollup> = {
  count: {
    type: 'integer',
    of: 'text',
    from: [['x'], ['x', 'y'], ['x', 'y', 'z']],
    values: [1, 2, 3],
    without: 0,
  },
  sum: {
    type: 'currency',
    of: 'currency',
    options: { currency: 'EUR' },
    from: [[-2, 7], [1_250], [1_000, 299]],
    values: [5, 1_250, 1_299],
    without: 0,
  },
  average: { type: 'number', of: 'rating', from: [[1, 2], [3], [4, 5]], values: [1.5, 3, 4.5] },
  min: { type: 'percent', of: 'percent', from: [[1, -0.5], [0.25], [2, 1.5]], values: [-0.5, 0.25, 1.5] },
  max: {
    type: 'date',
    of: 'date',
    from: [['2024-02-29', '0001-01-01'], ['2025-12-31'], ['9998-12-31', '2024-02-29']],
    values: ['2024-02-29', '2025-12-31', '9998-12-31'],
  },
  any: {
    type: 'checkbox',
    of: 'checkbox',
    from: [[false], [false, true]],
    values: [false, true],
    without: false,
  },
  all: {
    type: 'checkbox',
    of: 'checkbox',
    from: [[true, false], [true]],
    values: [false, true],
    without: true,
  },
  concatenate: {
    type: 'long_text',
    of: 'text',
    from: [['Item 9', 'b', 'b'], ['item 10'], ['Zebra', 'a']],
    values: ['Item 9, b, b', 'item 10', 'Zebra, a'],
  },
  unique: {
    type: 'long_text',
    of: 'text',
    from: [['Item 9', 'b', 'b'], ['item 10'], ['Zebra', 'Zebra']],
    values: ['Item 9, b', 'item 10', 'Zebra'],
  },
  first: {
    type: 'text',
    of: 'text',
    isSingle: true,
    from: [['Item 9'], ['item 10'], ['Zebra']],
    values: ['Item 9', 'item 10', 'Zebra'],
  },
  last: {
    type: 'datetime',
    of: 'datetime',
    from: [['2024-03-30T22:59:59.999Z'], ['9998-12-31T12:00:00.000Z', '2024-03-30T23:00:00.000Z']],
    values: ['2024-03-30T22:59:59.999Z', '2024-03-30T23:00:00.000Z'],
  },
}

async function rollup(matrix: Matrix, name: RollupFunction, its: Rollup): Promise<Stage> {
  const others = await matrix.table([fieldOf('Name', 'text'), fieldOf('Of', its.of, its.options ?? {})])
  const of = others.fields[1]!.id
  const table = await matrix.table([fieldOf('Title', 'text')])
  const title = table.fields[0]!.id
  const link = await matrix.addField(table, {
    name: 'Links',
    type: 'link',
    options: { target: others.id, ...(its.isSingle ? { single: true } : {}) },
  })
  const field = name === 'count' ? {} : { field: of }
  const made = await matrix.addField(table, {
    name: 'Value',
    rollup: { link: link.id, function: name, ...field },
  })
  const cells = cellsOf(its.values, its.without)
  for (const cell of cells) {
    const records: string[] = []
    for (const value of its.from[placeIn(cell)] ?? []) {
      const record = uuidV7()
      await matrix.make(others, record, { [of]: value })
      records.push(record)
    }
    const links = records.length > 0 ? { [link.id]: { link: records } } : {}
    await matrix.make(table, cell.record, { [title]: cell.title, ...links })
  }
  return stageOn(table, made, cells, its)
}

/** Lookups of values that no text and no number says: of one record, and of several where each is told once. */
const lookups = [
  { type: 'single_select', of: 'status', name: 'first' },
  { type: 'multi_select', of: 'multi_select', name: 'unique' },
  { type: 'multi_select', of: 'single_select', name: 'unique' },
  { type: 'person', of: 'person', name: 'last' },
  { type: 'json', of: 'json', name: 'first' },
] as const satisfies readonly { type: FieldTypeName; of: Written; name: RollupFunction }[]

function lookup(matrix: Matrix, { type, of, name }: (typeof lookups)[number]): Promise<Stage> {
  const { values, options = {} } = samplesOf(of, matrix.world)
  const isSet = type === 'multi_select' && of === 'single_select'
  return rollup(matrix, name, {
    type,
    of,
    options,
    from: values.map((value) => [value, value] as Json[]),
    values: isSet ? values.map((value) => [value] as unknown as CellValue) : values,
  })
}

const formulaTypes = Object.keys(formulas) as readonly (keyof typeof formulas)[]

/** A formula of each type that holds results, and a rollup by each function. */
export const computed: readonly Subject[] = [
  ...formulaTypes.map((type) => ({
    name: `a formula (${type})`,
    type,
    stage: (matrix: Matrix) => formula(matrix, type, formulas[type]),
  })),
  ...rollupFunctions.map((name) => ({
    name: `a rollup, ${name} (${rollups[name].type})`,
    type: rollups[name].type,
    stage: (matrix: Matrix) => rollup(matrix, name, rollups[name]),
  })),
  ...lookups.map((its) => ({
    name: `a lookup of ${its.of} (${its.type})`,
    type: its.type,
    stage: (matrix: Matrix) => lookup(matrix, its),
  })),
]
