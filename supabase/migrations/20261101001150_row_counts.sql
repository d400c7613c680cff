-- How many records each workspace holds, kept within its quota whatever path a write takes.
--
-- No writer waits for a counter: each statement that inserts or deletes adds its number to row_change, and now and then
-- somebody folds the numbers of finished transactions into row_count. A transaction that inserts little beside the room
-- that is left (1/256) looks once and gets a lease; one that inserts more takes its turn, one at a time in a workspace,
-- and is told exactly. So only transactions that run at the same moment can go over a quota together, each by at most
-- 1/256 of the room it found; with less room than 256 records none can.

-- Records of a table, but for what row_change holds.
create table if not exists plinth_private.row_count (
  table_id uuid primary key references plinth."table" (id) on delete cascade,
  workspace_id uuid not null,
  total bigint not null default 0
);
create index if not exists row_count_workspace on plinth_private.row_count (workspace_id);

-- What statements inserted, or (below 0) deleted. No foreign keys: they would lock what they point to.
create table if not exists plinth_private.row_change (
  workspace_id uuid not null,
  xid xid8 not null,
  id bigint generated always as identity,
  table_id uuid not null,
  change bigint not null,
  -- The sum of this transaction in the workspace so far, and how much it may still insert without looking again.
  own bigint not null,
  lease bigint not null,
  primary key (workspace_id, xid, id)
);

-- What the last fold knew. The row is also the lock of those who fold.
create table if not exists plinth_private.row_fold (
  workspace_id uuid primary key references plinth.workspace (id) on delete cascade,
  -- All changes of transactions before this one are in row_count: looks begin here, not at entries that are gone but not
  -- vacuumed yet.
  folded xid8 not null default '0',
  -- The quota without what is in row_count; there may be more by now, never less. Null: not known.
  room bigint
);
-- These migrations may bring other limits.
update plinth_private.row_fold set room = null where room is not null;

-- Who inserts much beside the room that is left writes here first, and waits for the one before.
create table if not exists plinth_private.row_turn (
  workspace_id uuid primary key references plinth.workspace (id) on delete cascade,
  taken xid8 not null
);

alter table plinth_private.row_count enable row level security;
alter table plinth_private.row_change enable row level security;
alter table plinth_private.row_fold enable row level security;
alter table plinth_private.row_turn enable row level security;

-- Records of each table of a workspace: those of finished transactions and the caller's own.
create or replace function plinth_private.row_totals(p_workspace uuid) returns table (table_id uuid, total bigint)
language sql stable security definer set search_path = ''
as $$
  select c.table_id, c.total + coalesce(s.change, 0)::bigint
  from plinth_private.row_count as c
  left join (select r.table_id, sum(r.change) as change from plinth_private.row_change as r
             where r.workspace_id = p_workspace group by r.table_id) as s on s.table_id = c.table_id
  where c.workspace_id = p_workspace
$$;

-- Records of a large table as they are booked, without counting them: those of finished transactions and the caller's own. Null for
-- a small one, which is quickly counted, and where the planner's statistics say something else by more than a tenth: they may be
-- old, but triggers may have been off too.
create or replace function plinth_private.booked_rows(p_table uuid) returns bigint
language sql stable security definer set search_path = ''
as $$
  select b.total
  from plinth_private.row_count as c
  cross join lateral (
    select c.total + coalesce(sum(r.change), 0)::bigint as total from plinth_private.row_change as r
    where r.workspace_id = c.workspace_id and r.table_id = c.table_id) as b
  join plinth."table" as t on t.id = c.table_id
  join pg_catalog.pg_class as p on p.relname = t.relation and p.relnamespace = 'data'::regnamespace
  where c.table_id = p_table and b.total >= 10000 and abs(b.total - p.reltuples) <= b.total / 10
$$;

-- Moves the changes of finished transactions into row_count, as far as nobody else holds it; never waits.
create or replace function plinth_private.fold_rows(p_workspace uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_from xid8;
begin
  -- In a stricter isolation level it is an error to change what others have changed.
  if current_setting('transaction_isolation') <> 'read committed' then
    return;
  end if;
  -- A dump that was restored elsewhere brings a number which that cluster has not reached yet.
  select case when f.folded <= pg_snapshot_xmax(pg_current_snapshot()) then f.folded else '0' end into v_from
    from plinth_private.row_fold as f where f.workspace_id = p_workspace for no key update skip locked;
  if not found then
    return;
  end if;
  with held as (
    select c.table_id from plinth_private.row_count as c
    where c.table_id in (select r.table_id from plinth_private.row_change as r
                         where r.workspace_id = p_workspace and r.xid >= v_from)
    for no key update skip locked
  ), gone as (
    delete from plinth_private.row_change as r using held
    where r.workspace_id = p_workspace and r.xid >= v_from and r.xid <> pg_current_xact_id()
      and r.table_id = held.table_id
    returning r.table_id, r.change
  )
  update plinth_private.row_count as c set total = c.total + s.change
    from (select g.table_id, sum(g.change) as change from gone as g group by g.table_id) as s
    where c.table_id = s.table_id;
  -- What is not folded stands there still, or belongs to a transaction that has not finished.
  update plinth_private.row_fold as f
    set folded = least(pg_snapshot_xmin(pg_current_snapshot()), (
          select r.xid from plinth_private.row_change as r
          where r.workspace_id = p_workspace and r.xid >= v_from order by r.xid limit 1)),
        room = q.max_rows - (select coalesce(sum(c.total), 0) from plinth_private.row_count as c
                             where c.workspace_id = p_workspace)
    from plinth_private.quota_of(p_workspace) as q
    where f.workspace_id = p_workspace;
end
$$;

-- Another quota: what is known of the room left is known no more.
create or replace function plinth_private.forget_room() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update plinth_private.row_fold set room = null where room is not null;
  return null;
end
$$;

drop trigger if exists forget_room on plinth_private.quota;
create trigger forget_room after insert or update or delete or truncate on plinth_private.quota
  for each statement execute function plinth_private.forget_room();

-- Records that the workspace may hold beside those of finished transactions and the caller's own, counted in full.
create or replace function plinth_private.row_room(p_workspace uuid) returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return (select q.max_rows from plinth_private.quota_of(p_workspace) as q)
       - (select coalesce(sum(c.total), 0) from plinth_private.row_totals(p_workspace) as c);
end
$$;

-- Waits for whoever inserts much in this workspace, counts exactly, and refuses more records than there is room for.
-- Answers how many more this transaction may insert without asking again.
create or replace function plinth_private.take_turn(p_workspace uuid, p_table uuid, p_change bigint) returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_room bigint;
begin
  -- Where the isolation level hides what the one before did, this fails with 40001.
  insert into plinth_private.row_turn as t (workspace_id, taken) values (p_workspace, pg_current_xact_id())
    on conflict (workspace_id) do update set taken = excluded.taken where t.taken is distinct from excluded.taken;
  v_room := plinth_private.row_room(p_workspace);
  if p_change > v_room then
    perform plinth_private.fail(422, 'limit_exceeded', jsonb_build_object('table', p_table, 'rule', 'workspace_rows',
      'limit', (select q.max_rows from plinth_private.quota_of(p_workspace) as q)));
  end if;
  return (v_room - p_change) / 256;
end
$$;

-- Books what a statement inserted or (below 0) deleted; refuses records that the workspace has no room for. Plans are
-- made once: planning for the values at hand costs more than these statements.
create or replace function plinth_private.book_rows(p_table uuid, p_change bigint) returns void
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  v_me xid8 := pg_current_xact_id();
  v_workspace uuid;
  v_own bigint;
  v_lease bigint;
  v_room bigint;
  v_is_first boolean;
begin
  select c.workspace_id, coalesce(r.own, 0) + p_change, coalesce(r.lease, 0) - p_change, r.own is null
    into v_workspace, v_own, v_lease, v_is_first
    from plinth_private.row_count as c
    left join lateral (
      select x.own, x.lease from plinth_private.row_change as x
      where x.workspace_id = c.workspace_id and x.xid = v_me order by x.id desc limit 1) as r on true
    where c.table_id = p_table;
  if p_change > 0 and v_lease < 0 then
    select f.room - coalesce(sum(r.change), 0) into v_room
      from plinth_private.row_fold as f
      left join plinth_private.row_change as r
        on r.workspace_id = f.workspace_id and r.xid >= f.folded and r.xid <> v_me
      where f.workspace_id = v_workspace and f.folded <= pg_snapshot_xmax(pg_current_snapshot())
      group by f.room;
    if v_room is null then
      v_room := plinth_private.row_room(v_workspace) + v_own - p_change;
      perform plinth_private.fold_rows(v_workspace);
    end if;
    v_lease := v_room / 256 - v_own;
    if v_lease < 0 then
      v_lease := plinth_private.take_turn(v_workspace, p_table, p_change);
    end if;
  end if;
  insert into plinth_private.row_change (workspace_id, xid, table_id, change, own, lease)
    values (v_workspace, v_me, p_table, p_change, v_own, v_lease);
  -- Not again and again in one long transaction, whose own entries stay.
  if v_is_first and random() < 0.02 then
    perform plinth_private.fold_rows(v_workspace);
  end if;
end
$$;

-- Books that a table is empty now; its writers are locked out.
create or replace function plinth_private.book_truncate(p_table uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  select plinth_private.book_rows(p_table, -c.total)
  from plinth."table" as t
  join plinth.base as b on b.id = t.base_id
  cross join lateral plinth_private.row_totals(b.workspace_id) as c
  where t.id = p_table and c.table_id = p_table and c.total <> 0
$$;

-- Counts a table again, books the difference and answers it. For the owner of the database, after its triggers were off.
create or replace function plinth_private.recount_rows(p_table uuid) returns bigint
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_table plinth."table";
  v_missed bigint;
begin
  select t.* into v_table from plinth."table" as t where t.id = p_table;
  execute format('lock table data.%I in share row exclusive mode', v_table.relation);
  execute format('select count(*) - $1 from data.%I', v_table.relation) into v_missed using (
    select c.total from plinth.base as b cross join lateral plinth_private.row_totals(b.workspace_id) as c
    where b.id = v_table.base_id and c.table_id = p_table);
  insert into plinth_private.row_change (workspace_id, xid, table_id, change, own, lease)
    select b.workspace_id, pg_current_xact_id(), p_table, v_missed, 0, 0
    from plinth.base as b where b.id = v_table.base_id;
  return v_missed;
end
$$;
