/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** A field goes back to the type that it had: who changed nothing since has exactly what was there, whatever fitted. */
import { fieldTypeNames, limits, typeTargets, uuidV7 } from '@plinth/domain'
import * as fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Harness, type Json, refusalOf, type TestTable, type World } from './harness.ts'
import { type Changeable, columnOf, levels, type Step, samplesOf, TypeLab } from './type-lab.ts'

let lab: TypeLab
let h: Harness
let world: World
beforeAll(async () => {
  lab = await TypeLab.start()
  ;({ h, world } = lab)
})
afterAll(() => lab.stop())
afterEach(() => lab.clear())

const make = <T = Json>(call: string, args: Record<string, unknown>) => h.rpc<T>(world.creator, call, args)
const idOf = (table: TestTable) => table.fields[1]!.id
/** What is in the trash of this table's field. */
const keptOf = async (table: TestTable) =>
  (await h.db.sql`select field_id from plinth_private.trash where origin = ${idOf(table)}`).map(
    (row) => row['field_id'] as string,
  )
const setRules = (table: TestTable, rules: object) =>
  make('set_field_rules', { field: idOf(table), rules, keep: false })

describe('a change back of many records', () => {
  const many = limits.rowsPerStep + 5
  async function large() {
    const table = await lab.tableWith('text', [])
    await h.db.sql.unsafe(
      `insert into data.${table.relation} (name, field)
       select g, case when g % 2 = 0 then g::text else 'n' || g end from generate_series(1, ${many}) as g`,
    )
    const kept = await toTheEnd(() => lab.change(table, 'integer'))
    return { table, kept }
  }
  async function toTheEnd(step: () => Promise<Step>): Promise<string> {
    for (;;) {
      const { field, kept } = await step()
      expect(kept === null).toBe(field === null)
      if (kept) return kept
    }
  }
  const sum = async ({ relation }: TestTable) =>
    (
      await h.db.sql.unsafe(
        `select md5(string_agg(name || '=' || coalesce(field::text, '-'), ',' order by name)) as sum from data.${relation}`,
      )
    )[0]!['sum'] as string

  test('goes in steps, needs the old values until it is done, and can be given up without losing them', async () => {
    const { table, kept } = await large()
    const half = await sum(table)
    const begun = { done: limits.rowsPerStep, total: many, field: null, table: null, kept: null }
    expect(await lab.changeBack(table, 'text', kept)).toEqual({ ...begun, done: 0 })
    expect(await lab.changeBack(table, 'text', kept)).toEqual(begun)
    expect(await refusalOf(lab.write(table, 1, '1'))).toMatch(/permission denied/)
    expect(await refusalOf(lab.changeBack(table, 'text', uuidV7()))).toBe('field_changing')
    await h.db
      .sql`update plinth_private.trash set trashed_at = now() - interval '90 days' where field_id = ${kept}`
    expect((await lab.trash()).map(({ id }) => id)).toContain(kept)
    const name = (await lab.trash()).find(({ id }) => id === kept)!.name
    for (const [call, args] of [
      ['restore_field', { field: kept }],
      ['empty_trash', { base: world.base, item: kept, confirm_name: name }],
      ['empty_trash', { base: world.base, item: null, confirm_name: 'Müller & Söhne' }],
    ] as const) {
      expect([call, await refusalOf(make(call, args))]).toEqual([call, 'field_changing'])
    }
    await make('cancel_type_change', { field: idOf(table) })
    expect(await sum(table)).toBe(half)
    await h.db.sql`update plinth_private.trash set trashed_at = now() where field_id = ${kept}`
    // Who goes on with what somebody left does not know what it is filled from.
    await lab.changeBack(table, 'text', kept)
    await toTheEnd(() => lab.change(table, 'text'))
    const [row] = await h.db.sql.unsafe(
      `select count(*)::int as n from data.${table.relation} where field = case when name::int % 2 = 0 then name else 'n' || name end`,
    )
    expect(row!['n']).toBe(many)
    expect(await keptOf(table)).toHaveLength(1)
  })

  test('goes with its table, and nothing of it is left behind', async () => {
    const { table, kept } = await large()
    await lab.changeBack(table, 'text', kept)
    await make('delete_table', { table: table.id })
    expect(await refusalOf(make('restore_field', { field: kept }))).toBe('not_found')
    await make('empty_trash', { base: world.base, item: null, confirm_name: 'Müller & Söhne' })
    expect(await h.db.sql`select 1 from plinth_private.type_change where field_id = ${idOf(table)}`).toEqual(
      [],
    )
    expect(await keptOf(table)).toEqual([])
    lab.forget(table)
  })
})

// Links are in tests of their own.
const pairs = fieldTypeNames
  .flatMap((from) => typeTargets(from).map((to) => [from as Changeable, to] as const))
  .filter((pair) => !(pair as readonly string[]).includes('link'))

describe('every pair of types', () => {
  test.each(pairs)('%s to %s and back, and again, and back', async (from, to) => {
    const table = await lab.tableWith(from, samplesOf(world)[from])
    const column = columnOf(from)
    const first = await lab.read(table, column)
    const versions = () =>
      h.db.sql.unsafe(`select id, ver, changed_at from data.${table.relation} order by id`)
    const before = await versions()
    const there = await lab.change(table, to)
    const changed = await lab.read(table)
    const back = await lab.changeBack(table, from, there.kept)
    expect(back.field).toMatchObject({ type: from, column })
    expect(await lab.read(table, column)).toEqual(first)
    const again = await lab.changeBack(table, to, back.kept)
    expect(again.field).toMatchObject({ type: to, options: there.field!.options })
    expect(await lab.read(table)).toEqual(changed)
    const last = await lab.changeBack(table, from, again.kept)
    expect(await lab.read(table, column)).toEqual(first)
    expect(await versions()).toEqual(before)
    // What was used is gone, and what it made is there.
    expect(await keptOf(table)).toEqual([last.kept])
    const [line] = (await lab.trash()).filter(({ id }) => id === last.kept)
    expect(line).toMatchObject({ replaced: true, records: changed.filter((value) => value !== null).length })
  })
})

describe('what happened meanwhile', () => {
  test('stays: values that somebody changed, emptied or filled, and records that are new', async () => {
    const table = await lab.tableWith('text', ['7', 'seven', '8', '9', null, 'ten'])
    const { kept } = await lab.change(table, 'integer')
    await lab.write(table, 0, '70')
    await lab.write(table, 1, '17')
    await lab.write(table, 2, null)
    await lab.write(table, 4, '5')
    await lab.insert(table, 6, '6')
    const back = await lab.changeBack(table, 'text', kept)
    expect(await lab.read(table)).toEqual(['70', '17', null, '9', '5', 'ten', '6'])
    await lab.write(table, 3, 'nine')
    await lab.changeBack(table, 'integer', back.kept)
    expect(await lab.read(table)).toEqual(['70', '17', null, null, '5', null, '6'])
  })

  test('stays as far as it says something in the type that comes back', async () => {
    const table = await lab.tableWith('integer', ['7', '8'])
    const { kept } = await lab.change(table, 'text')
    await lab.write(table, 0, 'seven')
    await lab.changeBack(table, 'integer', kept)
    expect(await lab.read(table)).toEqual([null, '8'])
    const [item] = await keptOf(table)
    const { field } = await make<Step>('restore_field', { field: item })
    expect(await lab.read(table, field!.column)).toEqual(['seven', '8'])
  })

  test('stays: a record that was deleted is, and one that came back from that has its value', async () => {
    const table = await lab.tableWith('text', ['a', 'b', 'c'])
    const { kept } = await lab.change(table, 'integer')
    const gone = await h.db.sql.unsafe(`delete from data.${table.relation} where name <> '2' returning *`)
    await h.db.sql.unsafe(`insert into data.${table.relation} (id, name) values ($1, '0')`, [gone[0]!['id']])
    await lab.changeBack(table, 'text', kept)
    expect(await lab.read(table)).toEqual(['a', 'c'])
  })

  test('is no matter to what nobody touched: the zone of the base, names of people, labels of options', async () => {
    const moments = ['2026-01-02 22:59:59.123+00', '2026-06-30 22:30:00+00']
    const days = await lab.tableWith('datetime', moments)
    const people = await lab.tableWith('person', [world.editor.id, world.creator.id])
    const words = await lab.tableWith('text', ['low ', 'low', 'odd'])
    const kept = [
      await lab.change(days, 'date'),
      await lab.change(people, 'text'),
      await lab.change(words, 'single_select', levels),
    ].map((step) => step.kept)
    await make('update_base', { base: world.base, changes: { timeZone: 'Pacific/Kiritimati' } })
    await h.rpc(world.editor, 'save_profile', { changes: { name: 'Somebody else' } })
    const options = levels.options.map((option) => ({ ...option, label: `${option.label}!` }))
    await make('update_field', { field: idOf(words), changes: { options: { options } } })
    await lab.changeBack(days, 'datetime', kept[0]!)
    await lab.changeBack(people, 'person', kept[1]!)
    await lab.changeBack(words, 'text', kept[2]!)
    await make('update_base', { base: world.base, changes: { timeZone: 'Europe/Vienna' } })
    expect(await lab.read(days)).toEqual(moments)
    expect(await lab.read(people)).toEqual([world.editor.id, world.creator.id])
    expect(await lab.read(words)).toEqual(['low ', 'low', 'odd'])
  })

  test('and whatever it was, nothing is lost that a model of it keeps', async () => {
    const word = fc.oneof(fc.constantFrom('7', ' +08', 'x', '9007199254740992'), fc.integer().map(String))
    const act = fc.oneof(
      fc.record({ kind: fc.constant('turn' as const) }),
      fc.record({ kind: fc.constant('write' as const), at: fc.nat(20), text: fc.option(word) }),
      fc.record({ kind: fc.constant('add' as const), text: fc.option(word) }),
      fc.record({ kind: fc.constant('delete' as const), at: fc.nat(20) }),
    )
    const runs = fc.tuple(fc.array(fc.option(word), { maxLength: 6 }), fc.array(act, { maxLength: 12 }))
    await fc.assert(
      fc.asyncProperty(runs, async ([texts, acts]) => {
        const table = await lab.tableWith('text', texts)
        const model = new Model(texts)
        let kept: string | null = null
        for (const one of acts) {
          const name = one.kind === 'write' || one.kind === 'delete' ? model.nameAt(one.at) : undefined
          if (one.kind === 'turn') {
            const type = model.turn()
            kept = (await (kept ? lab.changeBack(table, type, kept) : lab.change(table, type))).kept
          } else if (one.kind === 'add') {
            await lab.insert(table, model.add(one.text), model.fit(one.text))
          } else if (name === undefined) continue
          else if (one.kind === 'write') await lab.write(table, name, model.write(name, one.text))
          else {
            await h.db.sql.unsafe(`delete from data.${table.relation} where name = '${model.delete(name)}'`)
          }
        }
        expect(await lab.read(table)).toEqual(model.values())
        await lab.clear()
      }),
      { numRuns: 25 },
    )
  })
})

interface Kept {
  value: string | null
  became: string | null
}

/** Text or integer, with what was kept of the other: what a field and its old values are to each other. */
class Model {
  type: 'text' | 'integer' = 'text'
  readonly #present = new Map<number, string | null>()
  #kept: ReadonlyMap<number, Kept> = new Map()
  #next = 0

  constructor(texts: readonly (string | null)[]) {
    for (const text of texts) this.#present.set(this.#next++, text)
  }

  turn(): 'text' | 'integer' {
    this.type = this.type === 'text' ? 'integer' : 'text'
    const kept = new Map<number, Kept>()
    for (const [name, now] of this.#present) {
      const old = this.#kept.get(name)
      const value = old && old.became === now ? old.value : this.fit(now)
      kept.set(name, { value: now, became: value })
      this.#present.set(name, value)
    }
    this.#kept = kept
    return this.type
  }

  /** A text as the present type has it. */
  fit(text: string | null): string | null {
    if (text === null || this.type === 'text') return text
    const fits = /^\s*[+-]?\d+\s*$/.test(text) && Number.isSafeInteger(Number(text))
    return fits ? String(Number(text)) : null
  }

  nameAt(at: number): number | undefined {
    const names = [...this.#present.keys()]
    return names[at % names.length]
  }

  add(text: string | null): number {
    this.#present.set(this.#next, this.fit(text))
    return this.#next++
  }

  write(name: number, text: string | null): string | null {
    const value = this.fit(text)
    this.#present.set(name, value)
    return value
  }

  delete(name: number): number {
    this.#present.delete(name)
    return name
  }

  values(): (string | null)[] {
    return [...this.#present].toSorted(([a], [b]) => a - b).map(([, value]) => value)
  }
}

describe('with its values a field gets back', () => {
  test('its default, which an own field made of the old values has not', async () => {
    const table = await lab.tableWith('text', ['7'])
    const preset = { kind: 'value', value: 'ten' }
    await make('update_field', { field: idOf(table), changes: { default: preset } })
    const { kept, field } = await lab.change(table, 'integer')
    expect(field!.default).toBeNull()
    expect((await lab.changeBack(table, 'text', kept)).field).toMatchObject({ default: preset })
    await h.db.sql.unsafe(`insert into data.${table.relation} (name) values ('1')`)
    expect(await lab.read(table)).toEqual(['7', 'ten'])
    const again = await lab.change(table, 'integer')
    const own = await make<Step>('restore_field', { field: again.kept })
    expect(own.field).toMatchObject({ type: 'text', default: null, rules: {} })
  })

  test('its rules, those too that the other type has not, as far as records follow them', async () => {
    const table = await lab.tableWith('text', ['yes', 'no way', null])
    await setRules(table, { unique: true, maxLength: 6 })
    const { kept, field } = await lab.change(table, 'checkbox')
    expect(field!.rules).toEqual({})
    const back = await lab.changeBack(table, 'text', kept)
    expect(back.field!.rules).toEqual({ unique: true, maxLength: 6 })
    expect(await refusalOf(lab.write(table, 1, 'yes'))).toMatch(/unique constraint/)
    expect(await refusalOf(lab.write(table, 1, 'not at all'))).toMatch(/check constraint/)
    const again = await lab.changeBack(table, 'checkbox', back.kept)
    await lab.write(table, 1, 'false')
    await lab.write(table, 2, 'false')
    const last = await lab.changeBack(table, 'text', again.kept)
    expect(last.field!.rules).toEqual({ unique: true, maxLength: 6, newOnly: ['unique'] })
    expect(await refusalOf(lab.write(table, 0, 'No'))).toBe('not_unique')
    expect(await lab.read(table)).toEqual(['yes', 'No', 'No'])
  })

  test('its rules for new and changed values, where a record breaks them by now', async () => {
    const table = await lab.tableWith('text', ['7', '8'])
    await setRules(table, { required: true, minLength: 1 })
    const { kept } = await lab.change(table, 'checkbox')
    await h.db.sql.unsafe(`insert into data.${table.relation} (name) values ('2')`)
    const { field } = await lab.changeBack(table, 'text', kept)
    expect(field!.rules).toEqual({ required: true, minLength: 1, newOnly: ['required'] })
    expect(await lab.read(table)).toEqual(['7', '8', null])
  })

  test('its workflow, which the other type has not', async () => {
    const table = await lab.tableWith('status', ['o0', 'o0'])
    const field = idOf(table)
    const step = {
      id: uuidV7(),
      name: 'Go',
      from: 'o0',
      to: 'o1',
      roles: null,
      requires: [],
      fourEyes: false,
    }
    const guard = { call: 'is_filled', args: [{ field: table.fields[0]!.id }] }
    await make('set_transitions', { field, transitions: [{ ...step, guard }] })
    const before = await make('transitions', { field })
    const { kept } = await lab.change(table, 'text')
    await lab.write(table, 1, 'Yes')
    const back = await lab.changeBack(table, 'status', kept)
    expect(await lab.read(table)).toEqual(['o0', 'o3'])
    expect(await make('transitions', { field })).toEqual(before)
    expect(await refusalOf(lab.write(table, 0, 'o2'))).toBe('transition_refused')
    await lab.write(table, 0, 'o1')
    const again = await lab.changeBack(table, 'text', back.kept)
    expect(await lab.read(table)).toEqual(['7', 'Yes'])
    await lab.changeBack(table, 'status', again.kept)
    expect(await make('transitions', { field })).toEqual(before)
    expect(await lab.read(table)).toEqual(['o1', 'o3'])
  })

  test('the options that it had, whatever those of the other type were', async () => {
    const table = await lab.tableWith('single_select', ['o0', 'o3', 'o0'])
    const { kept } = await lab.change(table, 'text')
    const { kept: texts } = await lab.changeBack(table, 'single_select', kept)
    const [row] = await h.db.sql`select options from plinth.field where id = ${idOf(table)}`
    expect(row!['options']).toMatchObject(levels)
    expect((await lab.changeBack(table, 'text', texts)).field).toMatchObject({ type: 'text' })
    expect(await lab.read(table)).toEqual(['low', 'Yes', 'low'])
  })
})

describe('a change back is refused', () => {
  test('with what is no old value of this field', async () => {
    const [table, other] = [await lab.tableWith('text', ['7']), await lab.tableWith('text', ['8'])]
    const { kept } = await lab.change(table, 'integer')
    const { kept: others } = await lab.change(other, 'integer')
    const third = await lab.tableWith('text', ['x'])
    await make('delete_field', { field: idOf(third) })
    await make('delete_table', { table: third.id })
    for (const wrong of [others, uuidV7(), idOf(table), idOf(third), third.id]) {
      expect(await refusalOf(lab.changeBack(table, 'text', wrong))).toBe('values_gone')
    }
    expect(await refusalOf(lab.changeBack(table, 'date', kept))).toBe('invalid_input')
    expect(await refusalOf(make('change_type', { field: idOf(table), type: null, options: {}, kept }))).toBe(
      'invalid_input',
    )
    await make('restore_field', { field: kept })
    expect(await refusalOf(lab.changeBack(table, 'text', kept))).toBe('values_gone')
    expect(await lab.read(table)).toEqual(['7'])
    await make('restore_table', { table: third.id })
  })

  test('while the old values are on their way back as a field of their own', async () => {
    const table = await lab.tableWith('text', [])
    await h.db.sql.unsafe(
      `insert into data.${table.relation} (name, field) select g, g from generate_series(1, 2100) as g`,
    )
    await lab.change(table, 'integer')
    await lab.change(table, 'integer')
    const [kept] = await keptOf(table)
    // A copy under way is in the trash, too, and none of the old values.
    const copy = { field: idOf(table), copy: uuidV7(), name: 'Copy', with_values: true }
    expect((await make<Step>('duplicate_field', copy)).field).toBeNull()
    expect(await refusalOf(lab.changeBack(table, 'text', copy.copy))).toBe('values_gone')
    expect((await make<Step>('restore_field', { field: kept })).field).toBeNull()
    expect(await refusalOf(lab.changeBack(table, 'text', kept!))).toBe('values_gone')
  })

  test('where the field has another type by now than the one that the values became', async () => {
    const table = await lab.tableWith('text', ['7'])
    const { kept } = await lab.change(table, 'integer')
    const { kept: numbers } = await lab.change(table, 'number')
    expect(await refusalOf(lab.changeBack(table, 'text', kept))).toBe('invalid_input')
    await lab.changeBack(table, 'integer', numbers)
    expect((await lab.changeBack(table, 'text', kept)).field).toMatchObject({ type: 'text' })
  })

  test('while a rule reads the field, or somebody has it hidden', async () => {
    const table = await lab.tableWith('text', ['7'])
    const field = idOf(table)
    const { kept } = await lab.change(table, 'integer')
    const rule = { call: 'is_filled', args: [{ field }] }
    const grant = { role: world.role, table: table.id, action: 'read' }
    await make('set_grant', { ...grant, scope: 'rules', rule })
    expect(await refusalOf(lab.changeBack(table, 'text', kept))).toBe('used_by_rule')
    await make('set_grant', { ...grant, scope: null, rule: null })
    await make('set_field_grant', { role: world.role, field, access: 'hidden' })
    expect(await refusalOf(lab.changeBack(table, 'text', kept))).toBe('field_hidden')
    await make('set_field_grant', { role: world.role, field, access: null })
  })

  test('to everybody who does not shape the base, and a creator of another base finds nothing', async () => {
    const table = await lab.tableWith('text', ['7'])
    const { kept } = await lab.change(table, 'integer')
    const { editor, viewer, holder, member, outsider, anonymous } = world
    for (const person of [editor, viewer, holder, member, outsider, anonymous, null]) {
      expect(await refusalOf(lab.changeBack(table, 'text', kept, person))).toMatch(
        /forbidden|not_found|permission denied|not_signed_in/,
      )
    }
    const base = uuidV7()
    const settings = { hue: 'blue', timeZone: 'UTC', locale: 'en', weekStart: 1 }
    await h.rpc(member, 'create_base', { base, workspace: world.workspace, name: 'Own', settings })
    const fields = [{ id: uuidV7(), name: 'A', type: 'integer', options: {} }]
    const definition = { id: uuidV7(), name: 'Own', fields }
    await h.rpc(member, 'create_table', { base, definition })
    const args = { field: fields[0]!.id, type: 'text', options: {}, kept }
    expect(await refusalOf(h.rpc(member, 'change_type', args))).toBe('values_gone')
    expect(await lab.read(table)).toEqual(['7'])
  })
})
