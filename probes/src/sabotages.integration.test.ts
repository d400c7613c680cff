/** That the probes find what is broken: a part of what `npm run probe -- --sabotage all` breaks. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTurn } from '../../scripts/turns.mjs'
import { judgeSabotage, worldsPerSabotage } from './judge.ts'
import { type Lab, openLab } from './lab.ts'
import { sabotages } from './sabotages.ts'
import { surfaces } from './surfaces/all.ts'
import { realtime } from './surfaces/listener.ts'

const firstBroken = 1_000

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
}, 240_000)
afterAll(() => lab?.stop())

/** One for each surface at least; `npm run probe -- --sabotage all` tries all. */
const chosen = [
  'fast paths forget the rules',
  'views forget the rules',
  'policies forget the rules',
  'rules of reading are forgotten by writers and events',
  'locks hold nobody',
  'linked records are named past the rules',
  'what goes along with a deleted record may stay',
  'rollups tell what their readers may not read',
  'everybody shapes every base',
  'files are for everybody',
  'what stands aside is for everybody',
  'hidden records are refused instead of absent',
  'fields on their way to another type take imports',
  'the texts of guards are shown',
  'comments are for everybody',
  'links show more fields than they name',
  'notices are told of records that one does not read',
  'colours are counted past the rules',
  'files of forms are told to whoever reads their table',
  'forms of links take answers to what they do not ask',
  'charts of links tell of fields that their links do not name',
  'whoever is in a workspace invites to all of it',
  'reports of imports are for everybody who reads the table',
  'files that wait are for everybody in their workspace',
  'pictures of people are for everybody',
]

test('every surface is among those that must find something', () => {
  const by = new Set(sabotages.filter(({ name }) => chosen.includes(name)).flatMap((one) => one.by))
  expect([...by].sort()).toEqual([...new Set([realtime, ...surfaces.map(({ name }) => name)])].sort())
})

test.each(inTurn(chosen))('they find it when %s', { timeout: 240_000 }, async (name) => {
  const index = sabotages.findIndex((one) => one.name === name)
  const seed = firstBroken + index * worldsPerSabotage
  const { missed } = await judgeSabotage(lab, sabotages[index]!, seed, { isKnownClean: true })
  expect(missed).toEqual([])
})
