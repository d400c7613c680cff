-- Automations as people make them and see what they did (docs/decisions/0052-automation.md).

-- Lets the project's clock, where it has one, look each minute.
create or replace function plinth_private.set_clock() returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if plinth_private.has_clock() then
    execute format('select cron.schedule(%L, %L, %L)', 'plinth-automations', '* * * * *', 'select plinth_private.run_all_due()');
  end if;
exception
  when insufficient_privilege then
    raise log 'plinth: pg_cron is there, but may not be used';
end
$$;

-- An automation as its makers know it.
create or replace function plinth_private.automation_json(p_automation plinth_private.automation) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', p_automation.id, 'base', p_automation.base_id, 'table', p_automation.table_id, 'name', p_automation.name,
    'trigger', p_automation.trigger, 'condition', p_automation.condition, 'actions', p_automation.actions,
    'owner', p_automation.owner_id, 'ownerName', (select p.name from plinth.profile as p where p.id = p_automation.owner_id),
    'isPaused', p_automation.is_paused, 'stopped', p_automation.stopped, 'fault', p_automation.fault,
    'madeAt', to_char(p_automation.made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'changedAt', to_char(p_automation.changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'lastRun', (select jsonb_build_object('at', to_char(r.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'outcome', r.outcome)
                from plinth_private.automation_run as r where r.automation_id = p_automation.id order by r.id desc limit 1),
    'waiting', (select count(*) from plinth_private.automation_queue as q where q.automation_id = p_automation.id))
$$;

-- The automations of a base, and what the project can: {automations, features}; creators only.
create or replace function plinth_private.automations(p_base uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform plinth_private.require_base(p_base, 'creator');
  return jsonb_build_object(
    'features', jsonb_build_object('webhooks', plinth_private.can_post(), 'clock', plinth_private.has_clock()),
    'automations', coalesce((
      select jsonb_agg(plinth_private.automation_json(a) order by a.made_at, a.id)
      -- Of a table in the trash they are there again with it.
      from plinth_private.automation as a join plinth."table" as t on t.id = a.table_id and t.base_id = a.base_id where a.base_id = p_base), '[]'));
end
$$;

-- An automation of a base that the caller shapes, held behind its table, as by whoever changes the table. Any other is not there.
create or replace function plinth_private.take_automation(p_automation uuid) returns plinth_private.automation
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_automation plinth_private.automation;
begin
  perform plinth_private.take_table((select a.table_id from plinth_private.automation as a where a.id = p_automation));
  -- But for its key, by which writers put into the queue what it is to run for: none of them waits while this one waits for them.
  select a.* into v_automation from plinth_private.automation as a where a.id = p_automation for no key update;
  if not found then
    perform plinth_private.fail(404, 'not_found');
  end if;
  return v_automation;
exception
  when lock_not_available then
    perform plinth_private.fail(423, 'busy');
end
$$;

-- An automation as a draft has it, with its plan; the caller owns it. Refuses what cannot be run.
create or replace function plinth_private.drafted(p_automation plinth_private.automation, p_draft jsonb) returns plinth_private.automation
language plpgsql stable security definer set search_path = ''
as $$
begin
  if coalesce(jsonb_typeof(p_draft), '') <> 'object' or p_draft - '{name,table,trigger,condition,actions}'::text[] <> '{}'
     or coalesce(jsonb_typeof(p_draft -> 'trigger'), '') <> 'object' then
    perform plinth_private.refuse_automation('draft');
  end if;
  p_automation.name := plinth_private.clean_name(p_draft ->> 'name');
  p_automation.trigger := p_draft -> 'trigger';
  p_automation.condition := nullif(p_draft -> 'condition', 'null');
  p_automation.actions := p_draft -> 'actions';
  p_automation.owner_id := plinth_private.require_user();
  p_automation.plan := plinth_private.automation_plan(p_automation);
  p_automation.fault := null;
  p_automation.stopped := null;
  p_automation.tables := array(
    select p_automation.table_id
    union select (a.value ->> 'table')::uuid from jsonb_array_elements(p_automation.plan -> 'actions') as a);
  return p_automation;
end
$$;

-- Refuses webhooks where the project cannot send any.
create or replace function plinth_private.require_post(p_automation plinth_private.automation) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_automation.plan -> 'actions' @> '[{"kind": "webhook"}]' and not plinth_private.can_post() then
    perform plinth_private.fail(409, 'webhooks_unavailable', jsonb_build_object('table', p_automation.table_id));
  end if;
end
$$;

-- Makes an automation under an id of the caller's; creators only.
create or replace function plinth_private.create_automation(p_automation uuid, p_draft jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_table plinth."table" := plinth_private.take_table(plinth_private.as_uuid(p_draft ->> 'table'));
  v_new plinth_private.automation;
begin
  if p_automation is null or exists (select 1 from plinth_private.automation as a where a.id = p_automation) then
    perform plinth_private.refuse_automation('id');
  end if;
  -- One after the other, so that two at once do not go over the limit.
  perform 1 from plinth.base as b where b.id = v_table.base_id for no key update;
  perform plinth_private.stay_within((select count(*) + 1 from plinth_private.automation as a where a.base_id = v_table.base_id),
    plinth_private.limit_of('automationsPerBase'), '{"rule": "automations"}');
  v_new.id := p_automation;
  v_new.base_id := v_table.base_id;
  v_new.table_id := v_table.id;
  v_new := plinth_private.drafted(v_new, p_draft);
  perform plinth_private.require_post(v_new);
  insert into plinth_private.automation (id, base_id, table_id, name, trigger, condition, actions, plan, tables, owner_id, secret)
    values (v_new.id, v_new.base_id, v_new.table_id, v_new.name, v_new.trigger, v_new.condition, v_new.actions, v_new.plan, v_new.tables,
      v_new.owner_id, encode(extensions.gen_random_bytes(32), 'hex'))
    returning * into v_new;
  perform plinth_private.renew_automation_triggers(v_table.id);
  perform plinth_private.set_clock();
  perform plinth_private.send_schema_changed(v_table.base_id);
  return plinth_private.automation_json(v_new);
exception
  when lock_not_available then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', v_table.id));
  when unique_violation then
    perform plinth_private.refuse_automation('id');
end
$$;

-- Says anew what an automation does; the caller owns it from then on. What waited by the old words does not run.
create or replace function plinth_private.update_automation(p_automation uuid, p_draft jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_new plinth_private.automation := plinth_private.take_automation(p_automation);
begin
  if plinth_private.as_uuid(p_draft ->> 'table') is distinct from v_new.table_id then
    perform plinth_private.refuse_automation('table', jsonb_build_object('table', v_new.table_id));
  end if;
  v_new := plinth_private.drafted(v_new, p_draft);
  perform plinth_private.require_post(v_new);
  delete from plinth_private.automation_queue where automation_id = p_automation;
  update plinth_private.automation as a set name = v_new.name, trigger = v_new.trigger, condition = v_new.condition, actions = v_new.actions,
      plan = v_new.plan, fault = null, stopped = null, tables = v_new.tables, owner_id = v_new.owner_id, changed_at = now(), looked_at = now()
    where a.id = p_automation returning a.* into v_new;
  perform plinth_private.renew_automation_triggers(v_new.table_id);
  perform plinth_private.set_clock();
  perform plinth_private.send_schema_changed(v_new.base_id);
  return plinth_private.automation_json(v_new);
exception
  when lock_not_available then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', v_new.table_id));
end
$$;

-- Deletes an automation with its history.
create or replace function plinth_private.delete_automation(p_automation uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_automation plinth_private.automation := plinth_private.take_automation(p_automation);
begin
  -- The triggers first: whoever writes to the table has ended then, and nobody who comes behind waits for an automation that is gone.
  update plinth_private.automation set is_paused = true where id = p_automation;
  perform plinth_private.renew_automation_triggers(v_automation.table_id);
  delete from plinth_private.automation where id = p_automation;
  perform plinth_private.send_schema_changed(v_automation.base_id);
exception
  when lock_not_available then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', v_automation.table_id));
end
$$;

-- Pauses an automation, or lets it go on; what happens meanwhile is not made up for. One that ran too often goes on too.
create or replace function plinth_private.pause_automation(p_automation uuid, p_paused boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_automation plinth_private.automation := plinth_private.take_automation(p_automation);
begin
  if p_paused is null then
    perform plinth_private.refuse_automation('paused');
  end if;
  delete from plinth_private.automation_queue where automation_id = p_automation;
  -- It begins to count anew.
  delete from plinth_private.automation_run where automation_id = p_automation and not p_paused and v_automation.stopped = 'too_many_runs'
    and at > now() - interval '1 hour' and outcome in ('done', 'skipped');
  update plinth_private.automation as a set is_paused = p_paused, looked_at = now(),
      stopped = case when a.stopped = 'too_many_runs' and not p_paused then null else a.stopped end
    where a.id = p_automation returning a.* into v_automation;
  perform plinth_private.renew_automation_triggers(v_automation.table_id);
  perform plinth_private.send_schema_changed(v_automation.base_id);
  return plinth_private.automation_json(v_automation);
exception
  when lock_not_available then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', v_automation.table_id));
end
$$;

-- What the webhooks of a run were answered: [{status, isFailed}].
create or replace function plinth_private.webhook_answers(p_requests bigint[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_answers jsonb := '{}';
begin
  if p_requests <> '{}' and to_regclass('net._http_response') is not null then
    execute format('select coalesce(jsonb_object_agg(r.id, jsonb_build_object(''status'', r.status_code,
                      ''isFailed'', coalesce(r.timed_out, false) or r.error_msg is not null or r.status_code >= 400)), ''{}'')
                    from net._http_response as r where r.id = any ($1)')
      into v_answers using p_requests;
  end if;
  return (select coalesce(jsonb_agg(coalesce(v_answers -> r.id::text, '{"status": null, "isFailed": false}') order by r.n), '[]')
          from unnest(p_requests) with ordinality as r (id, n));
end
$$;

-- What an automation has done, the last first, or what was before one of these; creators only.
create or replace function plinth_private.automation_runs(p_automation uuid, p_before uuid, p_take int) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform plinth_private.require_base((
    select t.base_id from plinth_private.automation as a join plinth."table" as t on t.id = a.table_id where a.id = p_automation), 'creator');
  if p_take is null or p_take < 1 then
    perform plinth_private.fail(400, 'invalid_input', '{"rule": "take"}');
  end if;
  perform plinth_private.stay_within(p_take, plinth_private.limit_of('automationRunsPerRequest'), '{"rule": "take"}');
  return coalesce((
    select jsonb_agg(jsonb_build_object('id', r.id, 'record', r.record_id, 'trigger', r.kind, 'outcome', r.outcome, 'error', r.error,
        'action', r.action, 'actor', r.actor, 'owner', r.owner_id, 'depth', r.depth, 'changes', r.changes, 'notified', r.notified,
        'at', to_char(r.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'webhooks', plinth_private.webhook_answers(r.requests)) order by r.id desc)
    from (select o.* from plinth_private.automation_run as o
          where o.automation_id = p_automation and (p_before is null or o.id < p_before) order by o.id desc limit p_take) as r), '[]');
end
$$;

-- What an automation would do for a record now: {outcome, error, action, steps}. What it does is taken back.
create or replace function plinth_private.try_dry(p_automation plinth_private.automation, p_record uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_seen jsonb;
  v_writes jsonb;
  v_steps jsonb := '[]';
  v_message text;
  v_detail text;
  v_fault jsonb;
begin
  perform set_config('plinth.automation', jsonb_build_object('depth', 1, 'actor', plinth_private.caller())::text, true);
  v_seen := plinth_private.act_as(p_automation.owner_id, 'look', p_automation.plan, array[p_record]) -> p_record::text;
  if v_seen -> 'holds' = 'true' then
    v_writes := plinth_private.run_writes(p_automation.plan, v_seen -> 'looks', p_automation.table_id, p_record);
    v_steps := plinth_private.run_steps(p_automation, v_writes, v_seen -> 'looks', p_record);
    perform plinth_private.write_runs(p_automation, v_writes, v_steps);
  end if;
  raise exception using errcode = 'PLDRY', message = 'dry';
exception
  when sqlstate 'PLDRY' then
    return jsonb_build_object('outcome', case when v_seen -> 'holds' = 'true' then 'done' else 'skipped' end, 'error', null, 'action', null,
      'steps', v_steps);
  when others then
    get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail;
    v_fault := plinth_private.run_fault(sqlstate, v_message, v_detail);
    return jsonb_build_object('outcome', 'failed', 'error', v_fault -> 'error', 'action', v_fault -> 'action', 'steps', v_steps);
end
$$;

-- The same of a saved automation, with its owner's rights, or of a draft, with the caller's; creators only.
create or replace function plinth_private.dry_run_automation(p_automation uuid, p_draft jsonb, p_record uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_automation plinth_private.automation;
begin
  if (p_automation is null) = (p_draft is null) or p_record is null then
    perform plinth_private.refuse_automation('draft');
  elsif p_automation is not null then
    v_automation := plinth_private.take_automation(p_automation);
    if v_automation.plan is null then
      return jsonb_build_object('outcome', 'failed', 'error', v_automation.fault, 'action', null, 'steps', '[]'::jsonb);
    elsif plinth_private.standing(v_automation.owner_id, v_automation.base_id) is null then
      return jsonb_build_object('outcome', 'failed', 'error', '{"code": "forbidden", "details": {}}'::jsonb, 'action', null, 'steps', '[]'::jsonb);
    end if;
  else
    v_automation.table_id := (plinth_private.take_table(plinth_private.as_uuid(p_draft ->> 'table'))).id;
    v_automation.base_id := (select t.base_id from plinth."table" as t where t.id = v_automation.table_id);
    v_automation := plinth_private.drafted(v_automation, p_draft);
    perform plinth_private.require_post(v_automation);
  end if;
  return plinth_private.try_dry(v_automation, p_record);
end
$$;

-- By what an automation's webhooks are signed, or a new one; creators only.
create or replace function plinth_private.automation_secret(p_automation uuid, p_renew boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_automation plinth_private.automation := plinth_private.take_automation(p_automation);
begin
  if p_renew then
    update plinth_private.automation as a set secret = encode(extensions.gen_random_bytes(32), 'hex')
      where a.id = p_automation returning a.* into v_automation;
  end if;
  return to_jsonb(v_automation.secret);
end
$$;

-- The automations of a base.
create or replace function plinth.automations(base uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select plinth_private.automations($1) $$;

-- Makes an automation.
create or replace function plinth.create_automation(automation uuid, draft jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.create_automation($1, $2) $$;

-- Says anew what an automation does.
create or replace function plinth.update_automation(automation uuid, draft jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.update_automation($1, $2) $$;

-- Deletes an automation.
create or replace function plinth.delete_automation(automation uuid) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.delete_automation($1); select null::jsonb $$;

-- Pauses an automation, or lets it go on.
create or replace function plinth.pause_automation(automation uuid, paused boolean) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.pause_automation($1, $2) $$;

-- What an automation has done.
create or replace function plinth.automation_runs(automation uuid, before uuid, take int) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select plinth_private.automation_runs($1, $2, $3) $$;

-- What an automation would do.
create or replace function plinth.dry_run_automation(automation uuid, draft jsonb, record uuid) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.dry_run_automation($1, $2, $3) $$;

-- By what an automation's webhooks are signed.
create or replace function plinth.automation_secret(automation uuid, renew boolean) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.automation_secret($1, $2) $$;

-- Runs what is due in a base.
create or replace function plinth.run_automations(base uuid) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.run_automations($1) $$;

select plinth_private.close_functions(array[
  'set_clock()', 'automation_json(plinth_private.automation)', 'automations(uuid)', 'take_automation(uuid)',
  'drafted(plinth_private.automation, jsonb)', 'require_post(plinth_private.automation)', 'create_automation(uuid, jsonb)',
  'update_automation(uuid, jsonb)', 'delete_automation(uuid)', 'pause_automation(uuid, boolean)', 'webhook_answers(bigint[])',
  'automation_runs(uuid, uuid, int)', 'try_dry(plinth_private.automation, uuid)', 'dry_run_automation(uuid, jsonb, uuid)',
  'automation_secret(uuid, boolean)'
]);
select plinth_private.open_calls(array[
  'automations(uuid)', 'create_automation(uuid, jsonb)', 'update_automation(uuid, jsonb)', 'delete_automation(uuid)',
  'pause_automation(uuid, boolean)', 'automation_runs(uuid, uuid, int)', 'dry_run_automation(uuid, jsonb, uuid)',
  'automation_secret(uuid, boolean)', 'run_automations(uuid)'
]);
