-- Charts: one figure of a view's records for each value of a field, and within that for each value of another. The records are those
-- that the caller reads, and what the fields say is asked as groups and figures ask it.

-- SQL of the day with which a stretch of days begins; p_unit null: of the value itself.
create or replace function plinth_private.unit_sql(p_expression text, p_unit text, p_week_start int) returns text
language sql immutable security invoker set search_path = ''
as $$
  select case p_unit
    when 'week' then format('greatest(%1$s - (extract(isodow from %1$s)::int - %2$s + 7) %% 7, ''0001-01-01'')', p_expression, p_week_start)
    when 'month' then format('date_trunc(''month'', %s::timestamp)::date', p_expression)
    when 'quarter' then format('date_trunc(''quarter'', %s::timestamp)::date', p_expression)
    when 'year' then format('date_trunc(''year'', %s::timestamp)::date', p_expression)
    else p_expression end
$$;

-- What a chart asks for: {figure, field, units, by, take, totals}, checked but for the figure.
create or replace function plinth_private.check_chart(p_view plinth_private.view, p_chart jsonb) returns void
language plpgsql stable security invoker set search_path = ''
as $$
begin
  if jsonb_typeof(p_chart) is distinct from 'object' or p_chart - '{figure,field,units,by,take,totals}'::text[] <> '{}'
     or p_view.groups > 2
     or coalesce(p_chart ->> 'by', '') not in ('key', 'figure')
     or jsonb_typeof(p_chart -> 'take') is distinct from 'number'
     or coalesce(jsonb_typeof(p_chart -> 'totals'), 'boolean') <> 'boolean'
     or ((p_chart ->> 'take')::numeric between 1 and plinth_private.limit_of('keysPerChart')) is not true
     or (p_chart ->> 'take')::numeric <> trunc((p_chart ->> 'take')::numeric)
     or jsonb_typeof(p_chart -> 'units') is distinct from 'array' or jsonb_array_length(p_chart -> 'units') <> p_view.groups
     or exists (
       select 1 from jsonb_array_elements(p_chart -> 'units') with ordinality as u (value, n)
       where u.value <> 'null' and not (jsonb_typeof(u.value) = 'string'
         and u.value #>> '{}' in ('day', 'week', 'month', 'quarter', 'year') and p_view.terms[u.n].type = 'date')) then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', p_view.table_id, 'rule', 'chart'));
  end if;
end
$$;

-- SQL of a chart over a view's records r (o1, o2, f1): keys in their order, at most $1 of them, series, cells and totals.
create or replace function plinth_private.chart_sql(p_view plinth_private.view, p_chart jsonb, p_figure text, p_by text, p_records text)
returns text
language sql stable security invoker set search_path = ''
as $$
  select format(
    'with r as (%1$s),
     g as (select %2$s, %3$s as depth, count(*) as amount, %4$s as figure from r group by %5$s),
     k as (select g.*, row_number() over (order by %6$s) as n from g where g.depth = 1),
     s as (select x.*, row_number() over (order by x.o2 %7$s nulls last) - 1 as n
           from (select g.o2, sum(g.amount) as amount, row_number() over (order by sum(g.amount) desc, g.o2) as turn
                 from g where g.depth = 2 group by g.o2) as x where x.turn <= $2)
     select coalesce((select jsonb_agg(jsonb_build_array(%8$s, k.amount, k.figure) order by k.n) from k where k.n <= $1), ''[]'') as keys,
            (select count(*) from k) as key_count,
            coalesce((select jsonb_agg(%9$s order by s.n) from s), ''[]'') as series,
            (select count(distinct (g.o2, g.o2 is null)) from g where g.depth = 2) as series_count,
            coalesce((select jsonb_agg(jsonb_build_array(k.n - 1, s.n, g.amount, g.figure) order by k.n, s.n)
                      from g join k on k.o1 is not distinct from g.o1 join s on s.o2 is not distinct from g.o2
                      where g.depth = 2 and k.n <= $1), ''[]'') as cells,
            (select jsonb_build_array(g.amount, g.figure) from g where g.depth = 0) as whole',
    p_records,
    case p_view.groups when 0 then 'null::int as o1, null::int as o2' when 1 then 'r.o1, null::int as o2' else 'r.o1, r.o2' end,
    case p_view.groups when 0 then '0' when 1 then '(grouping(r.o1) = 0)::int'
                       else '(grouping(r.o1) = 0)::int + (grouping(r.o2) = 0)::int' end,
    p_figure,
    case p_view.groups
      when 0 then '()'
      when 1 then case when (p_chart -> 'totals')::boolean then 'grouping sets ((r.o1), ())' else 'r.o1' end
      else format('grouping sets ((r.o1, r.o2), (r.o1)%s)', case when (p_chart -> 'totals')::boolean then ', ()' else '' end) end,
    case when p_chart ->> 'by' = 'figure'
         then format('%s %s nulls last, g.o1 nulls last', p_by, case when p_view.terms[1].descending then 'desc' else 'asc' end)
         else format('g.o1 %s nulls last', case when p_view.terms[1].descending then 'desc' else 'asc' end) end,
    case when p_view.terms[2].descending then 'desc' else 'asc' end,
    case when p_view.groups >= 1 then plinth_private.path_value_sql(p_view.terms[1], 'k.o1') else 'null' end,
    case when p_view.groups = 2 then format('jsonb_build_array(%s) -> 0', plinth_private.path_value_sql(p_view.terms[2], 's.o2')) else 'null::jsonb' end)
$$;

-- SQL of the keys o1, o2 of a view's records.
create or replace function plinth_private.keys_sql(p_view plinth_private.view, p_units jsonb, p_week_start int) returns text
language sql stable security invoker set search_path = ''
as $$
  select coalesce(string_agg(format('%s as o%s', plinth_private.unit_sql(x.expression, p_units ->> (x.n - 1)::int, p_week_start), x.n),
                             ', ' order by x.n), '')
  from unnest(p_view.terms[:p_view.groups]) with ordinality as x (field, type, expression, wire, descending, choices, place, n)
$$;

-- The one row that a chart's SQL answers. As a query of its own, which may take several processes: one whose row goes into a variable
-- may not.
create or replace function plinth_private.chart_row(p_view plinth_private.view, p_chart jsonb, p_figure text, p_by text, p_records text)
returns table (keys jsonb, key_count bigint, series jsonb, series_count bigint, cells jsonb, whole jsonb)
language plpgsql stable security invoker set search_path = ''
as $$
begin
  return query execute plinth_private.chart_sql(p_view, p_chart, p_figure, p_by, p_records)
    using (p_chart ->> 'take')::int, plinth_private.limit_of('seriesPerChart');
end
$$;

-- A chart of a view: {keys: [[key, count, figure]], keyCount, series: [key], seriesCount, cells: [[key's place, series' place, count,
-- figure]], whole: [count, figure], atSeq}. The query's groups, at most two, are the field of the keys and that of the series; `units`
-- has for each a stretch of days (day, week, month, quarter, year) or null. `figure` is a kind of figures over `field`, or `count` of none.
-- Keys go by their own order or by their figure, in the direction of the first group. Of series the most frequent are told.
create or replace function plinth_private.view_chart(p_query jsonb, p_chart jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_view plinth_private.view := plinth_private.view_of(plinth_private.readable(p_query), p_query);
  v_week_start int := (select b.week_start from plinth."table" as t join plinth.base as b on b.id = t.base_id where t.id = v_view.table_id);
  v_kind text := p_chart ->> 'figure';
  v_field plinth.field;
  v_records text;
  v_by text := '(g.figure #>> ''{}'')::numeric';
  v_exact boolean;
  v_answer record;
begin
  perform plinth_private.check_chart(v_view, p_chart);
  if p_chart ->> 'field' is not null then
    select (f.field).* into v_field
      from plinth_private.read_figures(v_view.table_id, jsonb_build_object(p_chart ->> 'field', v_kind), 1) as f;
  elsif v_kind is distinct from 'count' then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', v_view.table_id, 'rule', 'figures'));
  end if;
  if v_kind in ('earliest', 'latest') then
    v_by := '(g.figure #>> ''{}'') collate pg_catalog."C"';
  end if;
  v_records := format('select %s from %s where %s',
    concat_ws(', ', nullif(plinth_private.keys_sql(v_view, p_chart -> 'units', v_week_start), ''),
              case when v_field.id is null then 'null as f1' else format('%s as f1', plinth_private.column_ref(v_field)) end),
    plinth_private.ordered_source(v_view.relation, v_view.terms[:v_view.groups],
      v_view.places || case when v_field.id is null then '{}'::text[] else array[plinth_private.place_of(v_field)] end),
    plinth_private.view_condition(v_view, false));
  foreach v_exact in array '{false,true}'::boolean[] loop
    begin
      select r.* into v_answer from plinth_private.chart_row(v_view, p_chart,
          case when v_field.id is null then 'to_jsonb(count(*))'
               else plinth_private.figure_sql(v_field.type, v_kind, 'r.f1', v_exact) end, v_by, v_records) as r;
      exit;
    exception
      when numeric_value_out_of_range then
        if v_exact then
          raise;
        end if;
    end;
  end loop;
  return jsonb_build_object('keys', v_answer.keys, 'keyCount', v_answer.key_count, 'series', v_answer.series,
                            'seriesCount', v_answer.series_count, 'cells', v_answer.cells, 'whole', v_answer.whole,
                            'atSeq', pg_snapshot_xmin(pg_current_snapshot())::text);
end
$$;
