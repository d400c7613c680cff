-- The groups of a view, in its order, with their counts and figures.

-- SQL of what a group's path holds, by its place in the order.
create or replace function plinth_private.path_value_sql(p_term plinth_private.sort_term, p_place text) returns text
language sql immutable security invoker set search_path = ''
as $$
  select format(case when p_term.type in ('single_select', 'status') then '(%2$L::text[])[%1$s]'
                     when p_term.type = 'multi_select' then 'plinth_private.set_at_places(%s, %L::text[])'
                     when p_term.type = 'person' then 'right(%s, 36)'
                     when p_term.type = 'link' then 'plinth_private.letters_id((%s)[2])' else '%s' end, p_place, p_term.choices::text)
$$;

-- SQL of the records of a view by the places o1, o2, … of their groups: counted by the innermost already, or each by itself with
-- the columns f1, f2, … of which figures are asked.
create or replace function plinth_private.grouped_sql(p_view plinth_private.view, p_figures jsonb) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_terms plinth_private.sort_term[] := p_view.terms[:p_view.groups];
  v_limit bigint := plinth_private.limit_of('figuresPerGroup');
  v_expressions text := (
    select string_agg(format('%s as o%s', x.expression, x.n), ', ' order by x.n)
    from unnest(v_terms) with ordinality as x (field, type, expression, wire, descending, choices, place, source, n));
  v_columns text := (
    select string_agg(format(', %s as f%s', plinth_private.column_ref(r.field), r.n), '' order by r.n)
    from plinth_private.read_figures(p_view.table_id, p_figures, v_limit) with ordinality as r (field, kind, n));
  v_places text[] := array(
    select plinth_private.place_of(r.field) from plinth_private.read_figures(p_view.table_id, p_figures, v_limit) as r);
begin
  return format(case when v_columns is null then 'select %s, count(*) as amount from %s where %s group by %s'
                     else 'select %1$s%5$s, 1 as amount from %2$s where %3$s' end,
                v_expressions, plinth_private.ordered_source(p_view.relation, v_terms, p_view.places || v_places),
                plinth_private.view_condition(p_view, false),
                (select string_agg(n::text, ', ') from generate_series(1, p_view.groups) as n), v_columns);
end
$$;

-- SQL of a page of groups, with the sums over all: those that stand in collapsed groups are left out. $1 passed over, $2 taken: outer
-- ones before inner ones, so that many of these leave no record without a heading.
create or replace function plinth_private.groups_sql(p_view plinth_private.view, p_paths jsonb, p_records text, p_figures text)
returns text
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_places text[] := array(select format('o%s', n) from generate_series(1, p_view.groups) as n order by n);
  v_collapsed text[] := array(
    select coalesce(plinth_private.collapsed_sql(p_view.terms, v_places, p_paths, n), 'false')
    from generate_series(1, p_view.groups) as n order by n);
  v_values text[] := array(
    select plinth_private.path_value_sql(p_view.terms[n], v_places[n]) from generate_series(1, p_view.groups) as n order by n);
begin
  return format(
    'with r as (%1$s),
     g as (select %2$s, %3$s as depth, sum(r.amount)::bigint as amount, %4$s as figures from r group by grouping sets (%5$s)),
     p as (select g.*, (case g.depth %6$s end) is true as hidden, (case g.depth %7$s end) is true as collapsed from g)
     select coalesce((select jsonb_agg(jsonb_build_object(''path'', s.path, ''count'', s.amount, ''collapsed'', s.collapsed,
                                                          ''figures'', s.figures) order by s.n)
                      from (select p.*, case p.depth %8$s end as path, row_number() over (order by %9$s) as n,
                                   row_number() over (order by p.depth, %9$s) as turn
                            from p where not p.hidden order by turn offset $1 limit $2) as s), ''[]'') as groups,
            (select count(*) from p where not p.hidden) as amount,
            coalesce((select sum(p.amount) from p where p.depth = 1), 0) as total,
            coalesce((select sum(p.amount) from p where p.depth = %10$s and not p.hidden and not p.collapsed), 0) as shown',
    p_records, array_to_string(v_places, ', '),
    (select string_agg(format('(grouping(r.%s) = 0)::int', o), ' + ') from unnest(v_places) as o), p_figures,
    (select string_agg(format('(%s)', (select string_agg('r.' || o.name, ', ' order by o.n)
                                       from unnest(v_places[:d]) with ordinality as o (name, n))), ', ')
     from generate_series(1, p_view.groups) as d),
    (select string_agg(format('when %s then %s', d, coalesce(nullif(array_to_string(array(
       select format('((%s) is true)', c) from unnest(v_collapsed[:d - 1]) as c), ' or '), ''), 'false')), ' ')
     from generate_series(1, p_view.groups) as d),
    (select string_agg(format('when %s then %s', d, v_collapsed[d]), ' ') from generate_series(1, p_view.groups) as d),
    (select string_agg(format('when %s then jsonb_build_array(%s)', d, array_to_string(v_values[:d], ', ')), ' ')
     from generate_series(1, p_view.groups) as d),
    (select string_agg(format('p.depth >= %1$s, p.o%1$s %2$s nulls last', d, case when p_view.terms[d].descending then 'desc' else 'asc' end),
                       ', ' order by d)
     from generate_series(1, p_view.groups) as d),
    p_view.groups);
end
$$;

-- A page of the groups of a view, those within others behind them: {groups: [{path, count, collapsed, figures}], total, shown, atEnd,
-- atSeq, linked?}: `linked` as in `linked_names`. Pages take the outermost of all first, then those within them, in their order. Counts are of all records of a group; total of all in the view, shown of those in no collapsed group.
create or replace function plinth_private.view_groups(p_query jsonb, p_figures jsonb, p_skip int, p_take int) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_view plinth_private.view := plinth_private.view_of(plinth_private.readable(p_query), p_query);
  v_limit bigint := plinth_private.limit_of('figuresPerGroup');
  v_records text := plinth_private.grouped_sql(v_view, p_figures);
  v_paths jsonb;
  v_answer record;
begin
  if v_view.groups = 0 or p_skip is null or p_skip < 0
     or p_take is null or p_take not between 1 and plinth_private.limit_of('groupsPerRequest') then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', v_view.table_id, 'rule', 'groups'));
  end if;
  v_paths := plinth_private.collapsed_paths(v_view.table_id, p_query, v_view.groups);
  begin
    execute plinth_private.groups_sql(v_view, v_paths, v_records,
                                      plinth_private.figures_sql(v_view.table_id, p_figures, v_limit, true, false))
      into v_answer using p_skip, p_take;
  exception
    when numeric_value_out_of_range then
      execute plinth_private.groups_sql(v_view, v_paths, v_records,
                                        plinth_private.figures_sql(v_view.table_id, p_figures, v_limit, true, true))
        into v_answer using p_skip, p_take;
  end;
  return jsonb_build_object('groups', v_answer.groups, 'total', v_answer.total, 'shown', v_answer.shown,
                            'atEnd', p_skip + p_take >= v_answer.amount,
                            'atSeq', pg_snapshot_xmin(pg_current_snapshot())::text)
    || plinth_private.linked_names(v_view, (select jsonb_agg(g.value -> 'path') from jsonb_array_elements(v_answer.groups) as g));
end
$$;
