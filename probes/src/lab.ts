/** A throw-away project with accounts, in which one world after another is made, probed and removed. */
import { startTestBackend, type TestBackend } from '@plinth/embedded/testing'
import { Canaries } from './canaries.ts'
import { changeRights } from './changes.ts'
import {
  type AccountName,
  type Accounts,
  accountNames,
  type Identity,
  longTokens,
  openAccounts,
} from './identities.ts'
import type { Ledger } from './ledger.ts'
import { makeWorld, removeWorld, type Workshop } from './make-world.ts'
import { liveTables, sidesOf, type TableModel, tablesOf, type World } from './model.ts'
import { scopeOf } from './oracle.ts'
import { markPeople } from './people.ts'
import { Prober, type Tools } from './prober.ts'
import { Random } from './random.ts'
import { surfaces } from './surfaces/all.ts'
import { realtime } from './surfaces/listener.ts'
import { probeRealtime } from './surfaces/realtime.ts'
import type { Surface } from './surfaces/surface.ts'
import { drawTraits, type Trait } from './traits.ts'
import { lowerThresholds } from './under-way.ts'
import { writesSomething } from './validation.ts'

export interface Lab {
  readonly backend: TestBackend
  readonly accounts: Accounts
  readonly names: ReadonlyMap<AccountName, string>
  stop(): Promise<void>
}

export async function openLab(): Promise<Lab> {
  const backend = await startTestBackend({ config: longTokens })
  const random = new Random(1)
  const canaries = new Canaries()
  const names = new Map(accountNames.map((name) => [name, canaries.draw(random, 'p')]))
  const accounts = await openAccounts(backend, names)
  const { error } = await accounts.users
    .get('owner')!
    .client.schema('plinth')
    .rpc('set_workspace_creation', { setting: 'anyone' })
  if (error) throw error
  await lowerThresholds(backend)
  return { backend, accounts, names, stop: () => backend.stop() }
}

export interface Plan {
  readonly seed: number
  /** How often somebody tries something. */
  readonly steps: number
  readonly ledger: Ledger
  /** Surfaces by name; these and no others. */
  readonly only?: readonly string[] | undefined
  /** What the world holds for certain; else some of all that there is. */
  readonly traits?: readonly Trait[]
  /** Asked between steps. */
  readonly isEnough?: () => boolean
}

/** Out of a model that the database no longer follows come only more findings: what comes first is what matters. */
const findingsPerWorld = 10
const rounds = 3

/** Makes the world of this seed, probes it, and removes it. */
export async function probeWorld(
  lab: Lab,
  { seed, steps, ledger, only, traits, isEnough = () => false }: Plan,
): Promise<void> {
  const chosen = surfaces.filter(({ name }) => only?.includes(name) ?? true)
  const isHeard = only?.includes(realtime) ?? true
  if (chosen.length === 0 && !isHeard) throw new Error(`no such surface: ${only!.join(', ')}`)
  const random = new Random(seed)
  const canaries = new Canaries()
  const project = { url: lab.backend.url, publishableKey: lab.backend.publishableKey }
  const shop: Workshop = { project, accounts: lab.accounts, canaries, random, sideOf: sidesIn(lab.backend) }
  const world = await makeWorld(shop, seed, traits ?? drawTraits(random))
  markPeople(canaries, lab.accounts, lab.names, world)
  const tools: Tools = {
    project,
    world,
    canaries,
    ledger,
    random,
    identities: lab.accounts.identities,
    nameOf: (person) =>
      accountNames.flatMap((who) => (lab.accounts.idOf(who) === person ? lab.names.get(who)! : []))[0] ??
      null,
    ...storedIn(lab.backend),
  }
  const known = ledger.findings.length
  const isOver = () => isEnough() || ledger.findings.length >= known + findingsPerWorld
  for (let round = 0; round < rounds && !isOver(); round++) {
    for (let step = 0; step < steps / rounds && chosen.length > 0 && !isOver(); step++) {
      await probeOnce(lab, tools, random.oneOf(chosen))
    }
    const tables = liveTables(world.workspaces[0]!.bases[0]!)
    if (isHeard && !isOver()) await probeRealtime(shop, tools, random.oneOf(tables))
    if (!isOver()) await changeRights(shop, world, 5)
  }
  await removeWorld(shop, world)
}

/** A world of a seed that was there before may come again: what was done in it counts as not done. */
export async function forgetMutations({ backend: { admin } }: Lab): Promise<void> {
  await admin`delete from plinth_private.mutation where true`
}

/** Somebody tries something about some table. */
async function probeOnce(lab: Lab, tools: Tools, surface: Surface): Promise<void> {
  const { random, world } = tools
  const table = chooseTable(random, world)
  const identity = chooseIdentity(lab, random, table, surface)
  await surface.probe(new Prober(tools, identity, surface.name), table)
}

/**
 * Half of the time somebody of whom a part of the table is kept: most can go wrong there. Of those who try to write two in three
 * may write something: who may write nothing is refused before anything else is looked at.
 */
function chooseIdentity({ accounts }: Lab, random: Random, table: TableModel, surface: Surface): Identity {
  const { identities } = accounts
  const writers = identities.filter(({ person }) => writesSomething(table, person))
  const all = surface.writes && writers.length > 0 && random.chance(0.67) ? writers : identities
  const ruled = all.filter(({ person }) => scopeOf(table, person, 'read') === 'rules')
  return random.oneOf(ruled.length > 0 && random.chance(0.5) ? ruled : all)
}

/** The tables of the main base most of all, and seldom what is in the trash. */
function chooseTable(random: Random, world: World): TableModel {
  const main = world.workspaces[0]!.bases[0]!
  const isOpen = random.chance(0.85)
  const tables = random.chance(0.75) ? main.tables : tablesOf(world)
  const filled = tables.filter(({ records }) => records.size > 0)
  const open = filled.filter(({ isDeleted }) => !(isOpen && isDeleted))
  return random.oneOf(open.length > 0 ? open : filled)
}

/** Looks into the database, past every policy. */
function storedIn({
  admin,
}: TestBackend): Pick<
  Tools,
  'stored' | 'remove' | 'takeAlong' | 'expire' | 'endInvitation' | 'hold' | 'drop'
> {
  const rowsOf = async (schema: string, relation: string) => {
    const rows = await admin`select to_jsonb(t) as row from ${admin(schema)}.${admin(relation)} as t`
    return new Map(rows.map(({ row }) => [row.id as string, row as Record<string, unknown>]))
  }
  return {
    stored: async (table) => {
      const schema = table.isDeleted ? 'plinth_trash' : 'data'
      const rows = await rowsOf(schema, table.relation)
      for (const { side, column } of sidesOf(table)) {
        const values = await rowsOf(schema, side!)
        for (const [id, row] of rows) row[column] = values.get(id)?.[column]
        if (values.size !== rows.size) throw new Error(`${side} has ${values.size} rows for ${rows.size}`)
      }
      return rows
    },
    remove: async (relation, record) => {
      await admin`delete from data.${admin(relation)} where id = ${record}`
    },
    expire: async (link) => {
      await admin`update plinth_private.share_link set expires_at = now() - interval '1 second' where id = ${link}`
    },
    endInvitation: async (invitation) => {
      await admin`update plinth_private.invitation set expires_at = now() - interval '1 second' where id = ${invitation}`
    },
    hold: async (file, record) => {
      await admin`update plinth.attachment set record_id = ${record} where id = ${file}`
      await admin`update plinth_private.held_file set is_sent = true, expires_at = now() + interval '30 days' where attachment_id = ${file}`
    },
    drop: async (file) => {
      await admin`delete from plinth.attachment where id = ${file} and state = 'held'`
    },
    takeAlong: async (field, isOn) => {
      await admin`update plinth.field as f
        set options = f.options - 'takesAlong' || case when ${isOn} then '{"takesAlong": true}'::jsonb else '{}' end where f.id = ${field}`
      await admin`select plinth_private.renew_link((plinth_private.link_end_of(${field})).link)`
    },
  }
}

const sidesIn =
  ({ admin }: TestBackend) =>
  async (field: string): Promise<string | null> => {
    const [row] = await admin<{ side: string | null }[]>`select side from plinth.field where id = ${field}`
    return row?.side ?? null
  }
