/** The way to a match that may be far from what is loaded: its place is asked for, scrolled to, and waited for. */
import type { RecordId } from '@plinth/domain'
import type { FindSession, FoundCell, RowWindow } from '@plinth/record-store'

/** Rows that are scrolled to are there within this time, or not soon. */
const arrivalMs = 15_000
/** What is on the screen may be of before a change: it is loaded again within this time. */
const otherMs = 1_500
/** Others may move the rows while they are on their way. */
const mostTries = 3

export interface MatchWay {
  readonly found: Pick<FindSession, 'rank'>
  readonly window: Pick<RowWindow, 'indexOf' | 'idAt' | 'subscribe'>
  readonly signal: AbortSignal
  /** Brings a row into sight, loaded or not. */
  bring(row: number): void
}

/** The place of the match, when its row is here; `gone`: it is not in the view any more; null: given up. */
export async function goToMatch({ record }: FoundCell, way: MatchWay): Promise<number | 'gone' | null> {
  const { found, window, signal, bring } = way
  for (let tries = 0; tries < mostTries && !signal.aborted; tries += 1) {
    const known = window.indexOf(record)
    if (known !== null) return known
    const rank = await found.rank(record)
    if (signal.aborted || !rank.ok) return null
    if (rank.value === null) return 'gone'
    bring(rank.value)
    await arrival(record, rank.value, way)
  }
  return signal.aborted ? null : window.indexOf(record)
}

/** Waits until the row is loaded; not for long once another stands in its place. */
function arrival(record: RecordId, row: number, { window, signal }: MatchWay): Promise<void> {
  return new Promise((resolve) => {
    let isOther = false
    let timer = setTimeout(end, arrivalMs)
    const stop = window.subscribe(look)
    signal.addEventListener('abort', end)
    look()

    function look() {
      if (window.indexOf(record) !== null) return end()
      if (isOther || window.idAt(row) === null) return undefined
      isOther = true
      clearTimeout(timer)
      timer = setTimeout(end, otherMs)
      return undefined
    }
    function end() {
      clearTimeout(timer)
      stop()
      signal.removeEventListener('abort', end)
      resolve()
    }
  })
}
