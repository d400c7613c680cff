-- A ViewQuery compiled: what the caller reads of the table, what the query wants of that, which of it stands in collapsed groups, and
-- its order. Every call that takes a query goes through `view_of`.

do $$
begin
  if to_regtype('plinth_private.view') is null then
    create type plinth_private.view as (
      table_id uuid,
      relation text,
      -- Conditions on the places: what the caller reaches, what filter and search let through, what no collapsed group holds.
      reach text,
      wanted text,
      shown text,
      -- Where the columns of these conditions stand.
      places text[],
      terms plinth_private.sort_term[],
      -- So many of the terms are groupings.
      groups int,
      -- The saved view whose records people have put in order; null: something else orders them.
      by_hand uuid
    );
  end if;
end
$$;

-- Conditions that all hold.
create or replace function plinth_private.all_sql(variadic p_conditions text[]) returns text
language sql immutable security invoker set search_path = ''
as $$
  select coalesce(string_agg(format('(%s)', c.sql), ' and ' order by c.n), 'true')
  from unnest(p_conditions) with ordinality as c (sql, n) where c.sql <> 'true'
$$;

-- The condition that a record is in one of the collapsed groups of a depth, by the SQL of the groupings; null where there are none.
-- Paths with an option that is gone are nowhere.
create or replace function plinth_private.collapsed_sql(
  p_terms plinth_private.sort_term[], p_expressions text[], p_paths jsonb, p_depth int
) returns text
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_path jsonb;
  v_literals text[];
  v_before text[] := '{}';
  v_last text[] := '{}';
begin
  for v_path in select p.value from jsonb_array_elements(p_paths) as p where jsonb_array_length(p.value) = p_depth loop
    continue when exists (
      select 1 from generate_series(1, p_depth) as n
      where plinth_private.has_options(p_terms[n].type) and not plinth_private.are_choices(p_terms[n], v_path ->> (n - 1)));
    v_literals := array(select plinth_private.key_literal(p_terms[n], v_path -> (n - 1)) from generate_series(1, p_depth) as n order by n);
    v_before := array_append(v_before, plinth_private.all_sql(variadic array(
      select case when v_literals[n] is null then format('%s is null', p_expressions[n])
                  else format('%s = %s', p_expressions[n], v_literals[n]) end
      from generate_series(1, p_depth - 1) as n)));
    v_last := array_append(v_last, v_literals[p_depth]);
  end loop;
  return (
    select string_agg(format('(%s and (%s))', g.before, concat_ws(' or ',
        case when g.list is not null then format('%s in (%s)', p_expressions[p_depth], g.list) end,
        case when g.has_empty then format('%s is null', p_expressions[p_depth]) end)), ' or ')
    from (select p.before, string_agg(p.last, ', ') as list, bool_or(p.last is null) as has_empty
          from unnest(v_before, v_last) as p (before, last) group by 1) as g);
end
$$;

-- The paths of collapsed groups of a query.
create or replace function plinth_private.collapsed_paths(p_table uuid, p_query jsonb, p_groups int) returns jsonb
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_paths jsonb := coalesce(nullif(p_query -> 'collapsed', 'null'), '[]');
begin
  if jsonb_typeof(v_paths) <> 'array' or jsonb_array_length(v_paths) > plinth_private.limit_of('collapsedGroups')
     or exists (select 1 from jsonb_array_elements(v_paths) as p
                where (case when jsonb_typeof(p.value) = 'array' then jsonb_array_length(p.value) end between 1 and p_groups) is not true) then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', p_table, 'rule', 'collapsed'));
  end if;
  return v_paths;
end
$$;

-- The view of a query, of what is `readable` for the caller.
create or replace function plinth_private.view_of(p_readable record, p_query jsonb) returns plinth_private.view
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_view plinth_private.view;
  v_filter record;
  v_words text[] := plinth_private.search_words(p_readable.table_id, p_query -> 'search');
  v_search record;
  v_linked text;
  v_paths jsonb;
begin
  v_view.table_id := p_readable.table_id;
  v_view.relation := p_readable.relation;
  v_view.reach := p_readable.filter;
  v_view.wanted := 'true';
  v_view.shown := 'true';
  v_view.places := case when p_readable.filter <> 'true' then '{t}'::text[] else '{}' end;
  v_view.terms := plinth_private.sort_terms(v_view.table_id, p_query);
  v_view.groups := cardinality(plinth_private.group_terms(v_view.table_id, p_query));
  if cardinality(v_view.terms) = 0 then
    v_view.by_hand := plinth_private.asked_order(v_view.table_id, p_query);
    v_view.terms := coalesce(plinth_private.terms_by_hand(v_view.by_hand), '{}');
  end if;
  if coalesce(jsonb_typeof(p_query -> 'filter'), 'null') <> 'null' then
    if p_query -> 'filter' ? 'items' is not true then
      perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', v_view.table_id, 'rule', 'filter'));
    end if;
    v_filter := plinth_private.compile_filter(v_view.table_id, p_query -> 'filter', 1);
    v_view.wanted := coalesce(v_filter.sql, 'true');
    v_view.places := v_view.places || v_filter.places;
  end if;
  if cardinality(v_words) > 0 then
    v_search := plinth_private.search_sql(v_view.table_id, v_words);
    v_view.wanted := plinth_private.all_sql(v_view.wanted, v_search.sql);
    v_view.places := v_view.places || v_search.places;
  end if;
  foreach v_linked in array array[plinth_private.linked_sql(v_view.table_id, p_query -> 'linkedTo'),
                                  plinth_private.linkable_sql(v_view.table_id, p_query -> 'linkable')] loop
    if v_linked is not null then
      v_view.wanted := plinth_private.all_sql(v_view.wanted, v_linked);
      v_view.places := v_view.places || '{t}'::text[];
    end if;
  end loop;
  v_paths := plinth_private.collapsed_paths(v_view.table_id, p_query, v_view.groups);
  v_view.shown := plinth_private.all_sql(variadic array(
    select format('(%s) is not true', c.sql)
    from generate_series(1, v_view.groups) as n
    cross join lateral (select plinth_private.collapsed_sql(
      v_view.terms, array(select x.expression from unnest(v_view.terms) with ordinality as x (field, type, expression, wire, descending, choices, place, source, n)
                          order by x.n), v_paths, n) as sql) as c
    where c.sql is not null));
  return v_view;
end
$$;

-- FROM of a view's records.
create or replace function plinth_private.view_source(p_view plinth_private.view) returns text
language sql stable security invoker set search_path = ''
as $$ select plinth_private.ordered_source(p_view.relation, p_view.terms, p_view.places) $$;

-- WHERE of a view's records: of all, or of those that no collapsed group holds.
create or replace function plinth_private.view_condition(p_view plinth_private.view, p_shown boolean) returns text
language sql stable security invoker set search_path = ''
as $$ select plinth_private.all_sql(p_view.reach, p_view.wanted, case when p_shown then p_view.shown else 'true' end) $$;

-- Ids of a window in view order, of those records of a view for which one condition more holds; at most p_take.
create or replace function plinth_private.find_ids(
  p_view plinth_private.view, p_more text, p_anchor jsonb, p_backward boolean, p_skip int, p_take int
) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_source text := plinth_private.view_source(p_view);
  v_condition text;
  v_skip bigint := greatest(coalesce(p_skip, 0), 0);
  v_ids uuid[] := '{}';
  v_found uuid[];
  v_passed bigint;
begin
  if p_view.by_hand is not null then
    v_ids := plinth_private.ids_by_hand(p_view, p_more, p_anchor, p_backward, v_skip, p_take);
  end if;
  foreach v_condition in array case when p_view.by_hand is null then plinth_private.segments(p_view.terms, p_anchor, p_backward)
                                    else '{}'::text[] end loop
    v_condition := plinth_private.all_sql(plinth_private.view_condition(p_view, true), p_more, v_condition);
    execute plinth_private.segment_sql(v_source, p_view.terms, v_condition, p_backward)
      into v_found using v_skip, p_take - cardinality(v_ids);
    if cardinality(v_found) > 0 then
      v_skip := 0;
      v_ids := v_ids || v_found;
    elsif v_skip > 0 then
      execute format('select count(*) from (select 1 from %s where %s limit $1) as passed', v_source, v_condition)
        into v_passed using v_skip;
      v_skip := v_skip - v_passed;
    end if;
    exit when cardinality(v_ids) >= p_take;
  end loop;
  if p_backward then
    select array_agg(u.id order by u.n desc) into v_ids from unnest(v_ids) with ordinality as u (id, n);
  end if;
  return coalesce(v_ids, '{}');
end
$$;
