/** Ways to break the rules of a database on purpose: the probes must find each of them. */
import type { TestBackend } from '@plinth/embedded/testing'
import { type Lab, probeWorld } from './lab.ts'
import { type Finding, type FindingKind, Ledger } from './ledger.ts'

export interface Sabotage {
  readonly name: string
  /** What it must show itself as. */
  readonly shows: FindingKind
  /** Functions that are replaced, with arguments, each by its new body. */
  readonly functions?: Readonly<Record<string, string>>
  /** Policies and what they say then. */
  readonly policies?: Readonly<Record<string, string>>
}

export const sabotages: readonly Sabotage[] = [
  {
    name: 'everybody holds every role',
    shows: 'leak',
    functions: { 'plinth_private.holds(uuid)': 'begin return plinth_private.caller() is not null; end' },
  },
  {
    name: 'fast paths forget the rules',
    shows: 'leak',
    functions: { 'plinth_private.row_filter(uuid, text)': `begin return 'true'; end` },
  },
  {
    name: 'policies forget the rules',
    shows: 'leak',
    functions: {
      'plinth_private.permit_sql(uuid, text)': `begin
        return format('(select plinth_private.scope(%L::uuid, %L)) <> ''none''', p_table, p_action); end`,
    },
  },
  {
    name: 'rules of reading are forgotten by writers and events',
    shows: 'leak',
    functions: { 'plinth_private.has_rules(uuid, text)': 'begin return false; end' },
  },
  {
    name: 'locks hold nobody',
    shows: 'leak',
    functions: { 'plinth_private.opens(uuid)': 'begin return true; end' },
  },
  {
    name: 'rights on fields are forgotten',
    shows: 'leak',
    functions: { 'plinth_private.field_access(uuid)': `begin return 'write'; end` },
  },
  {
    name: 'topics keep their names',
    shows: 'leak',
    functions: { 'plinth_private.bump_epoch(uuid)': 'begin return; end' },
  },
  {
    name: 'everybody shapes every base',
    shows: 'leak',
    functions: {
      'plinth_private.require_base(uuid, text)':
        'begin return plinth_private.standing(plinth_private.require_user(), p_base); end',
    },
  },
  {
    name: 'hidden records are refused instead of absent',
    shows: 'leak',
    functions: {
      'plinth_private.unreached(jsonb, record, text)': `begin
        return plinth_private.mutation_error(p_mutation ->> 'id', 'rule_refused'); end`,
    },
  },
  {
    name: 'the texts of rules are shown',
    shows: 'leak',
    policies: { 'plinth_select on plinth.role_grant': 'true' },
  },
  {
    name: 'files are for everybody',
    shows: 'leak',
    policies: { 'plinth_select on storage.objects': `bucket_id = 'plinth'` },
  },
  {
    name: 'names of tables are for everybody',
    shows: 'leak',
    policies: { 'plinth_select on plinth."table"': 'true' },
  },
  {
    name: 'what stands aside is for everybody',
    shows: 'leak',
    functions: {
      'plinth_private.side_policies_of(plinth.field)': `begin
        return query values ('select', 'using (true)'), ('update', 'using (true)'); end`,
    },
  },
  {
    name: 'what stands aside forgets the rules of its records',
    shows: 'leak',
    functions: {
      'plinth_private.side_policies_of(plinth.field)': `begin
        return query values
          ('select', format('using ((select plinth_private.field_access(%L::uuid)) is not null)', p_field.id)),
          ('update', format('using ((select plinth_private.field_access(%L::uuid)) = ''write'')', p_field.id)); end`,
    },
  },
  {
    name: 'calls see hidden fields',
    shows: 'leak',
    functions: {
      'plinth_private.seen_fields(uuid)': 'select f.* from plinth.field as f where f.table_id = p_table',
    },
  },
  {
    name: 'hidden fields are listed',
    shows: 'leak',
    functions: { 'plinth_private.unseen_fields()': 'select null::uuid where false' },
  },
  {
    name: 'events tell which records have hidden fields changed',
    shows: 'leak',
    functions: { 'plinth_private.has_sides(uuid)': 'begin return false; end' },
  },
  {
    name: 'what is in the trash stays in its base',
    shows: 'leak',
    policies: {
      'plinth_select on plinth."table"':
        'base_id is null or id = any (array(select plinth_private.my_tables()))',
    },
  },
  {
    name: 'files of hidden fields are for everybody',
    shows: 'leak',
    functions: { 'plinth_private.sees_field(uuid)': 'begin return true; end' },
  },
  {
    name: 'rules of fields and tables are no constraints',
    shows: 'leak',
    functions: { 'plinth_private.replace_checks(text, jsonb, jsonb)': 'begin return; end' },
  },
  {
    name: 'rules for new values are kept by nobody',
    shows: 'leak',
    functions: { 'plinth_private.keep_rules()': 'begin return null; end' },
  },
  {
    name: 'everybody takes every transition',
    shows: 'leak',
    functions: { 'plinth_private.holds_any(uuid, text[])': 'begin return true; end' },
  },
  {
    name: 'transitions require nothing',
    shows: 'leak',
    functions: { 'plinth_private.missing_fields(uuid[], jsonb)': `select '{}'::uuid[]` },
  },
  {
    name: 'two eyes are enough',
    shows: 'leak',
    functions: { 'plinth_private.mover_of(uuid, uuid, uuid)': 'begin return null; end' },
  },
  {
    name: 'everybody hands over',
    shows: 'leak',
    functions: {
      'plinth_private.hand_over_filter(uuid)': `begin return plinth_private.row_filter(p_table, 'update'); end`,
    },
  },
  {
    name: 'records begin in any state',
    shows: 'leak',
    functions: { 'plinth_private.comes_back(uuid, uuid, text)': 'begin return true; end' },
  },
  {
    name: 'the texts of guards are shown',
    shows: 'leak',
    policies: { 'plinth_select on plinth.transition': 'true' },
  },
  {
    name: 'the texts of rules of tables are shown',
    shows: 'leak',
    policies: { 'plinth_select on plinth.table_rule': 'true' },
  },
  {
    name: 'roles give nothing by themselves',
    shows: 'refused',
    functions: { 'plinth_private.default_scope(text, text)': `select 'none'::text` },
  },
]

/** A database sees each world once: a mutation that it knows is answered, not done. */
export const worldsPerSabotage = 4

/** Breaks, probes until something is found (null: nothing was), and mends. */
export async function judgeSabotage(lab: Lab, sabotage: Sabotage, seed: number): Promise<Finding | null> {
  const mend = await breakRules(lab.backend, sabotage)
  const ledger = new Ledger()
  const found = () => ledger.findings.find(({ kind }) => kind === sabotage.shows)
  try {
    for (let world = 0; world < worldsPerSabotage && !found(); world++) {
      const isEnough = () => found() !== undefined
      await probeWorld(lab, { seed: seed + world, steps: 150, ledger, isEnough })
    }
    return found() ?? null
  } finally {
    await mend()
  }
}

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
    const [row] = await admin<{ qual: string }[]>`
      select pg_get_expr(p.polqual, p.polrelid) as qual from pg_catalog.pg_policy as p
      where p.polname = ${name!} and p.polrelid = ${place!}::regclass`
    undo.push(`alter policy ${policy} using (${row!.qual})`)
    await admin.unsafe(`alter policy ${policy} using (${condition})`)
  }
  return async () => {
    for (const text of undo) await admin.unsafe(text)
  }
}
