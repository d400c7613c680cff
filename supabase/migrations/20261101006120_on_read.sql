-- Fields that are computed on read (docs/decisions/0039-fields-on-read.md): formulas that depend on the moment or on who reads, and rollups and
-- formulas whose values are others for other readers. In SQL they are called late. They have no column: calls that answer rows
-- compute them for the records of the answer, from what the caller reads. So they stand in a list of their own: what finds, orders, writes,
-- copies or moves values goes through plinth.field and does not know of them.

create table if not exists plinth_private.late_field (
  id uuid primary key,
  table_id uuid not null references plinth."table" (id) on delete cascade,
  name text not null,
  -- That of the result, with its options.
  type text not null,
  options jsonb not null default '{}',
  -- Among the late fields of the table, which stand behind its others.
  position int not null,
  description text not null default '',
  -- The expression or the rollup, and all fields that it reads: kept ones of its own and of a linked table, and late ones of its own.
  tree jsonb not null,
  reads uuid[] not null
);
create unique index if not exists late_field_name on plinth_private.late_field (table_id, lower(name));
create index if not exists late_field_reads on plinth_private.late_field using gin (reads);
alter table plinth_private.late_field enable row level security;
revoke all on plinth_private.late_field from public, anon, authenticated, service_role;

-- A late field as one of the others. The relation beside its table in which it stands is a subquery of the answer.
create or replace function plinth_private.late_as_field(p_late plinth_private.late_field) returns plinth.field
language plpgsql immutable security invoker set search_path = ''
as $$
declare
  v_field plinth.field;
begin
  v_field.id := p_late.id;
  v_field.table_id := p_late.table_id;
  v_field.name := p_late.name;
  v_field.type := p_late.type;
  v_field.options := p_late.options;
  v_field.rules := '{}';
  v_field.column_name := 'value';
  v_field.side := 'late_' || replace(p_late.id::text, '-', '');
  v_field.position := p_late.position;
  v_field.description := p_late.description;
  v_field.formula := p_late.tree;
  v_field.reads := p_late.reads;
  return v_field;
end
$$;

-- Is the field one of them?
create or replace function plinth_private.is_late(p_field uuid) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select 1 from plinth_private.late_field as l where l.id = p_field) $$;

-- How many of them a table has.
create or replace function plinth_private.count_late(p_table uuid) returns bigint
language sql stable security definer set search_path = ''
as $$ select count(*) from plinth_private.late_field as l where l.table_id = p_table $$;

-- Refuses a name that a late field of the table has, but for this one.
create or replace function plinth_private.require_no_late_name(p_table uuid, p_name text, p_but uuid default null) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (select 1 from plinth_private.late_field as l
             where l.table_id = p_table and lower(l.name) = lower(p_name) and l.id is distinct from p_but) then
    perform plinth_private.fail(409, 'name_taken', jsonb_build_object('table', p_table));
  end if;
end
$$;

-- A field that comes back to its table finds another name there where a late one has taken its own.
create or replace function plinth_private.make_way_for_late() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if exists (select 1 from plinth_private.late_field as l where l.table_id = new.table_id and lower(l.name) = lower(new.name)) then
    new.name := plinth_private.free_title(new.name, array(
      select f.name from plinth.field as f where f.table_id = new.table_id
      union all select l.name from plinth_private.late_field as l where l.table_id = new.table_id));
  end if;
  return new;
end
$$;

drop trigger if exists make_way_for_late on plinth.field;
create trigger make_way_for_late before update of table_id on plinth.field
  for each row when (old.table_id <> new.table_id) execute function plinth_private.make_way_for_late();

-- What those are called who are in the base of a table, or were: {person: name}; nobody else is told.
create or replace function plinth_private.people_named(p_table uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select jsonb_object_agg(p.value ->> 'id', p.value ->> 'name')
    from plinth."table" as t cross join lateral (
      select jsonb_array_elements(plinth_private.former_json(t.base_id))
      union all select jsonb_build_object('id', n.id, 'name', n.name) from plinth_private.people_of(t.id) as n) as p (value)
    where t.id = p_table), '{}')
$$;

-- SQL of the name of the person of a field of records t.
create or replace function plinth_private.person_text_sql(p_field plinth.field) returns text
language sql stable security definer set search_path = ''
as $$ select format('(%L::jsonb ->> t.%I::text)', plinth_private.people_named(p_field.table_id), p_field.column_name) $$;

-- Does an expression ask for the moment, for who asks, or for what people are called?
create or replace function plinth_private.is_momentary(p_ast jsonb) returns boolean
language sql immutable security invoker set search_path = ''
as $$
  select exists (select 1 from jsonb_path_query(p_ast, '$.**.call') as c
                 where c #>> '{}' in ('today', 'now', 'me', 'my_role', 'has_role', 'person_name'))
$$;

-- Can what a definition is computed by not be kept? Because it is another at another moment or for another reader, since it reads something
-- that is hidden from some, or that not everybody reads, or what linked records are called. What is no definition is not told from one that can.
create or replace function plinth_private.is_computed_late(p_table uuid, p_definition jsonb) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_tree jsonb := plinth_private.definition_tree(p_definition);
  v_reads uuid[] := plinth_private.fields_of_tree(v_tree);
  v_end plinth_private.link_end;
begin
  if v_tree is null then
    return false;
  elsif plinth_private.is_momentary(v_tree)
     or exists (select 1 from plinth.field as f
                where f.id = any (v_reads) and (f.side is not null or f.type = 'link' and not v_tree ? 'rollup'))
     or exists (select 1 from plinth_private.late_field as l where l.id = any (v_reads))
     or exists (select 1 from plinth.field as f where f.id = plinth_private.as_uuid(v_tree #>> '{rollup,field}')
                and plinth_private.is_rolled_late(v_tree #>> '{rollup,function}', f.type)) then
    return true;
  elsif not v_tree ? 'rollup' then
    return false;
  end if;
  v_end := plinth_private.link_end_of(plinth_private.as_uuid(v_tree #>> '{rollup,link}'));
  return v_end.table_id is not distinct from p_table and not plinth_private.reads_wholly(p_table, v_end.target);
end
$$;

-- Those of these fields that are links of the table.
create or replace function plinth_private.links_read(p_table uuid, p_reads uuid[]) returns setof uuid
language sql stable security definer set search_path = ''
as $$ select f.id from plinth.field as f where f.id = any (p_reads) and f.table_id = p_table and f.type = 'link' order by f.id $$;

-- Of which late fields does the caller see all that they read, each behind those that it reads? For others they are not there.
create or replace function plinth_private.seen_late_fields(p_table uuid) returns setof plinth.field
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_field plinth.field;
  v_seen uuid[] := '{}';
begin
  for v_field in
    select v.*
    from unnest(plinth_private.needed_first((
      select jsonb_object_agg(l.id, to_jsonb(l.reads)) from plinth_private.late_field as l where l.table_id = p_table))) with ordinality as o (id, n)
    join plinth_private.late_field as l on l.id = o.id
    cross join lateral plinth_private.late_as_field(l) as v order by o.n
  loop
    continue when exists (
      select 1 from unnest(v_field.reads) as r (id) left join plinth.field as f on f.id = r.id
      where r.id <> all (v_seen) and (f.id is null or plinth_private.scope(f.table_id, 'read') = 'none' or not plinth_private.sees_field(f.id)));
    continue when exists (
      select 1 from plinth_private.links_read(v_field.table_id, v_field.reads) as l (id)
      where coalesce(plinth_private.scope((plinth_private.link_end_of(l.id)).target, 'read'), 'none') = 'none');
    v_seen := v_seen || v_field.id;
    return next v_field;
  end loop;
end
$$;

-- Is it a late field that the caller sees? What compiles expressions as the caller asks this, to say what is wrong.
create or replace function plinth_private.is_told_late(p_field uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_table uuid := (select l.table_id from plinth_private.late_field as l where l.id = p_field);
begin
  return v_table is not null and plinth_private.scope(v_table, 'read') <> 'none'
    and exists (select 1 from plinth_private.seen_late_fields(v_table) as f where f.id = p_field);
end
$$;

-- Late fields as the app knows them, behind the others of their table.
create or replace function plinth_private.late_json(p_field plinth.field) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  p_field.side := null;
  p_field.column_name := '';
  p_field.position := p_field.position + (select count(*) from plinth.field as f where f.table_id = p_field.table_id);
  return plinth_private.field_json(p_field) || '{"onRead": true}';
end
$$;

create or replace function plinth_private.late_fields_json(p_table uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(plinth_private.late_json(f) order by f.position, f.id), '[]') from plinth_private.seen_late_fields(p_table) as f
$$;

-- The subquery of an answer that has the names of the records that a field links.
create or replace function plinth_private.names_place(p_link uuid) returns text
language sql immutable security invoker set search_path = ''
as $$ select 'names_' || replace(p_link::text, '-', '') $$;

-- Do the values of a table's first field name its records: texts, or what is said as one?
create or replace function plinth_private.is_naming(p_field plinth.field) returns boolean
language sql immutable security invoker set search_path = ''
as $$
  select p_field.id is not null and p_field.side is null and p_field.type not in ('attachment', 'link', 'json', 'multi_select', 'changed_time')
    and plinth_private.family_of(p_field.type) <> 'person'
$$;

-- SQL of what the records are called that a field links to the record whose id p_own is: those that the caller reads, in the order in which
-- they were linked. More than a thousand are none.
create or replace function plinth_private.names_sql(p_link uuid, p_own text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_end plinth_private.link_end := plinth_private.link_end_of(p_link);
  v_name plinth.field := plinth_private.label_field(v_end.target);
  v_value text;
begin
  if not plinth_private.is_naming(v_name) then
    return 'null::text[]';
  end if;
  v_name.type := case v_name.type when 'created_time' then 'datetime' else v_name.type end;
  v_value := plinth_private.as_text_sql(v_name);
  return format(
    '(select case when count(*) <= %1$s then array_agg(v.value order by v.n) end from ('
      || 'select %2$s as value, j.id as n from %3$s as j join %4$s as t on t.id = j.%5$I where j.%6$I = %7$s and (%8$s) and (%2$s) is not null limit %9$s) as v)',
    plinth_private.limit_of('valuesPerRollup'), v_value, v_end.place, plinth_private.relation_of(v_end.target), v_end.other, v_end.own, p_own,
    plinth_private.scope_filter(v_end.target, 'read', plinth_private.scope(v_end.target, 'read')),
    plinth_private.limit_of('valuesPerRollup') + 1);
end
$$;

-- What a late expression is compiled for: records of relation t. Its fields may stand aside; of linked records (p_linked) these columns are
-- in t too, late ones are not computed, and what options are called is not read.
create or replace function plinth_private.late_place(p_table uuid, p_ast jsonb, p_linked boolean) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_at jsonb;
  v_named record;
begin
  select jsonb_build_object('table', t.id, 'base', b.id, 'zone', b.time_zone, 'alias', 't', 'labels', case when not p_linked then 'labels' end) into v_at
    from plinth."table" as t join plinth.base as b on b.id = t.base_id where t.id = p_table;
  if v_at is null then
    perform plinth_private.fail(404, 'not_found');
  end if;
  v_named := plinth_private.check_expression(v_at, p_ast);
  return v_at || jsonb_build_object(
    'fields', coalesce((
      select jsonb_object_agg(f.id, jsonb_build_object('type', f.type,
               'column', case when f.type = 'link' and not p_linked then 'value' else f.column_name end, 'place', case when p_linked then 't' when f.type = 'link' then plinth_private.names_place(f.id) else coalesce(f.side, 't') end,
               'names', f.type = 'link' and not p_linked, 'options', plinth_private.option_ids(f.options),
               'digits', case when f.type = 'currency' then plinth_private.currency_digits(f.options ->> 'currency') end))
      from (
        select f.* from plinth.field as f where f.table_id = p_table
        union all
        select v.* from plinth_private.late_field as l cross join lateral plinth_private.late_as_field(l) as v
          where l.table_id = p_table and not p_linked) as f
      where f.id::text = any (v_named.fields)), '{}'),
    'calls', to_jsonb(v_named.calls));
end
$$;

-- The filter of a late rollup as SQL of linked records t.
create or replace function plinth_private.late_condition(p_table uuid, p_filter jsonb) returns text
language sql stable security definer set search_path = ''
as $$ select (plinth_private.compile_node(plinth_private.late_place(p_table, p_filter, true), p_filter, '')).sql $$;

-- The same filter, checked: the fields that it names.
create or replace function plinth_private.read_late_filter(p_table uuid, p_filter jsonb) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_at jsonb := plinth_private.late_place(p_table, p_filter, true);
begin
  if (plinth_private.compile_node(v_at, p_filter, '')).type <> 'boolean' then
    perform plinth_private.refuse_expression(v_at, 'condition', '');
  end if;
  return array(select k.id::uuid from jsonb_object_keys(v_at -> 'fields') as k (id) order by 1);
end
$$;

-- A table's relation with the columns of those of these fields that stand aside.
create or replace function plinth_private.whole_relation(p_table uuid, p_fields uuid[]) returns text
language sql stable security definer set search_path = ''
as $$
  select case when count(*) = 0 then plinth_private.relation_of(p_table)
    else format('(select t.*, %s from %s as t%s)', string_agg(format('%I.%I', f.side, f.column_name), ', ' order by f.id),
                plinth_private.relation_of(p_table), plinth_private.joins_sql(array_agg(f.side))) end
  from plinth.field as f where f.table_id = p_table and f.id = any (p_fields) and f.side is not null
$$;

-- SQL of a late field of relation t, whose record is home.record.
create or replace function plinth_private.late_sql(p_field plinth.field) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_field.formula ? 'rollup' then
    return plinth_private.rollup_sql(p_field.formula, p_field.type, 'home.record', true);
  end if;
  return plinth_private.cell_of_result(p_field.type, plinth_private.value_sql(
    plinth_private.late_place(p_field.table_id, p_field.formula, false), p_field.formula));
end
$$;

-- SQL behind FROM that computes these late fields of relation t, and those that they read, each in a relation of its own; and where the others
-- stand that they read. With OFFSET each is computed once, whatever reads it.
create or replace function plinth_private.late_source(p_table uuid, p_fields uuid[], out computed text, out places text[])
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_seen plinth.field[] := array(select f from plinth_private.seen_late_fields(p_table) as f);
  v_needed uuid[] := p_fields;
  v_named uuid[] := '{}';
  v_told uuid[] := '{}';
  v_people boolean := false;
  v_field plinth.field;
begin
  computed := '';
  for i in reverse cardinality(v_seen) .. 1 loop
    v_field := v_seen[i];
    continue when v_field.id <> all (v_needed);
    v_needed := v_needed || v_field.reads;
    if not v_field.formula ? 'rollup' then
      v_named := v_named || array(select l from plinth_private.links_read(p_table, v_field.reads) as l);
      v_told := v_told || plinth_private.label_reads(v_field.formula);
      v_people := v_people or jsonb_path_exists(v_field.formula, '$.** ? (@.call == "person_name")');
    end if;
    computed := format(' cross join lateral (select (%s)::%s as value offset 0) as %I', plinth_private.late_sql(v_field),
                       split_part(plinth_private.column_type(v_field.type), ' not null', 1), v_field.side) || computed;
  end loop;
  computed := ' cross join lateral (select t.id as record) as home' || coalesce(' cross join (select ' || nullif(concat_ws(', ',
    plinth_private.labels_columns(
      array(select f from plinth.field as f where f.id = any (v_told)) || array(select f from unnest(v_seen) as f where f.id = any (v_told))),
    case when v_people then format('%L::jsonb as people', plinth_private.people_named(p_table)) end), '') || ') as labels', '') || coalesce((
    select string_agg(format(' cross join lateral (select %s as value offset 0) as %I',
                             plinth_private.names_sql(l.id, 'home.record'), plinth_private.names_place(l.id)), '' order by l.id)
    from (select distinct n.id from unnest(v_named) as n (id)) as l), '') || computed;
  places := array(select distinct f.side from plinth.field as f where f.table_id = p_table and f.id = any (v_needed) and f.side is not null);
end
$$;

-- A late field with what a definition says that it is computed by, checked and with the type of its result.
create or replace function plinth_private.read_late(p_field plinth.field, p_definition jsonb) returns plinth.field
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_tree jsonb := plinth_private.definition_tree(p_definition);
  v_at jsonb;
  v_types text[];
begin
  if v_tree ? 'rollup' then
    return plinth_private.read_rollup(p_field, p_definition, true);
  end if;
  v_at := plinth_private.late_place(p_field.table_id, v_tree, false);
  perform plinth_private.refuse_expression(v_at, 'field_type', '', f.key)
    from jsonb_each(v_at -> 'fields') as f
    where (f.value -> 'names')::boolean
      and not plinth_private.is_naming(plinth_private.label_field((plinth_private.link_end_of(f.key::uuid)).target));
  v_types := plinth_private.types_for_result((plinth_private.compile_node(v_at, v_tree, '')).type);
  if v_types = '{}' then
    perform plinth_private.refuse_expression(v_at, 'result', '');
  end if;
  p_field.reads := array(select k.id::uuid from jsonb_object_keys(v_at -> 'fields') as k (id) order by 1);
  perform plinth_private.require_settled(f) from plinth.field as f where f.id = any (p_field.reads);
  p_field.formula := v_tree;
  p_field.type := case when p_definition ->> 'type' = any (v_types) then p_definition ->> 'type' else v_types[1] end;
  p_field.options := plinth_private.clean_options(p_field.type, p_definition -> 'options');
  return p_field;
end
$$;

-- Makes a late field. Nothing is computed now.
create or replace function plinth_private.create_late(p_table plinth."table", p_definition jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_field plinth.field;
begin
  perform plinth_private.require_field_room(p_table.id);
  v_field.id := plinth_private.as_uuid(p_definition ->> 'id');
  v_field.table_id := p_table.id;
  v_field.name := plinth_private.clean_name(p_definition ->> 'name');
  if v_field.id is null or plinth_private.is_late(v_field.id) or exists (select 1 from plinth.field as f where f.id = v_field.id) then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'id'));
  elsif exists (select 1 from plinth.field as f where f.table_id = p_table.id and lower(f.name) = lower(v_field.name)) then
    perform plinth_private.fail(409, 'name_taken', jsonb_build_object('table', p_table.id));
  elsif coalesce(p_definition -> 'default', 'null') <> 'null' then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', p_table.id, 'field', v_field.id, 'rule', 'default'));
  end if;
  perform plinth_private.require_no_late_name(p_table.id, v_field.name);
  v_field := plinth_private.read_late(v_field, p_definition);
  insert into plinth_private.late_field (id, table_id, name, type, options, position, description, tree, reads)
    values (v_field.id, p_table.id, v_field.name, v_field.type, v_field.options,
            (select coalesce(max(l.position) + 1, 0) from plinth_private.late_field as l where l.table_id = p_table.id),
            plinth_private.clean_description(p_definition ->> 'description'), v_field.formula, v_field.reads);
  perform plinth_private.send_schema_changed(p_table.base_id);
  return plinth_private.late_json_of(v_field.id);
end
$$;

-- A late field as the app knows it.
create or replace function plinth_private.late_json_of(p_field uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select plinth_private.late_json(plinth_private.late_as_field(l)) from plinth_private.late_field as l where l.id = p_field
$$;

-- The late field, its table locked against other edits, after checking that the caller shapes the base.
create or replace function plinth_private.take_late(p_field uuid) returns plinth_private.late_field
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_late plinth_private.late_field;
begin
  perform plinth_private.take_table((select l.table_id from plinth_private.late_field as l where l.id = p_field));
  select l.* into v_late from plinth_private.late_field as l where l.id = p_field;
  if not found then
    perform plinth_private.fail(404, 'not_found');
  end if;
  return v_late;
end
$$;

-- Puts a late field at a place among those of its table; null: numbers them anew.
create or replace function plinth_private.place_late(p_table uuid, p_field uuid, p_position int) returns void
language sql volatile security definer set search_path = ''
as $$
  with others as (
    select l.id, row_number() over (order by l.position, l.id) - 1 as n
    from plinth_private.late_field as l where l.table_id = p_table and l.id is distinct from p_field
  ), placed as (
    select o.id, o.n + case when p_position <= o.n then 1 else 0 end as n from others as o
    union all
    select p_field, least(p_position, (select count(*) from others)) where p_field is not null
  )
  update plinth_private.late_field as l set position = p.n from placed as p
    where l.id = p.id and l.table_id = p_table and l.position is distinct from p.n
$$;

-- Renames a late field, describes it, shows its values otherwise, or moves it: {name?, description?, options?, position?}
create or replace function plinth_private.update_late(p_field uuid, p_changes jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_late plinth_private.late_field := plinth_private.take_late(p_field);
begin
  if coalesce(jsonb_typeof(p_changes), '') <> 'object' then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'changes'));
  elsif coalesce(p_changes -> 'default', 'null') <> 'null' then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', v_late.table_id, 'field', p_field, 'rule', 'default'));
  end if;
  if p_changes ? 'name' then
    v_late.name := plinth_private.clean_name(p_changes ->> 'name');
    perform plinth_private.require_no_late_name(v_late.table_id, v_late.name, p_field);
    if exists (select 1 from plinth.field as f where f.table_id = v_late.table_id and lower(f.name) = lower(v_late.name)) then
      perform plinth_private.fail(409, 'name_taken', jsonb_build_object('table', v_late.table_id));
    end if;
  end if;
  if p_changes ? 'description' then
    v_late.description := plinth_private.clean_description(p_changes ->> 'description');
  end if;
  -- Sums of money, points and choices are read as those that they are made of.
  if p_changes ? 'options' and not plinth_private.takes_options(v_late.type) then
    v_late.options := plinth_private.clean_options(v_late.type, p_changes -> 'options');
  end if;
  update plinth_private.late_field set name = v_late.name, description = v_late.description, options = v_late.options where id = p_field;
  if p_changes ? 'position' then
    perform plinth_private.place_late(v_late.table_id, p_field, greatest(0, plinth_private.clean_position(p_changes -> 'position')
      - (select count(*) from plinth.field as f where f.table_id = v_late.table_id)::int));
  end if;
  perform plinth_private.send_schema_changed((select t.base_id from plinth."table" as t where t.id = v_late.table_id));
  return plinth_private.late_json_of(p_field);
exception
  when lock_not_available or deadlock_detected then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', v_late.table_id));
end
$$;

-- Changes what a late field is computed by, at once: FieldStep. A rollup stays one, and what others read keeps its type.
create or replace function plinth_private.change_late(p_field uuid, p_definition jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_late plinth_private.late_field := plinth_private.take_late(p_field);
  v_new plinth.field;
begin
  if p_definition is not null then
    if coalesce(plinth_private.definition_tree(p_definition) ? 'rollup', not v_late.tree ? 'rollup') <> v_late.tree ? 'rollup' then
      perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', v_late.table_id, 'field', p_field, 'rule', 'formula'));
    end if;
    v_new := plinth_private.read_late(plinth_private.late_as_field(v_late), p_definition);
    perform plinth_private.refuse_ring(v_late.table_id, p_field, (
      select jsonb_object_agg(l.id, to_jsonb(l.reads)) from plinth_private.late_field as l where l.table_id = v_late.table_id)
      || jsonb_build_object(p_field, v_new.reads));
    if plinth_private.family_of(v_new.type) <> plinth_private.family_of(v_late.type) then
      perform plinth_private.require_no_late(p_field, null);
    end if;
    update plinth_private.late_field set type = v_new.type, options = v_new.options, tree = v_new.formula, reads = v_new.reads
      where id = p_field;
    -- Whoever shows records reads them again.
    perform plinth_private.log_change(v_late.table_id, 'update', null, null, 0);
    perform plinth_private.send_schema_changed((select t.base_id from plinth."table" as t where t.id = v_late.table_id));
  end if;
  return jsonb_build_object('done', 0, 'total', 0, 'table', v_late.table_id, 'field', plinth_private.late_json_of(p_field));
exception
  when lock_not_available or deadlock_detected then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', v_late.table_id));
end
$$;

-- Deletes a late field for good: it holds nothing.
create or replace function plinth_private.delete_late(p_field uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_late plinth_private.late_field := plinth_private.take_late(p_field);
begin
  perform plinth_private.require_no_late(p_field, null);
  delete from plinth_private.late_field where id = p_field;
  perform plinth_private.place_late(v_late.table_id, null, null);
  perform plinth_private.send_schema_changed((select t.base_id from plinth."table" as t where t.id = v_late.table_id));
exception
  when lock_not_available or deadlock_detected then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', v_late.table_id));
end
$$;

-- Copies a late field under a new id and name, behind it. Called again it answers the same.
create or replace function plinth_private.duplicate_late(p_field uuid, p_copy uuid, p_name text) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_late plinth_private.late_field := plinth_private.take_late(p_field);
begin
  if not exists (select 1 from plinth_private.late_field as l where l.id = p_copy and l.table_id = v_late.table_id) then
    perform plinth_private.create_late((select t from plinth."table" as t where t.id = v_late.table_id),
      plinth_private.late_json_of(p_field) || jsonb_build_object('id', p_copy, 'name', p_name));
    perform plinth_private.place_late(v_late.table_id, p_copy, v_late.position + 1);
  end if;
  return jsonb_build_object('done', 0, 'total', 0, 'table', v_late.table_id, 'field', plinth_private.late_json_of(p_copy));
exception
  when lock_not_available or deadlock_detected then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', v_late.table_id));
end
$$;

-- Gives the copy of a table the late fields of the table, but for those that read what was not copied: the ids of fields with theirs.
create or replace function plinth_private.copy_late(p_table uuid, p_copy uuid, p_ids jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_late plinth_private.late_field;
begin
  for v_late in
    select l.*
    from unnest(plinth_private.needed_first((
      select jsonb_object_agg(l.id, to_jsonb(l.reads)) from plinth_private.late_field as l where l.table_id = p_table))) with ordinality as o (id, n)
    join plinth_private.late_field as l on l.id = o.id order by o.n
  loop
    continue when exists (
      select 1 from unnest(v_late.reads) as r (id)
      where not p_ids ? r.id::text and (plinth_private.is_late(r.id)
        or exists (select 1 from plinth.field as f where f.id = r.id and f.table_id = p_table)));
    p_ids := p_ids || jsonb_build_object(v_late.id, plinth_private.uuid_v7());
    insert into plinth_private.late_field (id, table_id, name, type, options, position, description, tree, reads)
      values ((p_ids ->> v_late.id::text)::uuid, p_copy, v_late.name, v_late.type, v_late.options, v_late.position, v_late.description,
              plinth_private.exchange_ids(v_late.tree, p_ids),
              array(select coalesce(p_ids ->> r.id::text, r.id::text)::uuid from unnest(v_late.reads) as r (id)));
  end loop;
  return p_ids;
end
$$;

-- Refuses to take away a field, or options of it, that a late field needs whose table is not in the trash.
create or replace function plinth_private.require_no_late(p_field uuid, p_options text[]) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_late plinth_private.late_field;
begin
  select l.* into v_late
    from plinth_private.late_field as l join plinth."table" as t on t.id = l.table_id
    where p_field = any (l.reads)
      and (t.base_id is not null or exists (select 1 from plinth.field as f where f.id = p_field and f.table_id = l.table_id))
      and (p_options is null or exists (
        select 1 from unnest(p_options) as g (option)
        where jsonb_path_exists(l.tree, '$.** ? (@.field == $field && @.option == $option)',
                                jsonb_build_object('field', p_field, 'option', g.option))))
    order by l.table_id, l.position, l.id limit 1;
  if found then
    perform plinth_private.fail(409, 'used_by_rule', jsonb_build_object('table', v_late.table_id, 'field', p_field, 'formula', v_late.id));
  end if;
end
$$;

-- Refuses to take a table away over which late fields of other tables compute.
create or replace function plinth_private.require_no_late_rollup(p_target uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_late plinth_private.late_field;
begin
  select l.* into v_late
    from plinth_private.late_field as l join plinth."table" as t on t.id = l.table_id and t.base_id is not null
    where l.table_id <> p_target
      and t.base_id = (select o.base_id from plinth."table" as o where o.id = p_target)
      and exists (select 1 from plinth_private.links_read(l.table_id, l.reads) as r (id)
                  where (plinth_private.link_end_of(r.id)).target = p_target)
    order by l.table_id, l.position, l.id limit 1;
  if found then
    perform plinth_private.fail(409, 'used_by_rule', jsonb_build_object('table', v_late.table_id, 'formula', v_late.id));
  end if;
end
$$;

-- Refuses where late fields of a table that comes back are not as they must be.
create or replace function plinth_private.require_late(p_table uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform plinth_private.read_late(v, plinth_private.tree_json(l.tree) || jsonb_build_object('type', l.type, 'options', l.options))
    from plinth_private.late_field as l cross join lateral plinth_private.late_as_field(l) as v
    where l.table_id = p_table order by l.position, l.id;
end
$$;

-- Late fields that read a field that goes for good go with it.
create or replace function plinth_private.drop_late() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from plinth_private.late_field as l where l.reads @> array[old.id];
  return null;
end
$$;

drop trigger if exists drop_late on plinth.field;
create trigger drop_late after delete on plinth.field for each row execute function plinth_private.drop_late();
drop trigger if exists drop_late on plinth_private.late_field;
create trigger drop_late after delete on plinth_private.late_field for each row execute function plinth_private.drop_late();

-- Would a field of this definition be computed on read? For those who shape the table, before they make it.
create or replace function plinth_private.is_on_read(p_table uuid, p_definition jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform plinth_private.require_scope(p_table, 'read');
  perform plinth_private.require_base((select t.base_id from plinth."table" as t where t.id = p_table), 'creator');
  return to_jsonb(plinth_private.is_computed_late(p_table, p_definition));
end
$$;

create or replace function plinth.is_on_read("table" uuid, definition jsonb) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select plinth_private.is_on_read($1, $2) $$;

select plinth_private.close_functions(array[
  'late_as_field(plinth_private.late_field)', 'person_text_sql(plinth.field)', 'is_late(uuid)', 'count_late(uuid)', 'require_no_late_name(uuid, text, uuid)',
  'make_way_for_late()', 'is_momentary(jsonb)', 'is_computed_late(uuid, jsonb)', 'seen_late_fields(uuid)', 'is_told_late(uuid)',
  'people_named(uuid)', 'late_json(plinth.field)', 'late_fields_json(uuid)', 'late_place(uuid, jsonb, boolean)', 'late_condition(uuid, jsonb)',
  'links_read(uuid, uuid[])', 'names_place(uuid)', 'is_naming(plinth.field)', 'names_sql(uuid, text)', 'read_late_filter(uuid, jsonb)', 'whole_relation(uuid, uuid[])', 'late_sql(plinth.field)', 'late_source(uuid, uuid[])',
  'read_late(plinth.field, jsonb)', 'create_late(plinth."table", jsonb)', 'late_json_of(uuid)', 'take_late(uuid)',
  'place_late(uuid, uuid, int)', 'update_late(uuid, jsonb)', 'change_late(uuid, jsonb)', 'delete_late(uuid)',
  'duplicate_late(uuid, uuid, text)', 'copy_late(uuid, uuid, jsonb)', 'require_no_late(uuid, text[])', 'require_no_late_rollup(uuid)',
  'require_late(uuid)', 'drop_late()', 'is_on_read(uuid, jsonb)'
]);
-- Asked by what compiles expressions as the caller.
grant execute on function plinth_private.is_told_late(uuid) to authenticated, service_role;
select plinth_private.open_calls(array['is_on_read(uuid, jsonb)']);
