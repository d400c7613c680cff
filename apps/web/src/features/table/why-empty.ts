/** Why computed values are empty, in words that go on after “Empty: ”, or “Error: ” where they could not be computed. */
import {
  type CellValue,
  type Field,
  type FieldId,
  isLinks,
  restrictedLinks,
  type Table,
  type UserId,
} from '@plinth/domain'
import { type CheckedExpression, checkAst, contextOf, openedField, readAst } from '@plinth/expression'
import type { RowView } from '@plinth/record-store'
import { asksForRoles, calls } from '../../lib/asks-for-roles.ts'
import { type EmptyWords, emptyWords } from '../../lib/expression/empty-words.ts'

interface Asking {
  readonly table: Pick<Table, 'fields'>
  readonly timeZone: string
  readonly me: UserId
}

/** Of a record, by its values. Null: it has a value, or what is known of the record here does not say why not. */
export type WhyEmpty = (field: Field, values: RowView['values']) => EmptyWords | null

/** Formulas are read once, and then asked about each record. */
export function createWhyEmpty({ table, timeZone, me }: Asking): WhyEmpty {
  const fields = table.fields.map(openedField)
  const known = new Map<FieldId, CheckedExpression | null>()
  const checkedOf = (field: Field) => {
    const before = known.get(field.id)
    if (before !== undefined) return before
    const checked = explained(field, fields)
    known.set(field.id, checked)
    return checked
  }

  /** Of many links a cell tells some: what reads them is not explained. */
  function ofFormula(field: Field, values: RowView['values']): EmptyWords | null {
    const checked = checkedOf(field)
    if (!checked) return null
    const read = fields.filter(({ id }) => checked.fields.has(id))
    if (read.some(({ id, type }) => type === 'link' && (values[id] ?? null) !== null)) return null
    const context = contextOf(fields, values, { now: Date.now(), timeZone, me, role: null, roles: [] })
    const emptyOf = (id: FieldId) => {
      const behind = table.fields.find((one) => one.id === id)
      return behind?.formula ? ofFormula(behind, values) : null
    }
    return emptyWords(checked, context, { type: field.type, fields, emptyOf })
  }

  return (field, values) => {
    if (field.formula) return ofFormula(field, values)
    const text = ofRollup(field, table, values)
    return text === null ? null : { text, error: null }
  }
}

/** Null: it suits its table no more, or asks for what is not known here: roles of whoever looks, names. */
function explained({ formula }: Field, fields: readonly Field[]): CheckedExpression | null {
  if (!formula || asksForRoles(formula) || calls(formula, 'my_role') || calls(formula, 'person_name'))
    return null
  const tree = readAst(formula)
  const checked = tree.ok ? checkAst(tree.value, { fields, isFormula: true }) : tree
  return checked.ok ? checked.value : null
}

function ofRollup(field: Field, table: Asking['table'], values: RowView['values']): string | null {
  const { rollup } = field
  const link = rollup && table.fields.find(({ id }) => id === rollup.link)
  if (!link) return null
  const linked = values[link.id] ?? null
  if (linked === null) return `nothing is linked in “${link.name}”`
  const what = tellsSome(linked, field) ? 'you may read of what is linked' : 'is linked'
  const isOfOne = rollup.function === 'first' || rollup.function === 'last'
  if (isOfOne && isLinks(linked) && linked.count > 1)
    return `the ${rollup.function} of what ${what} in “${link.name}”${rollup.filter ? ' and counts' : ''} has no value`
  return rollup.filter
    ? `of what ${what} in “${link.name}”, nothing that counts has a value`
    : `nothing that ${what} in “${link.name}” has a value`
}

/** Are linked records kept from the reader, or may some be? Of many links a cell does not tell that, and what is kept is computed from all. */
const tellsSome = (linked: CellValue, { onRead }: Field): boolean =>
  isLinks(linked) && (restrictedLinks(linked) > 0 || (onRead === true && linked.count > linked.items.length))
