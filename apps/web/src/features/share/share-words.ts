/** What is said of links in lists. */
import { limits, type ShareLink } from '@plinth/domain'

const day = (iso: string) => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(new Date(iso))

export function linkFacts(link: ShareLink): string {
  return [
    ...(link.kind === 'form' ? ['form'] : fieldsShown(link.fields.length)),
    ...(link.hasPassword ? ['password'] : []),
    ...(link.expiresAt ? [`${link.state === 'expired' ? 'ended' : 'until'} ${day(link.expiresAt)}`] : []),
    openedWords(link),
    `by ${link.madeBy}`,
  ].join(' · ')
}

/** Charts name none. */
function fieldsShown(count: number): readonly string[] {
  if (count === 0) return []
  return [count === 1 ? '1 field' : `${count} fields`]
}

function openedWords({ opened, openedAt }: ShareLink): string {
  if (opened === 0 || !openedAt) return 'not opened yet'
  return `opened ${opened === 1 ? 'once' : `${opened.toLocaleString()} times`}, last ${day(openedAt)}`
}

export const stateWords: Readonly<Record<ShareLink['state'], string>> = {
  open: 'Open',
  expired: 'Ended',
  stopped: 'Shows nothing',
}

export const endings = ['never', 'day', 'week', 'month', 'year', 'kept'] as const
export type Ending = (typeof endings)[number]

const days: Readonly<Record<Exclude<Ending, 'never' | 'kept'>, number>> = {
  day: 1,
  week: 7,
  month: 30,
  year: 365,
}

/** When a link ends that is to end so. */
export function endOf(ending: Exclude<Ending, 'kept'>, now: Date): string | null {
  if (ending === 'never') return null
  return new Date(now.getTime() + days[ending] * 24 * 60 * 60_000).toISOString()
}

/** What is wrong with a password for a link; null: nothing. */
export function passwordProblem(password: string): string | null {
  if ([...password].length < limits.sharePasswordLength)
    return `Use at least ${limits.sharePasswordLength} characters.`
  return new TextEncoder().encode(password).length > 72 ? 'This is too long: 72 bytes at most.' : null
}

/** What is wrong with how many answers a form takes in an hour; empty: as many as usual. */
export function budgetProblem(text: string): string | null {
  const count = Number(text)
  if (text.trim() === '' || (Number.isInteger(count) && count >= 1 && count <= limits.submissionsPerHour))
    return null
  return `A whole number from 1 to ${limits.submissionsPerHour.toLocaleString()}.`
}
