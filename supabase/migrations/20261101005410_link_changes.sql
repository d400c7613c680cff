-- Changes of links, as parts of mutations: {link: [ids], unlink: [ids]} for a field of a record. A change says what is to be linked
-- and what no longer, not what a cell is to hold, so that people who change the same cell at once do not undo each other's work.

-- What people took out of cells of links, for a day, by the mutations that did: undoing puts it back to its place.
create table if not exists plinth_private.unlinked (
  user_id uuid not null,
  key uuid not null,
  link_id uuid not null references plinth_private.link (id) on delete cascade,
  a uuid not null,
  b uuid not null,
  -- Says where it stood in the cells of both.
  id bigint not null,
  at timestamptz not null default now(),
  primary key (user_id, key, link_id, a, b)
);
create index if not exists unlinked_age on plinth_private.unlinked (at);
create index if not exists unlinked_link on plinth_private.unlinked (link_id);
alter table plinth_private.unlinked enable row level security;
revoke all on plinth_private.unlinked from public, anon, authenticated, service_role;

-- Why a JSON value is no change of a cell of links, of one that holds one record at most: a code, or null. Total.
create or replace function plinth_private.link_problem(p_single boolean, p_value jsonb) returns text
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_link jsonb := coalesce(nullif(p_value -> 'link', 'null'), '[]');
  v_unlink jsonb := coalesce(nullif(p_value -> 'unlink', 'null'), '[]');
begin
  if coalesce(p_value, 'null') = 'null' then
    return null;
  elsif jsonb_typeof(p_value) <> 'object' or p_value - 'link' - 'unlink' <> '{}'
     or jsonb_typeof(v_link) <> 'array' or jsonb_typeof(v_unlink) <> 'array' then
    return 'value_invalid';
  elsif jsonb_array_length(v_link) + jsonb_array_length(v_unlink) > plinth_private.limit_of('linksPerChange') then
    return 'limit_exceeded';
  elsif plinth_private.record_ids(v_link || v_unlink, 1000) is null
     or p_single and jsonb_array_length(v_link) > 1 then
    return 'value_invalid';
  end if;
  return null;
end
$$;

-- The ids in a change of a cell: under `link`, under `unlink`.
create or replace function plinth_private.change_ids(p_value jsonb, p_key text) returns uuid[]
language sql immutable security invoker set search_path = ''
as $$
  select array(select plinth_private.as_uuid(i.value) from jsonb_array_elements_text(
                 case when jsonb_typeof(p_value -> p_key) = 'array' then p_value -> p_key else '[]' end) with ordinality as i (value, n)
               order by i.n)
$$;

-- The records that these mutations change or link, by their tables: of those that they name what the caller reads; of those that
-- go along with others, or that change because another one goes, comes back or takes their place, or because their rollups do, all. `strength`: 1, the record is to stay; 2, it changes; 3, it goes.
create or replace function plinth_private.linked_records(p_list jsonb)
returns table (table_id uuid, record_id uuid, named boolean, strength int)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_end record;
  v_ids uuid[];
  v_rolled uuid[];
  v_homes uuid[];
  v_doomed uuid[];
  v_named boolean[];
begin
  if p_list @? '$[*] ? (@.kind == "delete")' then
    select array_agg(d.table_id), array_agg(d.record_id), array_agg(d.named) into v_homes, v_doomed, v_named
      from plinth_private.doomed_records(p_list) as d;
    return query select u.home, u.id, false, 3 from unnest(v_homes, v_doomed, v_named) as u (home, id, named) where not u.named;
    for v_end in
      select e.table_id, e.field, e.place, e.own, e.other, d.records
      from (select u.home, array_agg(u.id) as records from unnest(v_homes, v_doomed) as u (home, id) group by u.home) as d
      cross join lateral plinth_private.link_ends(d.home) as e
      where e.target = d.home
    loop
      -- Records of the field's table that lose a link.
      execute format('select array_agg(j.%I) from %s as j where j.%I = any ($1)', v_end.own, v_end.place, v_end.other)
        into v_ids using v_end.records;
      return query select v_end.table_id, u.id, false, 2 from unnest(v_ids) as u (id);
      return query select d.*, false, 2 from plinth_private.dependants_of(v_end.table_id, plinth_private.rollups_through(v_end.field), v_ids) as d;
    end loop;
  end if;
  return query select g.*, false, 2 from plinth_private.gone_ends(p_list) as g;
  return query
    select d.*, false, 2
    from (
      select plinth_private.as_uuid(m.value ->> 'table') as id, array_agg(distinct plinth_private.as_uuid(m.value ->> 'record')) as records,
             array_agg(distinct plinth_private.as_uuid(k)) as fields
      from jsonb_array_elements(p_list) as m
      cross join lateral jsonb_object_keys(case jsonb_typeof(m.value -> 'values') when 'object' then m.value -> 'values' else '{}' end) as k
      where m.value ->> 'kind' = 'update' group by 1) as m
    cross join lateral plinth_private.dependants_of(m.id, m.fields, m.records) as d;
  for v_end in
    -- The links of a table are looked up once, not for each of its records.
    with ends as materialized (
      select t.id as home, e.*
      from (select distinct plinth_private.as_uuid(m.value ->> 'table') as id from jsonb_array_elements(p_list) as m) as t
      cross join lateral plinth_private.link_ends(t.id) as e
      where e.table_id = t.id)
    select e.*, array_agg(m.record) as records, jsonb_agg(m.change) filter (where m.change is not null) as changes
    from ends as e
    join (
      select plinth_private.as_uuid(m.value ->> 'table') as table_id,
             plinth_private.as_uuid(m.value ->> 'record') as record, m.value -> 'values' as change
      from jsonb_array_elements(p_list) as m where m.value ->> 'kind' <> 'delete') as m
      on m.table_id = e.home and m.change ? e.field::text
    group by e.home, e.link, e.field, e.table_id, e.target, e.pair, e.single, e.pair_single, e.place, e.own, e.other
  loop
    v_end.records := plinth_private.readable_among(v_end.home, v_end.records);
    v_rolled := plinth_private.rollups_through(v_end.field);
    v_ids := array(
      select i.id from jsonb_array_elements(v_end.changes) as c
      cross join lateral unnest(plinth_private.change_ids(c.value -> v_end.field::text, 'link')
                                || plinth_private.change_ids(c.value -> v_end.field::text, 'unlink')) as i (id));
    return query select v_end.target, u.id, true, case when v_end.pair is null and v_rolled = '{}' then 1 else 2 end from unnest(v_ids) as u (id);
    return query
      select d.*, false, 2 from plinth_private.dependants_of(v_end.table_id, v_rolled, v_end.records) as d
      union all
      select d.*, false, 2 from plinth_private.dependants_of(v_end.target, plinth_private.rollups_through(v_end.pair), v_ids) as d;
    if v_end.single and v_end.pair is not null then
      return query execute format('select $1, j.%I, false, 2 from %s as j where j.%I = any ($2)', v_end.other, v_end.place, v_end.own)
        using v_end.target, v_end.records;
    end if;
  end loop;
end
$$;

-- Locks records in the order (table, id): those that are named as far as the caller reads them. p_waits: where others hold them, this
-- waits; else it fails.
create or replace function plinth_private.hold_rows(
  p_tables uuid[], p_records uuid[], p_named boolean[], p_strengths int[], p_waits boolean
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_table record;
  v_filter text;
begin
  for v_table in
    select u.table_id, array_agg(u.record_id) as records, coalesce(array_agg(u.record_id) filter (where not u.named), '{}') as others,
           max(u.strength) as strength
    from unnest(p_tables, p_records, p_named, p_strengths) as u (table_id, record_id, named, strength)
    group by u.table_id order by u.table_id
  loop
    v_filter := plinth_private.scope_filter(v_table.table_id, 'read', plinth_private.scope(v_table.table_id, 'read'));
    execute format('select 1 from %s as t where t.id = any ($1) and (t.id = any ($2) or (%s)) order by t.id for %s%s',
                   plinth_private.relation_of(v_table.table_id), v_filter, (array['key share', 'no key update', 'update'])[v_table.strength],
                   case when p_waits then '' else ' nowait' end)
      using v_table.records, v_table.others;
  end loop;
end
$$;

-- Where rollups spread changes far, those who change at once find new links again and again while they wait for one another. Who has
-- begun anew twice has the base's rollups for themselves: all take this turn before they hold a record, by the ids of the bases.
create or replace function plinth_private.take_rolled_turn(p_list jsonb, p_alone boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_key bigint;
begin
  for v_key in
    select distinct hashtextextended(t.base_id::text, 6100) from plinth."table" as t
    where t.id in (select plinth_private.as_uuid(m.value ->> 'table') from jsonb_array_elements(p_list) as m) order by 1
  loop
    if p_alone then
      perform pg_advisory_xact_lock(v_key);
    else
      perform pg_advisory_xact_lock_shared(v_key);
    end if;
  end loop;
end
$$;

-- Holds all records that these mutations touch where some of them change links, by themselves or because a record goes, or what
-- rollups read, in the order (table, id). What is linked may change while this waits: what has come is held too where nobody else holds it; else this lets go,
-- and begins anew.
create or replace function plinth_private.hold_linked(p_list jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_tables uuid[];
  v_records uuid[];
  v_named boolean[];
  v_strengths int[];
  v_spreads boolean := exists (
    select 1 from jsonb_array_elements(p_list) as m
    where m.value ->> 'kind' = 'delete' or m.value ? 'undoes' or exists (
      select 1 from plinth.field as f where m.value -> 'values' ? f.id::text and f.type = 'link' and f.options -> 'single' = 'true'
        and f.table_id = plinth_private.as_uuid(m.value ->> 'table')));
  v_rolled boolean := exists (
    select 1 from (select distinct plinth_private.as_uuid(m.value ->> 'table') as id from jsonb_array_elements(p_list) as m) as t
    where plinth_private.has_rollups(t.id) or exists (select 1 from plinth_private.rollups_over(t.id)));
begin
  perform plinth_private.require_user();
  v_spreads := v_spreads or v_rolled;
  if not v_rolled and not exists (
       select 1 from jsonb_array_elements(p_list) as m
       join plinth_private.link as l on plinth_private.as_uuid(m.value ->> 'table') in (l.a_table, l.b_table)
       where m.value ->> 'kind' = 'delete' or m.value ? 'undoes' or m.value -> 'values' ?| array[l.a_field::text, l.b_field::text]) then
    return;
  end if;
  perform plinth_private.take_along_turns(p_list);
  for n in 1 .. 8 loop
    begin
      if v_rolled then
        perform plinth_private.take_rolled_turn(p_list, n > 2);
      end if;
      select array_agg(r.table_id), array_agg(r.record_id), array_agg(r.named), array_agg(r.strength) into v_tables, v_records, v_named, v_strengths
        from plinth_private.linked_records(p_list) as r;
      if v_tables is null and not v_spreads then
        return;
      end if;
      select v_tables || array_agg(m.table_id), v_records || array_agg(m.record_id), v_named || array_agg(true), v_strengths || array_agg(m.strength)
        into v_tables, v_records, v_named, v_strengths
        from (select case m.value ->> 'kind' when 'delete' then 3 else 2 end as strength, plinth_private.as_uuid(m.value ->> 'table') as table_id, plinth_private.as_uuid(m.value ->> 'record') as record_id
              from jsonb_array_elements(p_list) as m where m.value ->> 'kind' in ('update', 'delete')) as m
        where exists (select 1 from plinth."table" as t where t.id = m.table_id);
      perform plinth_private.hold_rows(v_tables, v_records, v_named, v_strengths, true);
      -- Most changes touch what they name, and nothing else.
      if not v_spreads then
        return;
      end if;
      perform plinth_private.hold_rows(array_agg(r.table_id), array_agg(r.record_id), array_agg(r.named), array_agg(r.strength), n = 8)
        from plinth_private.linked_records(p_list) as r
        where not exists (select 1 from unnest(v_tables, v_records) as u (table_id, record_id)
                          where u.table_id = r.table_id and u.record_id = r.record_id);
      return;
    exception
      when lock_not_available or deadlock_detected then
        if n = 8 then
          perform plinth_private.fail(423, 'busy');
        end if;
    end;
  end loop;
end
$$;

-- Refuses where some of these records are locked for the caller, those too that they do not read; which lock it is, only who reads
-- the record is told.
create or replace function plinth_private.require_unlocked(p_table uuid, p_records uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_locks text := (
    select string_agg(format('(%s)', l.condition), ' or ') from plinth.record_lock as l
    where l.table_id = p_table and not plinth_private.opens(l.id));
  v_locked boolean;
begin
  if v_locks is null or coalesce(cardinality(p_records), 0) = 0 then
    return;
  end if;
  execute format('select exists (select 1 from %s as t where t.id = any ($1) and (%s))', plinth_private.relation_of(p_table), v_locks)
    into v_locked using p_records;
  if v_locked then
    perform plinth_private.fail(403, 'record_locked', jsonb_build_object('table', p_table,
      'rule', (select l.lock_id from plinth_private.locked_among(p_table, p_records) as l limit 1)));
  end if;
end
$$;

-- Refuses unless the caller may change the links of these records: they may change them, or have written them in this very
-- transaction, so that who may make records but not change them links them when making, and who brings a record into a locked state,
-- or hands it over, links in one go.
create or replace function plinth_private.require_linkable(p_table uuid, p_field uuid, p_records uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_locks text := (
    select string_agg(format(' and (%s) is not true', l.condition), '') from plinth.record_lock as l
    where l.table_id = p_table and not plinth_private.opens(l.id));
  v_found bigint;
begin
  if plinth_private.scope(p_table, 'read') = 'none' then
    perform plinth_private.fail(404, 'not_found');
  end if;
  perform plinth_private.require_writable(p_table, p_field);
  execute format('select count(*) from %s as t
                  where t.id = any ($1) and ((%s)%s or t.changed_by = $2 and t.changed_at = now())',
                 plinth_private.relation_of(p_table), plinth_private.row_filter(p_table, 'update'), coalesce(v_locks, ''))
    into v_found using p_records, plinth_private.caller();
  if v_found <> cardinality(p_records) then
    perform plinth_private.fail(404, 'not_found', jsonb_build_object('table', p_table));
  end if;
end
$$;

-- The changes of a field's links that these values ask for, as pairs of records; refuses such as the caller may not ask for. Records
-- that are to be unlinked and that the caller does not read are left out.
create or replace function plinth_private.read_links(
  p_end plinth_private.link_end, p_list jsonb,
  out records uuid[], out linking uuid[], out linked uuid[], out unlinking uuid[], out unlinked uuid[]
)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_readable uuid[];
  v_code text;
begin
  select plinth_private.link_problem(p_end.single, m.value -> 'values' -> p_end.field::text) into v_code
    from jsonb_array_elements(p_list) as m
    where plinth_private.link_problem(p_end.single, m.value -> 'values' -> p_end.field::text) is not null limit 1;
  if v_code is not null then
    perform plinth_private.fail(422, v_code, jsonb_build_object('table', p_end.table_id, 'field', p_end.field,
      'limit', case v_code when 'limit_exceeded' then plinth_private.limit_of('linksPerChange') end));
  end if;
  select array_agg(distinct c.record), coalesce(array_agg(c.record order by c.n, c.i) filter (where c.links), '{}'),
         coalesce(array_agg(c.id order by c.n, c.i) filter (where c.links), '{}'),
         coalesce(array_agg(c.record) filter (where not c.links), '{}'), coalesce(array_agg(c.id) filter (where not c.links), '{}')
    into records, linking, linked, unlinking, unlinked
    from (
      select plinth_private.as_uuid(m.value ->> 'record') as record, u.id, k.key = 'link' as links, m.n, u.i
      from jsonb_array_elements(p_list) with ordinality as m (value, n)
      cross join unnest('{link,unlink}'::text[]) as k (key)
      cross join lateral unnest(plinth_private.change_ids(m.value -> 'values' -> p_end.field::text, k.key)) with ordinality as u (id, i)
    ) as c;
  v_readable := plinth_private.readable_among(p_end.target, linked || unlinked);
  if exists (select u.id from unnest(linked) as u (id) except select r.id from unnest(v_readable) as r (id)) then
    perform plinth_private.fail(422, 'value_invalid', jsonb_build_object('table', p_end.table_id, 'field', p_end.field));
  end if;
  select coalesce(array_agg(u.record), '{}'), coalesce(array_agg(u.id), '{}') into unlinking, unlinked
    from unnest(unlinking, unlinked) as u (record, id) where u.id = any (v_readable);
end
$$;

-- Links again, where it stood, what these mutations take back of the caller's own: of what is to be linked, that which the mutations that they
-- undo had taken out.
create or replace function plinth_private.link_back(p_end plinth_private.link_end, p_list jsonb, p_records uuid[], p_linked uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_undone uuid[] := array(select plinth_private.as_uuid(m.value ->> 'undoes') from jsonb_array_elements(p_list) as m where m.value ? 'undoes');
begin
  if v_undone = '{}' then
    return;
  end if;
  -- The sequence has given these ids once, and gives them to no other link.
  execute format('insert into %1$s (a, b, id) overriding system value
                  select k.a, k.b, min(k.id) from plinth_private.unlinked as k join unnest($1, $2) as u (record, id) on k.%2$I = u.record and k.%3$I = u.id
                  where k.user_id = $3 and k.key = any ($4) and k.link_id = $5 and k.at > now() - interval ''1 day''
                  group by k.a, k.b order by 3 on conflict do nothing', p_end.place, p_end.own, p_end.other)
    using p_records, p_linked, plinth_private.caller(), v_undone, p_end.link;
end
$$;

-- Changes the links of records through one field.
create or replace function plinth_private.change_links_of(p_field uuid, p_list jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_end plinth_private.link_end := plinth_private.link_end_of(p_field);
  v_asked record := plinth_private.read_links(v_end, p_list);
  v_new text := 'select u.record, u.id, min(u.n) as n from unnest($1, $2) with ordinality as u (record, id, n) group by 1, 2';
  v_gone text;
  v_touched uuid[];
  v_changed uuid[];
  v_keys uuid[];
begin
  if coalesce(cardinality(v_asked.records), 0) = 0 then
    return;
  end if;
  -- The rows of an import have no ids: they are not taken back one by one.
  select array_agg(m.record), array_agg(m.key) into v_changed, v_keys
    from (select plinth_private.as_uuid(m.value ->> 'record') as record, plinth_private.as_uuid(m.value ->> 'id') as key
          from jsonb_array_elements(p_list) as m) as m where m.key is not null;
  perform plinth_private.require_linkable(v_end.table_id, p_field, v_asked.records);
  -- What is to be unlinked, and in a cell that holds one record the one whose place another takes.
  v_gone := format('j.%1$I = any ($5) and ((j.%1$I, j.%2$I) in (select u.record, u.id from unnest($3, $4) as u (record, id))',
                   v_end.own, v_end.other)
    || case when v_end.single then
         format(' or j.%1$I = any ($1) and not exists (select 1 from unnest($1, $2) as u (record, id) where u.record = j.%1$I and u.id = j.%2$I)',
                v_end.own, v_end.other) else '' end || ')';
  if v_end.pair is not null then
    execute format('select array_agg(distinct c.id) from (
                      select j.%1$I as id from %2$s as j where %3$s
                      union all
                      select u.id from (%4$s) as u
                      where not exists (select 1 from %2$s as j where j.%5$I = u.record and j.%1$I = u.id)) as c',
                   v_end.other, v_end.place, v_gone, v_new, v_end.own)
      into v_touched using v_asked.linking, v_asked.linked, v_asked.unlinking, v_asked.unlinked, v_asked.records;
    perform plinth_private.require_unlocked(v_end.target, v_touched);
  end if;
  execute format('with gone as (delete from %1$s as j where %2$s returning j.a, j.b, j.id, j.%3$I as record)
                  insert into plinth_private.unlinked (user_id, key, link_id, a, b, id)
                  select $7, m.key, $8, g.a, g.b, g.id from gone as g join unnest($6, $9) as m (record, key) on m.record = g.record
                  on conflict do nothing', v_end.place, v_gone, v_end.own)
    using v_asked.linking, v_asked.linked, v_asked.unlinking, v_asked.unlinked, v_asked.records,
          v_changed, plinth_private.caller(), v_end.link, v_keys;
  -- What is older than a day goes, a little at a time; who does the same at once does not wait.
  delete from plinth_private.unlinked as u where u.ctid = any (array(
    select o.ctid from plinth_private.unlinked as o where o.at < now() - interval '1 day' order by o.at limit 20 for update skip locked));
  perform plinth_private.link_back(v_end, p_list, v_asked.linking, v_asked.linked);
  execute format('insert into %s (%I, %I) select u.record, u.id from (%s) as u order by u.n on conflict (a, b) do nothing',
                 v_end.place, v_end.own, v_end.other, v_new)
    using v_asked.linking, v_asked.linked;
end
$$;

-- Changes the links of records of a table, as the caller may: p_list = [{record, values}], of which only fields of links are read.
-- Answers the versions of the records: {id: ver}.
create or replace function plinth_private.change_links(p_table uuid, p_list jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_field uuid;
  v_vers jsonb;
begin
  perform plinth_private.require_scope(p_table, 'read');
  for v_field in
    select f.id from plinth_private.seen_fields(p_table) as f
    where f.type = 'link' and exists (select 1 from jsonb_array_elements(p_list) as m where m.value -> 'values' ? f.id::text)
    order by f.position, f.id
  loop
    perform plinth_private.change_links_of(v_field, p_list);
  end loop;
  execute format('select jsonb_object_agg(t.id, t.ver) from data.%I as t where t.id = any ($1) and ((%s) or t.changed_by = $2 and t.changed_at = now())',
                 (select t.relation from plinth."table" as t where t.id = p_table), plinth_private.row_filter(p_table, 'read'))
    into v_vers
    using array(select plinth_private.as_uuid(m.value ->> 'record') from jsonb_array_elements(p_list) as m), plinth_private.caller();
  return coalesce(v_vers, '{}');
end
$$;

select plinth_private.close_functions(array[
  'link_problem(boolean, jsonb)', 'change_ids(jsonb, text)', 'linked_records(jsonb)', 'hold_rows(uuid[], uuid[], boolean[], int[], boolean)',
  'hold_linked(jsonb)', 'take_rolled_turn(jsonb, boolean)', 'require_unlocked(uuid, uuid[])', 'require_linkable(uuid, uuid, uuid[])',
  'read_links(plinth_private.link_end, jsonb)',
  'link_back(plinth_private.link_end, jsonb, uuid[], uuid[])', 'change_links_of(uuid, jsonb)', 'change_links(uuid, jsonb)'
]);
-- Mutations run as the caller: these ask the caller's rights, or work on their arguments alone.
grant execute on function plinth_private.link_problem(boolean, jsonb), plinth_private.record_ids(jsonb, bigint),
  plinth_private.hold_linked(jsonb),  plinth_private.change_links(uuid, jsonb) to authenticated, service_role;
