import { knownLocale, knownTimeZone } from '@plinth/domain'

/** When a record was made, read from its id (UUID version 7 begins with the milliseconds); null for other ids. */
export function createdAt(id: string): Date | null {
  if (id[14] !== '7') return null
  const milliseconds = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
  return Number.isFinite(milliseconds) ? new Date(milliseconds) : null
}

/** The instant, as people of the base write it. */
export function createdText(made: Date, { locale, timeZone }: { locale: string; timeZone: string }): string {
  return made.toLocaleString(knownLocale(locale), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: knownTimeZone(timeZone),
  })
}
