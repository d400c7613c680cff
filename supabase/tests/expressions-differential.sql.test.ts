/** The app and the database give the same value for every expression and record, on the oldest Postgres too. */
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ExpressionLab } from './expression-lab.ts'
import { startHarness } from './harness.ts'

const oldest = '/usr/lib/postgresql/15/bin'
const runs: { binDir?: string; count: number }[] = [{ count: 20_000 }]
if (existsSync(oldest)) runs.push({ binDir: oldest, count: 5_000 })

test.each(runs)(
  'random expressions over random records: $count values on $binDir',
  async ({ count, ...options }) => {
    const seed = Number(process.env['PLINTH_SEED'] ?? Date.now() % 1_000_000)
    console.log(`differential: seed ${seed} (PLINTH_SEED repeats it)`)
    const h = await startHarness(options)
    try {
      const lab = await ExpressionLab.open(h)
      const { evaluations, differences } = await lab.run({ seed, count })
      expect(differences.slice(0, 3)).toEqual([])
      expect(evaluations).toBeGreaterThanOrEqual(count)
    } finally {
      await h.db.stop()
    }
  },
)
