/**
 * From one person's edit to the new value on another person's screen: event received and record fetched again, over 200 edits.
 * Beside it one bare round trip of a call over the loopback, which is the least that any part of it can take.
 */
import { signUpPerson } from '@plinth/backend/testing'
import {
  type CellValue,
  type ChangeEvent,
  type FieldId,
  type Mutation,
  type MutationId,
  type RecordId,
  type Row,
  type Table,
  uuidV7,
} from '@plinth/domain'
import { percentile, printReport, sample } from './measure/report.ts'
import { fieldOf, makeTable, must, openWorkbench, type Workbench } from './measure/workbench.ts'

const edits = 200

async function inviteColleague({ project, maker, workspace, base }: Workbench) {
  const email = 'colleague@example.org'
  const colleague = await signUpPerson(project, { email, name: 'Colleague', password: 'another password' })
  const { token } = must(
    await maker.backend.workspaces.invite({ workspace, role: 'member', base, baseRole: 'editor', email }),
  )
  must(await colleague.backend.workspaces.acceptInvitation(token))
  return colleague
}

/** Hands every event on to whoever waits; resolves when the topic is joined. */
async function listen(bench: Workbench, backend: Workbench['maker']['backend'], table: Table) {
  const { accessEpoch } = must(await backend.bases.schema(bench.base))
  const state = { onEvent: (_event: ChangeEvent) => {} }
  await new Promise<void>((resolve, reject) => {
    backend.live.table(table.id, accessEpoch, {
      onEvent: (event) => state.onEvent(event),
      onState(now) {
        if (now === 'live') resolve()
        if (now === 'refused') reject(new Error('the colleague may not listen'))
      },
    })
  })
  return state
}

/**
 * Fetches the record of an event. The event is sent from the commit's log record, a moment before other transactions see
 * the commit: an answer older than the announced version is asked for again at once.
 */
async function fetchAnnounced(backend: Workbench['maker']['backend'], table: Table, event: ChangeEvent) {
  if (event.op === 'schema' || event.op === 'bulk') throw new Error(`an event ${event.op}`)
  const [announced] = event.items
  if (announced === undefined) throw new Error('an event without items')
  const [record, ver] = announced
  for (let fetches = 1; fetches <= 50; fetches += 1) {
    const [row] = must(await backend.rows.byId({ table: table.id, sorts: [] }, [record])).rows
    if (row !== undefined && row.ver >= ver) return { row, fetches }
  }
  throw new Error('the announced version never came')
}

const p = (samples: readonly number[]) => ({ p50: percentile(samples, 0.5), p95: percentile(samples, 0.95) })

const id = () => uuidV7() as MutationId

async function run(bench: Workbench): Promise<void> {
  const { maker } = bench
  const table = await makeTable(bench, 'Tasks', [fieldOf('Name', 'text'), fieldOf('Count', 'integer')])
  const field = table.fields[0]!.id
  const record = uuidV7() as RecordId
  const values = (text: string) => ({ [field]: text }) as Record<FieldId, CellValue>
  const write = async (mutation: Mutation) => {
    const [result] = must(await maker.backend.rows.apply({ mutations: [mutation], atomic: false }))
    if (result?.status !== 'ok') throw new Error(JSON.stringify(result))
  }
  await write({ id: id(), kind: 'insert', table: table.id, record, values: values('0') })

  const colleague = await inviteColleague(bench)
  const channel = await listen(bench, colleague.backend, table)
  const eventMs: number[] = []
  const onScreenMs: number[] = []
  const acknowledgedMs: number[] = []
  let extraFetches = 0
  for (let i = 1; i <= edits + 10; i += 1) {
    const started = performance.now()
    const seen = new Promise<{ heardAt: number; row: Row; fetches: number }>((resolve, reject) => {
      channel.onEvent = (event) => {
        const heardAt = performance.now()
        fetchAnnounced(colleague.backend, table, event).then(
          (found) => resolve({ heardAt, ...found }),
          reject,
        )
      }
    })
    await write({
      id: id(),
      kind: 'update',
      table: table.id,
      record,
      values: values(`${i}`),
      base: values(`${i - 1}`),
    })
    const acknowledged = performance.now() - started
    const { heardAt, row, fetches } = await seen
    if (row.values[field] !== `${i}`) throw new Error(`edit ${i} is not what was read`)
    if (i <= 10) continue
    extraFetches += fetches - 1
    acknowledgedMs.push(acknowledged)
    eventMs.push(heardAt - started)
    onScreenMs.push(performance.now() - started)
  }
  const roundTrip = await sample(() => colleague.backend.checkProject(), { times: edits, warmUp: 10 })
  await colleague.backend.dispose()
  const trip = p(roundTrip)
  const screen = p(onScreenMs)
  printReport({
    name: 'live',
    figures: {
      edits,
      onScreenP50Ms: screen.p50,
      onScreenP95Ms: screen.p95,
      eventP50Ms: p(eventMs).p50,
      eventP95Ms: p(eventMs).p95,
      acknowledgedP50Ms: p(acknowledgedMs).p50,
      acknowledgedP95Ms: p(acknowledgedMs).p95,
      extraFetches,
      roundTripP50Ms: trip.p50,
      roundTripP95Ms: trip.p95,
    },
    ratios: { onScreenToRoundTripP50: screen.p50 / trip.p50, onScreenToRoundTripP95: screen.p95 / trip.p95 },
  })
}

const bench = await openWorkbench()
try {
  await run(bench)
} finally {
  await bench.stop()
}
