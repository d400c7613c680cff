import type { RecordId } from '@plinth/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Arrival, StackRows } from './stack-rows.ts'

const rowsOf = (ids: readonly RecordId[]) => ({
  count: ids.length,
  idAt: (row: number) => ids[row] ?? null,
  indexOf: (id: RecordId) => (ids.includes(id) ? ids.indexOf(id) : null),
})
const id = (no: number) => `r${no}` as RecordId

/** The same by taking out and putting in, one after the other. */
function model(
  ids: readonly RecordId[],
  gone: readonly RecordId[],
  arrivals: readonly Arrival[],
): RecordId[] {
  const stayed = ids.filter((one) => !gone.includes(one))
  const before = (row: number) =>
    arrivals.filter((arrival) => {
      const at = arrival.before === null ? -1 : ids.indexOf(arrival.before)
      const place = at < 0 ? stayed.length : ids.slice(0, at).filter((one) => !gone.includes(one)).length
      return place === row
    })
  return [...stayed, null].flatMap((one, row) => [
    ...before(row).map((arrival) => arrival.id),
    ...(one ? [one] : []),
  ])
}

describe('the rows of a stack', () => {
  it('are those of the window without what went, with what came', () => {
    const ids = fc.uniqueArray(fc.nat(30), { maxLength: 12 }).map((list) => list.map(id))
    const gone = fc.uniqueArray(fc.nat(35), { maxLength: 5 }).map((list) => list.map(id))
    const arrivals = fc.array(fc.option(fc.nat(35)), { maxLength: 4 })
    fc.assert(
      fc.property(ids, gone, arrivals, (here, away, places) => {
        const come = places.map((before, no) => ({
          id: id(100 + no),
          before: before === null ? null : id(before),
        }))
        const rows = new StackRows(rowsOf(here), away, come)
        const shown = Array.from({ length: rows.count }, (_, place) => rows.idAt(place))
        expect(shown).toEqual(model(here, away, come))
        expect(shown.map((one) => one && rows.placeOf(one))).toEqual(shown.map((_, place) => place))
        const left = away.filter((one) => here.includes(one))
        expect(left.map((one) => rows.placeOf(one))).toEqual(left.map(() => null))
      }),
    )
  })
})
