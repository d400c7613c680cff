/** Finding in the rows on the screen: what is typed is looked for, and the cursor goes to what is found. */
import { type Field, fieldTypes, type RecordId } from '@plinth/domain'
import {
  type FindOrigin,
  FindSession,
  type FoundCell,
  type RowWindow,
  systemClock,
} from '@plinth/record-store'
import { useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useTable } from '../table-context.ts'
import { setFindText, useFindOpen } from './find-open.ts'
import type { FindTarget } from './find-target.ts'
import { isCounted, matchWords, wrapWords } from './find-words.ts'
import { goToMatch } from './go-to-match.ts'
import { cellFinder } from './highlights.ts'

/** After this pause in typing what is typed is looked for. */
const pauseMs = 250
/** A match is told with the number of all where this is known within this time. */
const countedMs = 500
/** Matches in a row that turned out to have gone, before one waits for the next key. */
const mostGone = 5

export interface FindingInput {
  readonly target: FindTarget
  readonly window: RowWindow
  /** Those on the screen, in their order. */
  readonly fields: readonly Field[]
}

export function useFinding({ target, window, fields }: FindingInput) {
  const { session, backend, values } = useTable()
  const { text, wish } = useFindOpen()
  const [told, setTold] = useState('')
  const shown = useMemo(() => fields.map(({ id }) => id), [fields])
  const found = useMemo(
    () => new FindSession({ rows: backend.rows, query: window.query, clock: systemClock, shown: [] }),
    [backend, window],
  )
  const state = useSyncExternalStore(found.subscribe, found.snapshot)
  useEffect(() => found.show(shown), [found, shown])
  useEffect(() => session.onChange(() => found.noteChange()), [session, found])
  useEffect(() => () => found.close(), [found])

  const holds = useMemo(
    () => cellFinder({ store: session.store, fields, values, text: state.text }),
    [session, fields, values, state.text],
  )
  const { current } = state
  useEffect(() => target.show(holds, current), [target, holds, current])
  useEffect(() => () => target.show(null, null), [target])

  const way = useRef(new AbortController())
  useEffect(() => () => way.current.abort(), [])
  /** By what the row holds now: what was found may have changed since. */
  const isHere = ({ record, field }: FoundCell) => {
    const { text: sought } = found.snapshot()
    const isLoaded = session.store.get(record) !== null
    return !isLoaded || cellFinder({ store: session.store, fields, values, text: sought })(record, field)
  }

  /** To a cell that was found, or to the next one where it has gone or holds the text no more. */
  const goTo = async (first: FoundCell | null, by: 1 | -1) => {
    way.current.abort()
    const { signal } = (way.current = new AbortController())
    let cell = first
    for (let gone = 0; cell !== null && gone < mostGone; gone += 1) {
      const at = { row: 0 as number, column: shown.indexOf(cell.field) }
      const bring = (row: number) => target.bring(row, at.column)
      const place = await goToMatch(cell, { found, window, signal, bring })
      if (signal.aborted) return
      if (typeof place === 'number' && isHere(cell)) {
        target.lookAt(place, at.column)
        return tell(cell, place)
      }
      if (place === null) return setTold('The match could not be shown. Try again.')
      cell = await found.step(by)
    }
    if (!signal.aborted) setTold(describeNothing())
  }
  const tell = ({ record, field: id }: FoundCell, row: number) => {
    const field = fields.find((one) => one.id === id)
    const value = session.store.get(record)?.values[id] ?? null
    const words = field ? fieldTypes[field.type].formatText(value, field, values).slice(0, 80) : ''
    const say = () => {
      const now = found.snapshot()
      const parts = [
        wrapWords(now),
        isCounted(now) ? matchWords(now) : '',
        `Row ${(row + 1).toLocaleString()}, ${field?.name}: ${words}`,
      ]
      setTold(parts.filter((part) => part !== '').join('. '))
    }
    sayWhenCounted(found, record, say)
  }
  const describeNothing = () => matchWords(found.snapshot())

  // Where the search begins: at the row that had the cursor, until one goes on from there.
  const origin = useRef<FindOrigin>(null)
  const originAbove = (row: number): FindOrigin => {
    const record = row > 0 ? window.idAt(row - 1) : null
    return record === null ? null : { record }
  }
  const search = useEffectEvent((words: string) => {
    setTold('')
    way.current.abort()
    void found.search(words, origin.current).then((cell) => goTo(cell, 1))
  })
  const step = (by: 1 | -1) => {
    if (text.trim() !== found.snapshot().text) return search(text)
    origin.current = originAbove(target.row())
    return void found.step(by).then((cell) => goTo(cell, by))
  }

  // What is typed; and the same again where the rows are others.
  const looked = useRef<{ found: FindSession | null; text: string }>({ found: null, text: '' })
  const look = useEffectEvent((found: FindSession, text: string) => {
    const before = looked.current
    if (before.found === found && before.text === text) return undefined
    looked.current = { found, text }
    // The next match is wanted, not the one where one is.
    if (before.found === null) origin.current = originAbove(target.row() + (wish.by === 0 ? 0 : 1))
    else if (before.found !== found) origin.current = null
    let isDue = true
    const timer = setTimeout(
      () => {
        isDue = false
        search(text)
      },
      before.found === null ? 0 : pauseMs,
    )
    return () => {
      clearTimeout(timer)
      // What was put off is looked for with what comes instead.
      if (isDue) looked.current = before
    }
  })
  useEffect(() => look(found, text), [found, text])

  // Asked for by a key in the rows.
  const known = useRef(wish.no)
  const onWish = useEffectEvent(({ no, by }: typeof wish) => {
    if (no !== known.current && by !== 0) step(by)
    known.current = no
  })
  useEffect(() => onWish(wish), [wish])

  return { state, told, text, wish, setText: setFindText, step, stop: () => found.stop() }
}

/** Says it once, with their number; where that takes a while without it first, unless another match is looked at by then. */
function sayWhenCounted(found: FindSession, record: RecordId, say: () => void): void {
  if (isCounted(found.snapshot())) return say()
  const timer = setTimeout(say, countedMs)
  const stop = found.subscribe(() => {
    const now = found.snapshot()
    const isOther = now.current?.record !== record
    if (!isOther && !isCounted(now)) return
    stop()
    clearTimeout(timer)
    if (!isOther) say()
  })
}
