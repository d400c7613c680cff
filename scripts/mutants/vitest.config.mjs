import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

/** The SQL tests one file at a time, each up to its first failure. */
export default defineConfig({
  test: {
    root: resolve(import.meta.dirname, '../..'),
    include: ['supabase/tests/*.sql.test.ts'],
    // Long, so that a busy machine kills no mutant.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    pool: 'forks',
    maxWorkers: 1,
    isolate: false,
    bail: 1,
  },
})
