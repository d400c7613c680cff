/**
 * `npm run mutants -- [--only PATTERN] [--sample N] [--seed S] [--jobs N] [--list] [--fresh] [--thorough]`: breaks the checks,
 * policies, grants, triggers and constraints of the SQL one at a time and runs the SQL tests over each. What was killed before is not
 * tried again while the mutant and the tests that killed it are the same (`.cache/mutants`). The last line is `killed K of N`.
 */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { startHarness } from '../supabase/tests/harness.ts'
import { allMutants } from './mutants/catalogue-mutations.mjs'
import { readTests } from './mutants/read-tests.mjs'
import { runMutant, Slot } from './mutants/run-mutant.mjs'
import { testFilesFor } from './mutants/test-order.mjs'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '2' },
    list: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
    thorough: { type: 'boolean', default: false },
  },
})
const reportFile = '.cache/mutants/report.json'
/** Enough of them have to be found. */
const enough = 0.95

const digest = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16)

async function digestOf(folder) {
  const names = (await readdir(folder)).filter((name) => /\.(sql|ts)$/.test(name)).toSorted()
  return digest((await Promise.all(names.map((name) => readFile(`${folder}/${name}`, 'utf8')))).join('\n'))
}

/** By the names of tests. */
async function digestsOf(folder, names) {
  const read = async (name) => [name, digest(await readFile(`${folder}/${name}.sql.test.ts`, 'utf8'))]
  return Object.fromEntries(await Promise.all(names.map(read)))
}

async function findMutants() {
  const h = await startHarness()
  try {
    return await allMutants(h.db.admin)
  } finally {
    await h.db.stop()
  }
}

/** The same choice for the same seed, spread over all kinds. */
function chosen(mutants) {
  const wanted = values.only ? mutants.filter(({ name }) => new RegExp(values.only).test(name)) : mutants
  if (!values.sample) return wanted
  const place = ({ name }) => digest(`${values.seed} ${name}`)
  return wanted.toSorted((a, b) => (place(a) < place(b) ? -1 : 1)).slice(0, Number(values.sample))
}

/** Mutants that survive, with the reason why they may: each stands in the security model by its name. */
async function explained() {
  const text = await readFile('docs/security.md', 'utf8')
  return (name) => text.includes(`\`${name}\``)
}

const mutants = chosen(await findMutants())
if (values.list) {
  for (const { name } of mutants) console.log(name)
  console.log(`${mutants.length} mutants`)
  process.exit(0)
}

await mkdir('.cache/mutants', { recursive: true })
const slots = Array.from({ length: Number(values.jobs) }, (_, n) => new Slot(String(n)))
const state = await digestOf('supabase/migrations')
const tests = await readTests(slots, `${state} ${await digestOf('supabase/tests')}`, values.fresh)
const before = values.fresh ? {} : await readFile(reportFile, 'utf8').then(JSON.parse, () => ({}))
const results = before.results ?? {}
const keyOf = ({ name, sql }) => `${name} ${digest(sql)}`
console.log(
  `${mutants.length} mutants; where nothing is broken ${Object.keys(tests).length} files of tests pass`,
)

const killerOf = (result) => result?.by?.split(':')[0]

/** What found it last time finds it soonest, then what found others of the same function. */
function filesFor(mutant) {
  const others = Object.values(results).filter((one) => one.subject === mutant.subject)
  const known = [results[keyOf(mutant)], ...others].map(killerOf).filter(Boolean)
  return testFilesFor(mutant, tests, { thorough: values.thorough, known })
}

const digests = await digestsOf('supabase/tests', Object.keys(tests))
const isDone = (result) => result?.verdict === 'killed' && result.tested === digests[killerOf(result)]
const queue = mutants.filter((mutant) => !isDone(results[keyOf(mutant)]))
let ran = 0
async function work(slot) {
  for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
    const result = await runMutant(slot, mutant, filesFor(mutant))
    const { name, kind, subject } = mutant
    results[keyOf(mutant)] = { name, kind, subject, tested: digests[killerOf(result)], ...result }
    ran += 1
    console.log(`${result.verdict} ${mutant.name} (${result.seconds} s) ${result.by ?? ''}`)
    if (ran % 20 === 0 || queue.length === 0)
      await writeFile(reportFile, JSON.stringify({ results }, null, 1))
  }
  slot.stop()
}
const started = performance.now()
await Promise.all(slots.map(work))
const elapsed = (performance.now() - started) / 1000
await writeFile(reportFile, JSON.stringify({ results }, null, 1))

const verdicts = mutants.map((mutant) => results[keyOf(mutant)])
const killed = verdicts.filter(({ verdict }) => verdict === 'killed')
const isExplained = await explained()
for (const kind of new Set(verdicts.map((one) => one.kind))) {
  const of = verdicts.filter((one) => one.kind === kind)
  console.log(`${kind}: ${of.filter(({ verdict }) => verdict === 'killed').length} of ${of.length}`)
}
for (const { name, verdict } of verdicts.filter((one) => one.verdict !== 'killed'))
  console.log(`${verdict}: ${name}${isExplained(name) ? ' (docs/security.md says why)' : ''}`)
if (ran > 0) console.log(`${(elapsed / ran).toFixed(1)} s a mutant, ${values.jobs} at a time`)
console.log(`killed ${killed.length} of ${mutants.length}`)
process.exitCode = killed.length >= enough * mutants.length ? 0 : 1
