import type { RecordId } from '@plinth/domain'

/** The address of a record in the table that is open: on its own page where that is what is open, else beside the table. */
export function recordLink(id: RecordId, href: string = window.location.href): string {
  const url = new URL(href)
  const page = /\/r\/[^/]+$/
  if (page.test(url.pathname)) url.pathname = url.pathname.replace(page, `/r/${id}`)
  else url.searchParams.set('record', id)
  return url.toString()
}
