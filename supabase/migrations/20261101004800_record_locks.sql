-- Locked records: while a lock's condition is true for a record, only those whom the lock names may change or delete it.
-- Whoever may change a record may bring it into that state. Creators are bound like everybody unless the lock names them;
-- they may change the lock itself.

create table if not exists plinth.record_lock (
  id uuid primary key,
  table_id uuid not null references plinth."table" (id) on delete cascade,
  name text not null,
  -- An expression (docs/expressions.md) that is true for the records that are locked.
  rule jsonb not null,
  -- The rule as SQL over relation t.
  condition text not null,
  -- Fields that the rule reads, and options that it names.
  fields uuid[] not null default '{}',
  options text[] not null default '{}',
  -- Who may change locked records all the same.
  creators boolean not null default false,
  roles uuid[] not null default '{}',
  created_at timestamptz not null default now()
);
create unique index if not exists record_lock_name on plinth.record_lock (table_id, lower(name));
alter table plinth.record_lock enable row level security;

-- Locks with their conditions are told to readers of a table by base_schema; the rows are for those who write them.
drop policy if exists plinth_select on plinth.record_lock;
create policy plinth_select on plinth.record_lock for select to authenticated
  using (table_id in (select t.id from plinth."table" as t where t.base_id = any (array(select plinth_private.my_bases(true)))));

-- May this person change what the lock locks?
create or replace function plinth_private.opens_lock(p_user uuid, p_lock uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select 1 from plinth.record_lock as l join plinth."table" as t on t.id = l.table_id
    where l.id = p_lock and (
      (l.creators and plinth_private.standing(p_user, t.base_id) = 'creator')
      or exists (select 1 from plinth.role as r
                 left join plinth.base_member as bm on bm.base_id = r.base_id and bm.user_id = p_user
                 where r.id = any (l.roles) and (r.id = p_user or r.kind = bm.role or exists (
                   select 1 from plinth.role_member as rm where rm.role_id = r.id and rm.user_id = p_user)))));
end
$$;

-- The same for the caller. For the policies of tables with locks.
create or replace function plinth_private.opens(p_lock uuid) returns boolean
language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return plinth_private.opens_lock(plinth_private.caller(), p_lock);
end
$$;

-- SQL of a policy: the record is not locked for the caller. Empty where the table has no locks.
create or replace function plinth_private.unlocked_sql(p_table uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select string_agg(format(' and ((select plinth_private.opens(%L::uuid)) or (%s) is not true)', l.id,
                             plinth_private.rule_condition(p_table, l.rule, t.relation)), '' order by l.id)
    from plinth.record_lock as l join plinth."table" as t on t.id = l.table_id
    where l.table_id = p_table), '');
end
$$;

-- Of these records, those that the caller may read and that are locked for them, each with one lock.
create or replace function plinth_private.locked_among(p_table uuid, p_records uuid[])
returns table (record_id uuid, lock_id uuid)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_filter text := plinth_private.row_filter(p_table, 'read');
  v_relation text := (select t.relation from plinth."table" as t where t.id = p_table);
  v_locks text := (
    select string_agg(format('when (%s) then %L::uuid', l.condition, l.id), ' ' order by l.created_at, l.id)
    from plinth.record_lock as l where l.table_id = p_table and not plinth_private.opens(l.id));
begin
  if v_filter = 'false' or v_locks is null then
    return;
  end if;
  return query execute format('select k.id, k.lock from (
      select t.id, case %s end as lock from data.%I as t where t.id = any ($1) and (%s)) as k
    where k.lock is not null', v_locks, v_relation, v_filter) using p_records;
end
$$;

-- Refuses unless the caller may change this record, which is held as it is until the transaction ends.
create or replace function plinth_private.require_change(p_table uuid, p_record uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_lock uuid;
begin
  perform plinth_private.require_reach(p_table, p_record, 'update');
  execute format('select 1 from data.%I as t where t.id = $1 for no key update',
                 (select t.relation from plinth."table" as t where t.id = p_table)) using p_record;
  -- While this waited, the record may have gone out of reach, and locks may have come.
  perform plinth_private.require_reach(p_table, p_record, 'update');
  select l.lock_id into v_lock from plinth_private.locked_among(p_table, array[p_record]) as l;
  if found then
    perform plinth_private.fail(403, 'record_locked', jsonb_build_object('table', p_table, 'rule', v_lock));
  end if;
end
$$;

-- Refuses to take away a field, or options of it, that a lock's condition needs.
create or replace function plinth_private.require_no_lock(p_field uuid, p_options text[]) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_lock plinth.record_lock;
begin
  select l.* into v_lock from plinth.record_lock as l
    where p_field = any (l.fields)
      and (p_options is null or l.options && array(select format('%s/%s', p_field, o) from unnest(p_options) as o))
    order by l.id limit 1;
  if found then
    perform plinth_private.fail(409, 'used_by_rule', jsonb_build_object('table', v_lock.table_id, 'field', p_field,
      'rule', v_lock.id, 'needed', jsonb_build_object('kind', 'lock', 'name', v_lock.name)));
  end if;
end
$$;

-- The locks of a table as the app knows them, with whether they bind the caller: for everybody who reads the table. Who sees
-- a record sees that it is locked, and by what.
create or replace function plinth_private.locks_json(p_table uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if plinth_private.scope(p_table, 'read') = 'none' then
    return '[]';
  end if;
  return coalesce((
    select jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name, 'rule', l.rule, 'creators', l.creators,
             'roles', coalesce((
               select jsonb_agg(jsonb_build_object('id', r.id, 'kind', r.kind, 'name', r.name) order by r.position, r.id)
               from plinth.role as r where r.id = any (l.roles)), '[]'),
             'binds', not plinth_private.opens(l.id)) order by l.created_at, l.id)
    from plinth.record_lock as l where l.table_id = p_table), '[]');
end
$$;

-- Locks changed, whatever way: the policies follow, and clients load again.
create or replace function plinth_private.locks_changed() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_tables uuid[] := '{}';
begin
  if tg_op <> 'INSERT' then
    v_tables := array(select o.table_id from old_rows as o);
  end if;
  if tg_op <> 'DELETE' then
    v_tables := v_tables || array(select n.table_id from new_rows as n);
  end if;
  -- A table that is deleted with its locks is gone already.
  perform plinth_private.renew_policies(t.id) from plinth."table" as t where t.id = any (v_tables);
  perform plinth_private.send_schema_changed(b.id)
    from (select distinct t.base_id as id from plinth."table" as t where t.id = any (v_tables)) as b;
  return null;
end
$$;

-- The base got another time zone: conditions that ask for today mean another day.
create or replace function plinth_private.lock_zone_changed() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update plinth.record_lock as l set condition = plinth_private.rule_condition(l.table_id, l.rule, 't')
    from plinth."table" as t where t.id = l.table_id and t.base_id = new.id;
  return null;
end
$$;

-- A role is gone: no lock names it any longer.
create or replace function plinth_private.lock_role_gone() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update plinth.record_lock set roles = array_remove(roles, old.id) where old.id = any (roles);
  return null;
end
$$;

drop trigger if exists locks_made on plinth.record_lock;
create trigger locks_made after insert on plinth.record_lock referencing new table as new_rows
  for each statement execute function plinth_private.locks_changed();
drop trigger if exists locks_changed on plinth.record_lock;
create trigger locks_changed after update on plinth.record_lock referencing old table as old_rows new table as new_rows
  for each statement execute function plinth_private.locks_changed();
drop trigger if exists locks_gone on plinth.record_lock;
create trigger locks_gone after delete on plinth.record_lock referencing old table as old_rows
  for each statement execute function plinth_private.locks_changed();
drop trigger if exists lock_zone_changed on plinth.base;
create trigger lock_zone_changed after update of time_zone on plinth.base
  for each row when (old.time_zone <> new.time_zone) execute function plinth_private.lock_zone_changed();
drop trigger if exists lock_role_gone on plinth.role;
create trigger lock_role_gone after delete on plinth.role
  for each row execute function plinth_private.lock_role_gone();
