/**
 * Texts on their way into cells of links: names of records, each found by the very value of its table's first field. One
 * question for up to fifty names of a table; what is found nowhere, or more than once, is refused with a word, never made.
 */
import {
  type AppError,
  appError,
  type Field,
  fieldTypes,
  type LinkItem,
  ok,
  type Result,
  splitLabels,
  type Table,
  type TableId,
  type ValueContext,
} from '@plinth/domain'
import { linksTo } from '@plinth/record-store'
import { type Named, type NameLookup, recordsNamed } from '../../../lib/records-named.ts'
import type { IncomingCell } from '../grid/pasted-values.ts'

export interface LinkLookup extends NameLookup {
  tableOf(id: TableId): Table | undefined
}

/** The cells, with records in place of names where they are for links. */
export async function withLinks(
  cells: readonly IncomingCell[],
  lookup: LinkLookup,
): Promise<Result<readonly IncomingCell[]>> {
  const wanted = namesByTarget(cells, lookup.values)
  const named = new Map<TableId, Named>()
  for (const [id, names] of wanted) {
    const target = lookup.tableOf(id)
    const found = target ? await recordsNamed(target, [...names], lookup) : ok(new Map() as Named)
    if (!found.ok) return found
    named.set(id, found.value)
  }
  return ok(cells.map((cell) => linkedCell(cell, named, lookup)))
}

function namesByTarget(cells: readonly IncomingCell[], values: ValueContext): Map<TableId, Set<string>> {
  const wanted = new Map<TableId, Set<string>>()
  for (const { field, incoming } of cells) {
    const target = field.type === 'link' ? field.options.target : undefined
    const text = target && namesIn(field, incoming, values)
    if (!target || !text) continue
    const names = wanted.get(target) ?? new Set()
    for (const name of splitLabels(text)) names.add(name)
    wanted.set(target, names)
  }
  return wanted
}

/** The names that a cell of links is to hold; null: it holds records already. */
function namesIn(field: Field, incoming: IncomingCell['incoming'], values: ValueContext): string | null {
  if ('error' in incoming) return null
  if ('text' in incoming) return incoming.text
  const { from = field, value } = incoming
  const isSame = from.type === 'link' && from.options.target === field.options.target
  return isSame ? null : fieldTypes[from.type].editText(value, from, values)
}

function linkedCell(
  cell: IncomingCell,
  named: ReadonlyMap<TableId, Named>,
  { values, tableOf }: LinkLookup,
): IncomingCell {
  const { field, incoming } = cell
  const text = field.type === 'link' ? namesIn(field, incoming, values) : null
  if (text === null) return cell
  const target = field.options.target && tableOf(field.options.target)
  const items: LinkItem[] = []
  for (const name of splitLabels(text)) {
    const found = (target && named.get(target.id)?.get(name)) ?? []
    const [item] = found
    if (!item || found.length > 1) {
      return { ...cell, incoming: { text, error: refusal(name, found.length, target?.name) } }
    }
    items.push(item)
  }
  return { ...cell, incoming: { value: items.length > 0 ? linksTo(items) : null } }
}

function refusal(name: string, found: number, target: string | undefined): AppError {
  const where = target === undefined ? 'the linked table, which you may not read,' : `“${target}”`
  const hint =
    found === 0
      ? `No record of ${where} is called “${name}”.`
      : `Several records of ${where} are called “${name}”. Choose one from the list.`
  return appError('value_invalid', { hint })
}
