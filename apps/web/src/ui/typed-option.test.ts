import { describe, expect, it } from 'vitest'
import { typedOption } from './typed-option.ts'

const currencies = [
  { id: 'ALL', label: 'ALL – Albanian Lek' },
  { id: 'EUR', label: 'EUR – Euro' },
  { id: 'USD', label: 'USD – US Dollar' },
  { id: 'WALL', label: 'Wall money' },
]
const people = [
  { id: 'u1', label: 'Ben' },
  { id: 'u2', label: 'Benno' },
  { id: 'u3', label: 'Ada' },
]
const contains = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase())
const idOf = (options: readonly { id: string; label: string }[], typed: string) =>
  typedOption(options, typed, contains)?.id

describe('what is typed to choose an option', () => {
  it('stands for the only option that holds it', () => {
    expect(idOf(currencies, 'euro')).toBe('EUR')
    expect(idOf(people, ' Ad ')).toBe('u3')
  })

  it('stands for the one that is called so, though others hold it too', () => {
    expect(idOf(people, 'ben')).toBe('u1')
    expect(idOf(people, 'BENNO')).toBe('u2')
  })

  it('stands for the one that has it as its code', () => {
    expect(idOf(currencies, 'eur')).toBe('EUR')
    expect(idOf(currencies, 'all')).toBe('ALL')
  })

  it('stands for none where several hold it, where none does, and where nothing is typed', () => {
    expect(idOf(people, 'be')).toBeUndefined()
    expect(idOf(people, 'Zoe')).toBeUndefined()
    expect(idOf(people, '  ')).toBeUndefined()
    expect(idOf(people.slice(0, 1), '')).toBeUndefined()
  })

  it('stands for none where two are called so', () => {
    expect(idOf([...people, { id: 'u4', label: 'Ben' }], 'Ben')).toBeUndefined()
  })
})
