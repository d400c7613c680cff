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
  v_claimed uuid[];
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
  select array_agg(c.id) into v_claimed from claimed as c;
  if cardinality(v_claimed) = jsonb_array_length(p_list) then
    return '{}';
  end if;
  return (
    select coalesce(jsonb_object_agg(m.value ->> 'id', case
        when k.hash = sha256(convert_to(m.value::text, 'UTF8')) and k.result is not null then k.result
        else plinth_private.mutation_error(m.value ->> 'id', 'mutation_reused')
      end), '{}')
    from jsonb_array_elements(p_list) as m
    join plinth_private.mutation as k on k.user_id = v_user and k.id = plinth_private.as_uuid(m.value ->> 'id')
    where k.id = any (v_claimed) is not true);
end
$$;

-- Keeps the answers of the caller's own mutations. An answer that may differ at the next try is forgotten instead.
create or replace function plinth_private.keep_results(p_results jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := plinth_private.require_user();
  v_kept bigint;
begin
  update plinth_private.mutation as m set result = r.value
    from jsonb_array_elements(p_results) as r
    where m.user_id = v_user and m.id = plinth_private.as_uuid(r.value ->> 'id') and m.result is null
      and coalesce(r.value #>> '{error,code}', '') not in ('busy', 'timeout', 'batch_refused', 'mutation_reused', 'unexpected');
  get diagnostics v_kept = row_count;
  if v_kept < jsonb_array_length(p_results) then
    delete from plinth_private.mutation as m
      using jsonb_array_elements(p_results) as r
      where m.user_id = v_user and m.id = plinth_private.as_uuid(r.value ->> 'id') and m.result is null;
  end if;
end
$$;

-- The answer to a mutation of a record that the caller may not change, or may not see: which, only who sees it is told.
create or replace function plinth_private.unreached(p_mutation jsonb, p_plan record, p_action text) returns jsonb
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_record uuid := (p_mutation ->> 'record')::uuid;
  v_table uuid := (p_mutation ->> 'table')::uuid;
  v_lock uuid := (select l.lock_id from plinth_private.locked_among(v_table, array[v_record]) as l);
  v_seen boolean;
begin
  if v_lock is not null then
    return plinth_private.mutation_error(p_mutation ->> 'id', 'record_locked',
      jsonb_build_object('table', v_table, 'rule', v_lock, 'action', p_action));
  end if;
  execute format('select exists (select 1 from data.%I as t where t.id = $1)', p_plan.relation) into v_seen using v_record;
  if v_seen then
    return plinth_private.mutation_error(p_mutation ->> 'id', 'rule_refused',
      jsonb_build_object('table', p_mutation ->> 'table', 'action', p_action));
  end if;
  return plinth_private.mutation_error(p_mutation ->> 'id', 'not_found',
                                       jsonb_build_object('table', p_mutation ->> 'table'));
end
$$;

-- What a write needs to know of a table: its relation and the fields named by these ids, if the caller may read it and them.
-- places: what the relation of each is called, t or a side; closed: the field stands aside, and the caller may not write it.
-- Fields of links are a list of their own: they hold no values.
create or replace function plinth_private.write_plan(
  p_table uuid, p_action text, p_fields text[],
  out refusal text, out relation text, out ids uuid[], out types text[], out columns text[], out options jsonb,
  out places text[], out closed boolean[], out table_id uuid, out links uuid[], out singles boolean[]
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if plinth_private.scope(p_table, 'read') = 'none' then
    refusal := 'not_found';
    return;
  elsif plinth_private.scope(p_table, p_action) = 'none' then
    refusal := 'read_only';
    return;
  end if;
  table_id := p_table;
  select t.relation into relation from plinth."table" as t where t.id = p_table;
  select coalesce(array_agg(f.id order by f.position, f.id), '{}'),
         coalesce(array_agg(f.type order by f.position, f.id), '{}'),
         coalesce(array_agg(f.column_name order by f.position, f.id), '{}'),
         coalesce(jsonb_agg(case when plinth_private.has_options(f.type) then to_jsonb(plinth_private.option_ids(f.options))
                                 else '[]' end order by f.position, f.id), '[]'),
         coalesce(array_agg(plinth_private.place_of(f) order by f.position, f.id), '{}'),
         coalesce(array_agg(f.side is not null and plinth_private.field_access(f.id) is distinct from 'write'
                            order by f.position, f.id), '{}')
    into ids, types, columns, options, places, closed
    from plinth_private.seen_fields(p_table) as f where f.id::text = any (p_fields) and f.type <> 'link';
  links := '{}';
  if cardinality(ids) <> cardinality(p_fields) then
    select coalesce(array_agg(f.id order by f.position, f.id), '{}'),
           array_agg(coalesce(f.options -> 'single' = 'true', false) order by f.position, f.id)
      into links, singles
      from plinth_private.seen_fields(p_table) as f where f.id::text = any (p_fields) and f.type = 'link';
  end if;
  if cardinality(ids) + cardinality(links) <> cardinality(p_fields) then
    refusal := case when exists (select 1 from unnest(p_fields) as f (id) where plinth_private.is_told_late(plinth_private.as_uuid(f.id)))
                    then 'field_read_only' else 'invalid_input' end;
  elsif exists (select 1 from plinth.field as f where f.id = any (ids) and plinth_private.is_computed_field(f)) then
    refusal := 'field_read_only';
  elsif exists (select 1 from plinth_private.type_change as c where c.field_id = any (ids || links)) then
    -- Nobody writes a field on its way to another type, whatever way: who hands records over writes past column privileges.
    refusal := 'field_changing';
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
      case when plinth_private.has_options(p_plan.types[n])
           then array(select jsonb_array_elements_text(p_plan.options -> (n - 1))) end,
      p_values -> p_plan.ids[n]::text) end;
    if v_code is not null then
      return jsonb_build_object('code', v_code, 'field', p_plan.ids[n]);
    end if;
  end loop;
  for n in 1 .. cardinality(p_plan.links) loop
    v_code := plinth_private.link_problem(p_plan.singles[n], p_values -> p_plan.links[n]::text);
    if v_code is not null then
      return jsonb_build_object('code', v_code, 'field', p_plan.links[n]);
    end if;
  end loop;
  return null;
end
$$;

-- Are some of the fields of a write beside their table?
create or replace function plinth_private.writes_aside(p_plan record) returns boolean
language plpgsql immutable security invoker set search_path = ''
as $$
begin
  return exists (select 1 from unnest(p_plan.places) as p (place) where p.place <> 't');
end
$$;

-- Writes the values of fields that stand beside their table, as the caller: p_list = [{record, values}]. A value that is there
-- already is nobody's matter; of the others each must get in.
create or replace function plinth_private.write_sides(p_plan record, p_list jsonb) returns void
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_records uuid[];
  v_values text[];
  v_value text;
  v_differs text;
  v_left boolean;
begin
  for n in 1 .. coalesce(cardinality(p_plan.ids), 0) loop
    continue when p_plan.places[n] = 't';
    -- Arrays, whose lengths the planner knows.
    select array_agg((m.value ->> 'record')::uuid), array_agg(m.value #>> array['values', p_plan.ids[n]::text])
      into v_records, v_values
      from jsonb_array_elements(p_list) as m where m.value -> 'values' ? p_plan.ids[n]::text;
    v_value := plinth_private.cast_sql(p_plan.types[n], 'm.value');
    v_differs := format('s.id = m.id and s.%I is distinct from %s', p_plan.columns[n], v_value);
    if not p_plan.closed[n] then
      execute format('update data.%I as s set %I = %s from unnest($1, $2) as m (id, value) where %s',
                     p_plan.places[n], p_plan.columns[n], v_value, v_differs) using v_records, v_values;
    end if;
    execute format('select exists (select 1 from unnest($1, $2) as m (id, value) join data.%I as s on %s)',
                   p_plan.places[n], v_differs) into v_left using v_records, v_values;
    if v_left and p_plan.closed[n] then
      perform plinth_private.fail(403, 'field_read_only',
        jsonb_build_object('table', p_plan.table_id, 'field', p_plan.ids[n]));
    elsif v_left then
      raise insufficient_privilege;
    end if;
  end loop;
end
$$;

-- Inserts one record, as the caller; one whose deletion it undoes with what went along. What came back with another one is there already.
create or replace function plinth_private.run_insert(p_mutation jsonb, p_plan record) returns jsonb
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_columns text;
  v_values text;
  v_links jsonb := jsonb_build_array(p_mutation);
  v_vers jsonb;
  v_ver bigint;
begin
  if p_mutation ? 'undoes' and plinth_private.went_along(p_plan.table_id, (p_mutation ->> 'record')::uuid, true) then
    execute format('select t.ver from data.%I as t where t.id = $1', p_plan.relation) into v_ver using (p_mutation ->> 'record')::uuid;
    if v_ver is not null then
      return jsonb_build_object('id', p_mutation ->> 'id', 'status', 'ok', 'ver', v_ver, 'seq', pg_current_xact_id()::text);
    end if;
  end if;
  if p_mutation ? 'undoes' then
    perform plinth_private.expect_back(v_links);
  end if;
  select string_agg(format(', %I', p_plan.columns[n]), '' order by n),
         string_agg(', ' || plinth_private.cast_sql(p_plan.types[n], format('$2 ->> %L', p_plan.ids[n])), '' order by n)
    into v_columns, v_values
    from generate_subscripts(p_plan.ids, 1) as n where p_plan.places[n] = 't';
  execute format('insert into data.%I (id%s) values ($1%s)', p_plan.relation, v_columns, v_values)
    using (p_mutation ->> 'record')::uuid, p_mutation -> 'values';
  if plinth_private.writes_aside(p_plan) then
    perform plinth_private.write_sides(p_plan, jsonb_build_array(p_mutation));
  end if;
  if p_mutation ? 'undoes' then
    v_links := plinth_private.bring_records_back(v_links);
  end if;
  if cardinality(p_plan.links) > 0 or p_mutation ? 'undoes' then
    v_vers := plinth_private.change_links(p_plan.table_id, v_links);
  end if;
  return jsonb_build_object('id', p_mutation ->> 'id', 'status', 'ok', 'ver', coalesce(v_vers -> lower(p_mutation ->> 'record'), '1'),
                            'seq', pg_current_xact_id()::text);
end
$$;

-- The values of a record in the fields of a plan, and its version, held as they are until the transaction ends; no version
-- where the caller may not change the record. What stands aside may have changed while this waited: it is read again.
create or replace function plinth_private.hold_record(p_plan record, p_record uuid, out ver bigint, out stored jsonb)
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_values text := plinth_private.json_array_sql(array(
    select plinth_private.wire_sql(p_plan.types[n], p_plan.columns[n], p_plan.places[n])
    from generate_subscripts(p_plan.ids, 1) as n order by n));
  v_source text := plinth_private.joined_sql(p_plan.relation, p_plan.places);
begin
  execute format('select t.ver, %s from %s where t.id = $1 for no key update of t', v_values, v_source)
    into ver, stored using p_record;
  if ver is not null and plinth_private.writes_aside(p_plan) then
    execute format('select %s from %s where t.id = $1', v_values, v_source) into stored using p_record;
  end if;
end
$$;

-- Changes a record, as the caller: these fields of a plan. A record that the policies would not let go is handed over where the
-- caller may; what stands aside is written before it goes. Null where nothing was found, else {ver, left}.
create or replace function plinth_private.change_record(p_plan record, p_record uuid, p_values jsonb) returns jsonb
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_aside jsonb := case when plinth_private.writes_aside(p_plan) then
    jsonb_build_array(jsonb_build_object('record', p_record, 'values', p_values)) end;
  v_sets text;
  v_ids text[];
  v_ver bigint;
  v_over jsonb;
begin
  select string_agg(format('%I = %s', p_plan.columns[n],
           plinth_private.cast_sql(p_plan.types[n], format('$2 ->> %L', p_plan.ids[n]))), ', ' order by n),
         array_agg(p_plan.ids[n]::text order by n)
    into v_sets, v_ids
    from generate_subscripts(p_plan.ids, 1) as n where p_plan.places[n] = 't' and p_values ? p_plan.ids[n]::text;
  begin
    if v_sets is not null then
      perform set_config('plinth.fields', array_to_string(v_ids, ','), true);
      execute format('update data.%I set %s where id = $1 returning ver', p_plan.relation, v_sets)
        into v_ver using p_record, p_values;
      perform set_config('plinth.fields', '', true);
      if v_ver is null then
        return null;
      end if;
    end if;
    if v_aside is not null then
      perform plinth_private.write_sides(p_plan, v_aside);
      execute format('select t.ver from data.%I as t where t.id = $1', p_plan.relation) into v_ver using p_record;
    end if;
  exception
    when insufficient_privilege then
      if v_aside is not null then
        perform plinth_private.write_sides(p_plan, v_aside);
      end if;
      v_over := plinth_private.hand_over(p_plan.table_id, p_record,
        (select jsonb_object_agg(c.id, p_values -> c.id) from unnest(v_ids) as c (id)));
      if v_over is null then
        raise;
      end if;
      return v_over;
  end;
  return jsonb_build_object('ver', v_ver, 'left', false);
end
$$;

-- Updates one record, as the caller: refuses fields whose stored value is neither the base value nor the new one; links are changed
-- whatever they were. `left` tells
-- that the record was handed over and is out of sight.
create or replace function plinth_private.run_update(p_mutation jsonb, p_plan record) returns jsonb
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_record uuid := (p_mutation ->> 'record')::uuid;
  v_held record;
  v_conflict jsonb := '{}';
  v_changes jsonb := '{}';
  v_done jsonb;
  v_vers jsonb;
  v_value jsonb;
begin
  v_held := plinth_private.hold_record(p_plan, v_record);
  if v_held.ver is null then
    return plinth_private.unreached(p_mutation, p_plan, 'update');
  end if;
  for n in 1 .. cardinality(p_plan.ids) loop
    v_value := p_mutation -> 'values' -> p_plan.ids[n]::text;
    if v_held.stored -> (n - 1) = plinth_private.canonical(p_plan.types[n], v_value) then
      continue;
    elsif v_held.stored -> (n - 1)
          <> plinth_private.canonical(p_plan.types[n], p_mutation -> 'base' -> p_plan.ids[n]::text) then
      v_conflict := v_conflict || jsonb_build_object(p_plan.ids[n]::text, v_held.stored -> (n - 1));
    end if;
    v_changes := v_changes || jsonb_build_object(p_plan.ids[n]::text, v_value);
  end loop;
  if v_conflict <> '{}' then
    return jsonb_build_object('id', p_mutation ->> 'id', 'status', 'conflict', 'ver', v_held.ver, 'current', v_conflict);
  elsif v_changes <> '{}' then
    v_done := plinth_private.change_record(p_plan, v_record, v_changes);
    if v_done is null then
      return plinth_private.mutation_error(p_mutation ->> 'id', 'read_only',
                                           jsonb_build_object('table', p_mutation ->> 'table'));
    end if;
  end if;
  if cardinality(p_plan.links) > 0 then
    v_vers := plinth_private.change_links(p_plan.table_id, jsonb_build_array(p_mutation));
  end if;
  return jsonb_build_object('id', p_mutation ->> 'id', 'status', 'ok',
                            'ver', coalesce(v_vers -> v_record::text, v_done -> 'ver', to_jsonb(v_held.ver)),
                            'seq', pg_current_xact_id()::text)
    || case when v_done -> 'left' = 'true' then '{"left": true}'::jsonb else '{}' end;
end
$$;

-- Deletes one record, as the caller; one that went along with another of theirs is deleted already.
create or replace function plinth_private.run_delete(p_mutation jsonb, p_plan record) returns jsonb
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_rows bigint;
  v_refusal jsonb;
begin
  perform plinth_private.keep_gone(p_plan.table_id, jsonb_build_array(p_mutation));
  execute format('delete from data.%I where id = $1', p_plan.relation) using (p_mutation ->> 'record')::uuid;
  get diagnostics v_rows = row_count;
  if v_rows = 0 then
    execute format('select count(*) from data.%I where id = $1', p_plan.relation) into v_rows using (p_mutation ->> 'record')::uuid;
    if v_rows > 0 or not plinth_private.went_along(p_plan.table_id, (p_mutation ->> 'record')::uuid, false) then
      -- Raised, so that nothing is kept of what was not deleted.
      v_refusal := plinth_private.unreached(p_mutation, p_plan, 'delete') -> 'error';
      perform plinth_private.fail(404, v_refusal ->> 'code', v_refusal -> 'details');
    end if;
  end if;
  return jsonb_build_object('id', p_mutation ->> 'id', 'status', 'ok', 'ver', 0, 'seq', pg_current_xact_id()::text);
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
  v_action text := case v_kind when 'insert' then 'create' else v_kind end;
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
     or p_mutation ? 'undoes' and plinth_private.as_uuid(p_mutation ->> 'undoes') is null
     or (v_kind = 'update' and not coalesce((p_mutation -> 'base') ?& array(select jsonb_object_keys(v_values)), false)) then
    return plinth_private.mutation_error(v_id, 'invalid_input', jsonb_build_object('rule', 'mutation'));
  end if;
  v_plan := plinth_private.write_plan(v_table, v_action, array(select jsonb_object_keys(v_values)));
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
  when insufficient_privilege then
    return plinth_private.mutation_error(v_id, plinth_private.policy_refusal(v_table, v_action),
                                         jsonb_build_object('table', v_table, 'action', v_action));
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
