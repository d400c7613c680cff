/** The mutants that are written by hand fit the SQL as it is: a piece that has gone would break nothing, unnoticed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startHarness } from '../../supabase/tests/harness.ts'
import { allMutants } from './catalogue-mutations.mjs'

let h
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.db.stop())

test('every mutant can be made of the SQL as it is', async () => {
  const mutants = await allMutants(h.db.admin)
  expect(mutants.filter(({ kind }) => kind === 'piece').length).toBeGreaterThan(100)
})
