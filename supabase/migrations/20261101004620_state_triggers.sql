-- Triggers on tables with a field of states: the workflow holds whatever way a write takes, for creators too.

-- A record that comes, or changes its state: an empty state begins at the initial one; where the field has transitions, a
-- record begins there, and moves by them alone. Who passes all policies passes this too.
create or replace function plinth_private.check_states() returns trigger
language plpgsql volatile security definer set search_path = '' set extra_float_digits = 1
as $$
declare
  v_table uuid := tg_argv[0];
  v_new jsonb := to_jsonb(new);
  v_old jsonb;
  v_field plinth.field;
  v_from text;
  v_to text;
  v_fault jsonb;
begin
  if tg_op = 'UPDATE' then
    v_old := to_jsonb(old);
  end if;
  for v_field in
    select f.* from plinth.field as f where f.table_id = v_table and f.type = 'status' order by f.position, f.id
  loop
    v_from := nullif(v_old ->> v_field.column_name, '');
    v_to := nullif(v_new ->> v_field.column_name, '');
    if tg_op = 'INSERT' and v_to is null then
      v_to := v_field.options ->> 'initial';
      v_new := v_new || jsonb_build_object(v_field.column_name, v_to);
      new := jsonb_populate_record(new, jsonb_build_object(v_field.column_name, v_to));
    end if;
    continue when v_from is not distinct from v_to
      or not exists (select 1 from plinth.transition as n where n.field_id = v_field.id)
      or tg_op = 'INSERT' and plinth_private.comes_back(v_field.id, new.id, v_to);
    v_fault := plinth_private.move_fault(v_field, v_from, v_to, v_new,
      case when v_from is not null then
        plinth_private.mover_of(v_field.id, old.id, plinth_private.as_uuid(v_old ->> 'changed_by')) end);
    if v_fault is not null and not plinth_private.passes_policies() then
      -- A row that is inserted meets this before the policies: who may make none is refused by them, and told nothing here.
      if tg_op = 'INSERT' and plinth_private.scope(v_table, 'create') = 'none' then
        return new;
      end if;
      perform plinth_private.fail(403, 'transition_refused',
        plinth_private.told_fault(v_fault) || jsonb_build_object('table', v_table, 'field', v_field.id));
    end if;
  end loop;
  return new;
end
$$;

-- Is this a deleted record of the field's table that comes back into the state in which it was?
create or replace function plinth_private.comes_back(p_field uuid, p_record uuid, p_state text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select 1 from plinth_private.state_entry as e
    where e.field_id = p_field and e.record_id = p_record and e.state = p_state
      and e.deleted_at > now() - interval '1 day');
end
$$;

-- Keeps who brought records into their states; of automations, who caused them. After the statement, so that only what was really stored
-- counts.
create or replace function plinth_private.keep_states() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_field plinth.field;
  v_run jsonb := nullif(current_setting('plinth.automation', true), '')::jsonb;
  v_user uuid := coalesce((v_run ->> 'actor')::uuid, plinth_private.caller());
begin
  for v_field in
    select f.* from plinth.field as f where f.table_id = tg_argv[0]::uuid and f.type = 'status' order by f.position, f.id
  loop
    if tg_op = 'DELETE' then
      update plinth_private.state_entry as e set deleted_at = now() from old_rows as o
        where e.field_id = v_field.id and e.record_id = o.id;
      -- Taking a deletion back is a matter of minutes; a day is plenty.
      delete from plinth_private.state_entry as e
        where e.field_id = v_field.id and e.deleted_at < now() - interval '1 day';
      continue;
    end if;
    execute format(
      'insert into plinth_private.state_entry as e (field_id, record_id, state, moved_by)
       select $1, n.id, n.%1$I, $2 from new_rows as n %2$s
       on conflict (field_id, record_id) do update set state = excluded.state, moved_at = excluded.moved_at, deleted_at = null,
         moved_by = case when e.deleted_at is not null and e.state = excluded.state then e.moved_by else excluded.moved_by end',
      v_field.column_name,
      case when tg_op = 'UPDATE' then format(
        'left join old_rows as o on o.id = n.id where n.%1$I is distinct from o.%1$I', v_field.column_name) end)
      using v_field.id, v_user;
  end loop;
  return null;
end
$$;

revoke all on function plinth_private.check_states(), plinth_private.comes_back(uuid, uuid, text), plinth_private.keep_states()
  from public, anon, authenticated, service_role;
