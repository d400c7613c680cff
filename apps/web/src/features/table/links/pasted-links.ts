/**
 * Texts on their way into cells of links: names of records, or keys of theirs. What is found nowhere, or more than once, is refused
 * with a word; what is found nowhere is made where the person wants that.
 */
import {
  type AppError,
  appError,
  type Field,
  fieldTypes,
  ok,
  type Result,
  splitLabels,
  type Table,
  type TableId,
  type ValueContext,
} from '@plinth/domain'
import { linksTo } from '@plinth/record-store'
import { listOf } from '../../../lib/list-of.ts'
import {
  type Meant,
  makeNamed,
  mayMakeNamed,
  meantBy,
  type Named,
  type NameLookup,
  type Naming,
  nameValue,
  readNames,
  recordsNamed,
} from '../../../lib/records-named.ts'
import { everyMissing, type IncomingCell, type MissingName } from '../grid/pasted-values.ts'

export interface LinkLookup extends NameLookup {
  tableOf(id: TableId): Table | undefined
}

/** The cells, with records in place of names where they are for links. `isMaking`: of names of nobody records are made. */
export async function withLinks(
  cells: readonly IncomingCell[],
  lookup: LinkLookup,
  { isMaking = false } = {},
): Promise<Result<readonly IncomingCell[]>> {
  const wanted = namesByTarget(cells, lookup.values)
  const named = new Map<TableId, Named>()
  for (const [id, names] of wanted) {
    const target = lookup.tableOf(id)
    const found = target ? await recordsNamed(target, [...names], lookup) : ok(new Map() as Named)
    if (!found.ok) return found
    named.set(id, found.value)
  }
  const linked = cells.map((cell) => linkedCell(cell, named, lookup))
  const missing = isMaking ? everyMissing(linked) : []
  if (missing.length === 0) return ok(linked)
  const made = await withMade(named, missing, lookup)
  return made.ok ? ok(cells.map((cell) => linkedCell(cell, made.value, lookup))) : made
}

/** What is named, with records made of the names that nobody has. */
async function withMade(
  named: ReadonlyMap<TableId, Named>,
  missing: readonly MissingName[],
  lookup: LinkLookup,
): Promise<Result<ReadonlyMap<TableId, Named>>> {
  const all = new Map(named)
  for (const target of new Set(missing.map((one) => one.target))) {
    const names = missing.flatMap((one) => (one.target === target ? [one.name] : []))
    const made = await makeNamed(target, names, lookup)
    if (!made.ok) return made
    all.set(target.id, new Map([...(named.get(target.id) ?? []), ...made.value]))
  }
  return ok(all)
}

function namesByTarget(cells: readonly IncomingCell[], values: ValueContext): Map<TableId, Set<string>> {
  const wanted = new Map<TableId, Set<string>>()
  for (const { field, incoming } of cells) {
    const target = field.type === 'link' ? field.options.target : undefined
    const naming = target && namingIn(field, incoming, values)
    if (!target || !naming) continue
    const names = wanted.get(target) ?? new Set()
    for (const name of naming.names) names.add(name)
    if (naming.whole) names.add(naming.whole)
    wanted.set(target, names)
  }
  return wanted
}

/** What a cell of links is given by names. */
interface CellNaming extends Naming {
  readonly text: string
}

/** The names that a cell of links is to hold; null: it holds records already. */
function namingIn(field: Field, incoming: IncomingCell['incoming'], values: ValueContext): CellNaming | null {
  if ('error' in incoming) return null
  const isOne = field.options.single === true
  if ('text' in incoming) return { text: incoming.text, ...readNames(incoming.text, isOne) }
  const { from = field, value } = incoming
  const isSame = from.type === 'link' && from.options.target === field.options.target
  if (isSame) return null
  const text = fieldTypes[from.type].editText(value, from, values)
  // Links and sets of options write a list, in which a name with a comma stands in quotes.
  if (from.type === 'link' || from.type === 'multi_select') {
    return { text, whole: null, names: splitLabels(text) }
  }
  const isOption = from.type === 'single_select' || from.type === 'status'
  return { text, ...readNames(text, isOption || isOne) }
}

function linkedCell(
  cell: IncomingCell,
  named: ReadonlyMap<TableId, Named>,
  { values, tableOf }: LinkLookup,
): IncomingCell {
  const { field, incoming } = cell
  const naming = field.type === 'link' ? namingIn(field, incoming, values) : null
  if (!naming) return cell
  const target = field.options.target && tableOf(field.options.target)
  const meant = meantBy(naming, target && named.get(target.id))
  if (meant.some(({ found }) => found.length !== 1)) {
    const error = refusal(meant, target?.name)
    return { ...cell, incoming: { text: naming.text, error, missing: missingIn(target, meant, values) } }
  }
  const items = meant.flatMap(({ found }) => found)
  return { ...cell, incoming: { value: items.length > 0 ? linksTo(items) : null } }
}

/** The names of which records would have to be made; none where that alone would not do. */
function missingIn(
  target: Table | undefined,
  meant: readonly Meant[],
  values: ValueContext,
): readonly MissingName[] {
  const first = target?.fields[0]
  if (!target || !first || !mayMakeNamed(target)) return []
  const wrong = meant.filter(({ found }) => found.length !== 1)
  const isMakeable = wrong.every(
    ({ name, found }) => found.length === 0 && nameValue(first, name, values) !== null,
  )
  return isMakeable ? wrong.map(({ name }) => ({ target, name })) : []
}

/** All that is wrong with a cell: which names nobody has, and which several have. */
function refusal(meant: readonly Meant[], target: string | undefined): AppError {
  const where = target === undefined ? 'the linked table, which you may not read,' : `“${target}”`
  const unknown = quoted(meant.filter(({ found }) => found.length === 0))
  const shared = quoted(meant.filter(({ found }) => found.length > 1))
  const sentences = [
    ...(unknown ? [`No record of ${where} is called ${unknown}.`] : []),
    ...(shared ? [`Several records of ${where} are called ${shared}. Choose one from the list.`] : []),
  ]
  return appError('value_invalid', { message: sentences.join(' ') })
}

const quoted = (meant: readonly Meant[]): string =>
  listOf([...new Set(meant.map(({ name }) => `“${name}”`))], 'or')
