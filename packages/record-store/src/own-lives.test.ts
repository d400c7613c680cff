import type { MutationId, RecordId, Seq } from '@plinth/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Lived, OwnLives } from './own-lives.ts'
import { table } from './testing/fake-backend.ts'

const a = 'a' as RecordId
const insert = (no: number): Lived => {
  return { id: `i${no}` as MutationId, kind: 'insert', table, record: a, values: {} }
}
const remove = (no: number): Lived => ({ id: `d${no}` as MutationId, kind: 'delete', table, record: a })

/** A record that was made at 10, and is made again at 30 after it was deleted at 20; what is told of it is the test's. */
function madeAgain(): OwnLives {
  const lives = new OwnLives()
  lives.count('5', 0, () => false)
  for (const [mutation, seq] of [
    [insert(1), '10'],
    [remove(1), '20'],
    [insert(2), '30'],
  ] as const) {
    lives.begin(mutation)
    lives.answer(mutation, seq, Number(seq))
  }
  return lives
}

const born = (seq: Seq) => ({ seq, isThere: true })
const died = (seq: Seq) => ({ seq, isThere: false })

describe('the number of rows', () => {
  it('includes a record once it is told of', () => {
    const lives = new OwnLives()
    lives.begin(insert(1))
    expect([lives.isThere(a), lives.isCounted(a)]).toEqual([true, false])
    expect(lives.tell(a, born('10'), true)).toBe(1)
    expect(lives.tell(a, born('10'), true)).toBe(0)
    expect(lives.isCounted(a)).toBe(true)
  })

  it('includes one that is deleted until that is told', () => {
    const lives = new OwnLives()
    lives.begin(remove(1))
    expect([lives.isThere(a), lives.isCounted(a)]).toEqual([true, true])
    lives.answer(remove(1), '20', 1)
    expect([lives.isThere(a), lives.isCounted(a)]).toEqual([false, true])
    expect(lives.tell(a, died('20'), true)).toBe(-1)
    expect(lives.isCounted(a)).toBe(false)
  })

  it.each([
    { asOf: '10', isCounted: false, why: 'before it was made' },
    { asOf: '11', isCounted: true, why: 'in its first life' },
    { asOf: '21', isCounted: false, why: 'between its lives' },
    { asOf: '31', isCounted: true, why: 'in its second life' },
  ])('includes what a count has seen ($why)', ({ asOf, isCounted }) => {
    const lives = madeAgain()
    lives.count(asOf, 0, () => true)
    expect([lives.isThere(a), lives.isCounted(a)]).toEqual([true, isCounted])
  })

  it('goes through its lives with the events', () => {
    const lives = madeAgain()
    const deltas = [born('10'), died('20'), born('30')].map((event) => lives.tell(a, event, true))
    expect(deltas).toEqual([1, -1, 1])
  })

  it('is the same in the end, in whatever order events come, and whichever never do', () => {
    const events = [born('10'), died('20'), born('30')]
    fc.assert(
      fc.property(fc.shuffledSubarray(events), fc.constantFrom('5', '11', '21', '31'), (told, asOf) => {
        const lives = madeAgain()
        lives.count(asOf, 0, () => true)
        let count = Number(lives.isCounted(a))
        for (const event of told) count += lives.tell(a, event, true)
        expect(count).toBe(Number(lives.isCounted(a)))
        const isLastKnown = asOf === '31' || told.some(({ seq }) => seq === '30')
        expect(count === 1 || !isLastKnown).toBe(true)
      }),
    )
  })

  it('is not altered by word of what the count has seen', () => {
    const lives = new OwnLives()
    lives.count('25', 0, () => false)
    lives.begin(insert(2))
    expect([lives.tell(a, born('10'), true), lives.tell(a, died('20'), true)]).toEqual([0, 0])
    expect(lives.isCounted(a)).toBe(false)
  })

  it('includes what was answered before the count began, although an older change is under way still', () => {
    const lives = madeAgain()
    lives.count('11', 30, () => true)
    expect(lives.isCounted(a)).toBe(true)
    expect(lives.tell(a, born('30'), true)).toBe(0)
  })

  it('included a record before its answer came', () => {
    const lives = new OwnLives()
    lives.begin(insert(1))
    lives.count('11', 0, () => true)
    expect(lives.isCounted(a)).toBe(false)
    lives.answer(insert(1), '10', 50)
    expect(lives.isCounted(a)).toBe(true)
  })

  it('loses what was told since with a count that had not seen it', () => {
    const lives = madeAgain()
    for (const event of [born('10'), died('20'), born('30')]) lives.tell(a, event, true)
    lives.count('15', 0, () => true)
    expect(lives.isCounted(a)).toBe(true)
    lives.count('21', 0, () => true)
    expect(lives.isCounted(a)).toBe(false)
  })
})

describe('a change', () => {
  it('that no event tells of is counted when it is given up, unless a later one was told', () => {
    const lives = madeAgain()
    expect(lives.lose(insert(1))).toBe(1)
    expect(lives.lose(remove(1))).toBe(-1)
    expect(lives.lose(insert(2))).toBe(1)
    expect([lives.lose(remove(1)), lives.lose(insert(2))]).toEqual([0, 0])
  })

  it('that was refused has not happened', () => {
    const lives = new OwnLives()
    lives.begin(insert(1))
    lives.drop(insert(1))
    expect([lives.isThere(a), lives.isCounted(a)]).toEqual([false, false])
  })

  it('without a point is known by its event, and else by a count that began after its answer', () => {
    const lives = new OwnLives()
    lives.begin(insert(1))
    lives.answer(insert(1), null, 50)
    lives.count('11', 49, () => true)
    expect(lives.isCounted(a)).toBe(false)
    expect(lives.tell(a, born('12'), true)).toBe(1)
    lives.count('13', 49, () => true)
    lives.begin(remove(1))
    lives.answer(remove(1), null, 60)
    lives.count('14', 60, () => true)
    expect(lives.isCounted(a)).toBe(false)
  })
})

describe('a record', () => {
  it('lives after a deletion without a point that was answered before the insertion whose event comes', () => {
    const lives = new OwnLives()
    for (const [mutation, at] of [
      [insert(1), 10],
      [remove(1), 20],
      [insert(2), 30],
    ] as const) {
      lives.begin(mutation)
      lives.answer(mutation, null, at)
    }
    // Of what is older than the count nothing is told any more.
    lives.count('25', 15, () => true)
    lives.tell(a, born('30'), true)
    expect([lives.isThere(a), lives.isCounted(a)]).toEqual([true, true])
  })

  it('may be missing in an answer as of before it was made, or while it is made', () => {
    const lives = madeAgain()
    expect([lives.isLaterThan(a, '25'), lives.isLaterThan(a, '31')]).toEqual([true, false])
    lives.begin(remove(2))
    lives.answer(remove(2), '40', 40)
    expect(lives.isLaterThan(a, '25')).toBe(false)
    lives.begin(insert(3))
    expect([lives.isLaterThan(a, '99'), lives.answeredAt(a)]).toEqual([true, null])
    lives.answer(insert(3), '50', 77)
    expect(lives.answeredAt(a)).toBe(77)
  })

  it('is forgotten when it is counted and nothing of it is on the way, unless it is needed', () => {
    const lives = madeAgain()
    lives.count('30', 0, () => false)
    expect(lives.has(a)).toBe(true)
    lives.count('31', 0, () => true)
    expect(lives.has(a)).toBe(true)
    lives.count('31', 0, () => false)
    expect(lives.has(a)).toBe(false)
  })
})
