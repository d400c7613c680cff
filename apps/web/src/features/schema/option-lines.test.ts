import { limits, type OptionId, type SelectOption } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { broughtBack, pastedOptions } from './option-lines.ts'

const option = (label: string, id = label.toLowerCase()): SelectOption => ({
  id: id as OptionId,
  label,
  hue: 'teal',
})
const labels = (options: readonly SelectOption[] | undefined) => options?.map(({ label }) => label)

describe('an option that was removed', () => {
  const before = ['A', 'B', 'C', 'D'].map((label) => option(label))

  it('comes back behind what it stood behind, whatever else was changed', () => {
    const [a, b, c, d] = before
    expect(labels(broughtBack([a!, c!, d!], before, [b!]))).toEqual(['A', 'B', 'C', 'D'])
    expect(labels(broughtBack([d!, { ...a!, label: 'Alpha' }], before, [c!]))).toEqual(['D', 'Alpha', 'C'])
    expect(labels(broughtBack([option('New'), d!], before, [a!]))).toEqual(['A', 'New', 'D'])
  })

  it('comes back with the others', () => {
    const [, b, , d] = before
    expect(labels(broughtBack([d!], before, before))).toEqual(['A', 'B', 'C', 'D'])
    expect(labels(broughtBack([b!], before, before))).toEqual(['A', 'B', 'C', 'D'])
  })
})

describe('what is pasted into the name of an option', () => {
  it('is one option for each of its lines, the first in the empty box', () => {
    const options = [option('Wood'), option('', 'new'), option('Glass')]
    const pasted = pastedOptions(options, { at: 1, isReplaced: true }, 'Alu\r\nTin\n\n  Steel \nZinc\n')
    expect(labels(pasted?.options)).toEqual(['Wood', 'Alu', 'Tin', 'Steel', 'Zinc', 'Glass'])
    expect(pasted?.options[1]?.id).toBe('new')
    expect(pasted?.last).toBe(pasted?.options[4]?.id)
    expect(new Set(pasted?.options.map(({ id }) => id)).size).toBe(6)
  })

  it('stands behind an option that has a name', () => {
    const pasted = pastedOptions([option('Wood')], { at: 0, isReplaced: false }, 'Alu\nTin')
    expect(labels(pasted?.options)).toEqual(['Wood', 'Alu', 'Tin'])
  })

  it('leaves out what is there already', () => {
    const options = [option('Tin'), option('', 'new')]
    const pasted = pastedOptions(options, { at: 1, isReplaced: true }, 'Alu\nTin\nAlu\nZinc')
    expect(labels(pasted?.options)).toEqual(['Tin', 'Alu', 'Zinc'])
    const none = pastedOptions([option('Alu'), option('Tin')], { at: 0, isReplaced: false }, 'Alu\nTin')
    expect(labels(none?.options)).toEqual(['Alu', 'Tin'])
  })

  it('is as long and as many as a field may have', () => {
    const many = Array.from({ length: limits.optionsPerField + 5 }, (_, n) => `Option ${n}`)
    const pasted = pastedOptions([option('', 'new')], { at: 0, isReplaced: true }, many.join('\n'))
    expect(pasted?.options).toHaveLength(limits.optionsPerField)
    expect(pasted?.left).toBe(5)
    const long = pastedOptions([option('', 'new')], { at: 0, isReplaced: true }, `${'x'.repeat(300)}\ny`)
    expect(long?.options[0]?.label).toHaveLength(limits.optionLength)
  })

  it('is text like any other where it is one line', () => {
    expect(pastedOptions([option('')], { at: 0, isReplaced: true }, 'Alu Tin\n')).toBeNull()
  })
})
