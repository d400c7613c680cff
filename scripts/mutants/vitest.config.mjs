import { defineConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'

const files = process.env['PLINTH_TEST_FILES']?.split(',') ?? []

const place = ({ moduleId }) => files.findIndex((file) => moduleId.endsWith(file))

/** As they are named: likeliest to fail first. */
class NamedOrder extends BaseSequencer {
  async sort(specifications) {
    return specifications.toSorted((a, b) => place(a) - place(b))
  }
}

/** The SQL tests in one process, one file after another, up to the first failure. */
export default defineConfig({
  test: {
    include: files,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 1,
    isolate: false,
    bail: 1,
    sequence: { sequencer: NamedOrder },
  },
})
