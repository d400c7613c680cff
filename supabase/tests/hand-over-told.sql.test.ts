/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** Who may hand over is told, in explanations and in the proof, as the database then answers: under random rights. */
import { uuidV7 } from '@plinth/domain'
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
import {
  makeRights,
  type RandomRights,
  type Row,
  randomFrom,
  randomValues,
  regions,
} from './random-rights.ts'

const seed = Number(process.env['PLINTH_TEST_SEED'] ?? 20261122)
const by = randomFrom(seed)

let h: Harness
let world: World
let table: TestTable
let rights: RandomRights
const rows: Row[] = []
/** Names of the roles whose grant on changes hands over. */
const handing = new Set<string>()

const field = (name: string) => table.fields.find((one) => one.name === name)!.id

beforeAll(async () => {
  ;({ h, world } = await startWorld())
  const options = regions.map((id) => ({ id, label: id, hue: 'blue' }))
  const fields = [
    fieldOf('Region', 'single_select', { options }),
    fieldOf('Budget', 'integer'),
    fieldOf('Open', 'checkbox'),
  ]
  const definition = { id: uuidV7(), name: 'Random', fields }
  table = await h.rpc(world.creator, 'create_table', { base: world.base, definition })
  for (let n = 0; n < 16; n++) {
    const row = { id: uuidV7() as string, ...randomValues(by) }
    rows.push(row)
    await h.db.sql.unsafe(
      `insert into data.${table.relation} (id, region, budget, open) values ($1, $2, $3, $4)`,
      [row.id, row.region, row.budget, row.open],
    )
  }
  rights = await makeRights(h, world, table, by)
})
afterAll(() => h.db.stop())

interface Explanation {
  allowed: boolean
  handOver?: true
  because: { role: { name: string } | null; reason: string; handOver?: true }[]
}
const explain = (asker: Person, person: Person, action: string, record: string | null, of: Json = null) =>
  h.rpc<Explanation>(asker, 'explain_access', {
    table: table.id,
    record,
    person: person.id,
    action,
    field: of,
  })

/** Grants on changes that let go of records, for some roles that have one. */
async function shuffleHanding(): Promise<void> {
  handing.clear()
  const list = await h.rpc<
    { id: string; name: string; grants: { action: string; scope: string; rule: Json }[] }[]
  >(world.creator, 'base_roles', { base: world.base })
  for (const { id, name, grants } of list) {
    const update = grants.find(({ action, scope }) => action === 'update' && scope !== 'none')
    if (!update) continue
    const handOver = by.random() < 0.6
    if (handOver) handing.add(name)
    const { action, scope, rule } = update
    const grant = { role: id, table: table.id, action, scope, rule, hand_over: handOver }
    await h.rpc(world.creator, 'set_grant', grant)
  }
}

/** Runs in a transaction that is taken back. */
async function tried<T>(
  person: Person,
  work: (tx: Parameters<Parameters<Harness['as']>[1]>[0]) => Promise<T>,
) {
  let answer: T | undefined
  const back = new Error('taken back')
  await h
    .as(person, async (tx) => {
      answer = await work(tx)
      throw back
    })
    .catch((error: unknown) => {
      if (answer === undefined) throw error
    })
  return answer as T
}

const names = { region: 'Region', budget: 'Budget', open: 'Open' } as const
const columns = ['region', 'budget', 'open'] as const

/** What the app's call for changes answers. */
async function moved(person: Person, row: Row, after: Row): Promise<string> {
  const cells = (of: Row) => Object.fromEntries(columns.map((column) => [field(names[column]), of[column]]))
  const mutation = {
    id: uuidV7(),
    kind: 'update',
    table: table.id,
    record: row.id,
    values: cells(after),
    base: cells(row),
  }
  const [result] = await tried(person, (tx) =>
    h.rpcIn<{ status: string; error?: { code: string } }[]>(tx, 'apply_mutations', {
      batch: { atomic: false, mutations: [mutation] },
    }),
  )
  return result!.error?.code ?? result!.status
}

/** Is there a filter of what these claims may hand over? */
async function hasFilter(sub: string): Promise<boolean> {
  return h.db.admin.begin(async (tx) => {
    const claims = JSON.stringify({ sub, role: 'authenticated' })
    await tx`select set_config('request.jwt.claims', ${claims}, true)`
    const [row] = await tx`select plinth_private.hand_over_filter(${table.id}) is not null as is_there`
    return row!['is_there'] as boolean
  })
}

const others = () => rights.people.filter(({ roles }) => !roles.includes('creator'))

async function expectMovesAsTold(): Promise<number> {
  let told = 0
  for (const { person, roles } of others()) {
    for (const row of rows) {
      const answer = await explain(world.creator, person, 'update', row.id)
      const isHanded = answer.handOver === true
      const giving = answer.because.filter((reason) => reason.handOver).map(({ role }) => role!.name)
      const where = JSON.stringify({ roles, row, answer })
      // The reasons name the roles that let go, and no others.
      expect([where, giving.every((name) => handing.has(name) && roles.includes(name))]).toEqual([
        where,
        true,
      ])
      expect([where, isHanded]).toEqual([
        where,
        rights.reaches(roles, 'read', row) && giving.length > 0 && answer.allowed,
      ])
      if (!answer.allowed) continue
      const after = { id: row.id, ...randomValues(by) }
      const isSame = columns.every((column) => after[column] === row[column])
      const stays = isSame || (rights.reaches(roles, 'read', after) && rights.reaches(roles, 'update', after))
      told += isHanded && !stays ? 1 : 0
      const wanted = stays || isHanded ? 'ok' : 'rule_left'
      expect([where, after, await moved(person, row, after)]).toEqual([where, after, wanted])
    }
  }
  return told
}

describe('who may hand over', () => {
  test('is explained of each record and person as the call for changes answers, and proved of each role', async () => {
    let told = 0
    for (let round = 0; round < 6; round++) {
      await rights.shuffle()
      await shuffleHanding()
      told += await expectMovesAsTold()
      const proof = await h.rpc<{
        tables: { table: string; cells: { role: string; action: string; handOver?: true }[] }[]
      }>(world.creator, 'proof_matrix', { base: world.base })
      const { cells } = proof.tables.find((one) => one.table === table.id)!
      for (const [name, role] of rights.roleIds) {
        const alone = others().filter(({ roles }) => roles.length === 1 && roles[0] === name)
        for (const sub of [role, ...alone.map(({ person }) => person.id)]) {
          const cell = cells.find((one) => one.role === role && one.action === 'update')!
          expect([round, name, cell.handOver === true]).toEqual([round, name, await hasFilter(sub)])
        }
      }
      expect(cells.filter((one) => one.handOver && one.action !== 'update')).toEqual([])
      for (const { person } of others()) {
        const { handOver } = await explain(world.creator, person, 'update', null)
        expect([round, person.email, handOver === true]).toEqual([
          round,
          person.email,
          await hasFilter(person.id),
        ])
      }
    }
    expect(told).toBeGreaterThan(3)
  })

  test('is told to who asks for themselves, and of no other action, of no locked record, of no single field', async () => {
    const inEu = { call: '=', args: [{ field: field('Region') }, { option: 'eu', field: field('Region') }] }
    for (const action of ['read', 'update', 'delete']) {
      const grant = { role: world.role, table: table.id, action, scope: 'rules', rule: inEu }
      await h.rpc(world.creator, 'set_grant', { ...grant, hand_over: action === 'update' })
    }
    const id = uuidV7()
    await h.db.sql.unsafe(`insert into data.${table.relation} (id, region) values ($1, 'eu')`, [id])
    const me = world.holder
    const answer = await explain(me, me, 'update', id)
    expect(answer).toEqual({
      allowed: true,
      handOver: true,
      because: [
        {
          role: { id: world.role, kind: 'custom', name: 'Sellers' },
          reason: 'rule_matches',
          scope: 'rules',
          handOver: true,
        },
      ],
    })
    for (const action of ['read', 'delete']) {
      expect(await explain(me, me, action, id)).not.toHaveProperty('handOver')
    }
    expect(await explain(world.creator, world.creator, 'update', id)).not.toHaveProperty('handOver')
    const ofField = await explain(me, me, 'update', id, field('Budget'))
    expect(ofField).toMatchObject({ allowed: true, because: [{ handOver: true }, {}] })
    expect(ofField).not.toHaveProperty('handOver')
    const lock = { name: 'Closed', rule: inEu, creators: false, roles: [] }
    await h.rpc(world.creator, 'save_record_lock', { table: table.id, lock: uuidV7(), definition: lock })
    expect(await explain(me, me, 'update', id)).not.toHaveProperty('handOver')
    expect(await explain(me, me, 'update', null)).toMatchObject({ handOver: true })
  })

  test('is asked by nobody past the calls', async () => {
    for (const person of [world.creator, world.holder, world.outsider, null]) {
      const asked = h.as(
        person,
        (tx) => tx`select plinth_private.may_hand_over(${world.role}, ${table.id}) as answer`,
      )
      await expect(asked).rejects.toMatchObject({ state: '42501' })
    }
  })
})
