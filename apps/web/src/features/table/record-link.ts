import type { RecordId } from '@plinth/domain'

/** The address of a record in the table that is open. */
export function recordLink(id: RecordId, href: string = window.location.href): string {
  const url = new URL(href)
  url.searchParams.set('record', id)
  return url.toString()
}
