-- Rows of an import: written as the caller, found again by key, refused with their line.

-- Finds the first row of a chunk that the database refuses, and refuses with its position in the chunk (from 1).
create or replace function plinth_private.refuse_row(p_plan record, p_rows jsonb) returns void
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_bad record;
begin
  select r.ordinality as line, f.n, plinth_private.value_problem(p_plan.types[f.n],
           case when plinth_private.has_options(p_plan.types[f.n])
                then array(select jsonb_array_elements_text(p_plan.options -> (f.n - 1))) end, r.value -> f.n) as code
    into v_bad
    from jsonb_array_elements(p_rows) with ordinality as r, generate_subscripts(p_plan.ids, 1) as f (n)
    where plinth_private.value_problem(p_plan.types[f.n],
            case when plinth_private.has_options(p_plan.types[f.n])
                 then array(select jsonb_array_elements_text(p_plan.options -> (f.n - 1))) end, r.value -> f.n) is not null
    order by 1, 2 limit 1;
  if found then
    perform plinth_private.fail(422, v_bad.code,
      jsonb_build_object('table', p_plan.table_id, 'field', p_plan.ids[v_bad.n], 'line', v_bad.line));
  end if;
end
$$;

-- The records that an import by key meets: position in the chunk beside the record with the same key, as the caller
-- sees them. A key twice in the file is refused with its position.
create or replace function plinth_private.match_keys(p_import uuid, p_plan record, p_rows jsonb) returns jsonb
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_place text := p_plan.places[p_plan.key_position];
  v_key text := plinth_private.cast_sql(p_plan.types[p_plan.key_position], format('r.value ->> %s', p_plan.key_position));
  v_line bigint;
  v_matches jsonb;
  v_records uuid[];
  v_touched uuid[];
begin
  execute format('select min(k.n) filter (where k.nth > 1) from (
                    select r.ordinality as n, row_number() over (partition by %1$s order by r.ordinality) as nth
                    from jsonb_array_elements($1) with ordinality as r where %1$s is not null) as k', v_key)
    into v_line using p_rows;
  if v_line is null then
    execute format('select coalesce(jsonb_object_agg(k.n, t.id), ''{}''), coalesce(array_agg(t.id), ''{}'')
                    from %s join (select r.ordinality as n, %s as key from jsonb_array_elements($1) with ordinality as r) as k
                      on %I.%I = k.key', plinth_private.joined_sql(p_plan.relation, array[v_place]), v_key,
                   v_place, p_plan.columns[p_plan.key_position])
      into v_matches, v_records using p_rows;
    v_touched := plinth_private.touched_records(p_import, v_records);
    select min(m.key::bigint) into v_line from jsonb_each_text(v_matches) as m where m.value::uuid = any (v_touched);
  end if;
  if v_line is not null then
    perform plinth_private.fail(409, 'key_not_unique', jsonb_build_object('table', p_plan.table_id,
      'field', p_plan.ids[p_plan.key_position], 'line', v_line));
  end if;
  return v_matches;
end
$$;

-- SQL of what a field holds in a new record of an import, from what was sent for it (SQL; null: the import does not hold the
-- field). A record begins in the first state where nothing else is said.
create or replace function plinth_private.new_cell_sql(p_field plinth.field, p_sent text) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when p_field.type = 'status' then format('coalesce(%s, %L)', coalesce(p_sent, 'null::text'), p_field.options ->> 'initial')
    when p_sent is not null then p_sent
    when p_field.type = 'attachment' then '''{}''::uuid[]'
    when p_field.type = 'link' then '0'
    when p_field.type in ('created_time', 'changed_time') then 'now()'
    when p_field.type in ('created_by', 'changed_by') then 'plinth_private.caller()'
    else format('(%s)::%s', coalesce(plinth_private.default_sql(p_field), 'null'), plinth_private.column_type(p_field.type)) end;
end
$$;
revoke all on function plinth_private.new_cell_sql(plinth.field, text) from public, anon, authenticated, service_role;

-- SQL of the rows of a chunk ($1) that make new records, those without a record of their own among the matches ($2): the place of
-- each as plinth__line beside the record as it would be, in the table's own relation. p_fields are those of the import.
create or replace function plinth_private.new_records_sql(p_table uuid, p_fields uuid[]) returns text
language sql stable security definer set search_path = ''
as $$
  select format('select r.ordinality as plinth__line, %s from jsonb_array_elements($1) with ordinality as r
                 where not $2 ? r.ordinality::text',
           string_agg(distinct format('%s as %I', plinth_private.new_cell_sql(f,
             case when w.n is not null then plinth_private.cast_sql(f.type, format('r.value ->> %s', w.n)) end), f.column_name), ', '))
  from plinth.field as f left join unnest(p_fields) with ordinality as w (id, n) on w.id = f.id
  where f.table_id = p_table and f.side is null and f.formula is null
$$;
revoke all on function plinth_private.new_records_sql(uuid, uuid[]) from public, anon, authenticated, service_role;

-- Refuses a chunk of which a policy refused to insert a row, with the place of the first one that no rule of the caller's
-- lets in.
create or replace function plinth_private.refuse_by_rule(p_import uuid, p_rows jsonb, p_matches jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_plan record := plinth_private.take_chunk(p_import, 0);
  v_line bigint;
begin
  execute format('select min(t.plinth__line) from %s as t where (%s) is not true',
                 plinth_private.computed_source(v_plan.table_id,
                   format('(%s)', plinth_private.new_records_sql(v_plan.table_id, v_plan.ids))), plinth_private.row_filter(v_plan.table_id, 'create'))
    into v_line using p_rows, p_matches;
  perform plinth_private.fail(403, plinth_private.policy_refusal(v_plan.table_id, 'create'),
    jsonb_build_object('table', v_plan.table_id, 'action', 'create', 'line', v_line));
end
$$;

-- Refuses a chunk that would change a record that is locked for the caller, with the place of the first one.
create or replace function plinth_private.refuse_locked(p_table uuid, p_matches jsonb) returns void
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_line bigint;
  v_lock uuid;
begin
  select m.key::bigint, l.lock_id into v_line, v_lock
    from plinth_private.locked_among(p_table, array(select m.value::uuid from jsonb_each_text(p_matches) as m)) as l
    join jsonb_each_text(p_matches) as m on m.value::uuid = l.record_id
    order by 1 limit 1;
  if found then
    perform plinth_private.fail(403, 'record_locked',
      jsonb_build_object('table', p_table, 'rule', v_lock, 'action', 'update', 'line', v_line));
  end if;
end
$$;

-- The values of a chunk's rows in fields that stand beside their table, as write_sides takes them: [{record, values}]. p_kept
-- says what did not fit ('<record><field>' as keys): there an updated record keeps what it has.
create or replace function plinth_private.aside_values(p_plan record, p_rows jsonb, p_matches jsonb, p_kept jsonb) returns jsonb
language plpgsql immutable security invoker set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('record', coalesce(p_matches ->> r.ordinality::text, r.value ->> 0), 'values', (
             select coalesce(jsonb_object_agg(p_plan.ids[n], r.value -> n), '{}')
             from generate_subscripts(p_plan.ids, 1) as n
             where p_plan.places[n] <> 't'
               and not (p_matches ? r.ordinality::text and p_kept ? ((r.value ->> 0) || p_plan.ids[n]::text))))), '[]')
    from jsonb_array_elements(p_rows) with ordinality as r);
end
$$;

-- Writes a chunk's rows, as the caller; answers what was inserted and updated. Where a value did not fit, an updated record
-- keeps the one that it has.
create or replace function plinth_private.write_chunk(
  p_import uuid, p_plan record, p_rows jsonb, p_misfits jsonb, out inserted uuid[], out updated uuid[]
)
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_columns text;
  v_values text;
  v_sets text;
  v_matches jsonb := '{}';
  v_kept jsonb := coalesce((
    select jsonb_object_agg(k.key, true)
    from jsonb_array_elements(p_misfits) as m, lateral (select (m.value ->> 'record') || (m.value ->> 'field') as key) as k
    where k.key is not null), '{}');
  v_rows bigint;
  v_refusal text;
begin
  select string_agg(format(', %I', p_plan.columns[n]), '' order by n),
         string_agg(', ' || plinth_private.cast_sql(p_plan.types[n], format('r.value ->> %s', n)), '' order by n),
         string_agg(format('%1$I = case when $3 ? ((r.value ->> 0) || %2$L) then t.%1$I else %3$s end', p_plan.columns[n],
           p_plan.ids[n], plinth_private.cast_sql(p_plan.types[n], format('r.value ->> %s', n))), ', ' order by n)
           filter (where n is distinct from p_plan.key_position)
    into v_columns, v_values, v_sets
    from generate_subscripts(p_plan.ids, 1) as n where p_plan.places[n] = 't';
  updated := '{}';
  if p_plan.key_position is not null then
    v_matches := plinth_private.match_keys(p_import, p_plan, p_rows);
    updated := array(select m.value::uuid from jsonb_each_text(v_matches) as m order by m.value);
  end if;
  inserted := array(
    select (r.value ->> 0)::uuid from jsonb_array_elements(p_rows) with ordinality as r
    where not v_matches ? r.ordinality::text);
  begin
    execute format('insert into data.%I (id%s)
                    select (r.value ->> 0)::uuid%s from jsonb_array_elements($1) with ordinality as r
                    where $2 = ''{}'' or not $2 ? r.ordinality::text', p_plan.relation, v_columns, v_values)
      using p_rows, v_matches;
  exception
    when insufficient_privilege then
      perform plinth_private.refuse_by_rule(p_import, p_rows, v_matches);
  end;
  if cardinality(updated) > 0 and (v_sets is not null or plinth_private.writes_aside(p_plan)) then
    begin
      if v_sets is null then
        execute format('select count(*) from (select 1 from data.%I as t where t.id = any ($1) for no key update) as held',
                       p_plan.relation) into v_rows using updated;
      else
        execute format('update data.%I as t set %s
                        from jsonb_array_elements($1) with ordinality as r
                        join jsonb_each_text($2) as m on m.key = r.ordinality::text
                        where t.id = m.value::uuid', p_plan.relation, v_sets)
          using p_rows, v_matches, v_kept;
        get diagnostics v_rows = row_count;
      end if;
    exception
      when insufficient_privilege then
        perform plinth_private.fail(403, plinth_private.policy_refusal(p_plan.table_id, 'update'),
          jsonb_build_object('table', p_plan.table_id, 'action', 'update'));
    end;
    if v_rows < cardinality(updated) then
      perform plinth_private.refuse_locked(p_plan.table_id, v_matches);
      v_refusal := plinth_private.policy_refusal(p_plan.table_id, 'update');
    end if;
    -- Passed over by a row rule, or gone in the meantime.
    if v_refusal = 'rule_left' then
      perform plinth_private.fail(403, 'rule_refused', jsonb_build_object('table', p_plan.table_id, 'action', 'update'));
    end if;
  end if;
  if plinth_private.writes_aside(p_plan) then
    perform plinth_private.write_sides(p_plan, plinth_private.aside_values(p_plan, p_rows, v_matches, v_kept));
  end if;
end
$$;

-- Links what the rows of a chunk were to link, as the caller, once they are stored: p_links = [{record, values}], the record as the rows name it,
-- values as in mutations. A row that was left out links nothing. Where that does not go through, one by one: answers the rows
-- that are stored without their links, [{line, code, field}].
create or replace function plinth_private.link_rows(p_import uuid, p_plan record, p_rows jsonb, p_refused jsonb, p_links jsonb)
returns jsonb
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  -- Records that were made are found by their key as those that were there.
  v_matches jsonb := case when p_plan.key_position is null then '{}' else plinth_private.match_keys(p_import, p_plan, p_rows) end;
  v_list jsonb;
  v_item jsonb;
  v_unlinked jsonb := '[]';
begin
  select coalesce(jsonb_agg(jsonb_build_object('line', r.ordinality, 'values', l.value -> 'values',
                                               'record', coalesce(v_matches ->> r.ordinality::text, r.value ->> 0)) order by r.ordinality), '[]')
    into v_list
    from jsonb_array_elements(p_rows) with ordinality as r
    join jsonb_array_elements(p_links) as l on l.value -> 'record' = r.value -> 0
    where not exists (select 1 from jsonb_array_elements(p_refused) as b where (b.value -> 'line')::bigint = r.ordinality);
  begin
    perform plinth_private.change_links(p_plan.table_id, v_list);
    return '[]';
  exception
    when integrity_constraint_violation or insufficient_privilege or sqlstate 'PT403' or sqlstate 'PT404' or sqlstate 'PT409' or sqlstate 'PT422' then
      null;
  end;
  for v_item in select i.value from jsonb_array_elements(v_list) as i loop
    v_unlinked := v_unlinked || plinth_private.link_row(p_plan.table_id, v_item);
  end loop;
  return v_unlinked;
end
$$;

-- Links what one row was to link, field by field where that does not go through as a whole: an empty list, or the row with each field
-- that is not linked, and why not.
create or replace function plinth_private.link_row(p_table uuid, p_item jsonb) returns jsonb
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_state text;
  v_message text;
  v_detail text;
  v_constraint text;
  v_relation text;
  v_error jsonb;
  v_values jsonb := p_item -> 'values';
  v_field text;
  v_unlinked jsonb := '[]';
begin
  perform plinth_private.change_links(p_table, jsonb_build_array(p_item));
  return '[]';
exception
  when integrity_constraint_violation or insufficient_privilege or sqlstate 'PT403' or sqlstate 'PT404' or sqlstate 'PT409' or sqlstate 'PT422' then
    if jsonb_typeof(v_values) = 'object' and (select count(*) > 1 from jsonb_object_keys(v_values)) then
      for v_field in select k.key from jsonb_object_keys(v_values) as k (key) order by k.key loop
        v_unlinked := v_unlinked || plinth_private.link_row(p_table,
          p_item || jsonb_build_object('values', jsonb_build_object(v_field, v_values -> v_field)));
      end loop;
      return v_unlinked;
    end if;
    get stacked diagnostics v_state = returned_sqlstate, v_message = message_text, v_detail = pg_exception_detail,
      v_constraint = constraint_name, v_relation = table_name;
    v_error := plinth_private.error_json(v_state, v_message, v_detail, v_constraint, v_relation);
    return jsonb_build_array(jsonb_strip_nulls(jsonb_build_object('line', p_item -> 'line', 'code', v_error -> 'code',
                                                                  'field', v_error #> '{details,field}')));
end
$$;

-- Stores a chunk: rows = [[record, value, …], …] in the order of the import's fields. A chunk sent twice is stored once. Rows
-- that break a rule of the table or of its fields, of the caller's roles, a workflow or a lock, or name a stranger, are left out
-- and told. links: what the rows link, see link_rows.
create or replace function plinth_private.import_rows(p_import uuid, p_chunk int, p_rows jsonb, p_misfits jsonb, p_links jsonb)
returns jsonb
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_plan record;
  v_done record;
  v_rest record;
  v_refused jsonb := '[]';
  v_links jsonb := coalesce(p_links, '[]');
  v_unlinked jsonb := '[]';
  v_state text;
  v_message text;
  v_detail text;
  v_constraint text;
  v_relation text;
  v_error jsonb;
begin
  if coalesce(jsonb_typeof(p_rows), '') <> 'array' or coalesce(jsonb_typeof(p_misfits), 'array') <> 'array'
     or jsonb_typeof(v_links) <> 'array' then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'rows'));
  end if;
  -- A row has at most 200 values.
  perform plinth_private.stay_within(
    greatest(jsonb_array_length(p_rows), jsonb_array_length(v_links), (jsonb_array_length(coalesce(p_misfits, '[]')) + 199) / 200),
    plinth_private.limit_of('rowsPerImportChunk'), '{"rule": "rows"}');
  v_plan := plinth_private.take_chunk(p_import, p_chunk);
  if v_plan.stored is not null then
    return v_plan.stored;
  elsif exists (select 1 from jsonb_array_elements(p_rows) as r
                where jsonb_typeof(r.value) <> 'array' or jsonb_array_length(r.value) <> cardinality(v_plan.ids) + 1) then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'rows'));
  end if;
  if v_links <> '[]' then
    perform plinth_private.hold_linked((
      select jsonb_agg(jsonb_build_object('kind', 'insert', 'table', v_plan.table_id, 'record', l.value -> 'record', 'values', l.value -> 'values'))
      from jsonb_array_elements(v_links) as l));
  end if;
  begin
    v_done := plinth_private.write_chunk(p_import, v_plan, p_rows, coalesce(p_misfits, '[]'));
  exception
    when integrity_constraint_violation or data_exception or lock_not_available
      or sqlstate 'PT400' or sqlstate 'PT403' or sqlstate 'PT422' then
      get stacked diagnostics v_state = returned_sqlstate, v_message = message_text, v_detail = pg_exception_detail,
        v_constraint = constraint_name, v_relation = table_name;
      v_rest := plinth_private.write_rest(p_import, v_plan, p_rows, coalesce(p_misfits, '[]'));
      v_refused := v_rest.refused;
  end;
  if v_refused is null then
    if v_state = 'PT403' then
      raise exception using errcode = v_state, message = v_message, detail = v_detail;
    end if;
    perform plinth_private.refuse_row(v_plan, p_rows);
    v_error := plinth_private.error_json(v_state, v_message, v_detail, v_constraint, v_relation);
    perform plinth_private.fail(422, v_error ->> 'code', v_error -> 'details');
  elsif v_refused <> '[]' then
    v_done := v_rest;
  end if;
  if v_links <> '[]' then
    v_unlinked := plinth_private.link_rows(p_import, v_plan, p_rows, v_refused, v_links);
  end if;
  perform plinth_private.book_chunk(p_import, p_chunk, v_done.inserted, v_done.updated, p_misfits, v_refused, v_unlinked);
  return jsonb_strip_nulls(jsonb_build_object('inserted', cardinality(v_done.inserted),
    'updated', cardinality(v_done.updated), 'refused', nullif(v_refused, '[]'), 'unlinked', nullif(v_unlinked, '[]')));
end
$$;
