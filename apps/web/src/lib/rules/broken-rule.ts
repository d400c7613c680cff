import { type AppError, brokenRuleSentence, type Table, type ValueContext } from '@plinth/domain'

/** Whom to ask about a rule: those who make rules. */
export const whomToAsk = 'Not right? Ask a creator of this base.'

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
