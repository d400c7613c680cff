import type { Field } from '@plinth/domain'
import { countOf } from './count-of.ts'

/** How many files, or linked records, there are in a cell, where records stand together by that. */
export const countedText = ({ type }: Pick<Field, 'type'>, count: number): string =>
  type === 'attachment' ? countOf(count, 'file') : `${count.toLocaleString()} linked`
