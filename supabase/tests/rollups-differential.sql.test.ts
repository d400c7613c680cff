/** Random links and edits: every rollup, and every rollup of a rollup, is what plain TypeScript makes of the records. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, type Json, startWorld, type World } from './harness.ts'
import { randomFrom } from './random-rights.ts'
import { type Made, type RollupLab, rollupLab } from './rollup-lab.ts'
import { rollUp, type Value } from './rollup-model.ts'

let h: Harness
let world: World
let lab: RollupLab
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  lab = await rollupLab(h, world)
})
afterAll(() => h.db.stop())

interface Source {
  rank: number | null
  size: number | null
  done: boolean | null
  name: string
}
const numeric = ['sum', 'average', 'min', 'max', 'first', 'last', 'concatenate', 'unique']
const plan = [
  ...numeric.flatMap((name) => [
    { name, of: 'rank' as const },
    { name, of: 'size' as const },
  ]),
  ...['any', 'all', 'first', 'unique'].map((name) => ({ name, of: 'done' as const })),
  ...['concatenate', 'unique', 'first', 'last'].map((name) => ({ name, of: 'name' as const })),
  { name: 'count', of: 'name' as const },
]
const near = (left: unknown, right: unknown) =>
  left === right ||
  (left !== null &&
    right !== null &&
    typeof right === 'number' &&
    Math.abs(Number(left) - right) <= 1e-12 * Math.abs(right))

test('rollups are what the linked records make them, with and without a filter', {
  timeout: 280_000,
}, async () => {
  const link = await lab.link(lab.films, lab.people, 'Cast', { pair: 'Films' })
  const ids = {
    rank: lab.of(lab.people, 'Rank'),
    name: lab.people.fields[0]!.id,
    size: await lab.addField(lab.people, 'Size', 'number'),
    done: await lab.addField(lab.people, 'Done', 'checkbox'),
  }
  const filter = { call: '>', args: [{ field: ids.rank }, { number: 0 }] }
  const fields: { made: Made; name: string; of: keyof Source; filtered: boolean }[] = []
  for (const [n, { name, of }] of plan.entries())
    for (const filtered of [false, true]) {
      const definition = { link, function: name, ...(name === 'count' ? {} : { field: ids[of] }) }
      const rollup = filtered ? { ...definition, filter } : definition
      const title = `r${n}${filtered ? 'f' : ''}`
      fields.push({ made: await lab.add(lab.films, title, { rollup }), name, of, filtered })
    }
  const sumOf = fields.find(({ name, of, filtered }) => name === 'sum' && of === 'rank' && !filtered)!.made
  const back = await lab.add(lab.people, 'Back', {
    rollup: { link: lab.field('Films'), function: 'sum', field: sumOf.id },
  })

  const by = randomFrom(7)
  const random = (): Source => ({
    rank: by.random() < 0.2 ? null : by.upTo(20) - 8,
    size: by.random() < 0.2 ? null : by.oneOf([0.1, 0.2, -3.75, 1e6, 12, 0.001]),
    done: by.oneOf([true, false, null]),
    name: by.oneOf(['Ann', 'Bob', 'Cem']),
  })
  const people = new Map<string, Source>()
  const films = new Map<string, string[]>()
  const valuesOf = (source: Source) =>
    Object.fromEntries((Object.keys(ids) as (keyof Source)[]).map((key) => [ids[key], source[key]]))
  for (let n = 0; n < 8; n += 1) {
    const source = random()
    people.set(await lab.make(lab.people, source.name, valuesOf(source)), source)
    films.set(await lab.make(lab.films, `Film ${n}`), [])
  }

  const check = async () => {
    const wrong: object[] = []
    const stored = await h.db.admin.unsafe(`select * from data.${lab.films.relation}`)
    for (const row of stored) {
      const cast = films.get(row['id'])
      if (!cast) continue
      for (const { made, name, of, filtered } of fields) {
        const sources = cast.map((id) => people.get(id)!)
        const kept = filtered ? sources.filter(({ rank }) => rank !== null && rank > 0) : sources
        const wanted = rollUp(
          name,
          kept.map((source) => source[of] as Value),
        )
        const value: unknown = row[made.column]
        const got = typeof wanted === 'number' && value !== null ? Number(value) : value
        if (!near(got, wanted)) wrong.push({ name, of, filtered, got, wanted })
      }
    }
    expect(wrong).toEqual([])
    const totals = await h.db.admin.unsafe(
      `select id, ${back.column} as total from data.${lab.people.relation}`,
    )
    for (const { id, total } of totals) {
      if (!people.has(id)) continue
      const wanted = [...films.values()]
        .filter((cast) => cast.includes(id))
        .flatMap((cast) => cast.map((other) => people.get(other)!.rank ?? 0))
        .reduce((sum, rank) => sum + rank, 0)
      expect(Number(total)).toBe(wanted)
    }
  }

  for (let step = 0; step < 60; step += 1) {
    const film = by.oneOf([...films.keys()])
    const person = by.oneOf([...people.keys()])
    const dice = by.random()
    if (dice < 0.4) {
      const source = random()
      await lab.set(lab.people, person, valuesOf(source) as Record<string, Json>)
      people.set(person, source)
    } else if (dice < 0.75) {
      await lab.apply(world.creator, [lab.change(lab.films, film, link, { link: [person] })])
      if (!films.get(film)!.includes(person)) films.get(film)!.push(person)
    } else if (dice < 0.9) {
      await lab.apply(world.creator, [lab.change(lab.people, person, lab.field('Films'), { unlink: [film] })])
      films.set(
        film,
        films.get(film)!.filter((id) => id !== person),
      )
    } else if (people.size > 4) {
      await lab.apply(world.creator, [{ ...lab.remove(lab.people, person), id: uuidV7() }])
      people.delete(person)
      for (const [id, cast] of films)
        films.set(
          id,
          cast.filter((other) => other !== person),
        )
    }
    if (step % 5 === 4) await check()
  }
  expect(await lab.stale()).toBe(0)
})
