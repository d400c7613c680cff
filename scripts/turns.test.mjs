import { readdirSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { filesInOtherTurns, inTurn } from './turns.mjs'

const turns = [0, 1, 2, 3]
const files = ['supabase/tests', 'packages', 'e2e']
  .flatMap((folder) => readdirSync(folder, { recursive: true }).map((file) => `/${folder}/${file}`))
  .filter((file) => file.endsWith('.test.ts') && !file.includes('/node_modules/'))
const others = turns.map((turn) => filesInOtherTurns(turn))
const names = [...new Set(others.flat())]
const filesOf = (pattern) =>
  files.filter((file) => file.includes(`/${pattern.slice(3).split('.test.')[0]}.test.`))

const before = process.env.PLINTH_TURN
afterEach(() => {
  if (before === undefined) delete process.env.PLINTH_TURN
  else process.env.PLINTH_TURN = before
})

test('what has turns is left out of all but one', () => {
  const taken = names.map((name) => turns.filter((turn) => !others[turn].includes(name)).length)
  expect(new Set(taken)).toEqual(new Set([1]))
})

test('a name is that of one file', () => {
  expect(names.filter((name) => filesOf(name).length !== 1)).toEqual([])
})

test('a list is taken whole over all turns, and at once where there are none', () => {
  const list = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const parts = turns.map((turn) => {
    process.env.PLINTH_TURN = String(turn)
    return inTurn(list)
  })
  expect(parts.flat().toSorted()).toEqual(list)
  delete process.env.PLINTH_TURN
  expect(inTurn(list)).toEqual(list)
})
