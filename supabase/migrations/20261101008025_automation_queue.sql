-- Runs what is in the queue, each in a subtransaction: at the end of the transaction that caused it, or when somebody comes by
-- (docs/decisions/0052-automation.md).

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
  'book_run(plinth_private.automation, plinth_private.automation_queue, text, jsonb)', 'run_fault(text, text, text)',
  'put_back(plinth_private.automation_queue, int, interval)',
  'try_run(plinth_private.automation, plinth_private.automation_queue[], timestamptz)', 'take_runs(uuid, xid8)',
  'run_taken(plinth_private.automation_queue[], timestamptz)', 'run_queue(uuid, xid8, timestamptz)', 'run_turn()', 'run_automations(uuid)',
  'prune_runs(uuid)', 'run_all_due()'
]);
