-- Tables on their way into the trash, out of it, and away for good.

-- Moves a table's relation between schemas, with those that belong to it (their names are its own with __ behind). Relations of links
-- belong to two tables.
create or replace function plinth_private.move_relation(p_relation text, p_from text, p_to text) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_name text;
begin
  for v_name in
    select c.relname from pg_catalog.pg_class as c join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
    where n.nspname = p_from and c.relkind = 'r' and c.relname !~ '__l[1-9][0-9]*$'
      and (c.relname = p_relation or starts_with(c.relname, p_relation || '__'))
    order by c.relname
  loop
    execute format('alter table %I.%I set schema %I', p_from, v_name, p_to);
  end loop;
end
$$;

-- Puts a table into the trash, with its records, files and grants.
create or replace function plinth_private.delete_table(p_table uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_table plinth."table" := plinth_private.take_table(p_table);
begin
  perform plinth_private.require_no_rollup(p_table);
  perform plinth_private.give_up_changes(v_table);
  insert into plinth_private.trash (table_id, base_id, position, trashed_by)
    values (p_table, v_table.base_id, v_table.position, plinth_private.caller());
  update plinth."table" set base_id = null where id = p_table;
  perform plinth_private.move_relation(v_table.relation, 'data', 'plinth_trash');
  perform plinth_private.renew_links(p_table);
  perform plinth_private.renew_followed(p_table);
  perform plinth_private.place_table(v_table.base_id, null, null);
  perform plinth_private.send_schema_changed(v_table.base_id);
  perform pg_notify('pgrst', 'reload schema');
exception
  when lock_not_available then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', p_table));
end
$$;

-- Is something in the trash what a field is filled from that goes back to it? With a table in the trash it goes as everything of it.
create or replace function plinth_private.is_needed(p_trash plinth_private.trash) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from plinth_private.type_change as c join plinth."table" as t on t.id = p_trash.home
                 where c.kept = p_trash.table_id and t.base_id is not null)
$$;

-- Says that the field is changing for which something in the trash is needed.
create or replace function plinth_private.refuse_needed(p_trash plinth_private.trash) returns void
language plpgsql stable security invoker set search_path = ''
as $$
begin
  perform plinth_private.fail(409, 'field_changing', jsonb_build_object('table', p_trash.home, 'field', p_trash.origin));
end
$$;

-- Something in the trash, locked, after checking that the caller shapes its base: for everybody else it is not there.
-- Tables and fields are found by their own ids.
create or replace function plinth_private.take_trash(p_item uuid) returns plinth_private.trash
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_trash plinth_private.trash;
begin
  perform plinth_private.require_user();
  select x.* into v_trash from plinth_private.trash as x where coalesce(x.field_id, x.table_id) = p_item;
  if plinth_private.base_role(v_trash.base_id) is distinct from 'creator' then
    perform plinth_private.fail(404, 'not_found');
  end if;
  perform 1 from plinth.base as b where b.id = v_trash.base_id for update;
  select x.* into v_trash from plinth_private.trash as x where x.table_id = v_trash.table_id for update;
  if not found then
    perform plinth_private.fail(404, 'not_found');
  elsif plinth_private.is_needed(v_trash) then
    perform plinth_private.refuse_needed(v_trash);
  end if;
  return v_trash;
exception
  when lock_not_available then
    perform plinth_private.fail(423, 'busy');
end
$$;

-- Brings a table back: to its place, under its name or, where that is taken, one like it.
create or replace function plinth_private.restore_table(p_table uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_trash plinth_private.trash := plinth_private.take_trash(p_table);
  v_table plinth."table";
begin
  if v_trash.field_id is not null then
    perform plinth_private.fail(404, 'not_found');
  end if;
  perform plinth_private.stay_within(
    (select count(*) + 1 from plinth."table" as t where t.base_id = v_trash.base_id),
    plinth_private.limit_of('tablesPerBase'), '{"rule": "tables"}');
  delete from plinth_private.trash where table_id = p_table;
  update plinth."table" as t
    set base_id = v_trash.base_id,
        name = plinth_private.free_title(t.name, array(
          select o.name from plinth."table" as o where o.base_id = v_trash.base_id))
    where t.id = p_table returning * into v_table;
  perform plinth_private.move_relation(v_table.relation, 'plinth_trash', 'data');
  perform plinth_private.renew_links(p_table);
  perform plinth_private.place_table(v_trash.base_id, p_table, v_trash.position);
  -- What changed while it was away: the time zone, roles.
  update plinth.role_grant as g set condition = plinth_private.rule_condition(p_table, g.rule, 't')
    where g.table_id = p_table and g.scope = 'rules';
  update plinth.record_lock as l set condition = plinth_private.rule_condition(p_table, l.rule, 't')
    where l.table_id = p_table;
  perform plinth_private.renew_transitions(p_table);
  perform plinth_private.renew_policies(p_table);
  perform plinth_private.renew_guards(p_table);
  perform plinth_private.place_fields(array(select f.id from plinth.field as f where f.table_id = p_table));
  update plinth.table_rule as r set condition = plinth_private.rule_condition(p_table, r.rule, 't')
    where r.table_id = p_table and r.new_only;
  perform plinth_private.set_column_default(f)
    from plinth.field as f where f.table_id = p_table and f.default_value ->> 'kind' = 'today';
  perform plinth_private.require_rollups(p_table);
  perform plinth_private.formulas_follow(v_table);
  perform plinth_private.rollups_return(v_table);
  perform plinth_private.send_schema_changed(v_trash.base_id);
  perform pg_notify('pgrst', 'reload schema');
  return (select plinth_private.table_json(t) from plinth."table" as t where t.id = p_table);
exception
  when lock_not_available then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', p_table));
end
$$;

-- Deletes one thing in the trash for good. Only for definer code that has checked.
create or replace function plinth_private.purge(p_trash plinth_private.trash) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  -- Fields in the trash go with their table.
  if not exists (select 1 from plinth_private.trash as x where x.table_id = p_trash.table_id) then
    return;
  end if;
  -- A field that was on its way back has a column already.
  if p_trash.restored_to is not null then
    perform plinth_private.drop_half_column(p_trash);
  end if;
  perform plinth_private.drop_relation(p_trash.table_id);
end
$$;

-- Empties the trash of a base, with the base's name typed, or takes one thing out of it, with its own name typed.
create or replace function plinth_private.empty_trash(p_base uuid, p_item uuid, p_confirm_name text) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_trash plinth_private.trash;
  v_name text;
begin
  perform plinth_private.require_base(p_base, 'creator');
  if p_item is not null then
    v_trash := plinth_private.take_trash(p_item);
    if v_trash.base_id <> p_base then
      perform plinth_private.fail(404, 'not_found');
    end if;
  end if;
  v_name := case
    when p_item is null then (select b.name from plinth.base as b where b.id = p_base)
    else (select t.name from plinth."table" as t where t.id = v_trash.table_id) end;
  if p_confirm_name is distinct from v_name then
    perform plinth_private.fail(400, 'confirm_mismatch');
  end if;
  perform 1 from plinth.base as b where b.id = p_base for update;
  perform plinth_private.refuse_needed(x) from plinth_private.trash as x
    where p_item is null and x.base_id = p_base and plinth_private.is_needed(x);
  perform plinth_private.purge(x) from plinth_private.trash as x
    where x.base_id = p_base and (p_item is null or x.table_id = v_trash.table_id);
  perform plinth_private.send_schema_changed(p_base);
exception
  when lock_not_available then
    perform plinth_private.fail(423, 'busy');
end
$$;

-- What is in the trash of a base, newest first: TrashItem[]; creators only. What is older than its days goes first.
create or replace function plinth_private.base_trash(p_base uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  perform plinth_private.require_base(p_base, 'creator');
  perform plinth_private.purge(x) from plinth_private.trash as x
    where x.base_id = p_base
      and x.trashed_at < now() - make_interval(days => plinth_private.limit_of('trashDays')::int)
      and not plinth_private.is_needed(x);
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', coalesce(x.field_id, x.table_id), 'kind', case when x.field_id is null then 'table' else 'field' end,
        'name', t.name, 'type', f.type, 'replaced', x.replaced, 'copied', x.copied,
        'table', case when x.home is not null then jsonb_build_object('id', h.id, 'name', h.name) end,
        'inTrash', x.home is not null and h.base_id is null,
        'records', case when x.field_id is null then c.total else x.total end,
        'bytes', pg_catalog.pg_total_relation_size(r.oid) + coalesce((
          select sum(pg_catalog.pg_total_relation_size(s.oid)) from plinth.field as o
          join pg_catalog.pg_class as s on s.relnamespace = 'plinth_trash'::regnamespace and s.relname = o.side
          where o.table_id = x.table_id), 0) + coalesce((
          select sum(a.bytes + a.thumb_bytes) from plinth.attachment as a where a.table_id = x.table_id), 0),
        'trashedBy', x.trashed_by, 'trashedAt', x.trashed_at,
        'goesAt', x.trashed_at + make_interval(days => plinth_private.limit_of('trashDays')::int))
      order by x.trashed_at desc, x.table_id), '[]')
    from plinth_private.trash as x
    join plinth."table" as t on t.id = x.table_id
    join plinth.base as b on b.id = x.base_id
    join pg_catalog.pg_class as r on r.relnamespace = 'plinth_trash'::regnamespace and r.relname = t.relation
    left join plinth.field as f on f.id = x.field_id
    left join plinth."table" as h on h.id = x.home
    left join lateral plinth_private.row_totals(b.workspace_id) as c on c.table_id = x.table_id
    where x.base_id = p_base);
exception
  when lock_not_available then
    perform plinth_private.fail(423, 'busy');
end
$$;
