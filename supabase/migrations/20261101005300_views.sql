-- Saved views of tables: a name, a query and a layout (packages/domain/src/view/view-config.ts). Shared ones are for everybody who
-- reads the table and are shaped by creators of the base; personal ones are their owner's alone.

-- Sections in which the shared views of a table stand.
create table if not exists plinth_private.view_section (
  id uuid primary key,
  table_id uuid not null references plinth."table" (id) on delete cascade,
  name text not null,
  position int not null
);
create unique index if not exists view_section_name on plinth_private.view_section (table_id, lower(name));
alter table plinth_private.view_section enable row level security;
revoke all on plinth_private.view_section from public, anon, authenticated, service_role;

create table if not exists plinth.view (
  id uuid primary key,
  table_id uuid not null references plinth."table" (id) on delete cascade,
  -- Null: shared.
  owner_id uuid references plinth.profile (id) on delete cascade,
  name text not null,
  kind text not null default 'grid' check (kind in ('grid', 'list', 'board', 'gallery', 'calendar', 'timeline', 'chart', 'dashboard', 'form')),
  position int not null,
  is_locked boolean not null default false,
  -- Of the closed list of icons; null: that of its kind.
  icon text,
  -- Of shared ones; null: above all sections.
  section_id uuid references plinth_private.view_section (id) on delete set null,
  config jsonb not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  -- Deleted then; for a day it can be brought back as it was.
  trashed_at timestamptz
);
create unique index if not exists view_name on plinth.view (table_id, coalesce(owner_id, table_id), lower(name)) where trashed_at is null;
create index if not exists view_table on plinth.view (table_id);
create index if not exists view_owner on plinth.view (owner_id);
create index if not exists view_section on plinth.view (section_id);
alter table plinth.view enable row level security;

-- What people are told of views they are told by base_schema, without the fields that are hidden from them; the rows as they are
-- are for those from whom nothing is.
drop policy if exists plinth_select on plinth.view;
create policy plinth_select on plinth.view for select to authenticated
  using (trashed_at is null and (owner_id is null or owner_id = (select plinth_private.caller()))
    and table_id in (select t.id from plinth."table" as t where t.base_id = any (array(select plinth_private.my_bases(true)))));

-- Refuses a configuration that is none.
create or replace function plinth_private.refuse_view(p_rule text) returns void
language plpgsql volatile security invoker set search_path = ''
as $$
begin
  perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', p_rule));
end
$$;

-- May this be what a condition compares with? Whether it suits the field is asked when the filter is read.
create or replace function plinth_private.is_filter_value(p_value jsonb) returns boolean
language sql immutable security invoker set search_path = ''
as $$
  select case jsonb_typeof(p_value)
    when 'string' then char_length(p_value #>> '{}') <= plinth_private.limit_of('textLength')
    when 'array' then not exists (
      select 1 from jsonb_array_elements(p_value) as i where jsonb_typeof(i.value) <> 'string' or char_length(i.value #>> '{}') > 200)
    when 'object' then p_value - '{day,period,unit,count}'::text[] = '{}' and not exists (
      select 1 from jsonb_each(p_value) as i where jsonb_typeof(i.value) not in ('number', 'string') or char_length(i.value #>> '{}') > 20)
    else true
  end
$$;

-- Refuses what is no filter; answers how many conditions it has.
create or replace function plinth_private.check_filter(p_node jsonb, p_depth int) returns int
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_count int := 0;
  v_item jsonb;
begin
  if jsonb_typeof(p_node) <> 'object' or p_depth > plinth_private.limit_of('filterDepth') + 1 then
    perform plinth_private.refuse_view('filter');
  elsif p_node ? 'items' then
    if coalesce(p_node ->> 'join', '') not in ('and', 'or') or jsonb_typeof(p_node -> 'items') <> 'array'
       or p_node - '{join,items}'::text[] <> '{}' or p_depth > plinth_private.limit_of('filterDepth') then
      perform plinth_private.refuse_view('filter');
    end if;
    for v_item in select i.value from jsonb_array_elements(p_node -> 'items') as i loop
      v_count := v_count + plinth_private.check_filter(v_item, p_depth + 1);
    end loop;
    if v_count > plinth_private.limit_of('filterConditions') then
      perform plinth_private.refuse_view('filter');
    end if;
    return v_count;
  elsif p_depth = 1 or plinth_private.as_uuid(p_node ->> 'field') is null or p_node - '{field,operator,value}'::text[] <> '{}'
     or coalesce(p_node ->> 'operator', '') <> all (
       '{is,is_not,any_of,all_of,none_of,contains,not_contains,has_key,starts_with,ends_with,lt,le,gt,ge,within,empty,not_empty}'::text[])
     or not plinth_private.is_filter_value(p_node -> 'value') then
    perform plinth_private.refuse_view('filter');
  end if;
  return 1;
end
$$;

-- Refuses what is no list of sorts.
create or replace function plinth_private.check_sorts(p_list jsonb, p_most bigint, p_rule text) returns void
language plpgsql volatile security invoker set search_path = ''
as $$
begin
  if jsonb_typeof(p_list) <> 'array' then
    perform plinth_private.refuse_view(p_rule);
  elsif jsonb_array_length(p_list) > p_most
     or exists (select 1 from jsonb_array_elements(p_list) as s
                where jsonb_typeof(s.value) <> 'object' or plinth_private.as_uuid(s.value ->> 'field') is null
                   or coalesce(s.value ->> 'direction', '') not in ('asc', 'desc') or s.value - '{field,direction}'::text[] <> '{}')
     or exists (select 1 from jsonb_array_elements(p_list) as s group by s.value ->> 'field' having count(*) > 1) then
    perform plinth_private.refuse_view(p_rule);
  end if;
end
$$;

-- Refuses what is no layout: columns that are left out, their order, widths, figures, heights.
create or replace function plinth_private.check_layout(p_config jsonb) returns void
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_key text;
begin
  foreach v_key in array '{hidden,order}'::text[] loop
    if jsonb_typeof(p_config -> v_key) <> 'array' or exists (
      select 1 from jsonb_path_query(p_config -> v_key, '$[*]') as i
      where jsonb_typeof(i) <> 'string' or plinth_private.as_uuid(i #>> '{}') is null) then
      perform plinth_private.refuse_view(v_key);
    end if;
  end loop;
  if jsonb_typeof(p_config -> 'widths') <> 'object' or exists (
    select 1 from jsonb_path_query(p_config -> 'widths', '$.keyvalue()') as i
    where plinth_private.as_uuid(i ->> 'key') is null or i ->> 'value' !~ '^\d{2,4}$' or jsonb_typeof(i -> 'value') <> 'number') then
    perform plinth_private.refuse_view('widths');
  elsif jsonb_typeof(p_config -> 'summaries') <> 'object' or exists (
    select 1 from jsonb_path_query(p_config -> 'summaries', '$.keyvalue()') as i
    where plinth_private.as_uuid(i ->> 'key') is null or coalesce(i ->> 'value', '') <> all (
      '{count,empty,filled,unique,sum,average,median,min,max,earliest,latest,checked}'::text[])) then
    perform plinth_private.refuse_view('summaries');
  elsif jsonb_typeof(p_config -> 'frozen') <> 'number' or p_config ->> 'frozen' !~ '^\d{1,3}$' then
    perform plinth_private.refuse_view('frozen');
  elsif coalesce(p_config ->> 'rowHeight', '') not in ('short', 'medium', 'tall', 'extra') then
    perform plinth_private.refuse_view('row_height');
  end if;
end
$$;

-- Are these the charts of a dashboard: views, each once, with the width of their tiles?
create or replace function plinth_private.are_tiles(p_tiles jsonb) returns boolean
language sql immutable security invoker set search_path = ''
as $$
  select case when jsonb_typeof(p_tiles) = 'array' then jsonb_array_length(p_tiles) <= plinth_private.limit_of('tilesPerDashboard')
    and not exists (
      select 1 from jsonb_array_elements(p_tiles) as t
      where jsonb_typeof(t.value) <> 'object' or plinth_private.as_uuid(t.value ->> 'view') is null
         or coalesce(t.value ->> 'width', '') not in ('third', 'half', 'full') or t.value - '{view,width}'::text[] <> '{}')
    and (select count(distinct t.value ->> 'view') from jsonb_array_elements(p_tiles) as t) = jsonb_array_length(p_tiles) else false end
$$;

-- Refuses what are no settings of a kind of view: names of fields by what they are for, and words from short lists.
create or replace function plinth_private.check_settings(p_settings jsonb) returns void
language plpgsql volatile security invoker set search_path = ''
as $$
begin
  if jsonb_typeof(p_settings) <> 'object' or exists (
    select 1 from jsonb_each(p_settings) as i
    where jsonb_typeof(i.value) <> case i.key when 'tiles' then 'array' when 'form' then 'object' else 'string' end or (case
      when i.key = 'form' then true
      when i.key = 'tiles' then plinth_private.are_tiles(i.value)
      when i.key in ('cover', 'end') and i.value #>> '{}' = 'none' then true
      when i.key in ('stacks', 'lanes', 'cover', 'start', 'end', 'color', 'after', 'by', 'split', 'of') then plinth_private.as_uuid(i.value #>> '{}') is not null
      when i.key = 'coverFit' then i.value #>> '{}' in ('crop', 'fit')
      when i.key = 'cardSize' then i.value #>> '{}' in ('small', 'medium', 'large')
      when i.key = 'span' then i.value #>> '{}' in ('month', 'week', 'day', 'agenda')
      when i.key = 'chart' then i.value #>> '{}' in ('bar', 'line', 'area', 'pie', 'number', 'table', 'pivot')
      when i.key = 'chartOrder' then i.value #>> '{}' in ('key', 'figure')
      when i.key = 'figure' then i.value #>> '{}' in (
        'count', 'empty', 'filled', 'unique', 'sum', 'average', 'median', 'min', 'max', 'earliest', 'latest', 'checked')
      when i.key in ('byUnit', 'splitUnit') then i.value #>> '{}' in ('day', 'week', 'month', 'quarter', 'year')
      when i.key = 'scale' then i.value #>> '{}' in ('day', 'week', 'month', 'quarter', 'year')
      else false end) is not true) then
    perform plinth_private.refuse_view('settings');
  elsif p_settings ? 'form' then
    perform plinth_private.check_form(p_settings -> 'form');
  end if;
end
$$;

-- Does a filter or an expression look at a field beside these?
create or replace function plinth_private.looks_beyond(p_part jsonb, p_fields text[]) returns boolean
language sql immutable security invoker set search_path = ''
as $$
  select exists (select 1 from jsonb_path_query(p_part, '$.**.field') as f where (f #>> '{}' = any (p_fields)) is not true)
$$;

-- A part of a filter without the conditions on fields that are not in the list; null: nothing is left.
create or replace function plinth_private.fit_filter(p_node jsonb, p_seen text[]) returns jsonb
language plpgsql immutable security invoker set search_path = ''
as $$
declare
  v_items jsonb;
begin
  if not p_node ? 'items' then
    return case when p_node ->> 'field' = any (p_seen) then p_node end;
  end if;
  select jsonb_agg(f.node order by f.n) into v_items
    from (select plinth_private.fit_filter(i.value, p_seen) as node, i.n
          from jsonb_array_elements(p_node -> 'items') with ordinality as i (value, n)) as f
    where f.node is not null;
  return case when v_items is not null then p_node || jsonb_build_object('items', v_items) end;
end
$$;

-- A configuration as far as these fields go: those that have a place in the view, and of them those by which records are found and ordered.
-- What it says of others is left out, as if they were not there.
create or replace function plinth_private.fit_view(p_config jsonb, p_seen text[], p_placed text[]) returns jsonb
language plpgsql immutable security invoker set search_path = ''
as $$
begin
  return p_config || jsonb_build_object(
    'filter', case when jsonb_typeof(p_config -> 'filter') = 'object'
                   then plinth_private.fit_filter(p_config -> 'filter', p_seen) end)
    || (select jsonb_object_agg(k.key, coalesce((
          select jsonb_agg(i.value order by i.n) from jsonb_array_elements(p_config -> k.key) with ordinality as i (value, n)
          where coalesce(i.value ->> 'field', i.value #>> '{}') = any (case when k.key in ('sorts', 'groups', 'quick') then p_seen else p_placed end)), '[]'))
        from unnest('{sorts,groups,hidden,order,quick}'::text[]) as k (key))
    || (select jsonb_object_agg(k.key, coalesce((
          select jsonb_object_agg(i.key, i.value) from jsonb_each(p_config -> k.key) as i
          where i.key = any (case k.key when 'summaries' then p_seen else p_placed end)), '{}'))
        from unnest('{widths,summaries}'::text[]) as k (key))
    || jsonb_build_object('settings', coalesce((
         select jsonb_object_agg(i.key, case when i.key = 'form' then plinth_private.fit_form(i.value, p_seen) else i.value end)
         from jsonb_each(p_config -> 'settings') as i
         where jsonb_typeof(i.value) in ('array', 'object') or plinth_private.as_uuid(i.value #>> '{}') is null or i.value #>> '{}' = any (p_placed)), '{}'),
      'colors', plinth_private.fit_colors(p_config -> 'colors', p_placed));
end
$$;

-- Ids of the fields that the caller sees, as text.
create or replace function plinth_private.seen_ids(p_table uuid) returns text[]
language sql stable security definer set search_path = ''
as $$ select array(select f.id::text from plinth_private.seen_fields(p_table) as f) $$;

-- The same with those that are computed on read.
create or replace function plinth_private.placed_ids(p_table uuid) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return plinth_private.seen_ids(p_table) || array(select f.id::text from plinth_private.seen_late_fields(p_table) as f);
end
$$;

-- A configuration as it is stored: checked, complete, and without fields that the caller does not see.
create or replace function plinth_private.clean_view(p_table uuid, p_config jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_config jsonb;
begin
  if coalesce(jsonb_typeof(p_config), '') <> 'object' or octet_length(p_config::text) > plinth_private.limit_of('viewBytes') then
    perform plinth_private.refuse_view('view');
  end if;
  v_config := '{"filter": null, "sorts": [], "groups": [], "hidden": [], "order": [], "widths": {}, "frozen": 1,
                "rowHeight": "short", "summaries": {}, "settings": {}, "colors": [], "quick": []}'::jsonb || p_config;
  if v_config - '{filter,sorts,groups,hidden,order,widths,frozen,rowHeight,summaries,settings,colors,quick}'::text[] <> '{}' then
    perform plinth_private.refuse_view('view');
  elsif v_config -> 'filter' <> 'null' then
    perform plinth_private.check_filter(v_config -> 'filter', 1);
  end if;
  perform plinth_private.check_sorts(v_config -> 'sorts', 20, 'sorts'), plinth_private.check_sorts(v_config -> 'groups', 3, 'groups'),
          plinth_private.check_layout(v_config), plinth_private.check_settings(v_config -> 'settings'),
          plinth_private.check_colors(v_config -> 'colors'), plinth_private.check_quick(v_config -> 'quick');
  v_config := plinth_private.fit_view(v_config, plinth_private.seen_ids(p_table), plinth_private.placed_ids(p_table));
  perform plinth_private.color_condition(p_table, c.value -> 'when') from jsonb_array_elements(v_config -> 'colors') as c;
  perform plinth_private.check_conditions(p_table, v_config #> '{settings,form}');
  return v_config;
end
$$;

-- A view as the app knows it. isPartial: a condition is left out of its filter, because its field is gone or because the caller does not
-- see it; which of the two is not said. lacksColors: the same of its colour rules.
create or replace function plinth_private.view_json(p_view plinth.view, p_seen text[]) returns jsonb
language plpgsql stable security invoker set search_path = ''
as $$
begin
  return jsonb_build_object('id', p_view.id, 'name', p_view.name, 'kind', p_view.kind, 'isShared', p_view.owner_id is null,
    'isLocked', p_view.is_locked, 'position', p_view.position, 'icon', p_view.icon, 'section', p_view.section_id,
    'lacksColors', case when coalesce(p_view.config -> 'colors', '[]') <> '[]' then jsonb_array_length(p_view.config -> 'colors')
      > jsonb_array_length(plinth_private.fit_colors(p_view.config -> 'colors', plinth_private.placed_ids(p_view.table_id))) else false end,
    'config', plinth_private.fit_view(p_view.config, p_seen, plinth_private.placed_ids(p_view.table_id)),
    'isPartial', plinth_private.looks_beyond(p_view.config -> 'filter', p_seen));
end
$$;

-- The views of a table that the caller has: the shared ones, then their own.
create or replace function plinth_private.views_json(p_table uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := plinth_private.caller();
  v_seen text[];
begin
  if not exists (select 1 from plinth.view as v
                 where v.table_id = p_table and v.trashed_at is null and (v.owner_id is null or v.owner_id = v_user)) then
    return '[]';
  end if;
  v_seen := plinth_private.seen_ids(p_table);
  return (
    select jsonb_agg(plinth_private.view_json(v, v_seen) order by v.owner_id is not null, s.position nulls first, v.position, v.id)
    from plinth.view as v left join plinth_private.view_section as s on s.id = v.section_id where v.table_id = p_table and v.trashed_at is null and (v.owner_id is null or v.owner_id = v_user));
end
$$;

-- A base's schema without the personal views of whom it is seen as: those are nobody else's.
create or replace function plinth_private.without_own_views(p_schema jsonb) returns jsonb
language sql immutable security invoker set search_path = ''
as $$
  select p_schema || jsonb_build_object('tables', coalesce((
    select jsonb_agg(t.value || jsonb_build_object('views', jsonb_path_query_array(t.value, '$.views[*] ? (@.isShared == true)')) order by t.n)
    from jsonb_array_elements(p_schema -> 'tables') with ordinality as t (value, n)), '[]'))
$$;

-- Gives the copy of a table the shared views of the table.
create or replace function plinth_private.copy_views(p_table uuid, p_copy uuid, p_ids jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- Dashboards of the copy show the charts of the copy.
  with sections as (
    insert into plinth_private.view_section (id, table_id, name, position)
      select plinth_private.uuid_v7(), p_copy, s.name, s.position from plinth_private.view_section as s where s.table_id = p_table
      returning id, position),
  copied as (
    select v.*, n.id as copied_section, plinth_private.uuid_v7() as copy from plinth.view as v
    left join plinth_private.view_section as s on s.id = v.section_id left join sections as n on n.position = s.position
    where v.table_id = p_table and v.owner_id is null and v.trashed_at is null)
  insert into plinth.view (id, table_id, name, kind, position, is_locked, icon, section_id, config, created_by)
    select c.copy, p_copy, c.name, c.kind, c.position, c.is_locked, c.icon, c.copied_section, plinth_private.exchange_ids(c.config, m.ids), plinth_private.caller()
    from copied as c
    cross join (select p_ids || coalesce(jsonb_object_agg(c.id, c.copy), '{}') as ids from copied as c) as m;
end
$$;

-- Shared views changed: clients load again.
create or replace function plinth_private.views_changed() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_tables uuid[] := '{}';
begin
  if tg_op <> 'INSERT' then
    v_tables := array(select o.table_id from old_rows as o where o.owner_id is null);
  end if;
  if tg_op <> 'DELETE' then
    v_tables := v_tables || array(select n.table_id from new_rows as n where n.owner_id is null);
  end if;
  perform plinth_private.send_schema_changed(b.id)
    from (select distinct t.base_id as id from plinth."table" as t where t.id = any (v_tables)) as b;
  return null;
end
$$;

drop trigger if exists views_made on plinth.view;
create trigger views_made after insert on plinth.view referencing new table as new_rows
  for each statement execute function plinth_private.views_changed();
drop trigger if exists views_changed on plinth.view;
create trigger views_changed after update on plinth.view referencing old table as old_rows new table as new_rows
  for each statement execute function plinth_private.views_changed();
drop trigger if exists views_gone on plinth.view;
create trigger views_gone after delete on plinth.view referencing old table as old_rows
  for each statement execute function plinth_private.views_changed();
