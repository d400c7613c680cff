/**
 * Topics: who may join which, what they are told, and that a topic falls silent for all when somebody loses a right. Listeners
 * of all kinds sit side by side, so this is one probe of a whole table instead of one of a person.
 */
import { drawCell, sameCell, settled } from '../cells.ts'
import { takeSomethingAway } from '../changes.ts'
import { store, updateFaults } from '../effects.ts'
import { removeLock } from '../grants.ts'
import { must, type Workshop } from '../make-world.ts'
import { grantKey, type RecordModel, sidesOf, type TableModel } from '../model.ts'
import { isLocked, sees, standingOf } from '../oracle.ts'
import type { Prober, Tools } from '../prober.ts'
import { removeTableRule } from '../validation.ts'
import { type Event, Listener, patience } from './listener.ts'

export async function probeRealtime(shop: Workshop, tools: Tools, table: TableModel): Promise<void> {
  const [owner, ...others] = shop.accounts.identities
  const chosen = tools.random.some(others, 7)
  const listeners = [owner!, ...chosen].map((identity) => new Listener(tools, identity))
  try {
    const before = await epochOf(shop, table)
    for (const listener of listeners) await joinAll(listener, table, before)
    await judgeMet(listeners, table)
    const forged = await forge(listeners, table, before)
    await judgeHeard(listeners, table, await change(shop, tools, table))
    judgeForged(listeners, table, forged)
    if (!(await takeSomethingAway(shop, table))) return
    const after = await epochOf(shop, table)
    const hears = new Listener(tools, owner!)
    try {
      await hears.signIn()
      await judgeSilence(shop, tools, { table, listeners, hears, epoch: after })
    } finally {
      await hears.leave()
    }
    for (const listener of listeners) await judgeJoin(listener, table, after)
  } finally {
    for (const listener of listeners) await listener.leave()
  }
}

async function epochOf(shop: Workshop, { base }: TableModel): Promise<number> {
  const schema = await must<{ accessEpoch: number }>(shop, 'owner', 'base_schema', { base: base.id })
  return schema.accessEpoch
}

async function joinAll(listener: Listener, table: TableModel, epoch: number): Promise<void> {
  await listener.signIn()
  await judgeJoin(listener, table, epoch)
  const room = await listener.enter(`room:${table.base.id}:${epoch}`)
  const { prober } = listener
  const mayEnter = standingOf(table.base, prober.person) !== null
  judge(prober, { action: 'join the room of the base', table }, mayEnter, room)
  const wrong = await listener.join(`table:${table.id}:${epoch + 9}`)
  judge(prober, { action: 'join a topic of a later epoch', table }, false, wrong)
}

const nameOf = ({ prober }: Listener) => prober.identity.name

/** Everybody in the room sees who shows themselves there, and nobody else does; who is not in it is not seen. */
async function judgeMet(listeners: readonly Listener[], table: TableModel): Promise<void> {
  const isIn = ({ prober }: Listener) => standingOf(table.base, prober.person) !== null
  const inside = listeners.filter(isIn)
  for (const listener of listeners) await listener.show(nameOf(listener))
  await until(() => inside.every(({ met }) => met.size >= inside.length))
  for (const listener of listeners)
    listener.prober.judgeIds(
      { action: 'who is met in the room of a base', table },
      {
        all: listeners.map(nameOf),
        expected: isIn(listener) ? inside.map(nameOf) : [],
        got: listener.met,
      },
    )
}

/** Those who listen to a table say that something changed, as the database does. Answers how what they said is known. */
async function forge(listeners: readonly Listener[], table: TableModel, epoch: number): Promise<string> {
  const seq = listeners[0]!.prober.random.uuid()
  for (const listener of listeners) await listener.forge(`table:${table.id}:${epoch}`, seq)
  return seq
}

/** What the database said later was heard: this came to nobody. */
function judgeForged(listeners: readonly Listener[], table: TableModel, seq: string): void {
  for (const listener of listeners) {
    const heard = listener.heardOf(seq)
    if (heard.length === 0) listener.prober.right()
    else listener.prober.leak({ action: 'what somebody said on a topic of changes', table }, 'silence', heard)
  }
}

/** The data topic of a table is for those to whom the table is there. */
async function judgeJoin(listener: Listener, table: TableModel, epoch: number): Promise<void> {
  const { prober } = listener
  const isIn = await listener.join(`table:${table.id}:${epoch}`)
  judge(prober, { action: 'join the topic of a table', table }, sees(table, prober.person), isIn)
}

function judge(
  prober: Prober,
  place: { action: string; table: TableModel },
  expected: boolean,
  got: boolean,
): void {
  prober.judgeOutcome(place, expected ? null : 'any', got ? null : 'refused')
}

/** The owner changes a record. Answers the number of the transaction. */
async function change(shop: Workshop, tools: Tools, table: TableModel): Promise<string> {
  const owner = shop.accounts.idOf('owner')
  const free = () => [...table.records.values()].filter((record) => !isLocked(table, owner, record))
  while (free().length === 0) await removeLock(shop, table)
  const { record, field, stored, cell } = await drawAllowed(shop, table, free())
  const mark = await must<{ atSeq: string }>(shop, 'owner', 'view_stats', {
    query: { table: table.id, sorts: [] },
    exact: true,
  })
  const mutation = { id: tools.random.uuid(), kind: 'update', table: table.id, record: record.id }
  const batch = {
    mutations: [{ ...mutation, values: { [field.id]: cell }, base: { [field.id]: stored } }],
    atomic: false,
  }
  const [result] = await must<{ status: string }[]>(shop, 'owner', 'apply_mutations', { batch })
  if (result!.status !== 'ok') throw new Error(`the owner was refused a change: ${JSON.stringify(result)}`)
  store(table, record, { [field.id]: cell }, owner)
  return seqOf(shop, table, { since: mark.atSeq, record: record.id })
}

/** A change that the rules of the table let the owner make; they go where they let nobody change anything. */
async function drawAllowed(shop: Workshop, table: TableModel, records: readonly RecordModel[]) {
  const owner = shop.accounts.idOf('owner')
  for (let tries = 1; ; tries++) {
    if (tries % 50 === 0) await removeTableRule(shop, table)
    const record = shop.random.oneOf(records)
    const field = shop.random.oneOf(settled(table).slice(1))
    const stored = record.cells[field.id] ?? null
    const cell = drawCell(shop.random, table, field)
    const isChange = !sameCell(cell, stored)
    if (isChange && updateFaults(table, owner, record, { [field.id]: cell }).length === 0)
      return { record, field, stored, cell }
  }
}

interface Written {
  readonly since: string
  readonly record: string
}

/** Which transaction wrote the record last; it shows itself when all that began before it have ended. */
async function seqOf(shop: Workshop, table: TableModel, { since, record }: Written): Promise<string> {
  for (let tries = 0; tries < 200; tries++) {
    const answer = await must<{ events: { seq: string; items: [string][] }[] }>(
      shop,
      'owner',
      'changes_since',
      {
        table: table.id,
        seq: since,
      },
    )
    const event = answer.events.findLast(({ items }) => items.some(([id]) => id === record))
    if (event) return event.seq
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`the change of ${record} is not told`)
}

/** Everybody who may hear hears, and nobody else; where a rule stands on reading, no more than that something changed. */
async function judgeHeard(listeners: readonly Listener[], table: TableModel, seq: string): Promise<void> {
  const may = listeners.filter(({ prober }) => sees(table, prober.person))
  await until(() => may.every((one) => one.heardOf(seq).length > 0))
  const isRuled = table.base.roles.some(
    ({ grants }) => grants.get(grantKey(table, 'read'))?.scope === 'rules',
  )
  const isBare = isRuled || sidesOf(table).length > 0
  for (const listener of listeners) {
    const { prober } = listener
    const heard = listener.heardOf(seq)
    const place = { action: 'what is heard of a change', table }
    judge(prober, place, may.includes(listener), heard.length > 0)
    for (const payload of heard) {
      prober.judgeText(JSON.stringify(payload), '', place)
      if (isBare) judgeBare(prober, table, payload)
    }
  }
}

/** The service adds an id of its own. */
function judgeBare(prober: Prober, table: TableModel, payload: Event): void {
  const { id: _, ...event } = payload as unknown as Record<string, unknown>
  const isBare = Object.keys(event).sort().join() === 'op,seq' && event['op'] === 'bulk'
  if (isBare) prober.right()
  else prober.leak({ action: 'an event of a table with rules', table }, 'op and seq', payload)
}

interface Silence {
  readonly table: TableModel
  readonly listeners: readonly Listener[]
  readonly hears: Listener
  readonly epoch: number
}

/** After somebody lost a right nothing comes on the old topic, to nobody. */
async function judgeSilence(
  shop: Workshop,
  tools: Tools,
  { table, listeners, hears, epoch }: Silence,
): Promise<void> {
  await judgeJoin(hears, table, epoch)
  const seq = await change(shop, tools, table)
  await until(() => hears.heardOf(seq).length > 0)
  await new Promise((resolve) => setTimeout(resolve, patience.silenceMs))
  for (const listener of listeners) {
    const place = { action: 'the old topic after a right was taken away', table }
    const heard = listener.heardOf(seq)
    if (heard.length === 0) listener.prober.right()
    else listener.prober.leak(place, 'silence', heard)
  }
}

/** Waits, but not for ever: who waits judges what is there in the end. */
async function until(holds: () => boolean): Promise<void> {
  for (let waited = 0; waited < patience.eventMs && !holds(); waited += 20) {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
