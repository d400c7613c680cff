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
begin
  if v_kind = 'list' then
    return '{"kind": "list"}';
  elsif v_kind = 'gallery' then
    return jsonb_build_object('kind', v_kind, 'size', coalesce(v_settings ->> 'cardSize', 'medium'))
      || plinth_private.layout_cover(p_link.table_id, v_settings, v_kind, p_fields);
  elsif v_kind = 'board' then
    v_field := plinth_private.layout_field(p_link.table_id, v_settings ->> 'stacks', '{status,single_select,person,link,checkbox}');
    v_place := array_position(p_fields, v_field.id) - 1;
    -- What linked records are called need not be told, and then their stacks have no names.
    return case when v_place is not null and (v_field.type <> 'link' or plinth_private.names_linked(p_link, v_field)) then jsonb_build_object('kind', v_kind, 'by', v_place)
      || plinth_private.layout_cover(p_link.table_id, v_settings, v_kind, p_fields) end;
  elsif v_kind in ('calendar', 'timeline') then
    v_field := plinth_private.layout_field(p_link.table_id, v_settings ->> 'start', '{date,datetime,created_time,changed_time}');
    v_place := array_position(p_fields, v_field.id) - 1;
    v_color := array_position(p_fields, (select f.id from plinth_private.seen_fields(p_link.table_id) as f
      where f.id::text = v_settings ->> 'color' and f.type in ('status', 'single_select'))) - 1;
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

-- The stacks of a shared board: {mark, value, count}, those of options in their order, of people by their names and only where they have records.
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
        where v_by.type = 'person') as s);
end
$$;

-- Refuses what is no part of a view: {stack}, or {from, to}, which are days.
create or replace function plinth_private.check_part(p_part jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_part is null or p_part = 'null' or jsonb_typeof(p_part) = 'object' and (case
       when p_part ? 'stack' then p_part - 'stack' = '{}' and jsonb_typeof(p_part -> 'stack') in ('null', 'string') and length(p_part ->> 'stack') <= 64 is not false
       else p_part - '{from,to}'::text[] = '{}' and (
         select count(*) = 2 and bool_and(d.value ~ '^\d{4}-\d\d-\d\d$' and plinth_private.ex_to_date(d.value) is not null)
         from jsonb_each_text(p_part) as d) end) then
    return;
  end if;
  perform plinth_private.fail(400, 'invalid_input', '{"rule": "part"}');
end
$$;

-- What the records of a part are found by: conditions of a filter. Null: the view has no such part.
create or replace function plinth_private.part_conditions(
  p_link plinth_private.share_link, p_layout jsonb, p_fields uuid[], p_part jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_mark text := p_part ->> 'stack';
  v_field plinth.field;
  v_from jsonb;
begin
  select f.* into v_field from plinth.field as f where f.id = p_fields[coalesce(p_layout ->> 'by', p_layout ->> 'start')::int + 1];
  v_from := jsonb_build_object('field', v_field.id, 'operator', 'ge', 'value', p_part -> 'from');
  return case
    when p_part ? 'stack' is distinct from (p_layout ->> 'kind' = 'board') or v_field.id is null then null
    -- What is no mark is the mark of nobody.
    when v_field.type in ('person', 'link') and v_mark is not null and plinth_private.as_uuid(v_mark) is null then null
    when p_part ? 'from' then jsonb_build_array(
      jsonb_build_object('field', v_field.id, 'operator', 'le', 'value', p_part -> 'to'),
      case when p_layout -> 'end' = 'null' then v_from
           else jsonb_build_object('join', 'or', 'items', jsonb_build_array(v_from,
             v_from || jsonb_build_object('field', p_fields[(p_layout ->> 'end')::int + 1]))) end)
    when v_field.type = 'checkbox' then jsonb_build_array(jsonb_build_object('field', v_field.id, 'operator', 'is', 'value', v_mark is not distinct from 'true'))
    when v_mark is null then jsonb_build_array(jsonb_build_object('field', v_field.id, 'operator', 'empty'))
    when v_field.type = 'person' then jsonb_build_array(jsonb_build_object('field', v_field.id, 'operator', 'is',
      'value', plinth_private.page_mark(p_link, plinth_private.as_uuid(v_mark), false)))
    when v_field.type = 'link' then jsonb_build_array(jsonb_build_object('field', v_field.id, 'operator', 'any_of',
      'value', jsonb_build_array(plinth_private.page_mark(p_link, plinth_private.as_uuid(v_mark), false))))
    when exists (select 1 from jsonb_array_elements(v_field.options -> 'options') as o where o.value ->> 'id' = v_mark)
      then jsonb_build_array(jsonb_build_object('field', v_field.id, 'operator', 'is', 'value', v_mark)) end;
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
  'layout_field(uuid, text, text[])', 'layout_end(uuid, jsonb, text, plinth.field)', 'share_layout(plinth_private.share_link, jsonb, uuid[])',
  'layout_cover(uuid, jsonb, text, uuid[])', 'linked_stacks(plinth_private.share_link, jsonb, plinth.field)', 'share_stacks(plinth_private.share_link, jsonb, uuid)', 'check_part(jsonb)', 'part_conditions(plinth_private.share_link, jsonb, uuid[], jsonb)',
  'part_query(plinth_private.share_link, jsonb, jsonb, uuid[], jsonb)'
]);
