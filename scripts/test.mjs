/**
 * `npm test [-- SUITE … --all]`: everything CI runs, in order from fast to slow. Each check counts as one, each test of
 * a suite as one; the last line printed is `N passed, N failed`, and what failed is told once more before it.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { ensureAppBuilt } from './build-app.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { ensureChromium, ensurePostgres15 } from './ensure-system.mjs'
import { currentTurn, turnOfCommit } from './turns.mjs'

const bin = (name) => `node_modules/.bin/${name}`
const check = (name, command, args) => ({ name, run: () => runCheck(name, command, args) })
const suite = (name) => ({ name, run: () => runSuite(name) })

const steps = [
  check('lint', bin('oxlint'), ['--deny-warnings']),
  check('format', bin('biome'), ['ci', '--colors=off', '.']),
  check('types', process.execPath, ['scripts/check-types.mjs']),
  check('dead-code', bin('knip'), ['--no-progress']),
  suite('unit'),
  suite('sql'),
  // Before the tests that start the product, which would build it themselves.
  { name: 'build', run: runBuild },
  check('size', bin('size-limit'), []),
  suite('integration'),
  suite('e2e'),
]

const totals = { passed: 0, failed: 0 }
const faultsTold = []

function runCheck(name, command, args) {
  const result = spawnSync(command, args, { stdio: 'inherit' })
  if (result.status === 0) return { passed: 1, failed: 0, faults: [] }
  console.error(`✗ ${name} failed`)
  return { passed: 0, failed: 1, faults: ['its output is above'] }
}

async function runBuild() {
  try {
    await ensureAppBuilt()
    return { passed: 1, failed: 0, faults: [] }
  } catch (error) {
    return { passed: 0, failed: 1, faults: [error.message] }
  }
}

function runSuite(name) {
  const report = `.cache/test/${name}.json`
  mkdirSync('.cache/test', { recursive: true })
  rmSync(report, { force: true })
  if (name === 'e2e') process.env.CHROMIUM = ensureChromium()
  if (name === 'sql') ensurePostgres15()
  const args = [
    'run',
    `--project=${name}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    // By itself vitest leaves one core free, which on two is half of the machine.
    `--maxWorkers=${availableParallelism()}`,
  ]
  const result = spawnSync(bin('vitest'), args, { stdio: 'inherit' })
  return countTests(report, result.status)
}

/** A run without a readable report, or one that ran nothing, is a failure. */
function countTests(report, status) {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
    const faults = testResults.flatMap(faultsOf)
    // A run can fail beside its tests: an error that nobody awaited, a worker that went away.
    if (faults.length === 0 && status !== 0) faults.push(`vitest ended with ${status}; its output is above`)
    if (numPassedTests + numFailedTests === 0) faults.push('nothing ran')
    return { passed: numPassedTests, failed: Math.max(numFailedTests, faults.length), faults }
  } catch (error) {
    return { passed: 0, failed: 1, faults: [`no report: ${error.message}`] }
  }
}

/** What failed in one file, each with the beginning of its message. */
function faultsOf({ name, status, message, assertionResults }) {
  const file = path.relative(process.cwd(), name)
  const failed = assertionResults.filter((result) => result.status === 'failed')
  if (status === 'failed' && failed.length === 0) return [`${file}\n${beginningOf(message ?? '')}`]
  return failed.map(
    ({ fullName, failureMessages }) => `${file} › ${fullName}\n${beginningOf(failureMessages.join('\n'))}`,
  )
}

/** Enough for an assertion, its difference and where it stands; a counterexample can be pages long. */
function beginningOf(message) {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => !line.includes('/node_modules/'))
    .slice(0, 40)
  return lines.map((line) => `    ${line.slice(0, 500)}`).join('\n')
}

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const wanted = process.argv.slice(2).filter((word) => word !== '--all')
const unknown = wanted.filter((name) => !steps.some((step) => step.name === name))
if (unknown.length > 0) {
  console.error(
    `No such check: ${unknown.join(', ')}. There are: ${steps.map((step) => step.name).join(', ')}`,
  )
  process.exit(2)
}

if (process.argv.includes('--all')) delete process.env.PLINTH_TURN
else process.env.PLINTH_TURN ??= String(turnOfCommit())

await ensureInstalled()
const turn = currentTurn()
if (turn !== null)
  console.log(`Of what takes long this run takes a quarter (PLINTH_TURN=${turn}); all: npm test -- --all`)
for (const step of steps) {
  if (wanted.length > 0 && !wanted.includes(step.name)) continue
  const started = Date.now()
  console.log(`\n── ${step.name} ──`)
  const { passed, failed, faults } = await step.run()
  totals.passed += passed
  totals.failed += failed
  faultsTold.push(...faults.map((fault) => `✗ ${step.name}: ${fault}`))
  console.log(
    `${step.name}: ${passed} passed, ${failed} failed, ${((Date.now() - started) / 1000).toFixed(1)} s`,
  )
}
// Again at the end: what fails early stands thousands of lines above it.
if (faultsTold.length > 0) console.log(`\n── failed ──\n${faultsTold.join('\n')}`)
console.log(`\n${totals.passed} passed, ${totals.failed} failed`)
process.exit(totals.failed === 0 ? 0 : 1)
