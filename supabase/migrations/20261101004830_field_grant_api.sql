-- The calls about rights on fields, and who may use their functions.

-- What a role may do with a field: 'hidden', 'read' or 'write'; null: as in the table. Creators only. Triggers move the
-- field's values aside when it becomes hidden.
create or replace function plinth_private.set_field_grant(p_role uuid, p_field uuid, p_access text) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_field plinth.field := plinth_private.take_field(p_field);
begin
  if not exists (select 1 from plinth.role as r join plinth."table" as t on t.base_id = r.base_id
                 where r.id = p_role and t.id = v_field.table_id) then
    perform plinth_private.fail(404, 'not_found');
  elsif p_access not in ('hidden', 'read', 'write') then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', v_field.table_id, 'rule', 'access'));
  elsif p_access is null then
    delete from plinth.field_grant where role_id = p_role and field_id = p_field;
    return;
  end if;
  insert into plinth.field_grant as g (role_id, field_id, access) values (p_role, p_field, p_access)
    on conflict (role_id, field_id) do update set access = excluded.access where g.access <> excluded.access;
exception
  when lock_not_available or deadlock_detected then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', v_field.table_id));
end
$$;

-- The grants on fields of a role, as the app knows them.
create or replace function plinth_private.field_grants_json(p_role uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('field', g.field_id, 'access', g.access) order by t.position, t.id, f.position, f.id)
    from plinth.field_grant as g
    join plinth.field as f on f.id = g.field_id
    join plinth."table" as t on t.id = f.table_id
    where g.role_id = p_role and t.base_id is not null), '[]');
end
$$;

-- Says what a role may do with a field. Hiding one moves all its values.
create or replace function plinth.set_field_grant(role uuid, field uuid, access text) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '55s'
as $$ select plinth_private.set_field_grant($1, $2, $3); select null::jsonb $$;

revoke all on plinth.field_grant from public, anon, authenticated;
grant select, insert, update, delete on plinth.field_grant to service_role;
grant select on plinth.field_grant to authenticated;

select plinth_private.close_functions(array[
  'require_writable(uuid, uuid)', 'closed_fields(uuid)', 'untouched_sql(plinth.field, oid)', 'guard_fields()',
  'renew_guards(uuid)', 'field_grants_changed()', 'set_field_grant(uuid, uuid, text)', 'field_grants_json(uuid)'
]);
select plinth_private.open_calls(array['set_field_grant(uuid, uuid, text)']);
