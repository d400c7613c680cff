-- Proof: what each role may do in each table as the database itself answers, and whether what guards the tables is in
-- force as the metadata means it. Read from the live catalogue, so that a change by hand shows.

-- The policies of a table as the catalogue prints them when they are written as the metadata says: written to an empty
-- temporary twin of the relation, read, and thrown away.
create or replace function plinth_private.meant_policies(p_table uuid)
returns table (name text, command text, body text)
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_relation text := (select t.relation from plinth."table" as t where t.id = p_table);
  v_policy record;
begin
  execute format('create temporary table %I (like data.%1$I)', v_relation);
  for v_policy in select p.command, p.body from plinth_private.policies_of(p_table) as p loop
    execute format('create policy %I on pg_temp.%I for %s to authenticated %s', 'plinth_' || v_policy.command, v_relation,
                   v_policy.command, v_policy.body);
  end loop;
  return query select p.name, p.command, p.body
    from plinth_private.catalogue_policies(format('pg_temp.%I', v_relation)::regclass) as p;
  execute format('drop table pg_temp.%I', v_relation);
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

-- Privileges on a relation beyond those that its makers give: to anybody but signed-in people and the service, or on columns
-- that only the database writes.
create or replace function plinth_private.surplus_grants(p_table uuid, p_relation regclass) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
      select 1 from pg_catalog.pg_class as c, aclexplode(c.relacl) as a
      where c.oid = p_relation and a.grantee not in (c.relowner, 'service_role'::regrole::oid)
        and not (a.grantee = 'authenticated'::regrole::oid and a.privilege_type in ('SELECT', 'DELETE')))
    or exists (
      select 1 from pg_catalog.pg_attribute as t
      join pg_catalog.pg_class as c on c.oid = t.attrelid
      cross join lateral aclexplode(t.attacl) as a
      where t.attrelid = p_relation and a.grantee not in (c.relowner, 'service_role'::regrole::oid)
        and not (a.grantee = 'authenticated'::regrole::oid and (
          t.attname = 'id' and a.privilege_type = 'INSERT'
          or a.privilege_type in ('INSERT', 'UPDATE') and exists (
            select 1 from plinth.field as f
            where f.table_id = p_table and f.column_name = t.attname and f.type <> 'attachment'))))
$$;

-- What guards a table otherwise than it should: {guard, action, name}.
create or replace function plinth_private.guard_faults(p_table uuid)
returns table (guard text, action text, name text)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_relation regclass := (select to_regclass(format('data.%I', t.relation)) from plinth."table" as t where t.id = p_table);
begin
  if v_relation is null then
    return query select 'relation', null::text, null::text;
    return;
  end if;
  return query
    select 'row_security', null::text, null::text from pg_catalog.pg_class as c where c.oid = v_relation and not c.relrowsecurity
    union all
    select 'policy', coalesce(m.command, i.command), coalesce(m.name, i.name)
      from plinth_private.meant_policies(p_table) as m
      full join plinth_private.catalogue_policies(v_relation) as i on i.name = m.name
      where (i.command, i.body) is distinct from (m.command, m.body)
    union all
    select 'grants', null, null where plinth_private.surplus_grants(p_table, v_relation)
    union all
    select 'trigger', null, w.name
      from (select unnest('{plinth_stamp,plinth_log_insert,plinth_log_update,plinth_log_delete,plinth_log_truncate}'::text[])
            union
            select unnest('{plinth_access_insert,plinth_access_update}'::text[])
            where exists (select 1 from plinth.field as f where f.table_id = p_table and plinth_private.is_guarded(f.id))
            union
            select g.tgname::text from pg_catalog.pg_trigger as g
            where g.tgrelid = v_relation and not g.tgisinternal and starts_with(g.tgname, 'plinth_')) as w (name)
      where not exists (select 1 from pg_catalog.pg_trigger as g
                        where g.tgrelid = v_relation and g.tgname = w.name and g.tgenabled in ('O', 'A'));
end
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
        'faults', coalesce((select jsonb_agg(jsonb_build_object('guard', f.guard, 'action', f.action, 'name', f.name))
                            from plinth_private.guard_faults(t.id) as f), '[]'),
        'cells', (
          select jsonb_agg(jsonb_build_object('role', r.id, 'action', a.action,
                   'scope', plinth_private.scope_of(r.id, t.id, a.action), 'rule', g.rule)
                   order by r.position, r.id, a.n)
          from plinth.role as r
          cross join unnest('{read,create,update,delete}'::text[]) with ordinality as a (action, n)
          left join plinth.role_grant as g on g.role_id = r.id and g.table_id = t.id and g.action = a.action
          where r.base_id = p_base),
        'fields', coalesce((
          select jsonb_agg(jsonb_build_object('role', r.id, 'field', f.id, 'access', plinth_private.field_access_of(r.id, f.id))
                           order by f.position, f.id, r.position, r.id)
          from plinth.field as f cross join plinth.role as r
          where f.table_id = t.id and r.base_id = p_base and plinth_private.is_guarded(f.id)), '[]')) order by t.position, t.id)
      from plinth."table" as t where t.base_id = p_base), '[]'));
end
$$;

-- ProofMatrix.
create or replace function plinth.proof_matrix(base uuid) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.proof_matrix($1) $$;

do $$
declare
  v_name text;
begin
  foreach v_name in array array['plinth_private.meant_policies(uuid)', 'plinth_private.catalogue_policies(regclass)',
    'plinth_private.surplus_grants(uuid, regclass)', 'plinth_private.guard_faults(uuid)',
    'plinth_private.proof_matrix(uuid)', 'plinth.proof_matrix(uuid)']
  loop
    execute format('revoke all on function %s from public, anon, authenticated, service_role', v_name);
  end loop;
  foreach v_name in array array['plinth_private.proof_matrix(uuid)', 'plinth.proof_matrix(uuid)'] loop
    execute format('grant execute on function %s to authenticated, service_role', v_name);
  end loop;
end
$$;
