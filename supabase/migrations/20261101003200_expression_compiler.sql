-- The compiler of expressions: a tree becomes SQL over one record, with everything checked again (docs/expressions.md).
-- Nothing of a tree becomes an identifier, an operator, a type or SQL: names are looked up in the closed list, fields in
-- plinth.field, and literals are quoted.

-- A list node.
create or replace function plinth_private.compile_list(p_at jsonb, p_node jsonb, p_path text)
returns plinth_private.expression_part
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_item plinth_private.expression_part;
  v_items plinth_private.expression_part[] := '{}';
  v_type text := 'empty';
begin
  for i in 0 .. jsonb_array_length(p_node -> 'list') - 1 loop
    v_item := plinth_private.value_part(
      plinth_private.compile_node(p_at, p_node -> 'list' -> i, concat_ws('.', nullif(p_path, ''), 'list', i)));
    if v_item.type like 'list of %' or v_item.type = 'attachments' or v_type <> 'empty' and v_item.type not in ('empty', v_type) then
      perform plinth_private.refuse_expression(p_at, 'type', concat_ws('.', nullif(p_path, ''), 'list', i));
    elsif v_item.type <> 'empty' then
      v_type := v_item.type;
    end if;
    v_items := v_items || v_item;
  end loop;
  if v_type = 'empty' then
    return plinth_private.literal_part('null', 'empty');
  end if;
  return plinth_private.list_part(v_items, v_type);
end
$$;

-- A node that is no call.
create or replace function plinth_private.compile_leaf(p_at jsonb, p_node jsonb, p_path text)
returns plinth_private.expression_part
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_part plinth_private.expression_part;
begin
  if p_node ? 'list' then
    return plinth_private.compile_list(p_at, p_node, p_path);
  elsif p_node ? 'option' then
    v_part := plinth_private.field_part(p_at, p_node ->> 'field', p_path);
    -- Of a set, one that may be in it.
    v_part.type := regexp_replace(v_part.type, '^list of ', '');
    if v_part.type not like 'option:%'
       or not p_node -> 'option' <@ (p_at #> array['fields', p_node ->> 'field', 'options']) then
      perform plinth_private.refuse_expression(p_at, 'option', p_path, p_node ->> 'field');
    end if;
    return plinth_private.literal_part(p_node -> 'option', v_part.type);
  elsif p_node ? 'field' then
    return plinth_private.field_part(p_at, p_node ->> 'field', p_path);
  elsif p_node ? 'text' then
    return plinth_private.literal_part(coalesce(to_jsonb(nullif(p_node ->> 'text', '')), 'null'), 'text');
  elsif p_node ? 'number' then
    return plinth_private.literal_part(p_node -> 'number', 'number');
  elsif p_node ? 'boolean' then
    return plinth_private.literal_part(p_node -> 'boolean', 'boolean');
  end if;
  return plinth_private.literal_part('null', 'empty');
end
$$;

-- The arguments as their parameters want them: conditions as values (but where a condition is asked for), empty with a
-- type, and the first text of an order with the order of code points.
create or replace function plinth_private.fit_arguments(
  p_args plinth_private.expression_part[], p_params text[], p_bound text, p_conditions boolean, p_collate boolean
) returns plinth_private.expression_part[]
language plpgsql immutable security invoker set search_path = ''
as $$
declare
  v_args plinth_private.expression_part[] := '{}';
  v_arg plinth_private.expression_part;
  v_type text;
begin
  for i in 1 .. coalesce(cardinality(p_args), 0) loop
    v_arg := p_args[i];
    v_type := regexp_replace(p_params[i], '^(list of )?[TOC]$', '\1' || p_bound);
    if v_arg.type = 'empty' then
      v_arg := plinth_private.literal_part('null', v_type);
    elsif not (p_conditions and p_params[i] = 'boolean') then
      v_arg := plinth_private.value_part(v_arg);
    end if;
    if p_collate and i = 1 and p_bound = 'text' then
      v_arg.sql := plinth_private.operand(v_arg) || ' collate "C"';
      v_arg.infix := false;
    end if;
    v_args := v_args || v_arg;
  end loop;
  return v_args;
end
$$;

drop function if exists plinth_private.call_part(jsonb, text, text, plinth_private.expression_part[]);
-- The SQL of a call whose signature is known: from its template, or built here where operators need more than one. p_labels: SQL of what
-- the options of its field, or people, are called.
create or replace function plinth_private.call_part(
  p_at jsonb, p_name text, p_template text, p_args plinth_private.expression_part[], p_labels text
) returns plinth_private.expression_part
language plpgsql immutable security invoker set search_path = ''
as $$
declare
  v_part plinth_private.expression_part;
  v_sql text[] := array(select plinth_private.operand(a) from unnest(p_args) as a);
begin
  case
    when p_name in ('=', '!=') then
      return plinth_private.equality_part(p_args[1], p_args[2], p_name = '=');
    when p_name in ('<', '<=', '>', '>=') then
      return plinth_private.order_part(p_name, p_args[1], p_args[2]);
    when p_name = 'between' then
      return plinth_private.between_part(p_args);
    when p_name = 'in' then
      return plinth_private.member_part(p_args[1], p_args[2]);
    when p_name = 'has' and p_args[1].type = 'person' then
      v_part.sql := format('%s = %s', v_sql[1], v_sql[2]);
      v_part.infix := true;
    when p_name = 'has' then
      return plinth_private.member_part(p_args[2], p_args[1]);
    when p_name in ('and', 'or') then
      v_part.sql := array_to_string(v_sql, case p_name when 'and' then ' and ' else ' or ' end);
      v_part.infix := true;
    when p_name = 'ifs' then
      v_part.sql := 'case';
      for i in 1 .. cardinality(v_sql) / 2 loop
        v_part.sql := v_part.sql || format(' when %s then %s', v_sql[2 * i - 1], v_sql[2 * i]);
      end loop;
      v_part.sql := v_part.sql || case when cardinality(v_sql) % 2 = 1 then format(' else %s', v_sql[cardinality(v_sql)])
                                       else '' end || ' end';
    when p_name in ('is_empty', 'is_filled') then
      v_part.sql := format(p_template, plinth_private.presence_sql(p_args[1]));
    else
      v_part.sql := format(p_template, v_sql[1], v_sql[2], v_sql[3], array_to_string(v_sql, ','),
                           coalesce(p_at #>> '{prepared,zone}', format('%L', p_at ->> 'zone')),
                           coalesce(p_at #>> '{prepared,base}', format('%L::uuid', p_at ->> 'base')), p_labels);
  end case;
  return v_part;
end
$$;

-- A call of literals that is as good as a literal, so that a comparison with it stays bare; else null.
create or replace function plinth_private.folded_part(
  p_name text, p_args plinth_private.expression_part[], p_type text
) returns plinth_private.expression_part
language plpgsql immutable security invoker set search_path = '' set extra_float_digits = 1
as $$
declare
  v_values text[] := array(select a.constant #>> '{}' from unnest(p_args) as a);
  v_value jsonb;
begin
  if p_name not in ('neg', 'days', 'hours', 'minutes', 'seconds', 'date', 'to_date') or v_values = '{}'
     or array_position(v_values, null) is not null then
    return null;
  end if;
  v_value := case p_name
    when 'to_date' then to_jsonb(plinth_private.ex_to_date(v_values[1]))
    when 'date' then to_jsonb(plinth_private.ex_date(v_values[1]::float8, v_values[2]::float8, v_values[3]::float8))
    else to_jsonb(plinth_private.ex_multiply(v_values[1]::float8, case p_name
      when 'neg' then -1 when 'days' then 86400 when 'hours' then 3600 when 'minutes' then 60 else 1 end)) end;
  return plinth_private.literal_part(coalesce(v_value, 'null'), p_type);
end
$$;

-- Is the result a day or moment within centuries of now? From today() and now() by steps of at most twenty years: 32 of
-- them, as deep as an expression goes, stay within the calendar.
create or replace function plinth_private.is_near(p_name text, p_args plinth_private.expression_part[]) returns boolean
language plpgsql immutable security invoker set search_path = ''
as $$
declare
  v_most int := case p_name when 'add_days' then 7300 when 'add_months' then 240 when 'add_years' then 20
                            when '+' then 630720000 when '-' then 630720000 end;
begin
  return case
    when p_name in ('today', 'now') then true
    when p_args[1].near is not true then false
    when p_name in ('date_of', 'start_of_week', 'start_of_month', 'end_of_month', 'start_of_year') then true
    when v_most is null or jsonb_typeof(p_args[2].constant) is distinct from 'number' then false
    else abs((p_args[2].constant #>> '{}')::float8) <= v_most end;
end
$$;

-- A call node.
create or replace function plinth_private.compile_call(p_at jsonb, p_node jsonb, p_path text)
returns plinth_private.expression_part
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_name text := p_node ->> 'call';
  v_args plinth_private.expression_part[] := '{}';
  v_types text[] := '{}';
  v_arg plinth_private.expression_part;
  v_params text[];
  v_bound text;
  v_type text;
  v_signatures jsonb := plinth_private.expression_catalogue() -> v_name;
  v_function jsonb;
  v_part plinth_private.expression_part;
begin
  if v_signatures is null then
    perform plinth_private.refuse_expression(p_at, 'function', p_path);
  end if;
  for i in 0 .. jsonb_array_length(p_node -> 'args') - 1 loop
    v_arg := plinth_private.compile_node(p_at, p_node -> 'args' -> i, concat_ws('.', nullif(p_path, ''), 'args', i));
    v_args := v_args || v_arg;
    v_types := v_types || v_arg.type;
  end loop;
  for i in 0 .. jsonb_array_length(v_signatures) - 1 loop
    v_function := v_signatures -> i;
    v_params := plinth_private.params_for((v_function ->> 'params')::text[], (v_function -> 'repeats')::int,
                                          v_function ->> 'tail', cardinality(v_args));
    continue when v_params is null;
    v_bound := plinth_private.bind_types(v_params, v_types);
    exit when v_bound is not null;
  end loop;
  if v_bound is null then
    perform plinth_private.refuse_expression(p_at, 'arguments', p_path);
  end if;
  v_type := regexp_replace(v_function ->> 'result', '^(list of )?[TOC]$', '\1' || v_bound);
  if v_type in ('empty', 'list of empty') then
    return plinth_private.literal_part('null', 'empty');
  end if;
  v_part := plinth_private.folded_part(v_name, v_args, v_type);
  if v_part.sql is not null then
    return v_part;
  end if;
  v_args := plinth_private.fit_arguments(v_args, v_params, v_bound, (v_function -> 'fills')::boolean, v_name in ('min', 'max', 'sort', 'sort_down'));
  v_part := plinth_private.call_part(p_at, v_name, v_function ->> 'template', v_args,
    plinth_private.labels_ref(p_at, v_name, v_params, v_bound, p_path));
  v_part.near := plinth_private.is_near(v_name, v_args);
  v_part.nulls := coalesce(v_part.nulls, case
    when v_part.near then 'never'
    when v_name in ('and', 'or', 'if') and 'never' = all (array(select a.nulls from unnest(v_args) as a))
         and not (v_name = 'if' and cardinality(v_args) = 2) then 'never'
    when v_name = 'first_filled' and 'never' = any (array(select a.nulls from unnest(v_args) as a)) then 'never'
    else v_function ->> 'nulls' end);
  v_part.type := v_type;
  v_part.asker := v_name in ('me', 'my_role');
  return v_part;
end
$$;

-- A node.
create or replace function plinth_private.compile_node(p_at jsonb, p_node jsonb, p_path text)
returns plinth_private.expression_part
language plpgsql stable security invoker set search_path = ''
as $$
begin
  if p_node ? 'call' then
    return plinth_private.compile_call(p_at, p_node, p_path);
  end if;
  return plinth_private.compile_leaf(p_at, p_node, p_path);
end
$$;

-- What a tree is compiled for: the table, its base and zone, the alias of its relation, the fields it names that the
-- caller may see, and what it calls. Refuses a table that the caller may not see like one that does not exist.
create or replace function plinth_private.expression_place(p_table uuid, p_ast jsonb, p_alias text) returns jsonb
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_at jsonb;
  v_named record;
begin
  select jsonb_build_object('table', t.id, 'base', b.id, 'zone', b.time_zone, 'alias', p_alias) into v_at
    from plinth."table" as t join plinth.base as b on b.id = t.base_id
    where t.id = p_table;
  if v_at is null then
    perform plinth_private.fail(404, 'not_found');
  end if;
  v_named := plinth_private.check_expression(v_at, p_ast);
  -- What stands aside is not in the record that the SQL is about.
  perform plinth_private.fail(409, 'field_hidden', jsonb_build_object('table', p_table, 'field', f.id, 'rule', 'expression'))
    from plinth.field as f where f.table_id = p_table and f.side is not null and f.id::text = any (v_named.fields);
  return v_at || jsonb_build_object(
    'fields', coalesce((
      select jsonb_object_agg(f.id, jsonb_build_object('type', f.type, 'column', f.column_name,
               'options', plinth_private.option_ids(f.options),
               'digits', case when f.type = 'currency' then plinth_private.currency_digits(f.options ->> 'currency') end))
      from plinth.field as f
      where f.table_id = p_table and f.side is null and f.id::text = any (v_named.fields)), '{}'),
    'calls', to_jsonb(v_named.calls));
end
$$;

-- The SQL of the value of a tree, given as it is compiled. A long one of a formula names each field, the zone and the base once, and all of them
-- shortly from then on: `(select v.a + v.a from (select t.price::float8 as a) as v)`. It says the same; no index serves it, and none serves
-- formulas.
create or replace function plinth_private.short_sql(p_at jsonb, p_ast jsonb, p_sql text) returns text
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_names jsonb;
  v_short text;
begin
  if char_length(p_sql) <= 4096 or p_at ->> 'labels' is null then
    return p_sql;
  end if;
  select coalesce(jsonb_object_agg(f.key, 'v.' || chr(97 + (f.n % 26)::int) || coalesce(nullif(f.n / 26, 0)::text, '')), '{}') into v_names
    from (select f.key, row_number() over (order by f.key) - 1 as n from jsonb_object_keys(p_at -> 'fields') as f (key)) as f;
  v_short := (plinth_private.value_part(plinth_private.compile_node(
    p_at || jsonb_build_object('prepared', v_names || '{"zone": "v.zone", "base": "v.base"}'), p_ast, ''))).sql;
  v_short := format('(select %s from (select %s) as v)', v_short, concat_ws(', ', (
    select string_agg(format('%s as %s', (plinth_private.column_part(p_at, n.key, '')).sql, substr(n.value, 3)), ', ' order by n.key)
    from jsonb_each_text(v_names) as n),
    case when v_short like '%v.zone%' then format('%L::text as zone', p_at ->> 'zone') end,
    case when v_short like '%v.base%' then format('%L::uuid as base', p_at ->> 'base') end));
  return case when char_length(v_short) < char_length(p_sql) then v_short else p_sql end;
end
$$;

-- The SQL of the value of a tree at a place.
create or replace function plinth_private.value_sql(p_at jsonb, p_ast jsonb) returns text
language sql stable security invoker set search_path = ''
as $$ select plinth_private.short_sql(p_at, p_ast, (plinth_private.value_part(plinth_private.compile_node(p_at, p_ast, ''))).sql) $$;

drop function if exists plinth_private.compile_expression(uuid, jsonb, text);
-- Compiles an expression over the records of a table. `sql` is its value; `condition`, for expressions that are true or
-- false, is what a WHERE takes: SQL null in it counts as false, so that comparisons stay bare and an index serves them.
-- `uses_me` and `uses_clock` tell what it depends on beside the record. It reads metadata as the caller and answers text:
-- who runs that text has checked what for. p_alias is a name that our own code chose, and so is p_labels, which has what options are
-- called (null: that is not read).
create or replace function plinth_private.compile_expression(
  p_table uuid, p_ast jsonb, p_alias text default 't', p_labels text default null,
  out sql text, out condition text, out type text, out depends uuid[], out uses_me boolean, out uses_clock boolean
)
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_at jsonb := plinth_private.expression_place(p_table, p_ast, p_alias) || jsonb_build_object('labels', p_labels);
  v_part plinth_private.expression_part := plinth_private.compile_node(v_at, p_ast, '');
begin
  if v_part.type = 'attachments' then
    perform plinth_private.refuse_expression(v_at, 'type', '');
  end if;
  type := v_part.type;
  condition := case when v_part.type = 'boolean' then v_part.sql end;
  sql := plinth_private.short_sql(v_at, p_ast, (plinth_private.value_part(v_part)).sql);
  depends := array(select f.key::uuid from jsonb_object_keys(v_at -> 'fields') as f (key) order by 1);
  uses_me := coalesce(v_at -> 'calls' ?| array['me', 'my_role', 'has_role'], false);
  uses_clock := coalesce(v_at -> 'calls' ?| array['today', 'now'], false);
end
$$;

-- Exact grants: all revoked first. Every function works on its arguments alone, or reads metadata as the caller.
do $$
declare
  v_function regprocedure;
begin
  for v_function in
    select p.oid::regprocedure from pg_catalog.pg_proc as p
    where p.pronamespace = 'plinth_private'::regnamespace
      and (p.proname like 'ex\_%' or p.proname in (
        'expression_functions', 'expression_catalogue', 'refuse_expression', 'expression_nodes', 'node_fault', 'check_expression',
        'expression_sql_type', 'params_for', 'bind_types', 'operand', 'value_part', 'presence_sql', 'literal_part',
        'column_part', 'field_part', 'comparison_sides', 'is_whole', 'equality_part', 'order_part', 'between_part', 'member_part',
        'list_part', 'compile_list', 'compile_leaf', 'fit_arguments', 'call_part', 'folded_part', 'is_near', 'compile_call', 'compile_node', 'labels_column', 'labels_ref',
        'expression_place', 'short_sql', 'value_sql', 'compile_expression'))
  loop
    execute format('revoke all on function %s from public, anon, authenticated, service_role', v_function);
    execute format('grant execute on function %s to authenticated, service_role', v_function);
  end loop;
end
$$;
-- What the compiler asks of older functions as the caller.
grant execute on function plinth_private.option_ids(jsonb) to authenticated, service_role;
