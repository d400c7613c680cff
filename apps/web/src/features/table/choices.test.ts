import { expect, it } from 'vitest'
import { type Choice, findChoices } from './choices.ts'

const choice = (id: string | null, label: string, alsoFoundBy?: string): Choice => {
  return { id, label, content: label, ...(alsoFoundBy === undefined ? {} : { alsoFoundBy }) }
}
const choices = [
  choice('a', 'Done'),
  choice('b', 'Être prêt'),
  choice('c', 'To do', 'ada@example.org'),
  choice(null, 'Leave empty'),
]
const labels = (text: string) => findChoices(choices, text).map(({ label }) => label)

it('finds choices by any part, without regard to case and accents', () => {
  expect(labels('DO')).toEqual(['Done', 'To do'])
  expect(labels('pret')).toEqual(['Être prêt'])
  expect(labels('ADA@')).toEqual(['To do'])
  expect(labels('zzz')).toEqual([])
})

it('has those first that begin with what is sought', () => {
  const people = [choice('a', 'Ada Berg'), choice('b', 'Ben Okafor'), choice('c', 'Bea')]
  expect(findChoices(people, 'be').map(({ id }) => id)).toEqual(['b', 'c', 'a'])
})

it('offers to leave the cell empty only where nothing is sought', () => {
  expect(labels(' ')).toEqual(['Done', 'Être prêt', 'To do', 'Leave empty'])
  expect(labels('empty')).toEqual([])
})
