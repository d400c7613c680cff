import {
  type AppError,
  brokenRuleSentence,
  type FieldId,
  type Table,
  type ValueContext,
} from '@plinth/domain'

/** Whom to ask about a rule: those who make rules. */
export const whomToAsk = 'Not right? Creators of this base can change the rule.'

/**
 * A refusal by a rule of the table in the words of its maker, with whom to ask; any other error as it is. `isRecord`: it
 * stands beside the whole record, so a field is named.
 */
export function nameRule(
  error: AppError,
  table: Pick<Table, 'fields' | 'rules'>,
  values: ValueContext,
  isRecord = false,
): AppError {
  const sentence = brokenRuleSentence(table, error.details ?? {}, values)
  if (sentence === null) return error
  const field = isRecord && table.fields.find(({ id }) => id === error.details?.field)
  return { ...error, message: field ? `${field.name}: ${sentence}` : sentence, hint: whomToAsk }
}

/**
 * What stands before the reason for which a cell was refused, where that is another cell of the same change: one change of a record is
 * stored as a whole or not at all. Null: the reason is about this cell, or about the record.
 */
export function refusedWith(
  field: FieldId,
  problems: ReadonlyMap<FieldId, { readonly error: AppError }>,
  { fields }: Pick<Table, 'fields'>,
): string | null {
  const error = problems.get(field)?.error
  const other = fields.find(({ id }) => id === error?.details?.field)
  // The cell that is named must have been a part of it: a rule may name one that was not changed.
  if (!other || other.id === field || problems.get(other.id)?.error.code !== error?.code) return null
  return `Not stored, because “${other.name}” was refused in the same change. There:`
}
