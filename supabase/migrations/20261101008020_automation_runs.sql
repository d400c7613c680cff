-- A run of an automation for records: what it looks at and writes with its owner's rights, tells and books
-- (docs/decisions/0052-automation.md).

-- What a run needs to know of these records: {id: {holds, looks}} of those that the caller reads.
create or replace function plinth_private.look_at_records(p_plan jsonb, p_records uuid[]) returns jsonb
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_looked jsonb;
begin
  execute format('select coalesce(jsonb_object_agg(t.id, jsonb_build_object(''holds'', (%s) is true, ''looks'', %s)), ''{}'')
                  from data.%I as t where t.id = any ($1)',
                 coalesce(p_plan ->> 'condition', 'true'),
                 plinth_private.json_array_sql(array(select jsonb_array_elements_text(p_plan -> 'looks'))), p_plan ->> 'relation')
    into v_looked using p_records;
  return v_looked;
end
$$;

-- Updates with the values that are stored as their base, held: a run changes what is there.
create or replace function plinth_private.with_bases(p_list jsonb) returns jsonb
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_group record;
  v_plan record;
  v_held jsonb := '{}';
begin
  for v_group in
    select (m.value ->> 'table')::uuid as id, array(select jsonb_object_keys(m.value -> 'values')) as fields, jsonb_agg(m.value) as list
    from jsonb_array_elements(p_list) as m where m.value ->> 'kind' = 'update' group by 1, 2 order by 1, 2
  loop
    v_plan := plinth_private.write_plan(v_group.id, 'update', v_group.fields);
    continue when v_plan.refusal is not null;
    v_held := v_held || coalesce((
      select jsonb_object_agg(m.value ->> 'id', (
        select jsonb_object_agg(f.id, h.stored -> 1 -> (f.n - 1)::int) from unnest(v_plan.ids) with ordinality as f (id, n)))
      from jsonb_array_elements(v_group.list) as m
      cross join lateral (select s.stored -> (m.value ->> 'record') as stored
                          from (select plinth_private.hold_records(v_plan, v_group.list) as stored offset 0) as s) as h
      where cardinality(v_plan.ids) > 0), '{}');
  end loop;
  return (
    select jsonb_agg(case when m.value ->> 'kind' <> 'update' then m.value else m.value || jsonb_build_object('base',
        (select jsonb_object_agg(k, null) from jsonb_object_keys(m.value -> 'values') as k)
        || coalesce(nullif(v_held -> (m.value ->> 'id'), 'null'), '{}')) end order by m.ordinality)
    from jsonb_array_elements(p_list) with ordinality as m);
end
$$;

-- Writes for a run, as the caller; answers results of mutations.
create or replace function plinth_private.write_for_run(p_list jsonb) returns jsonb
language plpgsql volatile security invoker set search_path = ''
as $$
begin
  perform plinth_private.lock_records(p_list);
  return plinth_private.run_mutations(plinth_private.with_bases(p_list), '{}');
end
$$;

-- Looks and writes as somebody: with their claims, and by this function's owner with the rights of everybody who is signed in. No policy
-- is passed, in whosever session it is.
create or replace function plinth_private.act_as(p_person uuid, p_call text, p_plan jsonb, p_records uuid[]) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_claims text[];
  v_answer jsonb;
begin
  v_claims := plinth_private.speak_as(p_person);
  v_answer := case p_call when 'look' then plinth_private.look_at_records(p_plan, p_records)
                          when 'write' then plinth_private.write_for_run(p_plan) end;
  perform plinth_private.speak_again(v_claims);
  return v_answer;
end
$$;

-- The values that an action writes: {field: value}.
create or replace function plinth_private.written_values(p_action jsonb, p_looks jsonb, p_record uuid) returns jsonb
language sql immutable security invoker set search_path = ''
as $$
  select coalesce(jsonb_object_agg(s.value ->> 'field', case s.value ->> 'kind'
      when 'value' then s.value -> 'value'
      when 'record' then jsonb_build_object('link', jsonb_build_array(p_record))
      else p_looks -> (s.value ->> 'look')::int end), '{}')
  from jsonb_array_elements(p_action -> 'values') as s
$$;

-- What the actions of a plan write for a record, in order: [{action, kind, table, record, values}], with new ids for what they make.
create or replace function plinth_private.run_writes(p_plan jsonb, p_looks jsonb, p_table uuid, p_record uuid) returns jsonb
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_action record;
  v_writes jsonb := '[]';
begin
  for v_action in
    select a.value as plan, a.ordinality::int - 1 as n from jsonb_array_elements(p_plan -> 'actions') with ordinality as a order by 2
  loop
    v_writes := v_writes || case v_action.plan ->> 'kind'
      when 'set' then jsonb_build_array(jsonb_build_object('action', v_action.n, 'kind', 'update', 'table', p_table, 'record', p_record,
        'values', plinth_private.written_values(v_action.plan, p_looks, p_record)))
      when 'create' then jsonb_build_array(jsonb_build_object('action', v_action.n, 'kind', 'insert', 'table', v_action.plan -> 'table',
        'record', plinth_private.uuid_v7(), 'values', plinth_private.written_values(v_action.plan, p_looks, p_record)))
      when 'link' then jsonb_build_array(jsonb_build_object('action', v_action.n, 'kind', 'update', 'table', p_table, 'record', p_record,
        'values', jsonb_build_object(v_action.plan ->> 'field', jsonb_build_object('link', jsonb_build_array(coalesce(
          v_action.plan #> '{to,record}',
          jsonb_path_query_first(v_writes, '$[*] ? (@.action == $n).record', jsonb_build_object('n', v_action.plan #> '{to,createdBy}'))))))))
      else '[]' end;
  end loop;
  return v_writes;
end
$$;

-- Whom an action tells: people of the base.
create or replace function plinth_private.told_people(p_base uuid, p_action jsonb, p_looks jsonb) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(distinct p.id), '{}') from plinth.profile as p
  where plinth_private.standing(p.id, p_base) is not null and p.id in (
    select plinth_private.as_uuid(x.value) from jsonb_array_elements_text(p_action -> 'people') as x
    union all select plinth_private.as_uuid(p_looks ->> l.value::int) from jsonb_array_elements_text(p_action -> 'looks') as l)
$$;

-- What a webhook posts.
create or replace function plinth_private.webhook_body(p_automation plinth_private.automation, p_action jsonb, p_looks jsonb, p_record uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('automation', jsonb_build_object('id', p_automation.id, 'name', p_automation.name), 'base', p_automation.base_id,
    'table', p_automation.table_id, 'record', p_record, 'trigger', p_automation.trigger -> 'kind',
    'at', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'values', coalesce((select jsonb_object_agg(s.value ->> 'field', p_looks -> (s.value ->> 'look')::int)
                        from jsonb_array_elements(p_action -> 'values') as s), '{}'))
$$;

-- Posts a webhook, signed; answers the request's number. It goes out when the transaction has ended well.
create or replace function plinth_private.post_webhook(p_automation plinth_private.automation, p_url text, p_body jsonb, p_run uuid) returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_time text := extract(epoch from clock_timestamp())::bigint::text;
  v_request bigint;
begin
  if not plinth_private.can_post() then
    perform plinth_private.fail(409, 'webhooks_unavailable');
  end if;
  execute format('select net.http_post($1, $2, ''{}''::jsonb, $3, 5000)') into v_request
    using p_url, p_body, jsonb_build_object('content-type', 'application/json', 'x-plinth-delivery', p_run,
      'x-plinth-signature', format('t=%s,v1=%s', v_time,
        encode(extensions.hmac(format('%s.%s', v_time, p_body::text), p_automation.secret, 'sha256'), 'hex')));
  return v_request;
end
$$;

-- The steps of a run as a dry run tells them.
create or replace function plinth_private.run_steps(p_automation plinth_private.automation, p_writes jsonb, p_looks jsonb, p_record uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_action record;
  v_write jsonb;
  v_steps jsonb := '[]';
begin
  for v_action in
    select a.value as plan, a.ordinality::int - 1 as n
    from jsonb_array_elements(p_automation.plan -> 'actions') with ordinality as a order by 2
  loop
    v_write := jsonb_path_query_first(p_writes, '$[*] ? (@.action == $n)', jsonb_build_object('n', v_action.n));
    v_steps := v_steps || (jsonb_build_object('kind', v_action.plan -> 'kind') || case v_action.plan ->> 'kind'
      when 'set' then jsonb_build_object('values', v_write -> 'values')
      when 'create' then jsonb_build_object('table', v_write -> 'table', 'values', v_write -> 'values')
      when 'link' then jsonb_build_object('field', v_action.plan -> 'field', 'record', v_action.plan #> '{to,record}')
      when 'notify' then jsonb_build_object('message', v_action.plan -> 'message',
        'people', to_jsonb(plinth_private.told_people(p_automation.base_id, v_action.plan, p_looks)))
      else jsonb_build_object('url', v_action.plan -> 'url',
        'payload', plinth_private.webhook_body(p_automation, v_action.plan, p_looks, p_record)::text) end);
  end loop;
  return v_steps;
end
$$;

-- Refuses a run: {error, action, steps}, for who began it.
create or replace function plinth_private.refuse_run(p_error jsonb, p_action jsonb, p_steps jsonb) returns void
language plpgsql volatile security invoker set search_path = ''
as $$
begin
  raise exception using errcode = 'PLAUT', message = 'automation',
    detail = jsonb_build_object('error', p_error - 'message', 'action', p_action, 'steps', p_steps)::text;
end
$$;

-- Writes what the actions of runs write, as the owner, all or nothing.
create or replace function plinth_private.write_runs(p_automation plinth_private.automation, p_writes jsonb, p_steps jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_results jsonb;
  v_fault jsonb;
begin
  if p_writes = '[]' then
    return;
  end if;
  v_results := plinth_private.act_as(p_automation.owner_id, 'write', (
    select jsonb_agg((w.value - 'action') || jsonb_build_object('id', plinth_private.uuid_v7()) order by w.ordinality)
    from jsonb_array_elements(p_writes) with ordinality as w), null);
  select jsonb_build_object('action', w.value -> 'action', 'error', coalesce(r.value -> 'error',
           jsonb_build_object('code', r.value -> 'status', 'details', jsonb_build_object('table', w.value -> 'table'))))
    into v_fault
    from jsonb_array_elements(v_results) with ordinality as r
    join jsonb_array_elements(p_writes) with ordinality as w on w.ordinality = r.ordinality
    where r.value ->> 'status' <> 'ok' order by r.ordinality limit 1;
  if v_fault is not null then
    perform plinth_private.refuse_run(v_fault -> 'error', v_fault -> 'action', p_steps);
  end if;
end
$$;

-- Tells people and posts webhooks of a run that has written: {notified, requests}.
create or replace function plinth_private.tell_run(
  p_automation plinth_private.automation, p_looks jsonb, p_record uuid, p_run uuid, out notified int, out requests bigint[]
)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_action record;
  v_people uuid[];
begin
  notified := 0;
  requests := '{}';
  for v_action in
    select a.value as plan from jsonb_array_elements(p_automation.plan -> 'actions') with ordinality as a order by a.ordinality
  loop
    if v_action.plan ->> 'kind' = 'notify' then
      v_people := plinth_private.told_people(p_automation.base_id, v_action.plan, p_looks);
      insert into plinth_private.notice (id, user_id, base_id, table_id, record_id, automation, message)
        select plinth_private.uuid_v7(), p.id, p_automation.base_id, p_automation.table_id, p_record, p_automation.name, v_action.plan ->> 'message'
        from unnest(v_people) as p (id);
      notified := notified + cardinality(v_people);
    elsif v_action.plan ->> 'kind' = 'webhook' then
      requests := requests || plinth_private.post_webhook(p_automation, v_action.plan ->> 'url',
        plinth_private.webhook_body(p_automation, v_action.plan, p_looks, p_record), p_run);
    end if;
  end loop;
end
$$;

-- Runs an automation for records, all or nothing, and books it. Raises PLAUT where something is refused.
create or replace function plinth_private.run_records(p_automation plinth_private.automation, p_items plinth_private.automation_queue[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_looked jsonb;
  v_all jsonb := '[]';
  v_writes jsonb;
  v_runs jsonb := '[]';
  v_item record;
  v_notified int;
  v_requests bigint[];
begin
  perform set_config('plinth.automation', jsonb_build_object('depth', p_items[1].depth, 'actor', p_items[1].actor)::text, true);
  v_looked := plinth_private.act_as(p_automation.owner_id, 'look', p_automation.plan, array(select i.record_id from unnest(p_items) as i));
  for v_item in select distinct on (i.record_id) i.record_id, v_looked -> i.record_id::text as seen from unnest(p_items) as i order by i.record_id loop
    v_writes := '[]';
    if v_item.seen -> 'holds' = 'true' then
      v_writes := plinth_private.run_writes(p_automation.plan, v_item.seen -> 'looks', p_automation.table_id, v_item.record_id);
      v_all := v_all || v_writes;
    end if;
    v_runs := v_runs || jsonb_build_object('record', v_item.record_id, 'seen', v_item.seen, 'writes', v_writes);
  end loop;
  perform plinth_private.write_runs(p_automation, v_all, '[]');
  for v_item in
    select (r.value ->> 'record')::uuid as record_id, r.value -> 'seen' as seen, r.value -> 'writes' as writes, plinth_private.uuid_v7() as run
    from jsonb_array_elements(v_runs) as r
  loop
    v_notified := 0;
    v_requests := '{}';
    if v_item.seen -> 'holds' = 'true' then
      select t.notified, t.requests into v_notified, v_requests
        from plinth_private.tell_run(p_automation, v_item.seen -> 'looks', v_item.record_id, v_item.run) as t;
    end if;
    insert into plinth_private.automation_run (id, automation_id, record_id, kind, outcome, actor, owner_id, depth, changes, notified, requests)
      values (v_item.run, p_automation.id, v_item.record_id, p_automation.trigger ->> 'kind',
        case when v_item.seen -> 'holds' = 'true' then 'done' else 'skipped' end, p_items[1].actor, p_automation.owner_id, p_items[1].depth,
        plinth_private.changes_told(v_item.writes), v_notified, v_requests);
  end loop;
  perform set_config('plinth.automation', '', true);
end
$$;

-- What a run made and linked: [{kind, table, record}].
create or replace function plinth_private.changes_told(p_writes jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(c.change order by c.n), '[]') from (
    select w.ordinality as n, jsonb_build_object('kind', 'create', 'table', w.value -> 'table', 'record', w.value -> 'record') as change
      from jsonb_array_elements(p_writes) with ordinality as w where w.value ->> 'kind' = 'insert'
    union all
    select w.ordinality, jsonb_build_object('kind', 'link', 'table', (plinth_private.link_end_of(v.key::uuid)).target, 'record', l.value)
      from jsonb_array_elements(p_writes) with ordinality as w
      cross join lateral jsonb_each(w.value -> 'values') as v
      cross join lateral jsonb_array_elements(v.value -> 'link') as l
      where w.value ->> 'kind' = 'update' and jsonb_typeof(v.value) = 'object') as c
$$;

select plinth_private.close_functions(array[
  'look_at_records(jsonb, uuid[])', 'with_bases(jsonb)', 'write_for_run(jsonb)', 'act_as(uuid, text, jsonb, uuid[])',
  'written_values(jsonb, jsonb, uuid)', 'run_writes(jsonb, jsonb, uuid, uuid)', 'told_people(uuid, jsonb, jsonb)',
  'webhook_body(plinth_private.automation, jsonb, jsonb, uuid)', 'post_webhook(plinth_private.automation, text, jsonb, uuid)',
  'run_steps(plinth_private.automation, jsonb, jsonb, uuid)', 'refuse_run(jsonb, jsonb, jsonb)',
  'write_runs(plinth_private.automation, jsonb, jsonb)', 'tell_run(plinth_private.automation, jsonb, uuid, uuid)',
  'run_records(plinth_private.automation, plinth_private.automation_queue[])', 'changes_told(jsonb)'
]);

-- What acts for somebody belongs to the role of runs, which may call what it needs beside what everybody may.
grant execute on function plinth_private.look_at_records(jsonb, uuid[]), plinth_private.with_bases(jsonb), plinth_private.write_for_run(jsonb),
  plinth_private.speak_as(uuid), plinth_private.speak_again(text[]) to plinth_automation;
do $$
begin
  if (select p.proowner::regrole::text from pg_catalog.pg_proc as p
      where p.oid = 'plinth_private.act_as(uuid, text, jsonb, uuid[])'::regprocedure) <> 'plinth_automation' then
    grant create on schema plinth_private to plinth_automation;
    alter function plinth_private.act_as(uuid, text, jsonb, uuid[]) owner to plinth_automation;
    revoke create on schema plinth_private from plinth_automation;
  end if;
end
$$;
