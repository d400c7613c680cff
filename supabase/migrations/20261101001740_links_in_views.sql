-- Links as they are read: cells, conditions, searches, and the records that are linked to one. Whoever reads a record reads how many
-- are linked to it; which, and what they are called, of those alone that they read.

-- The field by whose values the records of a table are called: its first one, as far as the caller sees it.
create or replace function plinth_private.label_field(p_table uuid) returns plinth.field
language sql stable security definer set search_path = ''
as $$ select f.* from plinth_private.seen_fields(p_table) as f order by f.position, f.id limit 1 $$;

-- The records that a link is to, as t: their relation, SQL that joins to it what stands aside of what they are called, and the condition
-- that the caller reads them.
create or replace function plinth_private.target_source(
  p_end plinth_private.link_end, p_label plinth.field, out relation text, out joins text, out condition text
)
language sql stable security definer set search_path = ''
as $$
  select t.relation, plinth_private.joins_sql(array[plinth_private.place_of(p_label)]),
         plinth_private.scope_filter(t.id, 'read', plinth_private.scope(t.id, 'read'))
  from plinth."table" as t where t.id = p_end.target
$$;

-- The linked records that the caller reads: SQL of FROM, with the link as j, and the condition; no SQL where they read none.
create or replace function plinth_private.linked_source(
  p_end plinth_private.link_end, p_label plinth.field, out source text, out condition text
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_target record := plinth_private.target_source(p_end, p_label);
begin
  condition := v_target.condition;
  if condition <> 'false' then
    source := format('%s as j join data.%I as t on t.id = j.%I%s', p_end.place, v_target.relation, p_end.other, v_target.joins);
  end if;
end
$$;

-- SQL of what a linked record is called, as it travels. What else is linked to it is no name.
create or replace function plinth_private.name_sql(p_label plinth.field) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when p_label.id is null or p_label.type = 'link' then 'null::text' else plinth_private.cell_sql(p_label) end;
end
$$;

-- SQL of a cell of links of relation t as it travels: how many there are, and the first ones that the caller reads, each with what it
-- is called. The records come one by one from the index, in the order in which they were linked, until there are enough.
create or replace function plinth_private.link_cell_sql(p_field plinth.field) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_end plinth_private.link_end := plinth_private.link_end_of(p_field.id);
  v_label plinth.field := plinth_private.label_field(v_end.target);
  v_linked record := plinth_private.linked_source(v_end, v_label);
  v_items text := '''[]''::jsonb';
begin
  if v_linked.source is not null then
    v_items := format(
      '(select coalesce(jsonb_agg(jsonb_build_array(l.id, l.label) order by l.n), ''[]'') from (select t.id as record) as home '
        || 'cross join lateral (select j.id as n, t.id, %s as label from %s where j.%I = home.record and (%s) order by j.id limit %s) as l)',
      plinth_private.name_sql(v_label),
      v_linked.source, v_end.own, v_linked.condition, plinth_private.limit_of('linksPerCell'));
  end if;
  return format('case when t.%1$I > 0 then jsonb_build_object(''count'', t.%1$I, ''items'', %2$s) end', p_field.column_name, v_items);
end
$$;

-- The condition that a text stands in what a linked record is called; null: nowhere.
create or replace function plinth_private.link_text_sql(p_field plinth.field, p_text text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_end plinth_private.link_end := plinth_private.link_end_of(p_field.id);
  v_label plinth.field := plinth_private.label_field(v_end.target);
  v_linked record := plinth_private.linked_source(v_end, v_label);
  v_holds text;
begin
  if v_linked.source is null or v_label.type = 'link' then
    return null;
  end if;
  v_holds := case when plinth_private.family_of(v_label.type) = 'text'
    then plinth_private.text_condition(plinth_private.column_ref(v_label), 'contains', to_jsonb(p_text))
    else plinth_private.holds_sql(v_label, p_text) end;
  return case when v_holds is not null then
    -- Found once, not anew for each record: few texts hold what is looked for, which the planner does not know.
    format('t.id in (select j.%I from %s where (%s) and (%s) offset 0)', v_end.own, v_linked.source, v_linked.condition, v_holds) end;
end
$$;

-- SQL of a number as a text that stands among others of its kind where the number does; as all of a key it is SQL, because a function
-- would be called for each record, which takes longer than all else.
create or replace function plinth_private.number_sql(p_number text) returns text
language sql immutable security invoker set search_path = ''
as $$
  -- The bits of a number have its order, but for the sign: those of negative ones go the other way.
  select format('(select case when n.bits like ''1%%'' then translate(n.bits, ''01'', ''10'') else ''1'' || substr(n.bits, 2) end '
                  || 'from (select (''x'' || encode(float8send((%s)::double precision + 0), ''hex''))::bit(64)::text as bits) as n)', p_number)
$$;

-- SQL of what linked records are ordered by, as a text, and how such texts compare: by what the records are called, as that is ordered.
create or replace function plinth_private.name_order(p_label plinth.field, out key text, out collated text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_family text := plinth_private.family_of(p_label.type);
  v_column text := plinth_private.column_ref(p_label);
begin
  collated := case v_family when 'text' then 'plinth.natural' else 'pg_catalog."C"' end;
  if p_label.id is null or v_family in ('attachment', 'link', 'json') then
    key := 'null::text';
    return;
  end if;
  key := format(case v_family
      when 'text' then 'nullif(%1$s, '''')'
      when 'integer' then '%3$s'
      when 'number' then '%3$s'
      when 'date' then 'to_char(%1$s, ''YYYY-MM-DD'')'
      when 'datetime' then 'to_char(%1$s at time zone ''UTC'', ''YYYY-MM-DD HH24:MI:SS.US'')'
      when 'choice' then 'lpad((%2$s)::text, 6, ''0'')'
      else '(%2$s)::text' end, v_column, (plinth_private.term_of(p_label, false, false)).expression, plinth_private.number_sql(v_column));
end
$$;

-- SQL of an id as letters in its order, whatever else the letters are compared with: where digits count as numbers, 79 is more than 7a.
create or replace function plinth_private.letters_sql(p_id text) returns text
language sql immutable security invoker set search_path = ''
as $$ select format('translate((%s)::text, ''0123456789abcdef-'', ''ghijklmnopqrstuv'')', p_id) $$;

-- The id that these letters are of.
create or replace function plinth_private.letters_id(p_letters text) returns uuid
language sql immutable strict security invoker set search_path = ''
as $$ select translate(p_letters, 'ghijklmnopqrstuv', '0123456789abcdef')::uuid $$;

-- A term for a link to one record: by what the caller knows that record by, and those of one name each by itself. Behind them stand
-- records without a name, and last those that are linked to what the caller does not read, all alike.
create or replace function plinth_private.linked_term(p_field plinth.field, p_descending boolean) returns plinth_private.sort_term
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_end plinth_private.link_end := plinth_private.link_end_of(p_field.id);
  v_label plinth.field := plinth_private.label_field(v_end.target);
  v_target record := plinth_private.target_source(v_end, v_label);
  v_order record := plinth_private.name_order(v_label);
  v_name text := 'l_' || replace(p_field.id::text, '-', '');
  v_expression text := format('%I.key collate %s', v_name, v_order.collated);
begin
  return (p_field.id, 'link', v_expression, format('plinth_private.letters_id((%I.key)[2])', v_name), p_descending, null::text[], 't',
          format(' left join (select j.%1$I as id, array[case when t.id is not null then %2$s end, %3$s] as key'
                   || ' from %4$s as j left join data.%5$I as t on t.id = j.%6$I and (%7$s)%8$s) as %9$I on %9$I.id = t.id',
                 v_end.own, v_order.key,
                 plinth_private.letters_sql(format('coalesce(t.id, %L)', plinth_private.restricted_record())), v_end.place, v_target.relation, v_end.other, v_target.condition,
                 v_target.joins, v_name))::plinth_private.sort_term;
end
$$;

-- What stands in keys and in the paths of groups for a linked record that the caller does not read: no record has this id.
create or replace function plinth_private.restricted_record() returns uuid
language sql immutable security invoker set search_path = ''
as $$ select 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid $$;

-- A linked record of a key as an SQL literal that compares with the term of its field. Where it has gone since, or from the caller, it
-- stands behind those that have a name.
create or replace function plinth_private.linked_literal(p_field uuid, p_record uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_end plinth_private.link_end := plinth_private.link_end_of(p_field);
  v_label plinth.field := plinth_private.label_field(v_end.target);
  v_target record := plinth_private.target_source(v_end, v_label);
  v_order record := plinth_private.name_order(v_label);
  v_name text;
begin
  execute format('select %s from data.%I as t%s where t.id = $1 and (%s)', v_order.key, v_target.relation, v_target.joins, v_target.condition)
    into v_name using p_record;
  return format('array[%L, %s] collate %s', v_name, plinth_private.letters_sql(format('%L::uuid', p_record)), v_order.collated);
end
$$;

-- What the linked records are called by which a view is grouped: {linked: [[id, name]]}, of those that stand in these paths and that the
-- caller reads; {} where it is grouped by none.
create or replace function plinth_private.linked_names(p_view plinth_private.view, p_paths jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_grouping record;
  v_end plinth_private.link_end;
  v_label plinth.field;
  v_target record;
  v_names jsonb;
  v_all jsonb;
begin
  for v_grouping in
    select g.field, g.n from unnest(p_view.terms[:p_view.groups])
      with ordinality as g (field, type, expression, wire, descending, choices, place, source, n) where g.type = 'link'
  loop
    v_end := plinth_private.link_end_of(v_grouping.field);
    v_label := plinth_private.label_field(v_end.target);
    v_target := plinth_private.target_source(v_end, v_label);
    execute format('select jsonb_agg(jsonb_build_array(t.id, %s)) from data.%I as t%s where t.id = any ($1) and (%s)',
                   plinth_private.name_sql(v_label), v_target.relation, v_target.joins, v_target.condition)
      into v_names
      using array(select distinct (p.value ->> (v_grouping.n - 1)::int)::uuid from jsonb_array_elements(p_paths) as p);
    v_all := coalesce(v_all, '[]') || coalesce(v_names, '[]');
  end loop;
  return case when v_all is null then '{}' else jsonb_build_object('linked', v_all) end;
end
$$;

-- Of these records of a table, those that the caller reads.
create or replace function plinth_private.readable_among(p_table uuid, p_records uuid[]) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_filter text := plinth_private.scope_filter(p_table, 'read', plinth_private.scope(p_table, 'read'));
  v_found uuid[];
begin
  if v_filter = 'false' or coalesce(cardinality(p_records), 0) = 0 then
    return '{}';
  end if;
  execute format('select array(select t.id from data.%I as t where t.id = any ($1) and (%s))',
                 (select t.relation from plinth."table" as t where t.id = p_table), v_filter)
    into v_found using p_records;
  return v_found;
end
$$;

-- A list of ids of records, or null where it is none of at most so many.
create or replace function plinth_private.record_ids(p_list jsonb, p_limit bigint) returns uuid[]
language plpgsql immutable security invoker set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  if jsonb_typeof(p_list) <> 'array' or jsonb_array_length(p_list) > p_limit or exists (
       select 1 from jsonb_array_elements(p_list) as i
       where jsonb_typeof(i.value) <> 'string' or plinth_private.as_uuid(i.value #>> '{}') is null) then
    return null;
  end if;
  v_ids := array(select (i.value #>> '{}')::uuid from jsonb_array_elements(p_list) with ordinality as i order by i.ordinality);
  return v_ids;
end
$$;

-- A condition on a field of links; null: the value is none that suits. A record that the caller does not read is linked nowhere.
create or replace function plinth_private.link_condition(p_field plinth.field, p_operator text, p_value jsonb) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_end plinth_private.link_end := plinth_private.link_end_of(p_field.id);
  v_ids uuid[];
  v_condition text;
begin
  if p_operator in ('any_of', 'none_of') then
    v_ids := plinth_private.record_ids(p_value, plinth_private.limit_of('filterListLength'));
    if v_ids is null then
      return null;
    end if;
    v_ids := plinth_private.readable_among(v_end.target, v_ids);
    v_condition := case when cardinality(v_ids) > 0 then
      format('t.id in (select j.%I from %s as j where j.%I = any (%L::uuid[]))', v_end.own, v_end.place, v_end.other, v_ids) end;
  elsif jsonb_typeof(p_value) <> 'string' or char_length(p_value #>> '{}') > plinth_private.limit_of('textLength') then
    return null;
  else
    v_condition := plinth_private.link_text_sql(p_field, p_value #>> '{}');
  end if;
  v_condition := coalesce(v_condition, 'false');
  return case when p_operator in ('any_of', 'contains') then v_condition else format('not (%s)', v_condition) end;
end
$$;

-- The condition of a query of a table that only those records are wanted that a record is linked to: {field, record}, the field one of
-- that record's table. None are, where the caller does not read the record. Null: the query asks for no such thing.
create or replace function plinth_private.linked_sql(p_table uuid, p_linked jsonb) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_record uuid := plinth_private.as_uuid(p_linked ->> 'record');
  v_end plinth_private.link_end;
begin
  if coalesce(jsonb_typeof(p_linked), 'null') = 'null' then
    return null;
  end if;
  select e.* into v_end
    from plinth.field as f cross join lateral plinth_private.link_end_of(f.id) as e
    where f.id = plinth_private.as_uuid(p_linked ->> 'field') and f.type = 'link' and f.table_id = e.table_id and e.target = p_table
      and plinth_private.scope(f.table_id, 'read') <> 'none' and plinth_private.sees_field(f.id);
  if v_end.link is null or v_record is null then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', p_table, 'rule', 'linkedTo'));
  elsif not plinth_private.may_reach(v_end.table_id, v_record, 'read') then
    return 'false';
  end if;
  return format('t.id in (select j.%I from %s as j where j.%I = %L::uuid)', v_end.other, v_end.place, v_end.own, v_record);
end
$$;

-- The other field of a link, for whoever is told of this one.
create or replace function plinth_private.pair_json(p_field plinth.field) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when p_field.type = 'link'
    then jsonb_strip_nulls(jsonb_build_object('pair', (plinth_private.link_end_of(p_field.id)).pair)) else '{}' end;
end
$$;
