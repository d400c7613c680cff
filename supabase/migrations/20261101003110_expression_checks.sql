-- What of a tree is checked before it is compiled (docs/expressions.md): its shape and its limits. A tree comes from a
-- browser: nothing in it is trusted.

-- Refuses an expression: {table, field, rule, path}. p_at says for which table.
create or replace function plinth_private.refuse_expression(p_at jsonb, p_rule text, p_path text, p_field text default null)
returns void
language plpgsql stable security invoker set search_path = ''
as $$
begin
  perform plinth_private.fail(400, 'expression_invalid', jsonb_build_object(
    'table', p_at -> 'table', 'field', plinth_private.as_uuid(p_field), 'rule', p_rule, 'path', p_path));
end
$$;

-- The nodes of a tree, parents first, each with its path ("args.0.list.2") and depth. Stops behind the limits of depth
-- and number, and goes into no list that is too long.
create or replace function plinth_private.expression_nodes(p_ast jsonb)
returns table (path text, depth int, node jsonb)
language sql immutable security invoker set search_path = ''
as $$
  with recursive nodes (path, depth, node) as (
    select '', 1, p_ast
    union all
    select concat_ws('.', nullif(n.path, ''), k.key, c.ordinality - 1), n.depth + 1, c.value
    from nodes as n
    cross join (values ('args'), ('list')) as k (key)
    cross join lateral jsonb_array_elements(
      case when jsonb_typeof(n.node) = 'object' and jsonb_typeof(n.node -> k.key) = 'array' then
        case when jsonb_array_length(n.node -> k.key) <= 100 then n.node -> k.key else '[]' end
      else '[]' end) with ordinality as c
    where n.depth <= 32
  )
  select n.path, n.depth, n.node from nodes as n limit 301
$$;

-- Which rule a node breaks by itself, or null.
create or replace function plinth_private.node_fault(p_node jsonb, p_depth int) returns text
language plpgsql immutable security invoker set search_path = ''
as $$
declare
  v_keys text[];
  v_value jsonb;
begin
  if p_depth > 32 then
    return 'depth';
  elsif jsonb_typeof(p_node) <> 'object' then
    return 'node';
  end if;
  v_keys := array(select k.key from jsonb_object_keys(p_node) as k (key) order by k.key collate "C" limit 3);
  v_value := p_node -> v_keys[1];
  return case v_keys::text
    when '{text}' then case when jsonb_typeof(v_value) <> 'string' then 'node'
                            when length(v_value #>> '{}') > 2000 then 'text' end
    when '{number}' then case when jsonb_typeof(v_value) <> 'number' then 'node'
                              when (v_value #>> '{}')::numeric = 0 then null
                              when (v_value #>> '{}')::numeric not between 4.95e-324 and 1.7976931348623157e308 then 'number' end
    when '{boolean}' then case when jsonb_typeof(v_value) <> 'boolean' then 'node' end
    when '{empty}' then case when v_value <> 'true' then 'node' end
    when '{field}' then case when jsonb_typeof(v_value) <> 'string' then 'node' end
    when '{field,option}' then case when jsonb_typeof(v_value) <> 'string' or jsonb_typeof(p_node -> 'option') <> 'string'
                                    then 'node' end
    when '{list}' then case when jsonb_typeof(v_value) <> 'array' then 'node'
                            when jsonb_array_length(v_value) > 100 then 'list' end
    when '{args,call}' then case when jsonb_typeof(v_value) <> 'array' or jsonb_typeof(p_node -> 'call') <> 'string' then 'node'
                                 when jsonb_array_length(v_value) > 100 then 'list' end
    else 'node'
  end;
end
$$;

-- Refuses a tree that is too large, or one of whose nodes is not as it must be; answers the fields and the functions that
-- it names.
create or replace function plinth_private.check_expression(
  p_at jsonb, p_ast jsonb, out fields text[], out calls text[]
)
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_count int;
  v_path text;
  v_rule text;
begin
  if p_ast is null then
    perform plinth_private.refuse_expression(p_at, 'node', '');
  elsif pg_column_size(p_ast) > 4000000 then
    perform plinth_private.refuse_expression(p_at, 'nodes', '');
  end if;
  select count(*), (array_agg(n.path) filter (where n.rule is not null))[1],
         (array_agg(n.rule) filter (where n.rule is not null))[1],
         array_agg(distinct n.node ->> 'field') filter (where n.node ? 'field'),
         array_agg(distinct n.node ->> 'call') filter (where n.node ? 'call')
    into v_count, v_path, v_rule, fields, calls
    -- With OFFSET the rule is asked for once a node.
    from (select e.path, e.node, plinth_private.node_fault(e.node, e.depth) as rule
          from plinth_private.expression_nodes(p_ast) as e offset 0) as n;
  if v_count > 300 then
    perform plinth_private.refuse_expression(p_at, coalesce(v_rule, 'nodes'), coalesce(v_path, ''));
  elsif v_rule is not null then
    perform plinth_private.refuse_expression(p_at, v_rule, v_path);
  end if;
end
$$;

-- The SQL type of a type.
create or replace function plinth_private.expression_sql_type(p_type text) returns text
language sql immutable security invoker set search_path = ''
as $$
  select case split_part(replace(p_type, 'list of ', ''), ':', 1)
      when 'number' then 'float8' when 'duration' then 'float8' when 'boolean' then 'boolean' when 'date' then 'date'
      when 'datetime' then 'timestamptz' when 'person' then 'uuid' else 'text' end
    || case when p_type like 'list of %' then '[]' else '' end
$$;

-- The parameters of a signature for so many arguments, or null when it does not take so many.
create or replace function plinth_private.params_for(p_params text[], p_repeats int, p_tail text, p_count int)
returns text[]
language plpgsql immutable security invoker set search_path = ''
as $$
declare
  v_params text[] := p_params;
  v_repeated text[] := p_params[cardinality(p_params) - p_repeats + 1:];
begin
  -- A call has at most 100 arguments; whoever calls this by hand may say otherwise.
  while cardinality(v_repeated) > 0 and cardinality(v_params) + p_repeats <= least(p_count, 100) loop
    v_params := v_params || v_repeated;
  end loop;
  if cardinality(v_params) < p_count and p_tail is not null then
    v_params := v_params || p_tail;
  end if;
  return case when cardinality(v_params) = p_count then v_params end;
end
$$;

-- What T, O or C stands for when arguments of these types meet these parameters: a type, 'empty' when nothing says it, or
-- null when they do not fit.
create or replace function plinth_private.bind_types(p_params text[], p_types text[]) returns text
language plpgsql immutable security invoker set search_path = ''
as $$
declare
  v_bound text := 'empty';
  v_type text;
begin
  for i in 1 .. coalesce(cardinality(p_params), 0) loop
    v_type := p_types[i];
    if v_type = 'empty' then
      continue;
    elsif p_params[i] !~ '^(list of )?[TOC]$' then
      if v_type <> p_params[i] then
        return null;
      end if;
      continue;
    elsif p_params[i] like 'list of %' then
      if v_type not like 'list of %' then
        return null;
      end if;
      v_type := substr(v_type, 9);
    end if;
    if v_type = 'attachments' or v_bound not in ('empty', v_type)
       or p_params[i] like '%O' and v_type not in ('number', 'duration', 'text', 'date', 'datetime')
       or p_params[i] like '%C' and v_type not like 'option:%' then
      return null;
    end if;
    v_bound := v_type;
  end loop;
  return v_bound;
end
$$;
