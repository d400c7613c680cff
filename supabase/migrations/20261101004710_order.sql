-- Names and descriptions of tables, and the order of tables and fields.

-- A place from 0 on.
create or replace function plinth_private.clean_position(p_position jsonb) returns int
language plpgsql immutable security invoker set search_path = ''
as $$
begin
  if coalesce(p_position #>> '{}', '') !~ '^\d{1,6}$' then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'position'));
  end if;
  return (p_position #>> '{}')::int;
end
$$;

-- Puts a field at a place among the fields of its table; null: numbers them anew.
create or replace function plinth_private.place_field(p_table uuid, p_field uuid, p_position int) returns void
language sql volatile security definer set search_path = ''
as $$
  with others as (
    select f.id, row_number() over (order by f.position, f.id) - 1 as n
    from plinth.field as f where f.table_id = p_table and f.id is distinct from p_field
  ), placed as (
    select o.id, o.n + case when p_position <= o.n then 1 else 0 end as n from others as o
    union all
    select p_field, least(p_position, (select count(*) from others)) where p_field is not null
  )
  update plinth.field as f set position = p.n from placed as p
    where f.id = p.id and f.table_id = p_table and f.position is distinct from p.n
$$;

-- Puts a table at a place among the tables of its base; null: numbers them anew.
create or replace function plinth_private.place_table(p_base uuid, p_table uuid, p_position int) returns void
language sql volatile security definer set search_path = ''
as $$
  with others as (
    select t.id, row_number() over (order by t.position, t.id) - 1 as n
    from plinth."table" as t where t.base_id = p_base and t.id is distinct from p_table
  ), placed as (
    select o.id, o.n + case when p_position <= o.n then 1 else 0 end as n from others as o
    union all
    select p_table, least(p_position, (select count(*) from others)) where p_table is not null
  )
  update plinth."table" as t set position = p.n from placed as p
    where t.id = p.id and t.base_id = p_base and t.position is distinct from p.n
$$;

-- Renames a table (its relation keeps its name), describes it, or moves it to a position (an index from 0) among the
-- tables of its base. {name?, description?, position?}
create or replace function plinth_private.update_table(p_table uuid, p_changes jsonb) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_table plinth."table" := plinth_private.take_table(p_table);
begin
  if coalesce(jsonb_typeof(p_changes), '') <> 'object' then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'changes'));
  end if;
  update plinth."table"
    set name = case when p_changes ? 'name' then plinth_private.clean_name(p_changes ->> 'name') else name end,
        description = case when p_changes ? 'description'
                           then plinth_private.clean_description(p_changes ->> 'description') else description end,
        icon = case when p_changes ? 'icon' then plinth_private.clean_icon(p_changes -> 'icon') else icon end
    where id = p_table;
  if p_changes ? 'position' then
    perform plinth_private.place_table(v_table.base_id, p_table, plinth_private.clean_position(p_changes -> 'position'));
  end if;
  perform plinth_private.send_schema_changed(v_table.base_id);
exception
  when unique_violation then
    perform plinth_private.fail(409, 'name_taken', jsonb_build_object('table', p_table));
  when lock_not_available then
    perform plinth_private.fail(423, 'busy');
end
$$;

-- A display name that is free: the wanted one, or with 2, 3, … behind it.
create or replace function plinth_private.free_title(p_wanted text, p_taken text[]) returns text
language plpgsql immutable security invoker set search_path = ''
as $$
declare
  v_name text := p_wanted;
  v_n int := 1;
begin
  while lower(v_name) = any (select lower(t) from unnest(p_taken) as t) loop
    v_n := v_n + 1;
    v_name := left(p_wanted, plinth_private.limit_of('nameLength')::int - 1 - length(v_n::text)) || ' ' || v_n::text;
  end loop;
  return v_name;
end
$$;
