-- What keeps automations true to the tables, fields and people that they are about: plans are made anew, triggers come and go, and those of
-- people who left stop.

-- An automation with the plan that is made of it now, or with what is in the way.
create or replace function plinth_private.with_plan(p_automation plinth_private.automation) returns plinth_private.automation
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_message text;
  v_detail text;
begin
  p_automation.plan := plinth_private.automation_plan(p_automation);
  p_automation.fault := null;
  p_automation.stopped := case
    when p_automation.stopped in ('owner_left', 'too_many_runs') then p_automation.stopped
    when p_automation.plan -> 'actions' @> '[{"kind": "webhook"}]' and not plinth_private.can_post() then 'webhooks_unavailable' end;
  return p_automation;
exception
  when sqlstate 'PT400' or sqlstate 'PT403' or sqlstate 'PT404' or sqlstate 'PT409' or sqlstate 'PT422' then
    get stacked diagnostics v_message = message_text, v_detail = pg_exception_detail;
    p_automation.plan := null;
    p_automation.fault := jsonb_build_object('code', v_message, 'details', coalesce(nullif(v_detail, ''), '{}')::jsonb);
    p_automation.stopped := case when p_automation.stopped in ('owner_left', 'too_many_runs') then p_automation.stopped else 'broken' end;
    return p_automation;
end
$$;

-- A table with automations that its records' changes begin has the triggers that feed them; others have none.
create or replace function plinth_private.renew_automation_triggers(p_table uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_relation text := (select t.relation from plinth."table" as t where t.id = p_table and t.base_id is not null);
  v_event record;
begin
  if v_relation is null or to_regclass(format('data.%I', v_relation)) is null then
    return;
  end if;
  for v_event in
    select e.name, e.rows, exists (
        select 1 from plinth_private.automation as a
        where a.table_id = p_table and not a.is_paused and a.stopped is null and a.plan -> 'feed' ? e.name) as wanted,
      exists (select 1 from pg_catalog.pg_trigger as g
              where g.tgrelid = format('data.%I', v_relation)::regclass and g.tgname = 'plinth_automations_' || e.name) as present
    from (values ('insert', 'new table as new_rows'), ('update', 'old table as old_rows new table as new_rows')) as e (name, rows)
  loop
    if v_event.wanted and not v_event.present then
      execute format('create trigger %I after %s on data.%I referencing %s for each statement execute function plinth_private.feed_automations(%L)',
                     'plinth_automations_' || v_event.name, v_event.name, v_relation, v_event.rows, p_table);
    elsif v_event.present and not v_event.wanted then
      execute format('drop trigger %I on data.%I', 'plinth_automations_' || v_event.name, v_relation);
    end if;
  end loop;
end
$$;

-- Makes the plans anew of automations that are about one of these tables.
create or replace function plinth_private.renew_automations(p_tables uuid[]) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_automation plinth_private.automation;
  v_new plinth_private.automation;
  v_touched uuid[] := '{}';
begin
  for v_automation in
    -- Those of a table that is being deleted go with it.
    select a.* from plinth_private.automation as a
    where a.tables && p_tables and exists (select 1 from plinth."table" as t where t.id = a.table_id)
    order by a.id for no key update of a
  loop
    v_new := plinth_private.with_plan(v_automation);
    continue when (v_new.plan, v_new.fault, v_new.stopped) is not distinct from (v_automation.plan, v_automation.fault, v_automation.stopped);
    update plinth_private.automation as a set plan = v_new.plan, fault = v_new.fault, stopped = v_new.stopped,
        -- What was reached while it was stopped is past.
        looked_at = case when v_automation.stopped is null then a.looked_at else now() end
      where a.id = v_new.id;
    v_touched := v_touched || v_new.table_id;
  end loop;
  perform plinth_private.renew_automation_triggers(t.id) from (select distinct u.id from unnest(v_touched) as u (id)) as t;
end
$$;

-- Fields, tables and time zones may be what automations are about.
create or replace function plinth_private.automations_follow() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not exists (select 1 from plinth_private.automation) then
    return null;
  end if;
  case tg_table_name
    when 'field' then
      perform plinth_private.renew_automations(case
        when tg_op = 'DELETE' then array[old.table_id]
        when tg_op = 'INSERT' then array[new.table_id]
        else array[old.table_id, new.table_id] end);
    when 'table' then
      perform plinth_private.renew_automations(array[new.id]);
    else
      perform plinth_private.renew_automations(array(select t.id from plinth."table" as t where t.base_id = new.id));
  end case;
  return null;
end
$$;

drop trigger if exists automations_follow_made on plinth.field;
create trigger automations_follow_made after insert or delete on plinth.field
  for each row execute function plinth_private.automations_follow();
drop trigger if exists automations_follow_changed on plinth.field;
create trigger automations_follow_changed after update of table_id, type, options, side, formula, column_name on plinth.field
  for each row when (old.* is distinct from new.*) execute function plinth_private.automations_follow();
drop trigger if exists automations_follow on plinth."table";
create trigger automations_follow after update of base_id on plinth."table"
  for each row when (old.base_id is distinct from new.base_id) execute function plinth_private.automations_follow();
drop trigger if exists automations_follow on plinth.base;
create trigger automations_follow after update of time_zone on plinth.base
  for each row when (old.time_zone <> new.time_zone) execute function plinth_private.automations_follow();

-- Automations of people who are not in the base any more stop, and do not go on when they come back.
create or replace function plinth_private.stop_left_automations() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update plinth_private.automation as a set stopped = 'owner_left'
    where a.owner_id in (select o.user_id from old_rows as o) and a.stopped is distinct from 'owner_left'
      and plinth_private.standing(a.owner_id, a.base_id) is null;
  return null;
end
$$;

do $$
declare
  v_table text;
  v_event text;
begin
  foreach v_table in array array['base_member', 'workspace_member'] loop
    foreach v_event in array array['update', 'delete'] loop
      execute format('drop trigger if exists automations_left_%s on plinth.%I', v_event, v_table);
      execute format('create trigger automations_left_%s after %s on plinth.%I referencing old table as old_rows
                      for each statement execute function plinth_private.stop_left_automations()', v_event, v_event, v_table);
    end loop;
  end loop;
end
$$;

select plinth_private.close_functions(array[
  'with_plan(plinth_private.automation)', 'renew_automation_triggers(uuid)', 'renew_automations(uuid[])', 'automations_follow()',
  'stop_left_automations()'
]);
