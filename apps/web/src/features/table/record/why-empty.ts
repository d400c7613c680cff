/** Why a computed value is empty, in words that go on after “Empty: ”. */
import { type CellValue, type Field, isLinks, restrictedLinks, type Table, type UserId } from '@plinth/domain'
import { checkAst, contextOf, openedField, readAst } from '@plinth/expression'
import type { RowView } from '@plinth/record-store'
import { asksForRoles, calls } from '../../../lib/asks-for-roles.ts'
import { emptyWords } from '../../../lib/expression/empty-words.ts'

type Fields = Pick<Table, 'fields'>
type Values = RowView['values']

interface Asking {
  readonly table: Fields
  readonly field: Field
  readonly values: Values
  readonly timeZone: string
  readonly me: UserId
}

/** Null: it cannot be said from what is known of the record here. */
export function whyEmptyText(asking: Asking): string | null {
  const { field, table, values } = asking
  if (field.formula) return formulaText(asking)
  const { rollup } = field
  const link = rollup && table.fields.find(({ id }) => id === rollup.link)
  if (!link) return null
  const linked = values[link.id] ?? null
  if (linked === null) return `nothing is linked in “${link.name}”`
  const what = tellsSome(linked, field) ? 'you may read of what is linked' : 'is linked'
  return rollup.filter
    ? `of what ${what} in “${link.name}”, nothing that counts has a value`
    : `nothing that ${what} in “${link.name}” has a value`
}

/** Are linked records kept from the reader, or may some be? Of many links a cell does not tell that, and what is kept is computed from all. */
const tellsSome = (linked: CellValue, { onRead }: Field): boolean =>
  isLinks(linked) && (restrictedLinks(linked) > 0 || (onRead === true && linked.count > linked.items.length))

/** Roles of whoever looks are not known here, and of many links a cell tells some: what asks for these is not explained. */
function formulaText({ field, table, values, timeZone, me }: Asking): string | null {
  const fields = table.fields.map(openedField)
  const tree = readAst(field.formula)
  const checked = tree.ok ? checkAst(tree.value, { fields }) : tree
  const { formula } = field
  if (!checked.ok || !formula || asksForRoles(formula) || calls(formula, 'my_role')) return null
  const read = fields.filter(({ id }) => checked.value.fields.has(id))
  if (read.some(({ id, type }) => type === 'link' && (values[id] ?? null) !== null)) return null
  const context = contextOf(fields, values, { now: Date.now(), timeZone, me, role: null, roles: [] })
  return emptyWords(checked.value, context, { type: field.type, fields })
}
