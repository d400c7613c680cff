/** Why rows of a file were left out, in words. */
import {
  brokenRuleSentence,
  errorCatalogue,
  type MoveRefusal,
  type RefusedRow,
  type Table,
  type ValueContext,
} from '@plinth/domain'
import { refusalSentence } from '../../lib/transition-words.ts'

type Place = Pick<Table, 'fields' | 'rules' | 'locks'>

/** The name of the field, empty for a whole record, and the reason. */
export function whyLeftOut(
  row: RefusedRow,
  table: Place,
  values: ValueContext,
): { column: string; why: string } {
  const column = table.fields.find(({ id }) => id === row.field)?.name ?? ''
  return { column, why: reasonOf(row, table, values) }
}

function reasonOf(row: RefusedRow, { fields, rules, locks }: Place, values: ValueContext): string {
  if (row.code === 'transition_refused') {
    const names = new Map(fields.map(({ id, name }) => [id, name]))
    return refusalSentence(row as MoveRefusal, names)
  }
  if (row.code === 'record_locked') {
    const lock = locks.find(({ id }) => id === row.rule)
    return lock ? `The record is locked by “${lock.name}”.` : errorCatalogue.record_locked
  }
  if (row.rule === 'person') return 'This person is not in the base.'
  return brokenRuleSentence({ fields, ...(rules ? { rules } : {}) }, row, values) ?? errorCatalogue[row.code]
}
