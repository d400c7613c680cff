-- Runs of automations: with their owner's rights, each in a subtransaction, at the end of the transaction that caused it or when somebody
-- comes by (docs/decisions/0052-automation.md).

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

-- Books a run that came to nothing.
create or replace function plinth_private.book_run(
  p_automation plinth_private.automation, p_item plinth_private.automation_queue, p_outcome text, p_fault jsonb
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into plinth_private.automation_run (id, automation_id, record_id, kind, outcome, error, action, actor, owner_id, depth)
    values (plinth_private.uuid_v7(), p_automation.id, p_item.record_id, p_automation.trigger ->> 'kind', p_outcome,
      p_fault -> 'error', (p_fault ->> 'action')::int, p_item.actor, p_automation.owner_id, p_item.depth);
end
$$;

-- What came of a run that raised, as {error, action}.
create or replace function plinth_private.run_fault(p_state text, p_message text, p_detail text) returns jsonb
language sql immutable security invoker set search_path = ''
as $$
  select case
    when p_state = 'PLAUT' then p_detail::jsonb
    when p_state like 'PT4__' then jsonb_build_object('error', jsonb_build_object('code', p_message, 'details', coalesce(nullif(p_detail, ''), '{}')::jsonb))
    else jsonb_build_object('error', jsonb_build_object('details', '{}'::jsonb, 'code', case
      when p_state in ('55P03', '40P01', '40001') then 'busy'
      when p_state = '57014' then 'timeout'
      else 'unexpected' end)) end
$$;

-- Puts what was taken back into the queue, to be run later.
create or replace function plinth_private.put_back(p_item plinth_private.automation_queue, p_attempts int, p_after interval) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into plinth_private.automation_queue (automation_id, record_id, xid, depth, actor, attempts, not_before)
    values (p_item.automation_id, p_item.record_id, p_item.xid, p_item.depth, p_item.actor, p_attempts, clock_timestamp() + p_after)
    on conflict do nothing;
end
$$;

-- Runs an automation for records of the queue until a moment: together, and where that is refused one by one. What found something held
-- waits for another turn.
create or replace function plinth_private.try_run(
  p_automation plinth_private.automation, p_items plinth_private.automation_queue[], p_until timestamptz
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_item plinth_private.automation_queue;
  v_fault jsonb;
  v_message text;
  v_detail text;
begin
  begin
    perform plinth_private.run_records(p_automation, p_items);
    return;
  exception
    when query_canceled or others then
      get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail;
      v_fault := plinth_private.run_fault(sqlstate, v_message, v_detail);
      if v_fault #>> '{error,code}' = 'unexpected' then
        raise log 'plinth: an automation failed with SQLSTATE %', sqlstate;
      end if;
  end;
  if cardinality(p_items) > 1 then
    foreach v_item in array p_items loop
      if clock_timestamp() < p_until then
        perform plinth_private.try_run(p_automation, array[v_item], p_until);
      else
        perform plinth_private.put_back(v_item, v_item.attempts, interval '0');
      end if;
    end loop;
  elsif v_fault #>> '{error,code}' in ('busy', 'conflict', 'timeout') and p_items[1].attempts < plinth_private.limit_of('automationAttempts') then
    perform plinth_private.put_back(p_items[1], p_items[1].attempts + 1, make_interval(secs => 5 * power(2, p_items[1].attempts)));
  else
    perform plinth_private.book_run(p_automation, p_items[1], 'failed', v_fault);
  end if;
end
$$;

-- Takes what stands first in the queue, with what goes with it: of a transaction, or of a base. Nobody else takes it meanwhile.
create or replace function plinth_private.take_runs(p_base uuid, p_xid xid8) returns plinth_private.automation_queue[]
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_first plinth_private.automation_queue;
  v_taken plinth_private.automation_queue[];
begin
  if p_xid is not null then
    select q.* into v_first from plinth_private.automation_queue as q
      where q.xid = p_xid and q.not_before <= clock_timestamp() order by q.id limit 1 for update skip locked;
  else
    select q.* into v_first from plinth_private.automation_queue as q join plinth_private.automation as a on a.id = q.automation_id
      where a.base_id = p_base and q.not_before <= clock_timestamp() order by q.id limit 1 for update of q skip locked;
  end if;
  with chosen as (
    select q.id from plinth_private.automation_queue as q
    where q.automation_id = v_first.automation_id and q.xid is not distinct from v_first.xid and q.depth = v_first.depth
      and q.actor is not distinct from v_first.actor and q.not_before <= clock_timestamp()
    order by q.id limit 100 for update skip locked
  ), taken as (
    delete from plinth_private.automation_queue as q using chosen where q.id = chosen.id returning q as item, q.id
  )
  select coalesce(array_agg(t.item order by t.id), '{}') into v_taken from taken as t;
  return v_taken;
end
$$;

-- Runs what was taken until a moment, where the automation may still run; answers for how many records.
create or replace function plinth_private.run_taken(p_items plinth_private.automation_queue[], p_until timestamptz) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_automation plinth_private.automation;
  v_item plinth_private.automation_queue;
begin
  select a.* into v_automation from plinth_private.automation as a where a.id = p_items[1].automation_id;
  if not found or v_automation.is_paused or v_automation.stopped is not null then
    return 0;
  elsif plinth_private.standing(v_automation.owner_id, v_automation.base_id) is null then
    perform plinth_private.stop_automation(v_automation.id, 'owner_left');
    return 0;
  elsif p_items[1].depth > plinth_private.limit_of('automationDepth') then
    foreach v_item in array p_items loop
      perform plinth_private.book_run(v_automation, v_item, 'stopped', '{"error": {"code": "automation_loop", "details": {}}}');
    end loop;
    return 0;
  elsif cardinality(p_items) + (select count(*) from plinth_private.automation_run as r
                                where r.automation_id = v_automation.id and r.at > clock_timestamp() - interval '1 hour')
        > plinth_private.limit_of('automationRunsPerHour') then
    perform plinth_private.stop_automation(v_automation.id, 'too_many_runs');
    return 0;
  end if;
  perform plinth_private.try_run(v_automation, p_items, p_until);
  return cardinality(p_items);
end
$$;

-- Runs what is in the queue, of a transaction or of a base, until a moment; answers for how many records. It waits for nobody longer than
-- is needed to see that they are no ring of writers who wait for each other (deadlock_timeout is a second).
create or replace function plinth_private.run_queue(p_base uuid, p_xid xid8, p_until timestamptz) returns int
language plpgsql volatile security definer set search_path = '' set lock_timeout = '200ms'
as $$
declare
  v_taken plinth_private.automation_queue[];
  v_ran int := 0;
begin
  loop
    exit when clock_timestamp() >= p_until;
    v_taken := plinth_private.take_runs(p_base, p_xid);
    exit when v_taken = '{}';
    v_ran := v_ran + plinth_private.run_taken(v_taken, p_until);
  end loop;
  return v_ran;
end
$$;

-- The end of a transaction that has something to run. Whatever happens, what the transaction has written stays. No statement_timeout
-- holds there any more: it is over between runs, and none of them waits.
create or replace function plinth_private.run_turn() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_until timestamptz := coalesce(nullif(current_setting('plinth.automation_until', true), '')::timestamptz, clock_timestamp() + interval '2 seconds');
begin
  delete from plinth_private.automation_turn where xid = new.xid;
  perform set_config('plinth.automation_until', v_until::text, true),
          -- What runs change is told in an event of its own, where the transaction's has been sent.
          set_config('plinth.told_up_to', coalesce((select max(l.id) from plinth_private.change_log as l), 0)::text, true);
  perform plinth_private.run_queue(null, new.xid, v_until);
  return null;
exception
  when query_canceled or others then
    raise log 'plinth: automations could not be run: SQLSTATE %', sqlstate;
    return null;
end
$$;

drop trigger if exists run_turn on plinth_private.automation_turn;
create constraint trigger run_turn after insert on plinth_private.automation_turn
  deferrable initially deferred for each row execute function plinth_private.run_turn();

-- Runs what is due in a base; for everybody in it: {ran, left}. Now and then what is old is thrown away.
create or replace function plinth_private.run_automations(p_base uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ran int;
begin
  perform plinth_private.require_base(p_base, null);
  perform plinth_private.feed_dates(p_base);
  v_ran := plinth_private.run_queue(p_base, null, clock_timestamp() + interval '3 seconds');
  if random() < 0.05 then
    perform plinth_private.prune_runs(p_base);
  end if;
  return jsonb_build_object('ran', v_ran, 'left', (
    select count(*) from plinth_private.automation_queue as q join plinth_private.automation as a on a.id = q.automation_id where a.base_id = p_base));
end
$$;

-- Throws away runs and notices of a base that are older than is kept.
create or replace function plinth_private.prune_runs(p_base uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from plinth_private.automation_run as r using plinth_private.automation as a
    where a.base_id = p_base and r.automation_id = a.id
      and r.at < now() - make_interval(days => plinth_private.limit_of('automationRunDays')::int);
  delete from plinth_private.notice as n
    where n.base_id = p_base and n.at < now() - make_interval(days => plinth_private.limit_of('noticeDays')::int);
end
$$;

-- The same for all bases, for the project's clock (pg_cron), which nobody in particular is.
create or replace function plinth_private.run_all_due() returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_base uuid;
  v_ran int := 0;
  v_until timestamptz := clock_timestamp() + interval '40 seconds';
begin
  for v_base in
    select distinct a.base_id from plinth_private.automation as a
    where not a.is_paused and a.stopped is null
      and (a.plan -> 'feed' ? 'due' or exists (select 1 from plinth_private.automation_queue as q where q.automation_id = a.id))
  loop
    exit when clock_timestamp() >= v_until;
    perform plinth_private.feed_dates(v_base);
    v_ran := v_ran + plinth_private.run_queue(v_base, null, least(v_until, clock_timestamp() + interval '5 seconds'));
    perform plinth_private.prune_runs(v_base);
  end loop;
  return v_ran;
end
$$;

select plinth_private.close_functions(array[
  'look_at_records(jsonb, uuid[])', 'with_bases(jsonb)', 'write_for_run(jsonb)', 'act_as(uuid, text, jsonb, uuid[])',
  'written_values(jsonb, jsonb, uuid)', 'run_writes(jsonb, jsonb, uuid, uuid)', 'told_people(uuid, jsonb, jsonb)',
  'webhook_body(plinth_private.automation, jsonb, jsonb, uuid)', 'post_webhook(plinth_private.automation, text, jsonb, uuid)',
  'run_steps(plinth_private.automation, jsonb, jsonb, uuid)', 'refuse_run(jsonb, jsonb, jsonb)',
  'write_runs(plinth_private.automation, jsonb, jsonb)', 'tell_run(plinth_private.automation, jsonb, uuid, uuid)',
  'run_records(plinth_private.automation, plinth_private.automation_queue[])', 'changes_told(jsonb)',
  'book_run(plinth_private.automation, plinth_private.automation_queue, text, jsonb)', 'run_fault(text, text, text)',
  'put_back(plinth_private.automation_queue, int, interval)',
  'try_run(plinth_private.automation, plinth_private.automation_queue[], timestamptz)', 'take_runs(uuid, xid8)',
  'run_taken(plinth_private.automation_queue[], timestamptz)', 'run_queue(uuid, xid8, timestamptz)', 'run_turn()', 'run_automations(uuid)',
  'prune_runs(uuid)', 'run_all_due()'
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
