/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** Quotas of a workspace: who sets them, and that no path of writing goes over them. */
import { limits, uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  buildWorld,
  createBase,
  createFullTable,
  deleteForGood,
  fieldOf,
  gate,
  type Harness,
  Refusal,
  refusalOf,
  startHarness,
  type TestTable,
  type World,
} from './harness.ts'

let h: Harness
let first: World
let world: World
let table: TestTable
beforeAll(async () => {
  h = await startHarness()
  first = await buildWorld(h)
})
beforeEach(async () => {
  world = await buildWorld(h)
  table = await createFullTable(h, world)
})
afterAll(() => h.db.stop())

interface Quota {
  tables?: number | null
  rows?: number | null
  fileBytes?: number | null
}
const setQuota = (quota: Quota, workspace: string | null = world.workspace) =>
  h.rpc<Quota>(first.owner, 'set_workspace_quota', { workspace, quota })
const rowsBooked = async (where = world) => {
  const [row] = await h.db.sql`
    select coalesce(sum(total), 0)::int as n from plinth_private.row_totals(${where.workspace})`
  return row!['n'] as number
}
const rowsHeld = async (relation = table.relation) =>
  (await h.db.sql.unsafe(`select count(*)::int as n from data.${relation}`))[0]!['n'] as number
const field = (name = 'Title') => table.fields.find((f) => f.name === name)!.id
const insertSql = (count: number, relation = table.relation) =>
  `insert into data.${relation} (title) select 'r' || n from generate_series(1, ${count}) as n`
/** A bulk insert as REST makes it: one statement with the rights of the person. */
const insertAs = (who: keyof World & ('editor' | 'viewer'), count: number) =>
  h.as(world[who], (tx) => tx.unsafe(insertSql(count)))
const mutations = (count: number, atomic = false) =>
  h.rpc<{ status: string; error?: { code: string; details: object } }[]>(world.editor, 'apply_mutations', {
    batch: {
      atomic,
      mutations: Array.from({ length: count }, (_, n) => ({
        id: uuidV7(),
        kind: 'insert',
        table: table.id,
        record: uuidV7(),
        values: { [field()]: `m${n}` },
      })),
    },
  })
async function importRows(count: number): Promise<void> {
  const id = uuidV7()
  const args = { table: table.id, file_name: 'a.csv', fields: [field()], mode: 'append', key: null }
  await h.rpc(world.editor, 'begin_import', { import: id, ...args })
  const rows = Array.from({ length: count }, (_, n) => [uuidV7(), `i${n}`])
  await h.rpc(world.editor, 'import_rows', { import: id, chunk: 0, rows, misfits: [] })
}
async function detailsOf(work: Promise<unknown>): Promise<unknown> {
  const error = await work.then(
    () => null,
    (refusal: unknown) => refusal,
  )
  if (!(error instanceof Refusal)) throw new Error('was not refused')
  return [error.state, error.code, JSON.parse(error.details)]
}
const full = (limit: number) => ({ table: table.id, rule: 'workspace_rows', limit })

describe('the quota of a workspace', () => {
  test('is that of the list, until the owner of the installation sets another for all or for one', async () => {
    const ofList = {
      tables: limits.tablesPerWorkspace,
      rows: limits.rowsPerWorkspace,
      fileBytes: limits.fileBytesPerWorkspace,
    }
    expect(await setQuota({})).toEqual(ofList)
    expect(await setQuota({ rows: 7 }, null)).toEqual({ ...ofList, rows: 7 })
    expect(await setQuota({ rows: 3, fileBytes: 0 })).toEqual({ ...ofList, rows: 3, fileBytes: 0 })
    expect(await detailsOf(insertAs('editor', 4))).toEqual(['PT422', 'limit_exceeded', full(3)])
    expect(await setQuota({ rows: null })).toEqual({ ...ofList, rows: 7, fileBytes: 0 })
    expect(await detailsOf(insertAs('editor', 8))).toEqual(['PT422', 'limit_exceeded', full(7)])
    await insertAs('editor', 7)
    expect(await setQuota({ rows: null }, null)).toEqual(ofList)
    await insertAs('editor', 1)
  })

  test('can be set in SQL by who has the database', async () => {
    await h.db.sql`insert into plinth_private.quota (workspace_id, max_rows) values (${world.workspace}, 2)`
    expect(await refusalOf(insertAs('editor', 3))).toBe('limit_exceeded')
    await h.db.sql`update plinth_private.quota set max_rows = 3 where workspace_id = ${world.workspace}`
    await insertAs('editor', 3)
    await h.db.sql`update plinth_private.quota set max_rows = 2 where workspace_id = ${world.workspace}`
    expect(await refusalOf(insertAs('editor', 1))).toBe('limit_exceeded')
    await h.db.sql`delete from plinth_private.quota where workspace_id = ${world.workspace}`
    await insertAs('editor', 1)
  })

  test('is set by nobody else', async () => {
    for (const who of ['owner', 'creator', 'editor', 'viewer', 'member', 'outsider'] as const) {
      const attempt = h.rpc(world[who], 'set_workspace_quota', {
        workspace: world.workspace,
        quota: { rows: 1 },
      })
      expect([who, await refusalOf(attempt)]).toEqual([who, 'forbidden'])
      const direct = h.as(world[who], (tx) => tx`update plinth_private.quota set max_rows = 1 where true`)
      await expect(direct).rejects.toMatchObject({ state: '42501' })
    }
  })

  test.each([{ rows: -1 }, { rows: '5' }, { rows: 1.5 }, { rows: 2 ** 53 }, { bases: 5 }, [], null, 'x'])(
    'is not %j',
    async (quota) => {
      const attempt = h.rpc(first.owner, 'set_workspace_quota', { workspace: world.workspace, quota })
      expect(await refusalOf(attempt)).toBe('invalid_input')
    },
  )

  test('is that of a workspace which exists', async () => {
    expect(await refusalOf(setQuota({ rows: 1 }, uuidV7()))).toBe('not_found')
  })
})

describe('records', () => {
  test.each([
    ['a statement over REST', (count: number) => insertAs('editor', count)],
    ['an import', importRows],
    ['the service role', (count: number) => h.db.sql.unsafe(insertSql(count))],
  ])('by %s go up to the quota and not over it', async (_name, insert) => {
    await setQuota({ rows: 10 })
    await insert(9)
    expect(await detailsOf(Promise.resolve(insert(2)).catch(asRefusal))).toEqual([
      'PT422',
      'limit_exceeded',
      full(10),
    ])
    await insert(1)
    expect([await rowsHeld(), await rowsBooked()]).toEqual([10, 10])
  })

  test('of a batch are taken as far as there is room, each with its own answer', async () => {
    await setQuota({ rows: 3 })
    const results = await mutations(5)
    expect(results.map((r) => r.error?.code ?? r.status)).toEqual([
      'ok',
      'ok',
      'ok',
      'limit_exceeded',
      'limit_exceeded',
    ])
    expect(results[4]!.error!.details).toEqual(full(3))
    expect((await mutations(1))[0]!.error!.code).toBe('limit_exceeded')
    expect([await rowsHeld(), await rowsBooked()]).toEqual([3, 3])
  })

  test('of an atomic batch are taken all or none', async () => {
    await setQuota({ rows: 3 })
    const results = await mutations(4, true)
    expect(results.map((r) => r.error?.code)).toEqual([
      'batch_refused',
      'batch_refused',
      'batch_refused',
      'limit_exceeded',
    ])
    expect(await rowsBooked()).toBe(0)
    expect((await mutations(3, true)).every((r) => r.status === 'ok')).toBe(true)
  })

  test('of all tables and bases of the workspace count, of others none', async () => {
    await setQuota({ rows: 4 })
    const base = await createBase(h, world.owner, world.workspace, 'Two')
    const other = await createFullTable(h, { ...world, base, creator: world.owner }, 'Other')
    await h.db.sql.unsafe(insertSql(3, other.relation))
    const elsewhere = await buildWorld(h)
    const there = await createFullTable(h, elsewhere)
    await h.db.sql.unsafe(insertSql(5, there.relation))
    await insertAs('editor', 1)
    expect(await refusalOf(insertAs('editor', 1))).toBe('limit_exceeded')
    expect([await rowsBooked(), await rowsBooked(elsewhere)]).toEqual([4, 5])
  })

  test('that are deleted give their room back', async () => {
    await setQuota({ rows: 6 })
    await insertAs('editor', 6)
    await h.as(world.editor, (tx) =>
      tx.unsafe(`delete from data.${table.relation} where title in ('r1', 'r2')`),
    )
    await insertAs('editor', 2)
    expect(await refusalOf(insertAs('editor', 1))).toBe('limit_exceeded')
    await h.db.sql.unsafe(`truncate data.${table.relation}`)
    expect(await rowsBooked()).toBe(0)
    await insertAs('editor', 6)
    const second = await createFullTable(h, world, 'Second')
    await deleteForGood(h, world.creator, { base: world.base, ...table })
    expect(await rowsBooked()).toBe(0)
    await h.db.sql.unsafe(insertSql(6, second.relation))
    await h.rpc(world.creator, 'delete_base', { base: world.base, confirm_name: 'Müller & Söhne' })
    expect(await rowsBooked()).toBe(0)
    const left = await h.db.sql`
      select 1 from plinth_private.row_change where workspace_id = ${world.workspace} and table_id in (${table.id}, ${second.id})`
    expect(left).toHaveLength(0)
  })

  test('of a transaction or a part of it that is undone do not count', async () => {
    await setQuota({ rows: 5 })
    await h.db.sql
      .begin(async (tx) => {
        await tx.unsafe(insertSql(4))
        throw new Error('undone')
      })
      .catch(() => null)
    await h.db.sql.begin(async (tx) => {
      await tx.unsafe(insertSql(2))
      await tx
        .savepoint(async (inner) => {
          await inner.unsafe(insertSql(3))
          throw new Error('undone')
        })
        .catch(() => null)
      await tx.unsafe(insertSql(3))
    })
    expect([await rowsHeld(), await rowsBooked()]).toEqual([5, 5])
  })

  test('may be changed and replaced in a workspace that is over its quota', async () => {
    await insertAs('editor', 5)
    await setQuota({ rows: 2 })
    await h.as(world.editor, async (tx) => {
      await tx.unsafe(`update data.${table.relation} set title = 'changed' where title = 'r1'`)
      await tx.unsafe(`delete from data.${table.relation} where title in ('r2', 'r3')`)
      await tx.unsafe(insertSql(2))
    })
    expect(await refusalOf(insertAs('editor', 1))).toBe('limit_exceeded')
    expect(await rowsBooked()).toBe(5)
  })

  test('that somebody may not write are refused for that reason', async () => {
    await setQuota({ rows: 0 })
    await expect(insertAs('viewer', 1)).rejects.toMatchObject({ state: '42501' })
  })
})

describe('sessions that insert at once', () => {
  /** Holds a transaction open after `count` records. */
  async function hold(count: number) {
    const started = gate()
    const finish = gate()
    const done = h.db.sql.begin(async (tx) => {
      await tx.unsafe(insertSql(count))
      started.open()
      await finish.passed
    })
    await Promise.race([started.passed, done])
    return { done, finish: finish.open }
  }

  test('near the quota take turns: only what fits is let through', async () => {
    await setQuota({ rows: 10 })
    const one = await hold(6)
    const two = insertAs('editor', 6).then(
      () => 'through',
      (error: Refusal) => error.code,
    )
    const waiting = await Promise.race([two, new Promise((resolve) => setTimeout(resolve, 300, 'waits'))])
    expect(waiting).toBe('waits')
    one.finish()
    await one.done
    expect(await two).toBe('limit_exceeded')
    await insertAs('editor', 4)
    expect([await rowsHeld(), await rowsBooked()]).toEqual([10, 10])
  })

  test('far from the quota do not wait for each other', async () => {
    const one = await hold(50)
    await insertAs('editor', 50)
    one.finish()
    await one.done
    expect(await rowsBooked()).toBe(100)
  })

  test('racing for the last places get exactly those', async () => {
    await setQuota({ rows: 40 })
    const attempts = Array.from({ length: 60 }, () =>
      insertAs('editor', 1).then(
        () => true,
        () => false,
      ),
    )
    expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(40)
    expect([await rowsHeld(), await rowsBooked()]).toEqual([40, 40])
  })

  test('without waiting go over by no more than a 256th of the room each', async () => {
    await setQuota({ rows: 2560 })
    const small = await Promise.all([hold(10), hold(10), hold(10)])
    const large = insertAs('editor', 2560)
    await large
    for (const { done, finish } of small) {
      finish()
      await done
    }
    expect(await rowsBooked()).toBe(2590)
    expect(await refusalOf(insertAs('editor', 1))).toBe('limit_exceeded')
  })

  test('cannot go over with many statements in one transaction', async () => {
    await setQuota({ rows: 1280 })
    const loop = () =>
      h.db.sql
        .unsafe(
          `do $$ begin for n in 1..700 loop insert into data.${table.relation} (title) values ('s'); end loop; end $$`,
        )
        .then(
          () => true,
          () => false,
        )
    const outcomes = await Promise.all([loop(), loop(), loop()])
    expect(outcomes.filter(Boolean)).toHaveLength(1)
    expect([await rowsHeld(), await rowsBooked()]).toEqual([700, 700])
  })

  test('in a stricter isolation level are told to try again where they cannot see', async () => {
    await setQuota({ rows: 10 })
    await insertAs('editor', 1)
    const strict = h.db.sql.begin('isolation level repeatable read', async (tx) => {
      await tx.unsafe(`select count(*) from data.${table.relation}`)
      await insertAs('editor', 6)
      await tx.unsafe(insertSql(6))
    })
    await expect(strict).rejects.toMatchObject({ code: '40001' })
    expect(await rowsBooked()).toBe(7)
    await h.db.sql.begin('isolation level serializable', (tx) => tx.unsafe(insertSql(3)))
    expect(await rowsBooked()).toBe(10)
  })
})

describe('the count', () => {
  const changes = async () => {
    const [row] = await h.db.sql`
      select count(*)::int as n from plinth_private.row_change where workspace_id = ${world.workspace}`
    return row!['n'] as number
  }

  test('stays right while many insert, delete, undo and fold', async () => {
    const other = await createFullTable(h, world, 'Other')
    const job = async (seed: number) => {
      for (let n = 0; n < 40; n++) {
        const relation = (seed + n) % 3 === 0 ? other.relation : table.relation
        await h.db.sql
          .begin(async (tx) => {
            await tx.unsafe(insertSql(1 + ((seed * 7 + n) % 5), relation))
            if (n % 4 === 0) {
              await tx.unsafe(
                `delete from data.${relation} where id in (select id from data.${relation} limit 2 for update skip locked)`,
              )
            }
            if (n % 5 === 0) await tx`select plinth_private.fold_rows(${world.workspace})`
            if (n % 6 === 0) throw new Error('undone')
          })
          .catch((error: Error) => {
            if (error.message !== 'undone') throw error
          })
      }
    }
    await Promise.all([1, 2, 3, 4, 5, 6].map(job))
    const held = (await rowsHeld()) + (await rowsHeld(other.relation))
    expect(await rowsBooked()).toBe(held)
    await h.db.sql`select plinth_private.fold_rows(${world.workspace})`
    expect([await rowsBooked(), await changes()]).toEqual([held, 0])
    await setQuota({ rows: held + 2 })
    expect(await refusalOf(insertAs('editor', 3))).toBe('limit_exceeded')
    await insertAs('editor', 2)
  })

  test('is folded now and then', async () => {
    for (let n = 0; n < 400; n++) await h.db.sql.unsafe(insertSql(1))
    expect(await changes()).toBeLessThan(390)
    expect(await rowsBooked()).toBe(400)
  })

  test('does not wait for who deletes a table, nor for a fold that is not finished', async () => {
    await insertAs('editor', 3)
    await h.db.sql.begin(async (tx) => {
      await tx`select plinth_private.fold_rows(${world.workspace})`
      await insertAs('editor', 2)
      await h.db.sql`select plinth_private.fold_rows(${world.workspace})`
      await tx`select 1 from plinth_private.row_count where table_id = ${table.id} for update`
      await insertAs('editor', 2)
    })
    expect(await rowsBooked()).toBe(7)
  })

  test('is right in a database to which a dump of an older one was restored', async () => {
    await insertAs('editor', 3)
    await h.db.sql`
      update plinth_private.row_fold set folded = '900000000000' where workspace_id = ${world.workspace}`
    await setQuota({ rows: 6 })
    await insertAs('editor', 2)
    expect(await refusalOf(insertAs('editor', 2))).toBe('limit_exceeded')
    await insertAs('editor', 1)
    expect(await rowsBooked()).toBe(6)
  })

  test('can be made again after the triggers were off', async () => {
    await insertAs('editor', 3)
    await h.db.admin.begin(async (tx) => {
      await tx`select set_config('session_replication_role', 'replica', true)`
      await tx.unsafe(insertSql(4))
    })
    expect([await rowsHeld(), await rowsBooked()]).toEqual([7, 3])
    expect(await h.db.sql`select plinth_private.recount_rows(${table.id})::int as n`).toEqual([{ n: 4 }])
    expect(await rowsBooked()).toBe(7)
  })
})

describe('tables', () => {
  const create = (name: string, base = world.base) =>
    h.rpc(world.owner, 'create_table', {
      base,
      definition: { id: uuidV7(), name, fields: [fieldOf('A', 'text')] },
    })

  test('of all bases together stay within the quota; one that is deleted makes room', async () => {
    const base = await createBase(h, world.owner, world.workspace, 'Two')
    await setQuota({ tables: 2 })
    await create('B', base)
    for (const where of [base, world.base]) {
      expect(await detailsOf(create('C', where))).toEqual([
        'PT422',
        'limit_exceeded',
        { rule: 'workspace_tables', limit: 2 },
      ])
    }
    await deleteForGood(h, world.creator, { base: world.base, ...table })
    await create('C', base)
  })

  test('made at once do not go over it together', async () => {
    await setQuota({ tables: 3 })
    const made = await Promise.all(
      ['B', 'C', 'D', 'E', 'F'].map((name) =>
        create(name).then(
          () => true,
          () => false,
        ),
      ),
    )
    expect(made.filter(Boolean)).toHaveLength(2)
  })
})

/** Errors of the pool that is not behind the harness's own calls. */
function asRefusal(error: unknown): never {
  const { message, code, detail } = error as { message: string; code: string; detail?: string }
  throw error instanceof Refusal ? error : new Refusal(message, code, detail ?? '')
}
