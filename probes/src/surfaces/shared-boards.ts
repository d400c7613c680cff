/** Links to boards and calendars: a part of their records is asked for, by a field that the link tells, and no other part there is. */
import { isOfPeople } from '@plinth/domain'
import { groupKey } from '../cells.ts'
import type { FieldModel, RecordModel, TableModel } from '../model.ts'
import type { Prober } from '../prober.ts'
import { recordsOf, type ShareModel, shareable, shownBy, toldCell } from '../shares.ts'
import { ask, inAnyOrder, judgeShut, makeShare } from './share-tools.ts'

interface Stack {
  readonly mark: string | null
  readonly value: unknown
  readonly count: number
}
interface Lanes {
  readonly stacks: readonly Stack[]
  readonly counts?: readonly (readonly number[])[]
}
interface Page {
  readonly layout?: { readonly kind: string; readonly stacks?: readonly Stack[]; readonly lanes?: Lanes }
}

const stackTypes: readonly string[] = ['single_select', 'status', 'person', 'checkbox']

/** A board by any field, in lanes by any other, whether the link tells them or not. */
export async function stacked(prober: Prober, table: TableModel): Promise<void> {
  const fields = shareable(table).filter(({ type }) => stackTypes.includes(type))
  if (fields.length === 0) return
  const by = prober.random.oneOf(fields)
  const across = prober.random.oneOf(fields)
  const share = await makeShare(prober, table, {
    target: 'view',
    view: { kind: 'board', settings: { stacks: by.id, lanes: across.id } },
    // By chance alone it would seldom tell both.
    tells: prober.random.some([by, across], prober.random.upTo(3)),
  })
  if (!share) return
  await judgeStacks(prober, share, by, across)
  await share.end()
}

async function judgeStacks(
  prober: Prober,
  share: ShareModel,
  by: FieldModel,
  across: FieldModel,
): Promise<void> {
  const { table, token } = share
  const page = await ask(prober, 'shared_page', { token, pass: null })
  if (!page || !prober.judgeAnswer({ action: 'a board of a link', table }, null, page)) return
  const records = recordsOf(share) ?? []
  const { layout } = page.data as Page
  const isTold = shownBy(share).includes(by)
  const place = { action: `the stacks of a link by ${by.column}`, table }
  if (!isTold) {
    prober.judgeList(place, [], inAnyOrder(layout ? [layout] : []))
    return judgeNoPart(prober, share, {
      stack: valueOf(by, prober.random.oneOf([...table.records.values()])),
    })
  }
  const stacks = layout?.stacks ?? []
  const filled = stacks.filter(({ count }) => count > 0).map(({ value, count }) => [value, count])
  prober.judgeList(place, inAnyOrder(countsOf(prober, records, by)), inAnyOrder(filled))
  if (stacks.length === 0) return
  const { mark, value } = prober.random.oneOf(stacks)
  const within = records.filter((record) => told(prober, by, record) === value)
  await judgePart(prober, share, { stack: mark }, within)
  await judgeLanes(prober, share, { by, across, stacks, lanes: layout?.lanes })
}

interface Cells {
  readonly by: FieldModel
  readonly across: FieldModel
  readonly stacks: readonly Stack[]
  readonly lanes: Lanes | undefined
}

/** Of a field that is not told there are no lanes, and nothing can be asked by it. */
async function judgeLanes(prober: Prober, share: ShareModel, cells: Cells): Promise<void> {
  const { by, across, stacks, lanes } = cells
  const { table } = share
  const records = recordsOf(share) ?? []
  const place = { action: `the lanes of a link by ${across.column}`, table }
  const stack = prober.random.oneOf(stacks)
  // Of people there are lanes where they have records.
  const isTold = across !== by && shownBy(share).includes(across)
  if (!isTold || !lanes) {
    const awaited = isTold ? countsOf(prober, records, across) : []
    prober.judgeList(place, inAnyOrder(awaited), inAnyOrder(lanes ? [lanes] : []))
    const lane = valueOf(across, prober.random.oneOf([...table.records.values()]))
    return judgeNoPart(prober, share, { stack: stack.mark, lane })
  }
  const isIn =
    (field: FieldModel, { value }: Stack) =>
    (record: RecordModel) =>
      told(prober, field, record) === value
  const counts = lanes.stacks.map((lane) => {
    const inLane = records.filter(isIn(across, lane))
    return [lane.value, inLane.length, stacks.map((one) => inLane.filter(isIn(by, one)).length)]
  })
  const answered = lanes.stacks.map(({ value, count }, at) => [value, count, lanes.counts?.[at]])
  prober.judgeList(place, inAnyOrder(counts), inAnyOrder(answered))
  const filled = lanes.stacks.filter(({ count }) => count > 0).map(({ value, count }) => [value, count])
  prober.judgeList(place, inAnyOrder(countsOf(prober, records, across)), inAnyOrder(filled))
  const lane = prober.random.oneOf(lanes.stacks)
  const within = records.filter(isIn(across, lane)).filter(isIn(by, stack))
  await judgePart(prober, share, { stack: stack.mark, lane: lane.mark }, within)
}

/** As a stack has it: without a tick is what was never ticked. */
const valueOf = (by: FieldModel, { cells }: RecordModel): string | null => {
  const key = groupKey(cells[by.id] ?? null, by)
  return key === null ? null : String(key)
}

function told(prober: Prober, by: FieldModel, { cells }: RecordModel): unknown {
  const cell = cells[by.id] ?? null
  if (by.type === 'checkbox') return cell === true
  return cell !== null && isOfPeople(by.type) ? prober.tools.nameOf(cell as string) : cell
}

function countsOf(prober: Prober, records: readonly RecordModel[], by: FieldModel): [unknown, number][] {
  const counts = new Map<unknown, number>()
  for (const record of records) {
    const value = told(prober, by, record)
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return [...counts]
}

/** A calendar by any date, whether the link tells it or not. */
export async function dated(prober: Prober, table: TableModel): Promise<void> {
  const fields = shareable(table).filter(({ type }) => type === 'date')
  if (fields.length === 0) return
  const start = prober.random.oneOf(fields)
  const share = await makeShare(prober, table, {
    target: 'view',
    view: { kind: 'calendar', settings: { start: start.id } },
  })
  if (!share) return
  const dayOf = ({ cells }: RecordModel) => (cells[start.id] ?? null) as string | null
  const days = [...table.records.values()].flatMap((record) => dayOf(record) ?? [])
  const [from, to] = (days.length > 0 ? prober.random.some(days, 2) : ['2026-01-01']).toSorted() as [
    string,
    string?,
  ]
  const part = { from, to: to ?? from }
  if (shownBy(share).includes(start)) {
    const isWithin = (day: string | null) => day !== null && day >= part.from && day <= part.to
    await judgePart(
      prober,
      share,
      part,
      (recordsOf(share) ?? []).filter((record) => isWithin(dayOf(record))),
    )
  } else await judgeNoPart(prober, share, part)
  await share.end()
}

async function judgePart(
  prober: Prober,
  share: ShareModel,
  part: object,
  within: readonly RecordModel[],
): Promise<void> {
  const { table, token } = share
  const place = { action: 'a part of a link', table }
  const answer = await ask(prober, 'shared_rows', { token, pass: null, after: null, take: 200, part })
  if (!answer || !prober.judgeAnswer(place, null, answer)) return
  const { rows, next } = answer.data as { rows: readonly unknown[]; next: string | null }
  if (next !== null) return prober.right()
  const shown = shownBy(share)
  const cells = within.map((record) =>
    shown.map((field) => toldCell(share, field, record, prober.tools.nameOf)),
  )
  prober.judgeList(place, inAnyOrder(cells), inAnyOrder(rows))
}

/** Whether any record has a value in a field that is not told is not told either. */
async function judgeNoPart(prober: Prober, { table, token }: ShareModel, part: object): Promise<void> {
  const answer = await ask(prober, 'shared_rows', { token, pass: null, after: null, take: 5, part })
  judgeShut(prober, table, 'a part of a link by a field that it does not tell', answer, 'share_moved')
}
