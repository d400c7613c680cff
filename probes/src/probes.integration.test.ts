/** The probes of every change: a fixed part of what `npm run probe` does without end. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Lab, openLab, probeWorld } from './lab.ts'
import { Ledger, told } from './ledger.ts'

const count = 20_000
const firstWorld = 1

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
