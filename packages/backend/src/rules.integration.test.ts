/** Rules of fields and tables through the whole stack: what breaks them is told, and they are validated behind the scenes. */
import type { FieldId, FieldRules, RuleTree, Table, TableRuleId } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addRecord,
  fieldOf,
  makeTable,
  newId,
  refusal,
  startWorld,
  value,
  type World,
} from './integration-world.ts'

let world: World
let table: Table
beforeAll(async () => {
  world = await startWorld()
  table = await makeTable(world, 'Ruled', [
    fieldOf('Name', 'text'),
    fieldOf('Low', 'integer'),
    fieldOf('High', 'integer'),
  ])
})
afterAll(() => world?.stop())

const idOf = (name: string): FieldId => table.fields.find((field) => field.name === name)!.id
const isOrdered = (): RuleTree => ({ call: '<=', args: [{ field: idOf('Low') }, { field: idOf('High') }] })

/** Constraints of the table that the database has not looked at its records for. */
async function unvalidated(): Promise<number> {
  const [row] = await world.sql`
    select count(*)::int as n from pg_constraint
    where conrelid = ${`data.${table.relation}`}::regclass and not convalidated`
  return row!['n'] as number
}

const setRules = (field: FieldId, rules: FieldRules, keep: boolean, who = world.owner) =>
  who.backend.bases.updateField(field, {}, { table: table.id, rules, keep })

describe('rules of fields', () => {
  it('are checked first: how many records break them, and which', async () => {
    const { rules } = world.owner.backend
    const poor = await addRecord(world.editor, table, {
      [idOf('Name')]: 'a',
      [idOf('Low')]: 1,
      [idOf('High')]: 2,
    })
    await addRecord(world.editor, table, { [idOf('Name')]: 'b', [idOf('Low')]: 50, [idOf('High')]: 60 })
    const checked = value(await rules.checkField(idOf('Low'), { min: 10 }))
    expect(checked).toEqual({ violations: 1, records: [poor], byRule: { min: 1 }, seenByAll: true })
    expect(refusal(await setRules(idOf('Low'), { min: 10 }, false))).toBe('rule_broken')
  })

  it('are kept to new and changed values, or set for all and validated', async () => {
    const kept = value(await setRules(idOf('Low'), { min: 10 }, true))
    expect(kept.rules).toEqual({ min: 10, newOnly: ['min'] })
    const all = value(await setRules(idOf('Name'), { required: true, maxLength: 5 }, false))
    expect(all.rules).toEqual({ required: true, maxLength: 5 })
    expect(await unvalidated()).toBe(0)
    const none = value(await setRules(idOf('Low'), {}, false))
    expect(none.rules).toEqual({})
  })

  it('reach everybody with the schema, with a pattern and its message', async () => {
    const pattern = { text: '[a-z]+', message: 'Small letters only' }
    value(await setRules(idOf('Name'), { pattern, unique: true }, false))
    const seen = value(await world.viewer.backend.bases.schema(world.base)).tables.find(
      ({ id }) => id === table.id,
    )!
    expect(seen.fields[0]!.rules).toEqual({ pattern, unique: true })
    value(await setRules(idOf('Name'), {}, false))
  })
})

describe('rules of tables', () => {
  it('are made, told to creators, and refuse with the message of their maker', async () => {
    const { rules } = world.owner.backend
    const id = newId<TableRuleId>()
    expect(value(await rules.checkTable(table.id, isOrdered()))).toEqual({
      violations: 0,
      records: [],
      momentary: false,
    })
    value(await rules.saveTable(table.id, id, { message: 'Low is not above High', rule: isOrdered() }, false))
    expect(await unvalidated()).toBe(0)
    expect(value(await rules.ofTable(table.id))).toEqual([
      { id, message: 'Low is not above High', rule: isOrdered(), newOnly: false },
    ])
    const schema = value(await world.editor.backend.bases.schema(world.base))
    expect(schema.tables.find((one) => one.id === table.id)!.rules).toEqual([
      { id, message: 'Low is not above High' },
    ])
    const [broken] = value(
      await world.editor.backend.rows.apply({
        atomic: false,
        mutations: [
          {
            id: newId(),
            kind: 'insert',
            table: table.id,
            record: newId(),
            values: { [idOf('Low')]: 9, [idOf('High')]: 1 },
          },
        ],
      }),
    )
    expect(broken).toMatchObject({ status: 'error', error: { code: 'rule_violated', details: { rule: id } } })
    value(await rules.deleteTable(id))
    expect(value(await rules.ofTable(table.id))).toEqual([])
  })

  it('that depend on who writes are said to be momentary', async () => {
    const rule = {
      call: 'or',
      args: [
        { call: 'is_filled', args: [{ field: idOf('Name') }] },
        { call: 'has_role', args: [{ text: 'editor' }] },
      ],
    }
    expect(value(await world.owner.backend.rules.checkTable(table.id, rule))).toMatchObject({
      momentary: true,
    })
  })
})

it('nobody but creators makes, checks or reads rules', async () => {
  for (const [person, code] of [
    [world.editor, 'forbidden'],
    [world.viewer, 'forbidden'],
    [world.outsider, 'not_found'],
  ] as const) {
    const { rules } = person.backend
    const definition = { message: 'No', rule: isOrdered() }
    expect(refusal(await rules.checkField(idOf('Low'), { min: 1 }))).toBe(code)
    expect(refusal(await setRules(idOf('Low'), { min: 1 }, true, person))).toBe(code)
    expect(refusal(await rules.ofTable(table.id))).toBe(code)
    expect(refusal(await rules.checkTable(table.id, isOrdered()))).toBe(code)
    expect(refusal(await rules.saveTable(table.id, newId(), definition, false))).toBe(code)
  }
  expect(refusal(await world.outsider.backend.rules.deleteTable(newId()))).toBe('not_found')
})
