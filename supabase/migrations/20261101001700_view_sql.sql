-- Windows of rows. A query is compiled to keyset SQL: what the caller reads of the table is asked once, as a condition; ids are
-- found under it, and the values are read by id under it once more (docs/decisions/0014-authority-at-scale.md). Tests with
-- random rights compare this with what the policies give.
--
-- Order: the sorts, empty values last in both directions, then id (ascending when the first sort is ascending,
-- descending when it is descending). The leading sort splits a view in two segments, the rows that have a value and the
-- rows that have none, because a btree has its nulls at one end only; each segment is a query of its own that an index
-- on (column, id) serves in either direction.

do $$
begin
  if to_regtype('plinth_private.sort_term') is null then
    create type plinth_private.sort_term as (
      field uuid,
      type text,
      column_name text,
      -- SQL by which the database orders and compares.
      expression text,
      descending boolean,
      options text[],
      -- What the relation is called in which the column stands: t, or a side.
      place text
    );
  end if;
end
$$;

-- What a query is about and the caller may read of it: the table, its relation, and the condition on relation t that the caller's
-- records fulfil. Asked once a call; whoever reads nothing of the table is refused.
create or replace function plinth_private.readable(p_query jsonb, out table_id uuid, out relation text, out filter text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  table_id := plinth_private.as_uuid(p_query ->> 'table');
  filter := plinth_private.scope_filter(table_id, 'read', plinth_private.require_scope(table_id, 'read'));
  relation := (select t.relation from plinth."table" as t where t.id = table_id);
end
$$;

-- SQL by which values of a type are ordered and compared.
create or replace function plinth_private.sort_expression(p_type text, p_place text, p_column text, p_options text[]) returns text
language sql immutable security invoker set search_path = ''
as $$
  select format(case
      when p_type in ('text', 'long_text', 'email', 'url') then '%I.%I collate plinth.natural'
      when p_type in ('single_select', 'status') then 'array_position(%3$L::text[], %1$I.%2$I)'
      else '%I.%I' end, p_place, p_column, p_options::text)
$$;

-- The sorts of a query, checked against the fields of its table; each field once, attachments and people never.
create or replace function plinth_private.sort_terms(p_table uuid, p_query jsonb) returns plinth_private.sort_term[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_sorts jsonb := coalesce(p_query -> 'sorts', '[]');
  v_terms plinth_private.sort_term[];
begin
  if v_sorts = '[]' then
    return '{}';
  elsif jsonb_typeof(v_sorts) <> 'array' or jsonb_array_length(v_sorts) > 10 then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', p_table, 'rule', 'sorts'));
  end if;
  select array_agg((f.id, f.type, f.column_name,
           plinth_private.sort_expression(f.type, plinth_private.place_of(f), f.column_name, plinth_private.option_ids(f.options)),
           s.value ->> 'direction' = 'desc',
           case when f.type in ('single_select', 'status') then plinth_private.option_ids(f.options) end,
           plinth_private.place_of(f)
         )::plinth_private.sort_term order by s.ordinality)
    into v_terms
    from jsonb_array_elements(v_sorts) with ordinality as s
    join plinth_private.seen_fields(p_table) as f on f.id = plinth_private.as_uuid(s.value ->> 'field')
    where f.type not in ('attachment', 'person') and s.value ->> 'direction' in ('asc', 'desc');
  if coalesce(cardinality(v_terms), 0) <> jsonb_array_length(v_sorts)
     or (select count(distinct x.field) from unnest(v_terms) as x) <> cardinality(v_terms) then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', p_table, 'rule', 'sorts'));
  end if;
  return v_terms;
end
$$;

-- FROM of a view that is ordered by these terms. For definer code: every record has a row in each side, so inner joins will
-- do, and where the table's own relation is not asked for anything it stays out.
create or replace function plinth_private.ordered_source(
  p_relation text, p_terms plinth_private.sort_term[], p_filtered boolean
) returns text
language sql immutable security invoker set search_path = ''
as $$
  select string_agg(format(case when p.n = 1 then 'data.%I as %I' else ' join data.%I as %I on %2$I.id = %3$I.id' end,
                           case when p.place = 't' then p_relation else p.place end, p.place, b.base), '' order by p.n)
  from (select case when p_filtered then 't' else coalesce(p_terms[1].place, 't') end as base) as b
  cross join lateral (
    select d.place, row_number() over (order by d.place <> b.base, d.place) as n
    from (select b.base as place union select x.place from unnest(p_terms) as x) as d) as p
$$;

-- The id of a row by which ties are broken, beside the column of the first term: so an index on both serves.
create or replace function plinth_private.id_ref(p_terms plinth_private.sort_term[]) returns text
language sql immutable security invoker set search_path = ''
as $$ select format('%I.id', coalesce(p_terms[1].place, 't')) $$;

-- A value of a key as an SQL literal that compares with the term's expression; null for an empty value.
create or replace function plinth_private.key_literal(p_term plinth_private.sort_term, p_value jsonb) returns text
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_text text := p_value #>> '{}';
  v_moment timestamptz;
begin
  if jsonb_typeof(p_value) = 'null' then
    return null;
  elsif p_term.type in ('date', 'datetime') then
    v_moment := v_text::timestamp at time zone 'UTC';
    if p_term.type = 'datetime' then
      v_moment := v_text::timestamptz;
    end if;
    if v_moment < '0001-01-01T00:00:00Z' or v_moment >= '10000-01-01T00:00:00Z' then
      perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'key'));
    end if;
  elsif p_term.type in ('single_select', 'status') and array_position(p_term.options, v_text) is null then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'key'));
  end if;
  return case p_term.type
    when 'integer' then format('%L::bigint', v_text::bigint)
    when 'number' then format('%L::double precision', v_text::double precision)
    when 'checkbox' then format('%L::boolean', v_text::boolean)
    when 'date' then format('%L::date', v_text::date)
    when 'datetime' then
      format('%L::timestamptz', to_char(v_moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
    when 'single_select' then format('%s', array_position(p_term.options, v_text))
    when 'status' then format('%s', array_position(p_term.options, v_text))
    else format('%L::text collate plinth.natural', v_text)
  end;
exception
  when data_exception then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'key'));
end
$$;

-- The condition "behind this key" for the terms from p_from on: lexicographic, nulls at the end in view order.
create or replace function plinth_private.behind_sql(
  p_terms plinth_private.sort_term[], p_literals text[], p_id uuid, p_from int, p_backward boolean
) returns text
language plpgsql immutable security invoker set search_path = ''
as $$
declare
  v_term plinth_private.sort_term := p_terms[p_from];
  v_expression text := v_term.expression;
  v_literal text := p_literals[p_from];
  v_rest text;
  v_operator text := case when v_term.descending <> p_backward then '<' else '>' end;
begin
  if p_from > cardinality(p_terms) then
    return format('%s %s %L::uuid', plinth_private.id_ref(p_terms),
      case when coalesce(p_terms[1].descending, false) <> p_backward then '<' else '>' end, p_id);
  end if;
  v_rest := plinth_private.behind_sql(p_terms, p_literals, p_id, p_from + 1, p_backward);
  if v_literal is null then
    return case when p_backward
      then format('(%1$s is not null or (%1$s is null and %2$s))', v_expression, v_rest)
      else format('(%1$s is null and %2$s)', v_expression, v_rest) end;
  end if;
  return format('(%1$s %2$s %3$s%4$s or (%1$s = %3$s and %5$s))', v_expression, v_operator, v_literal,
    case when p_backward then '' else format(' or %s is null', v_expression) end, v_rest);
end
$$;

-- ORDER BY of a view (or, backward, of the same view read from its end).
create or replace function plinth_private.order_sql(
  p_terms plinth_private.sort_term[], p_backward boolean, p_lead_native boolean
) returns text
language sql immutable security invoker set search_path = ''
as $$
  select coalesce(string_agg(s.expression || case when s.descending <> p_backward then ' desc' else ' asc' end
      || case
           when p_lead_native and s.n = 1 then case when s.descending <> p_backward then ' nulls first' else ' nulls last' end
           when p_backward then ' nulls first'
           else ' nulls last'
         end, ', ' order by s.n) || ', ', '')
    || case when coalesce(p_terms[1].descending, false) <> p_backward then format('%s desc', plinth_private.id_ref(p_terms))
            else format('%s asc', plinth_private.id_ref(p_terms)) end
  from unnest(p_terms) with ordinality as s (field, type, column_name, expression, descending, options, place, n)
$$;

-- The segments of a view from an anchor on, in the order of travel: conditions and the common ORDER BY.
create or replace function plinth_private.segments(
  p_terms plinth_private.sort_term[], p_anchor jsonb, p_backward boolean
) returns text[]
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_literals text[];
  v_id uuid;
  v_lead text := p_terms[1].expression;
  v_operator text := case when coalesce(p_terms[1].descending, false) <> p_backward then '<' else '>' end;
  v_with text;
  v_without text;
begin
  if coalesce(jsonb_typeof(p_anchor), 'null') <> 'null' then
    if jsonb_typeof(p_anchor) <> 'array' or jsonb_array_length(p_anchor) <> cardinality(p_terms) + 1 then
      perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'key'));
    end if;
    v_id := plinth_private.as_uuid(p_anchor ->> cardinality(p_terms));
    if v_id is null then
      perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'key'));
    end if;
    select array_agg(plinth_private.key_literal(p_terms[n], p_anchor -> (n - 1)) order by n) into v_literals
      from generate_subscripts(p_terms, 1) as n;
  end if;
  if cardinality(p_terms) = 0 then
    return array[case when v_id is null then 'true' else format('t.id %s %L::uuid', v_operator, v_id) end];
  end if;
  v_with := format('%s is not null', v_lead);
  v_without := format('%s is null', v_lead);
  if v_id is not null and v_literals[1] is not null then
    if cardinality(p_terms) = 1 then
      v_with := format('(%s, %s) %s (%s, %L::uuid)', v_lead, plinth_private.id_ref(p_terms), v_operator, v_literals[1], v_id);
    else
      v_with := format('%s %s= %s and %s', v_lead, v_operator, v_literals[1],
        format('(%1$s %2$s %3$s or (%1$s = %3$s and %4$s))', v_lead, v_operator, v_literals[1],
               plinth_private.behind_sql(p_terms, v_literals, v_id, 2, p_backward)));
    end if;
  elsif v_id is not null then
    v_without := format('%s is null and %s', v_lead,
                        plinth_private.behind_sql(p_terms, v_literals, v_id, 2, p_backward));
  end if;
  return case
    when v_id is not null and v_literals[1] is null then
      case when p_backward then array[v_without, format('%s is not null', v_lead)] else array[v_without] end
    when v_id is not null then case when p_backward then array[v_with] else array[v_with, v_without] end
    when p_backward then array[v_without, v_with]
    else array[v_with, v_without]
  end;
end
$$;

-- The SQL of one segment: ids in the order of travel. $1 rows passed over, $2 rows taken.
create or replace function plinth_private.segment_sql(
  p_source text, p_terms plinth_private.sort_term[], p_condition text, p_backward boolean
) returns text
language sql stable security invoker set search_path = ''
as $$
  select format('select array(select %s from %s where %s order by %s offset $1 limit $2)', plinth_private.id_ref(p_terms),
                p_source, p_condition, plinth_private.order_sql(p_terms, p_backward, true))
$$;

-- SQL of a row's key: the sort values as they travel, then the id.
create or replace function plinth_private.key_sql(p_terms plinth_private.sort_term[]) returns text
language sql immutable security invoker set search_path = ''
as $$
  select plinth_private.json_array_sql(
    coalesce(array_agg(plinth_private.wire_sql(s.type, s.column_name, s.place) order by s.n), '{}') || array['t.id'])
  from unnest(p_terms) with ordinality as s (field, type, column_name, expression, descending, options, place, n)
$$;

-- Ids of a window in view order, of what is `readable` for the caller; at most p_take.
create or replace function plinth_private.find_ids(
  p_readable record, p_terms plinth_private.sort_term[], p_anchor jsonb, p_backward boolean, p_skip int, p_take int
) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_source text := plinth_private.ordered_source(p_readable.relation, p_terms, p_readable.filter <> 'true');
  v_condition text;
  v_skip bigint := greatest(coalesce(p_skip, 0), 0);
  v_ids uuid[] := '{}';
  v_found uuid[];
  v_passed bigint;
begin
  foreach v_condition in array plinth_private.segments(p_terms, p_anchor, p_backward) loop
    if p_readable.filter <> 'true' then
      v_condition := format('(%s) and (%s)', p_readable.filter, v_condition);
    end if;
    execute plinth_private.segment_sql(v_source, p_terms, v_condition, p_backward)
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

-- Makes the index that serves windows sorted by one field, in both directions. For the owner of the database
-- (docs/decisions/0001-sort-indexes.md); select fields are ordered by position and have none.
create or replace function plinth_private.create_sort_index(p_field uuid) returns text
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_relation text;
  v_field plinth.field;
  v_name text;
begin
  select f.* into v_field from plinth.field as f
    where f.id = p_field and f.type not in ('single_select', 'status', 'attachment', 'person', 'long_text', 'url');
  if not found then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('field', p_field, 'rule', 'type'));
  end if;
  v_relation := plinth_private.home_relation(v_field);
  v_name := 'sort_' || replace(p_field::text, '-', '');
  execute format('create index if not exists %I on data.%I (%I%s, id)', v_name, v_relation, v_field.column_name,
                 case when v_field.type in ('text', 'email') then ' collate plinth.natural' else '' end);
  return v_name;
end
$$;
