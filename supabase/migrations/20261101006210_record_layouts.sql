-- How the page of a table's records is laid out: sections with names, the order and the widths of fields, fields that are left out
-- there. One for each table, shaped by creators, told without what the reader does not see
-- (docs/decisions/0038-record-pages.md).

create table if not exists plinth.record_layout (
  table_id uuid primary key references plinth."table" (id) on delete cascade,
  -- {sections: [{name, fields: [{field, width, columns?}]}], hidden: [field]}; fields that it does not name come last. Columns are those in
  -- which a link shows the records of its other table.
  config jsonb not null,
  changed_by uuid,
  changed_at timestamptz not null default now()
);
alter table plinth.record_layout enable row level security;

-- As with views: people are told by base_schema, the rows as they are are for those from whom nothing is hidden.
drop policy if exists plinth_select on plinth.record_layout;
create policy plinth_select on plinth.record_layout for select to authenticated
  using (table_id in (select t.id from plinth."table" as t where t.base_id = any (array(select plinth_private.my_bases(true)))));

-- Is this a list of different fields, no more than a link shows of linked records? Null: nothing is said of them.
create or replace function plinth_private.are_columns(p_columns jsonb) returns boolean
language sql immutable security invoker set search_path = ''
as $$
  select p_columns is null or (
    select count(distinct lower(c.value #>> '{}')) = count(*) and count(*) <= plinth_private.limit_of('columnsPerLink')
       and coalesce(bool_and(jsonb_typeof(c.value) = 'string' and plinth_private.as_uuid(c.value #>> '{}') is not null), true)
    from jsonb_array_elements(case when jsonb_typeof(p_columns) = 'array' then p_columns else '[null]' end) as c)
$$;

-- Refuses what is no section of a layout; answers it with its name as it is kept. Without a name it has no heading.
create or replace function plinth_private.clean_section(p_section jsonb) returns jsonb
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_name text := plinth_private.trim_text(coalesce(p_section ->> 'name', ''));
begin
  if jsonb_typeof(p_section) <> 'object' or p_section - '{name,fields}'::text[] <> '{}'
     or coalesce(jsonb_typeof(p_section -> 'name'), '') <> 'string' or coalesce(jsonb_typeof(p_section -> 'fields'), '') <> 'array'
     or exists (select 1 from jsonb_path_query(p_section, '$.fields[*]') as f
                where jsonb_typeof(f) <> 'object' or f - '{field,width,columns}'::text[] <> '{}'
                   or plinth_private.as_uuid(f ->> 'field') is null or coalesce(f ->> 'width', '') not in ('half', 'whole')
                   or not plinth_private.are_columns(f -> 'columns')) then
    perform plinth_private.fail(400, 'invalid_input', '{"rule": "section"}');
  end if;
  return p_section || jsonb_build_object('name', case when v_name = '' then '' else plinth_private.clean_name(v_name) end);
end
$$;

-- A layout as far as these fields go. A section of which nothing is left is left out with its name.
create or replace function plinth_private.fit_layout(p_config jsonb, p_seen text[]) returns jsonb
language sql immutable security invoker set search_path = ''
as $$
  select jsonb_build_object(
    'sections', coalesce((
      select jsonb_agg(jsonb_build_object('name', s.value -> 'name', 'fields', f.kept) order by s.n)
      from jsonb_array_elements(p_config -> 'sections') with ordinality as s (value, n)
      cross join lateral (
        select jsonb_agg(i.value order by i.n) as kept from jsonb_array_elements(s.value -> 'fields') with ordinality as i (value, n)
        where i.value ->> 'field' = any (p_seen)) as f
      where f.kept is not null), '[]'),
    'hidden', coalesce((
      select jsonb_agg(h.value order by h.n) from jsonb_array_elements(p_config -> 'hidden') with ordinality as h (value, n)
      where h.value #>> '{}' = any (p_seen)), '[]'))
$$;

-- A placed field of a layout with those columns alone that the caller sees: of a link to a table of which they read something. On any
-- other field there are none.
create or replace function plinth_private.fit_columns(p_placed jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_target uuid := (plinth_private.link_end_of(plinth_private.as_uuid(p_placed ->> 'field'))).target;
  v_seen text[];
begin
  if not p_placed ? 'columns' then
    return p_placed;
  elsif v_target is null or plinth_private.scope(v_target, 'read') = 'none' then
    return p_placed - 'columns';
  end if;
  v_seen := plinth_private.placed_ids(v_target);
  return p_placed || jsonb_build_object('columns', (
    select coalesce(jsonb_agg(c.value order by c.n), '[]')
    from jsonb_array_elements(p_placed -> 'columns') with ordinality as c (value, n) where c.value #>> '{}' = any (v_seen)));
end
$$;

-- A layout as far as the caller sees the fields of the table, and those that its links show of others.
create or replace function plinth_private.told_layout(p_table uuid, p_config jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select f.layout || jsonb_build_object('sections', (
    select coalesce(jsonb_agg(s.value || jsonb_build_object('fields', (
      select jsonb_agg(plinth_private.fit_columns(i.value) order by i.n)
      from jsonb_array_elements(s.value -> 'fields') with ordinality as i (value, n))) order by s.n), '[]')
    from jsonb_array_elements(f.layout -> 'sections') with ordinality as s (value, n)))
  from (select plinth_private.fit_layout(p_config, plinth_private.placed_ids(p_table)) as layout) as f
$$;

-- A layout as it is stored: checked, and without fields that the caller does not see.
create or replace function plinth_private.clean_layout(p_table uuid, p_layout jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_sections jsonb;
begin
  if coalesce(jsonb_typeof(p_layout), '') <> 'object' or p_layout - '{sections,hidden}'::text[] <> '{}'
     or octet_length(p_layout::text) > plinth_private.limit_of('viewBytes')
     or coalesce(jsonb_typeof(p_layout -> 'sections'), '') <> 'array' or coalesce(jsonb_typeof(p_layout -> 'hidden'), '') <> 'array'
     or exists (select 1 from jsonb_array_elements(p_layout -> 'hidden') as h
                where jsonb_typeof(h.value) <> 'string' or plinth_private.as_uuid(h.value #>> '{}') is null) then
    perform plinth_private.fail(400, 'invalid_input', '{"rule": "layout"}');
  end if;
  perform plinth_private.stay_within(jsonb_array_length(p_layout -> 'sections'), plinth_private.limit_of('sectionsPerRecord'),
                                     '{"rule": "sections"}');
  select jsonb_agg(plinth_private.clean_section(s.value) order by s.n) into v_sections
    from jsonb_array_elements(p_layout -> 'sections') with ordinality as s (value, n);
  if exists (select 1 from (
      select f ->> 'field' as id from jsonb_path_query(v_sections, '$[*].fields[*]') as f
      union all select h.value #>> '{}' from jsonb_array_elements(p_layout -> 'hidden') as h) as all_of
    group by lower(all_of.id) having count(*) > 1) then
    perform plinth_private.fail(400, 'invalid_input', '{"rule": "layout"}');
  end if;
  return plinth_private.told_layout(p_table, p_layout || jsonb_build_object('sections', coalesce(v_sections, '[]')));
end
$$;

-- A table's layout as far as the caller sees its fields; null: none was made.
create or replace function plinth_private.layout_json(p_table uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select plinth_private.told_layout(p_table, l.config) from plinth.record_layout as l where l.table_id = p_table
$$;

-- Lays out the pages of a table's records, or (null) takes the layout away; creators only.
create or replace function plinth_private.set_record_layout(p_table uuid, p_layout jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_table plinth."table" := plinth_private.take_table(p_table);
begin
  if coalesce(jsonb_typeof(p_layout), 'null') = 'null' then
    delete from plinth.record_layout where table_id = p_table;
  else
    insert into plinth.record_layout as l (table_id, config, changed_by)
      values (p_table, plinth_private.clean_layout(p_table, p_layout), plinth_private.caller())
      on conflict (table_id) do update set config = excluded.config, changed_by = excluded.changed_by, changed_at = now();
  end if;
  perform plinth_private.send_schema_changed(v_table.base_id);
  return plinth_private.layout_json(p_table);
end
$$;

-- Gives the copy of a table the layout of the table.
create or replace function plinth_private.copy_layout(p_table uuid, p_copy uuid, p_ids jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into plinth.record_layout (table_id, config, changed_by)
    select p_copy, plinth_private.exchange_ids(l.config, p_ids), plinth_private.caller()
    from plinth.record_layout as l where l.table_id = p_table
$$;

-- Lays out the pages of a table's records.
create or replace function plinth.set_record_layout("table" uuid, layout jsonb) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.set_record_layout($1, $2) $$;

revoke all on plinth.record_layout from public, anon, authenticated;
grant select, insert, update, delete on plinth.record_layout to service_role;
grant select on plinth.record_layout to authenticated;

select plinth_private.close_functions(array[
  'are_columns(jsonb)', 'fit_columns(jsonb)', 'told_layout(uuid, jsonb)', 'clean_section(jsonb)', 'fit_layout(jsonb, text[])', 'clean_layout(uuid, jsonb)', 'layout_json(uuid)', 'set_record_layout(uuid, jsonb)',
  'copy_layout(uuid, uuid, jsonb)'
]);
select plinth_private.open_calls(array['set_record_layout(uuid, jsonb)']);
