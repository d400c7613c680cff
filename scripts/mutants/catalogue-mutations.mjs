/**
 * Every mutant of the SQL, from the live catalogue: `{name, kind, subject, sql}`. Names stay while what they break stays:
 * `drop-check:plinth_private.delete_table#1`.
 */
import { dropCondition, mutationsOf } from './body-mutations.mjs'
import { pieces } from './pieces.mjs'
import { withoutParentheses } from './sql-text.mjs'

/** Functions whose every condition decides who may do something, or what follows from losing it. */
const authority = new Set(
  `workspace_role standing base_role has_role holds granted_scope scope_of my_workspaces my_bases my_tables my_fellows
   my_colleagues require_workspace require_base require_scope require_installation_owner permit_sql rules_sql
   allowed_values goes_by all_since has_rules row_filter
   may_reach require_reach require_stay require_unused may_create_workspace claim_creator_place may_invite
   withdraw_invitations invitations revoke_invitation invitation_info accept_invitation may_drain may_store_file
   may_store_avatar may_hear_table may_enter_room removed_keys_done workspace_members base_members bump_member_bases
   member_leaves keep_an_owner members_left base_members_left workspace_roles_changed base_roles_changed role_members_left
   role_reasons holds_for workspace_usage take_import changes_since set_role_member delete_role
   opens_lock opens unlocked_sql locked_among require_change require_no_lock is_guarded usual_access field_access_of field_access
   require_writable closed_fields untouched_sql guard_fields
   is_hidden seen_fields sees_field may_see_field my_sides require_hideable require_open has_sides is_aside
   side_policies_of hand_over hand_over_filter allowed_values goes_by all_since all_from plain_field rules_sql
   may_share withdraw_shares take_share share_links is_there open_share unlock_share share_fields share_config told_sql charts_of tiles_of_share is_told files_of_share shared_files
   link_policy meant_link_policy readable_among deletable_among doomed_records linkable_among fitting_links link_accepts links_of linked_records
   shared_page share_stacks share_colors told_records told_people told_question told_form form_fields person_choices places_of is_asked_outside
   act_as book_run claim_files may_store_held release_files seen_notices mover_of reads_wholly may_hand_over policy_refusal weigh_access
   field_reasons changes_told transaction_changes gone_of expect_back give_back take_gone comes_back own_answer unmarked_answer people_of keep_states keep_rules keep_values
   set_record_layout update_share_link guard_fields check_people check_states take_along`.split(/\s+/),
)

const numbered = (list) => {
  const seen = new Map()
  return list.map(({ base, ...mutant }) => {
    const n = (seen.get(base) ?? 0) + 1
    seen.set(base, n)
    return { name: `${base}#${n}`, ...mutant }
  })
}

async function functionMutants(sql) {
  const rows = await sql`
    select p.proname as name, p.prosrc as body, pg_get_functiondef(p.oid) as definition
    from pg_proc p where p.pronamespace = 'plinth_private'::regnamespace and p.proname !~ '^ex_' order by 1, p.oid`
  const broken = rows.flatMap(({ name, body, definition }) =>
    mutationsOf(body, { isAuthority: authority.has(name) }).map((mutation) => ({
      base: `${mutation.kind}:plinth_private.${name}`,
      kind: mutation.kind,
      subject: name,
      sql: definition.replace(body, () => mutation.body),
    })),
  )
  return [...numbered(broken), ...pieces.map((piece) => pieceMutant(rows, piece))]
}

/** What a trigger does that lets everything through. */
const idle = "\nbegin\n  if tg_op = 'DELETE' then return old; end if;\n  return new;\nend\n"

/** Users' tables get their triggers when they are made: instead of the trigger its function is taken away. */
async function triggerMutants(sql) {
  const rows = await sql`
    select p.proname as name, p.prosrc as body, pg_get_functiondef(p.oid) as definition from pg_proc p
    where p.pronamespace = 'plinth_private'::regnamespace and p.prorettype = 'trigger'::regtype
      and not exists (select 1 from pg_trigger t where t.tgfoid = p.oid) order by 1`
  return rows.map(({ name, body, definition }) => ({
    name: `mute-trigger:plinth_private.${name}`,
    kind: 'mute-trigger',
    subject: name,
    sql: definition.replace(body, () => idle),
  }))
}

/** Throws where the function has changed and the piece does not stand there once any more. */
function pieceMutant(rows, [label, name, from, to]) {
  const found = rows.filter((row) => row.name === name && row.body.split(from).length === 2)
  if (found.length !== 1)
    throw new Error(`The piece ${label} of a mutant stands not once in plinth_private.${name}`)
  const [{ body, definition }] = found
  const sql = definition.replace(body, () => body.replace(from, () => to))
  return { name: `piece:plinth_private.${name}/${label}`, kind: 'piece', subject: name, sql }
}

async function policyMutants(sql) {
  const rows = await sql`
    select format('%I.%I', schemaname, tablename) as relation, policyname as name, cmd, qual, with_check
    from pg_policies where schemaname in ('plinth', 'storage', 'realtime') and policyname like 'plinth%' order by 1, 2`
  return rows.flatMap(({ relation, name, cmd, qual, with_check: check }) => {
    const clause = cmd === 'INSERT' ? 'with check' : 'using'
    const alter = (text) => `alter policy ${name} on ${relation} ${clause} (${text})`
    const base = { kind: 'policy', subject: relation }
    const parts = [...dropCondition(`where ${withoutParentheses(qual ?? check)}`)]
      .map(({ body }) => body.slice('where '.length))
      // Of a single condition the policy without it is the open one.
      .filter((text) => text.trim() !== 'true')
      .map((text, n) => ({ ...base, name: `drop-condition:${relation}.${name}#${n + 1}`, sql: alter(text) }))
    return [{ ...base, name: `open-policy:${relation}.${name}`, sql: alter('true') }, ...parts]
  })
}

/** One mutant for each row of a query that answers `name` and `sql`. */
const rowsOf = (kind, query) => async (sql) =>
  (await sql.unsafe(query)).map(({ subject, statement }) => ({
    name: `${kind}:${subject}`,
    kind,
    subject,
    sql: statement,
  }))

const ours = `('plinth', 'plinth_private')`
const callable = `p.pronamespace::regnamespace::text in ${ours} and p.prorettype <> 'trigger'::regtype`

const kinds = {
  'drop-rls': `select c.oid::regclass::text as subject, format('alter table %s disable row level security', c.oid::regclass) as statement
    from pg_class c where c.relnamespace::regnamespace::text in ${ours} and c.relrowsecurity order by 1`,
  'drop-trigger': `select t.tgrelid::regclass || '.' || t.tgname as subject,
      format('drop trigger %I on %s', t.tgname, t.tgrelid::regclass) as statement
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace::regnamespace::text in ${ours} and not t.tgisinternal order by 1`,
  'drop-constraint': `select o.conrelid::regclass || '.' || o.conname as subject,
      format('alter table %s drop constraint %I', o.conrelid::regclass, o.conname) as statement
    from pg_constraint o where o.connamespace::regnamespace::text in ${ours} and o.contype in ('c', 'u', 'f')
      and o.conrelid <> 0 order by 1`,
  'drop-unique': `select i.indexrelid::regclass::text as subject, format('drop index %s', i.indexrelid::regclass) as statement
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace::regnamespace::text in ${ours} and i.indisunique
      and not exists (select 1 from pg_constraint o where o.conindid = i.indexrelid) order by 1`,
  'grant-execute': `select p.oid::regprocedure::text as subject,
      format('grant execute on function %s to authenticated', p.oid::regprocedure) as statement
    from pg_proc p where ${callable} and p.prosecdef and not has_function_privilege('authenticated', p.oid, 'execute') order by 1`,
  'grant-anon': `select p.oid::regprocedure::text as subject,
      format('grant execute on function %s to anon', p.oid::regprocedure) as statement
    from pg_proc p where ${callable} and (p.prosecdef or p.pronamespace = 'plinth'::regnamespace)
      and has_function_privilege('authenticated', p.oid, 'execute') and not has_function_privilege('anon', p.oid, 'execute') order by 1`,
  'grant-table': `select c.oid::regclass || ' ' || g.privilege || ' ' || g.role as subject,
      format('grant %s on %s to %s', g.privilege, c.oid::regclass, g.role) as statement
    from pg_class c cross join (values ('select', 'anon'), ('select', 'authenticated'), ('insert', 'authenticated'),
      ('update', 'authenticated'), ('delete', 'authenticated'), ('truncate', 'authenticated')) as g (privilege, role)
    where c.relnamespace::regnamespace::text in ${ours} and c.relkind = 'r'
      and not has_table_privilege(g.role, c.oid, g.privilege) order by 1`,
  'as-definer': `select p.oid::regprocedure::text as subject, format('alter function %s security definer', p.oid::regprocedure) as statement
    from pg_proc p where ${callable} and not p.prosecdef and p.provolatile <> 'i'
      and has_function_privilege('authenticated', p.oid, 'execute')
      and (p.pronamespace = 'plinth'::regnamespace or p.prosrc ~ 'execute|from (plinth|data|storage|realtime)\\.') order by 1`,
  'open-path': `select p.oid::regprocedure::text as subject, format('alter function %s reset search_path', p.oid::regprocedure) as statement
    from pg_proc p where ${callable} and p.prosecdef and has_function_privilege('authenticated', p.oid, 'execute') order by 1`,
  'grant-schema': `select n.nspname || ' ' || r.role as subject, format('grant %s on schema %I to %s', r.privilege, n.nspname, r.role) as statement
    from pg_namespace n cross join (values ('create', 'authenticated'), ('create', 'anon')) as r (privilege, role)
    where n.nspname in ('plinth', 'plinth_private', 'data') order by 1`,
}

/** All mutants, in the order of their names; those that cannot be applied are no mutants. */
export async function allMutants(sql) {
  const makers = [
    functionMutants,
    triggerMutants,
    policyMutants,
    ...Object.entries(kinds).map(([kind, query]) => rowsOf(kind, query)),
  ]
  const found = []
  for (const make of makers) found.push(...(await make(sql)))
  const living = []
  for (const mutant of found) if (await isApplicable(sql, mutant)) living.push(mutant)
  return living.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

async function isApplicable(sql, mutant) {
  const undo = new Error('undo')
  try {
    await sql.begin(async (tx) => {
      await tx.unsafe(mutant.sql).simple()
      throw undo
    })
  } catch (error) {
    if (error === undo) return true
    if (mutant.kind === 'piece')
      throw new Error(`${mutant.name} is no SQL any more: ${error.message}`, { cause: error })
    return false
  }
  return true
}
