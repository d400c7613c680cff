-- Imports under rules of roles, workflows, locks and people: rows that would be refused because of them are left out like those
-- that break a rule of the table. All of these work on the parts of a chunk: its plan (take_chunk), its rows, the records that rows update, and where a
-- value did not fit ('<record><field>' as keys).

-- Rows that would change a record which is locked for the caller.
create or replace function plinth_private.locked_rows(p_plan record, p_matches jsonb)
returns table (line bigint, code text, field uuid, told jsonb)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select m.key::bigint, 'record_locked', null::uuid, jsonb_build_object('rule', l.lock_id)
    from jsonb_each_text(p_matches) as m
    join plinth_private.locked_among(p_plan.table_id, array(select e.value::uuid from jsonb_each_text(p_matches) as e)) as l
      on l.record_id = m.value::uuid;
end
$$;

-- Rows that put somebody into a cell who is not in the base. Who stands there already may stay.
create or replace function plinth_private.stranger_rows(p_plan record, p_rows jsonb, p_matches jsonb, p_kept jsonb)
returns table (line bigint, code text, field uuid, told jsonb)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_base uuid := (select t.base_id from plinth."table" as t where t.id = p_plan.table_id);
begin
  for n in 1 .. cardinality(p_plan.ids) loop
    continue when p_plan.types[n] <> 'person';
    return query execute format(
      'select r.ordinality, ''value_invalid'', $4, ''{"rule": "person"}''::jsonb
       from jsonb_array_elements($1) with ordinality as r
       left join jsonb_each_text($2) as m on m.key = r.ordinality::text
       left join lateral (select %s as id from %s where t.id = m.value::uuid and (%s)) as s on true
       cross join lateral (select %s as id) as p
       where p.id is not null and p.id is distinct from s.id and not (m.key is not null and $3 ? ((r.value ->> 0) || $4::text))
         and plinth_private.standing(p.id, $5) is null',
      (select plinth_private.column_ref(f) from plinth.field as f where f.id = p_plan.ids[n]),
      plinth_private.source_sql(p_plan.table_id, array[p_plan.ids[n]]), plinth_private.row_filter(p_plan.table_id, 'read'),
      plinth_private.cast_sql('person', format('r.value ->> %s', n)))
      using p_rows, p_matches, p_kept, p_plan.ids[n], v_base;
  end loop;
end
$$;

-- The rows as they would be stored, with what is stored now (null in new records): what the import does not hold, or what did not
-- fit, stays. Of records that are there, those alone that the caller may change.
create or replace function plinth_private.coming_rows(p_plan record, p_rows jsonb, p_matches jsonb, p_kept jsonb)
returns table (line bigint, record uuid, stored jsonb, coming jsonb)
language plpgsql stable security definer set search_path = '' set extra_float_digits = 1
as $$
declare
  v_values text;
begin
  select string_agg(format('case when m.key is not null and $3 ? ((r.value ->> 0) || %L) then ''{}'' else jsonb_build_object(%L, %s) end',
                           p_plan.ids[n], p_plan.columns[n],
                           plinth_private.cast_sql(p_plan.types[n], format('r.value ->> %s', n))), ' || ' order by n)
    into v_values from generate_subscripts(p_plan.ids, 1) as n;
  return query execute format(
    'select r.ordinality, coalesce(s.id, (r.value ->> 0)::uuid), s.whole, coalesce(s.whole, ''{}'') || %s
     from jsonb_array_elements($1) with ordinality as r
     left join jsonb_each_text($2) as m on m.key = r.ordinality::text
     left join lateral (select t.id, to_jsonb(t) as whole from data.%I as t where t.id = m.value::uuid and (%s)) as s on true
     where m.key is null or s.id is not null',
    v_values, p_plan.relation, plinth_private.row_filter(p_plan.table_id, 'update'))
    using p_rows, p_matches, p_kept;
end
$$;

-- Rows that would bring a record into a state into which the workflow does not let the caller take it.
create or replace function plinth_private.unmoved_rows(p_plan record, p_rows jsonb, p_matches jsonb, p_kept jsonb)
returns table (line bigint, code text, field uuid, told jsonb)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_field plinth.field;
  v_row record;
  v_to text;
  v_fault jsonb;
begin
  for v_field in
    select f.* from plinth.field as f
    where f.id = any (p_plan.ids) and f.type = 'status'
      and exists (select 1 from plinth.transition as n where n.field_id = f.id)
    order by f.position, f.id
  loop
    for v_row in
      select c.line, c.record, c.stored, c.coming, nullif(c.stored ->> v_field.column_name, '') as from_state,
             coalesce(nullif(c.coming ->> v_field.column_name, ''),
                      case when c.stored is null then v_field.options ->> 'initial' end) as to_state
      from plinth_private.coming_rows(p_plan, p_rows, p_matches, p_kept) as c
    loop
      continue when v_row.from_state is not distinct from v_row.to_state
        or v_row.stored is null and plinth_private.comes_back(v_field.id, v_row.record, v_row.to_state);
      v_fault := plinth_private.told_fault(plinth_private.move_fault(v_field, v_row.from_state, v_row.to_state, v_row.coming,
        plinth_private.mover_of(v_field.id, v_row.record, plinth_private.as_uuid(v_row.stored ->> 'changed_by'))));
      if v_fault is not null then
        line := v_row.line;
        code := 'transition_refused';
        field := v_field.id;
        told := jsonb_strip_nulls(v_fault);
        return next;
      end if;
    end loop;
  end loop;
end
$$;

-- Rows that the rules of the caller's roles do not let through: new records that they may not make, records that they read but may
-- not change, and such as would leave what they reach. Of records that they do not read nothing is said.
create or replace function plinth_private.kept_out_rows(p_plan record, p_rows jsonb, p_matches jsonb, p_kept jsonb)
returns table (line bigint, code text, field uuid, told jsonb)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_create text := plinth_private.row_filter(p_plan.table_id, 'create');
  v_update text := plinth_private.row_filter(p_plan.table_id, 'update');
  v_coming jsonb;
begin
  if v_create <> 'true' then
    return query execute format(
      'select t.plinth__line, ''rule_refused'', null::uuid, ''{"rule": "create"}''::jsonb from (%s) as t where (%s) is not true',
      plinth_private.new_records_sql(p_plan.table_id, p_plan.ids), v_create) using p_rows, p_matches;
  end if;
  if v_update <> 'true' and p_matches <> '{}' then
    return query execute format(
      'select m.key::bigint, ''rule_refused'', null::uuid, ''{"rule": "update"}''::jsonb
       from jsonb_each_text($1) as m join data.%I as t on t.id = m.value::uuid where (%s) and (%s) is not true',
      p_plan.relation, plinth_private.row_filter(p_plan.table_id, 'read'), v_update) using p_matches;
    select jsonb_object_agg(c.line, c.coming) into v_coming
      from plinth_private.coming_rows(p_plan, p_rows, p_matches, p_kept) as c where c.stored is not null;
    return query execute format(
      'select c.key::bigint, ''rule_left'', null::uuid, ''{"rule": "update"}''::jsonb
       from jsonb_each($1) as c cross join lateral jsonb_populate_record(null::data.%I, c.value) as t where (%s) is not true',
      p_plan.relation, v_update) using coalesce(v_coming, '{}');
  end if;
end
$$;

-- Adds to the faults that are known of a chunk's rows those of locks, rules of roles, people and workflows: one a row, in the order
-- of the rows. What the caller may not write at all comes first: nothing else is said of it.
create or replace function plinth_private.add_faults(p_plan record, p_rows jsonb, p_matches jsonb, p_misfits jsonb, p_known jsonb)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_kept jsonb := coalesce((
    select jsonb_object_agg(k.key, true)
    from jsonb_array_elements(p_misfits) as m, lateral (select (m.value ->> 'record') || (m.value ->> 'field') as key) as k
    where k.key is not null), '{}');
begin
  return coalesce((
    select jsonb_agg(f.fault order by f.line)
    from (
      select distinct on (a.line) a.line, a.fault
      from (
        select (k.value -> 'line')::bigint as line, 0 as n, k.value as fault from jsonb_array_elements(p_known) as k
        union all
        select x.line, x.n, jsonb_strip_nulls(jsonb_build_object('line', x.line, 'code', x.code, 'field', x.field)) || x.told
        from (
          select l.*, -2 as n from plinth_private.locked_rows(p_plan, p_matches) as l
          union all
          select k.*, -1 from plinth_private.kept_out_rows(p_plan, p_rows, p_matches, v_kept) as k
          union all
          select s.*, 2 from plinth_private.stranger_rows(p_plan, p_rows, p_matches, v_kept) as s
          union all
          select u.*, 3 from plinth_private.unmoved_rows(p_plan, p_rows, p_matches, v_kept) as u
        ) as x
      ) as a
      order by a.line, a.n
    ) as f), '[]');
end
$$;

revoke all on function plinth_private.locked_rows(record, jsonb), plinth_private.stranger_rows(record, jsonb, jsonb, jsonb),
  plinth_private.coming_rows(record, jsonb, jsonb, jsonb), plinth_private.unmoved_rows(record, jsonb, jsonb, jsonb),
  plinth_private.kept_out_rows(record, jsonb, jsonb, jsonb), plinth_private.add_faults(record, jsonb, jsonb, jsonb, jsonb)
  from public, anon, authenticated, service_role;
