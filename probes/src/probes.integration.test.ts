/** The probes of every change: a fixed part of what `npm run probe` does without end, and that it finds what is broken. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Lab, openLab, probeWorld } from './lab.ts'
import { Ledger, told } from './ledger.ts'
import { judgeSabotage, sabotages, worldsPerSabotage } from './sabotages.ts'

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

/** Those that show themselves soon; `npm run probe -- --sabotage all` tries all. */
const soon = [
  'everybody holds every role',
  'fast paths forget the rules',
  'policies forget the rules',
  'locks hold nobody',
  'everybody shapes every base',
  'hidden records are refused instead of absent',
  'files are for everybody',
  'roles give nothing by themselves',
  'what stands aside is for everybody',
  'the texts of guards are shown',
]

test.each(soon)('they find it when %s', { timeout: 240_000 }, async (name) => {
  const index = sabotages.findIndex((one) => one.name === name)
  const found = await judgeSabotage(lab, sabotages[index]!, firstBroken + index * worldsPerSabotage)
  expect(found?.kind).toBe(sabotages[index]!.shows)
})
