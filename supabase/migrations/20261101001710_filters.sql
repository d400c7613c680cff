-- Filters: conditions on fields, joined by "and" and "or" (packages/domain/src/view/filter.ts), compiled to SQL. Operators come from
-- a list, values become literals of the column's type, and a field that is hidden from the caller is like one that is not there.
-- What is compiled never raises on a record, and compares columns with literals wherever an index could serve that.

-- The operators that suit a type; equal to packages/domain/src/field-types (a test compares them).
create or replace function plinth_private.operators_of(p_type text) returns text[]
language sql immutable security invoker set search_path = ''
as $$
  select case
    when plinth_private.family_of(p_type) = 'text'
      then '{contains,not_contains,is,is_not,starts_with,ends_with,empty,not_empty}'::text[]
    when plinth_private.family_of(p_type) in ('integer', 'number') then '{is,is_not,lt,le,gt,ge,empty,not_empty}'
    when plinth_private.family_of(p_type) in ('date', 'datetime') then '{is,is_not,lt,le,gt,ge,within,empty,not_empty}'
    when plinth_private.family_of(p_type) in ('choice', 'person') then '{is,is_not,any_of,none_of,empty,not_empty}'
    when p_type = 'checkbox' then '{is}'
    when p_type = 'multi_select' then '{any_of,all_of,none_of,is,empty,not_empty}'
    when p_type = 'json' then '{contains,not_contains,has_key,empty,not_empty}'
    when p_type = 'attachment' then '{empty,not_empty}'
    when p_type = 'link' then '{any_of,none_of,contains,not_contains,empty,not_empty}'
    else '{}'
  end
$$;

-- Text in the form in which it is compared: capitals by Unicode's full mapping, so that "Straße" and "STRASSE" are the same.
create or replace function plinth_private.folded(p_text text) returns text
language sql immutable security invoker set search_path = ''
as $$ select upper(p_text collate pg_catalog."und-x-icu") $$;

-- The same of an SQL expression.
create or replace function plinth_private.folded_sql(p_expression text) returns text
language sql immutable security invoker set search_path = ''
as $$ select format('upper(%s collate pg_catalog."und-x-icu")', p_expression) $$;

-- A day as a literal.
create or replace function plinth_private.day_literal(p_day date) returns text
language sql immutable security invoker set search_path = ''
as $$ select format('%L::date', to_char(p_day::timestamp, 'YYYY-MM-DD')) $$;

-- The moment at which a day begins in a zone, as a literal; before the first and after the last moment that cells hold, no end.
create or replace function plinth_private.dawn_literal(p_day date, p_zone text) returns text
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_at timestamptz := plinth_private.ex_datetime_of(p_day, 0, 0, p_zone);
begin
  return format('%L::timestamptz', case
    when v_at is not null then to_char(v_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
    when p_day > '5000-01-01' then 'infinity' else '-infinity' end);
end
$$;

-- The days of a relative day or a period, both inclusive; null when it is none.
create or replace function plinth_private.days_of(p_value jsonb, p_zone text, p_week_start int, out first_day date, out last_day date)
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_today date := plinth_private.ex_day(p_zone);
  v_unit text := p_value ->> 'unit';
  v_count numeric;
  v_length interval;
begin
  if jsonb_typeof(p_value -> 'day') = 'number' then
    v_count := (p_value ->> 'day')::numeric;
    if v_count = trunc(v_count) and abs(v_count) <= 100000 then
      first_day := v_today + v_count::int;
      last_day := first_day;
    end if;
    return;
  elsif jsonb_typeof(p_value -> 'count') is distinct from 'number' then
    return;
  end if;
  v_count := (p_value ->> 'count')::numeric;
  if v_unit is null or v_unit not in ('day', 'week', 'month', 'year') or v_count <> trunc(v_count) or v_count not between 1 and 1000 then
    return;
  end if;
  v_length := case v_unit when 'day' then make_interval(days => v_count::int) when 'week' then make_interval(weeks => v_count::int)
    when 'month' then make_interval(months => v_count::int) else make_interval(years => v_count::int) end;
  if p_value ->> 'period' = 'this' and v_count = 1 then
    first_day := case when v_unit = 'week' then v_today - (extract(isodow from v_today)::int - p_week_start + 7) % 7
                      else date_trunc(v_unit, v_today::timestamp)::date end;
    last_day := (first_day + v_length)::date - 1;
  elsif p_value ->> 'period' = 'past' then
    first_day := (v_today - v_length)::date + 1;
    last_day := v_today;
  elsif p_value ->> 'period' = 'next' then
    first_day := v_today;
    last_day := (v_today + v_length)::date - 1;
  end if;
end
$$;

-- A condition on a column of texts. Here and below null says that the value is none that suits.
create or replace function plinth_private.text_condition(p_column text, p_operator text, p_value jsonb) returns text
language plpgsql immutable security invoker set search_path = ''
as $$
declare
  v_text text := plinth_private.folded(p_value #>> '{}');
  v_column text := plinth_private.folded_sql(p_column);
begin
  if jsonb_typeof(p_value) <> 'string' or char_length(v_text) > plinth_private.limit_of('textLength') then
    return null;
  end if;
  return case p_operator
    when 'is' then format('%s = %L', v_column, v_text)
    when 'is_not' then format('%s is distinct from %L', v_column, v_text)
    when 'contains' then format('strpos(%s, %L) > 0', v_column, v_text)
    when 'not_contains' then format('coalesce(strpos(%s, %L), 0) = 0', v_column, v_text)
    when 'starts_with' then format('starts_with(%s, %L)', v_column, v_text)
    when 'ends_with' then format('right(%s, %s) = %L', v_column, char_length(v_text), v_text)
  end;
end
$$;

-- Whole numbers are compared as such, whatever the fraction of the value: an index serves nothing else.
create or replace function plinth_private.number_condition(p_type text, p_column text, p_operator text, p_value jsonb) returns text
language plpgsql immutable security invoker set search_path = ''
as $$
declare
  v_number numeric;
  v_literal text;
begin
  if jsonb_typeof(p_value) <> 'number' then
    return null;
  elsif plinth_private.family_of(p_type) = 'number' then
    v_literal := format('%L::double precision', (p_value #>> '{}')::double precision);
  else
    v_number := least(greatest((p_value #>> '{}')::numeric, -9007199254740992), 9007199254740992);
    if v_number <> trunc(v_number) and p_operator in ('is', 'is_not') then
      return case p_operator when 'is' then 'false' else 'true' end;
    end if;
    v_literal := format('%L::bigint', case when p_operator in ('lt', 'ge') then ceil(v_number) else floor(v_number) end::bigint);
  end if;
  return format(case p_operator when 'is' then '%s = %s' when 'is_not' then '%s is distinct from %s' when 'lt' then '%s < %s'
                  when 'le' then '%s <= %s' when 'gt' then '%s > %s' else '%s >= %s' end, p_column, v_literal);
exception
  when data_exception then
    return null;
end
$$;

-- From p_from on and before p_to.
create or replace function plinth_private.range_condition(p_column text, p_operator text, p_from text, p_to text) returns text
language sql immutable security invoker set search_path = ''
as $$
  select format(case p_operator
      when 'is' then '(%1$s >= %2$s and %1$s < %3$s)'
      when 'within' then '(%1$s >= %2$s and %1$s < %3$s)'
      when 'is_not' then '(%1$s is null or %1$s < %2$s or %1$s >= %3$s)'
      when 'lt' then '%1$s < %2$s'
      when 'le' then '%1$s < %3$s'
      when 'gt' then '%1$s >= %3$s'
      else '%1$s >= %2$s' end, p_column, p_from, p_to)
$$;

-- A condition on a column of days or moments.
create or replace function plinth_private.time_condition(
  p_type text, p_column text, p_operator text, p_value jsonb, p_zone text, p_week_start int
) returns text
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_days record;
  v_literal text;
begin
  if jsonb_typeof(p_value) = 'object' then
    if (p_operator = 'within') <> (p_value ? 'period') then
      return null;
    end if;
    v_days := plinth_private.days_of(p_value, p_zone, p_week_start);
  elsif p_operator = 'within' then
    return null;
  elsif plinth_private.value_problem('date', '{}', p_value) is null then
    select (p_value #>> '{}')::date as first_day, (p_value #>> '{}')::date as last_day into v_days;
  elsif plinth_private.family_of(p_type) = 'datetime' and plinth_private.value_problem('datetime', '{}', p_value) is null then
    v_literal := format('%L::timestamptz', to_char((p_value #>> '{}')::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'));
    return format(case p_operator when 'is' then '%s = %s' when 'is_not' then '%s is distinct from %s' when 'lt' then '%s < %s'
                    when 'le' then '%s <= %s' when 'gt' then '%s > %s' else '%s >= %s' end, p_column, v_literal);
  else
    return null;
  end if;
  if v_days.first_day is null then
    return null;
  elsif p_type = 'date' then
    return plinth_private.range_condition(p_column, p_operator, plinth_private.day_literal(v_days.first_day),
                                          plinth_private.day_literal(v_days.last_day + 1));
  end if;
  return plinth_private.range_condition(p_column, p_operator, plinth_private.dawn_literal(v_days.first_day, p_zone),
                                        plinth_private.dawn_literal(v_days.last_day + 1, p_zone));
end
$$;

-- Options and people by their ids; `me` is the caller. An id of nobody and of no option is nowhere.
create or replace function plinth_private.choice_condition(p_type text, p_column text, p_operator text, p_value jsonb) returns text
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_list boolean := p_operator in ('any_of', 'none_of');
  v_values text[];
begin
  if jsonb_typeof(p_value) <> (case when v_list then 'array' else 'string' end)
     or v_list and jsonb_array_length(p_value) > plinth_private.limit_of('filterListLength') then
    return null;
  end if;
  select array_agg(case when plinth_private.family_of(p_type) <> 'person' then i.value #>> '{}' when i.value = '"me"' then plinth_private.caller()::text
                        else plinth_private.as_uuid(i.value #>> '{}')::text end
                   order by i.n)
    into v_values
    from jsonb_array_elements(case when v_list then p_value else jsonb_build_array(p_value) end) with ordinality as i (value, n)
    where jsonb_typeof(i.value) = 'string' and char_length(i.value #>> '{}') <= 200;
  if cardinality(v_values) is distinct from (case when v_list then jsonb_array_length(p_value) else 1 end)
     or array_position(v_values, null) is not null then
    return null;
  end if;
  return case p_operator
    -- Of one value an index gives what is left in its order; of a list of values it does not.
    when 'any_of' then case when cardinality(v_values) = 1
      then format('%s = %L::%s', p_column, v_values[1], plinth_private.column_type(p_type))
      else format('%s = any (%L::%s[])', p_column, v_values::text, plinth_private.column_type(p_type)) end
    when 'none_of' then
      format('(%1$s is null or %1$s <> all (%2$L::%3$s[]))', p_column, v_values::text, plinth_private.column_type(p_type))
    else format(case p_operator when 'is' then '%s = %L::%s' else '%s is distinct from %L::%s' end, p_column, v_values[1],
                plinth_private.column_type(p_type)) end;
end
$$;

-- Sets of options: has any of these, all, none, or is exactly these. An index on the items serves all of these but none.
create or replace function plinth_private.set_condition(p_column text, p_operator text, p_value jsonb) returns text
language plpgsql immutable security invoker set search_path = ''
as $$
begin
  if jsonb_typeof(p_value) <> 'array' or jsonb_array_length(p_value) > plinth_private.limit_of('filterListLength')
     or exists (select 1 from jsonb_array_elements(p_value) as i
                where jsonb_typeof(i.value) <> 'string' or char_length(i.value #>> '{}') > 200) then
    return null;
  end if;
  return format(case p_operator
      when 'any_of' then '%s && %L::text[]'
      when 'none_of' then '(%s && %L::text[]) is not true'
      when 'all_of' then '%s @> %L::text[]'
      else '(%1$s @> %2$L::text[] and %1$s <@ %2$L::text[])' end,
    p_column, coalesce(plinth_private.choice_set(p_value::text), '{}')::text);
end
$$;

-- A condition on a field; null: the value is none that suits. The operator is one of the type's.
create or replace function plinth_private.field_condition(p_field plinth.field, p_operator text, p_value jsonb) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_column text := plinth_private.column_ref(p_field);
begin
  if p_operator in ('empty', 'not_empty') then
    return format(case when p_field.type = 'link' then case p_operator when 'empty' then '%s = 0' else '%s > 0' end
                       when p_field.type <> 'attachment' then '%s is %snull' when p_operator = 'empty' then 'cardinality(%s) = 0'
                       else 'cardinality(%s) > 0' end, plinth_private.filled_sql(p_field.type, v_column), case when p_operator = 'empty' then '' else 'not ' end);
  end if;
  return case
    when plinth_private.family_of(p_field.type) = 'text' then plinth_private.text_condition(v_column, p_operator, p_value)
    when plinth_private.family_of(p_field.type) in ('integer', 'number') then
      plinth_private.number_condition(p_field.type, v_column, p_operator, p_value)
    when p_field.type = 'checkbox' then
      case p_value when 'true' then v_column when 'false' then format('%s is not true', v_column) end
    when plinth_private.family_of(p_field.type) in ('date', 'datetime') then (
      select plinth_private.time_condition(p_field.type, v_column, p_operator, p_value, b.time_zone, b.week_start)
      from plinth."table" as t join plinth.base as b on b.id = t.base_id where t.id = p_field.table_id)
    when p_field.type = 'link' then plinth_private.link_condition(p_field, p_operator, p_value)
    when p_field.type = 'json' and p_operator = 'has_key' then
      case when jsonb_typeof(p_value) = 'string' then format('(jsonb_typeof(%1$s) = ''object'' and %1$s ? %2$L)', v_column, p_value #>> '{}') end
    when p_field.type = 'json' then plinth_private.text_condition(v_column || '::text', p_operator, p_value)
    when p_field.type = 'multi_select' then plinth_private.set_condition(v_column, p_operator, p_value)
    else plinth_private.choice_condition(p_field.type, v_column, p_operator, p_value)
  end;
end
$$;

-- A filter, or a part of one, as SQL (null: it filters nothing), with the number of its conditions and the places where their
-- columns stand. A condition with nothing to compare with is not complete yet and filters nothing.
create or replace function plinth_private.compile_filter(
  p_table uuid, p_node jsonb, p_depth int, out sql text, out conditions int, out places text[]
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_refusal jsonb := jsonb_build_object('table', p_table, 'field', plinth_private.as_uuid(p_node ->> 'field'), 'rule', 'filter');
  v_field plinth.field;
  v_operator text := p_node ->> 'operator';
  v_value jsonb := coalesce(p_node -> 'value', 'null');
  v_part record;
  v_item jsonb;
  v_parts text[] := '{}';
begin
  conditions := 0;
  places := '{}';
  if jsonb_typeof(p_node) = 'object' and p_node ? 'items' then
    if p_depth > plinth_private.limit_of('filterDepth') or coalesce(p_node ->> 'join', '') not in ('and', 'or')
       or jsonb_typeof(p_node -> 'items') <> 'array' then
      perform plinth_private.fail(400, 'invalid_input', v_refusal);
    end if;
    for v_item in select i.value from jsonb_array_elements(p_node -> 'items') as i loop
      v_part := plinth_private.compile_filter(p_table, v_item, p_depth + 1);
      conditions := conditions + v_part.conditions;
      places := places || v_part.places;
      v_parts := array_append(v_parts, v_part.sql);
      if conditions > plinth_private.limit_of('filterConditions') then
        perform plinth_private.fail(400, 'invalid_input', v_refusal);
      end if;
    end loop;
    v_parts := array_remove(v_parts, null);
    sql := format('(%s)', nullif(array_to_string(v_parts, format(' %s ', p_node ->> 'join')), ''));
    sql := nullif(sql, '()');
    return;
  end if;
  select f.* into v_field from plinth_private.seen_fields(p_table) as f where f.id = plinth_private.as_uuid(p_node ->> 'field');
  -- A field that is not there has none.
  if coalesce(v_operator, '') <> all (plinth_private.operators_of(v_field.type)) then
    perform plinth_private.fail(400, 'invalid_input', v_refusal);
  end if;
  conditions := 1;
  if v_value not in ('null', '""', '[]') or v_operator in ('empty', 'not_empty') then
    sql := plinth_private.field_condition(v_field, v_operator, v_value);
    places := array[plinth_private.place_of(v_field)];
    if sql is null then
      perform plinth_private.fail(400, 'invalid_input', v_refusal);
    end if;
  end if;
end
$$;
