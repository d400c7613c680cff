-- What automations are to run for: put into the queue by the statements that change records, and by looks at dates.

-- Stops an automation; one that somebody holds is stopped by the next who comes.
create or replace function plinth_private.stop_automation(p_automation uuid, p_reason text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update plinth_private.automation as a set stopped = p_reason,
      plan = case when p_reason <> 'broken' then a.plan end,
      fault = case when p_reason <> 'broken' then a.fault else coalesce(a.fault, '{"code": "unexpected", "details": {}}') end
    from (select o.id from plinth_private.automation as o where o.id = p_automation for no key update skip locked) as h
    where a.id = h.id;
  delete from plinth_private.automation_queue as q
    using (select o.id from plinth_private.automation_queue as o where o.automation_id = p_automation for update skip locked) as h
    where q.id = h.id;
end
$$;

-- Statement trigger of tables with automations: the records that one of them is to run for. Whatever goes wrong here is its matter, not
-- the writer's.
create or replace function plinth_private.feed_automations() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_run jsonb := nullif(current_setting('plinth.automation', true), '')::jsonb;
  v_depth int := coalesce((v_run ->> 'depth')::int, 0) + 1;
  v_actor uuid := case when v_run is null then plinth_private.caller() else (v_run ->> 'actor')::uuid end;
  v_most bigint := plinth_private.limit_of('automationRunsPerHour');
  v_automation record;
  v_rows bigint;
  v_fed boolean := false;
begin
  for v_automation in
    select a.id, a.plan -> 'feed' ->> lower(tg_op) as filter from plinth_private.automation as a
    where a.table_id = tg_argv[0]::uuid and not a.is_paused and a.stopped is null and a.plan -> 'feed' ? lower(tg_op) order by a.id
  loop
    begin
      execute format('insert into plinth_private.automation_queue (automation_id, record_id, xid, depth, actor)
                      select $1, n.id, pg_current_xact_id(), $2, $3 from new_rows as n %s where %s limit $4 on conflict do nothing',
                     case tg_op when 'UPDATE' then 'join old_rows as o on o.id = n.id' end, v_automation.filter)
        using v_automation.id, v_depth, v_actor, v_most + 1;
      get diagnostics v_rows = row_count;
      if v_rows > v_most then
        perform plinth_private.stop_automation(v_automation.id, 'too_many_runs');
      else
        v_fed := v_fed or v_rows > 0;
      end if;
    exception
      when others then
        raise log 'plinth: an automation could not be fed: SQLSTATE %', sqlstate;
        perform plinth_private.stop_automation(v_automation.id, 'broken');
    end;
  end loop;
  if v_fed then
    insert into plinth_private.automation_turn (xid) values (pg_current_xact_id()) on conflict do nothing;
  end if;
  return null;
end
$$;

-- Puts the records of a base whose moments came since the last look into the queue. A look ends a minute ago: what was committed later than
-- it was written is there by then.
create or replace function plinth_private.feed_dates(p_base uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_until timestamptz := now() - interval '1 minute';
  v_most bigint := plinth_private.limit_of('automationRunsPerHour');
  v_automation plinth_private.automation;
  v_rows bigint;
begin
  for v_automation in
    select a.* from plinth_private.automation as a
    where a.base_id = p_base and a.plan -> 'feed' ? 'due' and not a.is_paused and a.stopped is null and a.looked_at < v_until
    order by a.id for no key update skip locked
  loop
    begin
      execute format('insert into plinth_private.automation_queue (automation_id, record_id, depth)
                      select %1$L, t.id, 1 from data.%2$I as t where %3$s and %4$s > $1 and %4$s <= $2 order by %4$s limit $3',
                     v_automation.id, v_automation.plan ->> 'relation', v_automation.plan #>> '{feed,near}', v_automation.plan #>> '{feed,due}')
        using v_automation.looked_at, v_until, v_most + 1;
      get diagnostics v_rows = row_count;
      update plinth_private.automation set looked_at = v_until where id = v_automation.id;
      if v_rows > v_most then
        perform plinth_private.stop_automation(v_automation.id, 'too_many_runs');
      end if;
    exception
      when others then
        raise log 'plinth: an automation could not look at dates: SQLSTATE %', sqlstate;
        perform plinth_private.stop_automation(v_automation.id, 'broken');
    end;
  end loop;
end
$$;

select plinth_private.close_functions(array['stop_automation(uuid, text)', 'feed_automations()', 'feed_dates(uuid)']);
