/** What the base does by itself: made, seen and changed by its creators, with notices for those alone who read the record. */
import { insertFaults, place as put } from '../effects.ts'
import {
  type AutomationModel,
  type BaseModel,
  type NoticeModel,
  type TableModel,
  tablesOf,
} from '../model.ts'
import { isCreator, reaches, sees, standingOf } from '../oracle.ts'
import type { Prober } from '../prober.ts'
import { confined, drawRecord, sendable, valuesOf } from '../records.ts'
import { callOf, isOk } from '../wire.ts'
import type { Surface } from './surface.ts'

type Form = (prober: Prober, table: TableModel) => Promise<void>

export const automations: Surface = {
  name: 'automations',
  writes: true,
  async probe(prober, table) {
    for (const form of prober.random.some([make, make, list, history, notices, notices, read, touch], 4))
      await form(prober, table)
  },
}

/** What everybody is answered who does not shape the table; null for who does. */
const refusal = ({ stopped, person }: Prober, table: TableModel): string | null =>
  stopped ?? (sees(table, person) ? (isCreator(table.base, person) ? null : 'forbidden') : 'not_found')

/** The same of a base. */
function shaperOf({ stopped, person }: Prober, base: BaseModel): string | null {
  if (stopped !== null) return stopped
  if (standingOf(base, person) === null) return 'not_found'
  return isCreator(base, person) ? null : 'forbidden'
}

const readsNotice = (table: TableModel, person: string | null, notice: NoticeModel): boolean => {
  const record = table.records.get(notice.record)
  return person === notice.person && record !== undefined && reaches(table, person, 'read', record)
}

/** Makes one that begins with a new record, makes such a record, and pauses it again, so that nothing else follows from it. */
const make: Form = async (prober, table) => {
  const { random, tools, person } = prober
  const { base } = table
  const automation: AutomationModel = { id: random.uuid(), name: tools.canaries.draw(random, 'n') }
  const message = tools.canaries.draw(random, 'v')
  const people = random.some(
    [...base.workspace.members.keys()].filter((id) => standingOf(base, id) !== null),
    3,
  )
  tools.canaries.mark(automation.id, 'an automation', (who) => isCreator(base, who))
  for (const token of [automation.name, message])
    tools.canaries.mark(
      token,
      'what an automation says',
      (who) => isCreator(base, who) || table.notices.some((notice) => readsNotice(table, who, notice)),
    )
  const draft = {
    name: automation.name,
    table: table.id,
    trigger: { kind: 'created' },
    condition: null,
    actions: [{ kind: 'notify', people, fields: [], message }],
  }
  const answer = await prober.send(callOf('create_automation', { automation: automation.id, draft }))
  if (!prober.judgeAnswer({ action: 'make an automation', table }, refusal(prober, table), answer)) return
  table.automations.push(automation)
  const record = await makeRecord(prober, table)
  if (record !== null) for (const one of people) table.notices.push({ person: one, record, message })
  const paused = await prober.send(callOf('pause_automation', { automation: automation.id, paused: true }))
  prober.judgeAnswer({ action: 'pause an automation', table }, null, paused)
  const runs = await runsOf(prober, automation)
  const place = { action: 'what an automation has done', table }
  if (!prober.judgeAnswer(place, null, runs)) return
  const told = runs.data as { record: string; outcome: string; notified: number; actor: string }[]
  prober.judgeList(
    place,
    record === null ? [] : [[record, 'done', people.length, person]],
    told.map(({ record: of, outcome, notified, actor }) => [of, outcome, notified, actor]),
  )
}

/** Answers its id; null where it is refused. */
async function makeRecord(prober: Prober, table: TableModel): Promise<string | null> {
  const { random, tools, person } = prober
  const sent = sendable(random, table, person)
  const record = confined(table, drawRecord(tools, table), sent)
  const faults = insertFaults(table, person, record, sent)
  const mutation = {
    id: random.uuid(),
    kind: 'insert',
    table: table.id,
    record: record.id,
    values: valuesOf(sent, record),
  }
  const batch = { mutations: [mutation], atomic: true }
  const answer = await prober.send(callOf('apply_mutations', { batch }))
  const [result] = (answer.data ?? []) as { status: string; error?: { code: string; details?: object } }[]
  const isMade = result?.status === 'ok'
  const { code = answer.code, details } = result?.error ?? {}
  const place = { action: 'make a record that begins an automation', table, record }
  prober.judgeFaults(place, faults, isMade ? null : { ...details, code })
  if (!isMade) return null
  put(table, record, person)
  return record.id
}

const runsOf = (prober: Prober, { id }: AutomationModel) =>
  prober.send(callOf('automation_runs', { automation: id, before: null, take: 100 }))

const idsIn = (tables: readonly TableModel[]) => tables.flatMap((one) => one.automations.map(({ id }) => id))

const list: Form = async (prober, table) => {
  const { base } = table
  const answer = await prober.send(callOf('automations', { base: base.id }))
  const place = { action: 'the automations of a base', table }
  if (!prober.judgeAnswer(place, shaperOf(prober, base), answer)) return
  const got = (answer.data as { automations: { id: string }[] }).automations.map(({ id }) => id)
  const there = base.tables.filter(({ isDeleted }) => !isDeleted)
  prober.judgeIds(place, {
    all: idsIn(tablesOf(prober.world)),
    expected: idsIn(there),
    got,
  })
}

/** The base is asked for here, not the table. */
const history: Form = async (prober, table) => {
  if (table.automations.length === 0) return
  const expected = prober.stopped ?? (table.isDeleted ? 'not_found' : shaperOf(prober, table.base))
  const answer = await runsOf(prober, prober.random.oneOf(table.automations))
  prober.judgeAnswer({ action: 'the history of an automation', table }, expected, answer)
}

const keyOf = ({ record, message }: { record: string; message: string }) => `${record} ${message}`

/** All that somebody is told, wherever it is from. */
const notices: Form = async (prober, table) => {
  const { person, world } = prober
  const place = { action: 'notices of automations', table }
  const got: string[] = []
  let before: string | null = null
  let unread: number | null = null
  for (;;) {
    const answer = await prober.send(callOf('my_notices', { before, take: 50 }))
    if (!prober.judgeAnswer(place, prober.stopped, answer)) return
    const page = answer.data as { unread: number; notices: { id: string; record: string; message: string }[] }
    unread ??= page.unread
    got.push(...page.notices.map(keyOf))
    before = page.notices.at(-1)?.id ?? null
    if (page.notices.length < 50) break
  }
  const all = tablesOf(world).flatMap((of) => of.notices.map((notice) => ({ of, notice })))
  const expected = all.filter(({ of, notice }) => readsNotice(of, person, notice))
  const keys = (some: typeof all) => some.map(({ notice }) => keyOf(notice))
  prober.judgeIds(place, { all: keys(all), expected: keys(expected), got })
  const unseen = expected.filter(({ notice }) => !hasRead.has(notice)).length
  prober.judgeNumber({ ...place, action: 'how many notices are new' }, unseen, unread)
}

const hasRead = new WeakSet<NoticeModel>()

/** Whoever has read all that they are told leaves what others are told as it is. */
const read: Form = async (prober, table) => {
  const { person, stopped, world } = prober
  const answer = await prober.send(callOf('read_notices', { notices: null }))
  if (!prober.judgeAnswer({ action: 'have read all notices', table }, stopped, answer)) return
  const own = tablesOf(world).flatMap((of) => of.notices.filter((notice) => notice.person === person))
  for (const notice of own) hasRead.add(notice)
}

/** What changes one, tells its secret or tries it, by whoever. */
const touch: Form = async (prober, table) => {
  const { random } = prober
  if (table.automations.length === 0) return
  const automation = random.oneOf(table.automations)
  const named = { automation: automation.id }
  // Said anew by somebody who may, it would be theirs, and run again.
  const draft = { name: 'taken', table: table.id, trigger: { kind: 'created' }, condition: null, actions: [] }
  const record = random.oneOf([...table.records.keys()])
  const [name, args] = random.oneOf<readonly [string, Record<string, unknown>]>([
    ['pause_automation', { ...named, paused: true }],
    ['automation_secret', { ...named, renew: random.chance(0.5) }],
    ['dry_run_automation', { ...named, draft: null, record }],
    ['delete_automation', named],
    ...(refusal(prober, table) === null ? [] : [['update_automation', { ...named, draft }] as const]),
  ])
  const answer = await prober.send(callOf(name, args))
  prober.judgeAnswer({ action: name, table }, refusal(prober, table), answer)
  if (name === 'delete_automation' && isOk(answer))
    table.automations.splice(table.automations.indexOf(automation), 1)
}
