/** The probes of every change: a fixed part of what `npm run probe` does without end. */
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Lab, openLab, probeWorld } from './lab.ts'
import { Ledger, told } from './ledger.ts'

const count = 20_000
const firstWorld = 1

/** Calls that no surface makes; docs/security.md says why. */
const untried = ['create_workspace', 'my_session', 'save_profile', 'schema_version', 'unmerge_options']

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

test('every call is tried by a surface', async () => {
  const folder = new URL('surfaces/', import.meta.url)
  const texts = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'))
  const calls = await lab.backend.admin<{ name: string }[]>`
    select distinct p.proname as name from pg_catalog.pg_proc as p
    where p.pronamespace = 'plinth'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute') order by 1`
  const isTried = ({ name }: { name: string }) => texts.some((text) => text.includes(`'${name}'`))
  expect(calls.filter((call) => !isTried(call)).map(({ name }) => name)).toEqual(untried)
})
