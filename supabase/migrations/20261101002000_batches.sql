-- Batches of mutations: what can stand in one statement runs as one, the rest one by one.

-- Inserts many records of one table in one statement, as the caller. Answers the version of each record; null when one
-- of them is not as it must be.
create or replace function plinth_private.insert_many(p_list jsonb) returns jsonb
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_table uuid := plinth_private.as_uuid(p_list #>> '{0,table}');
  v_plan record;
  v_columns text;
  v_values text;
  v_links jsonb := p_list;
begin
  v_plan := plinth_private.write_plan(v_table, 'create',
    array(select distinct k from jsonb_array_elements(p_list) as m, jsonb_object_keys(m.value -> 'values') as k
          where jsonb_typeof(m.value -> 'values') = 'object'));
  if v_plan.refusal is not null or exists (
       select 1 from jsonb_array_elements(p_list) as m
       where plinth_private.as_uuid(m.value ->> 'record') is null or jsonb_typeof(m.value -> 'values') <> 'object'
          or m.value ? 'undoes' and plinth_private.as_uuid(m.value ->> 'undoes') is null
          or plinth_private.first_problem(v_plan, m.value -> 'values') is not null) then
    return null;
  end if;
  select string_agg(format(', %I', v_plan.columns[n]), '' order by n),
         string_agg(', ' || plinth_private.cast_sql(v_plan.types[n], format('m.value #>> %L', array['values', v_plan.ids[n]::text])),
                    '' order by n)
    into v_columns, v_values
    from generate_subscripts(v_plan.ids, 1) as n where v_plan.places[n] = 't';
  if p_list @? '$[*] ? (exists (@.undoes))' then
    perform plinth_private.expect_back(p_list);
  end if;
  execute format('insert into data.%I (id%s) select (m.value ->> ''record'')::uuid%s from jsonb_array_elements($1) as m',
                 v_plan.relation, v_columns, v_values)
    using p_list;
  if plinth_private.writes_aside(v_plan) then
    perform plinth_private.write_sides(v_plan, p_list);
  end if;
  if p_list @? '$[*] ? (exists (@.undoes))' then
    v_links := plinth_private.bring_records_back(p_list);
  end if;
  return (select jsonb_object_agg(lower(m.value ->> 'record'), 1) from jsonb_array_elements(p_list) as m)
    || case when cardinality(v_plan.links) > 0 or v_links <> p_list then plinth_private.change_links(v_table, v_links) else '{}' end;
end
$$;

-- What is stored of many records in the fields of a plan, held as it is: {id: [ver, [values]]}.
create or replace function plinth_private.hold_records(p_plan record, p_list jsonb) returns jsonb
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_stored jsonb;
begin
  -- lock_records holds them already, so that what stands aside is as it was read here.
  execute format('select jsonb_object_agg(t.id, jsonb_build_array(t.ver, t.held)) from (
                    select t.id, t.ver, %s as held from %s
                    where t.id = any ($1) order by t.id for no key update of t) as t',
                 plinth_private.json_array_sql(array(
                   select plinth_private.wire_sql(p_plan.types[n], p_plan.columns[n], p_plan.places[n])
                   from generate_subscripts(p_plan.ids, 1) as n order by n)),
                 plinth_private.joined_sql(p_plan.relation, p_plan.places))
    into v_stored using array(select (m.value ->> 'record')::uuid from jsonb_array_elements(p_list) as m);
  return v_stored;
end
$$;

-- Writes the values of a plan's fields in the table's own relation to these records; answers the versions of those that it
-- found.
create or replace function plinth_private.set_many(p_plan record, p_list jsonb, p_records uuid[]) returns jsonb
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_sets text;
  v_ids uuid[];
  v_vers jsonb;
begin
  select string_agg(format('%I = %s', p_plan.columns[n], plinth_private.cast_sql(p_plan.types[n],
           format('m.value #>> %L', array['values', p_plan.ids[n]::text]))), ', ' order by n), array_agg(p_plan.ids[n] order by n)
    into v_sets, v_ids from generate_subscripts(p_plan.ids, 1) as n where p_plan.places[n] = 't';
  if v_sets is null then
    return (select coalesce(jsonb_object_agg(r.id, 0), '{}') from unnest(p_records) as r (id));
  end if;
  perform set_config('plinth.fields', array_to_string(v_ids, ','), true);
  execute format('with changed as (
                    update data.%I as t set %s from jsonb_array_elements($1) as m
                    where t.id = (m.value ->> ''record'')::uuid and t.id = any ($2) returning t.id, t.ver)
                  select coalesce(jsonb_object_agg(c.id, c.ver), ''{}'') from changed as c', p_plan.relation, v_sets)
    into v_vers using p_list, p_records;
  perform set_config('plinth.fields', '', true);
  return v_vers;
end
$$;

-- Updates many records of one table, with values for the same fields, in one statement, as the caller. Answers the
-- version of each record; null when one of them needs a look of its own (a conflict, a bad value, a missing record).
create or replace function plinth_private.update_many(p_list jsonb) returns jsonb
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_plan record;
  v_stored jsonb;
  v_vers jsonb;
  v_changed uuid[];
begin
  v_plan := plinth_private.write_plan(plinth_private.as_uuid(p_list #>> '{0,table}'), 'update',
                                      array(select jsonb_object_keys(p_list #> '{0,values}')));
  if v_plan.refusal is not null or cardinality(v_plan.ids || v_plan.links) = 0 or exists (
       select 1 from jsonb_array_elements(p_list) as m
       where plinth_private.as_uuid(m.value ->> 'record') is null
          or not coalesce((m.value -> 'base') ?& v_plan.ids::text[], false)
          or plinth_private.first_problem(v_plan, m.value -> 'values') is not null) then
    return null;
  end if;
  v_stored := plinth_private.hold_records(v_plan, p_list);
  if (select count(*) from jsonb_object_keys(v_stored)) is distinct from jsonb_array_length(p_list) or exists (
       select 1 from jsonb_array_elements(p_list) as m, generate_subscripts(v_plan.ids, 1) as n,
         lateral (select v_stored #> array[lower(m.value ->> 'record'), '1', (n - 1)::text] as held) as s
       where s.held <> plinth_private.canonical(v_plan.types[n], m.value -> 'base' -> v_plan.ids[n]::text)
         and s.held <> plinth_private.canonical(v_plan.types[n], m.value -> 'values' -> v_plan.ids[n]::text)) then
    return null;
  end if;
  v_changed := array(
    select (m.value ->> 'record')::uuid from jsonb_array_elements(p_list) as m
    where exists (
      select 1 from generate_subscripts(v_plan.ids, 1) as n
      where v_plan.places[n] = 't' and v_stored #> array[lower(m.value ->> 'record'), '1', (n - 1)::text]
        is distinct from plinth_private.canonical(v_plan.types[n], m.value -> 'values' -> v_plan.ids[n]::text)));
  v_vers := plinth_private.set_many(v_plan, p_list, v_changed);
  if (select count(*) from jsonb_object_keys(v_vers)) <> cardinality(v_changed) then
    raise exception using errcode = 'PLBCK', message = 'batch';
  elsif plinth_private.writes_aside(v_plan) then
    perform plinth_private.write_sides(v_plan, p_list);
    execute format('select jsonb_object_agg(t.id, t.ver) from data.%I as t where t.id = any ($1)', v_plan.relation)
      into v_vers using array(select k::uuid from jsonb_object_keys(v_stored) as k);
  end if;
  return (select jsonb_object_agg(s.key, s.value -> 0) from jsonb_each(v_stored) as s) || v_vers
    || case when cardinality(v_plan.links) > 0 then plinth_private.change_links(v_plan.table_id, p_list) else '{}' end;
end
$$;

-- Deletes many records of one table in one statement, as the caller. Answers the version of each record; null when one
-- of them needs a look of its own.
create or replace function plinth_private.delete_many(p_list jsonb) returns jsonb
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_plan record;
  v_rows bigint;
begin
  v_plan := plinth_private.write_plan(plinth_private.as_uuid(p_list #>> '{0,table}'), 'delete', '{}');
  if v_plan.refusal is not null then
    return null;
  end if;
  perform plinth_private.keep_gone(v_plan.table_id, p_list);
  execute format('delete from data.%I where id = any ($1)', v_plan.relation)
    using array(select plinth_private.as_uuid(m.value ->> 'record') from jsonb_array_elements(p_list) as m);
  get diagnostics v_rows = row_count;
  if v_rows <> jsonb_array_length(p_list) then
    raise exception using errcode = 'PLBCK', message = 'batch';
  end if;
  return (select jsonb_object_agg(lower(m.value ->> 'record'), 0) from jsonb_array_elements(p_list) as m);
end
$$;

-- Runs mutations that go together as one statement. Answers their results; null when one of them is in the way, and
-- nothing is stored: which one is found by running them one by one.
create or replace function plinth_private.run_many(p_list jsonb) returns jsonb
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_vers jsonb;
begin
  v_vers := case p_list #>> '{0,kind}'
    when 'insert' then plinth_private.insert_many(p_list)
    when 'update' then plinth_private.update_many(p_list)
    when 'delete' then plinth_private.delete_many(p_list) end;
  return (
    select jsonb_agg(jsonb_build_object('id', m.value ->> 'id', 'status', 'ok',
             'ver', v_vers -> lower(m.value ->> 'record'), 'seq', pg_current_xact_id()::text) order by m.ordinality)
    from jsonb_array_elements(p_list) with ordinality as m
    where v_vers is not null);
exception
  when others then
    return null;
end
$$;

-- Locks the records that a batch changes in the order (table, id), so that two batches never wait for each other in a
-- circle; with them those whose links change with them. Records that the caller may not change are not locked, but where links do.
create or replace function plinth_private.lock_records(p_list jsonb) returns void
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_group record;
  v_plan record;
begin
  perform plinth_private.hold_linked(p_list);
  for v_group in
    select plinth_private.as_uuid(m.value ->> 'table') as id,
           array_agg(plinth_private.as_uuid(m.value ->> 'record')) as records
    from jsonb_array_elements(p_list) as m
    where m.value ->> 'kind' in ('update', 'delete')
    group by 1 having count(*) > 1 order by 1
  loop
    v_plan := plinth_private.write_plan(v_group.id, 'update', '{}');
    if v_plan.refusal is null then
      execute format('select 1 from data.%I as t where t.id = any ($1) order by t.id for no key update', v_plan.relation)
        using v_group.records;
    end if;
  end loop;
end
$$;

-- May these two stand in one statement? Same kind and table, and values for the same fields: others get their defaults.
create or replace function plinth_private.goes_with(p_one jsonb, p_other jsonb) returns boolean
language sql immutable security invoker set search_path = ''
as $$
  select coalesce(p_one -> 'kind' = p_other -> 'kind' and p_one -> 'table' = p_other -> 'table'
    and (p_one ->> 'kind' = 'delete'
      or (jsonb_typeof(p_one -> 'values') = 'object' and jsonb_typeof(p_other -> 'values') = 'object'
        and array(select jsonb_object_keys(p_one -> 'values')) = array(select jsonb_object_keys(p_other -> 'values')))), false)
$$;

-- Runs the mutations in order and answers their results in order. Neighbours that go together run as one statement; when
-- that does not go through, one by one, so that each has its own answer.
create or replace function plinth_private.run_mutations(p_list jsonb, p_known jsonb) returns jsonb
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_results jsonb[] := '{}';
  v_run record;
  v_item jsonb;
  v_many jsonb;
begin
  -- One edit is most of what comes: it has nothing to go with.
  if jsonb_array_length(p_list) = 1 and p_known = '{}' then
    return jsonb_build_array(plinth_private.run_mutation(p_list -> 0));
  end if;
  for v_run in
    select jsonb_agg(g.value order by g.ordinality) as list, bool_or(g.known) as known
    from (
      select f.*, sum(f.starts) over (order by f.ordinality) as run
      from (
        select m.value, m.ordinality, p_known ? (m.value ->> 'id') as known,
          case when plinth_private.goes_with(lag(m.value) over w, m.value)
                    and (p_known ? (m.value ->> 'id')) = (p_known ? (lag(m.value) over w ->> 'id'))
               then 0 else 1 end as starts
        from jsonb_array_elements(p_list) with ordinality as m
        window w as (order by m.ordinality)) as f) as g
    group by g.run order by g.run
  loop
    v_many := null;
    if v_run.known then
      v_many := (select jsonb_agg(p_known -> (m.value ->> 'id') order by m.ordinality)
                 from jsonb_array_elements(v_run.list) with ordinality as m);
    elsif jsonb_array_length(v_run.list) > 1 then
      v_many := plinth_private.run_many(v_run.list);
    end if;
    if v_many is not null then
      v_results := v_results || array(select jsonb_array_elements(v_many));
      continue;
    end if;
    for v_item in select m.value from jsonb_array_elements(v_run.list) as m loop
      v_results := v_results || plinth_private.run_mutation(v_item);
    end loop;
  end loop;
  return to_jsonb(v_results);
end
$$;

-- A batch of mutations. batch = {mutations, atomic}
create or replace function plinth_private.apply_mutations(p_batch jsonb) returns jsonb
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_list jsonb := p_batch -> 'mutations';
  v_known jsonb;
  v_results jsonb;
  v_atomic boolean := coalesce(p_batch -> 'atomic' = 'true', false);
begin
  perform plinth_private.require_user();
  if coalesce(jsonb_typeof(v_list), '') <> 'array' then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'batch'));
  end if;
  perform plinth_private.stay_within(jsonb_array_length(v_list), plinth_private.limit_of('mutationsPerBatch'),
    '{"rule": "mutations"}');
  if exists (select 1 from jsonb_array_elements(v_list) as m
                group by plinth_private.as_uuid(m.value ->> 'id')
                having count(*) > 1 or plinth_private.as_uuid(min(m.value ->> 'id')) is null) then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'mutation_id'));
  end if;
  v_known := plinth_private.claim_mutations(v_list);
  begin
    perform plinth_private.lock_records(v_list);
    v_results := plinth_private.run_mutations(v_list, v_known);
    if v_atomic and jsonb_path_exists(v_results, '$[*] ? (@.status != "ok")') then
      raise exception using errcode = 'PLBCK', message = 'batch';
    end if;
  exception
    when sqlstate 'PLBCK' then
      -- The variables outlive the rollback: what went well is told as undone.
      select jsonb_agg(case when r.value ->> 'status' = 'ok'
               then plinth_private.mutation_error(r.value ->> 'id', 'batch_refused') else r.value end
               order by r.ordinality)
        into v_results from jsonb_array_elements(v_results) with ordinality as r;
  end;
  perform plinth_private.keep_results(v_results);
  return v_results;
end
$$;
