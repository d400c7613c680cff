/**
 * `npm run probe -- [--count N] [--seed S]`: random workspaces, probed by people of all kinds. The last line is
 * `N probes, L leaks, R wrongly refused`. `--replay SEED` makes one world again, `--surface NAME` tries that surface alone,
 * `--sabotage NAME` (a part of it, or `all`) breaks the database and expects the surfaces that must find it to do so.
 */
import { parseArgs } from 'node:util'
import { judgeSabotage, worldsPerSabotage } from './judge.ts'
import { type Lab, openLab, probeWorld } from './lab.ts'
import { type Finding, Ledger, told } from './ledger.ts'
import { sabotages } from './sabotages.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    replay: { type: 'string' },
    steps: { type: 'string', default: '150' },
    sabotage: { type: 'string' },
    surface: { type: 'string' },
  },
})
const steps = Number(values.steps)
const only = values.surface ? [values.surface] : undefined
const shown = { findings: 20, everyMs: 10_000 }

let findings = 0
function show(finding: Finding): void {
  findings += 1
  if (findings <= shown.findings) console.log(`\n${told(finding)}`)
}

/** Says now and then how far it is. */
function reporter(ledger: Ledger): () => void {
  const started = Date.now()
  let last = started
  return () => {
    if (Date.now() - last < shown.everyMs) return
    last = Date.now()
    const rate = Math.round(ledger.probes / ((last - started) / 1_000))
    console.log(`${ledger.probes} probes, ${rate} a second, ${ledger.findings.length} findings`)
  }
}

async function probe(lab: Lab): Promise<boolean> {
  const ledger = new Ledger(show)
  const report = reporter(ledger)
  if (values.replay !== undefined) await probeWorld(lab, { seed: Number(values.replay), steps, ledger, only })
  else {
    const count = Number(values.count)
    const isEnough = () => {
      report()
      return ledger.probes >= count
    }
    for (let world = Number(values.seed); !isEnough(); world++) {
      await probeWorld(lab, { seed: world, steps, ledger, only, isEnough })
    }
  }
  for (const [name, probes] of ledger.bySurface) console.log(`${name}: ${probes}`)
  const [leaks, refused] = [ledger.count('leak'), ledger.count('refused')]
  console.log(`${ledger.probes} probes, ${leaks} leaks, ${refused} wrongly refused`)
  return leaks + refused === 0
}

async function sabotage(lab: Lab, name: string): Promise<boolean> {
  const chosen = sabotages.filter((one) => name === 'all' || one.name.includes(name))
  if (chosen.length === 0)
    throw new Error(`There are: ${sabotages.map((one) => one.name).join(', ')}, or all.`)
  let missed = 0
  for (const [n, one] of chosen.entries()) {
    const verdict = await judgeSabotage(lab, one, Number(values.seed) + n * worldsPerSabotage)
    if (verdict.missed.length > 0) missed += 1
    for (const surface of one.by) {
      const finding = verdict.found.get(surface)
      console.log(`\n${one.name}, by ${surface}: ${finding ? 'found' : 'NOT FOUND'}`)
      if (finding) console.log(told(finding))
    }
  }
  console.log(`${chosen.length - missed} of ${chosen.length} sabotages found`)
  return missed === 0
}

const lab = await openLab()
try {
  console.log(`seed ${values.replay ?? values.seed}`)
  const isRight = await (values.sabotage === undefined ? probe(lab) : sabotage(lab, values.sabotage))
  process.exitCode = isRight ? 0 : 1
} finally {
  await lab.stop()
}
