-- Keeping locks: the calls, for creators of the base.

-- A rule's fields and options, as the tables of rules keep them.
create or replace function plinth_private.rule_fields(p_rule jsonb, out fields uuid[], out options text[])
language sql immutable security invoker set search_path = ''
as $$
  select array(select distinct plinth_private.as_uuid(f #>> '{}') from jsonb_path_query(p_rule, '$.**.field') as f),
         array(select distinct format('%s/%s', o ->> 'field', o ->> 'option')
               from jsonb_path_query(p_rule, '$.** ? (exists(@.option))') as o)
$$;

-- Makes a lock, or changes it. definition = {name, rule, creators, roles}
create or replace function plinth_private.save_record_lock(p_table uuid, p_lock uuid, p_definition jsonb) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_table plinth."table" := plinth_private.take_table(p_table);
  v_lock plinth.record_lock;
begin
  select l.* into v_lock from plinth.record_lock as l where l.id = p_lock;
  if p_lock is null or v_lock.table_id <> p_table then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'id'));
  elsif coalesce(jsonb_typeof(p_definition -> 'rule'), '') <> 'object'
     or coalesce(jsonb_typeof(p_definition -> 'creators'), '') <> 'boolean'
     or coalesce(jsonb_typeof(p_definition -> 'roles'), '') <> 'array' then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', p_table, 'rule', 'lock'));
  end if;
  perform plinth_private.stay_within(
    (select count(*) + 1 from plinth.record_lock as l where l.table_id = p_table and l.id <> p_lock),
    plinth_private.limit_of('locksPerTable'), '{"rule": "locks"}');
  v_lock.roles := array(
    select r.id from plinth.role as r
    where r.base_id = v_table.base_id and to_jsonb(r.id::text) <@ (p_definition -> 'roles') order by r.position, r.id);
  if cardinality(v_lock.roles) <> jsonb_array_length(p_definition -> 'roles') then
    perform plinth_private.fail(404, 'not_found');
  end if;
  insert into plinth.record_lock (id, table_id, name, rule, condition, fields, options, creators, roles)
    select p_lock, p_table, plinth_private.clean_name(p_definition ->> 'name'), p_definition -> 'rule',
           plinth_private.rule_condition(p_table, p_definition -> 'rule', 't'), r.fields, r.options,
           (p_definition -> 'creators')::boolean, v_lock.roles
    from plinth_private.rule_fields(p_definition -> 'rule') as r
    on conflict (id) do update
      set name = excluded.name, rule = excluded.rule, condition = excluded.condition, fields = excluded.fields,
          options = excluded.options, creators = excluded.creators, roles = excluded.roles;
exception
  when unique_violation then
    perform plinth_private.fail(409, 'name_taken', jsonb_build_object('table', p_table));
  when lock_not_available then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', p_table));
end
$$;

-- Ends a lock.
create or replace function plinth_private.delete_record_lock(p_lock uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_table uuid := (select l.table_id from plinth.record_lock as l where l.id = p_lock);
begin
  perform plinth_private.take_table(v_table);
  delete from plinth.record_lock where id = p_lock;
exception
  when lock_not_available then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', v_table));
end
$$;

-- Makes or changes a lock.
create or replace function plinth.save_record_lock("table" uuid, lock uuid, definition jsonb) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.save_record_lock($1, $2, $3); select null::jsonb $$;

-- Ends a lock.
create or replace function plinth.delete_record_lock(lock uuid) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.delete_record_lock($1); select null::jsonb $$;

revoke all on plinth.record_lock from public, anon, authenticated;
grant select, insert, update, delete on plinth.record_lock to service_role;
grant select on plinth.record_lock to authenticated;

select plinth_private.close_functions(array[
  'opens_lock(uuid, uuid)', 'opens(uuid)', 'unlocked_sql(uuid)', 'locked_among(uuid, uuid[])', 'require_change(uuid, uuid)',
  'locks_json(uuid)', 'locks_changed()', 'lock_zone_changed()', 'lock_role_gone()', 'require_no_lock(uuid, text[])',
  'rule_fields(jsonb)', 'save_record_lock(uuid, uuid, jsonb)', 'delete_record_lock(uuid)'
]);
grant execute on function plinth_private.opens(uuid), plinth_private.locked_among(uuid, uuid[]) to authenticated, service_role;
select plinth_private.open_calls(array['save_record_lock(uuid, uuid, jsonb)', 'delete_record_lock(uuid)']);
