/**
 * 10,000 submissions a minute against one link of a form, sent by nobody in particular, while two people who are signed in read pages of
 * a table of 100,000 records and edit them: how long their calls take, with the flood and without. The link takes 1,000 an hour; the rest
 * is refused, by the link or, where too many wait, by the gateway. As a control the same stream, sent without the project's key, so that
 * the gateway refuses it at once and asks nothing of the database: what the flood costs more than that, it costs because it gets there; the
 * rest is its sender's and its answers' share of the machine. Stretches without come before, between and after, so that what grows
 * meanwhile counts on all sides. BENCH_SECONDS: of each stretch.
 */
import type { Person } from '@plinth/backend/testing'
import {
  emptyViewConfig,
  type Field,
  type FieldId,
  limits,
  type MutationId,
  type Table,
  uuidV7,
  type ViewId,
} from '@plinth/domain'
import { invite } from './measure/invite.ts'
import { fillTable } from './measure/million.ts'
import { percentile, printReport } from './measure/report.ts'
import { fieldOf, makeTable, must, openWorkbench, type Workbench } from './measure/workbench.ts'

const perMinute = 10_000
const stretchMs = Number(process.env.BENCH_SECONDS ?? 60) * 1_000
const people = 2
const pauseMs = 100
const records = 100_000

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const figures: Record<string, number> = { perMinute, people, records }
const ratios: Record<string, number> = {}

interface Times {
  readonly pages: number[]
  readonly edits: number[]
}

/** Pages read and single edits made by one person, one after the other, until the stretch is over. */
async function work(person: Person, table: Table, field: Field, until: number): Promise<Times> {
  const { rows } = person.backend
  const times: Times = { pages: [], edits: [] }
  const query = { table: table.id, sorts: [] }
  while (performance.now() < until) {
    const skip = Math.floor(Math.random() * 4_000)
    let began = performance.now()
    const page = must(await rows.window({ query, anchor: null, direction: 'forward', skip, take: 200 }))
    times.pages.push(performance.now() - began)
    const { id, values } = page.rows[0]!
    const base = { [field.id]: values[field.id] ?? null }
    const edit = { id: uuidV7() as MutationId, kind: 'update', table: table.id, record: id, base } as const
    began = performance.now()
    const change = { ...edit, values: { [field.id]: `${Math.random()}` } }
    const [result] = must(await rows.apply({ mutations: [change], atomic: false }))
    // The other person may have been there: that is an answer as quick as any.
    if (result?.status === 'error') throw new Error(JSON.stringify(result))
    times.edits.push(performance.now() - began)
    await wait(pauseMs)
  }
  return times
}

/** By the link, whose hour or whose turns are used up, or by the gateway, where too many visitors wait, or who calls is not known. */
type FloodAnswer = 'taken' | 'busy' | 'crowded' | 'unknown'

interface Flood extends Record<FloodAnswer, number> {
  sent: number
  refusedMs: number[]
}

/** Sends at an even pace and waits for no answer before the next; the answers are counted. */
async function flood(send: () => Promise<FloodAnswer>, until: number): Promise<Flood> {
  const seen: Flood = { sent: 0, taken: 0, busy: 0, crowded: 0, unknown: 0, refusedMs: [] }
  const answers: Promise<void>[] = []
  const count = async (at: number): Promise<void> => {
    const answer = await send()
    if (answer === 'taken') seen.taken += 1
    else {
      seen[answer] += 1
      seen.refusedMs.push(performance.now() - at)
    }
  }
  const began = performance.now()
  while (performance.now() < until) {
    const due = ((performance.now() - began) * perMinute) / 60_000
    for (; seen.sent < due; seen.sent += 1) {
      const at = performance.now()
      answers.push(count(at))
    }
    await wait(5)
  }
  await Promise.all(answers)
  return seen
}

/** A link of a form, and what sends one submission to it past the client, as anybody does; without the key nobody takes it. */
async function openForm({ maker, project }: Workbench, table: Table) {
  const view = uuidV7() as ViewId
  const questions = table.fields.map(({ id }) => ({ field: id }))
  const form = { sections: [{ id: 'a', questions }] }
  const config = { ...emptyViewConfig, settings: { form } }
  must(
    await maker.backend.views.create(table.id, {
      id: view,
      name: 'Form',
      kind: 'form',
      isShared: true,
      config,
    }),
  )
  const sharing = { name: 'Form', fields: [] as FieldId[], showsPeople: false, showsLinked: false }
  const { token } = must(
    await maker.backend.shares.create(
      table.id,
      { form: view },
      { ...sharing, expiresAt: null, password: null },
    ),
  )
  const page = must(await maker.backend.shares.page(token, null))
  const [first] = page.form!.sections[0]!.questions
  const type = { 'content-type': 'application/json', 'content-profile': 'plinth' }
  const known = { apikey: project.publishableKey, ...type }
  return async (isKnown: boolean): Promise<FloodAnswer> => {
    const submission = { id: uuidV7(), answers: { [first!.field]: 'A visitor' }, trap: '' }
    const body = JSON.stringify({ token, pass: null, submission })
    const answer = await fetch(`${project.url}/rest/v1/rpc/submit_shared_form`, {
      method: 'POST',
      headers: isKnown ? known : type,
      body,
    })
    const told = (await answer.json()) as { receipt?: object; message?: string; code?: string }
    if (!isKnown && answer.status === 401) return 'unknown'
    if (told.receipt) return 'taken'
    if (told.message === 'form_busy') return 'busy'
    if (told.code === 'PGRST003') return 'crowded'
    throw new Error(JSON.stringify(told))
  }
}

function note(name: string, { pages, edits }: Times) {
  for (const [what, times] of Object.entries({ page: pages, edit: edits })) {
    figures[`${name}.${what}s`] = times.length
    figures[`${name}.${what}P50Ms`] = percentile(times, 0.5)
    figures[`${name}.${what}P95Ms`] = percentile(times, 0.95)
  }
}

async function run(bench: Workbench): Promise<void> {
  const table = await makeTable(bench, 'Requests', [
    fieldOf('Name', 'text'),
    fieldOf('Count', 'integer'),
    fieldOf('Note', 'text'),
  ])
  await fillTable(bench, table, [`'Name ' || n`, 'n % 1009', `'Note ' || n`], records)
  const send = await openForm(bench, table)
  const persons = await Promise.all(Array.from({ length: people }, (_, no) => invite(bench, no + 1)))
  const stretch = async (): Promise<Times> => {
    const until = performance.now() + stretchMs
    const all = await Promise.all(persons.map((one) => work(one, table, table.fields[2]!, until)))
    return { pages: all.flatMap(({ pages }) => pages), edits: all.flatMap(({ edits }) => edits) }
  }
  const together = async (isKnown: boolean) => {
    const [times, seen] = await Promise.all([
      stretch(),
      flood(() => send(isKnown), performance.now() + stretchMs),
    ])
    return { times, seen }
  }
  const before = await stretch()
  const control = await together(false)
  const between = await stretch()
  const flooded = await together(true)
  const after = await stretch()
  const { seen } = flooded
  if (seen.taken > limits.submissionsPerHour + limits.submissionsAtOnce)
    throw new Error(`${seen.taken} were taken`)
  if (control.seen.unknown < control.seen.sent) throw new Error('the control was not refused at once')
  note('without', {
    pages: [before, between, after].flatMap(({ pages }) => pages),
    edits: [before, between, after].flatMap(({ edits }) => edits),
  })
  note('control', control.times)
  note('with', flooded.times)
  Object.assign(figures, {
    sent: seen.sent,
    taken: seen.taken,
    refusedByLink: seen.busy,
    refusedByGateway: seen.crowded,
    refusedP50Ms: percentile(seen.refusedMs, 0.5),
    refusedP95Ms: percentile(seen.refusedMs, 0.95),
    'control.sent': control.seen.sent,
    'control.refusedP50Ms': percentile(control.seen.refusedMs, 0.5),
    'control.refusedP95Ms': percentile(control.seen.refusedMs, 0.95),
  })
  for (const what of ['pageP50', 'pageP95', 'editP50', 'editP95'])
    for (const [one, other] of [
      ['with', 'without'],
      ['control', 'without'],
      ['with', 'control'],
    ] as const)
      ratios[`${what}.${one}/${other}`] = figures[`${one}.${what}Ms`]! / figures[`${other}.${what}Ms`]!
  for (const { backend } of persons) await backend.dispose()
  printReport({ name: 'form-flood', figures, ratios })
}

const bench = await openWorkbench()
try {
  await run(bench)
} finally {
  await bench.stop()
}
