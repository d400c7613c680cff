import type { OptionId } from '@plinth/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draftProblem, emptyDraft, moveOption, optionsOfDraft } from './field-draft.ts'

const option = (label: string, id = label) => ({ id: id as OptionId, label, hue: 'teal' as const })

describe('draftProblem', () => {
  it('asks for a name first', () => {
    expect(draftProblem({ ...emptyDraft, name: '  ' }, [])?.place).toBe('name')
  })

  it('finds a name that another field has, whatever its case', () => {
    expect(draftProblem({ ...emptyDraft, name: 'due' }, ['Due '])?.place).toBe('name')
  })

  it('names the option that stands twice', () => {
    const draft = { ...emptyDraft, name: 'Stage', type: 'single_select' as const }
    const problem = draftProblem({ ...draft, options: [option('A', 'x'), option('A ', 'y')] }, [])
    expect(problem).toMatchObject({ place: 'option', option: 'y' })
  })

  it('does not mind options that the type does not use', () => {
    expect(draftProblem({ ...emptyDraft, name: 'Note', options: [option('')] }, [])).toBeNull()
  })
})

describe('optionsOfDraft', () => {
  it('stores only what the type has', () => {
    const draft = { ...emptyDraft, name: 'x', options: [option(' A ')], decimals: 2, max: 7 }
    expect(optionsOfDraft({ ...draft, type: 'single_select' })).toEqual({ options: [option('A', ' A ')] })
    expect(optionsOfDraft({ ...draft, type: 'status' })).toEqual({
      options: [option('A', ' A ')],
      initial: option('A', ' A ').id,
    })
    expect(optionsOfDraft({ ...draft, type: 'number' })).toEqual({ decimals: 2 })
    expect(optionsOfDraft({ ...draft, type: 'percent' })).toEqual({ decimals: 2 })
    expect(optionsOfDraft({ ...draft, type: 'rating' })).toEqual({ max: 7 })
    expect(optionsOfDraft({ ...draft, type: 'duration', unit: 'second' })).toEqual({ unit: 'second' })
    expect(optionsOfDraft({ ...draft, type: 'text' })).toEqual({})
  })
})

describe('moveOption', () => {
  it('keeps every option, and puts the moved one where it was asked to', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1 }),
        fc.nat(),
        fc.nat(),
        (labels, a, b) => {
          const options = labels.map((label) => option(label))
          const [from, to] = [a % options.length, b % options.length]
          const moved = moveOption(options, from, to)
          expect(moved[to]).toBe(options[from])
          expect(new Set(moved)).toEqual(new Set(options))
        },
      ),
    )
  })
})
