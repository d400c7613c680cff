/**
 * Rollups: made by whoever shapes the base, and kept only where each role that reads something of their table reads all that they are
 * made of; else they are computed for each reader.
 */
import type { CellValue, Field } from '@plinth/domain'
import { linkedOf } from '../links.ts'
import type { FieldModel, LinkField, TableModel } from '../model.ts'
import { isCreator, scopeOfRole, sees, standingOf } from '../oracle.ts'
import { Prober } from '../prober.ts'
import { callOf } from '../wire.ts'
import { visible } from './asking.ts'
import type { Surface } from './surface.ts'

export const rollups: Surface = {
  name: 'rollups',
  writes: true,
  async probe(prober, table) {
    if (table.links.length === 0) return
    const { random } = prober
    const link = random.oneOf(table.links)
    const read = random.oneOf(link.target.fields.filter(({ type }) => type in lookups))
    const definition = {
      id: random.uuid(),
      name: `r ${random.uuid()}`,
      rollup: { link: link.id, function: lookups[read.type as keyof typeof lookups], field: read.id },
    }
    const answer = await prober.send(callOf('create_field', { table: table.id, definition }))
    const place = { action: `a rollup of a field that is ${read.side === null ? 'open' : 'aside'}`, table }
    if (prober.judgeAnswer(place, refusal(prober, table, link, read), answer)) {
      const made = answer.data as Field
      if (Boolean(made.onRead) === tells(table, link, read)) prober.right()
      else prober.leak({ action: 'a rollup is kept', table }, !tells(table, link, read), made)
      if (!made.onRead && !made.changing) await judgeKept(prober, table, link, { made, read })
      await takeAway(prober, table, made)
    }
  },
}

/** By the type of what is read. */
const lookups = { text: 'concatenate', single_select: 'unique', person: 'first' } as const

/** What a lookup makes of the cells of linked records, in the order in which they were linked. */
function lookedUp({ type }: FieldModel, cells: readonly CellValue[]): CellValue {
  if (type === 'person') return cells[0] ?? null
  const filled = cells.filter(Boolean)
  if (filled.length === 0) return null
  return type === 'text' ? filled.join(', ') : ([...new Set(filled)].toSorted() as unknown as CellValue)
}

/** As long as a text may be; a longer one is empty. */
const mostText = 2_000

/** What is kept is the same for everybody who reads the record: somebody else is told it, and of nothing more. */
async function judgeKept(
  prober: Prober,
  table: TableModel,
  link: LinkField,
  { made, read }: { readonly made: Field; readonly read: FieldModel },
): Promise<void> {
  const { random, tools, surface } = prober
  const other = new Prober(tools, random.oneOf(tools.identities), surface)
  const ids = random.some([...table.records.keys()], 10)
  const query = { table: table.id, sorts: [], fields: [made.id] }
  const answer = await other.send(callOf('rows_by_id', { query, ids }))
  const place = { action: 'a rollup that is kept', table }
  const refused = other.stopped ?? (sees(table, other.person) ? null : 'not_found')
  if (!other.judgeAnswer(place, refused, answer)) return
  const seen = new Set(visible(other, table).map(({ id }) => id))
  const { rows } = answer.data as { readonly rows: readonly (readonly [string, number, unknown])[] }
  other.judgeList(
    place,
    ids.filter((id) => seen.has(id)),
    rows.map(([id]) => id),
  )
  for (const [id, , told] of rows) {
    const record = table.records.get(id)
    if (!record) continue
    const looked = lookedUp(
      read,
      linkedOf(link, record).map(({ cells }) => cells[read.id] ?? null),
    )
    if (typeof looked === 'string' && looked.length > mostText) continue
    if (JSON.stringify(looked) === JSON.stringify(told)) other.right()
    else other.leak({ ...place, record }, looked, told)
  }
}

function refusal(
  { person, stopped }: Prober,
  table: TableModel,
  { target }: LinkField,
  read: FieldModel,
): string | null {
  if (stopped !== null) return stopped
  if (!sees(table, person) || standingOf(table.base, person) === null) return 'not_found'
  if (!isCreator(table.base, person)) return 'forbidden'
  if (target.isDeleted) return 'rollup_invalid'
  return read.isChanging ? 'field_changing' : null
}

/** Would it tell somebody who reads the table something that they do not read? */
const tells = (table: TableModel, { target }: LinkField, read: FieldModel): boolean =>
  read.side !== null ||
  table.base.roles.some(
    (role) => scopeOfRole(role, table, 'read') !== 'none' && scopeOfRole(role, target, 'read') !== 'all',
  )

/** As if it had not been there; one that is computed in steps has begun only. */
async function takeAway(
  prober: Prober,
  { base }: TableModel,
  { id, name, changing, onRead }: Field,
): Promise<void> {
  const calls = changing
    ? [callOf('cancel_type_change', { field: id })]
    : [
        callOf('delete_field', { field: id }),
        ...(onRead ? [] : [callOf('empty_trash', { base: base.id, item: id, confirm_name: name })]),
      ]
  for (const call of calls) prober.judgeAnswer({ action: 'a rollup goes' }, null, await prober.send(call))
}
