import type { RecordId } from '@plinth/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Structure } from './structure.ts'

const id = (no: number) => `r${String(no).padStart(4, '0')}` as RecordId

describe('Structure', () => {
  it('keeps a claim exactly as long as every later change is in it or behind it', () => {
    const change = fc.record({
      seq: fc.option(fc.integer({ min: 10, max: 40 })),
      behind: fc.option(fc.nat(50)),
    })
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 20 }),
        fc.integer({ min: 10, max: 45 }),
        fc.option(fc.nat(50)),
        (changes, asOf, last) => {
          const structure = new Structure()
          for (const { seq, behind } of changes) {
            structure.raise({
              seq: seq === null ? null : String(seq),
              behind: behind === null ? null : id(behind),
            })
          }
          const reached = structure.generationOf({
            asOf: String(asOf),
            generation: 1,
            lastId: last === null ? null : id(last),
          })
          const broken = changes.findIndex(({ seq, behind }) => {
            const isIncluded = seq !== null && asOf > seq
            const isBehind = behind !== null && last !== null && last < behind
            return !isIncluded && !isBehind
          })
          expect(reached).toBe(broken < 0 ? structure.generation : broken + 1)
        },
      ),
    )
  })

  it('doubts an answer older than what it remembers', () => {
    const structure = new Structure()
    for (let no = 0; no < 600; no++) structure.raise({ seq: '10', behind: null })
    expect(structure.generationOf({ asOf: '99', generation: 1, lastId: null })).toBe(1)
    expect(structure.generationOf({ asOf: '99', generation: 400, lastId: null })).toBe(structure.generation)
  })

  it('never believes what is marked as false', () => {
    expect(new Structure().generationOf({ asOf: '99', generation: -1, lastId: null })).toBe(-1)
  })
})
