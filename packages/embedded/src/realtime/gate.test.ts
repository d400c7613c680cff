import { expect, it } from 'vitest'
import { Gate } from './gate.ts'

it('runs so many at once, in order, and goes on after a failure', async () => {
  const gate = new Gate(2)
  let running = 0
  let most = 0
  const started: number[] = []
  const task = (n: number) => async () => {
    started.push(n)
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setTimeout(resolve, 5))
    running -= 1
    if (n % 3 === 0) throw new Error('failed')
    return n
  }
  const results = await Promise.allSettled([0, 1, 2, 3, 4, 5, 6].map((n) => gate.run(task(n))))
  expect(results.map(({ status }) => status === 'fulfilled')).toEqual([
    false,
    true,
    true,
    false,
    true,
    true,
    false,
  ])
  expect([most, started]).toEqual([2, [0, 1, 2, 3, 4, 5, 6]])
  expect(await gate.run(task(7))).toBe(7)
})
