-- Proof of links: whether the relation of each stands there as the metadata means it, and whether its fields count what it holds.

-- The policy of the relation of a link as the catalogue prints it when it is written as the metadata says (meant_policies).
create or replace function plinth_private.meant_link_policy(p_link plinth_private.link) returns table (name text, command text, body text)
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  execute format('create temporary table %I (like data.%1$I)', p_link.relation);
  execute format('create policy plinth_select on pg_temp.%I for select to authenticated %s', p_link.relation,
                 plinth_private.link_policy(p_link));
  return query select p.name, p.command, p.body
    from plinth_private.catalogue_policies(format('pg_temp.%I', p_link.relation)::regclass) as p;
  execute format('drop table pg_temp.%I', p_link.relation);
end
$$;

-- What stands on the relation of a link otherwise than it should: {guard, action, name}.
create or replace function plinth_private.link_relation_faults(p_link plinth_private.link) returns table (guard text, action text, name text)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_relation regclass := to_regclass(format('data.%I', p_link.relation));
begin
  if v_relation is null then
    return query select 'relation', null::text, p_link.relation;
    return;
  end if;
  return query
    select 'row_security', null::text, p_link.relation from pg_catalog.pg_class as c where c.oid = v_relation and not c.relrowsecurity
    union all
    select 'policy', coalesce(m.command, i.command), coalesce(m.name, i.name)
      from plinth_private.meant_link_policy(p_link) as m
      full join plinth_private.catalogue_policies(v_relation) as i on i.name = m.name
      where (i.command, i.body) is distinct from (m.command, m.body)
    union all
    select 'grants', null, p_link.relation where exists (
      select 1 from pg_catalog.pg_class as c
      cross join lateral (
        select a.grantee, a.privilege_type from aclexplode(c.relacl) as a
        union all
        select a.grantee, a.privilege_type || ' of a column' from pg_catalog.pg_attribute as t, aclexplode(t.attacl) as a
        where t.attrelid = c.oid and not t.attisdropped) as h
      where c.oid = v_relation and h.grantee not in (c.relowner, 'service_role'::regrole::oid)
        and (h.grantee, h.privilege_type) <> ('authenticated'::regrole::oid, 'SELECT'))
    union all
    select 'missing_grants', null, p_link.relation where not has_table_privilege('authenticated', v_relation, 'select')
    union all
    -- Where the keys are gone, links outlive their records.
    select 'relation', null, format('%s_%s_fkey', p_link.relation, e.own) from unnest('{a,b}'::text[]) as e (own)
      where not exists (select 1 from pg_catalog.pg_constraint as c
                        where c.conrelid = v_relation and c.contype = 'f' and c.conname = format('%s_%s_fkey', p_link.relation, e.own))
    union all
    select case when m.name is not null then 'trigger' else 'foreign_trigger' end, null, coalesce(m.name, g.tgname)
      from unnest('{plinth_links_insert,plinth_links_update,plinth_links_delete,plinth_links_truncate}'::text[]) as m (name)
      full join (
        select t.tgname::text as tgname, t.tgenabled in ('O', 'A') as is_on,
               t.tgfoid = 'plinth_private.count_links()'::regprocedure as is_ours
        from pg_catalog.pg_trigger as t where t.tgrelid = v_relation and not t.tgisinternal) as g on g.tgname = m.name and g.is_ours
      where (m.name is null or g.tgname is null or not g.is_on);
end
$$;

-- Does some record hold another number in a field of a link than its links are?
create or replace function plinth_private.counts_wrong(p_field uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_end plinth_private.link_end := plinth_private.link_end_of(p_field);
  v_column text := (select f.column_name from plinth.field as f where f.id = p_field);
  v_wrong boolean;
begin
  execute format('select exists (
                    select 1 from data.%I as t left join (select j.%I as id, count(*) as total from %s as j group by 1) as c on c.id = t.id
                    where t.%I <> coalesce(c.total, 0))',
                 (select t.relation from plinth."table" as t where t.id = v_end.table_id), v_end.own, v_end.place, v_column) into v_wrong;
  return v_wrong;
end
$$;

-- The same of all links that a table's fields have made; a link of two fields is told of the table whose field made it, counts of
-- their own: {guard, action, name, field}.
create or replace function plinth_private.link_faults(p_table uuid) returns table (guard text, action text, name text, field uuid)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_end record;
begin
  for v_end in
    select l, e.field, e.pair, e.own from plinth_private.link_ends(p_table) as e
    join plinth_private.link as l on l.id = e.link
    join plinth."table" as t on t.id = e.target
    where e.table_id = p_table and t.base_id is not null
  loop
    if v_end.own = 'a' or v_end.pair is null then
      return query select f.*, v_end.field from plinth_private.link_relation_faults(v_end.l) as f;
    end if;
    if to_regclass(plinth_private.link_place((v_end.l).relation)) is not null and plinth_private.counts_wrong(v_end.field) then
      return query select 'side', null::text, (v_end.l).relation, v_end.field;
    end if;
  end loop;
end
$$;

select plinth_private.close_functions(array[
  'meant_link_policy(plinth_private.link)', 'link_relation_faults(plinth_private.link)', 'counts_wrong(uuid)', 'link_faults(uuid)'
]);
