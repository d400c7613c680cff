/** What older versions of Postgres keep differently, on the oldest that is supported. */
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buildWorld, createFullTable, startHarness } from './harness.ts'

const oldest = '/usr/lib/postgresql/15/bin'

test.skipIf(!existsSync(oldest))('grants on columns that are gone are no faults of a table', async () => {
  const h = await startHarness({ binDir: oldest })
  try {
    const world = await buildWorld(h)
    const table = await createFullTable(h, world)
    const field = table.fields.find(({ type }) => type === 'date')!.id
    await h.rpc(world.creator, 'delete_field', { field })
    const dropped = await h.db.sql`
      select 1 from pg_attribute where attrelid = ${`data.${table.relation}`}::regclass and attisdropped and attacl is not null`
    expect(dropped.length).toBeGreaterThan(0)
    const proof = await h.rpc<{ tables: { faults: unknown[] }[] }>(world.creator, 'proof_matrix', {
      base: world.base,
    })
    expect(proof.tables.flatMap(({ faults }) => faults)).toEqual([])
  } finally {
    await h.db.stop()
  }
})
