-- Rollups: fields whose value is computed from the records that are linked to theirs (docs/decisions/0036-rollups.md). A rollup stands
-- where a formula stands, as a tree of one node: {"rollup": {link, function, field?, filter?}}, and is a field of its result's type like
-- it. What it reads are the link, and of the other table a field and those that the filter names.

create index if not exists field_rollup_reads on plinth.field using gin (reads) where formula ? 'rollup';

-- What a field is computed by, of a definition: an expression or a rollup; null: it is not computed.
create or replace function plinth_private.definition_tree(p_definition jsonb) returns jsonb
language sql immutable security invoker set search_path = ''
as $$
  select case when coalesce(p_definition -> 'rollup', 'null') <> 'null' then jsonb_build_object('rollup', p_definition -> 'rollup')
              else nullif(p_definition -> 'formula', 'null') end
$$;

-- The same as a definition has it.
create or replace function plinth_private.tree_json(p_tree jsonb) returns jsonb
language sql immutable security invoker set search_path = ''
as $$
  select case when p_tree is null then '{}' when p_tree ? 'rollup' then p_tree else jsonb_build_object('formula', p_tree) end
$$;

-- A whole number as a cell keeps it, half of one rounded away from zero; none beyond what numbers tell apart.
create or replace function plinth_private.ex_kept_whole(p_value numeric) returns bigint
language sql immutable parallel safe security invoker set search_path = ''
as $$ select case when abs(round(p_value)) <= 9007199254740991 then round(p_value)::bigint end $$;

-- A sum or an average of numbers as a cell keeps it; none beyond what numbers hold, 0 below the smallest of them.
create or replace function plinth_private.ex_kept_number(p_value numeric) returns double precision
language sql immutable parallel safe security invoker set search_path = ''
as $$
  select case when abs(p_value) < 4.95e-324 then 0 when abs(p_value) <= 1.7976931348623157e308 then p_value::double precision end
$$;

-- The type of a rollup's field, of a function over a field of this type; null: the function knows no such values.
create or replace function plinth_private.rollup_type(p_function text, p_type text) returns text
language sql immutable security invoker set search_path = ''
as $$
  select case
    when p_function = 'count' then 'integer'
    when p_type is null then null
    when p_function = 'sum' and p_type = 'rating' then 'integer'
    when p_function = 'average' and p_type in ('integer', 'rating') then 'number'
    when p_function in ('sum', 'average') then
      case when p_type in ('integer', 'number', 'percent', 'currency', 'duration') then p_type end
    when p_function in ('min', 'max') then
      case when p_type = 'autonumber' then 'integer' when plinth_private.family_of(p_type) = 'datetime' then 'datetime'
           when plinth_private.family_of(p_type) in ('integer', 'number', 'date') then p_type end
    when p_function in ('any', 'all') then case p_type when 'checkbox' then 'checkbox' end
    when p_function = 'concatenate' and p_type = 'attachment' then p_type
    when p_function = 'unique' and plinth_private.has_options(p_type) then 'multi_select'
    when p_function in ('concatenate', 'unique') then case when p_type <> 'attachment' then 'long_text' end
    when p_function in ('first', 'last') then
      case plinth_private.family_of(p_type) when 'choice' then 'single_select' when 'datetime' then 'datetime' when 'person' then 'person'
           when 'link' then 'long_text' else case p_type when 'autonumber' then 'text' else p_type end end
  end
$$;

-- The type of one that tells choices by what they are called, for a definition that asks for that; null: it tells none.
create or replace function plinth_private.plain_rollup_type(p_type text) returns text
language sql immutable security invoker set search_path = ''
as $$ select case p_type when 'single_select' then 'text' when 'multi_select' then 'long_text' end $$;

-- Can what a function makes of a field of this type not be kept? Moments of change follow every write, its own table's too; names of people and of
-- linked records, and files, are told by the rights of each reader.
create or replace function plinth_private.is_rolled_late(p_function text, p_type text) returns boolean
language sql immutable security invoker set search_path = ''
as $$
  select coalesce(p_type in ('changed_time', 'changed_by', 'attachment', 'link')
    or plinth_private.family_of(p_type) = 'person' and p_function in ('concatenate', 'unique'), false)
$$;

-- What a rollup is where nothing is linked, as SQL.
create or replace function plinth_private.rollup_of_none(p_tree jsonb) returns text
language sql immutable security invoker set search_path = ''
as $$
  select case when p_tree #>> '{rollup,function}' in ('count', 'sum') then '0' when p_tree #>> '{rollup,function}' = 'any' then 'false'
              when p_tree #>> '{rollup,function}' = 'all' then 'true' else 'null' end
$$;

-- Does everybody who reads something of a table read all of another one? Roles add up, so it is enough that it is so for each.
create or replace function plinth_private.reads_wholly(p_table uuid, p_target uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (
    select 1 from plinth."table" as t join plinth.role as r on r.base_id = t.base_id
    where t.id = p_table and plinth_private.scope_of(r.id, p_table, 'read') <> 'none'
      and plinth_private.scope_of(r.id, p_target, 'read') <> 'all')
$$;

-- A field of a linked table as a rollup reads it: its type as far as values go.
create or replace function plinth_private.rolled_field(p_tree jsonb) returns plinth.field
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_field plinth.field;
begin
  select f.* into v_field from plinth.field as f where f.id = plinth_private.as_uuid(p_tree #>> '{rollup,field}');
  -- Counting reads none.
  v_field.column_name := coalesce(v_field.column_name, 'id');
  v_field.type := case plinth_private.family_of(v_field.type) when 'datetime' then 'datetime' when 'person' then 'person' else v_field.type end;
  return v_field;
end
$$;

-- Does a rollup make one aggregate of what is linked? The others go by the order of links, or by their number.
create or replace function plinth_private.is_aggregate(p_tree jsonb) returns boolean
language sql immutable security invoker set search_path = ''
as $$
  select coalesce(p_tree #>> '{rollup,function}' not in ('first', 'last', 'concatenate', 'unique'), false)
$$;

drop function if exists plinth_private.aggregate_sql(text, plinth.field);
-- SQL of what a function makes of values in linked records: an aggregate, of relation j, the links, and t, the records, where p_filter
-- holds (null: of all).
create or replace function plinth_private.aggregate_sql(p_function text, p_field plinth.field, p_filter text default null) returns text
language sql stable security definer set search_path = ''
as $$
  select format(case
    when p_function = 'count' then 'count(*)%2$s'
    when p_function = 'any' then 'coalesce(bool_or(t.%1$I)%2$s, false)'
    when p_function = 'all' then 'coalesce(bool_and(coalesce(t.%1$I, false))%2$s, true)'
    when p_function in ('min', 'max') then p_function || '(t.%1$I)%2$s'
    -- Exact, so that the order of links makes no difference.
    when p_function = 'sum' and plinth_private.family_of(p_field.type) = 'number' then
      'plinth_private.ex_kept_number(coalesce(sum(t.%1$I::text::numeric)%2$s, 0))'
    when p_function = 'sum' then 'plinth_private.ex_kept_whole(coalesce(sum(t.%1$I)%2$s, 0))'
    when p_function = 'average' and plinth_private.rollup_type(p_function, p_field.type) <> p_field.type then
      'plinth_private.ex_kept_number(avg(t.%1$I)%2$s)'
    when p_function = 'average' and plinth_private.family_of(p_field.type) = 'number' then 'plinth_private.ex_kept_number(avg(t.%1$I::text::numeric)%2$s)'
    when p_function = 'average' then 'plinth_private.ex_kept_whole(avg(t.%1$I)%2$s)'
    end, p_field.column_name, ' filter (where ' || p_filter || ')')
$$;

drop function if exists plinth_private.linked_from(plinth_private.link_end, text, text);
-- SQL of what is linked with the record whose id p_own is: t, records of a relation, by j, the links; p_beside: what stands beside each.
create or replace function plinth_private.linked_from(p_end plinth_private.link_end, p_relation text, p_own text, p_beside text default '')
  returns text
language sql immutable security invoker set search_path = ''
as $$
  select format('from %s as j join %s as t on t.id = j.%I%s where j.%I = %s', p_end.place, p_relation, p_end.other, p_beside, p_end.own, p_own)
$$;

-- SQL of what a field of linked records t says, as a text; far is the record itself.
create or replace function plinth_private.rolled_text_sql(p_field plinth.field) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case p_field.type
    when 'link' then format('array_to_string(%s, '', '')', plinth_private.names_sql(p_field.id, 'far.record'))
    when 'person' then plinth_private.person_text_sql(p_field)
    else plinth_private.as_text_sql(p_field) end;
end
$$;

-- What a list of values is made of where a field holds several: SQL of an array of texts; null: it holds one.
create or replace function plinth_private.rolled_texts_sql(p_field plinth.field) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case p_field.type
    when 'link' then plinth_private.names_sql(p_field.id, 'far.record')
    when 'multi_select' then format('plinth_private.labels_of(t.%I, %L)', p_field.column_name, p_field.options) end;
end
$$;

-- What stands beside each linked record for a rollup of this type: the items of what its field holds several of, as e.
create or replace function plinth_private.rolled_beside_sql(p_field plinth.field, p_function text, p_type text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_items text := case
    when p_function not in ('concatenate', 'unique') then null
    when p_type = 'multi_select' and p_field.type <> 'multi_select' then format('array[t.%I]', p_field.column_name)
    when p_type in ('attachment', 'multi_select') then format('t.%I', p_field.column_name)
    else plinth_private.rolled_texts_sql(p_field) end;
begin
  return case p_field.type when 'link' then ' cross join lateral (select t.id as record) as far' else '' end
    || case when v_items is null then '' else format(' cross join lateral unnest(%s) with ordinality as e (value, n)', v_items) end;
end
$$;

-- SQL of a list of values: those of a query (value, n) in their order, each once where it is said so. Of more than a thousand it is empty.
create or replace function plinth_private.listed_sql(p_values text, p_is_unique boolean) returns text
language sql stable security definer set search_path = ''
as $$
  select format(
    '(select case when count(*) <= %2$s then plinth_private.ex_kept_text(string_agg(v.value, '', '' order by v.n), %3$s) end from ('
      || case when p_is_unique then 'select u.value, min(u.n) as n from (%1$s) as u group by u.value limit %4$s' else '%1$s limit %4$s' end || ') as v)',
    p_values, plinth_private.limit_of('valuesPerRollup'), plinth_private.limit_of('longTextLength'), plinth_private.limit_of('valuesPerRollup') + 1)
$$;

drop function if exists plinth_private.rollup_sql(jsonb, text, boolean);
-- SQL of a rollup of the record whose id p_own is, as a field of the type p_type keeps it: a subquery, over links in the order in which they
-- were made. Lists of values are of at most a thousand records, else empty. p_late: over those linked records alone that the caller reads.
create or replace function plinth_private.rollup_sql(p_tree jsonb, p_type text, p_own text, p_late boolean default false) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_end plinth_private.link_end := plinth_private.link_end_of((p_tree #>> '{rollup,link}')::uuid);
  v_field plinth.field := plinth_private.rolled_field(p_tree);
  v_function text := p_tree #>> '{rollup,function}';
  v_source text := plinth_private.linked_from(v_end,
    case when p_late then plinth_private.whole_relation(v_end.target, plinth_private.fields_of_tree(p_tree))
         else plinth_private.relation_of(v_end.target) end, p_own, plinth_private.rolled_beside_sql(v_field, v_function, p_type));
  v_text text;
begin
  if p_late then
    v_source := format('%s and (%s)', v_source,
      plinth_private.scope_filter(v_end.target, 'read', plinth_private.scope(v_end.target, 'read')));
  end if;
  if p_tree #> '{rollup,filter}' is not null then
    v_source := format('%s and (%s)', v_source, case when p_late then plinth_private.late_condition(v_end.target, p_tree #> '{rollup,filter}')
      else (plinth_private.compile_expression(v_end.target, p_tree #> '{rollup,filter}', 't')).condition end);
  end if;
  if v_function in ('first', 'last') then
    v_text := case when p_type in ('text', 'long_text') and plinth_private.family_of(v_field.type) <> 'text' then plinth_private.rolled_text_sql(v_field) end;
    return format('(select %s %s order by j.id%s limit 1)', coalesce(v_text, format('t.%I', v_field.column_name)), v_source,
                  case v_function when 'last' then ' desc' else '' end);
  elsif v_function in ('concatenate', 'unique') then
    v_text := plinth_private.rolled_text_sql(v_field);
    return case
      when p_type = 'attachment' then format('(select array_agg(e.value order by j.id, e.n) %s)', v_source)
      when p_type = 'multi_select' then
        format('(select %s %s and e.value is not null)', plinth_private.ordered_set_sql('array_agg(e.value)'), v_source)
      when plinth_private.rolled_texts_sql(v_field) is not null then
        plinth_private.listed_sql(format('select e.value, array[j.id, e.n] as n %s', v_source), v_function = 'unique')
      else plinth_private.listed_sql(format('select %s as value, j.id as n %s and (%1$s) is not null', v_text, v_source), v_function = 'unique') end;
  end if;
  return format('(select %s %s)', plinth_private.aggregate_sql(v_function, v_field), v_source);
end
$$;

-- SQL that computes several aggregates of one link with one reading of it, each as its field keeps it: a list of values and what they
-- are of, to stand behind `select` with their targets between.
create or replace function plinth_private.rolled_together(p_trees jsonb[], out chosen text, out source text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_end plinth_private.link_end := plinth_private.link_end_of((p_trees[1] #>> '{rollup,link}')::uuid);
begin
  chosen := (select string_agg(plinth_private.aggregate_sql(t.tree #>> '{rollup,function}', plinth_private.rolled_field(t.tree),
               case when t.tree #> '{rollup,filter}' is not null
                 then (plinth_private.compile_expression(v_end.target, t.tree #> '{rollup,filter}', 't')).condition end), ', ' order by t.n)
             from unnest(p_trees) with ordinality as t (tree, n));
  source := plinth_private.linked_from(v_end, plinth_private.relation_of(v_end.target), 'new.id');
end
$$;

-- Has a rollup of this type the options of the field that it reads, whatever is asked for?
create or replace function plinth_private.takes_options(p_type text) returns boolean
language sql immutable security invoker set search_path = ''
as $$ select p_type in ('currency', 'rating') or plinth_private.has_options(p_type) $$;

-- The rollups that have the options of a field, kept and late.
create or replace function plinth_private.rollups_alike(p_field uuid) returns setof plinth.field
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query select r.* from (
      select f.* from plinth.field as f where f.formula ? 'rollup' and f.reads @> array[p_field]
      union all
      select v.* from plinth_private.late_field as l cross join lateral plinth_private.late_as_field(l) as v
        where l.tree ? 'rollup' and l.reads @> array[p_field]) as r
    join plinth.field as o on o.id = p_field
    where r.formula #>> '{rollup,field}' = p_field::text and plinth_private.takes_options(r.type)
      and (r.type = o.type or plinth_private.has_options(r.type) and plinth_private.has_options(o.type));
end
$$;

-- Refuses a rollup: {table, field, rule}.
create or replace function plinth_private.refuse_rollup(p_field plinth.field, p_rule text) returns void
language plpgsql stable security invoker set search_path = ''
as $$
begin
  perform plinth_private.fail(400, 'rollup_invalid', jsonb_build_object('table', p_field.table_id, 'field', p_field.id, 'rule', p_rule));
end
$$;

-- A filter of linked records, checked: the fields that it names. What holds today, or for who asks, is not kept.
create or replace function plinth_private.read_rollup_filter(p_table uuid, p_filter jsonb) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_compiled record := plinth_private.compile_expression(p_table, p_filter, 't');
begin
  if v_compiled.uses_me or v_compiled.uses_clock then
    perform plinth_private.refuse_expression(jsonb_build_object('table', p_table), 'momentary', '');
  elsif v_compiled.type <> 'boolean' then
    perform plinth_private.refuse_expression(jsonb_build_object('table', p_table), 'condition', '');
  end if;
  return v_compiled.depends;
end
$$;

-- A field with the rollup of a definition, {rollup: {link, function, field?, filter?}, options?}, checked and with the type of its
-- result. Kept, it may read a table alone that everybody reads wholly who reads something of its own.
create or replace function plinth_private.read_rollup(p_field plinth.field, p_definition jsonb, p_late boolean default false) returns plinth.field
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_rollup jsonb := plinth_private.definition_tree(p_definition) -> 'rollup';
  v_function text := v_rollup ->> 'function';
  v_filter jsonb := nullif(v_rollup -> 'filter', 'null');
  v_end plinth_private.link_end := plinth_private.link_end_of(plinth_private.as_uuid(v_rollup ->> 'link'));
  v_read plinth.field;
begin
  if jsonb_typeof(v_rollup) <> 'object' or coalesce(v_function, '') not in (
       'count', 'sum', 'average', 'min', 'max', 'any', 'all', 'concatenate', 'unique', 'first', 'last') then
    perform plinth_private.refuse_rollup(p_field, 'function');
  elsif v_end.table_id is distinct from p_field.table_id
     or not exists (select 1 from plinth."table" as t join plinth."table" as o on o.base_id = t.base_id
                    where t.id = v_end.target and o.id = p_field.table_id)
     or not plinth_private.is_live(v_end.field, p_field.table_id) then
    perform plinth_private.refuse_rollup(p_field, 'link');
  end if;
  if v_function <> 'count' then
    select f.* into v_read from plinth_private.seen_fields(v_end.target) as f where f.id = plinth_private.as_uuid(v_rollup ->> 'field');
    if plinth_private.rollup_type(v_function, v_read.type) is null or not p_late and plinth_private.is_rolled_late(v_function, v_read.type) then
      perform plinth_private.refuse_rollup(p_field, 'field');
    end if;
    if not p_late then
      perform plinth_private.require_open(v_read, 'rollup');
    end if;
  end if;
  p_field.reads := array_remove(array[v_end.field, v_read.id], null)
    || case when v_filter is null then '{}' when p_late then plinth_private.read_late_filter(v_end.target, v_filter)
            else plinth_private.read_rollup_filter(v_end.target, v_filter) end;
  perform plinth_private.require_settled(f) from plinth.field as f where f.id = any (p_field.reads) and f.id <> p_field.id;
  if not p_late and not plinth_private.reads_wholly(p_field.table_id, v_end.target) then
    perform plinth_private.fail(409, 'rollup_restricted',
      jsonb_build_object('table', p_field.table_id, 'field', p_field.id, 'target', v_end.target));
  end if;
  p_field.type := plinth_private.rollup_type(v_function, v_read.type);
  if p_definition ->> 'type' = plinth_private.plain_rollup_type(p_field.type) and plinth_private.has_options(v_read.type) then
    p_field.type := p_definition ->> 'type';
  end if;
  p_field.formula := jsonb_build_object('rollup', jsonb_strip_nulls(jsonb_build_object('link', v_end.field, 'function', v_function,
    'field', v_read.id)) || case when v_filter is not null then jsonb_build_object('filter', v_filter) else '{}' end);
  -- Sums of money are read as those that they are made of, points as so many of as many, and choices as they are called there.
  p_field.options := plinth_private.clean_options(p_field.type, case
    when v_read.type = p_field.type or plinth_private.has_options(v_read.type) and plinth_private.has_options(p_field.type) then v_read.options else '{}' end
    || case when plinth_private.takes_options(p_field.type) then '{}' else coalesce(p_definition -> 'options', '{}') end);
  return p_field;
end
$$;

-- All computed fields of a base with what they read, as they are or, where their change is under way, as they will be.
create or replace function plinth_private.computed_edges(p_base uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(f.id, to_jsonb(f.reads || plinth_private.fields_of_tree(c.formula))), '{}')
  from plinth."table" as t join plinth.field as f on f.table_id = t.id left join plinth_private.type_change as c on c.field_id = f.id
  where t.base_id = p_base and f.formula is not null
$$;

-- Computed fields of all tables that read one of these, directly or through others, each behind what it reads.
create or replace function plinth_private.computed_behind(p_fields uuid[]) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_found uuid[] := p_fields;
  v_next uuid[];
begin
  loop
    v_next := array(select f.id from plinth.field as f join plinth."table" as t on t.id = f.table_id
      where t.base_id is not null and f.formula is not null and f.reads && v_found and f.id <> all (v_found) order by f.id);
    exit when v_next = '{}';
    v_found := v_found || v_next;
  end loop;
  return plinth_private.needed_first(coalesce((
    select jsonb_object_agg(f.id, to_jsonb(f.reads)) from plinth.field as f
    where f.id = any (v_found[cardinality(p_fields) + 1:])), '{}'));
end
$$;

-- The rollups through a field of links, those too that fields are to become.
create or replace function plinth_private.rollups_through(p_link uuid) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select f.id from plinth.field as f join plinth.field as l on l.id = p_link and l.table_id = f.table_id
      where f.formula ? 'rollup' and f.reads @> array[p_link] and f.formula #>> '{rollup,link}' = p_link::text
    union
    select c.field_id from plinth_private.type_change as c where c.formula #>> '{rollup,link}' = p_link::text
    order by 1)
$$;

-- The same of tables that are there, not in the trash, through links to a table.
create or replace function plinth_private.rollups_over(p_target uuid) returns table (field plinth.field, through plinth_private.link_end)
language sql stable security definer set search_path = ''
as $$
  select f, e
  from plinth_private.link as l
  cross join lateral unnest(array[l.a_field, l.b_field], array[l.b_table, l.a_table]) as s (id, target)
  cross join lateral unnest(plinth_private.rollups_through(s.id)) as r (id)
  join plinth.field as f on f.id = r.id
  join plinth."table" as t on t.id = f.table_id and t.base_id is not null
  cross join lateral plinth_private.link_end_of(s.id) as e
  where p_target in (l.a_table, l.b_table) and s.target = p_target and e.table_id = f.table_id
$$;

-- Refuses to take a table away that rollups of other tables read.
create or replace function plinth_private.require_no_rollup(p_target uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_rollup plinth.field;
begin
  select (r.field).* into v_rollup from plinth_private.rollups_over(p_target) as r
    where (r.field).table_id <> p_target order by (r.field).table_id, (r.field).position, (r.field).id limit 1;
  if found then
    perform plinth_private.fail(409, 'used_by_rule', jsonb_build_object('table', v_rollup.table_id, 'formula', v_rollup.id));
  end if;
  perform plinth_private.require_no_late_rollup(p_target);
end
$$;

-- Refuses rights by which somebody would read what a rollup tells without reading what it is made of. Trigger of the grants.
create or replace function plinth_private.refuse_narrow_grant() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_rollup plinth.field;
begin
  select f.* into v_rollup
    from plinth."table" as t join plinth.field as f on f.table_id = t.id and f.formula ? 'rollup'
    left join plinth_private.type_change as c on c.field_id = f.id
    cross join lateral unnest(array[f.formula, c.formula]) as r (tree)
    cross join lateral plinth_private.link_end_of((r.tree #>> '{rollup,link}')::uuid) as e
    where r.tree is not null and t.base_id in (select o.base_id from changed_rows as g join plinth."table" as o on o.id = g.table_id where g.action = 'read')
      and not plinth_private.reads_wholly(t.id, e.target)
    order by t.id, f.position, f.id limit 1;
  if found then
    perform plinth_private.fail(409, 'used_by_rule', jsonb_build_object('table', v_rollup.table_id, 'formula', v_rollup.id));
  end if;
  return null;
end
$$;

drop trigger if exists rollups_made on plinth.role_grant;
create trigger rollups_made after insert on plinth.role_grant referencing new table as changed_rows
  for each statement execute function plinth_private.refuse_narrow_grant();
drop trigger if exists rollups_changed on plinth.role_grant;
create trigger rollups_changed after update on plinth.role_grant referencing new table as changed_rows
  for each statement execute function plinth_private.refuse_narrow_grant();
drop trigger if exists rollups_gone on plinth.role_grant;
create trigger rollups_gone after delete on plinth.role_grant referencing old table as changed_rows
  for each statement execute function plinth_private.refuse_narrow_grant();

revoke all on function plinth_private.ex_kept_whole(numeric), plinth_private.ex_kept_number(numeric)
  from public, anon, authenticated, service_role;
grant execute on function plinth_private.ex_kept_whole(numeric), plinth_private.ex_kept_number(numeric) to authenticated, service_role;
select plinth_private.close_functions(array[
  'definition_tree(jsonb)', 'tree_json(jsonb)', 'rollup_type(text, text)', 'rollup_of_none(jsonb)', 'reads_wholly(uuid, uuid)',
  'plain_rollup_type(text)', 'is_rolled_late(text, text)', 'takes_options(text)', 'rollups_alike(uuid)', 'rolled_text_sql(plinth.field)', 'rolled_texts_sql(plinth.field)', 'rolled_beside_sql(plinth.field, text, text)', 'listed_sql(text, boolean)',
  'rolled_field(jsonb)', 'is_aggregate(jsonb)', 'aggregate_sql(text, plinth.field, text)', 'rolled_together(jsonb[])', 'linked_from(plinth_private.link_end, text, text, text)',
  'rollup_sql(jsonb, text, text, boolean)', 'refuse_rollup(plinth.field, text)',
  'read_rollup_filter(uuid, jsonb)', 'read_rollup(plinth.field, jsonb, boolean)', 'computed_edges(uuid)', 'computed_behind(uuid[])',
  'rollups_through(uuid)', 'rollups_over(uuid)', 'require_no_rollup(uuid)', 'refuse_narrow_grant()'
]);
