-- Windows of rows. A query is compiled to keyset SQL: what the caller reads of the table is asked once, as a condition; ids are
-- found under it, and the values are read by id under it once more (docs/decisions/0014-authority-at-scale.md). Tests with
-- random rights compare this with what the policies give.
--
-- Order: the sorts, empty values last in both directions, then id (ascending when the first sort is ascending,
-- descending when it is descending). The leading sort splits a view in two segments, the rows that have a value and the
-- rows that have none, because a btree has its nulls at one end only; each segment is a query of its own that an index
-- on (column, id) serves in either direction. Groupings are the leading sorts.

do $$
begin
  if to_regtype('plinth_private.sort_term') is null then
    create type plinth_private.sort_term as (
      field uuid,
      -- How its values compare: a field's type, or date for the days of a date-time.
      type text,
      -- SQL by which the database orders, compares and groups.
      expression text,
      -- SQL of the value in a key.
      wire text,
      descending boolean,
      -- In the order of their names or positions: the options, or the people of the base.
      choices text[],
      -- What the relation is called in which the column stands: t, or a side.
      place text
    );
  end if;
  if not exists (select 1 from pg_catalog.pg_attribute as a
                 where a.attrelid = 'plinth_private.sort_term'::regclass and a.attname = 'source') then
    -- SQL behind FROM of what else it is worked out from, for records of relation t; null: nothing.
    alter type plinth_private.sort_term add attribute source text;
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

-- The time zone of a table's base.
create or replace function plinth_private.zone_of(p_table uuid) returns text
language sql stable security definer set search_path = ''
as $$ select b.time_zone from plinth."table" as t join plinth.base as b on b.id = t.base_id where t.id = p_table $$;

-- The people of a table's base by their names, as everybody there is told them.
create or replace function plinth_private.people_of(p_table uuid) returns table (id uuid, name text)
language sql stable security definer set search_path = ''
as $$
  select p.id, p.name
  from plinth."table" as t
  join plinth.base as b on b.id = t.base_id
  join plinth.workspace_member as m on m.workspace_id = b.workspace_id
  join plinth.profile as p on p.id = m.user_id
  left join plinth.base_member as bm on bm.base_id = b.id and bm.user_id = m.user_id
  where t.id = p_table and (m.role = 'owner' or bm.user_id is not null)
  order by p.name collate plinth.natural, p.id
$$;

-- A column's value, null where there is none: a client may have stored an empty text past the calls. Filters, groups and figures take it for
-- no value, as expressions and rules do; an order does not, or the index that serves it would serve no filter of the table's own route.
create or replace function plinth_private.filled_sql(p_type text, p_column text) returns text
language sql immutable security invoker set search_path = ''
as $$ select format(case when p_type in ('text', 'long_text') then 'nullif(%s, '''')' else '%s' end, p_column) $$;

-- SQL by which values are ordered and compared. Options go by their positions; people by their names, whoever is none of the
-- base behind them.
create or replace function plinth_private.sort_expression(p_type text, p_column text, p_choices text[]) returns text
language sql immutable security invoker set search_path = ''
as $$
  select format(case
      when plinth_private.family_of(p_type) = 'text' then '%s collate plinth.natural'
      when plinth_private.family_of(p_type) = 'choice' then 'array_position(%2$L::text[], %1$s)'
      when p_type = 'multi_select' then 'plinth_private.set_places(%1$s, %2$L::text[]) collate pg_catalog."C"'
      when plinth_private.family_of(p_type) = 'person' then
        '(coalesce(lpad(array_position(%2$L::uuid[], %1$s)::text, 6, ''0''), ''999999'') || %1$s::text) collate pg_catalog."C"'
      else '%s' end, p_column, p_choices::text)
$$;

-- A term for a field. Records are grouped by the days of date-times, and what is not ticked is one group. Of files, and of links to
-- several records, it is how many there are; a link to one goes by that record (`linked_term`).
create or replace function plinth_private.term_of(p_field plinth.field, p_descending boolean, p_grouped boolean)
returns plinth_private.sort_term
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_column text := plinth_private.column_ref(p_field);
  v_place text := plinth_private.place_of(p_field);
  v_choices text[] := case
    when plinth_private.has_options(p_field.type) then plinth_private.option_ids(p_field.options)
    when plinth_private.family_of(p_field.type) = 'person' then array(select p.id::text from plinth_private.people_of(p_field.table_id) as p) end;
  v_day text;
  v_count text;
begin
  if p_grouped and p_field.type = 'checkbox' then
    v_day := format('coalesce(%s, false)', v_column);
    return (p_field.id, 'checkbox', v_day, v_day, p_descending, null::text[], v_place, null)::plinth_private.sort_term;
  elsif p_grouped and p_field.type = 'text' then
    v_column := plinth_private.filled_sql(p_field.type, v_column);
    return (p_field.id, p_field.type, plinth_private.sort_expression(p_field.type, v_column, null), v_column, p_descending, null::text[],
            v_place, null)::plinth_private.sort_term;
  elsif p_grouped and plinth_private.family_of(p_field.type) = 'datetime' then
    v_day := format('case when %1$s is not null then least(greatest((%1$s at time zone %2$L)::date, ''0001-01-01''), ''9999-12-31'') end',
                    v_column, plinth_private.zone_of(p_field.table_id));
    return (p_field.id, 'date', v_day, v_day, p_descending, null::text[], v_place, null)::plinth_private.sort_term;
  elsif p_field.type = 'link' and p_field.options -> 'single' = 'true' then
    return plinth_private.linked_term(p_field, p_descending);
  elsif p_field.type in ('attachment', 'link') then
    v_count := format(case p_field.type when 'link' then 'nullif(%s, 0)' else 'nullif(cardinality(%s), 0)' end, v_column);
    return (p_field.id, 'integer', v_count, v_count, p_descending, null::text[], v_place, null)::plinth_private.sort_term;
  end if;
  return (p_field.id, case when plinth_private.system_column(p_field.type) is null then p_field.type
                           else plinth_private.family_of(p_field.type) end,
          plinth_private.sort_expression(p_field.type, v_column, v_choices),
          -- What the database notes is finer than what is shown: a key says all of it, or records were passed over.
          case when p_field.type in ('created_time', 'changed_time')
               then format('to_char(%s at time zone ''UTC'', ''YYYY-MM-DD"T"HH24:MI:SS.US"Z"'')', v_column)
               when p_field.type = 'multi_select'
               then format('array_to_string(%s, '' '')', plinth_private.wire_sql(p_field.type, p_field.column_name, v_place))
               else plinth_private.wire_sql(p_field.type, p_field.column_name, v_place) end, p_descending, v_choices, v_place,
          null)::plinth_private.sort_term;
end
$$;

-- A list of {field, direction} as terms, checked against the fields that the caller sees; each field once.
create or replace function plinth_private.read_terms(
  p_table uuid, p_list jsonb, p_limit int, p_without text[], p_rule text
) returns plinth_private.sort_term[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_terms plinth_private.sort_term[];
begin
  if p_list = '[]' then
    return '{}';
  elsif jsonb_typeof(p_list) = 'array' and jsonb_array_length(p_list) <= p_limit then
    select array_agg(plinth_private.term_of(f, s.value ->> 'direction' = 'desc', p_rule = 'groups') order by s.ordinality)
      into v_terms
      from jsonb_array_elements(p_list) with ordinality as s
      join plinth_private.seen_fields(p_table) as f on f.id = plinth_private.as_uuid(s.value ->> 'field')
      where f.type <> all (p_without) and s.value ->> 'direction' in ('asc', 'desc');
    if cardinality(v_terms) = jsonb_array_length(p_list)
       and (select count(distinct x.field) from unnest(v_terms) as x) = cardinality(v_terms) then
      return v_terms;
    end if;
  end if;
  perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', p_table, 'rule', p_rule));
end
$$;

-- By what a query groups: not by long texts and documents.
create or replace function plinth_private.group_terms(p_table uuid, p_query jsonb) returns plinth_private.sort_term[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return plinth_private.read_terms(p_table, coalesce(nullif(p_query -> 'groups', 'null'), '[]'),
                                   plinth_private.limit_of('groupingsPerView')::int, '{long_text,json}', 'groups');
end
$$;

-- By what a query orders: its groupings, then its sorts, never by documents. A sort by a field that is grouped by
-- already says nothing more, but for the times within a day.
create or replace function plinth_private.sort_terms(p_table uuid, p_query jsonb) returns plinth_private.sort_term[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_groups plinth_private.sort_term[] := plinth_private.group_terms(p_table, p_query);
  v_sorts plinth_private.sort_term[] := plinth_private.read_terms(p_table, coalesce(p_query -> 'sorts', '[]'), 10,
                                                                  '{json}', 'sorts');
begin
  return v_groups || array(
    select (s.field, s.type, s.expression, s.wire, s.descending, s.choices, s.place, s.source)::plinth_private.sort_term
    from unnest(v_sorts) with ordinality as s (field, type, expression, wire, descending, choices, place, source, n)
    where s.type = 'datetime' or s.field <> all (array(select g.field from unnest(v_groups) as g)) order by s.n);
end
$$;

-- FROM of a view that is ordered by these terms, with conditions on what stands in these places. For definer code: every
-- record has a row in each side, so inner joins will do, and where the table's own relation is not asked for anything it stays out.
create or replace function plinth_private.ordered_source(
  p_relation text, p_terms plinth_private.sort_term[], p_places text[]
) returns text
language sql immutable security invoker set search_path = ''
as $$
  select string_agg(format(case when p.n = 1 then 'data.%I as %I' else ' join data.%I as %I on %2$I.id = %3$I.id' end,
                           case when p.place = 't' then p_relation else p.place end, p.place, b.base), '' order by p.n)
         || coalesce((select string_agg(distinct x.source, '') from unnest(p_terms) as x), '')
  from (select case when 't' = any (p_places) then 't' else coalesce(p_terms[1].place, 't') end as base) as b
  cross join lateral (
    select d.place, row_number() over (order by d.place <> b.base, d.place) as n
    from (select b.base as place union select x.place from unnest(p_terms) as x union select unnest(p_places)) as d) as p
$$;

-- The id of a row by which ties are broken, beside the column of the first term: so an index on both serves.
create or replace function plinth_private.id_ref(p_terms plinth_private.sort_term[]) returns text
language sql immutable security invoker set search_path = ''
as $$ select format('%I.id', coalesce(p_terms[1].place, 't')) $$;

-- Is what a key holds for this term, an option or a set of them, among its choices? Null of an empty value.
create or replace function plinth_private.are_choices(p_term plinth_private.sort_term, p_key text) returns boolean
language sql immutable strict security invoker set search_path = ''
as $$
  select case p_term.type when 'multi_select' then string_to_array(p_key, ' ') else array[p_key] end <@ p_term.choices
$$;

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
  elsif plinth_private.has_options(p_term.type) and not plinth_private.are_choices(p_term, v_text) then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'key'));
  end if;
  return case plinth_private.family_of(p_term.type)
    when 'uuid' then format('%L::uuid', v_text::uuid)
    when 'integer' then format('%L::bigint', v_text::bigint)
    when 'link' then plinth_private.linked_literal(p_term.field, v_text::uuid)
    when 'number' then format('%L::double precision', v_text::double precision)
    when 'checkbox' then format('%L::boolean', v_text::boolean)
    when 'date' then format('%L::date', to_char(v_moment at time zone 'UTC', 'YYYY-MM-DD'))
    when 'datetime' then
      format('%L::timestamptz', to_char(v_moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
    when 'choice' then format('%s', array_position(p_term.choices, v_text))
    when 'multi_select' then format('%L::text collate pg_catalog."C"', plinth_private.set_places(string_to_array(v_text, ' '), p_term.choices))
    when 'person' then plinth_private.sort_expression('person', format('%L::uuid', v_text::uuid), p_term.choices)
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
  from unnest(p_terms) with ordinality as s (field, type, expression, wire, descending, choices, place, source, n)
$$;

-- What lies behind a key (null: everything), among the records that have a value by which the view is ordered first, and among
-- those that have none; null where nothing does.
create or replace function plinth_private.bounds(
  p_terms plinth_private.sort_term[], p_anchor jsonb, p_backward boolean, out with_value text, out without_value text
)
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_literals text[];
  v_id uuid;
  v_lead text := p_terms[1].expression;
  v_operator text := case when coalesce(p_terms[1].descending, false) <> p_backward then '<' else '>' end;
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
    with_value := case when v_id is null then 'true' else format('t.id %s %L::uuid', v_operator, v_id) end;
    return;
  end if;
  with_value := format('%s is not null', v_lead);
  without_value := format('%s is null', v_lead);
  if v_id is null then
    return;
  elsif v_literals[1] is null then
    with_value := case when p_backward then with_value end;
    without_value := format('%s is null and %s', v_lead,
                            plinth_private.behind_sql(p_terms, v_literals, v_id, 2, p_backward));
    return;
  end if;
  without_value := case when not p_backward then without_value end;
  with_value := case when cardinality(p_terms) = 1
    then format('(%s, %s) %s (%s, %L::uuid)', v_lead, plinth_private.id_ref(p_terms), v_operator, v_literals[1], v_id)
    else format('%1$s %2$s= %3$s and (%1$s %2$s %3$s or (%1$s = %3$s and %4$s))', v_lead, v_operator, v_literals[1],
                plinth_private.behind_sql(p_terms, v_literals, v_id, 2, p_backward)) end;
end
$$;

-- The segments of a view from an anchor on, in the order of travel.
create or replace function plinth_private.segments(
  p_terms plinth_private.sort_term[], p_anchor jsonb, p_backward boolean
) returns text[]
language sql stable security invoker set search_path = ''
as $$
  select array_remove(case when p_backward then array[b.without_value, b.with_value]
                           else array[b.with_value, b.without_value] end, null)
  from plinth_private.bounds(p_terms, p_anchor, p_backward) as b
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
  select plinth_private.json_array_sql(coalesce(array_agg(s.wire order by s.n), '{}') || array['t.id'])
  from unnest(p_terms) with ordinality as s (field, type, expression, wire, descending, choices, place, source, n)
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
    where f.id = p_field and f.type not in ('single_select', 'status', 'multi_select', 'json', 'attachment', 'link', 'person', 'long_text', 'url',
                                            'created_by', 'changed_by');
  if not found then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('field', p_field, 'rule', 'type'));
  end if;
  v_relation := plinth_private.home_relation(v_field);
  v_name := plinth_private.index_name(p_field);
  perform plinth_private.make_index(v_name, v_relation, v_field.column_name, v_field.type);
  return v_name;
end
$$;
