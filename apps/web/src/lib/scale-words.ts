import type { TimelineScale } from '@plinth/domain'

/** How near a timeline is. */
export const scaleWords: Readonly<Record<TimelineScale, string>> = {
  day: 'Days',
  week: 'Weeks',
  month: 'Months',
  quarter: 'Quarters',
  year: 'Years',
}

export const scaleOptions = <Scale extends TimelineScale>(scales: readonly Scale[]) =>
  scales.map((id) => ({ id, label: scaleWords[id] }))
