/**
 * Formulas: expressions whose value a field of the table keeps, or that are computed when they are read, equal to the database's
 * `read_formula`, `formula_sql` and `is_computed_late`.
 */
import {
  type CellValue,
  err,
  type FieldId,
  type FieldTypeName,
  isComputedField,
  limits,
  ok,
  type Result,
} from '@plinth/domain'
import { type CheckedExpression, parseExpression } from './expression.ts'
import { functionCatalogue } from './functions/catalogue.ts'
import { type Ast, nodesOf } from './tree/ast.ts'
import type { Problem } from './tree/problem.ts'
import { type ExpressionField, isNaming, type NamingField } from './types/expression-field.ts'
import { describeType, type Type } from './types/type.ts'
import { isLongerThan } from './values/code-points.ts'
import { wholeSeconds } from './values/numbers.ts'
import type { Value } from './values/value.ts'

const holders: Partial<Record<Type['kind'], readonly FieldTypeName[]>> = {
  text: ['text', 'long_text'],
  number: ['number', 'percent'],
  boolean: ['checkbox'],
  date: ['date'],
  datetime: ['datetime'],
  duration: ['duration'],
}

/** Types of fields that hold results of a type, the usual one first; none for what no cell holds. */
export const typesOfResult = ({ kind }: Type): readonly FieldTypeName[] => holders[kind] ?? []

/** A value as a field of a type keeps it: what does not fit is empty, durations are whole seconds. */
export function cellOfValue(value: Value, type: FieldTypeName): CellValue {
  if (value === null || typeof value === 'object') return null
  if (type === 'datetime') return new Date(Number(value)).toISOString()
  if (type === 'text') return isLongerThan(String(value), limits.textLength) ? null : value
  return type === 'duration' ? wholeSeconds(Number(value)) : value
}

/** Formulas that read a field, directly or through others, in the order in which they are found. */
export function formulasBehind(
  fields: readonly ExpressionField[],
  field: FieldId,
): readonly ExpressionField[] {
  const found: ExpressionField[] = []
  const isRead = (id: string) => id === field || found.some((one) => one.id === id)
  for (;;) {
    const next = fields.find((one) => !found.includes(one) && one.id !== field && readsOf(one).some(isRead))
    if (!next) return found
    found.push(next)
  }
}

/** What a field is computed from: fields of its record, or every change of the record. */
type Sources = readonly FieldId[] | 'every change'

/** All fields that nobody writes, with what they are computed from, directly or through others; from nothing: when the record is made. */
export function computedSources(fields: readonly ExpressionField[]): ReadonlyMap<FieldId, Sources> {
  const byId = new Map(fields.map((field) => [field.id as string, field]))
  const sourcesOf = (field: ExpressionField, found: Set<string>): Set<string> => {
    for (const id of readsOf(field)) {
      if (found.has(id)) continue
      found.add(id)
      const source = byId.get(id)
      if (source && isComputedField(source)) sourcesOf(source, found)
    }
    return found
  }
  const isOfChanges = (id: string) => changeTypes.has(byId.get(id)?.type)
  const computed = fields.filter(isComputedField).map((field): [FieldId, Sources] => {
    const found = [...sourcesOf(field, new Set())] as FieldId[]
    return [field.id, [field.id, ...found].some(isOfChanges) ? 'every change' : found]
  })
  return new Map(computed)
}

/** Types whose values are others after every change of a record. */
const changeTypes: ReadonlySet<FieldTypeName | undefined> = new Set(['changed_time', 'changed_by'] as const)

/** Of this record: a rollup is another when its links are. */
const readsOf = ({ formula, rollup }: ExpressionField): readonly string[] => {
  if (rollup) return [rollup.link]
  return formula ? [...nodesOf(formula as Ast)].flatMap((node) => ('field' in node ? [node.field] : [])) : []
}

/** A field as what is computed when it is read may look at it: also where its values stand aside, are others for everybody, or are links. */
export const openedField = <F extends ExpressionField>(field: F): F => ({ ...field, isOpened: true })

/** Fields of a table with what linked records are called by: the first field of the table that a link leads to. */
export function withNames<F extends ExpressionField>(
  fields: readonly F[],
  firstOf: (link: F) => NamingField | undefined,
): readonly F[] {
  return fields.map((field) => {
    const names = field.type === 'link' ? firstOf(field) : undefined
    return names && isNaming(names.type) ? { ...field, names } : field
  })
}

/** May its value be another without the record having been changed: for another reader, at another moment, or when somebody is called otherwise? */
const isMomentary = ({ dependsOn: { person, people, clock } }: CheckedExpression): boolean =>
  person || people || clock

/** Is the value of an expression computed when it is read, since nothing could keep it right? */
export const isReadLate = (expression: CheckedExpression, fields: readonly ExpressionField[]): boolean =>
  isMomentary(expression) ||
  fields.some(
    (field) =>
      expression.fields.has(field.id) &&
      (field.type === 'link' || Boolean(field.hidden ?? field.aside ?? field.onRead)),
  )

/**
 * Reads the text of a formula; `self` is the field that it is for, when it is there already. A field that keeps its values goes on
 * keeping them.
 */
export function checkFormula(
  text: string,
  fields: readonly ExpressionField[],
  self?: FieldId,
): Result<CheckedExpression, readonly Problem[]> {
  const own = fields.find(({ id }) => id === self)
  const isStored = own !== undefined && !own.onRead
  const parsed = parseExpression(text, {
    fields: isStored ? fields : fields.map(openedField),
    isFormula: true,
  })
  if (!parsed.ok) return parsed
  const { type } = parsed.value
  const at = { from: 0, to: text.length }
  if (isStored && isMomentary(parsed.value)) {
    return err([{ code: 'momentary', message: momentaryText(parsed.value), ...at }])
  }
  const ring = self && ringThrough(parsed.value, fields, self)
  if (ring) return err([{ code: 'ring', message: ring, ...at }])
  if (typesOfResult(type).length > 0) return ok(parsed.value)
  const name = (id: FieldId) => fields.find((field) => field.id === id)?.name ?? ''
  const message = `A formula gives a text, a number, true or false, a date, a date with time or a duration. This gives ${describeType(type, name)}.`
  return err([{ code: 'result_type', message, ...at }])
}

const dependsOn = (node: Ast) => ('call' in node ? functionCatalogue.get(node.call)?.dependsOn : undefined)

const reasons: ReadonlyMap<unknown, string> = new Map([
  ['clock', 'changes by itself'],
  ['person', 'is different for each reader'],
  ['people', 'changes when somebody is called otherwise'],
])

function momentaryText({ ast }: CheckedExpression): string {
  const call = [...nodesOf(ast)].find((node) => reasons.has(dependsOn(node)))
  const name = call && 'call' in call ? `“${call.call}()”` : 'This'
  const why = call && reasons.get(dependsOn(call))
  return `${name} ${why}, and this field keeps its values. A new field with this formula is computed when it is read.`
}

function ringThrough(
  { fields: read }: CheckedExpression,
  fields: readonly ExpressionField[],
  self: FieldId,
): string | null {
  if (read.has(self)) return 'A formula cannot read its own field.'
  const behind = formulasBehind(fields, self)
  const first = behind.find(({ id }) => read.has(id))
  if (!first) return null
  const path = pathBack(behind, first)
  const own = fields.find(({ id }) => id === self)
  // One step needs no map.
  const ring = path.length > 1 ? `: ${[own, ...path, own].map((one) => `{${one?.name}}`).join(' → ')}` : ''
  return `{${first.name}} is computed from this field, so this field cannot be computed from it${ring}.`
}

/** From a formula to the one that reads the field itself: each is found behind one that it reads. */
function pathBack(behind: readonly ExpressionField[], from: ExpressionField): readonly ExpressionField[] {
  const reads = readsOf(from)
  const next = behind.slice(0, behind.indexOf(from)).find(({ id }) => reads.includes(id))
  return next ? [from, ...pathBack(behind, next)] : [from]
}
