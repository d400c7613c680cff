/**
 * A process that runs SQL tests over copies of one database, for as long as it is sent files: Postgres and the loaded tests
 * stay, so that a mutant costs little more than its tests. Messages: `{file, mutation?, functions?}` asks, `{ok, by, seconds, functions}`
 * answers: by which test it failed, and how often the tests called which functions.
 */
import { writeFile } from 'node:fs/promises'
import { startTestDatabase } from '@plinth/embedded/testing/database'
import postgres from 'postgres'
import { createVitest } from 'vitest/node'

const slot = process.argv[2]
const mutationFile = `.cache/mutants/${slot}-mutation.sql`

async function startCluster() {
  const database = await startTestDatabase()
  const cluster = {
    adminUrl: database.adminDatabaseUrl,
    ownerUrl: database.databaseUrl,
    authenticatorUrl: database.authenticatorUrl,
    major: database.major,
  }
  // Databases are copied only while nobody is connected to them.
  await Promise.all([database.sql, database.admin, database.authenticator].map((pool) => pool.end()))
  return { cluster, stop: database.stop }
}

const { cluster, stop } = await startCluster()
const beside = postgres(Object.assign(new URL(cluster.adminUrl), { pathname: '/template1' }).href, {
  max: 1,
  onnotice: () => undefined,
})
const vitest = await createVitest('test', {
  config: 'scripts/mutants/vitest.config.mjs',
  watch: false,
  reporters: [{}],
})
await vitest.standalone()

const copies = async () =>
  (await beside`select datname from pg_database where datname like 'copy\\_%'`).map((row) => row.datname)

async function dropCopies() {
  for (const name of await copies()) await beside.unsafe(`drop database if exists ${name} with (force)`)
}

async function calledFunctions() {
  const called = {}
  for (const name of await copies()) {
    const sql = postgres(Object.assign(new URL(cluster.adminUrl), { pathname: `/${name}` }).href, { max: 1 })
    const rows = await sql`select funcname, sum(calls)::int as calls from pg_stat_user_functions
                where schemaname in ('plinth', 'plinth_private') group by 1`
    await sql.end()
    for (const { funcname, calls } of rows) called[funcname] = (called[funcname] ?? 0) + calls
  }
  return called
}

async function trackFunctions(wanted) {
  await beside.unsafe(`alter system set track_functions = '${wanted ? 'all' : 'none'}'`)
  await beside`select pg_reload_conf()`
}

function firstFailure({ testModules, unhandledErrors }) {
  for (const module of testModules) {
    const [test] = module.children.allTests('failed')
    const name = module.moduleId.split('/').at(-1).replace('.sql.test.ts', '')
    if (test) return `${name}: ${test.fullName}`
    if (!module.ok()) return `${name}: before its first test`
  }
  const [error] = unhandledErrors
  return error ? `an error outside the tests: ${error.message}` : null
}

async function run({ file, mutation, functions = false }) {
  const started = performance.now()
  process.env.PLINTH_TEST_CLUSTER = JSON.stringify({ ...cluster, keepCopies: functions })
  delete process.env.PLINTH_TEST_MUTATION
  if (mutation) {
    await writeFile(mutationFile, mutation)
    process.env.PLINTH_TEST_MUTATION = mutationFile
  }
  if (functions) await trackFunctions(true)
  // Failures of earlier runs would count towards the first at which a run ends.
  vitest.state.idMap.clear()
  vitest.state.filesMap.clear()
  const [specification] = vitest.projects.map((project) => project.createSpecification(file))
  const result = await vitest.runTestSpecifications([specification], false)
  const by = firstFailure(result)
  const seconds = Number(((performance.now() - started) / 1000).toFixed(1))
  const called = functions ? await calledFunctions() : undefined
  if (functions) await trackFunctions(false)
  await dropCopies()
  return { ok: by === null, by, seconds, functions: called }
}

process.on('message', (message) => {
  run(message).then(
    (answer) => process.send(answer),
    (error) => process.send({ ok: false, by: null, broken: error.message }),
  )
})
process.on('disconnect', async () => {
  await vitest.close()
  await beside.end()
  await stop()
  process.exit()
})
process.send({ ready: true })
