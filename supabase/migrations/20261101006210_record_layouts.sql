-- How the page of a table's records is laid out: sections with names, the order and the widths of fields, fields that are left out
-- there. One for each table, shaped by creators, told without what the reader does not see
-- (docs/decisions/0038-record-pages.md).

create table if not exists plinth.record_layout (
  table_id uuid primary key references plinth."table" (id) on delete cascade,
  -- {sections: [{name, fields: [{field, width}]}], hidden: [field]}; fields that it does not name come last.
  config jsonb not null,
  changed_by uuid,
  changed_at timestamptz not null default now()
);
alter table plinth.record_layout enable row level security;

-- As with views: people are told by base_schema, the rows as they are are for those from whom nothing is hidden.
drop policy if exists plinth_select on plinth.record_layout;
create policy plinth_select on plinth.record_layout for select to authenticated
  using (table_id in (select t.id from plinth."table" as t where t.base_id = any (array(select plinth_private.my_bases(true)))));

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
                where jsonb_typeof(f) <> 'object' or f - '{field,width}'::text[] <> '{}'
                   or plinth_private.as_uuid(f ->> 'field') is null or coalesce(f ->> 'width', '') not in ('half', 'whole')) then
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
  return plinth_private.fit_layout(p_layout || jsonb_build_object('sections', coalesce(v_sections, '[]')), plinth_private.placed_ids(p_table));
end
$$;

-- A table's layout as far as the caller sees its fields; null: none was made.
create or replace function plinth_private.layout_json(p_table uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select plinth_private.fit_layout(l.config, plinth_private.placed_ids(p_table)) from plinth.record_layout as l where l.table_id = p_table
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
  'clean_section(jsonb)', 'fit_layout(jsonb, text[])', 'clean_layout(uuid, jsonb)', 'layout_json(uuid)', 'set_record_layout(uuid, jsonb)',
  'copy_layout(uuid, uuid, jsonb)'
]);
select plinth_private.open_calls(array['set_record_layout(uuid, jsonb)']);
