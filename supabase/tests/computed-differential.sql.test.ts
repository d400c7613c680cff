/** What tables keep of random formulas and rollups over random records and links is what the app and a plain model make of them. */
import { expect, test } from 'vitest'
import { runStored } from './computed-lab.ts'
import { startHarness } from './harness.ts'

test('kept values are what the records and their links make them', { timeout: 240_000 }, async () => {
  const seed = Number(process.env['PLINTH_SEED'] ?? Date.now() % 1_000_000)
  console.log(`kept values: seed ${seed} (PLINTH_SEED repeats it)`)
  const h = await startHarness()
  try {
    const { evaluations, differences } = await runStored(h, { seed, count: 20_000 })
    expect(differences.slice(0, 3)).toEqual([])
    expect(evaluations).toBeGreaterThanOrEqual(20_000)
  } finally {
    await h.db.stop()
  }
})
