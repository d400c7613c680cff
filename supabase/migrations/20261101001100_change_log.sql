-- The change log: which records of which table changed in which transaction, whatever path the write took; and one
-- realtime event per table and transaction, sent at commit.
--
-- seq is the transaction's xid8. A reader sees everything below pg_snapshot_xmin of its snapshot, so that number is the
-- watermark from which to ask next. Gaps are normal; no counter row exists, so writers never wait for one another here.

create table if not exists plinth_private.change_log (
  id bigint generated always as identity primary key,
  table_id uuid not null,
  xid xid8 not null,
  -- True for the first statement of its transaction on its table: this row sends the event for all of them.
  leads boolean not null,
  op text not null check (op in ('insert', 'update', 'delete')),
  -- Null: more than kept.
  ids uuid[],
  -- Versions beside ids; 0: deleted.
  vers bigint[],
  -- Changed fields; null: unknown.
  fields uuid[],
  total bigint not null,
  at timestamptz not null default now()
);
create index if not exists change_log_order on plinth_private.change_log (table_id, xid, id);
alter table plinth_private.change_log enable row level security;

-- Up to which transaction a table's log was thrown away.
create table if not exists plinth_private.change_horizon (
  table_id uuid primary key,
  pruned xid8 not null
);
alter table plinth_private.change_horizon enable row level security;

-- Adds one statement's changes to the log.
create or replace function plinth_private.log_change(
  p_table uuid, p_op text, p_ids uuid[], p_vers bigint[], p_total bigint
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_text text := coalesce(current_setting('plinth.fields', true), '');
  v_fields uuid[];
begin
  if p_op = 'update' and v_text ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(,[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})*$' then
    -- When and by whom a record was changed changes with it.
    v_fields := string_to_array(v_text, ',')::uuid[] || array(
      select f.id from plinth.field as f where f.table_id = p_table and f.type in ('changed_time', 'changed_by'));
    -- What is computed from them is another too.
    v_fields := v_fields || plinth_private.formulas_behind(p_table, v_fields);
  end if;
  insert into plinth_private.change_log (table_id, xid, leads, op, ids, vers, fields, total)
    values (p_table, pg_current_xact_id(),
      not exists (select 1 from plinth_private.change_log as l
                  where l.table_id = p_table and l.xid = pg_current_xact_id()
                    -- What comes at the end of the transaction, when events are sent already, has one of its own.
                    and l.id > coalesce(nullif(current_setting('plinth.told_up_to', true), ''), '0')::bigint),
      p_op, p_ids, p_vers, v_fields, p_total);
end
$$;

-- Statement trigger of the users' tables: books and logs. The argument is the table's id; changed_rows are the new rows,
-- or those deleted.
create or replace function plinth_private.log_rows() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_table uuid := tg_argv[0]::uuid;
  v_total bigint := (select count(*) from changed_rows);
  v_ids uuid[];
  v_vers bigint[];
begin
  if v_total = 0 then
    return null;
  elsif v_total <= 2000 then
    select array_agg(c.id), array_agg(case when tg_op = 'DELETE' then 0 else c.ver end) into v_ids, v_vers
      from changed_rows as c;
  end if;
  if tg_op <> 'UPDATE' then
    perform plinth_private.book_rows(v_table, case tg_op when 'INSERT' then v_total else -v_total end);
  end if;
  perform plinth_private.log_change(v_table, lower(tg_op), v_ids, v_vers, v_total);
  if tg_op = 'DELETE' and exists (select 1 from plinth.attachment as a where a.table_id = v_table) then
    perform plinth_private.queue_attachments(v_table, (select array_agg(c.id) from changed_rows as c));
  end if;
  -- Apart, so that each is found by an index, however many comments there are.
  if tg_op = 'DELETE' and exists (select 1 from plinth.comment as m where m.table_id = v_table and m.gone_at is null)
     or tg_op = 'INSERT' and exists (select 1 from plinth.comment as m where m.table_id = v_table and m.gone_at is not null) then
    perform plinth_private.comments_follow(v_table, tg_op, (select array_agg(c.id) from changed_rows as c));
  end if;
  return null;
end
$$;

-- TRUNCATE (by psql only: no API role may) is a change of unknown size. A table with fields aside goes with all its sides
-- (`cascade`), or not at all. What states its records were in stays known for a while, as of other deleted ones.
create or replace function plinth_private.log_truncate() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform plinth_private.book_truncate(tg_argv[0]::uuid);
  perform plinth_private.log_change(tg_argv[0]::uuid, 'delete', null, null, 0);
  perform plinth_private.queue_attachments(tg_argv[0]::uuid);
  delete from plinth.comment where table_id = tg_argv[0]::uuid;
  update plinth_private.state_entry as e set deleted_at = now() from plinth.field as f
    where f.table_id = tg_argv[0]::uuid and e.field_id = f.id and e.deleted_at is null;
  return null;
end
$$;

-- Versions, times and persons are the database's business, whoever writes. What is only computed anew (no role of the API may set `ver`)
-- was changed by nobody; its version is the business of plinth_values.
create or replace function plinth_private.stamp() returns trigger
language plpgsql volatile security invoker set search_path = ''
as $$
begin
  new.id := old.id;
  new.created_at := old.created_at;
  new.created_by := old.created_by;
  if new.ver = 0 then
    new.changed_at := old.changed_at;
    new.changed_by := old.changed_by;
    return new;
  end if;
  new.changed_at := now();
  new.changed_by := auth.uid();
  new.ver := old.ver + 1;
  return new;
end
$$;

-- What one transaction did to a table, from its statements: the kind, each record once with its last version (null: more
-- than kept), the changed fields (null: unknown), the number of changes.
create or replace function plinth_private.transaction_changes(
  p_table uuid, p_xid xid8, out op text, out items jsonb, out fields jsonb, out total bigint
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_over boolean;
  v_unknown boolean;
begin
  select case when count(distinct l.op) > 1 then 'mixed' else min(l.op) end, sum(l.total),
         bool_or(l.ids is null) or sum(cardinality(l.ids)) > 20000, bool_or(l.fields is null)
    into op, total, v_over, v_unknown
    from plinth_private.change_log as l where l.table_id = p_table and l.xid = p_xid;
  if not v_over then
    select coalesce(jsonb_agg(jsonb_build_array(last.id, last.ver) order by last.statement, last.n), '[]') into items
      from (
        select distinct on (u.id) u.id, u.ver, l.id as statement, u.n
        from plinth_private.change_log as l, unnest(l.ids, l.vers) with ordinality as u (id, ver, n)
        where l.table_id = p_table and l.xid = p_xid
        order by u.id, l.id desc, u.n desc
      ) as last;
  end if;
  if not v_unknown then
    select to_jsonb(array_agg(distinct f.id)) into fields
      from plinth_private.change_log as l, unnest(l.fields) as f (id)
      where l.table_id = p_table and l.xid = p_xid;
  end if;
end
$$;

-- Runs once per table and transaction, at commit: sends the event. Now and then it throws away what is older than a week.
create or replace function plinth_private.send_changes() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_epoch int;
  v_changes record;
  v_payload jsonb;
begin
  select b.access_epoch into v_epoch
    from plinth."table" as t join plinth.base as b on b.id = t.base_id where t.id = new.table_id;
  if v_epoch is null then
    return null;
  end if;
  v_changes := plinth_private.transaction_changes(new.table_id, new.xid);
  if plinth_private.has_rules(new.table_id, 'read') or plinth_private.has_sides(new.table_id) then
    -- Not everybody on the topic may know which records, nor how many, nor whether it was a field that they see.
    v_payload := jsonb_build_object('op', 'bulk', 'seq', new.xid::text);
  elsif v_changes.items is null or jsonb_array_length(v_changes.items) > 200 then
    v_payload := jsonb_build_object('op', 'bulk', 'seq', new.xid::text, 'count', v_changes.total);
  else
    v_payload := jsonb_build_object('op', v_changes.op, 'seq', new.xid::text, 'items', v_changes.items,
                                    'fields', v_changes.fields);
  end if;
  perform realtime.send(v_payload, 'change', 'table:' || new.table_id::text || ':' || v_epoch::text, true);
  if random() < 0.01 then
    perform plinth_private.prune_changes(new.table_id, now() - interval '7 days');
  end if;
  return null;
end
$$;

drop trigger if exists send_changes on plinth_private.change_log;
create constraint trigger send_changes after insert on plinth_private.change_log
  deferrable initially deferred for each row when (new.leads) execute function plinth_private.send_changes();

-- Throws away at most 500 entries of a table older than a moment, and remembers up to where.
create or replace function plinth_private.prune_changes(p_table uuid, p_before timestamptz) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_last xid8;
begin
  with oldest as (
    select l.id, l.at from plinth_private.change_log as l where l.table_id = p_table order by l.xid limit 500
  ), gone as (
    delete from plinth_private.change_log as l using oldest
    where l.id = oldest.id and oldest.at < p_before
    returning l.xid
  )
  select g.xid into v_last from gone as g order by g.xid desc limit 1;
  if v_last is not null then
    insert into plinth_private.change_horizon as h (table_id, pruned) values (p_table, v_last)
      on conflict (table_id) do update set pruned = excluded.pruned where h.pruned < excluded.pruned;
  end if;
end
$$;

-- What changed in a table from a point on. reset: too much, too long ago, a point that this database never reached, or
-- anything at all for a caller who reads by row rules: records may have come into sight or left it.
create or replace function plinth_private.changes_since(p_table uuid, p_seq text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_mark xid8 := pg_snapshot_xmin(pg_current_snapshot());
  v_from xid8;
  v_over boolean;
  v_events jsonb;
  v_scope text := plinth_private.require_scope(p_table, 'read');
  v_sides boolean := plinth_private.has_sides(p_table);
begin
  if p_seq is null or p_seq !~ '^\d{1,19}$' then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'seq'));
  end if;
  v_from := p_seq::xid8;
  if v_from > v_mark or exists (select 1 from plinth_private.change_horizon as h
                                where h.table_id = p_table and h.pruned >= v_from) then
    return jsonb_build_object('seq', v_mark::text, 'reset', true, 'events', '[]'::jsonb);
  end if;
  select coalesce(sum(cardinality(l.ids)), 0) > 2000 or coalesce(bool_or(l.ids is null or v_scope = 'rules'), false) into v_over
    from plinth_private.change_log as l
    where l.table_id = p_table and l.xid >= v_from and l.xid < v_mark;
  if v_over then
    return jsonb_build_object('seq', v_mark::text, 'reset', true, 'events', '[]'::jsonb);
  end if;
  -- An event holds at most 200 items; a larger transaction is told in several. Where fields are hidden from some, it says of
  -- no field that it changed.
  select jsonb_agg(jsonb_build_object('op', e.op, 'seq', e.xid::text, 'items', e.items,
                                      'fields', case when not v_sides then e.fields end)
                   order by e.xid, e.part)
    into v_events
    from (
      select c.op, x.xid, c.fields, (i.ordinality - 1) / 200 as part, jsonb_agg(i.value order by i.ordinality) as items
      from (select distinct l.xid from plinth_private.change_log as l
            where l.table_id = p_table and l.xid >= v_from and l.xid < v_mark) as x
      cross join lateral plinth_private.transaction_changes(p_table, x.xid) as c
      cross join lateral jsonb_array_elements(c.items) with ordinality as i
      group by c.op, x.xid, c.fields, part
    ) as e;
  return jsonb_build_object('seq', v_mark::text, 'reset', false, 'events', coalesce(v_events, '[]'));
end
$$;
