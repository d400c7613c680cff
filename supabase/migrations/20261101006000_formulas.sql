-- Formulas: fields whose value is computed from other fields of the record (docs/decisions/0035-formulas.md). A formula is a field of its
-- result's type in every respect but one: a row trigger of the table writes it, and nobody else does. So what reads values
-- (filters, orders, groups, figures, search, exports, indexes, rules) knows nothing of formulas.

-- The fields that a tree names, of the own table and (rollups) of another.
create or replace function plinth_private.fields_of_tree(p_ast jsonb) returns uuid[]
language sql immutable security invoker set search_path = ''
as $$
  select coalesce(array_agg(distinct f.id order by f.id), '{}')
  from (
    select plinth_private.as_uuid(x.value #>> '{}') as id from jsonb_path_query(p_ast, '$.**.field') as x (value)
    union all select plinth_private.as_uuid(p_ast #>> '{rollup,link}')) as f
  where f.id is not null
$$;

-- A text as a cell of a limited length keeps it: a longer one is empty, like every value that its type does not hold.
create or replace function plinth_private.ex_kept_text(p_text text, p_limit int) returns text
language sql immutable parallel safe security invoker set search_path = ''
as $$ select case when char_length(p_text) <= p_limit then p_text end $$;

-- The types of fields that hold results of this type of the language; the first one is meant where none is asked for.
create or replace function plinth_private.types_for_result(p_result text) returns text[]
language sql immutable security invoker set search_path = ''
as $$
  select case p_result
    when 'text' then '{text,long_text}'
    when 'number' then '{number,percent}'
    when 'boolean' then '{checkbox}'
    when 'date' then '{date}'
    when 'datetime' then '{datetime}'
    when 'duration' then '{duration}'
    else '{}' end::text[]
$$;

-- Keys of {id: [ids that it needs]} so that each stands behind those that it needs; null where they need each other in a ring. What
-- is no key is there already.
create or replace function plinth_private.needed_first(p_edges jsonb) returns uuid[]
language plpgsql immutable security invoker set search_path = ''
as $$
declare
  v_order uuid[] := '{}';
  v_ready text[];
begin
  while p_edges <> '{}' loop
    v_ready := array(select e.key from jsonb_each(p_edges) as e
      where not exists (select 1 from jsonb_array_elements_text(e.value) as n where p_edges ? n.value) order by e.key);
    if v_ready = '{}' then
      return null;
    end if;
    v_order := v_order || v_ready::uuid[];
    p_edges := p_edges - v_ready;
  end loop;
  return v_order;
end
$$;

-- A ring of formulas that need each other, from one of {id: [ids that it needs]} back to itself; null where there is none.
create or replace function plinth_private.ring_of(p_edges jsonb) returns uuid[]
language plpgsql immutable security invoker set search_path = ''
as $$
declare
  v_path text[];
  v_at text;
begin
  if plinth_private.needed_first(p_edges) is not null then
    return null;
  end if;
  -- Without those that are in no way back, whoever is left has somebody left that it needs.
  loop
    v_path := array(select e.key from jsonb_each(p_edges) as e
      where not exists (select 1 from jsonb_array_elements_text(e.value) as n where p_edges ? n.value));
    exit when v_path = '{}';
    p_edges := p_edges - v_path;
  end loop;
  select min(k.key) into v_at from jsonb_object_keys(p_edges) as k (key);
  v_path := array[v_at];
  loop
    v_at := (select min(n.value) from jsonb_array_elements_text(p_edges -> v_at) as n where p_edges ? n.value);
    exit when v_at = any (v_path);
    v_path := v_path || v_at;
  end loop;
  return (v_path[array_position(v_path, v_at):] || v_at)::uuid[];
end
$$;

-- The formulas of a table with what they read, as they are, or (p_pending) as those will be whose change is under way. Those that have no values
-- yet, or on their way back still what people wrote, are not there yet.
create or replace function plinth_private.formula_edges(p_table uuid, p_pending boolean) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(f.id, case when p_pending then to_jsonb(plinth_private.fields_of_tree(c.formula)) else to_jsonb(f.reads) end), '{}')
  from plinth.field as f left join plinth_private.type_change as c on c.field_id = f.id
  where f.table_id = p_table and f.formula is not null
    and case when p_pending then c.formula is not null else c.is_first is not true and (c.kept is null or c.formula is null) end
$$;

-- Refuses formulas that need each other in a ring: {table, field, ring}, ids from one field back to itself.
create or replace function plinth_private.refuse_ring(p_table uuid, p_field uuid, p_edges jsonb) returns void
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_ring uuid[] := plinth_private.ring_of(p_edges);
begin
  if v_ring is not null then
    perform plinth_private.fail(409, 'formula_ring', jsonb_build_object('table', p_table, 'field', p_field, 'ring', v_ring));
  end if;
end
$$;

-- Definitions of fields of a new table, each behind those that it is computed from, with the place that each asks for.
create or replace function plinth_private.computable_order(p_list jsonb) returns table (definition jsonb, place int)
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_edges jsonb := coalesce((
    select jsonb_object_agg(plinth_private.as_uuid(d.value ->> 'id'), plinth_private.fields_of_tree(d.value -> 'formula'))
    from jsonb_array_elements(p_list) as d
    where coalesce(d.value -> 'formula', 'null') <> 'null' and plinth_private.as_uuid(d.value ->> 'id') is not null), '{}');
begin
  perform plinth_private.refuse_ring(null, null, v_edges);
  return query
    select d.value, d.ordinality::int - 1
    from jsonb_array_elements(p_list) with ordinality as d
    order by coalesce(array_position(plinth_private.needed_first(v_edges), plinth_private.as_uuid(d.value ->> 'id')), 0), d.ordinality;
end
$$;

-- SQL of a result as a field of this type keeps it.
create or replace function plinth_private.cell_of_result(p_type text, p_sql text) returns text
language sql stable security definer set search_path = ''
as $$
  select case p_type
    when 'text' then format('plinth_private.ex_kept_text(%s, %s)', p_sql, plinth_private.limit_of('textLength'))
    when 'duration' then format('plinth_private.ex_kept_seconds(%s)', p_sql)
    else p_sql end
$$;

-- Fields of which a tree may read what their options are called.
create or replace function plinth_private.label_reads(p_ast jsonb) returns uuid[]
language sql immutable security invoker set search_path = ''
as $$
  select case when jsonb_path_exists(p_ast, '$.** ? (@.call == "text" || @.call == "join")') then plinth_private.fields_of_tree(p_ast) else '{}' end
$$;

-- Columns with what the options of those of these fields are called that have some, {option: [place, label]}; null: there are none.
create or replace function plinth_private.labels_columns(p_fields plinth.field[]) returns text
language sql stable security definer set search_path = ''
as $$
  select string_agg(format('%L::jsonb as %I', coalesce((
      select jsonb_object_agg(o.value ->> 'id', jsonb_build_array(o.ordinality, o.value ->> 'label'))
      from jsonb_array_elements(f.options -> 'options') with ordinality as o), '{}'),
    plinth_private.labels_column(f.id::text)), ', ' order by f.id)
  from unnest(p_fields) as f where plinth_private.has_options(f.type)
$$;

-- The SQL that computes a formula from the record p_alias, and from what options are called (labels), as its field keeps it. p_pending: from what those fields will be whose
-- change is under way.
create or replace function plinth_private.formula_sql(p_table uuid, p_type text, p_ast jsonb, p_alias text, p_pending boolean) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_at jsonb := plinth_private.expression_place(p_table, p_ast, p_alias) || '{"labels": "labels"}';
  v_change record;
begin
  for v_change in
    select f.id, f.column_name, c.type from plinth_private.type_change as c join plinth.field as f on f.id = c.field_id
    where p_pending and f.table_id = p_table and f.formula is not null and v_at -> 'fields' ? f.id::text
  loop
    v_at := jsonb_set(v_at, array['fields', v_change.id::text], v_at #> array['fields', v_change.id::text]
      || jsonb_build_object('type', v_change.type, 'column', plinth_private.pending_column(v_change.column_name)));
  end loop;
  return plinth_private.cell_of_result(p_type, plinth_private.value_sql(v_at, p_ast));
end
$$;

-- A field with the formula (or rollup) of a definition, {formula, type?, options?}, checked and with the type of its result; refuses what is not a
-- value of the record alone ('momentary'), and results that no cell holds ('result').
create or replace function plinth_private.read_formula(p_field plinth.field, p_definition jsonb) returns plinth.field
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_at jsonb := jsonb_build_object('table', p_field.table_id);
  v_tree jsonb := plinth_private.definition_tree(p_definition);
  v_compiled record;
  v_types text[];
begin
  if v_tree ? 'rollup' then
    return plinth_private.read_rollup(p_field, p_definition);
  end if;
  v_compiled := plinth_private.compile_expression(p_field.table_id, v_tree, 'new', 'labels');
  v_types := plinth_private.types_for_result(v_compiled.type);
  if plinth_private.is_momentary(v_tree) then
    perform plinth_private.refuse_expression(v_at, 'momentary', '');
  elsif v_types = '{}' then
    perform plinth_private.refuse_expression(v_at, 'result', '');
  end if;
  perform plinth_private.require_settled(f) from plinth.field as f where f.id = any (v_compiled.depends) and f.id <> p_field.id;
  p_field.formula := v_tree;
  p_field.reads := v_compiled.depends;
  p_field.type := case when p_definition ->> 'type' = any (v_types) then p_definition ->> 'type' else v_types[1] end;
  p_field.options := plinth_private.clean_options(p_field.type, p_definition -> 'options');
  return p_field;
end
$$;

-- Refuses to take away a field, or options of it, that a formula needs, or a rollup of another table that is not in the trash.
create or replace function plinth_private.require_no_formula(p_field uuid, p_options text[]) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_formula plinth.field;
begin
  select o.* into v_formula
    from plinth.field as f join plinth.field as o on o.formula is not null and (
      o.table_id = f.table_id or o.formula ? 'rollup' and exists (
        select 1 from plinth."table" as t where t.id = o.table_id and t.base_id is not null))
    left join plinth_private.type_change as c on c.field_id = o.id
    where f.id = p_field and p_field = any (o.reads || plinth_private.fields_of_tree(c.formula))
      and (p_options is null or exists (
        select 1 from unnest(p_options) as g (option) cross join unnest(array[o.formula, c.formula]) as t (tree)
        where jsonb_path_exists(t.tree, '$.** ? (@.field == $field && @.option == $option)',
                                jsonb_build_object('field', p_field, 'option', g.option))))
    order by o.position, o.id limit 1;
  if found then
    perform plinth_private.fail(409, 'used_by_rule', jsonb_build_object('table', v_formula.table_id, 'field', p_field,
      'formula', v_formula.id));
  end if;
end
$$;

-- Assignments of rollups of one link, which read what is stored in other records alone: those that are aggregates by one statement.
create or replace function plinth_private.rolling_sql(p_columns text[], p_types text[], p_trees jsonb[]) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_own text := '';
  v_columns text[] := '{}';
  v_trees jsonb[] := '{}';
begin
  for n in 1 .. cardinality(p_columns) loop
    if plinth_private.is_aggregate(p_trees[n]) then
      v_columns := v_columns || p_columns[n];
      v_trees := v_trees || p_trees[n];
    else
      v_own := v_own || format(E'    new.%I := %s;\n', p_columns[n], plinth_private.rollup_sql(p_trees[n], p_types[n], 'new.id'));
    end if;
  end loop;
  if v_trees <> '{}' then
    return (select format(E'    select %s\n      into %s\n      %s;\n', r.chosen, (select string_agg(format('new.%I', c), ', ' order by n)
              from unnest(v_columns) with ordinality as u (c, n)), r.source) from plinth_private.rolled_together(v_trees) as r) || v_own;
  end if;
  return v_own;
end
$$;

drop function if exists plinth_private.computing_sql(uuid, text, text, jsonb, boolean);
drop function if exists plinth_private.rolling_sql(text[], jsonb[]);
-- Assignments of that function: of one formula, or of the rollups of one link. These are computed where the links of a record have
-- changed (nobody else writes the column of a link), where what is linked has changed (touch_rollups), and where all is computed anew;
-- else they stay, so that who writes a record needs no rights on what is linked.
create or replace function plinth_private.computing_sql(
  p_table uuid, p_pending boolean, p_columns text[], p_types text[], p_trees jsonb[]) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_none text;
  v_kept text;
begin
  if not p_trees[1] ? 'rollup' then
    return format(E'  new.%I := %s;\n', p_columns[1], plinth_private.formula_sql(p_table, p_types[1], p_trees[1], 'new', p_pending));
  end if;
  select string_agg(format(E'    new.%I := %s;\n', u.name, plinth_private.rollup_of_none(u.tree)), '' order by u.n),
         string_agg(format(E'    new.%1$I := old.%1$I;\n', u.name), '' order by u.n)
    into v_none, v_kept
    from unnest(p_columns, p_trees) with ordinality as u (name, tree, n);
  return format(E'  if tg_op = ''INSERT'' then\n%1$s  elsif new.ver in (0, old.ver) or new.%2$I is distinct from old.%2$I then\n%3$s  else\n%4$s  end if;\n',
    v_none, (select f.column_name from plinth.field as f where f.id = (p_trees[1] #>> '{rollup,link}')::uuid),
    plinth_private.rolling_sql(p_columns, p_types, p_trees), v_kept);
end
$$;

-- Does the table have rollups, or are there to be?
create or replace function plinth_private.has_rollups(p_table uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from plinth.field as f left join plinth_private.type_change as c on c.field_id = f.id
                 where f.table_id = p_table and (f.formula ? 'rollup' or c.formula ? 'rollup'))
$$;

-- What the formulas of a table, and those that are to be, read of what options are called: columns.
create or replace function plinth_private.labels_of_formulas(p_table uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select plinth_private.labels_columns(array(
    select f from plinth.field as f where f.table_id = p_table and f.id in (
      select unnest(plinth_private.label_reads(o.formula) || plinth_private.label_reads(c.formula))
      from plinth.field as o left join plinth_private.type_change as c on c.field_id = o.id where o.table_id = p_table)))
$$;

-- The body of that function: an assignment for each formula, behind those of what it reads; then the same for the columns that are
-- filled for a change that is under way. A record that is touched and stays as it is gets no version.
create or replace function plinth_private.formula_body(p_table uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce((select format(E'\ndeclare\n  labels record;\nbegin\n  select %s into labels;\n', l) from plinth_private.labels_of_formulas(p_table) as l
                   where l is not null), E'\nbegin\n') || coalesce(string_agg(a.sql, '' order by a.pending, a.n), '')
      || case when plinth_private.has_rollups(p_table) then
           E'  if tg_op = ''UPDATE'' and new.ver = 0 then\n    new.ver := old.ver;\n    if new is not distinct from old then\n'
           || E'      return null;\n    end if;\n    new.ver := old.ver + 1;\n  end if;\n' else '' end
      || E'  return new;\nend\n'
  from (
    select c.pending, min(c.n) as n, plinth_private.computing_sql(p_table, c.pending, array_agg(c.name order by c.n),
             array_agg(c.type order by c.n), array_agg(c.tree order by c.n)) as sql
    from (
      select false as pending, o.n, f.column_name as name, f.type, f.formula as tree
      from unnest(plinth_private.needed_first(plinth_private.formula_edges(p_table, false))) with ordinality as o (id, n)
      join plinth.field as f on f.id = o.id
      union all
      select true, o.n, plinth_private.pending_column(f.column_name), c.type, c.formula
      from unnest(plinth_private.needed_first(plinth_private.formula_edges(p_table, true))) with ordinality as o (id, n)
      join plinth.field as f on f.id = o.id join plinth_private.type_change as c on c.field_id = o.id
    ) as c
    group by c.pending, coalesce(c.tree #>> '{rollup,link}', c.n::text)
  ) as a
$$;

-- Gives a table the trigger for its formulas as they are now, and takes it away with the last one. Its name is behind those of all other
-- row triggers, which may change what formulas read.
create or replace function plinth_private.renew_formulas(p_table uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_relation text := (select t.relation from plinth."table" as t where t.id = p_table);
  v_name text := plinth_private.formula_function(p_table);
begin
  if not exists (select 1 from plinth.field as f where f.table_id = p_table and f.formula is not null) then
    execute format('drop trigger if exists plinth_values on data.%I', v_relation);
    execute format('drop function if exists plinth_private.%I()', v_name);
    perform plinth_private.renew_followed(p_table);
    return;
  end if;
  execute format('create or replace function %I.%I() returns trigger language plpgsql volatile security invoker
                  set search_path = '''' as %L', 'plinth_private', v_name, plinth_private.formula_body(p_table));
  execute format('revoke all on function plinth_private.%I() from public, anon, authenticated, service_role', v_name);
  execute format('create or replace trigger plinth_values before insert or update on data.%I for each row
                  execute function plinth_private.%I()', v_relation, v_name);
  perform plinth_private.renew_followed(p_table);
end
$$;

-- SQL of records that are not stored yet (in parentheses; without the columns of formulas), with what is computed from them.
create or replace function plinth_private.computed_source(p_table uuid, p_source text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_field plinth.field;
begin
  for v_field in
    select f.* from unnest(plinth_private.needed_first(plinth_private.formula_edges(p_table, false))) with ordinality as o (id, n)
    join plinth.field as f on f.id = o.id order by o.n
  loop
    p_source := format('(select s.*, (%s)::%s as %I from %s as s%s)',
      case when v_field.formula ? 'rollup' then plinth_private.rollup_of_none(v_field.formula)
           else plinth_private.formula_sql(p_table, v_field.type, v_field.formula, 's', false) end, plinth_private.column_type(v_field.type),
      v_field.column_name, p_source, ' cross join (select ' || plinth_private.labels_columns(array(
        select f from plinth.field as f where f.id = any (plinth_private.label_reads(v_field.formula)))) || ') as labels');
  end loop;
  return p_source;
end
$$;

revoke all on function plinth_private.ex_kept_text(text, int)
  from public, anon, authenticated, service_role;
grant execute on function plinth_private.ex_kept_text(text, int)
  to authenticated, service_role;
select plinth_private.close_functions(array[
  'require_no_rule(uuid, text[])', 'fields_of_tree(jsonb)', 'types_for_result(text)', 'needed_first(jsonb)', 'ring_of(jsonb)',
  'formula_edges(uuid, boolean)', 'refuse_ring(uuid, uuid, jsonb)', 'computable_order(jsonb)',
  'cell_of_result(text, text)', 'formula_sql(uuid, text, jsonb, text, boolean)', 'read_formula(plinth.field, jsonb)', 'require_no_formula(uuid, text[])',
  'formula_function(uuid)', 'formula_body(uuid)', 'label_reads(jsonb)', 'labels_columns(plinth.field[])', 'labels_of_formulas(uuid)',
  'rolling_sql(text[], text[], jsonb[])', 'computing_sql(uuid, boolean, text[], text[], jsonb[])', 'has_rollups(uuid)', 'renew_formulas(uuid)', 'computed_source(uuid, text)'
]);
