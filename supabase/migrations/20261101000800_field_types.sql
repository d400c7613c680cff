-- What each field type is in the database: its column, its rules, how a value is checked, written and read.
-- Every check here equals the field type of the same name in packages/domain/src/field-types.

-- What a type is kept and compared as: the types of a family share their column, operators, figures and order; what a value may be
-- and how people write it is each type's own. Equal to packages/domain/src/field-types (a test compares them).
create or replace function plinth_private.family_of(p_type text) returns text
language sql immutable parallel safe security invoker set search_path = ''
as $$
  select case
    when p_type in ('text', 'long_text', 'email', 'url', 'phone') then 'text'
    when p_type in ('integer', 'rating', 'duration', 'currency', 'autonumber') then 'integer'
    when p_type in ('number', 'percent') then 'number'
    when p_type in ('single_select', 'status') then 'choice'
    when p_type in ('created_time', 'changed_time') then 'datetime'
    when p_type in ('created_by', 'changed_by') then 'person'
    else p_type
  end
$$;

-- The column of every table that a field of this type shows; null: it has a column of its own.
create or replace function plinth_private.system_column(p_type text) returns text
language sql immutable parallel safe security invoker set search_path = ''
as $$
  select case p_type when 'created_time' then 'created_at' when 'changed_time' then 'changed_at'
                     when 'created_by' then 'created_by' when 'changed_by' then 'changed_by' end
$$;

-- Are its values options of a list that the field has?
create or replace function plinth_private.has_options(p_type text) returns boolean
language sql immutable parallel safe security invoker set search_path = ''
as $$ select p_type in ('single_select', 'status', 'multi_select') $$;

-- Does the database alone give a field of this type its values? Nobody writes them, on no path.
create or replace function plinth_private.is_computed(p_type text) returns boolean
language sql immutable parallel safe security invoker set search_path = ''
as $$ select plinth_private.system_column(p_type) is not null or p_type = 'autonumber' $$;

-- The same of a field: formulas are written by nobody either.
create or replace function plinth_private.is_computed_field(p_field plinth.field) returns boolean
language sql immutable security invoker set search_path = ''
as $$ select p_field.formula is not null or plinth_private.is_computed(p_field.type) $$;

-- Does a field hold values that can be kept and copied by themselves? Formulas are computed again, links stand in relations of their
-- own, and a system column stays with its table.
create or replace function plinth_private.has_own_values(p_field plinth.field) returns boolean
language sql immutable security invoker set search_path = ''
as $$ select p_field.formula is null and p_field.type <> 'link' and plinth_private.system_column(p_field.type) is null $$;

-- E-mail addresses, web addresses and phone numbers as regular expressions. White space is spelled out, because \s depends on the
-- locale; control characters belong to it here.
create or replace function plinth_private.pattern_of(p_type text) returns text
language sql immutable security invoker set search_path = ''
as $$
  select replace(case p_type
    when 'email' then '^[^WS@<>()",;:\\]+@[^WS@<>()",;:\\.]+(\.[^WS@<>()",;:\\.]+)+$'
    when 'url' then '^https?://[^WS/?#]+[^WS]*$'
    when 'phone' then
      '^\+?(\([0-9]{1,5}\)|[0-9])([ ./-]{0,3}(\([0-9]{1,5}\)|[0-9])){2,19}( ?(x|ext\.?) ?[0-9]{1,6})?$'
  end, 'WS', '\u0001-\u0020\u007f\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff')
$$;

-- How many digits a currency has after the point: sums are kept in its minor units. Equal to packages/domain/src/formats/money.ts.
create or replace function plinth_private.currency_digits(p_code text) returns int
language sql immutable parallel safe security invoker set search_path = ''
as $$
  select case
    when p_code in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF',
                    'XPF') then 0
    when p_code in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 3
    when p_code in ('CLF', 'UYW') then 4
    else 2
  end
$$;

-- A sum as digits with a point, all that its currency has.
create or replace function plinth_private.money_text(p_minor bigint, p_code text) returns text
language sql immutable strict parallel safe security invoker set search_path = ''
as $$
  select case when p_minor < 0 then '-' else '' end
    || case d.digits when 0 then d.size else left(d.size, -d.digits) || '.' || right(d.size, d.digits) end
  from (select c.digits, lpad(abs(p_minor)::text, greatest(length(abs(p_minor)::text), c.digits + 1), '0') as size
        from (select plinth_private.currency_digits(p_code) as digits) as c) as d
$$;

-- A length of time as a field shows it, by its smallest unit: 1:30 or 1:30:00. Equal to packages/domain/src/formats/duration-text.ts.
create or replace function plinth_private.duration_shown(p_seconds bigint, p_unit text) returns text
language sql immutable strict parallel safe security invoker set search_path = ''
as $$
  select case when p_seconds < 0 and d.text ~ '[1-9]' then '-' else '' end || d.text
  from (select abs(p_seconds) / 3600 || ':' || lpad((abs(p_seconds) / 60 % 60)::text, 2, '0')
               || case p_unit when 'second' then ':' || lpad((abs(p_seconds) % 60)::text, 2, '0') else '' end as text) as d
$$;

-- The physical type of a field's column.
create or replace function plinth_private.column_type(p_type text) returns text
language sql immutable security invoker set search_path = ''
as $$
  select case plinth_private.family_of(p_type)
    when 'integer' then 'bigint'
    when 'number' then 'double precision'
    when 'checkbox' then 'boolean'
    when 'date' then 'date'
    when 'datetime' then 'timestamptz(3)'
    when 'attachment' then 'uuid[] not null default ''{}'''
    -- How many records are linked.
    when 'link' then 'integer not null default 0'
    when 'person' then 'uuid'
    -- A set: in no order, each once, and never one of nothing (docs/decisions/0037-sets-numbers-documents.md).
    when 'multi_select' then 'text[]'
    when 'json' then 'jsonb'
    else 'text'
  end
$$;

-- The ids of a select field's options, in their order.
create or replace function plinth_private.option_ids(p_options jsonb) returns text[]
language sql immutable security invoker set search_path = ''
as $$
  select coalesce(array_agg(o.value ->> 'id' order by o.ordinality), '{}')
  from jsonb_array_elements(coalesce(p_options -> 'options', '[]')) with ordinality as o
$$;

-- Ids of options in the one order in which a set of them is compared and travels: that of their bytes, each once.
create or replace function plinth_private.ordered_set_sql(p_expression text) returns text
language sql immutable security invoker set search_path = ''
as $$ select format('tsvector_to_array(array_to_tsvector(%s))', p_expression) $$;

-- The set that a JSON text lists, [] and '' being none.
create or replace function plinth_private.choice_set(p_list text) returns text[]
language sql immutable strict parallel safe security invoker set search_path = ''
as $$
  select nullif(array(select distinct i.value collate "C" from jsonb_array_elements_text(nullif(p_list, '')::jsonb) as i order by 1), '{}')
$$;

-- A set by the places of its options, four digits each, in their order: so sets are sorted and grouped. An option that is gone is last.
create or replace function plinth_private.set_places(p_ids text[], p_choices text[]) returns text
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
declare
  v_places text := '';
  v_place int;
  v_last int := 0;
  v_id text;
begin
  foreach v_id in array p_ids loop
    v_place := coalesce(array_position(p_choices, v_id), 9999);
    if v_place < v_last then
      return (select string_agg(lpad(coalesce(array_position(p_choices, i.id), 9999)::text, 4, '0'), ''
                                order by array_position(p_choices, i.id)) from unnest(p_ids) as i (id));
    end if;
    v_last := v_place;
    v_places := v_places || lpad(v_place::text, 4, '0');
  end loop;
  return v_places;
end
$$;

-- The set at these places, as a key holds it: ids with spaces between.
create or replace function plinth_private.set_at_places(p_places text, p_choices text[]) returns text
language sql immutable strict parallel safe security invoker set search_path = ''
as $$
  select string_agg(p_choices[substr(p_places, 4 * n + 1, 4)::int], ' ' order by n)
  from generate_series(0, char_length(p_places) / 4 - 1) as n
$$;

-- What a document may not hold: an object or a list within as many as it may have within one another.
create or replace function plinth_private.too_deep_path() returns jsonpath
language sql immutable security invoker set search_path = ''
as $$
  select format('strict $.**{%s} ? (@.type() == "object" || @.type() == "array")', plinth_private.limit_of('jsonDepth'))::jsonpath
$$;

-- The CHECK constraints of a column: their names are the column's with a rule's name behind it, so that a violation
-- can be told as a code of the catalogue.
create or replace function plinth_private.column_checks(p_type text, p_column text, p_options jsonb)
returns table (name text, body text)
language sql stable security invoker set search_path = ''
as $$
  select p_column || '__' || c.rule, c.body
  from (values
    ('text', 'length', format('char_length(%I) <= 2000', p_column)),
    ('long_text', 'length', format('char_length(%I) <= 100000', p_column)),
    ('email', 'email', format('char_length(%I) <= 254 and %1$I collate "C" ~ %L', p_column,
                              plinth_private.pattern_of('email'))),
    ('url', 'url', format('char_length(%I) <= 2000 and %1$I collate "C" ~* %L', p_column,
                          plinth_private.pattern_of('url'))),
    ('phone', 'phone', format('%I collate "C" ~ %L', p_column, plinth_private.pattern_of('phone'))),
    ('integer', 'range', format('%I between -9007199254740991 and 9007199254740991', p_column)),
    ('duration', 'range', format('%I between -9007199254740991 and 9007199254740991', p_column)),
    ('currency', 'range', format('%I between -9007199254740991 and 9007199254740991', p_column)),
    ('rating', 'range', format('%I between 1 and %s', p_column, coalesce((p_options ->> 'max')::int, 5))),
    ('percent', 'finite', format('%I > ''-Infinity'' and %1$I < ''Infinity''', p_column)),
    ('number', 'finite', format('%I > ''-Infinity'' and %1$I < ''Infinity''', p_column)),
    ('date', 'date', format('%I between ''0001-01-01'' and ''9999-12-31''', p_column)),
    ('datetime', 'date', format('%I >= ''0001-01-01T00:00:00Z'' and %1$I < ''10000-01-01T00:00:00Z''', p_column)),
    ('single_select', 'option',
      -- Without options the comparison is false for an empty cell too.
      format('%I is null or %1$I = any (%L::text[])', p_column, plinth_private.option_ids(p_options)::text)),
    ('status', 'option',
      format('%I is null or %1$I = any (%L::text[])', p_column, plinth_private.option_ids(p_options)::text)),
    ('multi_select', 'option', format('%I <@ %L::text[]', p_column, plinth_private.option_ids(p_options)::text)),
    -- Postgres asks constraints in the order of their names: here no item is null.
    ('multi_select', 'set', format('%1$I is null or array_ndims(%1$I) is not distinct from 1 and cardinality(%1$I) = cardinality(%2$s)',
                                   p_column, plinth_private.ordered_set_sql(quote_ident(p_column)))),
    ('json', 'length', format('char_length(%I::text) <= %s', p_column, plinth_private.limit_of('jsonLength'))),
    -- Null is the empty cell.
    ('json', 'document', format('%1$I <> ''null'' and not jsonb_path_exists(%1$I, %2$L)', p_column, plinth_private.too_deep_path()::text)),
    ('attachment', 'count', format('cardinality(%I) <= 50', p_column))
  ) as c (type, rule, body)
  where c.type = p_type
$$;

-- The code of the catalogue for a violated rule.
create or replace function plinth_private.code_of_rule(p_rule text) returns text
language sql immutable security invoker set search_path = ''
as $$
  select case p_rule
    when 'length' then 'value_too_long'
    when 'email' then 'email_invalid'
    when 'url' then 'url_invalid'
    when 'phone' then 'phone_invalid'
    when 'range' then 'number_out_of_range'
    when 'finite' then 'number_out_of_range'
    when 'date' then 'date_invalid'
    when 'option' then 'option_unknown'
    when 'count' then 'limit_exceeded'
    when 'required' then 'value_required'
    when 'unique' then 'not_unique'
    when 'min' then 'value_out_of_range'
    when 'max' then 'value_out_of_range'
    when 'minLength' then 'value_too_short'
    when 'maxLength' then 'value_too_long'
    when 'keyLength' then 'value_too_long'
    when 'pattern' then 'pattern_mismatch'
    when 'table' then 'rule_violated'
    else 'value_invalid'
  end
$$;

-- Why a text is no document that a cell holds: a code, or null. Raises where it is no JSON.
create or replace function plinth_private.json_problem(p_text text) returns text
language sql immutable security invoker set search_path = ''
as $$
  select case
    when char_length(p_text) > plinth_private.limit_of('jsonLength') or char_length(p_text::jsonb::text) > plinth_private.limit_of('jsonLength')
      then 'value_too_long'
    when p_text::jsonb = 'null' or jsonb_path_exists(p_text::jsonb, plinth_private.too_deep_path())
      then 'value_invalid' end
$$;

-- The document that a text says; null for every other text.
create or replace function plinth_private.json_of(p_text text) returns jsonb
language plpgsql immutable strict parallel safe security invoker set search_path = ''
as $$
begin
  return case when plinth_private.json_problem(p_text) is null then p_text::jsonb end;
exception
  when data_exception then
    return null;
end
$$;

-- Why a JSON value does not fit a field type: a code, or null when it fits. Total: never raises.
create or replace function plinth_private.value_problem(p_type text, p_option_ids text[], p_value jsonb) returns text
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_kind text := jsonb_typeof(p_value);
  v_text text;
begin
  if plinth_private.is_computed(p_type) then
    return 'field_read_only';
  end if;
  -- Empty text is an empty cell of any type.
  if p_value is null or v_kind = 'null' or p_value = '""' then
    return null;
  end if;
  if p_type in ('attachment', 'link') then
    return 'value_invalid';
  elsif p_type = 'multi_select' then
    return case when v_kind <> 'array' or exists (
        select 1 from jsonb_array_elements(case when v_kind = 'array' then p_value else '[]' end) as i
        where jsonb_typeof(i.value) <> 'string' or (i.value #>> '{}') <> all (p_option_ids)) then 'option_unknown' end;
  elsif p_type = 'checkbox' then
    return case when v_kind <> 'boolean' then 'value_invalid' end;
  elsif plinth_private.family_of(p_type) in ('integer', 'number') then
    if v_kind <> 'number' then
      return 'value_invalid';
    elsif plinth_private.family_of(p_type) = 'number' then
      perform (p_value #>> '{}')::double precision;
      return null;
    elsif abs((p_value #>> '{}')::numeric) > 9007199254740991 then
      return 'number_out_of_range';
    elsif (p_value #>> '{}')::numeric <> trunc((p_value #>> '{}')::numeric) then
      return 'value_invalid';
    elsif p_type = 'rating' and (p_value #>> '{}')::numeric not between 1 and 10 then
      -- Of fewer than ten the constraint knows.
      return 'number_out_of_range';
    end if;
    return null;
  elsif v_kind <> 'string' then
    return case p_type
      when 'email' then 'email_invalid'
      when 'url' then 'url_invalid'
      when 'phone' then 'phone_invalid'
      when 'date' then 'date_invalid'
      when 'datetime' then 'date_invalid'
      when 'single_select' then 'option_unknown'
      when 'status' then 'option_unknown'
      else 'value_invalid'
    end;
  end if;
  v_text := p_value #>> '{}';
  return case p_type
    when 'text' then case when char_length(v_text) > 2000 then 'value_too_long' end
    when 'long_text' then case when char_length(v_text) > 100000 then 'value_too_long' end
    when 'email' then case when char_length(v_text) > 254
      or v_text collate "C" !~ plinth_private.pattern_of('email') then 'email_invalid' end
    when 'url' then case when char_length(v_text) > 2000
      or v_text collate "C" !~* plinth_private.pattern_of('url') then 'url_invalid' end
    when 'json' then plinth_private.json_problem(v_text)
    when 'phone' then case when v_text collate "C" !~ plinth_private.pattern_of('phone') then 'phone_invalid' end
    when 'single_select' then case when v_text <> all (p_option_ids) then 'option_unknown' end
    when 'status' then case when v_text <> all (p_option_ids) then 'option_unknown' end
    -- Whether the person is in the base, a trigger asks.
    when 'person' then case when plinth_private.as_uuid(v_text) is null then 'value_invalid' end
    when 'date' then case
      when v_text !~ '^\d{4}-\d{2}-\d{2}$' or v_text::date < '0001-01-01' then 'date_invalid' end
    when 'datetime' then case
      when v_text !~ '^\d{4}-\d\d-\d\d[T ]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-](0\d|1[0-5])(:?[0-5]\d)?)$'
        or v_text::timestamptz < '0001-01-01T00:00:00Z' or v_text::timestamptz >= '10000-01-01T00:00:00Z'
      then 'date_invalid' end
  end;
exception
  when datetime_field_overflow or invalid_datetime_format or invalid_time_zone_displacement_value then
    return 'date_invalid';
  when numeric_value_out_of_range then
    return 'number_out_of_range';
  when data_exception then
    return 'value_invalid';
end
$$;

-- SQL that turns a piece of JSON text (an expression) into a column's value.
create or replace function plinth_private.cast_sql(p_type text, p_expression text) returns text
language sql immutable security invoker set search_path = ''
as $$
  select format(case plinth_private.family_of(p_type)
    -- 7.0 and 7e0 are 7; 7.5 stays a number that no integer column takes.
    when 'integer' then 'trim_scale(nullif(%s, '''')::numeric)::text::bigint'
    when 'number' then 'nullif(%s, '''')::double precision'
    when 'checkbox' then 'nullif(%s, '''')::boolean'
    when 'date' then 'nullif(%s, '''')::date'
    when 'person' then 'nullif(%s, '''')::uuid'
    when 'multi_select' then 'plinth_private.choice_set(%s)'
    when 'json' then 'nullif(%s, '''')::jsonb'
    -- Finer fractions of a second are cut, not rounded.
    when 'datetime' then 'date_trunc(''milliseconds'', nullif(%s, '''')::timestamptz)'
    else 'nullif(%s, '''')'
  end, p_expression)
$$;

-- SQL of a column of relation t, or of a side, as it travels: date-times as ISO with T and Z.
create or replace function plinth_private.wire_sql(p_type text, p_column text, p_place text default 't') returns text
language sql immutable security invoker set search_path = ''
as $$
  select case plinth_private.family_of(p_type)
    when 'datetime' then
      format('to_char(%I.%I at time zone ''UTC'', ''YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'')', p_place, p_column)
    when 'multi_select' then plinth_private.ordered_set_sql(format('%I.%I', p_place, p_column))
    -- As text: JSON of JavaScript loses digits of numbers.
    when 'json' then format('%I.%I::text', p_place, p_column)
    else format('%I.%I', p_place, p_column)
  end
$$;

-- SQL of one jsonb array of these expressions. A call takes at most 100 arguments.
create or replace function plinth_private.json_array_sql(p_expressions text[]) returns text
language sql immutable security invoker set search_path = ''
as $$
  select coalesce(string_agg(part.body, ' || ' order by part.n), '''[]''::jsonb')
  from (
    select (e.ordinality - 1) / 90 as n,
           'jsonb_build_array(' || string_agg(e.expression, ', ' order by e.ordinality) || ')' as body
    from unnest(p_expressions) with ordinality as e (expression, ordinality)
    group by 1
  ) as part
$$;

-- SQL of one json array of these expressions, quicker to make than jsonb.
create or replace function plinth_private.row_sql(p_expressions text[]) returns text
language sql immutable security invoker set search_path = ''
as $$
  select format(case when cardinality(p_expressions) <= 100 then 'json_build_array(%s)'
                     else 'json_build_array(variadic array[%s])' end,
                string_agg(case when cardinality(p_expressions) <= 100 then e.expression else format('to_json(%s)', e.expression) end,
                           ', ' order by e.ordinality))
  from unnest(p_expressions) with ordinality as e (expression, ordinality)
$$;

-- The value as it will be read back: the form in which base values are compared.
create or replace function plinth_private.canonical(p_type text, p_value jsonb) returns jsonb
language plpgsql stable security invoker set search_path = ''
as $$
begin
  if p_value is null or p_value = '""' then
    return 'null';
  elsif p_type = 'datetime' and jsonb_typeof(p_value) = 'string' then
    return to_jsonb(to_char((p_value #>> '{}')::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
  elsif plinth_private.family_of(p_type) = 'number' and jsonb_typeof(p_value) = 'number' then
    return to_jsonb((p_value #>> '{}')::double precision);
  elsif p_type = 'person' and jsonb_typeof(p_value) = 'string' then
    return to_jsonb(lower(p_value #>> '{}'));
  elsif p_type = 'json' and jsonb_typeof(p_value) = 'string' then
    return to_jsonb((p_value #>> '{}')::jsonb::text);
  elsif p_type = 'multi_select' then
    return coalesce(to_jsonb(plinth_private.choice_set(p_value #>> '{}')), 'null');
  end if;
  return p_value;
exception
  when data_exception then
    return p_value;
end
$$;

-- A database error in the words of the catalogue: {code, message, details}, from SQLSTATE and the names of constraint
-- and table; "unexpected" for what is not foreseen. DETAIL of the database is never passed on. A constraint of a field that the
-- caller does not see, or of none, says nothing but that a value was in the way.
create or replace function plinth_private.error_json(
  p_state text, p_message text, p_detail text, p_constraint text, p_table text
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_code text;
  v_rule text;
  v_column text;
  v_table uuid;
  v_field uuid;
begin
  if p_state like 'PT4__' then
    return jsonb_build_object('code', p_message, 'message', p_message, 'details', coalesce(p_detail, '{}')::jsonb);
  elsif p_state in ('23503', '23505') and p_table ~ '__l[1-9][0-9]*$' then
    return plinth_private.link_error(p_state, p_constraint, p_table);
  end if;
  select t.id into v_table from plinth."table" as t
    where (t.relation = p_table or exists (select 1 from plinth.field as f where f.table_id = t.id and f.side = p_table))
      and plinth_private.scope(t.id, 'read') <> 'none';
  if p_constraint like '%\_\_%' then
    v_column := split_part(p_constraint, '__', 1);
    v_rule := split_part(p_constraint, '__', 2);
    select f.id into v_field from plinth_private.seen_fields(v_table) as f
      where f.column_name = v_column or v_column = 'plinth_' || replace(f.id::text, '-', '');
    if v_table is not null and v_field is null and v_rule <> 'table' then
      return jsonb_build_object('code', 'value_invalid', 'message', 'value_invalid',
                                'details', jsonb_build_object('table', v_table));
    end if;
  end if;
  v_code := case
    when p_state = '23514' then plinth_private.code_of_rule(v_rule)
    when p_state = '23505' then 'not_unique'
    when p_state = '23502' then 'value_required'
    when p_state = '42501' then 'read_only'
    when p_state in ('22003', '22P03') then 'number_out_of_range'
    when p_state in ('22007', '22008', '22009') then 'date_invalid'
    when p_state like '22%' or p_state in ('23503', '54000') then 'value_invalid'
    when p_state in ('55P03', '40P01', '40001', '42703', '42P01') then 'busy'
    else 'unexpected'
  end;
  if p_state in ('42703', '42P01') then
    -- The relation got another shape between the first look at it and the last.
    v_rule := 'shape';
  elsif p_state = '23505' and p_constraint like '%\_pkey' then
    v_rule := 'id';
  elsif v_rule = 'table' and v_column ~ '^plinth_[0-9a-f]{32}$' then
    v_rule := substr(v_column, 8)::uuid;
  end if;
  return jsonb_build_object('code', v_code, 'message', v_code, 'details', jsonb_strip_nulls(
    jsonb_build_object('table', v_table, 'field', v_field, 'rule', v_rule)));
end
$$;
