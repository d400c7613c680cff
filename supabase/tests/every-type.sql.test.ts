/**
 * Every type of field through everything that is done with values: made, changed, refused by the calls and by REST, filtered by each
 * operator, sorted, grouped, summed up, copied; but files and links, which have tests of their own. Walks over the registry: a type
 * that is added has to say its samples here.
 */
import {
  type CellValue,
  type FieldTypeName,
  type FilterOperator,
  fieldTypeNames,
  figuresOf,
  isComputed,
  isGroupable,
  isSortable,
  type OptionId,
  operatorsOf,
  typeTargets,
  uuidV7,
} from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  fieldOf,
  type Harness,
  type Json,
  type Person,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'

let h: Harness
let world: World
let made = 0
beforeAll(async () => {
  ;({ h, world } = await startWorld())
})
afterAll(() => h.db.stop())

interface Samples {
  /** Two values that differ, the lesser one first where the type has an order. */
  readonly good: readonly [CellValue, CellValue]
  /** What is no value, with the code of its refusal by a call. */
  readonly bad: readonly (readonly [Json, string])[]
  /** As SQL: what REST sends past the calls, with the name of the rule that refuses it. */
  readonly past?: readonly [string, string]
  readonly options?: Json
}

const options = { options: ['low', 'mid'].map((id) => ({ id, label: id, hue: 'red' })) }
const choices: Samples = {
  good: ['low', 'mid'],
  bad: [
    ['gone', 'option_unknown'],
    [7, 'option_unknown'],
  ],
  past: ["'gone'", '__option'],
  options,
}
const sets = { one: ['low'] as OptionId[], both: ['low', 'mid'] as OptionId[] }
const whole = [
  [1.5, 'value_invalid'],
  ['7', 'value_invalid'],
  [2 ** 53, 'number_out_of_range'],
] as const

const samples = (): Record<Exclude<FieldTypeName, 'attachment' | 'link'>, Samples> => {
  const computed: Samples = {
    good: [null, null],
    bad: [
      [null, 'field_read_only'],
      ['x', 'field_read_only'],
    ],
  }
  return {
    text: { good: ['a', 'b'], bad: [[7, 'value_invalid']], past: ["repeat('x', 2001)", '__length'] },
    long_text: {
      good: ['a\nb', 'c'],
      bad: [[[], 'value_invalid']],
      past: ["repeat('x', 100001)", '__length'],
    },
    integer: { good: [-3, 7], bad: whole, past: ['9007199254740992', '__range'] },
    number: { good: [-0.5, 1e20], bad: [['7', 'value_invalid']], past: ["'NaN'", '__finite'] },
    checkbox: { good: [true, false], bad: [['yes', 'value_invalid']] },
    date: {
      good: ['2024-02-29', '2026-01-02'],
      bad: [['2023-02-29', 'date_invalid']],
      past: ["'10000-01-01'", '__date'],
    },
    datetime: {
      good: ['2024-02-29T10:00:00.000Z', '2026-01-02T03:04:05.678Z'],
      bad: [['2024-02-29', 'date_invalid']],
      past: ["'10000-01-01T00:00:00Z'", '__date'],
    },
    single_select: choices,
    status: choices,
    email: {
      good: ['a@example.org', 'b@example.org'],
      bad: [['nobody', 'email_invalid']],
      past: ["'nobody'", '__email'],
    },
    url: {
      good: ['https://a.example', 'https://b.example'],
      bad: [['a.example', 'url_invalid']],
      past: ["'a.example'", '__url'],
    },
    phone: { good: ['112', '555 0123'], bad: [['call me', 'phone_invalid']], past: ["'call me'", '__phone'] },
    percent: { good: [0.07, 0.125], bad: [['7%', 'value_invalid']], past: ["'Infinity'", '__finite'] },
    rating: {
      good: [1, 5],
      bad: [
        [11, 'number_out_of_range'],
        [2.5, 'value_invalid'],
      ],
      past: ['6', '__range'],
    },
    duration: { good: [-61, 5_400], bad: whole, past: ['9007199254740992', '__range'] },
    currency: {
      good: [-5, 1_250],
      bad: whole,
      past: ['9007199254740992', '__range'],
      options: { currency: 'EUR' },
    },
    person: {
      good: [world.editor.id, world.viewer.id],
      bad: [
        ['nobody', 'value_invalid'],
        [uuidV7() as string, 'value_invalid'],
      ],
    },
    multi_select: {
      good: [sets.one, sets.both],
      bad: [
        ['low', 'option_unknown'],
        [['low', 'gone'], 'option_unknown'],
        [[7], 'option_unknown'],
      ],
      past: ["array['mid', 'mid']", '__set'],
      options,
    },
    json: {
      good: ['{"a": [1, 2.50]}', '"text"'],
      bad: [
        ['{a: 1}', 'value_invalid'],
        [{ a: 1 }, 'value_invalid'],
        ['null', 'value_invalid'],
        [`${'['.repeat(33)}${']'.repeat(33)}`, 'value_invalid'],
        [JSON.stringify('x'.repeat(100_000)), 'value_too_long'],
      ],
      past: ["'null'", '__document'],
    },
    created_time: computed,
    changed_time: computed,
    created_by: computed,
    changed_by: computed,
    autonumber: computed,
  }
}
type Sampled = keyof ReturnType<typeof samples>
const sampled = fieldTypeNames.filter((type): type is Sampled => type !== 'attachment' && type !== 'link')

interface Stage {
  readonly table: TestTable
  readonly title: string
  readonly field: string
  readonly column: string
}

async function stageOf(type: Sampled): Promise<Stage> {
  const definition = {
    id: uuidV7(),
    name: `Every type ${(made += 1)}`,
    fields: [fieldOf('Title', 'text'), fieldOf('Value', type, samples()[type].options ?? {})],
  }
  const table = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
  const [title, value] = table.fields
  return { table, title: title!.id, field: value!.id, column: value!.column }
}

async function apply(who: Person, stage: Stage, record: string, values: Json, base?: Json): Promise<string> {
  const mutation = { id: uuidV7(), table: stage.table.id, record, values }
  const kind = base === undefined ? { kind: 'insert' } : { kind: 'update', base }
  const [outcome] = await h.rpc<{ status: string; error?: { code: string; details: { field?: string } } }[]>(
    who,
    'apply_mutations',
    { batch: { mutations: [{ ...mutation, ...kind }], atomic: false } },
  )
  return outcome!.error?.code ?? outcome!.status
}

async function rowsOf(stage: Stage, query: object = {}): Promise<Json[][]> {
  const { rows } = await h.rpc<{ rows: Json[][] }>(world.viewer, 'rows_window', {
    query: { table: stage.table.id, sorts: [], fields: [stage.title, stage.field], ...query },
    anchor: null,
    direction: 'forward',
    skip: 0,
    take: 10,
  })
  return rows
}
const titlesOf = async (stage: Stage, query: object) => (await rowsOf(stage, query)).map((row) => row[2])

const told = (work: Promise<unknown>) => work.catch((error: { code: string }) => error.code)

/** Records a and b with the two good values, and c without. */
async function fill(type: Sampled, stage: Stage): Promise<readonly string[]> {
  const { good } = samples()[type]
  const records = [uuidV7() as string, uuidV7() as string, uuidV7() as string]
  for (const [n, title] of ['a', 'b', 'c'].entries()) {
    const value = n < 2 && !isComputed(type) ? { [stage.field]: good[n] as Json } : {}
    expect(await apply(world.editor, stage, records[n]!, { [stage.title]: title, ...value })).toBe('ok')
  }
  return records
}

/** What an operator compares with; undefined: nothing. */
function comparedWith(type: Sampled, operator: FilterOperator): Json | undefined {
  if (operator === 'empty' || operator === 'not_empty') return undefined
  if (operator === 'within') return { period: 'past', unit: 'year', count: 1 }
  const value = isComputed(type)
    ? type === 'autonumber'
      ? 2
      : type.endsWith('_by')
        ? 'me'
        : '2020-01-01'
    : (samples()[type].good[0] as Json)
  return (operator === 'any_of' || operator === 'none_of') && !Array.isArray(value) ? [value] : value
}

describe.each(sampled)('a value of type %s', (type) => {
  test('is made, changed and read back', async () => {
    const stage = await stageOf(type)
    const [record] = await fill(type, stage)
    if (isComputed(type)) return
    const [one, other] = samples()[type].good as [Json, Json]
    expect((await rowsOf(stage)).find(([id]) => id === record)![3]).toEqual(one)
    // A workflow without steps lets a state go nowhere.
    if (type === 'status') return
    expect(await apply(world.editor, stage, record!, { [stage.field]: other }, { [stage.field]: one })).toBe(
      'ok',
    )
    expect((await rowsOf(stage)).find(([id]) => id === record)![3]).toEqual(other)
    expect(await apply(world.editor, stage, record!, { [stage.field]: null }, { [stage.field]: other })).toBe(
      'ok',
    )
    expect((await rowsOf(stage)).find(([id]) => id === record)![3]).toBeNull()
  })

  test('that is none is refused with its code, by the calls and past them', async () => {
    const stage = await stageOf(type)
    for (const [value, code] of samples()[type].bad)
      expect([value, await apply(world.editor, stage, uuidV7(), { [stage.field]: value })]).toEqual([
        value,
        code,
      ])
    const { past } = samples()[type]
    if (!past) return
    const insert = `insert into data.${stage.table.relation} (${stage.column}) values (${past[0]})`
    const refusal: unknown = await h
      .as(world.editor, (tx) => tx.unsafe(insert))
      .then(
        () => 'stored',
        (error: { message: string }) => error.message,
      )
    expect(refusal).toContain(`${stage.column}${past[1]}`)
  })

  test('is filtered by every operator of its type', async () => {
    const stage = await stageOf(type)
    await fill(type, stage)
    for (const operator of operatorsOf(type)) {
      const value = comparedWith(type, operator)
      const item = { field: stage.field, operator, ...(value === undefined ? {} : { value }) }
      const found = await titlesOf(stage, { filter: { join: 'and', items: [item] } })
      const opposite = operatorsOf(type).find((each) => each === opposites[operator])
      expect(found.length).toBeLessThanOrEqual(3)
      if (!opposite) continue
      // What one operator finds, its opposite does not, and together they find all.
      const rest = await titlesOf(stage, {
        filter: { join: 'and', items: [{ ...item, operator: opposite }] },
      })
      expect([operator, [...found, ...rest].toSorted()]).toEqual([operator, ['a', 'b', 'c']])
    }
  })

  test('is sorted and grouped where its type is', async () => {
    const stage = await stageOf(type)
    await fill(type, stage)
    const sorts = [{ field: stage.field, direction: 'asc' }]
    const sorted = await told(titlesOf(stage, { sorts }).then((titles) => titles.toSorted()))
    expect(sorted).toEqual(isSortable(type) ? ['a', 'b', 'c'] : 'invalid_input')
    const grouped = await told(
      h
        .rpc<{ records: number }>(world.viewer, 'view_groups', {
          query: { table: stage.table.id, sorts: [], groups: sorts },
          figures: {},
          skip: 0,
          take: 10,
        })
        .then(() => 'grouped'),
    )
    expect(grouped).toBe(isGroupable(type) ? 'grouped' : 'invalid_input')
  })

  test('becomes what its type can become, or is counted as one that does not fit', async () => {
    const stage = await stageOf(type)
    await fill(type, stage)
    const [row] = await h.db.sql.unsafe(
      `select count(${stage.column})::int as filled from data.${stage.table.relation}`,
    )
    for (const target of typeTargets(type)) {
      const preview = await h.rpc<{ converts: number; empties: number }>(
        world.creator,
        'preview_type_change',
        {
          field: stage.field,
          type: target,
          options: target === 'currency' ? { currency: 'EUR' } : {},
        },
      )
      expect([target, preview.converts + preview.empties]).toEqual([target, row!['filled']])
    }
  })

  test('has every figure of its type', async () => {
    const stage = await stageOf(type)
    await fill(type, stage)
    for (const kind of figuresOf(type)) {
      const { figures, total } = await h.rpc<{ figures: Record<string, Json>; total: number }>(
        world.viewer,
        'view_summary',
        { query: { table: stage.table.id, sorts: [] }, figures: { [stage.field]: kind } },
      )
      expect([kind, total, Object.keys(figures)]).toEqual([kind, 3, [stage.field]])
      expect([kind, figures[stage.field]]).not.toEqual([kind, null])
    }
  })
})

const opposites: Partial<Record<FilterOperator, FilterOperator>> = {
  is: 'is_not',
  contains: 'not_contains',
  any_of: 'none_of',
  empty: 'not_empty',
}
