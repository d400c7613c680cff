-- The order of a view's records by hand (docs/decisions/0028-order-by-hand.md). A record that was never moved stands where it was
-- made: at the place (its id, 0). One that was moved has a place of its own: one between two ids, and how far before or behind
-- that it stands. So a table that nobody has ordered costs nothing, and there is always room between two records.

create table if not exists plinth_private.record_place (
  view_id uuid not null references plinth.view (id) on delete cascade,
  -- A record that is deleted may come back, and then stands where it stood.
  record_id uuid not null,
  -- Between the ids of two records: no id of its own, so that it tells nobody of a record that they do not see.
  anchor uuid not null,
  -- Never 0: that is the place of the anchor itself.
  pos bigint not null check (pos between -4503599627370496 and 4503599627370496 and pos <> 0),
  primary key (view_id, record_id)
);
create index if not exists record_place_order on plinth_private.record_place (view_id, anchor, pos, record_id);
alter table plinth_private.record_place enable row level security;

-- The view by hand that a query asks for: its `view`, where nothing else orders the records; null where it names none. One that the
-- caller does not have is like one in which nothing was moved.
create or replace function plinth_private.asked_order(p_table uuid, p_query jsonb) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_view uuid := plinth_private.as_uuid(p_query ->> 'view');
begin
  if coalesce(jsonb_typeof(p_query -> 'view'), 'null') = 'null' then
    return null;
  elsif v_view is null then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', p_table, 'rule', 'view'));
  end if;
  return coalesce((select v.id from plinth.view as v
                   where v.id = v_view and v.table_id = p_table and v.trashed_at is null and (v.owner_id is null or v.owner_id = plinth_private.caller())),
                  '00000000-0000-0000-0000-000000000000');
end
$$;

-- The terms by which an order by hand is written in a key, and by which a few records are compared. Windows are read by
-- `runs_by_hand`: no index serves these. Null where nothing is ordered by hand.
create or replace function plinth_private.terms_by_hand(p_view uuid) returns plinth_private.sort_term[]
language sql immutable strict security invoker set search_path = ''
as $$
  select array_agg((null, k.type, k.sql, k.sql, false, null, 't', null)::plinth_private.sort_term order by k.n)
  from (select x.n, x.type, format('coalesce((select o.%s from plinth_private.record_place as o
                                             where o.view_id = %L and o.record_id = t.id), %s)', x.name, p_view, x.own) as sql
        from (values (1, 'uuid', 'anchor', 't.id'), (2, 'integer', 'pos', '0')) as x (n, type, name, own)) as k
$$;

-- A key of an order by hand as an SQL row that compares with a place and an id; null where there is none.
create or replace function plinth_private.place_literal(p_key jsonb) returns text
language plpgsql stable strict security invoker set search_path = ''
as $$
begin
  if jsonb_typeof(p_key) <> 'array' or jsonb_array_length(p_key) <> 3 or plinth_private.as_uuid(p_key ->> 0) is null
     or p_key ->> 1 !~ '^-?\d{1,16}$' or jsonb_typeof(p_key -> 1) <> 'number' or plinth_private.as_uuid(p_key ->> 2) is null then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'key'));
  end if;
  return format('(%L::uuid, %s::bigint, %L::uuid)', p_key ->> 0, p_key ->> 1, p_key ->> 2);
end
$$;

-- Has anybody moved a record of the view?
create or replace function plinth_private.is_moved(p_view uuid) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select 1 from plinth_private.record_place as o where o.view_id = p_view) $$;

-- ORDER BY of `merged_runs`. Where no record was moved, ids alone say it, and nothing has to be sorted.
create or replace function plinth_private.merged_order(p_view uuid, p_way text) returns text
language sql stable security definer set search_path = ''
as $$ select format(case when plinth_private.is_moved(p_view) then 'r.anchor %1$s, r.pos %1$s, r.id %1$s' else 'r.id %1$s' end, p_way) $$;

-- The records of a view by hand between two keys, exclusive (null: from its beginning, to its end), in two runs that each have an
-- index in their order: those that stand where they were made, and those that were moved. Where none was, the first is all.
create or replace function plinth_private.runs_by_hand(p_view plinth_private.view, p_more text, p_after jsonb, p_before jsonb)
returns table (source text, place text[], condition text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_source text := plinth_private.ordered_source(p_view.relation, '{}', array_append(p_view.places, 't'));
  v_condition text := plinth_private.all_sql(plinth_private.view_condition(p_view, true), p_more);
  v_is_moved boolean := plinth_private.is_moved(p_view.by_hand);
  v_after text := coalesce('> ' || plinth_private.place_literal(nullif(p_after, 'null')), 'is not null');
  v_before text := coalesce('< ' || plinth_private.place_literal(nullif(p_before, 'null')), 'is not null');
begin
  return query
    select r.source, r.place, plinth_private.all_sql(v_condition, r.own, format('(%s) %s', k.key, v_after), format('(%s) %s', k.key, v_before))
    from (values
      (v_source, '{t.id,0::bigint,t.id}'::text[],
       case when v_is_moved
         then format('not exists (select 1 from plinth_private.record_place as o where o.view_id = %L and o.record_id = t.id)', p_view.by_hand)
         else 'true' end),
      (v_source || ' join plinth_private.record_place as o on o.record_id = t.id', '{o.anchor,o.pos,o.record_id}'::text[],
       format('o.view_id = %L', p_view.by_hand))) as r (source, place, own)
    cross join lateral (select array_to_string(r.place, ', ') as key) as k
    where v_is_moved or r.place[1] = 't.id';
end
$$;

-- SQL of these runs together, as rows of anchor, pos and id. Each is in its order, so that to have all in it is to merge them.
create or replace function plinth_private.merged_runs(
  p_view plinth_private.view, p_more text, p_after jsonb, p_before jsonb, p_way text, p_limit text
) returns text
language sql stable security definer set search_path = ''
as $$
  select string_agg(format('(select %1$s as anchor, %2$s as pos, %3$s as id from %4$s where %5$s
                             order by %1$s %6$s, %2$s %6$s, %3$s %6$s %7$s)',
                           r.place[1], r.place[2], r.place[3], r.source, r.condition, p_way, p_limit), ' union all ')
  from plinth_private.runs_by_hand(p_view, p_more, p_after, p_before) as r
$$;

-- Ids of a window of a view by hand, in the order of travel; at most p_take.
create or replace function plinth_private.ids_by_hand(
  p_view plinth_private.view, p_more text, p_anchor jsonb, p_backward boolean, p_skip bigint, p_take int
) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_way text := case when p_backward then 'desc' else 'asc' end;
  v_runs text := plinth_private.merged_runs(p_view, p_more, case when not p_backward then p_anchor end,
                                            case when p_backward then p_anchor end, v_way, 'limit $1 + $2');
  v_ids uuid[];
begin
  execute format('select array(select r.id from (%s) as r order by %s offset $1 limit $2)', v_runs,
                 plinth_private.merged_order(p_view.by_hand, v_way))
    into v_ids using p_skip, p_take;
  return v_ids;
end
$$;

-- The keys of every p_step-th record of a view by hand: [[index, key], …].
create or replace function plinth_private.anchors_by_hand(p_view plinth_private.view, p_step int) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_anchors jsonb;
begin
  execute format('select jsonb_agg(jsonb_build_array(a.n - 1, jsonb_build_array(a.anchor, a.pos, a.id)) order by a.n)
                  from (select r.*, row_number() over (order by %s) as n from (%s) as r) as a
                  where (a.n - 1) %% $1 = 0',
                 plinth_private.merged_order(p_view.by_hand, 'asc'), plinth_private.merged_runs(p_view, 'true', null, null, 'asc', ''))
    into v_anchors using p_step;
  return v_anchors;
end
$$;

-- The number of records of a view by hand between two keys, exclusive.
create or replace function plinth_private.count_by_hand(p_view plinth_private.view, p_after jsonb, p_before jsonb) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_runs text;
  v_count bigint;
begin
  select string_agg(format('(select count(*) from %s where %s)', r.source, r.condition), ' + ') into v_runs
    from plinth_private.runs_by_hand(p_view, 'true', p_after, p_before) as r;
  execute format('select %s', v_runs) into v_count;
  return v_count;
end
$$;

-- The view with its records' order held, after checking that the caller may change it.
create or replace function plinth_private.take_order(p_view uuid) returns plinth.view
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_view plinth.view := plinth_private.take_view(p_view);
begin
  if v_view.is_locked then
    perform plinth_private.fail(409, 'view_locked', jsonb_build_object('table', v_view.table_id));
  end if;
  return v_view;
end
$$;

-- Refuses ids of which one names no record that the caller reads, or that come twice or are too many.
create or replace function plinth_private.require_records(p_readable record, p_ids uuid[]) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_count int;
begin
  perform plinth_private.stay_within(cardinality(p_ids), plinth_private.limit_of('recordsPerMove') + 1, '{"rule": "records"}');
  if coalesce(cardinality(p_ids), 0) = 0 or cardinality(p_ids) <> (select count(distinct i.id) from unnest(p_ids) as i (id)) then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', p_readable.table_id, 'rule', 'records'));
  end if;
  execute format('select count(*) from data.%I as t where t.id = any ($1) and (%s)', p_readable.relation, p_readable.filter)
    into v_count using p_ids;
  if v_count <> cardinality(p_ids) then
    perform plinth_private.fail(404, 'not_found');
  end if;
end
$$;

-- Makes room around an anchor: the same order, with even distances.
create or replace function plinth_private.spread_places(p_view uuid, p_anchor uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  update plinth_private.record_place as o set pos = s.pos
  from (select x.record_id, 1048576 * case when x.pos > 0 then row_number() over (partition by x.pos > 0 order by x.pos, x.record_id)
                                           else -row_number() over (partition by x.pos > 0 order by x.pos desc, x.record_id desc) end as pos
        from plinth_private.record_place as x where x.view_id = p_view and x.anchor = p_anchor) as s
  where o.view_id = p_view and o.record_id = s.record_id and o.pos <> s.pos
$$;

-- A place between two ids (null: none below) that names neither, for who sees a record that stands there may not see the records
-- beside it: of the upper one as much as parts it from the lower. Where they differ in the last digit alone, the upper one.
create or replace function plinth_private.place_below(p_low uuid, p_high uuid) returns uuid
language sql immutable security invoker set search_path = ''
as $$
  select coalesce((
    select s.id from generate_series(1, 31) as n
    cross join lateral (select rpad(left(replace(p_high::text, '-', ''), n), 32, '0')::uuid as id) as s
    where (p_low is null or s.id > p_low) and s.id < p_high
    order by n limit 1), p_high)
$$;

-- The same behind an id; with none above (null) half of it, which tells when it was made and is below all that are made later.
create or replace function plinth_private.place_above(p_low uuid, p_high uuid) returns uuid
language sql immutable security invoker set search_path = ''
as $$
  select coalesce((
    select s.id from generate_series(case when p_high is null then 20 else 1 end, 31) as n
    cross join lateral (select rpad(left(replace(p_low::text, '-', ''), n), 32, 'f')::uuid as id) as s
    where s.id > p_low and (p_high is null or s.id < p_high)
    order by n limit 1), p_low)
$$;

-- The id of the record that was made next after (or before) another one of a table, whoever sees it.
create or replace function plinth_private.next_id(p_relation text, p_record uuid, p_backward boolean) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_id uuid;
begin
  execute format(case when p_backward then 'select t.id from data.%I as t where t.id < $1 order by t.id desc limit 1'
                      else 'select t.id from data.%I as t where t.id > $1 order by t.id limit 1' end, p_relation)
    into v_id using p_record;
  return v_id;
end
$$;

-- The first of so many places before a record, and the distance between them; null where there is no room.
create or replace function plinth_private.room_before(
  p_view uuid, p_relation text, p_record uuid, p_count int, out anchor uuid, out pos bigint, out step bigint
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_low uuid;
  v_end bigint;
  v_start bigint;
begin
  select o.anchor, o.pos into anchor, v_end from plinth_private.record_place as o where o.view_id = p_view and o.record_id = p_record;
  if anchor is null then
    -- It stands where it was made: between it and the one made before it, behind all that was moved there.
    v_low := plinth_private.next_id(p_relation, p_record, true);
    select o.anchor into anchor from plinth_private.record_place as o
      where o.view_id = p_view and (o.anchor, o.pos) < (p_record, 0) and (v_low is null or (o.anchor, o.pos) > (v_low, 0))
      order by o.anchor desc, o.pos desc limit 1;
    anchor := coalesce(anchor, plinth_private.place_below(v_low, p_record));
    v_end := case when anchor = p_record then 0 end;
  end if;
  -- The anchor's own place is taken, whether there is such a record or not.
  v_start := (select max(x.pos) from (
    select o.pos from plinth_private.record_place as o where o.view_id = p_view and o.anchor = room_before.anchor
    union all select 0) as x where v_end is null or x.pos < v_end);
  -- In the middle of what is free, or with even distances where nothing is before it, or behind it.
  step := case when v_start is null or v_end is null then 1048576 else least((v_end - v_start) / (p_count + 1), 1048576) end;
  pos := coalesce(v_start + step, v_end - step * p_count);
  if step = 0 or pos < -4503599627370496 or pos + step * p_count > 4503599627370496 then
    pos := null;
  end if;
end
$$;

-- The same behind a record, with nothing between it and the end of the view.
create or replace function plinth_private.room_behind(
  p_view uuid, p_relation text, p_record uuid, p_count int, out anchor uuid, out pos bigint, out step bigint
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  anchor := coalesce((select o.anchor from plinth_private.record_place as o where o.view_id = p_view and o.record_id = p_record),
                     plinth_private.place_above(p_record, plinth_private.next_id(p_relation, p_record, false)));
  pos := (select greatest(max(o.pos), 0) from plinth_private.record_place as o
          where o.view_id = p_view and o.anchor = room_behind.anchor);
  step := 1048576;
  pos := coalesce(pos, 0) + step;
  if pos + step * p_count > 4503599627370496 then
    pos := null;
  end if;
end
$$;

-- The last record of a view by hand that the caller reads, but for these.
create or replace function plinth_private.last_record(p_readable record, p_view uuid, p_but uuid[]) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (plinth_private.find_ids(
    plinth_private.view_of(p_readable, jsonb_build_object('table', p_readable.table_id, 'view', p_view)),
    format('t.id <> all (%L::uuid[])', p_but), null, true, 0, 1))[1];
end
$$;

-- The places of records in a view: [[record, [anchor, pos] | null], …], null for those that stand where they were made.
create or replace function plinth_private.places_of(p_view uuid, p_ids uuid[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(i.id, case when o.anchor is not null then jsonb_build_array(o.anchor, o.pos) end), '{}')
  from unnest(p_ids) as i (id)
  left join plinth_private.record_place as o on o.view_id = p_view and o.record_id = i.id
$$;

-- Tells those who have a shared view open; a personal one is its owner's alone.
create or replace function plinth_private.tell_order(p_view plinth.view, p_count bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if p_view.owner_id is null and p_count > 0 then
    perform plinth_private.log_change(p_view.table_id, 'update', null, null, p_count);
  end if;
end
$$;

-- Puts records, in this order, before another one, or at the end: {record: {from, to}}, by which it can be taken back.
create or replace function plinth_private.move_records(p_view uuid, p_ids uuid[], p_before uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_view plinth.view := plinth_private.take_order(p_view);
  v_readable record := plinth_private.readable(jsonb_build_object('table', v_view.table_id));
  v_from jsonb;
  v_last uuid;
  v_room record;
begin
  -- A record cannot stand before itself: it would come twice.
  perform plinth_private.require_records(v_readable, array_remove(p_ids || p_before, null));
  v_from := plinth_private.places_of(p_view, p_ids);
  delete from plinth_private.record_place as o where o.view_id = p_view and o.record_id = any (p_ids);
  if p_before is null then
    -- Of all records of a view the last one stays where it was made.
    v_last := coalesce(plinth_private.last_record(v_readable, p_view, p_ids), (select max(i.id::text) from unnest(p_ids) as i (id))::uuid);
  end if;
  for v_try in 1..2 loop
    v_room := case when p_before is null then plinth_private.room_behind(p_view, v_readable.relation, v_last, cardinality(p_ids))
                   else plinth_private.room_before(p_view, v_readable.relation, p_before, cardinality(p_ids)) end;
    exit when v_room.pos is not null;
    perform plinth_private.spread_places(p_view, v_room.anchor);
  end loop;
  insert into plinth_private.record_place (view_id, record_id, anchor, pos)
    select p_view, i.id, v_room.anchor, v_room.pos + (i.n - 1) * v_room.step from unnest(p_ids) with ordinality as i (id, n);
  perform plinth_private.tell_order(v_view, cardinality(p_ids));
  return (
    select jsonb_object_agg(f.key, jsonb_build_object('from', f.value, 'to', t.value))
    from jsonb_each(v_from) as f join jsonb_each(plinth_private.places_of(p_view, p_ids)) as t on t.key = f.key);
end
$$;

-- Takes a move back, or makes it again: a record that stands at `from` goes to `to`. Where somebody has moved it since it stays.
-- p_moves = {record: {from, to}}; answers how many have gone.
create or replace function plinth_private.replace_places(p_view uuid, p_moves jsonb) returns int
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_view plinth.view := plinth_private.take_order(p_view);
  v_readable record := plinth_private.readable(jsonb_build_object('table', v_view.table_id));
  v_count int;
begin
  if coalesce(jsonb_typeof(p_moves), '') <> 'object' or exists (
       select 1 from jsonb_each(p_moves) as m cross join lateral (values (m.value -> 'from'), (m.value -> 'to')) as e (place)
       where plinth_private.as_uuid(m.key) is null or jsonb_typeof(m.value) <> 'object' or not plinth_private.is_place(e.place)) then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', v_view.table_id, 'rule', 'places'));
  end if;
  perform plinth_private.require_records(v_readable, array(select m.key::uuid from jsonb_each(p_moves) as m));
  with moves as (
    select m.key::uuid as id, m.value -> 'to' as place
    from jsonb_each(p_moves) as m
    join jsonb_each(plinth_private.places_of(p_view, array(select k::uuid from jsonb_object_keys(p_moves) as k))) as now on now.key = m.key
    where now.value = m.value -> 'from'
  ), gone as (
    delete from plinth_private.record_place as o using moves as m
    where o.view_id = p_view and o.record_id = m.id and m.place = 'null'
  ), put as (
    insert into plinth_private.record_place (view_id, record_id, anchor, pos)
    select p_view, m.id, (m.place ->> 0)::uuid, (m.place ->> 1)::bigint from moves as m where m.place <> 'null'
    on conflict (view_id, record_id) do update set anchor = excluded.anchor, pos = excluded.pos
  )
  select count(*) into v_count from moves;
  perform plinth_private.tell_order(v_view, v_count);
  return v_count;
end
$$;

-- Is this a place as `move_records` answers it?
create or replace function plinth_private.is_place(p_place jsonb) returns boolean
language sql immutable security invoker set search_path = ''
as $$
  select case jsonb_typeof(p_place)
    when 'null' then true
    when 'array' then jsonb_array_length(p_place) = 2 and jsonb_typeof(p_place -> 0) = 'string'
      and plinth_private.as_uuid(p_place ->> 0) is not null and jsonb_typeof(p_place -> 1) = 'number'
      and p_place ->> 1 ~ '^-?[1-9]\d{0,15}$' and abs((p_place ->> 1)::bigint) <= 4503599627370496
    else false
  end
$$;

-- The order by hand of a view for another one of the same table.
create or replace function plinth_private.copy_order(p_view uuid, p_copy uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into plinth_private.record_place (view_id, record_id, anchor, pos)
    select p_copy, o.record_id, o.anchor, o.pos from plinth_private.record_place as o where o.view_id = p_view
$$;

-- The orders by hand of a table's shared views for the views of its copy, by which record (in the order of their ids) is the copy of
-- which. What stands between two records stands between their copies, evenly.
create or replace function plinth_private.copy_orders(p_table uuid, p_copy uuid, p_records uuid[], p_copies uuid[]) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into plinth_private.record_place (view_id, record_id, anchor, pos)
    select c.id, r.copy,
           case when g.n = 0 then plinth_private.place_below(null, p_copies[1]) else plinth_private.place_above(p_copies[g.n], p_copies[g.n + 1]) end,
           1048576 * row_number() over (partition by c.id, g.n order by o.anchor, o.pos, o.record_id)
    from plinth.view as v
    join plinth.view as c on c.table_id = p_copy and c.owner_id is null and c.trashed_at is null and c.name = v.name
    join plinth_private.record_place as o on o.view_id = v.id
    join unnest(p_records, p_copies) as r (id, copy) on r.id = o.record_id
    cross join lateral (select width_bucket(o.anchor, p_records) as n) as a
    cross join lateral (select a.n - case when p_records[a.n] = o.anchor and o.pos < 0 then 1 else 0 end as n) as g
    where v.table_id = p_table and v.owner_id is null and v.trashed_at is null
$$;

-- Moves records of a view.
create or replace function plinth.move_records(view uuid, records uuid[], before uuid) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.move_records($1, $2, $3) $$;

-- Takes a move back.
create or replace function plinth.replace_places(view uuid, moves jsonb) returns int
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.replace_places($1, $2) $$;

revoke all on plinth_private.record_place from public, anon, authenticated;

select plinth_private.close_functions(array[
  'asked_order(uuid, jsonb)', 'is_moved(uuid)', 'merged_order(uuid, text)', 'terms_by_hand(uuid)', 'place_literal(jsonb)',
  'runs_by_hand(plinth_private.view, text, jsonb, jsonb)', 'merged_runs(plinth_private.view, text, jsonb, jsonb, text, text)',
  'ids_by_hand(plinth_private.view, text, jsonb, boolean, bigint, int)', 'anchors_by_hand(plinth_private.view, int)',
  'count_by_hand(plinth_private.view, jsonb, jsonb)', 'take_order(uuid)', 'require_records(record, uuid[])',
  'spread_places(uuid, uuid)', 'place_below(uuid, uuid)', 'place_above(uuid, uuid)', 'next_id(text, uuid, boolean)',
  'room_before(uuid, text, uuid, int)', 'room_behind(uuid, text, uuid, int)', 'last_record(record, uuid, uuid[])',
  'places_of(uuid, uuid[])', 'tell_order(plinth.view, bigint)', 'move_records(uuid, uuid[], uuid)', 'replace_places(uuid, jsonb)',
  'is_place(jsonb)', 'copy_order(uuid, uuid)', 'copy_orders(uuid, uuid, uuid[], uuid[])'
]);
select plinth_private.open_calls(array['move_records(uuid, uuid[], uuid)', 'replace_places(uuid, jsonb)']);
