-- Colours of a view's records (docs/decisions/0053-colour-rules.md): {id, name, when, hue, paints}, the first whose expression is true. They are
-- evaluated by the browser, over records that it has loaded; here their shape and types are checked, and records are counted.

-- Refuses what are no colour rules. Whether an expression is one of this table is asked of those that are left after the fit.
create or replace function plinth_private.check_colors(p_colors jsonb) returns void
language plpgsql volatile security invoker set search_path = ''
as $$
begin
  if jsonb_typeof(p_colors) <> 'array' then
    perform plinth_private.refuse_view('colors');
  elsif jsonb_array_length(p_colors) > plinth_private.limit_of('colorRulesPerView')
     or exists (
       select 1 from jsonb_array_elements(p_colors) as c
       where jsonb_typeof(c.value) <> 'object' or c.value - '{id,name,when,hue,paints}'::text[] <> '{}'
          or plinth_private.as_uuid(c.value ->> 'id') is null
          or jsonb_typeof(c.value -> 'name') is distinct from 'string'
          or char_length(btrim(c.value ->> 'name')) not between 1 and plinth_private.limit_of('nameLength')
          or c.value ->> 'name' <> plinth_private.plain_text(c.value ->> 'name')
          or jsonb_typeof(c.value -> 'when') is distinct from 'object'
          or coalesce(c.value ->> 'hue', '') not in (
            'stone', 'red', 'orange', 'amber', 'lime', 'green', 'teal', 'cyan', 'blue', 'indigo', 'purple', 'pink')
          or (c.value ->> 'paints' = 'row' or plinth_private.as_uuid(c.value ->> 'paints') is not null) is not true)
     or (select count(distinct c.value ->> 'id') from jsonb_array_elements(p_colors) as c) <> jsonb_array_length(p_colors) then
    perform plinth_private.refuse_view('colors');
  end if;
end
$$;

-- Refuses what are no fields to filter by at once.
create or replace function plinth_private.check_quick(p_quick jsonb) returns void
language plpgsql volatile security invoker set search_path = ''
as $$
begin
  if jsonb_typeof(p_quick) <> 'array' then
    perform plinth_private.refuse_view('quick');
  elsif jsonb_array_length(p_quick) > plinth_private.limit_of('quickFiltersPerView')
     or exists (select 1 from jsonb_array_elements(p_quick) as q
                where jsonb_typeof(q.value) <> 'string' or plinth_private.as_uuid(q.value #>> '{}') is null)
     or (select count(distinct q.value) from jsonb_array_elements(p_quick) as q) <> jsonb_array_length(p_quick) then
    perform plinth_private.refuse_view('quick');
  end if;
end
$$;

-- Those of the rules that neither look at nor paint a field beside these.
create or replace function plinth_private.fit_colors(p_colors jsonb, p_placed text[]) returns jsonb
language sql immutable security invoker set search_path = ''
as $$
  select coalesce(jsonb_agg(c.value order by c.n), '[]')
  from jsonb_array_elements(case when jsonb_typeof(p_colors) = 'array' then p_colors else '[]' end) with ordinality as c (value, n)
  where (c.value ->> 'paints' = 'row' or c.value ->> 'paints' = any (p_placed))
    and not plinth_private.looks_beyond(c.value -> 'when', p_placed)
$$;

-- A colour's expression compiled over records t and what is joined to them: its condition, the relations in which fields stand, and SQL
-- behind FROM of what is computed when it is read. It looks at what the caller sees, but for links, of which a cell does not tell all; any
-- other field is none.
create or replace function plinth_private.color_condition(
  p_table uuid, p_when jsonb, out sql text, out places text[], out computed text
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_at jsonb := plinth_private.late_place(p_table, p_when, false) - 'labels';
  v_part plinth_private.expression_part;
  v_reads uuid[];
  v_late record;
begin
  v_at := v_at || jsonb_build_object('fields', coalesce((
    select jsonb_object_agg(f.key, f.value) from jsonb_each(v_at -> 'fields') as f
    where f.key = any (plinth_private.placed_ids(p_table)) and not (f.value -> 'names')::boolean), '{}'));
  v_part := plinth_private.compile_node(v_at, p_when, '');
  if v_part.type <> 'boolean' then
    perform plinth_private.refuse_expression(v_at, 'condition', '');
  end if;
  sql := v_part.sql;
  v_reads := array(select f.key::uuid from jsonb_object_keys(v_at -> 'fields') as f (key));
  places := array(select distinct coalesce(f.side, 't') from plinth.field as f where f.id = any (v_reads));
  computed := '';
  if exists (select 1 from plinth_private.late_field as l where l.id = any (v_reads)) then
    v_late := plinth_private.late_source(p_table, v_reads);
    places := places || v_late.places;
    computed := v_late.computed;
  end if;
end
$$;

-- Those of the rules whose expressions are ones of the table as it is: types change, and options go.
create or replace function plinth_private.sound_colors(p_table uuid, p_colors jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_rule jsonb;
  v_sound jsonb := '[]';
begin
  for v_rule in select c.value from jsonb_array_elements(
    plinth_private.fit_colors(p_colors, plinth_private.placed_ids(p_table))) with ordinality as c (value, n) order by c.n
  loop
    begin
      perform plinth_private.color_condition(p_table, v_rule -> 'when');
      v_sound := v_sound || jsonb_build_array(v_rule);
    exception
      when sqlstate 'PT400' then null;
    end;
  end loop;
  return v_sound;
end
$$;

-- A configuration without those of its colour rules that are stored as they are and not sound any more: nobody is kept from saving a view by
-- them.
create or replace function plinth_private.without_unsound(p_table uuid, p_config jsonb, p_stored jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case when jsonb_typeof(p_config -> 'colors') = 'array' then p_config || jsonb_build_object('colors', coalesce((
      select jsonb_agg(c.value order by c.n) from jsonb_array_elements(p_config -> 'colors') with ordinality as c (value, n)
      where not coalesce(p_stored -> 'colors', '[]') @> jsonb_build_array(c.value)
         or plinth_private.sound_colors(p_table, jsonb_build_array(c.value)) <> '[]'), '[]')) else p_config end
$$;

-- Of how many records of a view an expression is true: {total, matching}, among those that the caller reads; counted, never estimated.
create or replace function plinth_private.count_when(p_query jsonb, p_when jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_view plinth_private.view := plinth_private.view_of(plinth_private.readable(p_query), p_query);
  v_condition record := plinth_private.color_condition(v_view.table_id, p_when);
  v_answer jsonb;
begin
  -- The order and closed groups have no part in it.
  v_view.terms := '{}';
  v_view.places := v_view.places || v_condition.places || '{t}'::text[];
  execute format('select jsonb_build_object(''total'', count(*), ''matching'', count(*) filter (where %s)) from %s%s where %s',
                 v_condition.sql, plinth_private.view_source(v_view), v_condition.computed, plinth_private.view_condition(v_view, false))
    into v_answer;
  return v_answer;
end
$$;

-- Of how many records of a view an expression is true.
create or replace function plinth.count_when(query jsonb, "when" jsonb) returns jsonb
language sql stable security invoker set search_path = '' set statement_timeout = '10s'
as $$ select plinth_private.count_when($1, $2) $$;
