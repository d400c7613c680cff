/** What people are told of a field that is computed when it is read: why it is, and when it is another. */
import type { Field, Table } from '@plinth/domain'
import { onReadOf } from '@plinth/expression'

/** “as of today: changes by itself; from what you may read”. */
export function onReadText(
  field: Pick<Field, 'formula' | 'rollup'>,
  { fields }: Pick<Table, 'fields'>,
): string {
  const { clock, isOfReader, isOfNames, links } = onReadOf(field, fields)
  const parts = [
    ...(clock === 'now' ? ['as of the moment at which it was read, which changes by itself'] : []),
    ...(clock === 'today' ? ['as of today, which changes by itself at midnight'] : []),
    ...(isOfReader ? ['your own: others have another one'] : []),
    ...(isOfNames ? ['as people are called then'] : []),
    ...(links.length > 0 ? ['from those linked records that you may read'] : []),
  ]
  return parts.length === 0 ? 'from what you see of the record' : parts.join('; ')
}

/** What cannot be done by such a field, for its maker and for who looks for it in vain. */
export const onReadLimits = 'Views cannot be sorted, filtered, grouped or summed up by it.'
