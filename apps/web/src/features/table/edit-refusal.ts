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
  remedy: 'Ask a creator of this base for a role that may.',
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

/**
 * `formula`: what it is computed by, as people read it; null: the database knows the value by itself. `mayShape`: whoever reads
 * this may change the formula.
 */
export const computedField = ({ name }: Field, formula: string | null, mayShape: boolean): EditRefusal => ({
  id: 'computed-field',
  message: formula === null ? `“${name}” fills itself in` : `“${name}” is computed`,
  remedy:
    formula === null
      ? 'The database knows these values. Nobody writes them.'
      : `Its formula is ${formula}. Change what it reads${mayShape ? ', or the formula' : ''}.`,
})

/** `computed`: what it is computed from, as people read it. */
export const rolledUpField = ({ name }: Field, computed: string): EditRefusal => ({
  id: 'computed-field',
  message: `“${name}” is computed from linked records`,
  remedy: `It is ${computed}. Change those records, or which are linked.`,
})

interface ReadLate {
  readonly computed: string
  /** What it depends on beside that. */
  readonly told: string
  readonly mayShape: boolean
}

export const readLate = ({ name }: Field, { computed, told, mayShape }: ReadLate): EditRefusal => ({
  id: 'computed-field',
  message: `“${name}” is computed when it is read`,
  remedy: `It is ${computed}: ${told}. Change what it reads${mayShape ? ', or what it is' : ''}.`,
})

export const changingField = ({ name }: Field): EditRefusal => ({
  id: 'changing-field',
  message: `“${name}” is changing its type`,
  remedy: 'It can be edited again as soon as that is done.',
})
