/**
 * `npm run mutants -- [--only PATTERN] [--sample N] [--seed S] [--jobs N] [--list] [--fresh]`: breaks the checks, policies,
 * grants, triggers and constraints of the SQL one at a time and runs the SQL tests over each. What was killed before is not tried
 * again while mutant and migrations are the same (`.cache/mutants`). The last line is `killed K of N`.
 */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { startHarness } from '../supabase/tests/harness.ts'
import { allMutants } from './mutants/catalogue-mutations.mjs'
import { runMutant } from './mutants/run-mutant.mjs'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '2' },
    list: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
  },
})
const reportFile = '.cache/mutants/report.json'
/** Enough of them have to be found. */
const enough = 0.95

const digest = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16)

async function migrationsDigest() {
  const folder = 'supabase/migrations'
  const texts = await Promise.all(
    (await readdir(folder)).toSorted().map((file) => readFile(`${folder}/${file}`, 'utf8')),
  )
  return digest(texts.join('\n'))
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

const state = await migrationsDigest()
const before = values.fresh ? {} : await readFile(reportFile, 'utf8').then(JSON.parse, () => ({}))
const results = before.state === state ? before.results : {}
const keyOf = ({ name, sql }) => `${name} ${digest(sql)}`

async function keep() {
  await mkdir('.cache/mutants', { recursive: true })
  await writeFile(reportFile, JSON.stringify({ state, controls, results }, null, 1))
}

/** Tests that fail where nothing is broken would kill everything; those that passed once need not be asked again. */
async function checkTests() {
  const seconds = []
  for (const subject of ['rule file member', 'quota install', 'base mutation import window']) {
    const control = await runMutant({ name: 'nothing', kind: 'none', subject, sql: 'select 1' }, 'control')
    if (control.verdict !== 'survived')
      throw new Error(`The tests fail where nothing is broken: ${control.by}`)
    seconds.push(control.seconds)
  }
  return seconds
}

const controls = (before.state === state && before.controls) || (await checkTests())
console.log(`${mutants.length} mutants; where nothing is broken the tests take ${controls.join(', ')} s`)

const queue = mutants.filter((mutant) => results[keyOf(mutant)]?.verdict !== 'killed')
let ran = 0
async function work(slot) {
  for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
    const result = await runMutant(mutant, slot)
    results[keyOf(mutant)] = { name: mutant.name, kind: mutant.kind, ...result }
    ran += 1
    console.log(`${result.verdict} ${mutant.name} (${result.seconds} s) ${result.by ?? ''}`)
    await keep()
  }
}
const started = performance.now()
await Promise.all(Array.from({ length: Number(values.jobs) }, (_, slot) => work(String(slot))))
const elapsed = (performance.now() - started) / 1000

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
