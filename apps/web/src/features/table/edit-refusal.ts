import type { Field, RecordLock } from '@plinth/domain'
import { openersText } from '../../lib/lock-words.ts'

/** Why something is not changed here, and whom to ask. */
export interface EditRefusal {
  /** Two of one kind are told once. */
  readonly id: string
  readonly message: string
  readonly remedy: string
}

export const readOnlyTable: EditRefusal = {
  id: 'read-only',
  message: 'You can read this table, but not change it',
  remedy: 'Ask somebody who shapes this base for a role that may.',
}

export const onlyLooking: EditRefusal = {
  id: 'read-only',
  message: 'You are only looking',
  remedy: 'Nothing can be changed through somebody else’s eyes.',
}

export const lockedBy = (lock: RecordLock): EditRefusal => ({
  id: 'locked',
  message: `This record is locked by “${lock.name}”`,
  remedy: openersText(lock),
})

export const readOnlyField = ({ name }: Field): EditRefusal => ({
  id: 'read-only-field',
  message: `You can read “${name}”, but not change it`,
  remedy: 'Ask a creator of this base for a role that may.',
})

export const computedField = ({ name }: Field): EditRefusal => ({
  id: 'computed-field',
  message: `“${name}” fills itself in`,
  remedy: 'The database knows these values. Nobody writes them.',
})

export const changingField = ({ name }: Field): EditRefusal => ({
  id: 'changing-field',
  message: `“${name}” is changing its type`,
  remedy: 'It can be edited again as soon as that is done.',
})
