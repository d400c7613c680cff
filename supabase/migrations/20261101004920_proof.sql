-- Proof: what each role may do in each table as the database itself answers, and whether what guards the tables is in
-- force as the metadata means it. Read from the live catalogue, so that a change by hand shows. The same for the relations beside
-- a table that hold its hidden fields.

-- The policies that a relation of a table should have: the table's own, or (p_side not null) that of a field that stands aside.
create or replace function plinth_private.wanted_policies(p_table uuid, p_side plinth.field) returns table (command text, body text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_side.id is null then
    return query select p.command, p.body from plinth_private.policies_of(p_table) as p;
  else
    return query select p.command, p.body from plinth_private.side_policies_of(p_side) as p;
  end if;
end
$$;

-- The same as the catalogue prints them when they are written as the metadata says: written to an empty temporary twin of the
-- relation, read, and thrown away.
create or replace function plinth_private.meant_policies(p_table uuid, p_side plinth.field, p_relation text)
returns table (name text, command text, body text)
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_policy record;
begin
  execute format('create temporary table %I (like data.%1$I)', p_relation);
  for v_policy in select p.command, p.body from plinth_private.wanted_policies(p_table, p_side) as p loop
    execute format('create policy %I on pg_temp.%I for %s to authenticated %s', 'plinth_' || v_policy.command, p_relation,
                   v_policy.command, v_policy.body);
  end loop;
  return query select p.name, p.command, p.body
    from plinth_private.catalogue_policies(format('pg_temp.%I', p_relation)::regclass) as p;
  execute format('drop table pg_temp.%I', p_relation);
end
$$;

-- The policies of a relation as the catalogue prints them.
create or replace function plinth_private.catalogue_policies(p_relation regclass)
returns table (name text, command text, body text)
language sql stable security invoker set search_path = ''
as $$
  select p.polname::text,
    case p.polcmd when 'r' then 'read' when 'a' then 'create' when 'w' then 'update' when 'd' then 'delete' end,
    format('%s to %s using %s with check %s', case when p.polpermissive then 'permissive' else 'restrictive' end,
           (select string_agg(r.role::regrole::text, ', ' order by r.role::regrole::text) from unnest(p.polroles) as r (role)),
           pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))
  from pg_catalog.pg_policy as p where p.polrelid = p_relation
$$;

-- What signed-in people are granted on a relation: on the whole (column null) or on a column. `needed` is false for what may be
-- taken away for a while: columns of a field whose type is being changed.
create or replace function plinth_private.meant_grants(p_table uuid, p_side plinth.field)
returns table (privilege text, column_name text, needed boolean)
language sql stable security definer set search_path = ''
as $$
  select g.privilege, g.column_name, true
  from (values ('SELECT', null), ('DELETE', null), ('INSERT', 'id')) as g (privilege, column_name) where p_side.id is null
  union all
  select 'SELECT', null, true where p_side.id is not null
  union all
  select g.privilege, f.column_name, not exists (select 1 from plinth_private.type_change as c where c.field_id = f.id)
  from plinth.field as f cross join unnest(array['INSERT', 'UPDATE']) as g (privilege)
  where f.table_id = p_table and f.type not in ('attachment', 'link') and not plinth_private.is_computed_field(f)
    and case when p_side.id is null then f.side is null else f.id = p_side.id and g.privilege = 'UPDATE' end
$$;

-- Privileges on a relation that differ from those: 'grants' where somebody but the service has more, 'missing_grants' where signed-in
-- people have less.
create or replace function plinth_private.grant_faults(p_table uuid, p_side plinth.field, p_relation regclass) returns setof text
language sql stable security definer set search_path = ''
as $$
  with held as (
    select a.grantee, a.privilege_type as privilege, null::text as column_name, c.relowner
    from pg_catalog.pg_class as c, aclexplode(c.relacl) as a where c.oid = p_relation
    union all
    select a.grantee, a.privilege_type, t.attname::text, c.relowner
    from pg_catalog.pg_attribute as t
    join pg_catalog.pg_class as c on c.oid = t.attrelid
    cross join lateral aclexplode(t.attacl) as a
    -- Before Postgres 17, what was granted on a column that is gone stands in the catalogue still.
    where t.attrelid = p_relation and not t.attisdropped
  ), meant as (
    select m.* from plinth_private.meant_grants(p_table, p_side) as m
  )
  select 'grants' where exists (
    select 1 from held as h
    where h.grantee not in (h.relowner, 'service_role'::regrole::oid)
      and not (h.grantee = 'authenticated'::regrole::oid and exists (
        select 1 from meant as m where m.privilege = h.privilege and m.column_name is not distinct from h.column_name)))
  union all
  select 'missing_grants' where exists (
    select 1 from meant as m
    where m.needed and not exists (
      select 1 from held as h
      where h.grantee = 'authenticated'::regrole::oid and m.privilege = h.privilege
        and (h.column_name is null or m.column_name = h.column_name)))
$$;

-- The triggers that Plinth makes, with their functions; `needed`: this relation must have it. Others may be left from before.
create or replace function plinth_private.meant_triggers(p_table uuid, p_side plinth.field)
returns table (name text, function text, needed boolean)
language sql stable security definer set search_path = ''
as $$
  select g.name, g.function, g.needed
  from (
    select coalesce(bool_or(f.type = 'person'), false) as people, coalesce(bool_or(f.type = 'status'), false) as states,
           coalesce(bool_or(plinth_private.is_guarded(f.id)), false) as guarded,
           coalesce(bool_or(f.formula is not null), false) as formulas
    from plinth.field as f
    where f.table_id = p_table and case when p_side.id is null then f.side is null else f.id = p_side.id end
  ) as f
  cross join lateral (
    select exists (
      select 1 from plinth_private.rules_of_table(p_table) as r
      where r.new_only and case when p_side.id is null then r.home = (select t.relation from plinth."table" as t where t.id = p_table)
                                else r.home = p_side.side end) as rules
  ) as r
  cross join lateral (values
    ('plinth_stamp', 'stamp', true, true), ('plinth_back', 'give_back', true, true), ('plinth_log_insert', 'log_rows', true, true),
    ('plinth_log_update', 'log_rows', true, true), ('plinth_log_delete', 'log_rows', true, true),
    ('plinth_log_truncate', 'log_truncate', true, true),
    ('A_plinth_along', 'take_along', true, plinth_private.takes_along(p_table)),
    ('plinth_turn', 'take_along_turn', true, plinth_private.takes_along(p_table)),
    ('plinth_values', plinth_private.formula_function(p_table), true, f.formulas),
    ('plinth_followed', plinth_private.followed_function(p_table), true, plinth_private.is_followed(p_table)),
    ('plinth_access_insert', 'guard_fields', true, f.guarded), ('plinth_access_update', 'guard_fields', true, f.guarded),
    ('plinth_states', 'check_states', true, f.states), ('plinth_states_insert', 'keep_states', true, f.states),
    ('plinth_states_update', 'keep_states', true, f.states), ('plinth_states_delete', 'keep_states', true, f.states),
    ('plinth_sides_insert', 'fill_sides', true, plinth_private.has_sides(p_table)),
    ('plinth_hold', 'keep_held', false, true), ('plinth_emptied', 'refuse_emptied', false, true),
    ('plinth_touch', 'touch_records', false, true),
    ('plinth_people_insert', 'check_people', null, f.people), ('plinth_people_update', 'check_people', null, f.people),
    ('plinth_rules_insert', 'keep_rules', null, r.rules), ('plinth_rules_update', 'keep_rules', null, r.rules)
  ) as g (name, function, on_table, needed)
  where coalesce(g.on_table, p_side.id is null) = (p_side.id is null)
$$;

-- Triggers that are gone or off, and ('foreign_trigger') such as Plinth did not make.
create or replace function plinth_private.trigger_faults(p_table uuid, p_side plinth.field, p_relation regclass)
returns table (guard text, name text)
language sql stable security definer set search_path = ''
as $$
  with meant as (
    select m.* from plinth_private.meant_triggers(p_table, p_side) as m
  ), present as (
    select g.tgname::text as name, g.tgenabled in ('O', 'A') as is_on, exists (
        select 1 from meant as m
        where m.name = g.tgname and g.tgfoid = to_regproc(format('plinth_private.%I', m.function))) as is_ours
    from pg_catalog.pg_trigger as g where g.tgrelid = p_relation and not g.tgisinternal
  )
  select 'trigger', m.name from meant as m
    where m.needed and not exists (select 1 from present as p where p.name = m.name and p.is_ours and p.is_on)
  union all
  select 'trigger', p.name from present as p join meant as m on m.name = p.name where p.is_ours and not p.is_on and not m.needed
  union all
  select 'foreign_trigger', p.name from present as p
    where not p.is_ours and not exists (select 1 from meant as m where m.name = p.name and m.needed)
$$;

-- What guards one relation of a table otherwise than it should: {guard, action, name}.
create or replace function plinth_private.relation_faults(p_table uuid, p_side plinth.field, p_name text)
returns table (guard text, action text, name text)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_relation regclass := format('data.%I', p_name)::regclass;
begin
  return query
    select 'row_security', null::text, p_name from pg_catalog.pg_class as c where c.oid = v_relation and not c.relrowsecurity
    union all
    select 'policy', coalesce(m.command, i.command), coalesce(m.name, i.name)
      from plinth_private.meant_policies(p_table, p_side, p_name) as m
      full join plinth_private.catalogue_policies(v_relation) as i on i.name = m.name
      where (i.command, i.body) is distinct from (m.command, m.body)
    union all
    select g.guard, null, p_name from plinth_private.grant_faults(p_table, p_side, v_relation) as g (guard)
    union all
    select t.guard, null, t.name from plinth_private.trigger_faults(p_table, p_side, v_relation) as t;
end
$$;

-- What guards a table otherwise than it should: {guard, action, name}, of a field that stands aside, or of a link, with its id.
create or replace function plinth_private.guard_faults(p_table uuid)
returns table (guard text, action text, name text, field uuid)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_relation text := (select t.relation from plinth."table" as t where t.id = p_table);
  v_side plinth.field;
begin
  if to_regclass(format('data.%I', v_relation)) is null then
    return query select 'relation', null::text, null::text, null::uuid;
    return;
  end if;
  return query
    select f.*, null::uuid from plinth_private.relation_faults(p_table, null, v_relation) as f
    union all
    select 'side', null, s.name, s.field from plinth_private.side_faults(p_table, v_relation) as s
    union all
    -- The trigger of formulas runs, and computes something else.
    select 'trigger', null, 'plinth_values', null from pg_catalog.pg_proc as p
      where p.oid = to_regproc(format('plinth_private.%I', plinth_private.formula_function(p_table)))
        and p.prosrc <> plinth_private.formula_body(p_table)
    union all
    select 'trigger', null, 'plinth_followed', null from pg_catalog.pg_proc as p
      where p.oid = to_regproc(format('plinth_private.%I', plinth_private.followed_function(p_table)))
        and p.prosrc is distinct from plinth_private.followed_body(p_table)
    union all
    -- What calls filter by is another writing of the rule that the policy goes by.
    select 'policy', g.action, null, null from plinth.role_grant as g
      where g.table_id = p_table and g.scope = 'rules'
        and g.condition is distinct from plinth_private.rule_condition(p_table, g.rule, 't');
  for v_side in select f.* from plinth.field as f where f.table_id = p_table and f.side is not null order by f.position, f.id loop
    continue when to_regclass(format('data.%I', v_side.side)) is null;
    return query select f.*, v_side.id from plinth_private.relation_faults(p_table, v_side, v_side.side) as f;
  end loop;
  return query select f.* from plinth_private.link_faults(p_table) as f;
end
$$;

-- What stands where it should not: a hidden field without a relation of its own, or with its column in the table's too; one that
-- has no row for some record; a relation beside the table that belongs to no field.
create or replace function plinth_private.side_faults(p_table uuid, p_relation text) returns table (name text, field uuid)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_field plinth.field;
  v_lacks boolean;
begin
  return query
    select c.relname::text, null::uuid from pg_catalog.pg_class as c
    where c.relnamespace = 'data'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') and starts_with(c.relname, p_relation || '__')
      and not exists (select 1 from plinth.field as f where f.table_id = p_table and f.side = c.relname)
      and not exists (select 1 from plinth_private.link as l where l.relation = c.relname);
  for v_field in
    select f.* from plinth.field as f
    where f.table_id = p_table and (f.side is not null or plinth_private.is_hidden(f.id)) order by f.position, f.id
  loop
    if v_field.side is null or to_regclass(format('data.%I', v_field.side)) is null or exists (
         select 1 from pg_catalog.pg_attribute as a
         where a.attrelid = format('data.%I', p_relation)::regclass and a.attname = v_field.column_name and not a.attisdropped) then
      return query select coalesce(v_field.side, p_relation), v_field.id;
      continue;
    end if;
    execute format('select exists (select 1 from data.%I as t left join data.%I as s on s.id = t.id where s.id is null)',
                   p_relation, v_field.side) into v_lacks;
    if v_lacks then
      return query select v_field.side, v_field.id;
    end if;
  end loop;
end
$$;

-- Pairs of roles of which one (kept) does not see a hidden field in a table that it reads, and who holds the other one too
-- (giving) does: those whom somebody holds together, and those of which neither shows the field by itself.
create or replace function plinth_private.together_json(p_base uuid, p_table uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with held as (
    select r.id, r.position, f.id as field, f.position as place, plinth_private.field_access_of(r.id, f.id) as access,
           plinth_private.scope_of(r.id, p_table, 'read') <> 'none' as reads,
           array(select bm.user_id from plinth.base_member as bm
                 where bm.base_id = p_base and (bm.role = r.kind or exists (
                   select 1 from plinth.role_member as rm where rm.role_id = r.id and rm.user_id = bm.user_id))) as people
    from plinth.role as r cross join plinth.field as f
    where r.base_id = p_base and f.table_id = p_table and plinth_private.is_hidden(f.id)
  )
  select coalesce(jsonb_agg(jsonb_build_object('field', k.field, 'roles', jsonb_build_array(k.id, g.id), 'people', p.people)
                            order by k.place, k.field, k.position, k.id, g.position, g.id), '[]')
  from held as k
  join held as g on g.field = k.field and g.id <> k.id
  cross join lateral (
    select to_jsonb(array(select u.id from unnest(k.people) as u (id) where u.id = any (g.people) order by 1)) as people) as p
  where k.access is null and k.reads and g.access is not null and (p.people <> '[]' or not g.reads)
$$;

-- For each table of the base: what every role may do in it and with fields that are kept from some, asked of the functions that the policies ask, and what is not in
-- force as meant; creators only.
create or replace function plinth_private.proof_matrix(p_base uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform plinth_private.require_base(p_base, 'creator');
  return jsonb_build_object(
    'at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'tables', coalesce((
      select jsonb_agg(jsonb_build_object('table', t.id,
        'faults', coalesce((select jsonb_agg(jsonb_build_object('guard', f.guard, 'action', f.action, 'name', f.name)
                                             || case when f.field is null then '{}' else jsonb_build_object('field', f.field) end)
                            from plinth_private.guard_faults(t.id) as f), '[]'),
        'cells', (
          select jsonb_agg(jsonb_build_object('role', r.id, 'action', a.action,
                   'scope', plinth_private.scope_of(r.id, t.id, a.action), 'rule', g.rule)
                   || case when a.action = 'update' and plinth_private.may_hand_over(r.id, t.id) then '{"handOver": true}'::jsonb else '{}' end
                   order by r.position, r.id, a.n)
          from plinth.role as r
          cross join unnest('{read,create,update,delete}'::text[]) with ordinality as a (action, n)
          left join plinth.role_grant as g on g.role_id = r.id and g.table_id = t.id and g.action = a.action
          where r.base_id = p_base),
        'fields', coalesce((
          select jsonb_agg(jsonb_build_object('role', r.id, 'field', f.id, 'access', plinth_private.field_access_of(r.id, f.id))
                           || case when g.access = 'hidden' then '{"hidden": true}' else '{}'::jsonb end
                           order by f.position, f.id, r.position, r.id)
          from plinth.field as f cross join plinth.role as r
          left join plinth.field_grant as g on g.role_id = r.id and g.field_id = f.id
          where f.table_id = t.id and r.base_id = p_base and plinth_private.is_guarded(f.id)), '[]'),
        'together', plinth_private.together_json(p_base, t.id)) order by t.position, t.id)
      from plinth."table" as t where t.base_id = p_base), '[]'));
end
$$;

-- ProofMatrix.
create or replace function plinth.proof_matrix(base uuid) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.proof_matrix($1) $$;

select plinth_private.close_functions(array[
  'wanted_policies(uuid, plinth.field)', 'meant_policies(uuid, plinth.field, text)', 'catalogue_policies(regclass)',
  'meant_grants(uuid, plinth.field)', 'grant_faults(uuid, plinth.field, regclass)', 'meant_triggers(uuid, plinth.field)',
  'trigger_faults(uuid, plinth.field, regclass)', 'relation_faults(uuid, plinth.field, text)', 'guard_faults(uuid)',
  'side_faults(uuid, text)', 'together_json(uuid, uuid)', 'proof_matrix(uuid)'
]);
select plinth_private.open_calls(array['proof_matrix(uuid)']);
