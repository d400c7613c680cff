/**
 * `npm run mutants -- [--new] [--only PATTERN] [--sample N] [--seed S] [--jobs N] [--list] [--fresh] [--thorough] [--patience SECONDS] [--tests NAMES]`: breaks
 * the checks, policies, grants, triggers and constraints of the SQL one at a time and runs the SQL tests over each. What was killed before is
 * not tried again while the mutant and the tests that killed it are the same (`.cache/mutants`, `killers.json`), what survived is tried with other tests
 * than before. `--new` tries only what `scripts/mutants/killers.json` knows no test for, as it is now; `--tests a,b` runs these files alone,
 * for whoever writes them. The last line is `killed K of N`.
 */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { startHarness } from '../supabase/tests/harness.ts'
import { allMutants } from './mutants/catalogue-mutations.mjs'
import { readKillers, writeKillers } from './mutants/killers.mjs'
import { readTests } from './mutants/read-tests.mjs'
import { runMutant, Slot } from './mutants/run-mutant.mjs'
import { testFilesFor, usualPatience } from './mutants/test-order.mjs'

const { values } = parseArgs({
  options: {
    new: { type: 'boolean', default: false },
    only: { type: 'string' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '2' },
    list: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
    thorough: { type: 'boolean', default: false },
    patience: { type: 'string', default: String(usualPatience) },
    tests: { type: 'string' },
  },
})
const reportFile = '.cache/mutants/report.json'
/** Enough of them have to be found. */
const enough = 0.95

const digest = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16)

async function digestOf(folder, pattern) {
  const names = (await readdir(folder)).filter((name) => pattern.test(name)).toSorted()
  return digest((await Promise.all(names.map((name) => readFile(`${folder}/${name}`, 'utf8')))).join('\n'))
}

const testFile = (name) => `supabase/tests/${name}.sql.test.ts`

const digestOfTest = async (name) => digest(await readFile(testFile(name), 'utf8'))

async function findMutants() {
  const h = await startHarness()
  try {
    return await allMutants(h.db.admin)
  } finally {
    await h.db.stop()
  }
}

const killers = await readKillers()

/** The same choice for the same seed, spread over all kinds. */
function chosen(mutants) {
  const pattern = new RegExp(values.only ?? '')
  const isWanted = (mutant) => pattern.test(mutant.name) && !(values.new && killers.knows(mutant))
  const wanted = mutants.filter(isWanted)
  if (!values.sample) return wanted
  const place = ({ name }) => digest(`${values.seed} ${name}`)
  return wanted.toSorted((a, b) => (place(a) < place(b) ? -1 : 1)).slice(0, Number(values.sample))
}

/** Mutants that survive, with the reason why they may: each stands in the security model by its name. */
async function explained() {
  const text = await readFile('docs/security.md', 'utf8')
  return (name) => text.includes(`\`${name}\``)
}

const all = await findMutants()
const mutants = chosen(all)
if (values.list) {
  for (const { name } of mutants) console.log(name)
  console.log(`${mutants.length} mutants`)
  process.exit(0)
}

await mkdir('.cache/mutants', { recursive: true })
const slots = Array.from({ length: Number(values.jobs) }, (_, n) => new Slot(String(n)))
const migrations = await digestOf('supabase/migrations', /\.sql$/)
const shared = await digestOf('supabase/tests', /(?<!\.sql\.test)\.ts$/)
const stateOf = async (name) => `${migrations} ${shared} ${await digestOfTest(name)}`
const tests = await readTests(slots, stateOf, { fresh: values.fresh, only: values.tests?.split(',') })
const before = values.fresh ? {} : await readFile(reportFile, 'utf8').then(JSON.parse, () => ({}))
const results = before.results ?? {}
const keyOf = ({ name, sql }) => `${name} ${digest(sql)}`
console.log(
  `${mutants.length} mutants; where nothing is broken ${Object.keys(tests).length} files of tests pass`,
)

const killerOf = (result) => result?.by?.split(':')[0]

const digests = Object.fromEntries(
  await Promise.all(Object.keys(tests).map(async (name) => [name, await digestOfTest(name)])),
)
const isKilled = (result) => result?.verdict === 'killed' && result.tested === digests[killerOf(result)]
const isDone = (mutant) => isKilled(results[keyOf(mutant)]) || killers.proves(mutant, digests)

/** What found it last time finds it soonest, then what found others of the same function. No file that passed passes again. */
function filesFor(mutant) {
  const before = results[keyOf(mutant)]
  const others = Object.values(results).filter((one) => one.subject === mutant.subject)
  const known = [killerOf(before), killers.of(mutant), ...others.map(killerOf)].filter(Boolean)
  const passed = Object.keys(tests).filter((name) => before?.passed?.[name] === digests[name])
  return testFilesFor(mutant, tests, {
    thorough: values.thorough,
    known,
    passed,
    patience: Number(values.patience),
  })
}

/** What is kept of a result: with the state of the tests that it stands on. */
function noted(mutant, { passed, ...result }) {
  const { name, kind, subject } = mutant
  const names = Object.keys(tests).filter((test) => passed.includes(tests[test].file))
  const met = {
    ...results[keyOf(mutant)]?.passed,
    ...Object.fromEntries(names.map((test) => [test, digests[test]])),
  }
  const kept = result.verdict === 'survived' ? { passed: met } : { tested: digests[killerOf(result)] }
  return { name, kind, subject, ...kept, ...result }
}

const isExplained = await explained()
const laterness = (mutant) => Number(keyOf(mutant) in results) + 2 * Number(isExplained(mutant.name))

/** Those that no test has met yet come first, last those of which it is known that none will. */
const queue = mutants.filter((mutant) => !isDone(mutant)).toSorted((a, b) => laterness(a) - laterness(b))
let ran = 0

async function writeReport() {
  await writeFile(reportFile, JSON.stringify({ results }, null, 1))
  const found = (mutant) => {
    const result = results[keyOf(mutant)]
    const by = killerOf(result)
    return isKilled(result) && by in tests ? { by, tested: result.tested } : undefined
  }
  await writeKillers(killers.after(all, found))
}

async function work(slot) {
  for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
    const result = await runMutant(slot, mutant, filesFor(mutant))
    results[keyOf(mutant)] = noted(mutant, result)
    ran += 1
    console.log(`${result.verdict} ${mutant.name} (${result.seconds} s) ${result.by ?? ''}`)
    if (ran % 20 === 0 || queue.length === 0) await writeReport()
  }
  slot.stop()
}
const started = performance.now()
await Promise.all(slots.map(work))
const elapsed = (performance.now() - started) / 1000
await writeReport()

const verdicts = mutants.map((mutant) =>
  isDone(mutant) ? { name: mutant.name, kind: mutant.kind, verdict: 'killed' } : results[keyOf(mutant)],
)
const killed = verdicts.filter(({ verdict }) => verdict === 'killed')
for (const kind of new Set(verdicts.map((one) => one.kind))) {
  const of = verdicts.filter((one) => one.kind === kind)
  console.log(`${kind}: ${of.filter(({ verdict }) => verdict === 'killed').length} of ${of.length}`)
}
for (const { name, verdict } of verdicts.filter((one) => one.verdict !== 'killed'))
  console.log(`${verdict}: ${name}${isExplained(name) ? ' (docs/security.md says why)' : ''}`)
if (ran > 0) console.log(`${(elapsed / ran).toFixed(1)} s a mutant, ${values.jobs} at a time`)
console.log(`killed ${killed.length} of ${mutants.length}`)
process.exitCode = killed.length >= enough * mutants.length ? 0 : 1
