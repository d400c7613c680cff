/** Runs the SQL tests over a database in which one thing is broken. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { testFilesFor } from './test-order.mjs'

const folder = '.cache/mutants'

/** Mutants that make something wait for ever are found by that. */
const patienceMs = 600_000

/** `{verdict, by, seconds}`: killed by the test that failed first, survived, or broken when the tests could not run. */
export async function runMutant(mutant, slot) {
  await mkdir(folder, { recursive: true })
  const file = (name) => join(folder, `${slot}-${name}`)
  await rm(file('result.json'), { force: true })
  await writeFile(file('mutation.sql'), mutant.sql)
  const started = performance.now()
  const child = spawn(
    'node_modules/.bin/vitest',
    [
      'run',
      '--config',
      'scripts/mutants/vitest.config.mjs',
      '--reporter=json',
      `--outputFile.json=${file('result.json')}`,
    ],
    {
      stdio: ['ignore', 'ignore', 'ignore'],
      env: {
        ...process.env,
        PLINTH_TEST_MUTATION: file('mutation.sql'),
        PLINTH_TEST_FILES: testFilesFor(mutant).join(','),
      },
    },
  )
  const timer = setTimeout(() => child.kill(), patienceMs)
  const [code] = await once(child, 'exit')
  clearTimeout(timer)
  const seconds = Number(((performance.now() - started) / 1000).toFixed(1))
  return { ...(await verdictOf(file('result.json'), code)), seconds }
}

async function verdictOf(path, code) {
  if (code === null) return { verdict: 'killed', by: 'did not end' }
  const report = await readFile(path, 'utf8').then(JSON.parse, () => undefined)
  if (!report || report.numTotalTests === 0) return { verdict: 'broken', by: 'the tests did not run' }
  if (report.success) return { verdict: 'survived', by: null }
  return { verdict: 'killed', by: firstFailure(report) }
}

function firstFailure({ testResults }) {
  const failed = testResults.find((one) => one.status === 'failed')
  const file = failed?.name.split('/').at(-1)?.replace('.sql.test.ts', '')
  const test = failed?.assertionResults.find((one) => one.status === 'failed')
  return `${file}: ${test?.fullName.trim() ?? 'before its first test'}`
}
