-- Writes of the app: a batch of mutations, run as the caller under the policies. Only the bookkeeping that makes a
-- mutation happen once is definer code.

create table if not exists plinth_private.mutation (
  user_id uuid not null,
  id uuid not null,
  hash bytea not null,
  -- Null while the transaction that runs it is open.
  result jsonb,
  at timestamptz not null default now(),
  primary key (user_id, id)
);
create index if not exists mutation_age on plinth_private.mutation (user_id, at);
alter table plinth_private.mutation enable row level security;

-- A MutationResult of an error.
create or replace function plinth_private.mutation_error(p_id text, p_code text, p_details jsonb default '{}')
returns jsonb
language sql immutable security invoker set search_path = ''
as $$
  select jsonb_build_object('id', p_id, 'status', 'error', 'error', jsonb_build_object(
    'code', p_code, 'message', p_code, 'details', jsonb_strip_nulls(coalesce(p_details, '{}'))))
$$;

-- Takes the batch's mutation ids for the caller. Answers an object of those that have an answer already: the kept one,
-- or mutation_reused when the content differs. Waits for a twin that runs at this moment.
create or replace function plinth_private.claim_mutations(p_list jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := plinth_private.require_user();
  v_known jsonb;
begin
  if random() < 0.02 then
    delete from plinth_private.mutation where user_id = v_user and at < now() - interval '30 days';
  end if;
  with sent as (
    select plinth_private.as_uuid(m.value ->> 'id') as id, sha256(convert_to(m.value::text, 'UTF8')) as hash
    from jsonb_array_elements(p_list) as m
  ), claimed as (
    insert into plinth_private.mutation (user_id, id, hash)
    select v_user, s.id, s.hash from sent as s order by s.id
    on conflict (user_id, id) do nothing
    returning id
  )
  select array_to_json(array_agg(c.id))::jsonb into v_known from claimed as c;
  v_known := coalesce(v_known, '[]');
  return (
    select coalesce(jsonb_object_agg(m.value ->> 'id', case
        when k.hash = sha256(convert_to(m.value::text, 'UTF8')) and k.result is not null then k.result
        else plinth_private.mutation_error(m.value ->> 'id', 'mutation_reused')
      end), '{}')
    from jsonb_array_elements(p_list) as m
    join plinth_private.mutation as k on k.user_id = v_user and k.id = plinth_private.as_uuid(m.value ->> 'id')
    where not v_known ? k.id::text);
end
$$;

-- Keeps the answers of the caller's own mutations. An answer that may differ at the next try is forgotten instead.
create or replace function plinth_private.keep_results(p_results jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := plinth_private.require_user();
begin
  update plinth_private.mutation as m set result = r.value
    from jsonb_array_elements(p_results) as r
    where m.user_id = v_user and m.id = plinth_private.as_uuid(r.value ->> 'id') and m.result is null
      and coalesce(r.value #>> '{error,code}', '') not in ('busy', 'timeout', 'mutation_reused', 'unexpected');
  delete from plinth_private.mutation as m
    using jsonb_array_elements(p_results) as r
    where m.user_id = v_user and m.id = plinth_private.as_uuid(r.value ->> 'id') and m.result is null;
end
$$;

-- What a write needs to know of a table: its relation and the fields named by these ids, if the caller may read it.
create or replace function plinth_private.write_plan(
  p_table uuid, p_action text, p_fields text[],
  out refusal text, out relation text, out ids uuid[], out types text[], out columns text[], out options jsonb
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if plinth_private.scope(p_table, 'read') is distinct from 'all' then
    refusal := 'not_found';
    return;
  elsif plinth_private.scope(p_table, p_action) is distinct from 'all' then
    refusal := 'read_only';
    return;
  end if;
  select t.relation into relation from plinth."table" as t where t.id = p_table;
  select coalesce(array_agg(f.id order by f.position, f.id), '{}'),
         coalesce(array_agg(f.type order by f.position, f.id), '{}'),
         coalesce(array_agg(f.column_name order by f.position, f.id), '{}'),
         coalesce(jsonb_agg(case when f.type = 'single_select' then to_jsonb(plinth_private.option_ids(f.options))
                                 else '[]' end order by f.position, f.id), '[]')
    into ids, types, columns, options
    from plinth.field as f where f.table_id = p_table and f.id::text = any (p_fields);
  if cardinality(ids) <> cardinality(p_fields) then
    refusal := 'invalid_input';
  end if;
end
$$;

-- The first value of a mutation that does not fit its field: {code, field}, or null.
create or replace function plinth_private.first_problem(p_plan record, p_values jsonb) returns jsonb
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_code text;
begin
  for n in 1 .. cardinality(p_plan.ids) loop
    -- Attachment cells are written by the calls of files alone, and emptied by them too.
    v_code := case when p_plan.types[n] = 'attachment' then 'value_invalid' else plinth_private.value_problem(
      p_plan.types[n],
      case when p_plan.types[n] = 'single_select'
           then array(select jsonb_array_elements_text(p_plan.options -> (n - 1))) end,
      p_values -> p_plan.ids[n]::text) end;
    if v_code is not null then
      return jsonb_build_object('code', v_code, 'field', p_plan.ids[n]);
    end if;
  end loop;
  return null;
end
$$;

-- Inserts many records of one table in one statement, as the caller.
-- Answers the results; null when one of them is not as it must be, and nothing is stored.
create or replace function plinth_private.insert_many(p_list jsonb) returns jsonb
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_table uuid := plinth_private.as_uuid(p_list #>> '{0,table}');
  v_plan record;
  v_columns text;
  v_values text;
begin
  v_plan := plinth_private.write_plan(v_table, 'create',
    array(select distinct k from jsonb_array_elements(p_list) as m, jsonb_object_keys(m.value -> 'values') as k
          where jsonb_typeof(m.value -> 'values') = 'object'));
  if v_plan.refusal is not null or exists (
       select 1 from jsonb_array_elements(p_list) as m
       where plinth_private.as_uuid(m.value ->> 'record') is null or jsonb_typeof(m.value -> 'values') <> 'object'
          or plinth_private.first_problem(v_plan, m.value -> 'values') is not null) then
    return null;
  end if;
  select string_agg(format(', %I', v_plan.columns[n]), '' order by n),
         string_agg(', ' || plinth_private.cast_sql(v_plan.types[n], format('m.value #>> %L', array['values', v_plan.ids[n]::text])),
                    '' order by n)
    into v_columns, v_values
    from generate_subscripts(v_plan.ids, 1) as n;
  execute format('insert into data.%I (id%s) select (m.value ->> ''record'')::uuid%s from jsonb_array_elements($1) as m',
                 v_plan.relation, v_columns, v_values)
    using p_list;
  return (
    select jsonb_agg(jsonb_build_object('id', m.value ->> 'id', 'status', 'ok', 'ver', 1) order by m.ordinality)
    from jsonb_array_elements(p_list) with ordinality as m);
exception
  -- Which record was at fault is found by inserting one by one.
  when others then
    return null;
end
$$;

-- Updates many records of one table, with values for the same fields, in one statement, as the caller. Answers the
-- results; null when one of them needs a look of its own (a conflict, a bad value, a missing record): nothing is stored.
create or replace function plinth_private.update_many(p_list jsonb) returns jsonb
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_plan record;
  v_stored jsonb;
  v_sets text;
  v_results jsonb;
  v_changed uuid[];
begin
  v_plan := plinth_private.write_plan(plinth_private.as_uuid(p_list #>> '{0,table}'), 'update',
                                      array(select jsonb_object_keys(p_list #> '{0,values}')));
  if v_plan.refusal is not null or cardinality(v_plan.ids) = 0 or exists (
       select 1 from jsonb_array_elements(p_list) as m
       where plinth_private.as_uuid(m.value ->> 'record') is null
          or not coalesce((m.value -> 'base') ?& v_plan.ids::text[], false)
          or plinth_private.first_problem(v_plan, m.value -> 'values') is not null) then
    return null;
  end if;
  execute format('select jsonb_object_agg(t.id, jsonb_build_array(t.ver, t.held)) from (
                    select t.id, t.ver, %s as held from data.%I as t
                    where t.id = any ($1) order by t.id for no key update) as t',
                 plinth_private.json_array_sql(array(
                   select plinth_private.wire_sql(v_plan.types[n], v_plan.columns[n])
                   from generate_subscripts(v_plan.ids, 1) as n order by n)), v_plan.relation)
    into v_stored using array(select (m.value ->> 'record')::uuid from jsonb_array_elements(p_list) as m);
  if (select count(*) from jsonb_object_keys(v_stored)) is distinct from jsonb_array_length(p_list) or exists (
       select 1 from jsonb_array_elements(p_list) as m, generate_subscripts(v_plan.ids, 1) as n,
         lateral (select v_stored #> array[lower(m.value ->> 'record'), '1', (n - 1)::text] as held) as s
       where s.held <> plinth_private.canonical(v_plan.types[n], m.value -> 'base' -> v_plan.ids[n]::text)
         and s.held <> plinth_private.canonical(v_plan.types[n], m.value -> 'values' -> v_plan.ids[n]::text)) then
    return null;
  end if;
  v_changed := array(
    select (m.value ->> 'record')::uuid from jsonb_array_elements(p_list) as m
    where v_stored #> array[lower(m.value ->> 'record'), '1'] is distinct from (
      select jsonb_agg(plinth_private.canonical(v_plan.types[n], m.value -> 'values' -> v_plan.ids[n]::text) order by n)
      from generate_subscripts(v_plan.ids, 1) as n));
  select string_agg(format('%I = %s', v_plan.columns[n], plinth_private.cast_sql(v_plan.types[n],
           format('m.value #>> %L', array['values', v_plan.ids[n]::text]))), ', ' order by n)
    into v_sets from generate_subscripts(v_plan.ids, 1) as n;
  perform set_config('plinth.fields', array_to_string(v_plan.ids, ','), true);
  execute format('with changed as (
                    update data.%I as t set %s from jsonb_array_elements($1) as m
                    where t.id = (m.value ->> ''record'')::uuid and t.id = any ($2) returning t.id, t.ver)
                  select jsonb_object_agg(c.id, c.ver) from changed as c', v_plan.relation, v_sets)
    into v_results using p_list, v_changed;
  perform set_config('plinth.fields', '', true);
  if (select count(*) from jsonb_object_keys(coalesce(v_results, '{}'))) <> cardinality(v_changed) then
    raise exception using errcode = 'PLBCK', message = 'batch';
  end if;
  return (
    select jsonb_agg(jsonb_build_object('id', m.value ->> 'id', 'status', 'ok', 'ver',
             coalesce(v_results -> lower(m.value ->> 'record'), v_stored #> array[lower(m.value ->> 'record'), '0']))
             order by m.ordinality)
    from jsonb_array_elements(p_list) with ordinality as m);
exception
  -- Which record was at fault is found by changing one by one.
  when others then
    return null;
end
$$;

-- Deletes many records of one table in one statement, as the caller; null when one of them needs a look of its own.
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
  execute format('delete from data.%I where id = any ($1)', v_plan.relation)
    using array(select plinth_private.as_uuid(m.value ->> 'record') from jsonb_array_elements(p_list) as m);
  get diagnostics v_rows = row_count;
  if v_rows <> jsonb_array_length(p_list) then
    raise exception using errcode = 'PLBCK', message = 'batch';
  end if;
  return (
    select jsonb_agg(jsonb_build_object('id', m.value ->> 'id', 'status', 'ok', 'ver', 0) order by m.ordinality)
    from jsonb_array_elements(p_list) with ordinality as m);
exception
  -- Which record was at fault is found by deleting one by one.
  when others then
    return null;
end
$$;

-- Inserts one record, as the caller.
create or replace function plinth_private.run_insert(p_mutation jsonb, p_plan record) returns jsonb
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_columns text;
  v_values text;
begin
  select string_agg(format(', %I', p_plan.columns[n]), '' order by n),
         string_agg(', ' || plinth_private.cast_sql(p_plan.types[n], format('$2 ->> %L', p_plan.ids[n])), '' order by n)
    into v_columns, v_values
    from generate_subscripts(p_plan.ids, 1) as n;
  execute format('insert into data.%I (id%s) values ($1%s)', p_plan.relation, v_columns, v_values)
    using (p_mutation ->> 'record')::uuid, p_mutation -> 'values';
  return jsonb_build_object('id', p_mutation ->> 'id', 'status', 'ok', 'ver', 1);
end
$$;

-- Updates one record, as the caller: refuses fields whose stored value is neither the base value nor the new one.
create or replace function plinth_private.run_update(p_mutation jsonb, p_plan record) returns jsonb
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_record uuid := (p_mutation ->> 'record')::uuid;
  v_values jsonb := p_mutation -> 'values';
  v_base jsonb := p_mutation -> 'base';
  v_ver bigint;
  v_stored jsonb;
  v_conflict jsonb := '{}';
  v_set text[] := '{}';
  v_changed text[] := '{}';
begin
  execute format('select t.ver, %s from data.%I as t where t.id = $1 for no key update',
                 plinth_private.json_array_sql(array(
                   select plinth_private.wire_sql(p_plan.types[n], p_plan.columns[n])
                   from generate_subscripts(p_plan.ids, 1) as n order by n)), p_plan.relation)
    into v_ver, v_stored using v_record;
  if v_ver is null then
    return plinth_private.mutation_error(p_mutation ->> 'id', 'not_found',
                                         jsonb_build_object('table', p_mutation ->> 'table'));
  end if;
  for n in 1 .. cardinality(p_plan.ids) loop
    if v_stored -> (n - 1) = plinth_private.canonical(p_plan.types[n], v_values -> p_plan.ids[n]::text) then
      continue;
    elsif v_stored -> (n - 1) <> plinth_private.canonical(p_plan.types[n], v_base -> p_plan.ids[n]::text) then
      v_conflict := v_conflict || jsonb_build_object(p_plan.ids[n]::text, v_stored -> (n - 1));
    end if;
    v_set := v_set || format('%I = %s', p_plan.columns[n],
      plinth_private.cast_sql(p_plan.types[n], format('$2 ->> %L', p_plan.ids[n])));
    v_changed := v_changed || p_plan.ids[n]::text;
  end loop;
  if v_conflict <> '{}' then
    return jsonb_build_object('id', p_mutation ->> 'id', 'status', 'conflict', 'ver', v_ver, 'current', v_conflict);
  elsif cardinality(v_set) > 0 then
    perform set_config('plinth.fields', array_to_string(v_changed, ','), true);
    execute format('update data.%I set %s where id = $1 returning ver', p_plan.relation, array_to_string(v_set, ', '))
      into v_ver using v_record, v_values;
    perform set_config('plinth.fields', '', true);
    if v_ver is null then
      return plinth_private.mutation_error(p_mutation ->> 'id', 'read_only',
                                           jsonb_build_object('table', p_mutation ->> 'table'));
    end if;
  end if;
  return jsonb_build_object('id', p_mutation ->> 'id', 'status', 'ok', 'ver', v_ver);
end
$$;

-- Deletes one record, as the caller.
create or replace function plinth_private.run_delete(p_mutation jsonb, p_plan record) returns jsonb
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_rows bigint;
begin
  execute format('delete from data.%I where id = $1', p_plan.relation) using (p_mutation ->> 'record')::uuid;
  get diagnostics v_rows = row_count;
  if v_rows = 0 then
    return plinth_private.mutation_error(p_mutation ->> 'id', 'not_found',
                                         jsonb_build_object('table', p_mutation ->> 'table'));
  end if;
  return jsonb_build_object('id', p_mutation ->> 'id', 'status', 'ok', 'ver', 0);
end
$$;

-- Runs one mutation in a subtransaction of its own; answers its MutationResult.
create or replace function plinth_private.run_mutation(p_mutation jsonb) returns jsonb
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_id text := p_mutation ->> 'id';
  v_kind text := p_mutation ->> 'kind';
  v_table uuid := plinth_private.as_uuid(p_mutation ->> 'table');
  v_values jsonb := case when v_kind = 'delete' then '{}' else p_mutation -> 'values' end;
  v_plan record;
  v_problem jsonb;
  v_state text;
  v_message text;
  v_detail text;
  v_constraint text;
  v_relation text;
begin
  if v_kind is null or v_kind not in ('insert', 'update', 'delete') or v_table is null
     or plinth_private.as_uuid(p_mutation ->> 'record') is null or coalesce(jsonb_typeof(v_values), '') <> 'object'
     or (v_kind = 'update' and not coalesce((p_mutation -> 'base') ?& array(select jsonb_object_keys(v_values)), false)) then
    return plinth_private.mutation_error(v_id, 'invalid_input', jsonb_build_object('rule', 'mutation'));
  end if;
  v_plan := plinth_private.write_plan(v_table,
    case v_kind when 'insert' then 'create' else v_kind end, array(select jsonb_object_keys(v_values)));
  if v_plan.refusal is not null then
    return plinth_private.mutation_error(v_id, v_plan.refusal,
      case when v_plan.refusal <> 'not_found' then jsonb_build_object('table', v_table) end);
  end if;
  v_problem := plinth_private.first_problem(v_plan, v_values);
  if v_problem is not null then
    return plinth_private.mutation_error(v_id, v_problem ->> 'code',
      jsonb_build_object('table', v_table, 'field', v_problem -> 'field'));
  end if;
  return case v_kind
    when 'insert' then plinth_private.run_insert(p_mutation, v_plan)
    when 'update' then plinth_private.run_update(p_mutation, v_plan)
    else plinth_private.run_delete(p_mutation, v_plan)
  end;
exception
  when others then
    get stacked diagnostics v_state = returned_sqlstate, v_message = message_text, v_detail = pg_exception_detail,
      v_constraint = constraint_name, v_relation = table_name;
    v_problem := plinth_private.error_json(v_state, v_message, v_detail, v_constraint, v_relation);
    if v_problem ->> 'code' = 'unexpected' then
      raise log 'plinth: a mutation failed with SQLSTATE %', v_state;
    end if;
    return jsonb_build_object('id', v_id, 'status', 'error', 'error', v_problem);
end
$$;

-- Locks the records that a batch changes in the order (table, id), so that two batches never wait for each other in a
-- circle. Records that the caller may not change are not locked.
create or replace function plinth_private.lock_records(p_list jsonb) returns void
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_group record;
  v_plan record;
begin
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

-- May these two stand in one statement? Same kind and table, and updates of the same fields.
create or replace function plinth_private.goes_with(p_one jsonb, p_other jsonb) returns boolean
language sql immutable security invoker set search_path = ''
as $$
  select coalesce(p_one -> 'kind' = p_other -> 'kind' and p_one -> 'table' = p_other -> 'table'
    and (p_one ->> 'kind' <> 'update'
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
      v_many := case v_run.list #>> '{0,kind}'
        when 'insert' then plinth_private.insert_many(v_run.list)
        when 'update' then plinth_private.update_many(v_run.list)
        when 'delete' then plinth_private.delete_many(v_run.list) end;
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
  elsif jsonb_array_length(v_list) > plinth_private.limit_of('mutationsPerBatch') then
    perform plinth_private.fail(422, 'limit_exceeded',
      jsonb_build_object('rule', 'mutations', 'limit', plinth_private.limit_of('mutationsPerBatch')));
  elsif exists (select 1 from jsonb_array_elements(v_list) as m
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
