/** What is asked about: a record as a whole, or one of its fields. */
import { type FieldId, isKept, type RecordAction, type Table } from '@plinth/domain'

export const wholeRecord = 'record'
export type FieldOption = FieldId | typeof wholeRecord

export const fieldOptions = ({ fields }: Table): readonly { id: FieldOption; label: string }[] => [
  { id: wholeRecord, label: 'The whole record' },
  ...fields.filter(isKept).map(({ id, name }) => ({ id, label: `Field “${name}”` })),
]

/** What can be done with a value. */
export const fieldActions: readonly RecordAction[] = ['read', 'update']
