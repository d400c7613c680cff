/** What a view costs, and why an index is refused, in plain words. */
import type { AppError, ViewCost, ViewQuery } from '@plinth/domain'
import { describeError, type ErrorNames } from '../../../lib/describe-error.ts'

/** What is worked out from all records each time that the view is looked at. */
export function workedOut(cost: ViewCost, { filter, search, groups = [] }: ViewQuery): string[] {
  const lines: string[] = []
  if (cost.order === false) {
    lines.push(groups.length > 0 ? 'The groups and their order.' : 'The order of the records.')
  }
  if (cost.filter === false) {
    const parts = [filter ? 'the filter lets through' : '', search ? 'the search finds' : '']
    lines.push(`What ${parts.filter((part) => part !== '').join(' and ') || 'the view shows'}.`)
  }
  return lines
}

export function refusalWords(error: AppError, names: ErrorNames): string {
  const { code, details } = error
  if (code === 'limit_exceeded' && details?.rule === 'indexes') {
    return 'This table has as many indexes as it can have. Drop one that is not used.'
  }
  if (code === 'limit_exceeded' && details?.rule === 'index') {
    return 'A text in this field is too long for an index.'
  }
  return describeError(error, names).text
}
