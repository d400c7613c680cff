/** Why computed values are empty, in words that go on after “Empty: ”, or “Error: ” where they could not be computed. */
import {
  type CellValue,
  type Field,
  type FieldId,
  type FieldTypeName,
  isLinks,
  limits,
  type Rollup,
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
  /** Those of the base that the person may read: of what is linked. */
  readonly tables: readonly Pick<Table, 'fields'>[]
  readonly timeZone: string
  readonly me: UserId
}

/** Of a record, by its values. Null: it has a value, or what is known of the record here does not say why not. */
export type WhyEmpty = (field: Field, values: RowView['values']) => EmptyWords | null

/** Formulas are read once, and then asked about each record. */
export function createWhyEmpty({ table, tables, timeZone, me }: Asking): WhyEmpty {
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
      return behind ? why(behind, values) : null
    }
    return emptyWords(checked, context, { type: field.type, fields, emptyOf })
  }

  function why(field: Field, values: RowView['values']): EmptyWords | null {
    if (field.formula) return ofFormula(field, values)
    const { rollup } = field
    const link = rollup && table.fields.find(({ id }) => id === rollup.link)
    // What is not stored yet is not computed.
    if (!link || values[field.id] === undefined) return null
    const source = tables.flatMap(({ fields: all }) => all).find(({ id }) => id === rollup.field)
    return rollupWords({ ...field, rollup }, link, values[link.id] ?? null, source?.type ?? null)
  }
  return why
}

/** Null: it suits its table no more, or asks for what is not known here: roles of whoever looks, names. */
function explained({ formula }: Field, fields: readonly Field[]): CheckedExpression | null {
  if (!formula || asksForRoles(formula) || calls(formula, 'my_role') || calls(formula, 'person_name'))
    return null
  const tree = readAst(formula)
  const checked = tree.ok ? checkAst(tree.value, { fields, isFormula: true }) : tree
  return checked.ok ? checked.value : null
}

const plain = (text: string): EmptyWords => ({ text, error: null })

/** `linked`: what is linked; null: nothing. `source`: the type of what the rollup reads; null: that is not known. */
function rollupWords(
  field: Field & { readonly rollup: Rollup },
  link: Field,
  linked: CellValue,
  source: FieldTypeName | null,
): EmptyWords {
  const { rollup } = field
  const place = `“${link.name}”`
  if (linked === null) return plain(`nothing is linked in ${place}`)
  const what = tellsSome(linked, field) ? 'you may read of what is linked' : 'is linked'
  const counts = rollup.filter ? ' and counts' : ''
  // The sum of nothing is 0.
  if (rollup.function === 'sum')
    return {
      text: `the sum of what ${what} in ${place}${counts} is too large a number`,
      error: 'Number too large',
    }
  const isOfOne = rollup.function === 'first' || rollup.function === 'last'
  const count = isLinks(linked) ? linked.count : 0
  if (isOfOne && count > 1)
    return plain(`the ${rollup.function} of what ${what} in ${place}${counts} has no value`)
  const isList = field.type === 'long_text' && !isOfOne
  const most = limits.valuesPerRollup.toLocaleString()
  if (isList && count > limits.valuesPerRollup)
    return {
      text: `more than ${most} are linked in ${place}, and a list holds ${most} values at most`,
      error: 'Too many for a list',
    }
  const nothing = rollup.filter
    ? `of what ${what} in ${place}, nothing that counts has a value`
    : `nothing that ${what} in ${place} has a value`
  return plain(
    isList && count * longest(source) > limits.longTextLength
      ? `${nothing}, or all of it is too long for a list`
      : nothing,
  )
}

/** How long a value of a type may be, in a list; where it may be several values, as long as a list. */
function longest(type: FieldTypeName | null): number {
  if (type === null || several.has(type)) return limits.longTextLength
  return longTypes.has(type) ? limits.textLength : 100
}
const several: ReadonlySet<FieldTypeName> = new Set(['long_text', 'json', 'multi_select', 'link'])
const longTypes: ReadonlySet<FieldTypeName> = new Set([
  'text',
  'email',
  'url',
  'phone',
  'single_select',
  'status',
  'person',
])

/** Are linked records kept from the reader, or may some be? Of many links a cell does not tell that, and what is kept is computed from all. */
const tellsSome = (linked: CellValue, { onRead }: Field): boolean =>
  isLinks(linked) && (restrictedLinks(linked) > 0 || (onRead === true && linked.count > linked.items.length))
