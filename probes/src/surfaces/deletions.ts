/** Deletions that take linked records along: told before, and done as whoever deletes may, all or nothing. */
import { judgeStored } from '../effects.ts'
import { linkedOf, readable } from '../links.ts'
import { type LinkField, type RecordModel, type TableModel, tablesOf } from '../model.ts'
import { mayTouch, reached, refusalOf, sees } from '../oracle.ts'
import type { Prober } from '../prober.ts'
import { callOf, isOk, routeOf } from '../wire.ts'
import type { Surface } from './surface.ts'

interface Doomed {
  readonly field: LinkField
  readonly table: TableModel
  readonly record: RecordModel
  /** What goes along, where the person may delete the record. */
  readonly along: readonly RecordModel[]
  /** They may not delete all of that. */
  readonly isRefused: boolean
}

export const deletions: Surface = {
  name: 'deletions',
  writes: true,
  async probe(prober, table) {
    if (table.links.length === 0) return
    const { random, tools } = prober
    const field = random.oneOf(table.links)
    const all = [...table.records.values()]
    const linking = all.filter((record) => linkedOf(field, record).length > 0)
    const record = random.oneOf(linking.length > 0 && random.chance(0.8) ? linking : all)
    const isReached = !table.isDeleted && mayTouch(table, prober.person, 'delete', record)
    const along = isReached && !field.target.isDeleted ? linkedOf(field, record) : []
    const isRefused = !along.every((one) => mayTouch(field.target, prober.person, 'delete', one))
    // For this while only: every other surface deletes records alone.
    await tools.takeAlong(field.id, true)
    try {
      for (const form of random.some([told, tried, refused], 2)) {
        await form(prober, { field, table, record, along, isRefused })
      }
    } finally {
      await tools.takeAlong(field.id, false)
    }
  },
}

async function told(prober: Prober, doomed: Doomed): Promise<void> {
  const { field, table, record, along, isRefused } = doomed
  const { person, stopped, random } = prober
  const records = [record.id, random.uuid()]
  const answer = await prober.send(callOf('deletion_preview', { table: table.id, records }))
  const place = { action: 'what a deletion would take along', table, record }
  const refusal = sees(table, person) ? null : 'not_found'
  if (!prober.judgeAnswer(place, stopped ?? refusal, answer)) return
  const said = answer.data as Said
  const count = along.filter(readable(field, person)).length
  prober.judgeList(
    place,
    count > 0 ? [`${field.target.id} ${count}`] : [],
    said.along.map((one) => `${one.table} ${one.count}`),
  )
  prober.judgeOutcome(place, isRefused ? 'along_refused' : null, said.refused ?? null)
  prober.judgeList(
    { ...place, action: 'what would lose its link' },
    linkersOf(prober, doomed).toSorted(),
    said.linked.map((one) => `${one.table} ${one.count} ${one.keeps}`).toSorted(),
  )
}

interface Said {
  readonly along: { table: string; count: number }[]
  readonly linked: { table: string; count: number; keeps: boolean }[]
  readonly refused?: string
}

/** What links a record, or what goes along as far as the person reads that, and stays, by tables, as far as they read it: of a record that they may delete. */
function linkersOf({ world, person }: Prober, { field, table, record, along }: Doomed) {
  if (table.isDeleted || !mayTouch(table, person, 'delete', record)) return []
  const told = new Set(along.filter(readable(field, person)).map(({ id }) => id))
  const isDoomed = ({ target }: LinkField, id: string) =>
    (target === table && id === record.id) || (target === field.target && told.has(id))
  return tablesOf(world).flatMap((other) => {
    const linking = other.links.flatMap((link) =>
      link.pairs.filter((pair) => isDoomed(link, pair[1 - link.end]!)).map((pair) => pair[link.end]),
    )
    const gone = new Set([record.id, ...along.map(({ id }) => id)])
    const stay = reached(other, person, 'read').filter(({ id }) => linking.includes(id) && !gone.has(id))
    return other.isDeleted || stay.length === 0 ? [] : [`${other.id} ${stay.length} false`]
  })
}

/** By the table's own route, taken back at once. */
async function tried(prober: Prober, { field, table, record, isRefused }: Doomed): Promise<void> {
  const headers = { prefer: 'return=minimal,tx=rollback' }
  const answer = await prober.send(
    routeOf(table.relation, `id=eq.${record.id}`, { method: 'DELETE', headers }),
  )
  const isClosed = !prober.identity.reachesRoutes || table.isDeleted
  const place = { action: 'a deletion that takes records along, by the route', table, record }
  prober.judgeAnswer(place, isClosed ? 'any' : isRefused ? 'along_refused' : null, answer)
  await judgeStored(prober, field.target, place.action)
}

/** By the app's call; only where it must be refused, so that nothing is to be brought back. */
async function refused(prober: Prober, doomed: Doomed): Promise<void> {
  const { field, table, record, isRefused } = doomed
  const expected = refusalOf(table, prober.person, 'delete', record) ?? (isRefused ? 'along_refused' : null)
  if (expected === null) return tried(prober, doomed)
  const mutation = { id: prober.random.uuid(), kind: 'delete', table: table.id, record: record.id }
  const batch = { mutations: [mutation], atomic: false }
  const answer = await prober.send(callOf('apply_mutations', { batch }))
  const place = { action: 'a deletion that takes records along', table, record }
  if (!prober.judgeAnswer(place, prober.stopped, answer) || !isOk(answer)) return
  const [result] = answer.data as { status: string; error?: { code: string } }[]
  prober.judgeOutcome(
    place,
    expected,
    result!.status === 'ok' ? null : (result!.error?.code ?? result!.status),
  )
  await judgeStored(prober, table, place.action)
  await judgeStored(prober, field.target, place.action)
}
