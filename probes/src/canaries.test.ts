import { expect, test } from 'vitest'
import { Canaries } from './canaries.ts'
import { Random } from './random.ts'

test('finds what is not for a person, wherever it stands', () => {
  const canaries = new Canaries()
  const secret = canaries.draw(new Random(1), 'v')
  const id = new Random(2).uuid()
  for (const token of [secret, id]) canaries.mark(token, 'of a record', (person) => person === 'ann')
  const answer = `{"message":"invalid input: \\"${secret}\\"","details":"data.x_${secret}_y","id":"${id}"}`
  expect(canaries.search(answer, '', 'bob')).toHaveLength(2)
  expect(canaries.search(answer, '', 'ann')).toEqual([])
  // Who says something themselves is told nothing by the echo.
  expect(canaries.search(answer, secret, 'bob')).toEqual([`${id}: of a record`])
})

test('takes a text of a workspace that is gone for a leak', () => {
  const canaries = new Canaries()
  const gone = canaries.draw(new Random(3), 'n')
  expect(canaries.search(`"${gone}"`, '', 'ann')).toEqual([`${gone}: of another workspace`])
})

function draws() {
  const random = new Random(7)
  return [random.uuid(), random.shuffled([1, 2, 3, 4]), random.fork().hex(6), random.oneOf(['a', 'b'])]
}

test('makes the same choices with the same seed', () => {
  expect(draws()).toEqual(draws())
})
