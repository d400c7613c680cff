/** Charts and dashboards by links: figures of what their maker reads, of the fields that the link names, and no records. */
import { isOfPeople } from '@plinth/domain'
import type { FieldModel, TableModel } from '../model.ts'
import type { Prober } from '../prober.ts'
import { countedBy, recordsOf, type ShareModel, shareable } from '../shares.ts'
import { callOf, send } from '../wire.ts'
import { ask, judgeShut, makerOf, must } from './share-tools.ts'
import { questionOf } from './views.ts'

/** Fields by whose values records are counted each by itself. */
const countable = (table: TableModel) =>
  shareable(table).filter(({ type }) => !['long_text', 'date', 'datetime', 'json'].includes(type))

interface Page {
  readonly tiles: readonly { mark: string; shape: { by: number | null } }[]
}
interface Figures {
  readonly keys: readonly [unknown, number, number][]
  readonly whole: readonly [number, number]
}

/** A chart of a field, by itself or on a dashboard, behind a link that names the field, or that does not. */
async function makeChart(prober: Prober, table: TableModel, field: FieldModel) {
  const { random, tools } = prober
  const maker = makerOf(prober, table)
  if (!maker || table.isDeleted || table.records.size === 0) return null
  const token = maker.token()
  const question = random.chance(0.5) ? questionOf(prober, table, random.oneOf(shareable(table))) : null
  const filter = question && { join: 'and', items: [question.condition] }
  const [chart, dashboard] = [random.uuid(), random.uuid()]
  const make = (view: string, kind: string, config: object) =>
    must(prober, token, 'create_view', {
      table: table.id,
      view,
      definition: { name: `Shared ${view}`, kind, isShared: false, config },
    })
  const isAlone = random.chance(0.5)
  const settings = { by: field.id }
  await make(chart, 'chart', { settings, filter: isAlone ? filter : null })
  if (!isAlone)
    await make(dashboard, 'dashboard', { settings: { tiles: [{ view: chart, width: 'half' }] }, filter })
  const [isNamed, showsPeople] = [random.chance(0.7), random.chance(0.5)]
  const made = await must<{ token: string; link: { id: string } }>(prober, token, 'create_share_link', {
    table: table.id,
    target: { view: isAlone ? chart : dashboard },
    settings: { name: 'Shared', fields: isNamed ? [field.id] : [], showsPeople },
  })
  const share: ShareModel = {
    id: made.link.id,
    token: made.token,
    maker: maker.person!,
    table,
    record: null,
    fields: isNamed ? [field] : [],
    links: [],
    showsPeople,
    showsLinked: false,
    password: null,
    groups: [],
    figure: null,
    holds: question?.holds ?? (() => true),
  }
  const end = async () => {
    await send(tools.project, token, callOf('revoke_share_link', { link: made.link.id }))
    for (const view of isAlone ? [chart] : [dashboard, chart])
      await send(tools.project, token, callOf('delete_view', { view }))
  }
  return { share, end, isTold: isNamed && (showsPeople || !isOfPeople(field.type)) }
}

export async function charted(prober: Prober, table: TableModel): Promise<void> {
  const fields = countable(table)
  if (fields.length === 0) return
  const field = prober.random.oneOf(fields)
  const made = await makeChart(prober, table, field)
  if (!made) return
  const { share, end, isTold } = made
  await judgeFigures(prober, share, field, isTold)
  const { token } = share
  const asked = { token, pass: null, after: null, take: 5 }
  const rows = await ask(prober, 'shared_rows', asked)
  judgeShut(prober, table, 'records by the link of a chart', rows, 'share_invalid')
  await end()
  const args = { token, pass: null, mark: prober.random.hex(64), take: 5 }
  const late = await ask(prober, 'shared_chart', args)
  judgeShut(prober, table, 'a chart of a link that was taken back', late, 'share_invalid')
}

async function judgeFigures(prober: Prober, share: ShareModel, field: FieldModel, isTold: boolean) {
  const { table, token } = share
  const page = await ask(prober, 'shared_page', { token, pass: null })
  if (!page) return
  const records = recordsOf(share)
  if (records === null) return judgeShut(prober, table, 'a chart of nothing', page, 'share_invalid')
  const place = { action: `a chart of a link by ${field.column}`, table }
  if (!prober.judgeAnswer(place, null, page)) return
  const { tiles } = page.data as Page
  prober.judgeNumber({ ...place, action: 'how many charts a link shows' }, isTold ? 1 : 0, tiles.length)
  const mark = prober.random.chance(0.8) ? tiles[0]?.mark : prober.random.hex(64)
  const answer = await ask(prober, 'shared_chart', { token, pass: null, mark: mark ?? '', take: 1000 })
  if (!answer) return
  if (tiles.length === 0 || mark !== tiles[0]!.mark)
    return judgeShut(prober, table, 'a chart by a mark that is none', answer, 'share_moved')
  if (!prober.judgeAnswer(place, null, answer)) return
  const { keys, whole } = answer.data as Figures
  prober.judgeNumber(place, records.length, whole[0])
  const expected = countedBy(records, field, prober.tools.nameOf).map(String)
  prober.judgeList(place, expected.toSorted(), keys.map(([key, count]) => String([key, count])).toSorted())
}
