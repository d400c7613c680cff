-- Charts and dashboards by links (docs/decisions/0055-shared-charts.md). What a chart shows is in its view's settings, and is read there
-- when it is asked for: whoever has the link says which of the charts that it was told of, and nothing else.

-- Types of fields that suit a setting, those first that it is chosen from by itself; equal to packages/domain/src/view/view-settings.ts
-- (a test compares what comes of them).
create or replace function plinth_private.setting_types(p_setting text) returns text[]
language sql immutable security invoker set search_path = ''
as $$
  select case when p_setting in ('by', 'split') then
    '{status,single_select,multi_select,person,date,datetime,checkbox,rating,text,integer,number,email,url,phone,percent,duration,currency,link,created_time,changed_time,created_by,changed_by,autonumber}'::text[] end
$$;

-- The field of a setting, among those that the caller sees: the one that was chosen, else, for `by`, the first of the type that suits best.
create or replace function plinth_private.setting_field(p_table uuid, p_settings jsonb, p_setting text) returns plinth.field
language sql stable security definer set search_path = ''
as $$
  select f from plinth_private.seen_fields(p_table) as f
  where f.type = any (coalesce(plinth_private.setting_types(p_setting), array[f.type]))
    and (p_setting = 'by' or f.id::text = p_settings ->> p_setting)
  order by f.id::text = p_settings ->> p_setting desc nulls last,
           array_position(plinth_private.setting_types(p_setting), f.type), f.position, f.id
  limit 1
$$;

-- What a chart shows: what its settings say, where that suits the fields that the caller sees, else what these suggest:
-- {type, by, byUnit, split, splitUnit, figure, of, order}. Equal to packages/domain/src/view/chart-settings.ts (a test compares them).
create or replace function plinth_private.chart_shape(p_table uuid, p_settings jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_type text := coalesce(p_settings ->> 'chart', 'bar');
  v_figure text := coalesce(p_settings ->> 'figure', 'count');
  v_by plinth.field;
  v_split plinth.field;
  v_of plinth.field := plinth_private.setting_field(p_table, p_settings, 'of');
  v_days text[] := '{date,datetime,created_time,changed_time}';
begin
  if v_type <> 'number' then
    v_by := plinth_private.setting_field(p_table, p_settings, 'by');
  end if;
  if v_by.id is null then
    v_type := 'number';
  elsif v_type <> 'pie' then
    v_split := plinth_private.setting_field(p_table, p_settings, 'split');
  end if;
  if v_split.id = v_by.id then
    v_split := null;
  end if;
  if (v_figure = any (plinth_private.figures_of(v_of.type))) is not true then
    v_of := null;
  end if;
  return jsonb_build_object('type', v_type, 'by', v_by.id, 'split', v_split.id, 'of', v_of.id,
    'byUnit', case when v_by.type = any (v_days) then coalesce(p_settings ->> 'byUnit', 'month') end,
    'splitUnit', case when v_split.type = any (v_days) then coalesce(p_settings ->> 'splitUnit', 'month') end,
    'figure', case when v_of.id is null then 'count' else v_figure end,
    'order', coalesce(p_settings ->> 'chartOrder',
                      case when v_by.type = any (v_days) or v_type in ('line', 'area') then 'key' else 'figure' end));
end
$$;

-- What a dashboard shows that has no charts: how many records there are, a sum, and they by what says most and by days: settings with
-- the widths of their tiles. Equal to apps/web/src/features/table/dashboard/tiles.ts.
create or replace function plinth_private.suggested_tiles(p_table uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_by uuid := (plinth_private.setting_field(p_table, '{}', 'by')).id;
  v_number uuid := (select f.id from plinth_private.seen_fields(p_table) as f
                    where f.type in ('currency', 'number') order by f.position, f.id limit 1);
  v_day uuid := (select f.id from plinth_private.seen_fields(p_table) as f
                 where f.type in ('date', 'datetime') order by f.position, f.id limit 1);
begin
  return jsonb_build_array(jsonb_build_object('width', case when v_number is null then 'third' else 'half' end, 'settings', '{"chart": "number"}'::jsonb))
    || case when v_number is null then '[]' else jsonb_build_array(jsonb_build_object('width', 'half',
         'settings', jsonb_build_object('chart', 'number', 'of', v_number, 'figure', 'sum'))) end
    || case when v_by is null then '[]' else jsonb_build_array(jsonb_build_object('width', 'half',
         'settings', jsonb_build_object('chart', 'bar', 'by', v_by))) end
    || case when v_day is null or v_day = v_by then '[]' else jsonb_build_array(jsonb_build_object('width', 'half',
         'settings', jsonb_build_object('chart', 'bar', 'by', v_day))) end;
end
$$;

-- The charts of a view that is one, or a dashboard of some, as far as somebody has and reads them; p_user: whose own views count. Not
-- those whose filter asks for a field that is gone: without that condition they would tell of more. The filter of a dashboard is
-- for the charts of its own table.
create or replace function plinth_private.charts_of(p_view plinth.view, p_user uuid)
returns table (n bigint, table_id uuid, title text, width text, filter jsonb, settings jsonb)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_tiles jsonb := case when p_view.kind = 'chart' then jsonb_build_array(jsonb_build_object('view', p_view.id, 'width', 'full'))
                        else p_view.config -> 'settings' -> 'tiles' end;
  v_base uuid := (select t.base_id from plinth."table" as t where t.id = p_view.table_id);
begin
  if v_tiles is null then
    v_tiles := (
      select jsonb_agg(jsonb_build_object('view', v.id, 'width', 'half') order by v.owner_id is not null, v.position, v.id)
      from plinth.view as v
      where v.table_id = p_view.table_id and v.kind = 'chart' and v.trashed_at is null and (v.owner_id is null or v.owner_id = p_user));
  end if;
  if v_tiles is null then
    return query select s.n, p_view.table_id, null::text, s.value ->> 'width', p_view.config -> 'filter', s.value -> 'settings'
      from jsonb_array_elements(plinth_private.suggested_tiles(p_view.table_id)) with ordinality as s (value, n);
    return;
  end if;
  return query
    select i.n, v.table_id, case when p_view.kind = 'dashboard' then v.name end, i.value ->> 'width',
           case when p_view.kind = 'chart' or v.table_id <> p_view.table_id or p_view.config -> 'filter' = 'null' then v.config -> 'filter'
                when v.config -> 'filter' = 'null' then p_view.config -> 'filter'
                else jsonb_build_object('join', 'and', 'items', jsonb_build_array(p_view.config -> 'filter', v.config -> 'filter')) end,
           v.config -> 'settings'
    from jsonb_array_elements(v_tiles) with ordinality as i (value, n)
    join plinth.view as v on v.id = plinth_private.as_uuid(i.value ->> 'view')
    join plinth."table" as t on t.id = v.table_id
    where v.kind = 'chart' and v.trashed_at is null and (v.owner_id is null or v.owner_id = p_user)
      and t.base_id = v_base and plinth_private.scope(v.table_id, 'read') <> 'none'
      and not plinth_private.looks_beyond(v.config -> 'filter', plinth_private.seen_ids(v.table_id));
end
$$;

-- The charts of a link to some that tell of none but its fields. A mark stands for a chart as it is now: of a chart that was changed meanwhile
-- there is none of that mark.
create or replace function plinth_private.tiles_of_share(p_link plinth_private.share_link)
returns table (n bigint, table_id uuid, title text, width text, filter jsonb, shape jsonb, mark text)
language sql stable security definer set search_path = ''
as $$
  select c.n, c.table_id, c.title, c.width, c.filter, s.shape,
         encode(sha256(p_link.page_key || convert_to(jsonb_build_array(c.n, c.table_id, s.shape)::text, 'UTF8')), 'hex')
  from plinth.view as v
  cross join lateral plinth_private.charts_of(v, p_link.made_by) as c
  cross join lateral (select plinth_private.chart_shape(c.table_id, c.settings) as shape) as s
  where v.id = p_link.view_id and v.kind in ('chart', 'dashboard') and not exists (
    select 1 from unnest(array[s.shape ->> 'by', s.shape ->> 'split', s.shape ->> 'of']) as u (id)
    join plinth.field as f on f.id = u.id::uuid
    where f.id <> all (p_link.fields) or f.type = 'attachment'
       or (f.type = 'link' and f.options -> 'single' = 'true' and f.id::text in (s.shape ->> 'by', s.shape ->> 'split')
           and not plinth_private.names_linked(p_link, f))
       or (plinth_private.family_of(f.type) = 'person' and not p_link.shows_people))
$$;

-- What a link to charts shows besides, without their figures: of each its title and what it shows, by places in the list of fields.
create or replace function plinth_private.told_charts(p_link plinth_private.share_link) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_tiles jsonb := (select coalesce(jsonb_agg(to_jsonb(t) order by t.n), '[]') from plinth_private.tiles_of_share(p_link) as t);
  v_fields uuid[] := array(
    select u.id::uuid from jsonb_array_elements(v_tiles) with ordinality as t (value, n)
    cross join lateral unnest(array['by', 'split', 'of']) with ordinality as k (key, n)
    cross join lateral (select t.value -> 'shape' ->> k.key as id) as u
    where u.id is not null group by u.id order by min(t.n), min(k.n));
begin
  return jsonb_build_object(
    'fields', coalesce((
      select jsonb_agg(plinth_private.told_field(f) order by u.n)
      from unnest(v_fields) with ordinality as u (id, n) join plinth.field as f on f.id = u.id), '[]'),
    'tiles', coalesce((
      select jsonb_agg(jsonb_build_object('mark', t.value -> 'mark', 'title', t.value -> 'title', 'width', t.value -> 'width',
        'shape', (t.value -> 'shape') || (
          select jsonb_object_agg(k.key, array_position(v_fields, (t.value -> 'shape' ->> k.key)::uuid) - 1)
          from unnest(array['by', 'split', 'of']) as k (key))) order by t.n)
      from jsonb_array_elements(v_tiles) with ordinality as t (value, n)), '[]'));
end
$$;

drop function if exists plinth_private.told_key(uuid, jsonb);
-- A key of a chart as a link tells it: people by their names, linked records by marks.
create or replace function plinth_private.told_key(p_link plinth_private.share_link, p_field uuid, p_key jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case
      when p_key = 'null' or p_key = to_jsonb(plinth_private.restricted_record()) then p_key
      when plinth_private.family_of(f.type) = 'person'
      then to_jsonb((select p.name from plinth.profile as p where p.id = plinth_private.as_uuid(p_key #>> '{}')))
      when f.type = 'link' and jsonb_typeof(p_key) = 'string' then to_jsonb(plinth_private.page_mark(p_link, plinth_private.as_uuid(p_key #>> '{}'), true))
      else p_key end
  from (select (select f.type from plinth.field as f where f.id = p_field) as type) as f
$$;

-- The figures of a chart of a link, at most so many keys: what `view_chart` answers its maker, with names instead of people and marks
-- instead of linked records.
create or replace function plinth_private.chart_of_share(p_link plinth_private.share_link, p_mark text, p_take int) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_tile record;
  v_answer jsonb;
begin
  if not plinth_private.is_there(p_link) then
    perform plinth_private.fail(404, 'share_invalid');
  end if;
  select t.* into v_tile from plinth_private.tiles_of_share(p_link) as t where t.mark = p_mark;
  if not found then
    perform plinth_private.fail(409, 'share_moved');
  end if;
  v_answer := plinth_private.view_chart(
    jsonb_build_object('table', v_tile.table_id, 'sorts', '[]'::jsonb, 'filter', v_tile.filter, 'groups', (
      select coalesce(jsonb_agg(jsonb_build_object('field', g.field, 'direction', g.direction) order by g.n), '[]')
      from (values (1, v_tile.shape ->> 'by', case v_tile.shape ->> 'order' when 'figure' then 'desc' else 'asc' end),
                   (2, v_tile.shape ->> 'split', 'asc')) as g (n, field, direction)
      where g.field is not null)),
    jsonb_build_object('figure', v_tile.shape -> 'figure', 'field', v_tile.shape -> 'of', 'by', v_tile.shape -> 'order', 'take', p_take, 'totals', true,
      'units', (select coalesce(jsonb_agg(u.unit order by u.n), '[]')
                from (values (1, v_tile.shape -> 'by', v_tile.shape -> 'byUnit'), (2, v_tile.shape -> 'split', v_tile.shape -> 'splitUnit'))
                  as u (n, field, unit)
                where u.field <> 'null')));
  return v_answer - 'atSeq' || jsonb_build_object(
    'keys', (select coalesce(jsonb_agg(jsonb_set(k.value, '{0}', plinth_private.told_key(p_link, (v_tile.shape ->> 'by')::uuid, k.value -> 0)) order by k.n), '[]')
             from jsonb_array_elements(v_answer -> 'keys') with ordinality as k (value, n)),
    'series', (select coalesce(jsonb_agg(plinth_private.told_key(p_link, (v_tile.shape ->> 'split')::uuid, s.value) order by s.n), '[]')
               from jsonb_array_elements(v_answer -> 'series') with ordinality as s (value, n)))
    || case when v_answer ? 'linked' then jsonb_build_object('linked', (
         select coalesce(jsonb_agg(jsonb_build_array(plinth_private.page_mark(p_link, (i.value ->> 0)::uuid, true), i.value -> 1)), '[]')
         from jsonb_array_elements(v_answer -> 'linked') as i)) else '{}' end;
end
$$;

-- The figures of a chart that a link shows, by the mark that its page told.
create or replace function plinth_private.shared_chart(p_token text, p_pass text, p_mark text, p_take int) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_link plinth_private.share_link := plinth_private.open_share(p_token, p_pass);
begin
  if p_take is null or p_take not between 1 and plinth_private.limit_of('keysPerChart') then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'chart', 'limit', plinth_private.limit_of('keysPerChart')));
  end if;
  return plinth_private.read_as_maker(v_link, 'chart', jsonb_build_object('mark', p_mark, 'take', p_take));
end
$$;

-- A chart of a link.
create or replace function plinth.shared_chart(token text, pass text, mark text, take int) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '8s'
as $$ select plinth_private.shared_chart($1, $2, $3, $4) $$;

select plinth_private.close_functions(array[
  'setting_types(text)', 'setting_field(uuid, jsonb, text)', 'chart_shape(uuid, jsonb)', 'suggested_tiles(uuid)', 'charts_of(plinth.view, uuid)',
  'tiles_of_share(plinth_private.share_link)', 'told_charts(plinth_private.share_link)', 'told_key(plinth_private.share_link, uuid, jsonb)',
  'chart_of_share(plinth_private.share_link, text, int)', 'shared_chart(text, text, text, int)'
]);
select plinth_private.open_calls(array['shared_chart(text, text, text, int)']);
grant execute on function plinth.shared_chart(text, text, text, int), plinth_private.shared_chart(text, text, text, int) to anon;
