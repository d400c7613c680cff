/** Links made at random, by people with rights made at random, are as a plain model has them. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, type Json, type Person, startWorld, type World } from './harness.ts'
import { type LinkLab, linkLab } from './link-lab.ts'
import { LinkModel, type ModelField, type ModelRecord } from './link-model.ts'
import { type Randomness, randomFrom } from './random-rights.ts'

let h: Harness
let world: World
let lab: LinkLab
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  lab = await linkLab(h, world)
}, 60_000)
afterAll(() => h.db.stop())

const kinds = ['red', 'green', 'blue']
const sides = ['films', 'people'] as const
type Side = (typeof sides)[number]
/** What one may do: all, nothing, or records of one kind. */
type Scope = 'all' | 'none' | string
interface Actor {
  person: Person
  read: Record<Side, Scope>
  update: Record<Side, Scope>
}
const reaches = (scope: Scope, record: ModelRecord) => scope === 'all' || scope === record.kind

async function setGrants(by: Randomness, role: string): Promise<Pick<Actor, 'read' | 'update'>> {
  const read = {} as Record<Side, Scope>
  const update = {} as Record<Side, Scope>
  for (const side of sides) {
    read[side] = by.oneOf(['all', 'all', 'none', ...kinds])
    update[side] = read[side] === 'none' ? 'none' : by.oneOf(['all', 'all', ...kinds])
    for (const [action, scope] of [
      ['read', read[side]],
      ['update', update[side]],
    ] as const) {
      const rule = { call: '=', args: [{ field: lab[side].fields[1]!.id }, { text: scope }] }
      const ruled = kinds.includes(scope)
      await h.rpc(world.creator, 'set_grant', {
        role,
        table: lab[side].id,
        action,
        scope: ruled ? 'rules' : scope,
        rule: ruled ? rule : null,
      })
    }
  }
  return { read, update }
}

async function fields(): Promise<ModelField[]> {
  const n = (await h.db.admin`select count(*)::int as n from plinth.field`)[0]!['n'] as number
  const make = async (
    from: Side,
    to: Side,
    single: boolean,
    pair: 'none' | 'many' | 'single',
    at: number,
  ): Promise<ModelField[]> => {
    const [name, other] = [`F${n}_${at}`, `G${n}_${at}`]
    await lab.link(lab[from], lab[to], name, {
      single,
      ...(pair === 'none' ? {} : { pair: other, pairSingle: pair === 'single' }),
    })
    const one: ModelField = { name, from, to, link: name, end: 0, single }
    const back: ModelField = {
      name: other,
      from: to,
      to: from,
      link: name,
      end: 1,
      single: pair === 'single',
    }
    return pair === 'none' ? [one] : [one, back]
  }
  return [
    ...(await make('films', 'people', false, 'many', 0)),
    ...(await make('people', 'films', true, 'many', 1)),
    ...(await make('films', 'people', true, 'single', 2)),
    ...(await make('films', 'films', false, 'single', 3)),
    ...(await make('people', 'films', false, 'none', 4)),
  ]
}

const seeds = Array.from({ length: Number(process.env['PLINTH_SEEDS'] ?? 4) }, (_, n) => n + 1)
test.each(seeds)('with seed %d', { timeout: 240_000 }, async (seed) => {
  const by = randomFrom(seed * 7919)
  const model = new LinkModel(await fields())
  for (const side of sides) {
    await h.db.sql.unsafe(`delete from data.${lab[side].relation} where id is not null`)
    for (let n = 0; n < 8; n += 1) {
      const label = by.oneOf(['Ada', 'ädä', 'Ben', null])
      const kind = by.oneOf(kinds)
      const id = await lab.make(lab[side], label ?? '', { [lab[side].fields[1]!.id]: kind })
      model.records[side].push({ id, label, kind })
    }
  }
  const [editor] = await h.db.admin<{ id: string }[]>`
    select id from plinth.role where base_id = ${world.base} and kind = 'editor'`
  const actors: Actor[] = [
    { person: world.creator, read: { films: 'all', people: 'all' }, update: { films: 'all', people: 'all' } },
    { person: world.editor, ...(await setGrants(by, editor!.id)) },
    { person: world.holder, ...(await setGrants(by, world.role)) },
  ]
  const seen = (actor: Actor, side: Side) =>
    model.records[side].filter((record) => reaches(actor.read[side], record))
  const sees = (actor: Actor, field: ModelField) => (id: string) =>
    seen(actor, field.to).some((record) => record.id === id)

  for (let step = 0; step < 60; step += 1) {
    const actor = by.oneOf(actors)
    const field = by.oneOf(model.fields)
    const record = by.oneOf(model.records[field.from])
    if (step % 20 === 19 && model.records[field.from].length > 3) {
      const results = await lab.apply(world.creator, [lab.remove(lab[field.from], record.id)])
      if (results[0]!.status !== 'ok') throw new Error(JSON.stringify(results))
      model.remove(record.id)
      continue
    }
    const some = (n: number) => Array.from({ length: by.upTo(n) }, () => by.oneOf(model.records[field.to]).id)
    const change = { link: [...new Set(some(4))], unlink: by.random() < 0.4 ? some(4) : [] }
    const [result] = await lab.apply(actor.person, [
      lab.change(lab[field.from], record.id, lab.field(field.name), change),
    ])
    const may = reaches(actor.read[field.from], record) && reaches(actor.update[field.from], record)
    const asked =
      field.single &&
      change.link.length > 1 &&
      actor.read[field.from] !== 'none' &&
      actor.update[field.from] !== 'none'
    const wanted = asked
      ? 'value_invalid'
      : may
        ? model.change(field, record.id, change, sees(actor, field))
        : 'refused'
    const told = result!.error?.code ?? result!.status
    expect([step, wanted === 'refused' ? told !== 'ok' : told]).toEqual([
      step,
      wanted === 'refused' ? true : wanted,
    ])
  }
  expect(await lab.faults()).toEqual([])

  for (const actor of actors) {
    for (const side of sides) {
      if (actor.read[side] === 'none') continue
      const mine = seen(actor, side)
      const ids = (filter: (id: string) => boolean) =>
        mine
          .map(({ id }) => id)
          .filter(filter)
          .toSorted()
      const rows = await lab.rows(actor.person, { table: lab[side].id })
      const stored = new Map(rows.map((row) => [row['id'] as string, row]))
      for (const field of model.fields.filter(({ from }) => from === side)) {
        const id = lab.field(field.name)
        const see = sees(actor, field)
        for (const record of mine) {
          expect(stored.get(record.id)![id]).toEqual(model.cell(field, record.id, see))
        }
        const list = [by.oneOf(model.records[field.to]).id, by.oneOf(model.records[field.to]).id, uuidV7()]
        const text = by.oneOf(['a', 'ADA', 'Ä', 'zzz'])
        const any = (record: string) =>
          list.filter(see).some((one) => model.linked(field, record).includes(one))
        const conditions: [string, Json, (record: string) => boolean][] = [
          ['any_of', list, any],
          ['none_of', list, (record) => !any(record)],
          ['contains', text, (record) => model.holds(field, record, text, see)],
          ['not_contains', text, (record) => !model.holds(field, record, text, see)],
          ['empty', null, (record) => model.linked(field, record).length === 0],
          ['not_empty', null, (record) => model.linked(field, record).length > 0],
        ]
        for (const [operator, value, holds] of conditions) {
          const filter = { join: 'and', items: [{ field: id, operator, value }] }
          const found = await lab.rows(actor.person, { table: lab[side].id, filter, fields: [] })
          expect([operator, found.map((row) => row['id']).toSorted()]).toEqual([operator, ids(holds)])
        }
      }
      const word = by.oneOf(['ben', 'äD', 'a'])
      const searched = await lab.rows(actor.person, { table: lab[side].id, search: word, fields: [] })
      const has = (text: string | null) => (text ?? '').toUpperCase().includes(word.toUpperCase())
      expect(searched.map((row) => row['id']).toSorted()).toEqual(
        mine
          .filter(
            (record) =>
              has(record.label) ||
              has(record.kind) ||
              model.fields.some(
                (field) => field.from === side && model.holds(field, record.id, word, sees(actor, field)),
              ),
          )
          .map(({ id }) => id)
          .toSorted(),
      )
      for (const field of model.fields.filter(({ from, to }) => to === side && actor.read[from] !== 'none')) {
        const record = by.oneOf(model.records[field.from])
        const linkedTo = { field: lab.field(field.name), record: record.id }
        const found = await lab.rows(actor.person, { table: lab[side].id, linkedTo, fields: [] })
        const readable = reaches(actor.read[field.from], record)
        expect(found.map((row) => row['id']).toSorted()).toEqual(
          ids((id) => readable && model.linked(field, record.id).includes(id)),
        )
      }
      for (const link of new Set(model.fields.map((field) => field.link))) {
        const field = model.fields.find((one) => one.link === link && one.end === 0)!
        const [row] = await h.db.admin<{ relation: string }[]>`
          select relation from plinth_private.link where a_field = ${lab.field(field.name)}`
        const pairs = await h.as(actor.person, (tx) =>
          tx.unsafe(`select a, b from data.${row!.relation} order by id`),
        )
        const has_ = (which: Side, id: string) => seen(actor, which).some((one) => one.id === id)
        expect(pairs.map((pair) => [pair['a'], pair['b']])).toEqual(
          model.pairs.get(link)!.filter(([a, b]) => has_(field.from, a) && has_(field.to, b)),
        )
      }
    }
  }
})
