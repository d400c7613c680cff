/** A rollup while it is chosen: lookups and counts are rollups of which there is less to say. */
import {
  type Field,
  type FieldId,
  type FieldTypeName,
  hasOptions,
  isKept,
  isRolledLate,
  lookupFunction,
  plainRollupType,
  type Rollup,
  type RollupFunction,
  rollupFunctionsOf,
  rollupType,
  type Table,
} from '@plinth/domain'
import { openedField, type Problem, parseExpression } from '@plinth/expression'
import { formulaText } from '../../../lib/formula-text.ts'
import type { RollupKind } from '../../../lib/rollup-kind.ts'

export interface RollupDraft {
  readonly link: FieldId | null
  readonly field: FieldId | null
  readonly function: RollupFunction | null
  /** The text of a condition; empty: all linked records. */
  readonly filter: string
}

export const emptyRollup: RollupDraft = { link: null, field: null, function: null, filter: '' }

export const linksOf = ({ fields }: Pick<Table, 'fields'>): readonly Field[] =>
  fields.filter(({ type }) => type === 'link')

/** The table that a field links; undefined where there is none that is seen. */
export const targetOf = (
  { fields }: Pick<Table, 'fields'>,
  link: FieldId | null,
  tables: readonly Table[],
): Table | undefined => {
  const field = fields.find(({ id }) => id === link)
  return tables.find(({ id }) => id === field?.options.target)
}

/** Functions over a field of this type for a rollup: one that is kept stays so. */
export const functionsFor = (type: FieldTypeName, made?: Field): readonly RollupFunction[] =>
  rollupFunctionsOf(type).filter((name) => !made || made.onRead || !isRolledLate(name, type))

/** Fields of a linked table whose values can be computed with; of those that some do not see, when it is read. */
export const readableFields = (target: Pick<Table, 'fields'>, made?: Field): readonly Field[] =>
  target.fields.filter(
    (field) =>
      field.id !== made?.id && isKept(field) && !field.changing && functionsFor(field.type, made).length > 0,
  )

/** The draft over another field; what is made of the values stays where it can be made of those too. */
export function withField(
  draft: RollupDraft,
  id: FieldId,
  target: Pick<Table, 'fields'>,
  made?: Field,
): RollupDraft {
  const type = target.fields.find((field) => field.id === id)?.type
  const isFitting = type && draft.function && functionsFor(type, made).includes(draft.function)
  return { ...draft, field: id, function: isFitting ? draft.function : null }
}

export const rollupDraftOf = (
  rollup: Rollup | undefined,
  table: Pick<Table, 'fields'>,
  tables: readonly Table[],
): RollupDraft => {
  if (!rollup) {
    const [only, ...others] = linksOf(table)
    return { ...emptyRollup, link: only && others.length === 0 ? only.id : null }
  }
  const target = targetOf(table, rollup.link, tables)
  return {
    link: rollup.link,
    field: rollup.field ?? null,
    function: rollup.function,
    filter: target ? formulaText(rollup.filter, target) : '',
  }
}

export interface ReadRollup {
  /** Null: something is missing still. */
  readonly rollup: Rollup | null
  /** Of its field. */
  readonly type: FieldTypeName | null
  readonly missing: 'link' | 'field' | 'function' | null
  /** Of the condition. */
  readonly problems: readonly Problem[]
}

/** What a draft of this kind means. A lookup is the value of the one record that can be linked, or all values of several. */
export function readRollup(
  kind: RollupKind,
  draft: RollupDraft,
  table: Pick<Table, 'fields'>,
  tables: readonly Table[],
  made?: Field,
): ReadRollup {
  const link = table.fields.find(({ id }) => id === draft.link)
  const target = targetOf(table, draft.link, tables)
  const nothing = (missing: ReadRollup['missing']): ReadRollup => ({
    rollup: null,
    type: null,
    missing,
    problems: [],
  })
  if (!link || !target) return nothing('link')
  const field = readableFields(target).find(({ id }) => id === draft.field)
  if (kind !== 'count' && !field) return nothing('field')
  const name =
    kind === 'count'
      ? 'count'
      : kind === 'lookup' && field
        ? lookupFunction(link.options.single === true, field.type)
        : draft.function
  const usual = name && rollupType(name, field?.type ?? null)
  if (!name || !usual) return nothing('function')
  const type = isPlain(made, field, usual) ? made.type : usual
  const filter = kind === 'lookup' || draft.filter.trim() === '' ? null : readCondition(draft.filter, target)
  if (filter?.problems) return { rollup: null, type, missing: null, problems: filter.problems }
  const rollup = {
    link: link.id,
    function: name,
    ...(field && kind !== 'count' ? { field: field.id } : {}),
    ...(filter ? { filter: filter.tree } : {}),
  }
  return { rollup, type, missing: null, problems: [] }
}

/** Does a field tell choices by what they are called? Then it goes on with that. */
function isPlain(made: Field | undefined, field: Field | undefined, usual: FieldTypeName): made is Field {
  if (!made || !field || made.rollup?.field !== field.id || !hasOptions(field.type)) return false
  return made.type === plainRollupType(usual)
}

/** Why a condition cannot look at a field of linked records; null: it can. */
type WhyNot = (field: Field, fields: readonly Field[]) => string | null

const whyNotKept: WhyNot = (field) =>
  isKept(field) ? null : 'it is computed when it is read, for whoever reads it'

/** A condition of linked records. */
export function readCondition(text: string, { fields }: Pick<Table, 'fields'>, whyNot = whyNotKept) {
  const checked = parseExpression(text, {
    fields: fields.filter((field) => whyNot(field, fields) === null).map(openedField),
  })
  if (!checked.ok) return { problems: checked.error.map((one) => withReason(one, text, fields, whyNot)) }
  if (checked.value.type.kind === 'boolean') return { tree: checked.value.ast, checked: checked.value }
  const message = 'A condition is true or false, as in {Done} or {Hours} > 2.'
  return { problems: [{ code: 'result_type', message, from: 0, to: text.length } satisfies Problem] }
}

/** A field that is there, and is not for conditions, is not called unknown. */
function withReason(problem: Problem, text: string, fields: readonly Field[], whyNot: WhyNot): Problem {
  if (problem.code !== 'unknown_field') return problem
  const name = fold(text.slice(problem.from + 1, problem.to - 1))
  const field = fields.find((one) => fold(one.name) === name)
  const why = field && whyNot(field, fields)
  return why ? { ...problem, message: `This condition cannot look at “${field.name}”: ${why}.` } : problem
}

const fold = (name: string) => name.trim().toLocaleLowerCase()
