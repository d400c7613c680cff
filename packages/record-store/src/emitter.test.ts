import { expect, it } from 'vitest'
import { Emitter } from './emitter.ts'

it('tells each listener once, until it leaves', () => {
  const emitter = new Emitter<[number]>()
  const heard: number[] = []
  const leave = emitter.subscribe((no) => heard.push(no))
  emitter.emit(1)
  leave()
  leave()
  emitter.emit(2)
  expect([heard, emitter.size]).toEqual([[1], 0])
})

it('tells those who were there when it began, even if one leaves or comes meanwhile', () => {
  const emitter = new Emitter()
  const heard: string[] = []
  const leaveSecond = { run: () => {} }
  emitter.subscribe(() => {
    heard.push('first')
    leaveSecond.run()
    emitter.subscribe(() => heard.push('late'))
  })
  leaveSecond.run = emitter.subscribe(() => heard.push('second'))
  emitter.emit()
  expect(heard).toEqual(['first', 'second'])
})
