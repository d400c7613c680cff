/** The probes of every change: a fixed part of what `npm run probe` does without end, and that it finds what is broken. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { judgeSabotage, worldsPerSabotage } from './judge.ts'
import { type Lab, openLab, probeWorld } from './lab.ts'
import { Ledger, told } from './ledger.ts'
import { sabotages } from './sabotages.ts'
import { surfaces } from './surfaces/all.ts'
import { realtime } from './surfaces/realtime.ts'

const count = 20_000
const firstWorld = 1
const firstBroken = 1_000

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
}, 240_000)
afterAll(() => lab?.stop())

test(`${count} probes of random workspaces find no leak and nothing wrongly refused`, {
  timeout: 600_000,
}, async () => {
  const ledger = new Ledger()
  const isEnough = () => ledger.probes >= count || ledger.findings.length > 0
  for (let seed = firstWorld; !isEnough(); seed++) {
    await probeWorld(lab, { seed, steps: 90, ledger, isEnough })
  }
  expect(ledger.findings.map(told)).toEqual([])
  expect(ledger.bySurface.size).toBeGreaterThan(10)
})

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
]

test('every surface is among those that must find something', () => {
  const by = new Set(sabotages.filter(({ name }) => chosen.includes(name)).flatMap((one) => one.by))
  expect([...by].sort()).toEqual([...new Set([realtime, ...surfaces.map(({ name }) => name)])].sort())
})

test.each(chosen)('they find it when %s', { timeout: 240_000 }, async (name) => {
  const index = sabotages.findIndex((one) => one.name === name)
  const { missed } = await judgeSabotage(lab, sabotages[index]!, firstBroken + index * worldsPerSabotage)
  expect(missed).toEqual([])
})
