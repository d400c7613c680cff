-- The pieces of which compiled SQL is put together (docs/expressions.md): literals, fields, operators.

do $$
begin
  if to_regtype('plinth_private.expression_part') is null then
    create type plinth_private.expression_part as (
      sql text,
      type text,
      -- What a null of the SQL means: it is 'never' null, it counts as 'false' (a condition), it is 'empty'.
      nulls text,
      -- A column or literal as an index serves it: equal to sql but for '' in text, -0 and whole numbers as bigint.
      bare text,
      -- A list as "= any" takes it: nulls among the items do no harm there.
      members text,
      -- A literal's value, or the values of a list of literals.
      constant jsonb,
      -- An operator stands outermost: parentheses are needed inside of another.
      infix boolean,
      -- The column of an integer field.
      whole boolean,
      -- me() or my_role() itself, which of nobody equals nothing.
      asker boolean,
      -- A day or moment within centuries of now, which never lies beyond the calendar.
      near boolean
    );
  end if;
end
$$;

-- A piece of SQL, as an operand of another.
create or replace function plinth_private.operand(p_part plinth_private.expression_part) returns text
language sql immutable security invoker set search_path = ''
as $$ select case when p_part.infix then '(' || p_part.sql || ')' else p_part.sql end $$;

-- A condition as a value: true or false.
create or replace function plinth_private.value_part(p_part plinth_private.expression_part)
returns plinth_private.expression_part
language plpgsql immutable security invoker set search_path = ''
as $$
begin
  if p_part.type = 'boolean' and p_part.nulls = 'false' then
    p_part.sql := '(' || plinth_private.operand(p_part) || ' is true)';
    p_part.nulls := 'never';
    p_part.infix := false;
  end if;
  return p_part;
end
$$;

-- What is null when the value is empty: the column itself, where nothing else is empty.
create or replace function plinth_private.presence_sql(p_part plinth_private.expression_part) returns text
language sql immutable security invoker set search_path = ''
as $$
  select case when p_part.type in ('text', 'attachments') or p_part.bare is null then plinth_private.operand(p_part)
              else p_part.bare end
$$;

-- A literal: a JSON value of a type. JSON null is the empty value.
create or replace function plinth_private.literal_part(p_value jsonb, p_type text)
returns plinth_private.expression_part
language plpgsql immutable security invoker set search_path = '' set extra_float_digits = 1
as $$
declare
  v_part plinth_private.expression_part;
begin
  v_part.type := p_type;
  v_part.constant := p_value;
  v_part.nulls := 'never';
  if p_value = 'null' then
    v_part.sql := format('null::%s', plinth_private.expression_sql_type(p_type));
    v_part.nulls := 'empty';
  elsif p_type in ('number', 'duration') then
    v_part.sql := format('%L::float8', (p_value #>> '{}')::float8);
  elsif p_type = 'boolean' then
    v_part.sql := p_value #>> '{}';
  elsif p_type = 'date' then
    v_part.sql := format('%L::date', p_value #>> '{}');
  else
    v_part.sql := format('%L::text', p_value #>> '{}');
    v_part.bare := format('%L', p_value #>> '{}');
  end if;
  v_part.bare := coalesce(v_part.bare, v_part.sql);
  return v_part;
end
$$;

-- A field of the table: its column, by the name that the database gave it.
create or replace function plinth_private.column_part(p_at jsonb, p_field text, p_path text)
returns plinth_private.expression_part
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_field jsonb := p_at #> array['fields', p_field];
  v_part plinth_private.expression_part;
  v_family text;
begin
  if v_field is null then
    perform plinth_private.refuse_expression(p_at,
      case when plinth_private.is_told_late(plinth_private.as_uuid(p_field)) then 'on_read' else 'field' end, p_path, p_field);
  end if;
  v_part.bare := format('%I.%I', coalesce(v_field ->> 'place', p_at ->> 'alias'), v_field ->> 'column');
  v_part.nulls := 'empty';
  v_family := plinth_private.family_of(v_field ->> 'type');
  if (v_field -> 'names')::boolean then
    -- What linked records are called, put together beside the record.
    v_part.type := 'list of text';
    v_part.sql := v_part.bare;
    v_part.members := v_part.bare;
    v_part.bare := null;
    return v_part;
  end if;
  v_part.whole := v_family = 'integer' and coalesce((v_field ->> 'digits')::int, 0) = 0;
  v_part.type := case when v_field ->> 'type' = 'duration' then 'duration' when v_family = 'integer' then 'number'
                   when v_family = 'checkbox' then 'boolean' when v_family = 'choice' then 'option:' || p_field
                   when v_family = 'multi_select' then 'list of option:' || p_field
                   when v_family = 'attachment' then 'attachments' when v_family = 'json' then 'text' else v_family end;
  if v_part.type not in ('text', 'number', 'boolean', 'date', 'datetime', 'duration', 'person', 'attachments')
     and v_part.type !~ '^(list of )?option:' then
    perform plinth_private.refuse_expression(p_at, 'field_type', p_path, p_field);
  end if;
  if v_part.type = 'number' and v_family = 'integer' and not v_part.whole then
    -- A sum in minor units, in whole ones. The column itself says another number.
    v_part.sql := format('(%s / 1e%s::float8)', v_part.bare, v_field ->> 'digits');
    v_part.bare := null;
    return v_part;
  end if;
  if v_family = 'multi_select' then
    -- Sets are the same whatever the order in which somebody stored them.
    v_part.sql := plinth_private.ordered_set_sql(v_part.bare);
    v_part.members := v_part.bare;
    v_part.bare := null;
    return v_part;
  end if;
  if v_family = 'json' then
    -- A document is its text, as the database writes it.
    v_part.type := 'text';
    v_part.sql := format('%s::text', v_part.bare);
    v_part.bare := null;
    return v_part;
  end if;
  if v_field ->> 'type' in ('created_time', 'changed_time') then
    -- Moments of the language are whole milliseconds.
    v_part.sql := format('date_trunc(''milliseconds'', %s)', v_part.bare);
    v_part.bare := null;
    return v_part;
  end if;
  v_part.sql := format(case when v_part.whole then '%s::float8' when v_part.type = 'number' then '(%s + 0)'
                            when v_part.type = 'attachments' then 'nullif(%s, ''{}'')'
                            when v_part.type = 'text' then 'nullif(%s, '''')' else '%s' end, v_part.bare);
  return v_part;
end
$$;

-- A field of the table, where a place has its value prepared (`prepared`, see short_sql) by the name that it has there.
create or replace function plinth_private.field_part(p_at jsonb, p_field text, p_path text)
returns plinth_private.expression_part
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_part plinth_private.expression_part := plinth_private.column_part(p_at, p_field, p_path);
begin
  if p_at -> 'prepared' ? p_field then
    v_part.sql := p_at -> 'prepared' ->> p_field;
    v_part.members := case when v_part.members is not null then v_part.sql end;
    -- The value, not the column.
    v_part.bare := null;
    v_part.whole := false;
    v_part.infix := false;
  end if;
  return v_part;
end
$$;

-- The column that has what the options of a field are called, in the relation or record that a formula finds them in.
create or replace function plinth_private.labels_column(p_field text) returns text
language sql immutable security invoker set search_path = ''
as $$ select 'of_' || replace(p_field, '-', '') $$;

-- SQL of what a call of this name and these parameters asks: what people, or the options that C is bound to, are called; null: nothing of that.
-- Only what computes a field follows when they are called otherwise; else it is refused.
create or replace function plinth_private.labels_ref(p_at jsonb, p_name text, p_params text[], p_bound text, p_path text) returns text
language plpgsql stable security invoker set search_path = ''
as $$
begin
  if p_name <> 'person_name' and not p_params && array['C', 'list of C'] then
    return null;
  elsif p_name <> 'person_name' and p_bound not like 'option:%' then
    return 'null::jsonb';
  elsif p_at ->> 'labels' is null then
    perform plinth_private.refuse_expression(p_at, 'label', p_path, case when p_name <> 'person_name' then substr(p_bound, 8) end);
  elsif p_name = 'person_name' then
    return format('%I.people', p_at ->> 'labels');
  end if;
  return format('%I.%I', p_at ->> 'labels', plinth_private.labels_column(substr(p_bound, 8)));
end
$$;

-- Two sides of a comparison, and the column if one is a field's. Columns are compared bare: whole numbers as bigint, text
-- as it is stored. Where '' could be told from empty (p_exact), text is compared as a value.
create or replace function plinth_private.comparison_sides(
  p_left plinth_private.expression_part, p_right plinth_private.expression_part, p_exact boolean
) returns text[]
language plpgsql immutable security invoker set search_path = ''
as $$
begin
  if p_left.whole and (p_right.whole or plinth_private.is_whole(p_right.constant)) then
    return array[p_left.bare, coalesce(trunc((p_right.constant #>> '{}')::numeric)::text, p_right.bare)];
  elsif p_right.whole and plinth_private.is_whole(p_left.constant) then
    return array[trunc((p_left.constant #>> '{}')::numeric)::text, p_right.bare];
  elsif p_left.whole or p_right.whole or p_exact and p_left.type = 'text' then
    return array[plinth_private.operand(p_left), plinth_private.operand(p_right)];
  end if;
  return array[coalesce(p_left.bare, plinth_private.operand(p_left)), coalesce(p_right.bare, plinth_private.operand(p_right))];
end
$$;

-- Is this a whole number, or a list of nothing else, that bigint holds exactly?
create or replace function plinth_private.is_whole(p_constant jsonb) returns boolean
language sql immutable security invoker set search_path = ''
as $$
  select coalesce(bool_and(case when jsonb_typeof(c.value) <> 'number' then false
    else abs((c.value #>> '{}')::numeric) <= 9007199254740991
         and trunc((c.value #>> '{}')::numeric) = (c.value #>> '{}')::numeric end), false)
  from jsonb_array_elements(case when jsonb_typeof(p_constant) = 'array' then p_constant
                                 when p_constant is not null then jsonb_build_array(p_constant) else '[]' end) as c
$$;

-- `=` and `!=`. Beside a value that is never empty the bare comparison of SQL is right, and an index serves it.
create or replace function plinth_private.equality_part(
  p_left plinth_private.expression_part, p_right plinth_private.expression_part, p_equal boolean
) returns plinth_private.expression_part
language plpgsql immutable security invoker set search_path = ''
as $$
declare
  v_part plinth_private.expression_part;
  v_known boolean := 'never' in (p_left.nulls, p_right.nulls);
  v_sides text[];
begin
  v_part.type := 'boolean';
  v_part.nulls := 'never';
  v_part.infix := true;
  if p_left.constant = 'null' or p_right.constant = 'null' then
    v_part.sql := plinth_private.presence_sql(case when p_right.constant = 'null' then p_left else p_right end)
               || case when p_equal then ' is null' else ' is not null' end;
    return v_part;
  end if;
  v_sides := plinth_private.comparison_sides(p_left, p_right, not v_known and p_left.asker is not true and p_right.asker is not true);
  if p_left.asker or p_right.asker then
    v_part.nulls := case when p_equal then 'false' else 'never' end;
    v_part.sql := format(case when p_equal then '%s = %s' else '(%s = %s) is not true' end, v_sides[1], v_sides[2]);
  elsif p_equal and v_known then
    v_part.nulls := case when p_left.nulls = p_right.nulls then 'never' else 'false' end;
    v_part.sql := format('%s = %s', v_sides[1], v_sides[2]);
  else
    v_part.sql := format('%s is %sdistinct from %s', v_sides[1], case when p_equal then 'not ' else '' end, v_sides[2]);
  end if;
  return v_part;
end
$$;

-- `<`, `<=`, `>`, `>=`. Text in the order of its code points; '' in a column is empty, not less than every text.
create or replace function plinth_private.order_part(
  p_name text, p_left plinth_private.expression_part, p_right plinth_private.expression_part
) returns plinth_private.expression_part
language plpgsql immutable security invoker set search_path = ''
as $$
declare
  v_part plinth_private.expression_part;
  v_sides text[] := plinth_private.comparison_sides(p_left, p_right, false);
  v_lesser plinth_private.expression_part := case when p_name like '<%' then p_left else p_right end;
begin
  v_part.type := 'boolean';
  v_part.nulls := 'false';
  v_part.infix := true;
  v_part.sql := format('%s%s %s %s', v_sides[1], case when p_left.type = 'text' then ' collate "C"' else '' end,
                       case p_name when '<' then '<' when '<=' then '<=' when '>' then '>' when '>=' then '>=' end, v_sides[2]);
  if p_left.type = 'text' and v_lesser.bare is not null and v_lesser.constant is null then
    v_part.sql := format('%s and %s <> ''''', v_part.sql, v_lesser.bare);
  end if;
  return v_part;
end
$$;

-- `between`: a column bare; what is computed by a function, so that it is computed once.
create or replace function plinth_private.between_part(p_args plinth_private.expression_part[])
returns plinth_private.expression_part
language plpgsql immutable security invoker set search_path = ''
as $$
declare
  v_part plinth_private.expression_part;
  v_value plinth_private.expression_part := p_args[1];
  v_collate text := case when p_args[1].type = 'text' then ' collate "C"' else '' end;
begin
  v_part.type := 'boolean';
  v_part.nulls := 'false';
  if v_value.bare is null or v_value.constant is not null then
    v_part.sql := format('plinth_private.ex_between(%s%s, %s, %s)', plinth_private.operand(v_value), v_collate,
                         p_args[2].sql, p_args[3].sql);
    return v_part;
  end if;
  v_part.infix := true;
  if v_value.whole and plinth_private.is_whole(p_args[2].constant) and plinth_private.is_whole(p_args[3].constant) then
    v_part.sql := format('%s between %s and %s', v_value.bare, trunc((p_args[2].constant #>> '{}')::numeric),
                         trunc((p_args[3].constant #>> '{}')::numeric));
  else
    v_part.sql := format('%s%s between %s and %s', case when v_value.whole then v_value.sql else v_value.bare end, v_collate,
                         plinth_private.operand(p_args[2]), plinth_private.operand(p_args[3]));
  end if;
  return v_part;
end
$$;

-- `in` and `has`: one comparison with an array, which an index serves.
create or replace function plinth_private.member_part(
  p_item plinth_private.expression_part, p_list plinth_private.expression_part
) returns plinth_private.expression_part
language plpgsql immutable security invoker set search_path = ''
as $$
declare
  v_part plinth_private.expression_part;
begin
  v_part.type := 'boolean';
  v_part.nulls := 'false';
  v_part.infix := true;
  if p_list.constant = 'null' then
    v_part.sql := 'false';
  elsif p_item.whole and plinth_private.is_whole(p_list.constant) then
    v_part.sql := format('%s = any (%L::bigint[])', p_item.bare,
      array(select trunc((c.value #>> '{}')::numeric) from jsonb_array_elements(p_list.constant) as c));
  else
    v_part.sql := format('%s = any (%s)', case when p_item.whole or p_item.bare is null
                           then plinth_private.operand(p_item) else p_item.bare end, coalesce(p_list.members, p_list.sql));
  end if;
  return v_part;
end
$$;

-- A list of one type, without empty items.
create or replace function plinth_private.list_part(p_items plinth_private.expression_part[], p_type text)
returns plinth_private.expression_part
language plpgsql immutable security invoker set search_path = '' set extra_float_digits = 1
as $$
declare
  v_part plinth_private.expression_part;
  v_item plinth_private.expression_part;
  v_array text := plinth_private.expression_sql_type('list of ' || p_type);
  v_all text[] := '{}';
  v_constants text[] := '{}';
begin
  v_part.type := 'list of ' || p_type;
  v_part.nulls := 'never';
  v_part.constant := '[]';
  foreach v_item in array p_items loop
    if v_item.constant = 'null' then
      continue;
    end if;
    v_all := v_all || v_item.sql;
    v_part.constant := v_part.constant || v_item.constant;
    v_constants := v_constants || case when p_type in ('number', 'duration') then (v_item.constant #>> '{}')::float8::text
                                       else v_item.constant #>> '{}' end;
    if v_item.nulls <> 'never' then
      v_part.nulls := 'empty';
    end if;
  end loop;
  if v_all = '{}' then
    v_part := plinth_private.literal_part('null', v_part.type);
  elsif v_part.constant is not null then
    v_part.sql := format('%L::%s', v_constants, v_array);
  else
    v_part.members := format('array[%s]::%s', array_to_string(v_all, ','), v_array);
    v_part.sql := case v_part.nulls when 'never' then v_part.members
                                    else format('plinth_private.ex_list(%s)', array_to_string(v_all, ', ')) end;
  end if;
  return v_part;
end
$$;
