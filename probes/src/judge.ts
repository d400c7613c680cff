/** Breaks the rules of a database on purpose, and looks whether the probes find it where it must show. */
import type { TestBackend } from '@plinth/embedded/testing'
import { forgetMutations, type Lab, probeWorld } from './lab.ts'
import { type Finding, Ledger } from './ledger.ts'
import type { Sabotage } from './sabotages.ts'
import type { Trait } from './traits.ts'

/** A database sees each world once: worlds of two sabotages share no seed. */
export const worldsPerSabotage = 12
const stepsPerWorld = 240

export interface Verdict {
  /** What was found, by the surface that must find it. */
  readonly found: ReadonlyMap<string, Finding>
  /** The surfaces that found nothing of it. */
  readonly missed: readonly string[]
}

/**
 * Probes worlds in the broken database until each surface that must find the sabotage has found it. Each world in which one
 * did is made and probed again in the database as it should be: what is found there too has another cause, and does not count.
 * `isKnownClean`: that was done before with the same seeds, and takes as long again.
 */
export async function judgeSabotage(
  lab: Lab,
  sabotage: Sabotage,
  seed: number,
  { isKnownClean = false } = {},
): Promise<Verdict> {
  const found = new Map<string, Finding>()
  const { needs: traits = [] } = sabotage
  const missed = () => sabotage.by.filter((surface) => !found.has(surface))
  for (let world = seed; world < seed + worldsPerSabotage && missed().length > 0; world++) {
    const only = missed()
    const told = (ledger: Ledger) => only.flatMap((surface) => firstTold(ledger, sabotage, surface) ?? [])
    const broken = new Ledger()
    const isAllTold = () => told(broken).length === only.length
    const mend = await breakRules(lab.backend, sabotage)
    try {
      await probeBroken(lab, { seed: world, traits, only, ledger: broken, isEnough: isAllTold })
    } finally {
      await mend()
    }
    if (told(broken).length === 0) continue
    const whole = new Ledger()
    if (!isKnownClean) {
      await forgetMutations(lab)
      const isEnough = () => whole.probes >= broken.probes
      await probeWorld(lab, { seed: world, traits, steps: stepsPerWorld, only, ledger: whole, isEnough })
    }
    for (const finding of told(broken)) {
      const isStray = whole.findings.some(({ surface }) => surface === finding.surface)
      if (!isStray) found.set(finding.surface, finding)
    }
  }
  return { found, missed: missed() }
}

interface Plan {
  readonly seed: number
  readonly traits: readonly Trait[]
  readonly only: readonly string[]
  readonly ledger: Ledger
  readonly isEnough: () => boolean
}

/** Where everybody may do everything somebody may have undone the world, so that it cannot go on: what was found stays. */
async function probeBroken(lab: Lab, plan: Plan): Promise<void> {
  try {
    await probeWorld(lab, { ...plan, steps: stepsPerWorld })
  } catch (error) {
    if (plan.ledger.findings.length === 0) throw error
  }
}

/** The first finding of a surface that is of the kind, and says what the sabotage must say. */
function firstTold(ledger: Ledger, { shows, says }: Sabotage, surface: string): Finding | undefined {
  return ledger.findings.find(
    (finding) =>
      finding.kind === shows &&
      finding.surface === surface &&
      (says === undefined || says.test(wordsOf(finding))),
  )
}

const wordsOf = ({ action, expected, got }: Finding) =>
  `${action}: ${JSON.stringify(expected)} but ${JSON.stringify(got)}`

async function breakRules({ admin }: TestBackend, { functions = {}, policies = {} }: Sabotage) {
  const undo: string[] = []
  for (const [signature, body] of Object.entries(functions)) {
    const [row] = await admin<{ text: string; body: string }[]>`
      select pg_get_functiondef(p.oid) as text, p.prosrc as body
      from pg_catalog.pg_proc as p where p.oid = ${signature}::regprocedure`
    undo.push(row!.text)
    await admin.unsafe(row!.text.replace(row!.body, () => body))
  }
  for (const [policy, condition] of Object.entries(policies)) {
    const [name, place] = policy.split(' on ')
    const [row] = await admin<{ said: string; clause: string }[]>`
      select pg_get_expr(coalesce(p.polqual, p.polwithcheck), p.polrelid) as said,
             case when p.polqual is null then 'with check' else 'using' end as clause
      from pg_catalog.pg_policy as p where p.polname = ${name!} and p.polrelid = ${place!}::regclass`
    const { said, clause } = row!
    undo.push(`alter policy ${policy} ${clause} (${said})`)
    await admin.unsafe(`alter policy ${policy} ${clause} (${condition})`)
  }
  return async () => {
    for (const text of undo) await admin.unsafe(text)
  }
}
