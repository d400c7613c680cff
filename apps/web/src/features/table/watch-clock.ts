import { momentOf } from './clock-fields.ts'

/** How often the clock is looked at; a page that slept looks when it wakes. */
const lookMs = 5_000

/** Tells the moment whenever it is another one: after midnight in a time zone, or each minute. Answers how to stop. */
export function watchClock(
  clock: Parameters<typeof momentOf>[0],
  timeZone: string,
  onMoment: (moment: number) => void,
): () => void {
  let last = momentOf(clock, Date.now(), timeZone)
  const timer = setInterval(() => {
    const moment = momentOf(clock, Date.now(), timeZone)
    if (moment === last) return
    last = moment
    onMoment(moment)
  }, lookMs)
  return () => clearInterval(timer)
}
