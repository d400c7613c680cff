/** The app and the database give the same value for every expression and record, on the oldest Postgres too. */
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ExpressionLab } from './expression-lab.ts'
import { type Harness, startHarness } from './harness.ts'

const oldest = '/usr/lib/postgresql/15/bin'
interface Run {
  binDir?: string
  count: number
  /** In the form that long formulas have, each of them. */
  isShort?: boolean
}
const runs: Run[] = [{ count: 20_000 }, { count: 10_000, isShort: true }]
if (existsSync(oldest)) runs.push({ binDir: oldest, count: 5_000 })

async function alwaysShort(h: Harness): Promise<void> {
  const [{ source }] = (await h.db
    .admin`select pg_get_functiondef('plinth_private.short_sql(jsonb, jsonb, text)'::regprocedure) as source`) as unknown as [
    { source: string },
  ]
  const changed = source
    .replace('char_length(p_sql) <= 4096', 'false')
    .replace('char_length(v_short) < char_length(p_sql)', 'true')
  expect(changed.length).toBeLessThan(source.length - 40)
  await h.db.admin.unsafe(changed)
}

test.each(runs)(
  'random expressions over random records: $count values on $binDir, short: $isShort',
  async ({ count, isShort, ...options }) => {
    const seed = Number(process.env['PLINTH_SEED'] ?? Date.now() % 1_000_000)
    console.log(`differential: seed ${seed} (PLINTH_SEED repeats it)`)
    const h = await startHarness(options)
    try {
      if (isShort) await alwaysShort(h)
      const lab = await ExpressionLab.open(h)
      const { evaluations, differences } = await lab.run({ seed, count })
      expect(differences.slice(0, 3)).toEqual([])
      expect(evaluations).toBeGreaterThanOrEqual(count)
    } finally {
      await h.db.stop()
    }
  },
)
