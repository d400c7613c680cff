import { type CellValue, dialledNumber, type Field } from '@plinth/domain'

/** Where a value leads; null: nowhere. Only web addresses become links of the page: a stored text could name any scheme. */
export function addressOf({ type }: Pick<Field, 'type'>, value: CellValue): string | null {
  if (typeof value !== 'string') return null
  if (type === 'email') return `mailto:${value}`
  if (type === 'phone') return `tel:${dialledNumber(value)}`
  return type === 'url' && /^https?:\/\//i.test(value) ? value : null
}
