-- Records that go along with others (docs/decisions/0040-deleting-linked-records.md). A field of a link says what becomes of its record
-- when a linked one is deleted (onDelete: delete, it goes too), and whether what it links goes with its own record (takesAlong). A trigger
-- of each table whose records take others along deletes them as whoever deleted, so that it is so on every way: all, or none.
--
-- Its name comes before those of foreign keys: it looks at the links of deleted records before these take them away.

-- A person's own deletions, for a day: who made the records and when, what went along, as that person read it, and the links of all.
create table if not exists plinth_private.gone (
  id bigint generated always as identity primary key,
  user_id uuid not null,
  table_id uuid not null,
  -- Side by side: the mutations, the records that they deleted, who had made these, when, and the numbers that they had (numbers_sql).
  keys uuid[] not null,
  roots uuid[] not null,
  makers uuid[] not null,
  made timestamptz[] not null,
  numbers jsonb[] not null default '{}',
  -- What went along: the ids, and as mutations that make it again; none of these once it was made.
  along uuid[] not null,
  records jsonb not null,
  -- [[link, a, b, id]]: the id says where they stood in their cells.
  links jsonb not null,
  at timestamptz not null default now()
);
alter table plinth_private.gone add column if not exists numbers jsonb[] not null default '{}';
-- Without a list of what is not in its place yet: each look-up would read all of that.
create index if not exists gone_keys on plinth_private.gone using gin (keys) with (fastupdate = off);
create index if not exists gone_owner on plinth_private.gone (user_id) where along <> '{}';
create index if not exists gone_age on plinth_private.gone (at);
alter table plinth_private.gone enable row level security;
revoke all on plinth_private.gone from public, anon, authenticated, service_role;

-- Records that come back in the transaction that is open, who had made them, when, and their numbers: empty for everybody else.
create table if not exists plinth_private.coming_back (
  xid xid8 not null default pg_current_xact_id(),
  table_id uuid not null,
  record_id uuid not null,
  -- The deletion that is undone.
  gone_id bigint not null,
  created_by uuid,
  created_at timestamptz not null,
  numbers jsonb,
  primary key (xid, table_id, record_id)
);
alter table plinth_private.coming_back add column if not exists numbers jsonb;
alter table plinth_private.coming_back enable row level security;
revoke all on plinth_private.coming_back from public, anon, authenticated, service_role;

-- Row trigger of the users' tables, before the policies look at a new record: one that comes back was made by whom and when it was made,
-- and has the numbers that it had. That stands in coming_back alone; the setting without which this does not run tells nothing. Its name,
-- plinth_back, comes before those of rules and formulas, which may read it. The argument is the table's id.
create or replace function plinth_private.give_back() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_made plinth_private.coming_back;
begin
  select c.* into v_made from plinth_private.coming_back as c
    where c.xid = pg_current_xact_id() and c.table_id = tg_argv[0]::uuid and c.record_id = new.id;
  if found then
    new.created_by := v_made.created_by;
    new.created_at := v_made.created_at;
    if v_made.numbers <> '{}' then
      new := jsonb_populate_record(new, plinth_private.numbers_again(v_made.table_id, v_made.numbers));
    end if;
  end if;
  return new;
end
$$;

-- The links by which deleted records of these tables take others along (along_edges), and of all tables that they lead to.
create or replace function plinth_private.along_paths(p_tables uuid[])
returns table (home uuid, place text, own text, other text, target uuid)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_known uuid[] := array(select distinct u.id from unnest(p_tables) as u (id));
  v_next uuid[] := v_known;
  v_found uuid[];
begin
  while v_next <> '{}' loop
    return query select u.id, e.* from unnest(v_next) as u (id) cross join lateral plinth_private.along_edges(u.id) as e;
    v_found := array(select distinct e.target from unnest(v_next) as u (id) cross join lateral plinth_private.along_edges(u.id) as e);
    v_next := array(select u.id from unnest(v_found) as u (id) where u.id <> all (v_known));
    v_known := v_known || v_next;
  end loop;
end
$$;

-- Records that go along with these, each once, whatever rings their links make: one more than the limit at most. For definer code
-- that has asked who may know.
create or replace function plinth_private.along_of(p_tables uuid[], p_records uuid[]) returns table (table_id uuid, record_id uuid)
-- Each step of a long chain is one of few records: by the indexes, not anew through all of them.
language plpgsql stable security definer set search_path = '' set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  v_steps text := (
    -- In the middle of a deletion records may be gone whose links are there still: their own deletion minds these.
    select string_agg(format('select %L::uuid as t, x.id from %s as j join %s as x on x.id = j.%I where g.t = %L::uuid and j.%I = g.id',
                             e.target, e.place, plinth_private.relation_of(e.target), e.other, e.home, e.own), ' union all ')
    from plinth_private.along_paths(p_tables) as e);
begin
  if v_steps is not null and p_records <> '{}' then
    return query execute format(
      'with recursive g (t, id) as (
         select u.t, u.id from unnest($1, $2) as u (t, id)
         union
         select n.t, n.id from g cross join lateral (%s) as n)
       select g.t, g.id from g where g.t::text || g.id::text <> all ($4) limit $3',
      v_steps) using p_tables, p_records, plinth_private.limit_of('recordsAlong') + 1,
                     array(select u.t::text || u.id::text from unnest(p_tables, p_records) as u (t, id));
  end if;
end
$$;

-- Makes the triggers of a table whose records take others along, or drops them.
create or replace function plinth_private.renew_along(p_table uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_relation text := plinth_private.relation_of(p_table);
  v_is_wanted boolean := plinth_private.takes_along(p_table);
begin
  if to_regclass(v_relation) is null or v_is_wanted = exists (
       select 1 from pg_catalog.pg_trigger as g where g.tgrelid = v_relation::regclass and g.tgname = 'A_plinth_along') then
    return;
  elsif not v_is_wanted then
    execute format('drop trigger "A_plinth_along" on %s', v_relation);
    execute format('drop trigger if exists plinth_turn on %s', v_relation);
    return;
  end if;
  execute format('create trigger "A_plinth_along" after delete on %s referencing old table as old_rows
                  for each row execute function plinth_private.take_along(%L)', v_relation, p_table);
  execute format('create or replace trigger plinth_turn before delete on %s
                  for each statement execute function plinth_private.take_along_turn(%L)', v_relation, p_table);
end
$$;

-- Who deletes records that take others along, or brings them back, has their turn in the base: where that spreads in rings, no order
-- would keep two from waiting for each other.
create or replace function plinth_private.hold_turn(p_base uuid) returns void
language sql volatile security definer set search_path = ''
as $$ select pg_advisory_xact_lock(hashtextextended(p_base::text, 5440)) $$;

-- The same before a deletion on any way. The argument is the table's id.
create or replace function plinth_private.take_along_turn() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform plinth_private.hold_turn(t.base_id) from plinth."table" as t where t.id = tg_argv[0]::uuid;
  return null;
end
$$;

-- Records of a table that are gone, of these.
create or replace function plinth_private.gone_among(p_table uuid, p_records uuid[]) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_gone uuid[] := '{}';
  v_relation text := plinth_private.relation_of(p_table);
begin
  if v_relation is not null then
    execute format('select array(select u.id from unnest($1) as u (id) where not exists (select 1 from %s as t where t.id = u.id))', v_relation)
      into v_gone using p_records;
  end if;
  return v_gone;
end
$$;

-- Refuses where some of these records are to be deleted and fields keep them (`refuse`).
create or replace function plinth_private.require_unkept(p_tables uuid[], p_records uuid[]) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_next record;
  v_is_kept boolean;
begin
  for v_next in
    select e.place, e.other, e.table_id, f.id as field, u.records
    from (select u.t, array_agg(u.id) as records from unnest(p_tables, p_records) as u (t, id) group by u.t) as u
    cross join lateral plinth_private.link_ends(u.t) as e
    join plinth.field as f on f.id = e.field
    where e.target = u.t and f.options ->> 'onDelete' = 'refuse' order by f.id
  loop
    execute format('select exists (select 1 from %s as j where j.%I = any ($1))', v_next.place, v_next.other)
      into v_is_kept using v_next.records;
    if v_is_kept then
      perform plinth_private.fail(409, 'record_linked', (
        select jsonb_build_object('table', v_next.table_id, 'field', v_next.field)
        where plinth_private.scope(v_next.table_id, 'read') <> 'none' and plinth_private.sees_field(v_next.field)));
    end if;
  end loop;
end
$$;

-- The records that go along with records that are gone already, held until they go too, by their relations. Tells nobody anything of
-- records that are there: their links are not asked for, and those of others are gone with them but in the middle of a deletion.
create or replace function plinth_private.hold_along(p_table uuid, p_records uuid[]) returns table (relation text, ids uuid[])
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_gone uuid[] := plinth_private.gone_among(p_table, p_records);
  v_roots uuid[] := array_fill(p_table, array[cardinality(v_gone)]);
  v_tables uuid[];
  v_along uuid[];
  v_held uuid[];
  v_next record;
begin
  loop
    select array_agg(a.table_id order by a.table_id, a.record_id), array_agg(a.record_id order by a.table_id, a.record_id)
      into v_tables, v_along from plinth_private.along_of(v_roots, v_gone) as a;
    exit when v_along is not distinct from v_held;
    perform plinth_private.stay_within(cardinality(v_along), plinth_private.limit_of('recordsAlong'),
                                       jsonb_build_object('table', p_table, 'rule', 'recordsAlong'));
    perform plinth_private.hold_rows(v_tables, v_along, array_fill(false, array[cardinality(v_along)]),
                                     array_fill(3, array[cardinality(v_along)]), true);
    v_held := v_along;
  end loop;
  if v_along is null then
    return;
  end if;
  perform plinth_private.require_unkept(v_roots || v_tables, v_gone || v_along);
  return query
    select t.relation, array_agg(u.record_id order by u.record_id)
    from unnest(v_tables, v_along) as u (table_id, record_id) join plinth."table" as t on t.id = u.table_id
    group by t.id, t.relation order by t.id;
end
$$;

-- Refuses where records that should have gone along with records that are gone are there still: whoever deletes may not delete them.
-- Which table they are of is told to who reads something of it.
create or replace function plinth_private.refuse_left(p_table uuid, p_records uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_gone uuid[] := plinth_private.gone_among(p_table, p_records);
  v_left uuid[];
begin
  select array_agg(distinct a.table_id) into v_left
    from plinth_private.along_of(array_fill(p_table, array[cardinality(v_gone)]), v_gone) as a;
  if v_left is not null then
    perform plinth_private.fail(403, 'along_refused', jsonb_build_object('action', 'delete', 'table', (
      select t.id from unnest(v_left) as t (id) where plinth_private.scope(t.id, 'read') <> 'none' order by t.id limit 1)));
  end if;
end
$$;

-- Trigger of tables whose records take others along: deletes these, as whoever deleted, once for each statement, for all of its
-- records, before the first of them loses its links. What goes along takes others along in the same way. The argument is the table's id.
create or replace function plinth_private.take_along() returns trigger
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_gone uuid[];
  v_next record;
begin
  if old.id is distinct from (select o.id from old_rows as o limit 1) then
    return null;
  end if;
  v_gone := array(select o.id from old_rows as o);
  for v_next in select h.relation, h.ids from plinth_private.hold_along(tg_argv[0]::uuid, v_gone) as h loop
    execute format('delete from data.%I where id = any ($1)', v_next.relation) using v_next.ids;
  end loop;
  if found then
    perform plinth_private.refuse_left(tg_argv[0]::uuid, v_gone);
  end if;
  return null;
end
$$;

-- Batches: the turn, the records that are held, what is kept and what comes back.

-- Own deletions that these mutations undo, the last one of each.
create or replace function plinth_private.gone_of(p_list jsonb) returns setof plinth_private.gone
-- The planner takes both lists for short, and would go through one for each of the other.
language sql stable security definer set search_path = '' set enable_nestloop = off
as $$
  with asked as (
    select plinth_private.as_uuid(m.value ->> 'undoes') as key, plinth_private.as_uuid(m.value ->> 'record') as root,
           plinth_private.as_uuid(m.value ->> 'table') as table_id
    from jsonb_array_elements(p_list) as m where m.value ? 'undoes'
  )
  select g.* from plinth_private.gone as g
  where g.id in (
    select max(k.id)
    from plinth_private.gone as k
    cross join lateral unnest(k.keys, k.roots) as u (key, root)
    join asked as a on a.key = u.key and a.root = u.root and a.table_id = k.table_id
    where k.user_id = plinth_private.caller() and k.at > now() - interval '1 day' and k.keys && array(select x.key from asked as x)
    group by u.key, u.root)
$$;

-- Takes the turns of the bases in which these mutations delete records that take others along, or bring such back.
create or replace function plinth_private.take_along_turns(p_list jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_tables uuid[] := array(
    select distinct plinth_private.as_uuid(m.value ->> 'table') from jsonb_array_elements(p_list) as m
    where m.value ->> 'kind' = 'delete' or m.value ? 'undoes');
  v_is_back boolean := exists (select 1 from plinth_private.gone_of(p_list) as g where g.along <> '{}' or g.links <> '[]');
begin
  perform plinth_private.hold_turn(b.id)
    from (select distinct t.base_id as id from plinth."table" as t
          where t.id = any (v_tables) and t.base_id is not null and (v_is_back or plinth_private.takes_along(t.id)) order by 1) as b;
end
$$;

-- What these mutations delete of what the caller reads (`named`), and what goes along with that.
create or replace function plinth_private.doomed_records(p_list jsonb) returns table (table_id uuid, record_id uuid, named boolean)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_tables uuid[];
  v_records uuid[];
begin
  select array_agg(m.table_id), array_agg(r.id) into v_tables, v_records
    from (select plinth_private.as_uuid(m.value ->> 'table') as table_id, array_agg(plinth_private.as_uuid(m.value ->> 'record')) as records
          from jsonb_array_elements(p_list) as m where m.value ->> 'kind' = 'delete' group by 1) as m
    cross join lateral unnest(plinth_private.readable_among(m.table_id, m.records)) as r (id);
  return query
    select u.table_id, u.record_id, true from unnest(v_tables, v_records) as u (table_id, record_id)
    union all
    select a.table_id, a.record_id, false from plinth_private.along_of(v_tables, v_records) as a;
end
$$;

-- Records that are linked again when these mutations undo deletions, and those that follow them.
create or replace function plinth_private.gone_ends(p_list jsonb) returns table (table_id uuid, record_id uuid)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_end record;
begin
  for v_end in
    select s.home, s.field, array_agg(distinct s.record) as records
    from plinth_private.gone_of(p_list) as g
    cross join lateral jsonb_array_elements(g.links) as e
    join plinth_private.link as l on l.id = (e.value ->> 0)::uuid
    cross join lateral (values (l.a_table, l.a_field, (e.value ->> 1)::uuid), (l.b_table, l.b_field, (e.value ->> 2)::uuid)) as s (home, field, record)
    group by s.home, s.field
  loop
    return query select v_end.home, r.id from unnest(v_end.records) as r (id);
    return query select d.* from plinth_private.dependants_of(v_end.home, plinth_private.rollups_through(v_end.field), v_end.records) as d;
  end loop;
end
$$;

-- Records of a table as mutations that make them again, with what the caller reads in those of their fields that the caller may write,
-- and by whom and when they were made, and their numbers.
create or replace function plinth_private.remade(p_table uuid, p_records uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_plan record := plinth_private.write_plan(p_table, 'delete', plinth_private.bulk_fields(p_table));
  v_list jsonb;
begin
  if v_plan.refusal is not null then
    return '[]';
  end if;
  execute format('select jsonb_agg(jsonb_build_object(''kind'', ''insert'', ''table'', $1, ''record'', t.id,
                    ''made'', jsonb_build_array(t.created_by, t.created_at, %s), ''values'', (
                    select coalesce(jsonb_object_agg($2[v.ordinality], v.value), ''{}'') from jsonb_array_elements(%s) with ordinality as v))
                    order by t.id)
                  from %s where t.id = any ($3)',
                 plinth_private.numbers_sql(p_table), plinth_private.json_array_sql(array(
                   select plinth_private.wire_sql(v_plan.types[n], v_plan.columns[n], v_plan.places[n])
                   from generate_subscripts(v_plan.ids, 1) as n order by n)),
                 plinth_private.joined_sql(v_plan.relation, v_plan.places))
    into v_list using p_table, v_plan.ids::text[], plinth_private.readable_among(p_table, p_records);
  return coalesce(v_list, '[]');
end
$$;

-- The links of these records, each once, in the order in which they were made: [[link, a, b, id]].
create or replace function plinth_private.links_of(p_tables uuid[], p_records uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_link plinth_private.link;
  v_found jsonb;
  v_all jsonb := '[]';
begin
  for v_link in
    select l.* from plinth_private.link as l where (l.a_table = any (p_tables) or l.b_table = any (p_tables)) order by l.id
  loop
    execute format('with gone as (select u.t, u.id from unnest($1, $2) as u (t, id))
                    select jsonb_agg(jsonb_build_array($3, s.a, s.b, s.id) order by s.id) from (
                      select j.id, j.a, j.b from %1$s as j where j.a in (select g.id from gone as g where g.t = $4)
                      union
                      select j.id, j.a, j.b from %1$s as j where j.b in (select g.id from gone as g where g.t = $5)
                      limit $6) as s', plinth_private.link_place(v_link.relation))
      into v_found using p_tables, p_records, v_link.id, v_link.a_table, v_link.b_table, 10 * plinth_private.limit_of('recordsAlong');
    v_all := v_all || coalesce(v_found, '[]');
  end loop;
  return v_all;
end
$$;

-- Keeps for a day who made the records of a table that the caller is about to delete, when, and their numbers, what that takes along, and
-- all that is linked with either: also what their cells do not tell. What is too much is refused when it is deleted.
create or replace function plinth_private.keep_gone(p_table uuid, p_list jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := plinth_private.require_user();
  v_roots uuid[];
  v_keys uuid[];
  v_makers uuid[];
  v_made timestamptz[];
  v_numbers jsonb[];
  v_tables uuid[] := '{}';
  v_along uuid[] := '{}';
  v_links jsonb := '[]';
begin
  -- A deletion that finds nothing it may delete is answered, not undone: nothing of it is to be kept.
  v_roots := plinth_private.deletable_among(p_table, array(
    select plinth_private.as_uuid(m.value ->> 'record') from jsonb_array_elements(p_list) as m));
  execute format('select array_agg(m.key), array_agg(t.id), array_agg(t.created_by), array_agg(t.created_at), array_agg(%s)
                  from (select plinth_private.as_uuid(m.value ->> ''id'') as key, plinth_private.as_uuid(m.value ->> ''record'') as id
                        from jsonb_array_elements($1) as m) as m
                  join %s as t on t.id = m.id where t.id = any ($2)', plinth_private.numbers_sql(p_table), plinth_private.relation_of(p_table))
    into v_keys, v_roots, v_makers, v_made, v_numbers using p_list, v_roots;
  if v_roots is null then
    return;
  elsif plinth_private.takes_along(p_table) then
    select coalesce(array_agg(a.table_id), '{}'), coalesce(array_agg(a.record_id), '{}') into v_tables, v_along
      from plinth_private.along_of(array_fill(p_table, array[cardinality(v_roots)]), v_roots) as a;
  end if;
  if exists (select 1 from plinth_private.link as l where p_table in (l.a_table, l.b_table)) then
    v_links := plinth_private.links_of(array_fill(p_table, array[cardinality(v_roots)]) || v_tables, v_roots || v_along);
  end if;
  if cardinality(v_along) > plinth_private.limit_of('recordsAlong') then
    return;
  end if;
  delete from plinth_private.gone as g where g.id in (
    select o.id from plinth_private.gone as o where o.at < now() - interval '1 day' order by o.at limit 20 for update skip locked);
  insert into plinth_private.gone (user_id, table_id, keys, roots, makers, made, numbers, along, records, links)
    select v_user, p_table, v_keys, v_roots, v_makers, v_made, v_numbers, v_along,
           (select coalesce(jsonb_agg(r.value), '[]')
            from (select u.t, array_agg(u.id) as ids from unnest(v_tables, v_along) as u (t, id) group by u.t order by u.t) as u
            cross join lateral jsonb_array_elements(plinth_private.remade(u.t, u.ids)) as r),
           v_links;
end
$$;

-- Went this record along with a deletion of the caller's own (p_is_back: and was made again with it)? Who deletes, or takes back, many
-- records in parts meets again what others of them have taken along, or brought.
create or replace function plinth_private.went_along(p_table uuid, p_record uuid, p_is_back boolean) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select (g.records = '[]') = p_is_back from plinth_private.gone as g
    where g.user_id = plinth_private.caller() and g.at > now() - interval '1 day' and g.along <> '{}' and g.along @> array[p_record]
      and exists (select 1 from plinth."table" as t where t.id = p_table and plinth_private.scope(t.id, 'read') <> 'none')
    order by g.id desc limit 1), false);
end
$$;

-- Notes for records that these mutations are about to bring back, and for what went along with them, who made them, when, and their numbers, as
-- it was kept when the caller deleted them: for such as are gone.
create or replace function plinth_private.expect_back(p_list jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  with gone as materialized (
    select g.* from plinth_private.gone_of(p_list) as g
  ), kept as materialized (
    select distinct on (u.table_id, u.record_id) u.*
    from (
      select g.id as gone_id, g.table_id, r.record_id, r.created_by, r.created_at, r.numbers
      from gone as g
      cross join lateral unnest(g.roots, g.makers, g.made, g.numbers) as r (record_id, created_by, created_at, numbers)
      where r.record_id in (select plinth_private.as_uuid(m.value ->> 'record') from jsonb_array_elements(p_list) as m where m.value ? 'undoes')
      union all
      select g.id, (m.value ->> 'table')::uuid, (m.value ->> 'record')::uuid, (m.value #>> '{made,0}')::uuid, (m.value #>> '{made,1}')::timestamptz,
             m.value #> '{made,2}'
      from gone as g
      cross join lateral jsonb_array_elements(g.records) as m) as u
    order by u.table_id, u.record_id, u.gone_id desc
  )
  insert into plinth_private.coming_back (table_id, record_id, gone_id, created_by, created_at, numbers)
    select k.table_id, k.record_id, k.gone_id, k.created_by, k.created_at, k.numbers
    from (select t.table_id, array_agg(t.record_id) as ids from kept as t group by t.table_id) as t
    cross join lateral unnest(plinth_private.gone_among(t.table_id, t.ids)) as a (id)
    join kept as k on k.table_id = t.table_id and k.record_id = a.id
    on conflict do nothing;
  if found then
    perform set_config('plinth.back', 'on', true);
  end if;
end
$$;

drop function if exists plinth_private.take_gone(jsonb);
-- What went along with the records that come back, and is not there: mutations that make it, by their tables. Only the first time: who
-- deletes some of it afterwards means that. Null: nothing comes back.
create or replace function plinth_private.take_gone() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_gone plinth_private.gone;
  v_all jsonb;
begin
  for v_gone in
    select g.* from plinth_private.gone as g
    where g.id in (select c.gone_id from plinth_private.coming_back as c where c.xid = pg_current_xact_id()) order by g.id
  loop
    v_all := coalesce(v_all, '[]') || v_gone.records;
    update plinth_private.gone set records = '[]' where id = v_gone.id;
  end loop;
  return case when v_all is not null then (
    select coalesce(jsonb_agg(jsonb_build_object('table', m.table_id, 'list', m.list) order by m.table_id), '[]')
    from (
      select u.table_id, jsonb_agg(u.mutation order by u.id) as list
      from (select distinct on (x.table_id, x.id) x.* from (
              select (m.value ->> 'table')::uuid as table_id, (m.value ->> 'record')::uuid as id, m.value as mutation, m.ordinality
              from jsonb_array_elements(v_all) with ordinality as m) as x
            order by x.table_id, x.id, x.ordinality desc) as u
      join plinth_private.coming_back as c on c.xid = pg_current_xact_id() and c.table_id = u.table_id and c.record_id = u.id
      group by u.table_id) as m) end;
end
$$;

drop function if exists plinth_private.link_again(jsonb);
-- Links the records that come back as they were linked, at their places in the cells of both, as far as both are there, have room, and may
-- be linked today as any others. With that all is back.
create or replace function plinth_private.link_again() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_next record;
  v_a uuid[];
  v_b uuid[];
  v_ids bigint[];
begin
  for v_next in
    select l as link, plinth_private.link_place(l.relation) as place, plinth_private.relation_of(l.a_table) as a_place,
           plinth_private.relation_of(l.b_table) as b_place, array_agg((e.value ->> 1)::uuid order by g.id, e.ordinality) as a,
           array_agg((e.value ->> 2)::uuid order by g.id, e.ordinality) as b,
           array_agg((e.value ->> 3)::bigint order by g.id, e.ordinality) as ids
    from plinth_private.gone as g
    cross join lateral jsonb_array_elements(g.links) with ordinality as e
    join plinth_private.link as l on l.id = (e.value ->> 0)::uuid
    where g.id in (select c.gone_id from plinth_private.coming_back as c where c.xid = pg_current_xact_id())
    group by l.id order by l.id
  loop
    execute format('select coalesce(array_agg(u.a order by u.id), ''{}''), coalesce(array_agg(u.b order by u.id), ''{}''),
                           coalesce(array_agg(u.id order by u.id), ''{}'')
                    from (select u.a, u.b, min(u.id) as id from unnest($1, $2, $3) as u (a, b, id) group by 1, 2) as u
                    join %s as x on x.id = u.a join %s as y on y.id = u.b
                    where (exists (select 1 from plinth_private.coming_back as c
                                   where c.xid = pg_current_xact_id() and c.table_id = $4 and c.record_id = u.a)
                        or exists (select 1 from plinth_private.coming_back as c
                                   where c.xid = pg_current_xact_id() and c.table_id = $5 and c.record_id = u.b))
                      and not exists (select 1 from %s as j where j.a = u.a and j.b = u.b)', v_next.a_place, v_next.b_place, v_next.place)
      into v_a, v_b, v_ids using v_next.a, v_next.b, v_next.ids, (v_next.link).a_table, (v_next.link).b_table;
    -- The sequence has given these ids once, and gives them to no other link.
    execute format('insert into %s (a, b, id) overriding system value select $1[n], $2[n], $3[n] from unnest($4) as n order by n
                    on conflict do nothing', v_next.place)
      using v_a, v_b, v_ids, plinth_private.fitting_links(v_next.link, v_a, v_b);
  end loop;
  delete from plinth_private.coming_back where xid = pg_current_xact_id();
  perform set_config('plinth.back', '', true);
end
$$;

-- Makes again what went along with the deletions that these mutations of new records undo, as the caller, and links all of it as it was
-- linked; all, or none. Answers the mutations, without links of their own where that is done.
create or replace function plinth_private.bring_records_back(p_list jsonb) returns jsonb
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_gone jsonb := plinth_private.take_gone();
  v_next record;
begin
  if v_gone is null then
    return plinth_private.links_that_fit(p_list);
  end if;
  for v_next in select g.value ->> 'table' as table_id, g.value -> 'list' as list from jsonb_array_elements(v_gone) as g loop
    perform plinth_private.make_again(v_next.table_id::uuid, v_next.list);
  end loop;
  perform plinth_private.link_again();
  return (
    select jsonb_agg(case when m.value ? 'undoes' then m.value || '{"values": {}}' else m.value end order by m.ordinality)
    from jsonb_array_elements(p_list) with ordinality as m);
end
$$;

-- Makes records of a table again, as the caller: values of fields that are gone since, or closed, are left out.
create or replace function plinth_private.make_again(p_table uuid, p_list jsonb) returns void
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_fields text[] := plinth_private.bulk_fields(p_table);
  v_list jsonb := (
    select jsonb_agg(m.value || jsonb_build_object('values', (
             select coalesce(jsonb_object_agg(v.key, v.value), '{}') from jsonb_each(m.value -> 'values') as v where v.key = any (v_fields))))
    from jsonb_array_elements(p_list) as m);
  v_result jsonb;
begin
  if plinth_private.insert_many(v_list) is not null then
    return;
  end if;
  -- Which one is in the way, and why.
  for v_result in select plinth_private.run_mutation(m.value) from jsonb_array_elements(v_list) as m loop
    if v_result ->> 'status' <> 'ok' then
      perform plinth_private.fail(422, v_result #>> '{error,code}', v_result #> '{error,details}');
    end if;
  end loop;
end
$$;

drop function if exists plinth_private.linked_to(uuid, uuid[], uuid[]);
-- The records that fields of their tables link to these, but for these themselves: [{table, count, keeps}], keeps: as long as they do, nothing
-- is deleted. As far as the caller reads them and sees the fields.
create or replace function plinth_private.linked_to(p_tables uuid[], p_records uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_next record;
  v_ids uuid[];
  v_found jsonb := '[]';
begin
  for v_next in
    with gone as (select u.t, array_agg(u.id) as ids from unnest(p_tables, p_records) as u (t, id) group by u.t)
    select e.place, e.own, e.other, e.table_id, f.options ->> 'onDelete' is not distinct from 'refuse' as keeps, g.ids,
      coalesce((select o.ids from gone as o where o.t = e.table_id), '{}') as beside
    from gone as g cross join lateral plinth_private.link_ends(g.t) as e join plinth.field as f on f.id = e.field
    where e.target = g.t and plinth_private.sees_field(e.field) order by e.field
  loop
    execute format('select array(select distinct j.%1$I from %2$s as j where j.%3$I = any ($1) and j.%1$I <> all ($2))',
                   v_next.own, v_next.place, v_next.other)
      into v_ids using v_next.ids, v_next.beside;
    v_found := v_found || jsonb_build_array(jsonb_build_object('table', v_next.table_id, 'keeps', v_next.keeps, 'ids', v_ids));
  end loop;
  -- Two fields of a table may link the same record.
  return (
    select coalesce(jsonb_agg(jsonb_build_object('table', c.t, 'count', c.total, 'keeps', c.keeps) order by c.keeps desc, c.total desc, c.t), '[]')
    from (select x.t, x.keeps, cardinality(plinth_private.readable_among(x.t, array_agg(distinct x.id))) as total
          from (select (f.value ->> 'table')::uuid as t, (f.value -> 'keeps')::boolean as keeps, i.id::uuid as id
                from jsonb_array_elements(v_found) as f, jsonb_array_elements_text(f.value -> 'ids') as i (id)) as x
          group by 1, 2) as c where c.total > 0);
end
$$;

-- What deleting these records would do to others, told before: {along: [{table, count}], linked: [{table, count, keeps}], refused?}, what goes along with
-- them, and what is linked to all of these and stays. Of those records alone that the caller may delete, and counted as far as the caller reads.
-- refused: the code of the refusal that would come instead.
create or replace function plinth_private.deletion_preview(p_table uuid, p_records uuid[]) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_roots uuid[];
  v_tables uuid[];
  v_along uuid[];
  v_refused text;
begin
  perform plinth_private.require_scope(p_table, 'read');
  perform plinth_private.stay_within(cardinality(p_records), plinth_private.limit_of('recordsAlong'), '{"rule": "records"}');
  v_roots := plinth_private.deletable_among(p_table, p_records);
  select coalesce(array_agg(a.table_id), '{}'), coalesce(array_agg(a.record_id), '{}') into v_tables, v_along
    from plinth_private.along_of(array_fill(p_table, array[cardinality(v_roots)]), v_roots) as a;
  begin
    perform plinth_private.stay_within(cardinality(v_along), plinth_private.limit_of('recordsAlong'), '{}');
    if exists (
         select 1 from (select u.t, array_agg(u.id) as ids from unnest(v_tables, v_along) as u (t, id) group by u.t) as u
         where cardinality(plinth_private.deletable_among(u.t, u.ids)) < cardinality(u.ids)) then
      v_refused := 'along_refused';
    end if;
    perform plinth_private.require_unkept(array_fill(p_table, array[cardinality(v_roots)]) || v_tables, v_roots || v_along);
  exception
    when sqlstate 'PT422' then v_refused := 'limit_exceeded';
    when sqlstate 'PT409' then v_refused := 'record_linked';
  end;
  -- Nothing is told of what is linked to records that the caller does not read.
  select coalesce(array_agg(r.t), '{}'), coalesce(array_agg(r.id), '{}') into v_tables, v_along
    from (select u.t, unnest(plinth_private.readable_among(u.t, array_agg(u.id))) as id
          from unnest(v_tables, v_along) as u (t, id) group by u.t) as r;
  return jsonb_build_object('along', (
    select coalesce(jsonb_agg(jsonb_build_object('table', c.t, 'count', c.total) order by c.total desc, c.t), '[]')
    from (select u.t, count(*) as total from unnest(v_tables) as u (t) group by u.t) as c),
    'linked', plinth_private.linked_to(array_fill(p_table, array[cardinality(v_roots)]) || v_tables, v_roots || v_along))
    || case when v_refused is not null then jsonb_build_object('refused', v_refused) else '{}' end;
end
$$;

-- Of these records of a table, those that the caller may delete.
create or replace function plinth_private.deletable_among(p_table uuid, p_records uuid[]) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_filter text := plinth_private.row_filter(p_table, 'delete');
  v_locks text := (
    select string_agg(format(' and (%s) is not true', l.condition), '') from plinth.record_lock as l
    where l.table_id = p_table and not plinth_private.opens(l.id));
  v_found uuid[];
begin
  if v_filter = 'false' or coalesce(cardinality(p_records), 0) = 0 then
    return '{}';
  end if;
  execute format('select array(select t.id from %s as t where t.id = any ($1) and (%s)%s)', plinth_private.relation_of(p_table), v_filter,
                 coalesce(v_locks, ''))
    into v_found using p_records;
  return v_found;
end
$$;

-- What deleting these records would do to others.
create or replace function plinth.deletion_preview("table" uuid, records uuid[]) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.deletion_preview($1, $2) $$;

select plinth_private.close_functions(array[
  'along_edges(uuid)', 'takes_along(uuid)', 'along_paths(uuid[])', 'along_of(uuid[], uuid[])', 'renew_along(uuid)', 'hold_turn(uuid)',
  'take_along_turn()', 'gone_among(uuid, uuid[])', 'require_unkept(uuid[], uuid[])', 'hold_along(uuid, uuid[])',
  'refuse_left(uuid, uuid[])', 'take_along()', 'give_back()', 'gone_of(jsonb)', 'take_along_turns(jsonb)', 'doomed_records(jsonb)', 'gone_ends(jsonb)',
  'remade(uuid, uuid[])', 'links_of(uuid[], uuid[])', 'keep_gone(uuid, jsonb)', 'went_along(uuid, uuid, boolean)',
  'expect_back(jsonb)', 'take_gone()', 'link_again()', 'bring_records_back(jsonb)', 'make_again(uuid, jsonb)', 'deletion_preview(uuid, uuid[])', 'deletable_among(uuid, uuid[])', 'linked_to(uuid[], uuid[])'
]);
-- Deletions and mutations run as the caller: these ask the caller's rights, know the caller's own deletions alone, or tell of records
-- that are gone.
grant execute on function plinth_private.hold_along(uuid, uuid[]), plinth_private.refuse_left(uuid, uuid[]),
  plinth_private.keep_gone(uuid, jsonb), plinth_private.went_along(uuid, uuid, boolean),
  plinth_private.expect_back(jsonb), plinth_private.take_gone(), plinth_private.link_again(),
  plinth_private.bring_records_back(jsonb), plinth_private.make_again(uuid, jsonb), plinth_private.deletion_preview(uuid, uuid[])
  to authenticated, service_role;
revoke all on function plinth.deletion_preview(uuid, uuid[]) from public, anon;
grant execute on function plinth.deletion_preview(uuid, uuid[]) to authenticated, service_role;
