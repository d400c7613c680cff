/** `npm start`: installs and builds what is missing, starts the embedded backend, prints its address. */
import path from 'node:path'
import process from 'node:process'
import { conflictOf, isNodeNewEnough, readEnvironment, readOptions, usage } from './start-options.mjs'

if (!isNodeNewEnough(process.version)) {
  console.error(`Plinth needs Node.js 20.19 or newer; this is ${process.version}. See https://nodejs.org.`)
  process.exit(1)
}
const read = readOptions(process.argv.slice(2))
if (read.problem) {
  console.error(`${read.problem}\n\n${usage}`)
  process.exit(2)
}
const { options } = read
if (options.help) {
  console.log(usage)
  process.exit(0)
}
const { environment, problem } = readEnvironment(process.env)
const refusal = problem ?? conflictOf(options, environment)
if (refusal) {
  console.error(refusal)
  process.exit(2)
}
// A terminal that was closed must not keep us from stopping in order.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
await start().catch(fail)

async function start() {
  const { ensureInstalled } = await import('./ensure-installed.mjs')
  await ensureInstalled()
  const { appDir, ensureAppBuilt } = await import('./build-app.mjs')
  await ensureAppBuilt()
  // The backend is TypeScript; Node 20 runs it through this loader.
  const { register } = await import('tsx/esm/api')
  register()
  const { resetData, startBackend } = await import('../packages/embedded/src/index.ts')
  const dataDir = path.resolve(options.data)
  console.log('Starting …')
  if (options.reset) await resetData(dataDir)
  // A stop may be asked for while the start is still under way.
  const stopping = stopOnSignals()
  const backend = await startBackend({
    dataDir,
    appDir,
    port: options.port,
    host: options.host,
    ...environment,
    log: (line) => console.error(line),
  })
  stopping.with(backend)
  failWhenEnded(backend, stopping, dataDir)
  if (options.demo) await furnish(backend, dataDir)
  announce(backend, dataDir)
}

/** The demo's people confirm their addresses by the mails in the mailbox, as anybody does. */
async function furnish(backend, dataDir) {
  console.log('Furnishing the demo …')
  const { mailboxIn } = await import('@plinth/backend/testing')
  const { demoBaseNames, seedDemo } = await import('../packages/embedded/src/demo/seed-demo.ts')
  const { url, publishableKey } = backend
  const project = { url, publishableKey, newestMail: mailboxIn(dataDir) }
  const people = await seedDemo(project, demoBaseNames)
  console.log('\nDemo accounts:')
  for (const { role, email, password } of people) console.log(`  ${role.padEnd(8)}${email}  ${password}`)
}

/** The end of the log is enough to see why; all of it is in the data folder. */
const shownLines = 8

async function failWhenEnded(backend, stopping, dataDir) {
  const log = await backend.ended
  if (stopping.asked()) return
  const end = log.split('\n').slice(-shownLines).join('\n')
  console.error(`\nThe database ended by itself:\n${end}`)
  console.error(
    `Start again: nothing that was saved is lost. Its log is ${path.join(dataDir, 'postgres.log')}.`,
  )
  process.exit(1)
}

function announce(backend, dataDir) {
  console.log(`\n  Plinth is ready: ${backend.url}\n`)
  console.log(`  Mails it sends:  ${whereMailsGo(backend, dataDir)}`)
  if (environment.databaseUrl) console.log(`  Database:        ${placeOf(environment.databaseUrl)}`)
  console.log(`  Data:            ${dataDir}`)
  console.log('  Stop with Ctrl-C.')
}

/** Without user and password. */
function placeOf(url) {
  const { host, pathname } = new URL(url)
  return host + pathname
}

function whereMailsGo({ mailboxUrl }, dataDir) {
  if (mailboxUrl) return mailboxUrl
  if (environment.smtpUrl) return `through ${new URL(environment.smtpUrl).host}`
  // Other machines may reach the page, and it shows everybody's sign-in links.
  return `only into ${path.join(dataDir, 'mailbox.json')}; set PLINTH_SMTP_URL to deliver them`
}

/** Ctrl-C under npm arrives twice: from the terminal and from npm, which passes it on. */
const echoMs = 1000

/** npm passes a signal to its shell, which ends without passing it on: a supervisor would leave us running. */
function whenNpmEnds(stop) {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, 500)
  watch.unref()
}

/** The first signal stops in order, a later one at once (the database then ends by itself). */
function stopOnSignals() {
  let askedAt
  let running
  const stop = async () => {
    if (askedAt !== undefined) {
      if (performance.now() - askedAt > echoMs) process.exit(130)
      return
    }
    askedAt = performance.now()
    console.log('\nStopping … (Ctrl-C again stops at once)')
    if (!running) process.exit(130)
    await running.stop()
    process.exit(0)
  }
  const stopOrFail = () => stop().catch(fail)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stopOrFail)
  whenNpmEnds(stopOrFail)
  return {
    asked: () => askedAt !== undefined,
    with: (backend) => {
      running = backend
    },
  }
}

/** Failures that a person can correct are told in two sentences; anything else is a bug and shows its trace. */
function fail(error) {
  const isExpected = error?.name === 'StartFailure' || /^(npm ci|The app)/.test(error?.message ?? '')
  console.error(isExpected ? `\n${error.message}` : error)
  if (error?.hint) console.error(error.hint)
  process.exit(1)
}
