-- How the records of a shared view stand: on a board in stacks, in a calendar or a timeline by days. A visitor asks for a part of them, a stack
-- or some days, by a field that the link tells; where it does not tell the field, the view is shown as a table
-- (docs/decisions/0046-share-links.md).

-- The field of a setting of a view: the one that was chosen, else the first of the type that suits best, as the app picks it.
create or replace function plinth_private.layout_field(p_table uuid, p_chosen text, p_types text[]) returns plinth.field
language sql stable security definer set search_path = ''
as $$
  select f.* from plinth_private.seen_fields(p_table) as f
  where f.type = any (p_types)
  order by f.id::text is distinct from p_chosen, array_position(p_types, f.type), f.position, f.id limit 1
$$;

-- The field of a setting of a view that nothing is chosen for by itself; null: nobody wants one.
create or replace function plinth_private.wanted_field(p_table uuid, p_chosen text, p_types text[]) returns uuid
language sql stable security definer set search_path = ''
as $$
  select f.id from plinth_private.seen_fields(p_table) as f where f.id::text = p_chosen and f.type = any (p_types)
$$;

-- Where the records of a timeline or a calendar end; null: where they begin.
create or replace function plinth_private.layout_end(p_table uuid, p_settings jsonb, p_kind text, p_start plinth.field) returns uuid
language sql stable security definer set search_path = ''
as $$
  select f.id from plinth_private.seen_fields(p_table) as f
  where f.type in ('date', 'datetime')
    and (f.id::text = p_settings ->> 'end'
         or p_kind = 'timeline' and not p_settings ? 'end' and f.type = p_start.type and (f.position, f.id) > (p_start.position, p_start.id))
  order by f.position, f.id limit 1
$$;

-- {cover, fit} of the cards of a view: the place of the field whose first picture stands on them, null: none that the link tells. As in the
-- app, a gallery has covers by itself.
create or replace function plinth_private.layout_cover(p_table uuid, p_settings jsonb, p_kind text, p_fields uuid[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('fit', coalesce(p_settings ->> 'coverFit', 'crop'), 'cover',
    case when p_settings ->> 'cover' is distinct from 'none' and (p_kind = 'gallery' or p_settings ? 'cover')
         then array_position(p_fields, (plinth_private.layout_field(p_table, p_settings ->> 'cover', '{attachment}')).id) - 1 end)
$$;

-- The lanes of a shared board, as in the app: {by}, the place of their field; null: none that the link tells.
create or replace function plinth_private.layout_lanes(p_table uuid, p_settings jsonb, p_stacks uuid, p_fields uuid[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('by', array_position(p_fields, w.id) - 1)
  from plinth_private.wanted_field(p_table, p_settings ->> 'lanes', '{status,single_select,person,checkbox,created_by}') as w (id)
  where w.id <> p_stacks and w.id = any (p_fields)
$$;

-- {kind, …} of a shared view, fields as their places among those that the link tells; null: a table.
create or replace function plinth_private.share_layout(p_link plinth_private.share_link, p_config jsonb, p_fields uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_kind text := (select v.kind from plinth.view as v where v.id = p_link.view_id);
  v_settings jsonb := p_config -> 'settings';
  v_field plinth.field;
  v_place int;
  v_color int;
  v_lanes jsonb;
begin
  if v_kind = 'list' then
    return '{"kind": "list"}';
  elsif v_kind = 'gallery' then
    return jsonb_build_object('kind', v_kind, 'size', coalesce(v_settings ->> 'cardSize', 'medium'))
      || plinth_private.layout_cover(p_link.table_id, v_settings, v_kind, p_fields);
  elsif v_kind = 'board' then
    v_field := plinth_private.layout_field(p_link.table_id, v_settings ->> 'stacks', '{status,single_select,person,link,checkbox}');
    v_place := array_position(p_fields, v_field.id) - 1;
    v_lanes := plinth_private.layout_lanes(p_link.table_id, v_settings, v_field.id, p_fields);
    -- What linked records are called need not be told, and then their stacks have no names.
    return case when v_place is not null and (v_field.type <> 'link' or plinth_private.names_linked(p_link, v_field)) then jsonb_build_object('kind', v_kind, 'by', v_place)
      || plinth_private.layout_cover(p_link.table_id, v_settings, v_kind, p_fields)
      || case when v_lanes is null then '{}' else jsonb_build_object('lanes', v_lanes) end end;
  elsif v_kind in ('calendar', 'timeline') then
    v_field := plinth_private.layout_field(p_link.table_id, v_settings ->> 'start', '{date,datetime,created_time,changed_time}');
    v_place := array_position(p_fields, v_field.id) - 1;
    v_color := array_position(p_fields, plinth_private.wanted_field(p_link.table_id, v_settings ->> 'color', '{status,single_select}')) - 1;
    return case when v_place is not null then jsonb_build_object('kind', v_kind, 'start', v_place, 'end',
      array_position(p_fields, plinth_private.layout_end(p_link.table_id, v_settings, v_kind, v_field)) - 1)
      || case when v_color is null then '{}' else jsonb_build_object('color', v_color) end
      || case when v_kind = 'timeline' and v_settings ? 'scale' then jsonb_build_object('scale', v_settings -> 'scale') else '{}' end end;
  end if;
  return null;
end
$$;

-- The stacks of a shared board by links, as in the app: the first records that can be linked, by what they are called, and before them what is
-- linked to none. The link tells what they are called; a text without a character: nothing.
create or replace function plinth_private.linked_stacks(p_link plinth_private.share_link, p_query jsonb, p_by plinth.field) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_end plinth_private.link_end := plinth_private.link_end_of(p_by.id);
  v_label plinth.field := plinth_private.label_field(v_end.target);
  v_linked jsonb := jsonb_build_object('table', v_end.target, 'fields', jsonb_build_array(v_label.id),
    'sorts', jsonb_build_array(jsonb_build_object('field', v_label.id, 'direction', 'asc')));
  v_readable record := plinth_private.readable(v_linked);
  v_ids uuid[] := plinth_private.find_ids(plinth_private.view_of(v_readable, v_linked), 'true', null, false, 0, plinth_private.limit_of('stacksByLinks')::int);
  v_view plinth_private.view := plinth_private.view_of(plinth_private.readable(p_query), p_query);
  v_counts jsonb;
  v_none bigint;
begin
  -- Neither the order nor closed groups have a part in it.
  v_view.terms := '{}';
  v_view.places := v_view.places || '{t}'::text[];
  execute format('select coalesce(jsonb_object_agg(c.id, c.n), ''{}'') from (select j.%I as id, count(*) as n from %s join %s as j on j.%I = t.id
                  where %s and j.%I = any ($1) group by 1) as c',
                 v_end.other, plinth_private.view_source(v_view), v_end.place, v_end.own, plinth_private.view_condition(v_view, false), v_end.other)
    into v_counts using v_ids;
  execute format('select count(*) from %s where %s and coalesce(t.%I, 0) = 0',
                 plinth_private.view_source(v_view), plinth_private.view_condition(v_view, false), p_by.column_name) into v_none;
  return case when v_none > 0 then jsonb_build_array(jsonb_build_object('mark', null, 'value', null, 'count', v_none)) else '[]' end || (
    select coalesce(jsonb_agg(jsonb_build_object('mark', plinth_private.page_mark(p_link, (r.value ->> 0)::uuid, true), 'value', coalesce(nullif(r.value -> 2, 'null'), '""'),
             'count', coalesce((v_counts ->> (r.value ->> 0))::bigint, 0)) order by r.n), '[]')
    from jsonb_array_elements(plinth_private.read_rows(v_readable, plinth_private.projection(v_end.target, v_linked), v_ids)::jsonb) with ordinality as r (value, n));
end
$$;

-- What a mark of a stack stands for: of people and of linked records the id, of options and ticks what it says. What is no mark of the link
-- becomes the id of nobody.
create or replace function plinth_private.unmarked(p_link plinth_private.share_link, p_by plinth.field, p_mark text) returns text
language sql stable security definer set search_path = ''
as $$
  select case when p_by.type = 'link' or plinth_private.family_of(p_by.type) = 'person'
              then plinth_private.page_mark(p_link, plinth_private.as_uuid(p_mark), false)::text else p_mark end
$$;

-- The stack of a value, as text; null: of what has none. No tick is the same as none yet.
create or replace function plinth_private.stack_of(p_by plinth.field, p_value text) returns text
language sql immutable security invoker set search_path = ''
as $$
  select case when p_by.type = 'checkbox' then coalesce(p_value, 'false') else p_value end
$$;

-- The stacks of a shared board, or its lanes: {mark, value, count}, those of options in their order, of people by their names and only where they have records.
create or replace function plinth_private.share_stacks(p_link plinth_private.share_link, p_query jsonb, p_by uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_by plinth.field;
  v_counts jsonb;
begin
  select f.* into v_by from plinth.field as f where f.id = p_by;
  if v_by.type = 'link' then
    return plinth_private.linked_stacks(p_link, p_query, v_by);
  end if;
  select coalesce(jsonb_object_agg(coalesce(g.value #>> '{path,0}', ''), (g.value ->> 'count')::bigint), '{}') into v_counts
    from jsonb_array_elements(plinth_private.view_groups(
      p_query || jsonb_build_object('groups', jsonb_build_array(jsonb_build_object('field', p_by, 'direction', 'asc'))), '{}', 0,
      plinth_private.limit_of('groupsPerRequest')::int) -> 'groups') as g;
  return (
    select jsonb_agg(jsonb_build_object('mark', s.mark, 'value', s.value, 'count', s.count) order by s.turn, s.name)
    from (
      select null as mark, null::jsonb as value, (v_counts ->> '')::bigint as count, 0 as turn, null as name
        where v_by.type <> 'checkbox' and v_counts ? ''
      union all
      select o.value ->> 'id', o.value -> 'id', coalesce((v_counts ->> (o.value ->> 'id'))::bigint, 0), o.n::int, null
        from jsonb_array_elements(v_by.options -> 'options') with ordinality as o (value, n) where v_by.type in ('status', 'single_select')
      union all
      -- No tick is the same as none yet.
      select b.tick::text, to_jsonb(b.tick), coalesce((v_counts ->> b.tick::text)::bigint, 0)
             + case when b.tick then 0 else coalesce((v_counts ->> '')::bigint, 0) end, b.tick::int, null
        from (values (false), (true)) as b (tick) where v_by.type = 'checkbox'
      union all
      select plinth_private.page_mark(p_link, p.id, true)::text, to_jsonb(p.name), c.value::bigint, 1, p.name || p.id
        from jsonb_each_text(v_counts) as c join plinth.profile as p on p.id = plinth_private.as_uuid(c.key)
        where plinth_private.family_of(v_by.type) = 'person') as s);
end
$$;

-- How many records stand in each stack of each lane: a list for each lane, both in the order in which they are told. Null: that is not known,
-- since a record stands in several stacks by links, or there are more values than are counted at once.
create or replace function plinth_private.share_cells(
  p_link plinth_private.share_link, p_query jsonb, p_by plinth.field, p_stacks jsonb, p_lane plinth.field, p_lanes jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_groups jsonb;
begin
  if p_by.type = 'link' then
    return null;
  end if;
  v_groups := plinth_private.view_groups(p_query || jsonb_build_object('groups', jsonb_build_array(
      jsonb_build_object('field', p_by.id, 'direction', 'asc'), jsonb_build_object('field', p_lane.id, 'direction', 'asc'))),
    '{}', 0, plinth_private.limit_of('groupsPerRequest')::int);
  if not (v_groups ->> 'atEnd')::boolean then
    return null;
  end if;
  return (
    select jsonb_agg(c.counts order by c.n)
    from (
      select l.n, jsonb_agg(coalesce(g.count, 0) order by s.n) as counts
      from jsonb_array_elements(p_lanes) with ordinality as l (value, n)
      cross join jsonb_array_elements(p_stacks) with ordinality as s (value, n)
      left join (
        select plinth_private.stack_of(p_by, o.value #>> '{path,0}') as stack, plinth_private.stack_of(p_lane, o.value #>> '{path,1}') as lane,
               sum((o.value ->> 'count')::bigint) as count
        from jsonb_array_elements(v_groups -> 'groups') as o where jsonb_array_length(o.value -> 'path') = 2 group by 1, 2) as g
        on g.stack is not distinct from plinth_private.stack_of(p_by, plinth_private.unmarked(p_link, p_by, s.value ->> 'mark'))
           and g.lane is not distinct from plinth_private.stack_of(p_lane, plinth_private.unmarked(p_link, p_lane, l.value ->> 'mark'))
      group by l.n) as c);
end
$$;

-- The layout of a shared board with its stacks, and with its lanes where it has any.
create or replace function plinth_private.told_board(p_link plinth_private.share_link, p_query jsonb, p_layout jsonb, p_fields uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_by plinth.field;
  v_lane plinth.field;
  v_stacks jsonb;
  v_lanes jsonb;
  v_cells jsonb;
begin
  select f.* into v_by from plinth.field as f where f.id = p_fields[(p_layout ->> 'by')::int + 1];
  select f.* into v_lane from plinth.field as f where f.id = p_fields[(p_layout #>> '{lanes,by}')::int + 1];
  v_stacks := coalesce(plinth_private.share_stacks(p_link, p_query, v_by.id), '[]');
  v_lanes := case when v_lane.id is not null then plinth_private.share_stacks(p_link, p_query, v_lane.id) end;
  -- Without a record there may be nobody to have a lane.
  if v_lanes is null then
    return p_layout - 'lanes' || jsonb_build_object('stacks', v_stacks);
  end if;
  v_cells := plinth_private.share_cells(p_link, p_query, v_by, v_stacks, v_lane, v_lanes);
  return p_layout || jsonb_build_object('stacks', v_stacks, 'lanes', p_layout -> 'lanes' || jsonb_build_object('stacks', v_lanes)
    || case when v_cells is null then '{}' else jsonb_build_object('counts', v_cells) end);
end
$$;

-- Refuses what is no part of a view: {stack}, {stack, lane}, or {from, to}, which are days.
create or replace function plinth_private.check_part(p_part jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_part is null or p_part = 'null' or jsonb_typeof(p_part) = 'object' and (case
       when p_part ? 'stack' then p_part - '{stack,lane}'::text[] = '{}' and (
         select bool_and(jsonb_typeof(m.value) in ('null', 'string') and length(m.value #>> '{}') <= 64 is not false) from jsonb_each(p_part) as m)
       else p_part - '{from,to}'::text[] = '{}' and (
         select count(*) = 2 and bool_and(d.value ~ '^\d{4}-\d\d-\d\d$' and plinth_private.ex_to_date(d.value) is not null)
         from jsonb_each_text(p_part) as d) end) then
    return;
  end if;
  perform plinth_private.fail(400, 'invalid_input', '{"rule": "part"}');
end
$$;

-- What the records of a stack, or of a lane, are found by: a condition of a filter. Null: it is none of the field's.
create or replace function plinth_private.stack_condition(p_link plinth_private.share_link, p_by plinth.field, p_mark text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_value text := plinth_private.unmarked(p_link, p_by, p_mark);
begin
  return jsonb_build_object('field', p_by.id) || case
    when p_by.type = 'checkbox' then jsonb_build_object('operator', 'is', 'value', p_mark is not distinct from 'true')
    when p_mark is null then '{"operator": "empty"}'
    when v_value is null then null
    when p_by.type = 'link' then jsonb_build_object('operator', 'any_of', 'value', jsonb_build_array(v_value))
    when plinth_private.family_of(p_by.type) = 'person'
         or exists (select 1 from jsonb_array_elements(p_by.options -> 'options') as o where o.value ->> 'id' = v_value)
      then jsonb_build_object('operator', 'is', 'value', v_value) end;
end
$$;

-- What the records of some days are found by: conditions of a filter.
create or replace function plinth_private.days_conditions(p_layout jsonb, p_fields uuid[], p_start uuid, p_part jsonb) returns jsonb
language sql immutable security invoker set search_path = ''
as $$
  select jsonb_build_array(
    jsonb_build_object('field', p_start, 'operator', 'le', 'value', p_part -> 'to'),
    case when p_layout -> 'end' = 'null' then b.begins
         else jsonb_build_object('join', 'or', 'items', jsonb_build_array(b.begins,
           b.begins || jsonb_build_object('field', p_fields[(p_layout ->> 'end')::int + 1]))) end)
  from (select jsonb_build_object('field', p_start, 'operator', 'ge', 'value', p_part -> 'from') as begins) as b
$$;

-- What the records of a part are found by: conditions of a filter. Null: the view has no such part.
create or replace function plinth_private.part_conditions(
  p_link plinth_private.share_link, p_layout jsonb, p_fields uuid[], p_part jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_field plinth.field;
  v_other plinth.field;
  v_stack jsonb;
  v_lane jsonb;
begin
  select f.* into v_field from plinth.field as f where f.id = p_fields[coalesce(p_layout ->> 'by', p_layout ->> 'start')::int + 1];
  if p_part ? 'stack' is distinct from (p_layout ->> 'kind' = 'board') or p_part ? 'lane' and not p_layout ? 'lanes' or v_field.id is null then
    return null;
  elsif p_part ? 'from' then
    return plinth_private.days_conditions(p_layout, p_fields, v_field.id, p_part);
  end if;
  v_stack := plinth_private.stack_condition(p_link, v_field, p_part ->> 'stack');
  if not p_part ? 'lane' then
    return case when v_stack is not null then jsonb_build_array(v_stack) end;
  end if;
  select f.* into v_other from plinth.field as f where f.id = p_fields[(p_layout #>> '{lanes,by}')::int + 1];
  v_lane := plinth_private.stack_condition(p_link, v_other, p_part ->> 'lane');
  return case when v_stack is not null and v_lane is not null then jsonb_build_array(v_stack, v_lane) end;
end
$$;

-- The query of a link for a part of its records; those of days in the order in which they begin.
create or replace function plinth_private.part_query(
  p_link plinth_private.share_link, p_query jsonb, p_config jsonb, p_fields uuid[], p_part jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_layout jsonb;
  v_conditions jsonb;
begin
  if p_part is null or p_part = 'null' then
    return p_query;
  end if;
  v_layout := plinth_private.share_layout(p_link, p_config, p_fields);
  v_conditions := plinth_private.part_conditions(p_link, v_layout, p_fields, p_part);
  if v_conditions is null then
    perform plinth_private.fail(409, 'share_moved');
  end if;
  return p_query
    || jsonb_build_object('filter', jsonb_build_object('join', 'and', 'items',
         case when p_query -> 'filter' = 'null' then '[]'::jsonb else jsonb_build_array(p_query -> 'filter') end || v_conditions))
    || case when p_part ? 'from' then jsonb_build_object('groups', '[]'::jsonb, 'sorts', jsonb_build_array(
         jsonb_build_object('field', p_fields[(v_layout ->> 'start')::int + 1], 'direction', 'asc'))) else '{}' end;
end
$$;

select plinth_private.close_functions(array[
  'layout_field(uuid, text, text[])', 'wanted_field(uuid, text, text[])', 'layout_end(uuid, jsonb, text, plinth.field)', 'layout_lanes(uuid, jsonb, uuid, uuid[])',
  'share_layout(plinth_private.share_link, jsonb, uuid[])', 'layout_cover(uuid, jsonb, text, uuid[])', 'linked_stacks(plinth_private.share_link, jsonb, plinth.field)',
  'unmarked(plinth_private.share_link, plinth.field, text)', 'stack_of(plinth.field, text)', 'share_stacks(plinth_private.share_link, jsonb, uuid)',
  'share_cells(plinth_private.share_link, jsonb, plinth.field, jsonb, plinth.field, jsonb)', 'told_board(plinth_private.share_link, jsonb, jsonb, uuid[])',
  'check_part(jsonb)', 'stack_condition(plinth_private.share_link, plinth.field, text)', 'days_conditions(jsonb, uuid[], uuid, jsonb)',
  'part_conditions(plinth_private.share_link, jsonb, uuid[], jsonb)', 'part_query(plinth_private.share_link, jsonb, jsonb, uuid[], jsonb)'
]);
