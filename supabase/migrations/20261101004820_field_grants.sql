-- Rights on single fields. A grant says what a role may do with a field; without one the role has what it has in the table.
-- The grants of a person's roles add up, the strongest wins; nothing is kept from creators.

-- Refuses unless the caller may write the field.
create or replace function plinth_private.require_writable(p_table uuid, p_field uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (plinth_private.is_guarded(p_field) or plinth_private.is_computed((select f.type from plinth.field as f where f.id = p_field)))
     and plinth_private.field_access(p_field) is distinct from 'write' then
    perform plinth_private.fail(403, 'field_read_only', jsonb_build_object('table', p_table, 'field', p_field));
  end if;
end
$$;

-- The fields in a table's own relation that the caller may not write; sides have policies of their own.
create or replace function plinth_private.closed_fields(p_table uuid) returns setof plinth.field
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query select f.* from plinth.field as f
    where f.table_id = p_table and f.side is null and plinth_private.is_guarded(f.id)
      -- The database writes those itself.
      and not plinth_private.is_computed(f.type)
      and plinth_private.field_access(f.id) is distinct from 'write'
    order by f.position, f.id;
end
$$;

-- SQL of what a field holds in a new record when nobody fills it: its default, or the state in which records begin.
create or replace function plinth_private.untouched_sql(p_field plinth.field, p_relation oid) returns text
language sql stable security definer set search_path = ''
as $$
  select format('n.%1$I is not distinct from (%2$s) or n.%1$I::text = %3$L', p_field.column_name,
                coalesce(pg_catalog.pg_get_expr(d.adbin, d.adrelid), 'null'), p_field.options ->> 'initial')
  from pg_catalog.pg_attribute as a
  left join pg_catalog.pg_attrdef as d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = p_relation and a.attname = p_field.column_name
$$;

-- Statement trigger of tables with guarded fields: refuses values in fields that the caller may not write, but for those that
-- a new record has by itself. The argument is the table's id. Maintenance without a caller (psql, the secret key) passes.
create or replace function plinth_private.guard_fields() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_field plinth.field;
  v_touched boolean;
begin
  if plinth_private.caller() is null then
    return null;
  end if;
  for v_field in select * from plinth_private.closed_fields(tg_argv[0]::uuid) loop
    if tg_op = 'INSERT' then
      execute format('select exists (select 1 from new_rows as n where (%s) is not true)',
                     plinth_private.untouched_sql(v_field, tg_relid)) into v_touched;
    else
      -- Not EXISTS: for the first row alone the planner would compare each with each.
      execute format('select bool_or(n.%I is distinct from o.%1$I) from new_rows as n join old_rows as o on o.id = n.id',
                     v_field.column_name) into v_touched;
    end if;
    if v_touched then
      perform plinth_private.fail(403, 'field_read_only', jsonb_build_object('table', v_field.table_id, 'field', v_field.id));
    end if;
  end loop;
  return null;
end
$$;

-- Gives a table the triggers when it has guarded fields, and takes them away when it has none any more.
create or replace function plinth_private.renew_guards(p_table uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_relation text;
  v_wanted boolean;
  v_present boolean;
begin
  select t.relation into v_relation from plinth."table" as t where t.id = p_table for update;
  -- In the trash nobody writes.
  if to_regclass(format('data.%I', v_relation)) is null then
    return;
  end if;
  v_wanted := exists (select 1 from plinth.field as f
                      where f.table_id = p_table and f.side is null and plinth_private.is_guarded(f.id));
  v_present := exists (select 1 from pg_catalog.pg_trigger as g
                       where g.tgrelid = to_regclass(format('data.%I', v_relation)) and g.tgname = 'plinth_access_update');
  if v_wanted and not v_present then
    execute format('create trigger plinth_access_insert after insert on data.%I referencing new table as new_rows
                    for each statement execute function plinth_private.guard_fields(%L)', v_relation, p_table);
    execute format('create trigger plinth_access_update after update on data.%I
                    referencing old table as old_rows new table as new_rows
                    for each statement execute function plinth_private.guard_fields(%L)', v_relation, p_table);
  elsif v_present and not v_wanted then
    execute format('drop trigger plinth_access_insert on data.%I', v_relation);
    execute format('drop trigger plinth_access_update on data.%I', v_relation);
  end if;
end
$$;

-- Grants on fields changed, whatever way: the triggers follow, and clients load again.
create or replace function plinth_private.field_grants_changed() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_fields uuid[] := '{}';
begin
  if tg_op <> 'INSERT' then
    v_fields := array(select o.field_id from old_rows as o);
  end if;
  if tg_op <> 'DELETE' then
    v_fields := v_fields || array(select n.field_id from new_rows as n);
  end if;
  perform plinth_private.place_fields(v_fields);
  perform plinth_private.renew_guards(c.id)
    from (select distinct f.table_id as id from plinth.field as f where f.id = any (v_fields) order by 1) as c;
  -- Whatever is said of a field that some do not see may take it from somebody.
  perform case when c.hidden then plinth_private.bump_epoch(c.id) else plinth_private.send_schema_changed(c.id) end
    from (select t.base_id as id, bool_or(plinth_private.is_hidden(f.id)) as hidden
          from plinth.field as f join plinth."table" as t on t.id = f.table_id
          where f.id = any (v_fields) and t.base_id is not null group by 1 order by 1) as c;
  return null;
end
$$;

drop trigger if exists field_grants_made on plinth.field_grant;
create trigger field_grants_made after insert on plinth.field_grant referencing new table as new_rows
  for each statement execute function plinth_private.field_grants_changed();
drop trigger if exists field_grants_changed on plinth.field_grant;
create trigger field_grants_changed after update on plinth.field_grant
  referencing old table as old_rows new table as new_rows
  for each statement execute function plinth_private.field_grants_changed();
drop trigger if exists field_grants_gone on plinth.field_grant;
create trigger field_grants_gone after delete on plinth.field_grant referencing old table as old_rows
  for each statement execute function plinth_private.field_grants_changed();
