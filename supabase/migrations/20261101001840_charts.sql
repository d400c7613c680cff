-- Charts: one figure of a view's records for each value of a field, and within that for each value of another. The records are those
-- that the caller reads, and what the fields say is asked as groups and figures ask it.

-- SQL of the day with which a stretch of days begins; p_unit null: of the value itself.
create or replace function plinth_private.unit_sql(p_expression text, p_unit text, p_week_start int) returns text
language sql immutable security invoker set search_path = ''
as $$
  select case p_unit
    -- The greatest of nothing and a day would be that day.
    when 'week' then format('case when %1$s is not null then greatest(%1$s - (extract(isodow from %1$s)::int - %2$s + 7) %% 7, ''0001-01-01'') end',
                            p_expression, p_week_start)
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

-- May records be counted by the values of this term, and each value be given its place afterwards? To look for the place of each record's
-- option costs 50 ms a million. What is told as one key may be several values, where options are gone (`strays`).
create or replace function plinth_private.goes_by_value(p_term plinth_private.sort_term) returns boolean
language sql immutable security invoker set search_path = ''
as $$ select p_term.type in ('single_select', 'status', 'person') $$;

-- SQL of what a group goes by, of what stands in its records.
create or replace function plinth_private.placed_sql(p_term plinth_private.sort_term, p_key text, p_by_value boolean) returns text
language sql immutable security invoker set search_path = ''
as $$
  select case when p_by_value and plinth_private.goes_by_value(p_term) then plinth_private.sort_expression(p_term.type, p_key, p_term.choices)
              else p_key end
$$;

-- SQL of the records of a chart, counted by what their keys come of where a count is all that is asked for: counts add up to totals, and
-- the database may spread such a statement over several processes, which it does not do for several groupings at once.
create or replace function plinth_private.counted_sql(p_view plinth_private.view, p_records text) returns text
language sql immutable security invoker set search_path = ''
as $$
  select format('select x.o1%1$s, count(*) as amount from (%2$s) as x group by x.o1%1$s',
                case p_view.groups when 2 then ', x.o2' else '' end, p_records)
$$;

-- SQL of a chart over a view's records r (o1, o2, f1): keys in their order, at most $1 of them, series, cells and totals. p_by_value: r holds
-- values where places will do later.
create or replace function plinth_private.chart_sql(
  p_view plinth_private.view, p_chart jsonb, p_figure text, p_by text, p_records text, p_by_value boolean
) returns text
language sql stable security invoker set search_path = ''
as $$
  select format(
    'with r as (%1$s),
     h as (select %2$s, %3$s as depth, %13$s as amount, %4$s as figure from r group by %5$s),
     g as (select %10$s as o1, %11$s as o2, h.depth, h.amount, h.figure from h),
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
            (select jsonb_build_array(g.amount, g.figure) from g where g.depth = 0) as whole,
            (select coalesce(bool_or(%12$s), false) from h) as strays',
    case when a.adds then plinth_private.counted_sql(p_view, p_records) else p_records end,
    case p_view.groups when 0 then 'null::int as o1, null::int as o2' when 1 then 'r.o1, null::int as o2' else 'r.o1, r.o2' end,
    case p_view.groups when 0 then '0' when 1 then '(grouping(r.o1) = 0)::int'
                       else '(grouping(r.o1) = 0)::int + (grouping(r.o2) = 0)::int' end,
    case when a.adds then format('to_jsonb(%s)', a.amount) else p_figure end,
    case p_view.groups
      when 0 then '()'
      when 1 then case when (p_chart -> 'totals')::boolean then 'grouping sets ((r.o1), ())' else 'r.o1' end
      else format('grouping sets ((r.o1, r.o2), (r.o1)%s)', case when (p_chart -> 'totals')::boolean then ', ()' else '' end) end,
    case when p_chart ->> 'by' = 'figure'
         then format('%s %s nulls last, g.o1 nulls last', p_by, case when p_view.terms[1].descending then 'desc' else 'asc' end)
         else format('g.o1 %s nulls last', case when p_view.terms[1].descending then 'desc' else 'asc' end) end,
    case when p_view.terms[2].descending then 'desc' else 'asc' end,
    case when p_view.groups >= 1 then plinth_private.path_value_sql(p_view.terms[1], 'k.o1') else 'null' end,
    case when p_view.groups = 2 then format('jsonb_build_array(%s) -> 0', plinth_private.path_value_sql(p_view.terms[2], 's.o2')) else 'null::jsonb' end,
    plinth_private.placed_sql((p_view.terms[:p_view.groups])[1], 'h.o1', p_by_value),
    plinth_private.placed_sql((p_view.terms[:p_view.groups])[2], 'h.o2', p_by_value),
    coalesce((select string_agg(format('(h.o%1$s is not null and %2$s is null)', n, plinth_private.placed_sql(p_view.terms[n], format('h.o%s', n), true)), ' or ')
              from generate_series(1, p_view.groups) as n
              where p_by_value and plinth_private.goes_by_value(p_view.terms[n])), 'false'),
    a.amount)
  from (select s.adds, case when s.adds then 'coalesce(sum(r.amount), 0)::bigint' else 'count(*)' end as amount
        from (select p_view.groups > 0 and p_chart ->> 'field' is null as adds) as s) as a
$$;

-- SQL of the keys o1, o2 of a view's records, or of the values that they come of.
create or replace function plinth_private.keys_sql(p_view plinth_private.view, p_units jsonb, p_week_start int, p_by_value boolean) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(string_agg(format('%s as o%s',
                             case when p_by_value and plinth_private.goes_by_value(p_view.terms[x.n])
                                  then (select plinth_private.column_ref(f) from plinth.field as f where f.id = x.field)
                                  else plinth_private.unit_sql(x.expression, p_units ->> (x.n - 1)::int, p_week_start) end, x.n),
                             ', ' order by x.n), '')
  from unnest(p_view.terms[:p_view.groups]) with ordinality as x (field, type, expression, wire, descending, choices, place, source, n)
$$;

-- The one row that a chart's SQL answers. As a query of its own, which may take several processes: one whose row goes into a variable
-- may not.
create or replace function plinth_private.chart_row(
  p_view plinth_private.view, p_chart jsonb, p_figure text, p_by text, p_records text, p_by_value boolean
) returns table (keys jsonb, key_count bigint, series jsonb, series_count bigint, cells jsonb, whole jsonb, strays boolean)
language plpgsql stable security invoker set search_path = ''
as $$
begin
  return query execute plinth_private.chart_sql(p_view, p_chart, p_figure, p_by, p_records, p_by_value)
    using (p_chart ->> 'take')::int, plinth_private.limit_of('seriesPerChart');
end
$$;

-- A chart of a view: {keys: [[key, count, figure]], keyCount, series: [key], seriesCount, cells: [[key's place, series' place, count,
-- figure]], whole: [count, figure], atSeq, linked?}; `linked` as in `linked_names`. The query's groups, at most two, are the field of the keys and that of the series; `units`
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
  v_by text := '(g.figure #>> ''{}'')::numeric';
  v_exact boolean := false;
  v_by_value boolean := true;
  v_column text := 'null';
  v_places text[];
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
  v_places := v_view.places;
  if v_field.id is not null then
    v_column := plinth_private.column_ref(v_field);
    v_places := v_places || plinth_private.place_of(v_field);
  end if;
  loop
    begin
      select r.* into v_answer from plinth_private.chart_row(v_view, p_chart,
          case when v_field.id is null then 'to_jsonb(count(*))'
               else plinth_private.figure_sql(v_field.type, v_kind, 'r.f1', v_exact) end, v_by,
          format('select %s from %s where %s',
            concat_ws(', ', nullif(plinth_private.keys_sql(v_view, p_chart -> 'units', v_week_start, v_by_value), ''),
                      format('%s as f1', v_column)),
            plinth_private.ordered_source(v_view.relation, v_view.terms[:v_view.groups], v_places),
            plinth_private.view_condition(v_view, false)), v_by_value) as r;
      exit when not v_answer.strays;
      v_by_value := false;
    exception
      when numeric_value_out_of_range then
        if v_exact then
          raise;
        end if;
        v_exact := true;
    end;
  end loop;
  return jsonb_build_object('keys', v_answer.keys, 'keyCount', v_answer.key_count, 'series', v_answer.series,
                            'seriesCount', v_answer.series_count, 'cells', v_answer.cells, 'whole', v_answer.whole,
                            'atSeq', pg_snapshot_xmin(pg_current_snapshot())::text)
    || plinth_private.linked_names(v_view, (select jsonb_agg(jsonb_build_array(k.value -> 0)) from jsonb_array_elements(v_answer.keys) as k)
                                           || (select coalesce(jsonb_agg(jsonb_build_array(null, s.value)), '[]') from jsonb_array_elements(v_answer.series) as s));
end
$$;
