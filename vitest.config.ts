import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { currentTurn, filesInOtherTurns, secondsOf } from './scripts/turns.mjs'

/** These begin first, so that at the end no worker waits for one of them alone. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => secondsOf(b.moduleId) - secondsOf(a.moduleId))
  }
}

const turn = currentTurn()
const notNow = turn === null ? [] : filesInOtherTurns(turn)

const integration = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  pool: 'forks' as const,
  // A database is what a file has to itself: to load all modules anew takes longer than many of them do.
  isolate: false,
  // By itself a poll gives up after one second, which a busy machine may well take.
  expect: { poll: { timeout: 20_000 } },
}

/** One project per kind of test, from fastest to slowest; `scripts/test.mjs` runs them in this order. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          // Pure code: a world of its own for each file costs four times what the tests do.
          isolate: false,
          // Figures of time are the benchmarks' business: a busy machine is no failure.
          testTimeout: 30_000,
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/web/src/**/*.test.{ts,tsx}',
            'scripts/**/*.test.mjs',
            'probes/src/**/*.test.ts',
          ],
          exclude: ['**/*.integration.test.*', '**/*.browser.test.tsx', '**/node_modules/**'],
        },
      },
      {
        test: { name: 'sql', include: ['supabase/tests/**/*.sql.test.ts'], exclude: notNow, ...integration },
      },
      {
        test: {
          name: 'integration',
          include: [
            'packages/*/src/**/*.integration.test.ts',
            'scripts/**/*.integration.test.mjs',
            'probes/src/**/*.integration.test.ts',
            // They attack by HTTP alone: no browser, so several at a time.
            'e2e/probes/**/*.e2e.test.ts',
          ],
          exclude: [...notNow, '**/node_modules/**'],
          ...integration,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.test.ts'],
          exclude: [...notNow, 'e2e/probes/**', '**/node_modules/**'],
          // The journeys of a worker share its modules, and with them one Chromium.
          ...integration,
          testTimeout: 240_000,
          hookTimeout: 240_000,
          // A browser and a backend each: with more of them than cores, or than two, people on the screen only wait.
          maxWorkers: Math.min(2, availableParallelism()),
          // What has a number of workers of its own has to run as a group of its own.
          sequence: { groupOrder: 1 },
          // CI shares its two cores with others: one journey step may be tried once more there, never at a desk.
          retry: process.env.CI ? 1 : 0,
        },
      },
    ],
  },
})
