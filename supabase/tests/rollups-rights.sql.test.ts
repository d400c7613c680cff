/** Under random rights, whoever reads a rollup reads all that it is made of, as their own queries tell; what would change that is refused. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, type Json, Refusal, startWorld, type TestTable, type World } from './harness.ts'
import { randomFrom } from './random-rights.ts'
import { type RollupLab, rollupLab } from './rollup-lab.ts'

let h: Harness
let world: World
let lab: RollupLab
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  lab = await rollupLab(h, world)
})
afterAll(() => h.db.stop())

/** The code of a refusal, or 'ok'. */
const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: unknown) => {
      if (error instanceof Refusal) return error.code
      throw error
    },
  )

test('grants, hidden fields and rollups in any order keep a rollup from telling what its reader may not read', {
  timeout: 280_000,
}, async () => {
  const tables: TestTable[] = [lab.films, lab.people]
  const links = [
    { id: await lab.link(lab.films, lab.people, 'Cast', { pair: 'Films' }), from: 0, to: 1 },
    { id: lab.field('Films'), from: 1, to: 0 },
  ]
  for (const table of tables)
    for (let n = 0; n < 6; n += 1) await lab.make(table, `Record ${n}`, { [lab.of(table, 'Rank')]: n })
  const roles = await h.db.admin<{ id: string; kind: string }[]>`
    select id, kind from plinth.role where base_id = ${world.base} and kind in ('viewer', 'editor')`
  const by = randomFrom(11)
  const outcomes = new Map<string, number>()
  const made: { id: string; column: string; from: number; to: number; reads: string }[] = []
  /** Those that would tell something are computed for each reader: on-read-rights.sql.test.ts. */
  const late: string[] = []

  const act = (): Promise<unknown> => {
    const dice = by.random()
    const at = by.upTo(2)
    const table = tables[at]!
    if (dice < 0.5) {
      const scope = by.oneOf(['all', 'none', 'rules', null])
      const rule: Json = { call: '>', args: [{ field: lab.of(table, 'Rank') }, { number: 2 }] }
      return h.rpc(world.creator, 'set_grant', {
        role: by.oneOf(roles).id,
        table: table.id,
        action: 'read',
        scope,
        rule: scope === 'rules' ? rule : null,
        hand_over: false,
      })
    }
    if (dice < 0.65) {
      return h.rpc(world.creator, 'set_field_grant', {
        role: by.oneOf(roles).id,
        field: lab.of(table, by.oneOf(['Kind', 'Rank'])),
        access: by.oneOf(['hidden', null]),
      })
    }
    if (dice < 0.9 || made.length === 0) {
      const link = by.oneOf(links)
      const reads = lab.of(tables[link.to]!, by.oneOf(['Kind', 'Rank']))
      return lab
        .add(tables[link.from]!, `R ${uuidV7()}`, {
          rollup: { link: link.id, function: 'concatenate', field: reads },
        })
        .then(({ id, column, onRead }) => {
          const kept = { id, column, from: link.from, to: link.to, reads }
          return onRead ? late.push(id) : made.push(kept)
        })
    }
    const [gone] = made.splice(by.upTo(made.length), 1)
    return outcome(h.rpc(world.creator, 'delete_field', { field: gone!.id }))
  }

  for (let step = 0; step < 70; step += 1) {
    const code = await outcome(act())
    outcomes.set(code, (outcomes.get(code) ?? 0) + 1)
    for (const person of [world.viewer, world.editor]) {
      for (const { from, to, reads, column } of made) {
        const seen = await h.as(person, async (tx) => {
          const own = await tx.unsafe(`select ${column} from data.${tables[from]!.relation}`)
          const all = await tx.unsafe(`select id from data.${tables[to]!.relation}`)
          return { own: own.length, all: all.length }
        })
        const fields = await h.rpc<{ tables: { id: string; fields: { id: string }[] }[] }>(
          person,
          'base_schema',
          {
            base: world.base,
          },
        )
        const isSeen = fields.tables.some((table) => table.fields.some(({ id }) => id === reads))
        expect({ ...seen, isTold: seen.own === 0 || (seen.all === 6 && isSeen) }).toMatchObject({
          isTold: true,
        })
      }
    }
  }
  // Something was made, and something was refused.
  expect(outcomes.get('ok')).toBeGreaterThan(10)
  expect(made.length).toBeGreaterThan(0)
  expect(late.length).toBeGreaterThan(0)
  expect(outcomes.get('used_by_rule') ?? 0).toBeGreaterThan(5)
})
