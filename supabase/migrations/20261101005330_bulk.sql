-- One change of more records than a browser should carry: what was selected is noted by ids when it begins, and worked off in
-- steps, as the caller, by the same functions as single mutations. What was there before is kept for a day, so that whoever did
-- it can take it back (docs/decisions/0029-bulk-changes.md).

create table if not exists plinth_private.bulk (
  user_id uuid not null,
  id uuid not null,
  table_id uuid not null references plinth."table" (id) on delete cascade,
  -- Of what it was begun with: the same id with something else is refused.
  hash bytea not null,
  -- {kind: 'delete'} or {kind: 'set', field, value}
  change jsonb not null,
  total int not null,
  parts int not null,
  -- How often its direction was turned: even, it is done (again), odd, it is taken back.
  pass int not null default 0,
  -- The part with which that goes on.
  next int not null default 0,
  -- The last answer, for whoever did not get it: {pass, from, answer}.
  last jsonb,
  at timestamptz not null default now(),
  primary key (user_id, id)
);
create index if not exists bulk_table on plinth_private.bulk (table_id);
create index if not exists bulk_age on plinth_private.bulk (at);

create table if not exists plinth_private.bulk_part (
  user_id uuid not null,
  bulk_id uuid not null,
  part int not null,
  ids uuid[] not null,
  -- What the changed records held: {record: {field: value}}; taken back, what those hold again that came back.
  before jsonb not null default '{}',
  -- Null: not worked off yet; false: taken back.
  is_done boolean,
  primary key (user_id, bulk_id, part),
  foreign key (user_id, bulk_id) references plinth_private.bulk (user_id, id) on delete cascade
);
alter table plinth_private.bulk enable row level security;
alter table plinth_private.bulk_part enable row level security;

-- The change of a bulk, checked: {kind, field, value}.
create or replace function plinth_private.read_bulk_change(p_table uuid, p_change jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_kind text := p_change ->> 'kind';
  v_field uuid := plinth_private.as_uuid(p_change ->> 'field');
  v_plan record;
  v_problem jsonb;
begin
  if coalesce(v_kind, '') not in ('delete', 'set')
     or (v_kind = 'set') <> (v_field is not null and p_change ? 'value') then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', p_table, 'rule', 'change'));
  end if;
  v_plan := plinth_private.bulk_plan(p_table, case v_kind when 'set' then 'update' else 'delete' end,
                                     case v_kind when 'set' then array[v_field::text] else '{}' end);
  if v_kind = 'delete' then
    return '{"kind": "delete"}';
  elsif plinth_private.field_access(v_field) is distinct from 'write' then
    perform plinth_private.fail(403, 'field_read_only', jsonb_build_object('table', p_table, 'field', v_field));
  end if;
  -- The same links for many records are no matter of values.
  v_problem := case when cardinality(v_plan.links) > 0 then jsonb_build_object('code', 'value_invalid')
                    else plinth_private.first_problem(v_plan, jsonb_build_object(v_field, p_change -> 'value')) end;
  if v_problem is not null then
    perform plinth_private.fail(422, v_problem ->> 'code', jsonb_build_object('table', p_table, 'field', v_field));
  end if;
  return jsonb_build_object('kind', 'set', 'field', v_field, 'value', p_change -> 'value');
end
$$;

-- What a write needs to know of these fields, or a refusal.
create or replace function plinth_private.bulk_plan(
  p_table uuid, p_action text, p_fields text[],
  out refusal text, out relation text, out ids uuid[], out types text[], out columns text[], out options jsonb,
  out places text[], out closed boolean[], out table_id uuid, out links uuid[], out singles boolean[]
)
language plpgsql stable security invoker set search_path = ''
as $$
begin
  select * into refusal, relation, ids, types, columns, options, places, closed, table_id, links, singles
    from plinth_private.write_plan(p_table, p_action, p_fields);
  if refusal = 'not_found' then
    perform plinth_private.fail(404, refusal);
  elsif refusal is not null then
    perform plinth_private.fail(case when refusal in ('read_only', 'field_read_only') then 403 when refusal = 'field_changing' then 409 else 400 end, refusal,
                                jsonb_build_object('table', p_table, 'action', p_action));
  end if;
end
$$;

-- The selected ones of these ids in view order: from one record to another, or all, without some.
create or replace function plinth_private.selected_ids(p_ids uuid[], p_selection jsonb) returns uuid[]
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_from uuid := plinth_private.as_uuid(p_selection ->> 'from');
  v_to uuid := plinth_private.as_uuid(p_selection ->> 'to');
  v_first int := case when v_from is null then 1 else array_position(p_ids, v_from) end;
  v_last int := case when v_to is null then cardinality(p_ids) else array_position(p_ids, v_to) end;
begin
  -- An end that is gone, or has moved behind the other one, is not what was selected.
  if v_first is null or v_last is null or v_first > v_last and cardinality(p_ids) > 0 then
    perform plinth_private.fail(409, 'selection_changed');
  end if;
  return array(
    select s.id from (
      select u.id from unnest(p_ids[v_first:v_last]) as u (id)
      except select plinth_private.as_uuid(m.value) from jsonb_array_elements_text(p_selection -> 'minus') as m) as s
    order by s.id);
end
$$;

-- Refuses what is no selection.
create or replace function plinth_private.require_selection(p_selection jsonb, p_count int, p_slack int) returns void
language plpgsql volatile security invoker set search_path = ''
as $$
begin
  if jsonb_typeof(p_selection -> 'minus') is distinct from 'array'
     or p_count is null or p_count < 0 or p_slack is null or p_slack < 0
     or exists (select 1 from unnest(array['from', 'to']) as k (key)
                where p_selection ->> k.key is not null and plinth_private.as_uuid(p_selection ->> k.key) is null)
     or exists (select 1 from jsonb_array_elements_text(p_selection -> 'minus') as m
                where plinth_private.as_uuid(m.value) is null) then
    perform plinth_private.fail(400, 'invalid_input', '{"rule": "selection"}');
  end if;
  perform plinth_private.stay_within(jsonb_array_length(p_selection -> 'minus'),
    plinth_private.limit_of('rowsPerImportChunk'), '{"rule": "minus"}');
  perform plinth_private.stay_within(p_count, plinth_private.limit_of('recordsPerBulk'), '{"rule": "records"}');
end
$$;

-- Begins a bulk: notes which records of the view are selected at this moment. Refuses when they are more or fewer than the
-- person was told, by more than the slack. The same call again answers the same.
create or replace function plinth_private.begin_bulk(
  p_bulk uuid, p_query jsonb, p_selection jsonb, p_change jsonb, p_count int, p_slack int
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := plinth_private.require_user();
  v_readable record;
  v_change jsonb;
  v_hash bytea := sha256(convert_to(jsonb_build_array(p_query, p_selection, p_change, p_count, p_slack)::text, 'UTF8'));
  v_known plinth_private.bulk;
  v_ids uuid[];
  v_size int := plinth_private.limit_of('mutationsPerBatch');
begin
  if p_bulk is null then
    perform plinth_private.fail(400, 'invalid_input', '{"rule": "bulk"}');
  end if;
  perform plinth_private.require_selection(p_selection, p_count, p_slack);
  v_readable := plinth_private.readable(p_query);
  v_change := plinth_private.read_bulk_change(v_readable.table_id, p_change);
  select b.* into v_known from plinth_private.bulk as b where b.user_id = v_user and b.id = p_bulk;
  if found and v_known.hash <> v_hash then
    perform plinth_private.fail(409, 'mutation_reused');
  elsif found then
    return jsonb_build_object('total', v_known.total, 'parts', v_known.parts);
  end if;
  v_ids := plinth_private.selected_ids(plinth_private.find_ids(plinth_private.view_of(v_readable, p_query), 'true', null, false, 0,
                                         plinth_private.limit_of('recordsPerBulk')::int + 1), p_selection);
  if abs(cardinality(v_ids) - p_count) > p_slack then
    perform plinth_private.fail(409, 'selection_changed', jsonb_build_object('table', v_readable.table_id));
  end if;
  perform plinth_private.stay_within(cardinality(v_ids), plinth_private.limit_of('recordsPerBulk'), '{"rule": "records"}');
  perform plinth_private.forget_bulks(v_user);
  insert into plinth_private.bulk (user_id, id, table_id, hash, change, total, parts)
    values (v_user, p_bulk, v_readable.table_id, v_hash, v_change, cardinality(v_ids), (cardinality(v_ids) + v_size - 1) / v_size);
  -- In the order of ids, in which all lock records: two bulks do not wait for each other in a circle.
  insert into plinth_private.bulk_part (user_id, bulk_id, part, ids)
    select v_user, p_bulk, n, v_ids[n * v_size + 1 : (n + 1) * v_size]
    from generate_series(0, (cardinality(v_ids) + v_size - 1) / v_size - 1) as n;
  return jsonb_build_object('total', cardinality(v_ids), 'parts', (cardinality(v_ids) + v_size - 1) / v_size);
end
$$;

-- Forgets bulks that are older than a day, a few at a time, and all but the last nine of this person.
create or replace function plinth_private.forget_bulks(p_user uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from plinth_private.bulk as b using (
      (select o.user_id, o.id from plinth_private.bulk as o where o.at < now() - interval '1 day' order by o.at limit 10)
      union (select o.user_id, o.id from plinth_private.bulk as o where o.user_id = p_user order by o.at desc offset 9)) as g
    where b.user_id = g.user_id and b.id = g.id
$$;

-- Takes the next step of a pass of the caller's own bulk, from a part on: until which part it goes at most; the answer where the
-- step was taken already. A pass ends where another begins, at part 0: the next one, in the other direction.
create or replace function plinth_private.take_bulk(
  p_bulk uuid, p_pass int, p_from int, out table_id uuid, out change jsonb, out ends int, out answer jsonb
)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := plinth_private.require_user();
  v_bulk plinth_private.bulk;
begin
  select b.* into v_bulk from plinth_private.bulk as b where b.user_id = v_user and b.id = p_bulk for update;
  if plinth_private.scope(v_bulk.table_id, 'read') = 'none' then
    perform plinth_private.fail(404, 'not_found');
  end if;
  table_id := v_bulk.table_id;
  change := v_bulk.change;
  if v_bulk.last @> jsonb_build_object('pass', p_pass, 'from', p_from) then
    answer := v_bulk.last -> 'answer';
  elsif (p_pass, p_from) is distinct from (v_bulk.pass, v_bulk.next)
        and (p_pass, p_from) is distinct from (v_bulk.pass + 1, 0) then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', v_bulk.table_id, 'rule', 'part'));
  end if;
  ends := case when p_pass = 0 then v_bulk.parts else coalesce((
    select max(p.part) + 1 from plinth_private.bulk_part as p
    where p.user_id = v_bulk.user_id and p.bulk_id = p_bulk and p.is_done = (p_pass % 2 = 1)), 0) end;
end
$$;

-- A part of the caller's own bulk.
create or replace function plinth_private.bulk_part_of(p_bulk uuid, p_part int, out ids uuid[], out before jsonb, out is_done boolean)
language sql stable security definer set search_path = ''
as $$
  select p.ids, p.before, p.is_done from plinth_private.bulk_part as p
  join plinth_private.bulk as b on b.user_id = p.user_id and b.id = p.bulk_id
  where p.user_id = plinth_private.require_user() and p.bulk_id = p_bulk and p.part = p_part
    and plinth_private.scope(b.table_id, 'read') <> 'none'
$$;

-- Keeps what became of a part of the caller's own bulk: what the records held that were changed by it, or that came back.
create or replace function plinth_private.keep_bulk_part(p_bulk uuid, p_part int, p_before jsonb, p_is_done boolean) returns void
language sql volatile security definer set search_path = ''
as $$
  update plinth_private.bulk_part as p set before = p_before, is_done = p_is_done
    where p.user_id = plinth_private.require_user() and p.bulk_id = p_bulk and p.part = p_part
$$;

-- Books a step of the caller's own bulk with its answer.
create or replace function plinth_private.book_bulk(p_bulk uuid, p_pass int, p_from int, p_answer jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  update plinth_private.bulk as b
    set pass = p_pass, next = (p_answer ->> 'next')::int,
        last = jsonb_build_object('pass', p_pass, 'from', p_from, 'answer', p_answer)
    where b.user_id = plinth_private.require_user() and b.id = p_bulk
$$;

-- The fields of which a deleted record keeps the values: those that the caller may write, for nobody else could bring them back.
-- Files do not come back.
create or replace function plinth_private.bulk_fields(p_table uuid) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select f.id::text from plinth_private.seen_fields(p_table) as f
    where f.type not in ('attachment', 'link') and plinth_private.field_access(f.id) = 'write'
      and not exists (select 1 from plinth_private.type_change as c where c.field_id = f.id)
    order by f.position, f.id)
$$;

-- What these records hold, as the caller reads them, held as it is as far as the caller may change it:
-- {record: {field: value}}. Records that are gone, or out of sight, are left out.
create or replace function plinth_private.hold_bulk(p_table uuid, p_action text, p_fields text[], p_ids uuid[]) returns jsonb
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_plan record := plinth_private.bulk_plan(p_table, p_action, p_fields);
  v_held jsonb;
begin
  perform plinth_private.lock_records((
    select jsonb_agg(jsonb_build_object('kind', p_action, 'table', p_table, 'record', r.id, 'values', v.named)) from unnest(p_ids) as r (id)
    -- What rollups read of them is held with them.
    cross join (select coalesce(jsonb_object_agg(f.id, null::text), '{}') as named from unnest(p_fields) as f (id)) as v));
  execute format('select jsonb_object_agg(t.id, %s) from %s where t.id = any ($1)',
                 plinth_private.json_array_sql(array(
                   select plinth_private.wire_sql(v_plan.types[n], v_plan.columns[n], v_plan.places[n])
                   from generate_subscripts(v_plan.ids, 1) as n order by n)),
                 plinth_private.joined_sql(v_plan.relation, v_plan.places))
    into v_held using p_ids;
  return (
    select coalesce(jsonb_object_agg(h.key, (
      select coalesce(jsonb_object_agg(v_plan.ids[n], h.value -> (n - 1)), '{}')
      from generate_subscripts(v_plan.ids, 1) as n)), '{}')
    from jsonb_each(v_held) as h);
end
$$;

-- The mutations that a change makes of records with what they hold.
create or replace function plinth_private.bulk_mutations(p_table uuid, p_change jsonb, p_held jsonb) returns jsonb
language sql immutable security invoker set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', h.key, 'kind', case p_change ->> 'kind' when 'set' then 'update' else 'delete' end,
           'table', p_table, 'record', h.key)
         || case when p_change ->> 'kind' = 'set' then jsonb_build_object(
              'values', jsonb_build_object(p_change ->> 'field', p_change -> 'value'), 'base', h.value) else '{}' end
         order by h.key), '[]')
  from jsonb_each(p_held) as h
$$;

-- The mutations that take it back. Fields that are gone since, or closed, are left out.
create or replace function plinth_private.undo_mutations(p_table uuid, p_change jsonb, p_before jsonb) returns jsonb
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_fields text[] := plinth_private.bulk_fields(p_table);
begin
  if p_change ->> 'kind' = 'set' then
    return (
      select coalesce(jsonb_agg(jsonb_build_object('id', b.key, 'kind', 'update', 'table', p_table, 'record', b.key,
               'values', b.value, 'base', jsonb_build_object(p_change ->> 'field', p_change -> 'value')) order by b.key), '[]')
      from jsonb_each(p_before) as b);
  end if;
  return (
    -- What went along with a record was kept under the id of its mutation, which is its own.
    select coalesce(jsonb_agg(jsonb_build_object('id', b.key, 'kind', 'insert', 'table', p_table, 'record', b.key, 'undoes', b.key, 'values', (
             select coalesce(jsonb_object_agg(v.key, v.value), '{}') from jsonb_each(b.value) as v where v.key = any (v_fields)))
             order by b.key), '[]')
    from jsonb_each(p_before) as b);
end
$$;

-- Of what records held, those whose mutations were done.
create or replace function plinth_private.held_of_done(p_results jsonb, p_held jsonb) returns jsonb
language sql immutable security invoker set search_path = ''
as $$
  select coalesce(jsonb_object_agg(h.key, h.value), '{}')
  from jsonb_array_elements(p_results) as r join jsonb_each(p_held) as h on h.key = r.value ->> 'id'
  where r.value ->> 'status' = 'ok'
$$;

-- Runs a part, or runs it again: then of those records that came back, and where they hold what they held. Answers the results of
-- its records.
create or replace function plinth_private.run_bulk_part(p_bulk uuid, p_part int, p_table uuid, p_change jsonb) returns jsonb
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_part record := plinth_private.bulk_part_of(p_bulk, p_part);
  v_is_set boolean := p_change ->> 'kind' = 'set';
  v_held jsonb;
  v_results jsonb;
begin
  v_held := plinth_private.hold_bulk(p_table, case when v_is_set then 'update' else 'delete' end,
    case when v_is_set then array[p_change ->> 'field'] else plinth_private.bulk_fields(p_table) end,
    case when v_part.is_done is null then v_part.ids else array(select k::uuid from jsonb_object_keys(v_part.before) as k order by 1) end);
  if v_is_set and v_part.is_done is not null then
    v_held := (select coalesce(jsonb_object_agg(h.key, v_part.before -> h.key), '{}') from jsonb_each(v_held) as h);
  end if;
  v_results := plinth_private.run_mutations(plinth_private.bulk_mutations(p_table, p_change, v_held), '{}');
  perform plinth_private.keep_bulk_part(p_bulk, p_part, (
    select coalesce(jsonb_object_agg(h.key, h.value), '{}')
    from jsonb_each(plinth_private.held_of_done(v_results, v_held)) as h
    -- What held the value before is not changed, and so not to be taken back.
    where not (v_is_set and h.value -> (p_change ->> 'field') = p_change -> 'value')), true);
  return v_results;
end
$$;

-- Takes a part back; answers the results of its records.
create or replace function plinth_private.undo_bulk_part(p_bulk uuid, p_part int, p_table uuid, p_change jsonb) returns jsonb
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_before jsonb := (plinth_private.bulk_part_of(p_bulk, p_part)).before;
  v_list jsonb := plinth_private.undo_mutations(p_table, p_change, v_before);
  v_results jsonb;
begin
  perform plinth_private.lock_records(v_list);
  v_results := plinth_private.run_mutations(v_list, '{}');
  perform plinth_private.keep_bulk_part(p_bulk, p_part, plinth_private.held_of_done(v_results, v_before), false);
  return v_results;
end
$$;

-- A part in a pass: the results of its records; none where it stands already as the pass would leave it, or was never worked off.
create or replace function plinth_private.pass_bulk_part(p_bulk uuid, p_pass int, p_part int, p_table uuid, p_change jsonb)
returns jsonb
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_is_done boolean := (plinth_private.bulk_part_of(p_bulk, p_part)).is_done;
begin
  if p_pass > 0 and v_is_done is distinct from (p_pass % 2 = 1) then
    return '[]';
  elsif p_pass % 2 = 1 then
    return plinth_private.undo_bulk_part(p_bulk, p_part, p_table, p_change);
  end if;
  return plinth_private.run_bulk_part(p_bulk, p_part, p_table, p_change);
end
$$;

-- Counts results into an answer: {done, refused, changed, errors: the first ten}.
create or replace function plinth_private.count_results(p_answer jsonb, p_results jsonb) returns jsonb
language sql immutable security invoker set search_path = ''
as $$
  select jsonb_build_object(
    'done', (p_answer ->> 'done')::int + count(*) filter (where r.value ->> 'status' = 'ok'),
    'refused', (p_answer ->> 'refused')::int + count(*) filter (where r.value ->> 'status' = 'error'),
    'changed', (p_answer ->> 'changed')::int + count(*) filter (where r.value ->> 'status' = 'conflict'),
    'errors', jsonb_path_query_array(p_answer -> 'errors' || coalesce(
      jsonb_agg(jsonb_build_object('record', r.value -> 'id', 'error', r.value -> 'error') order by r.ordinality)
        filter (where r.value ->> 'status' = 'error'), '[]'), '$[0 to 9]'))
  from jsonb_array_elements(p_results) with ordinality as r
$$;

-- One step of a pass of a bulk: at most 5,000 records, and no part more after four seconds.
create or replace function plinth_private.step_bulk(p_bulk uuid, p_pass int, p_from int) returns jsonb
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_step record := plinth_private.take_bulk(p_bulk, p_pass, p_from);
  v_answer jsonb := '{"done": 0, "refused": 0, "changed": 0, "errors": []}';
  v_next int := p_from;
  v_until timestamptz := clock_timestamp() + interval '4 seconds';
begin
  if v_step.answer is not null then
    return v_step.answer;
  end if;
  while v_next < v_step.ends and v_next < p_from + 10 and clock_timestamp() < v_until loop
    v_answer := plinth_private.count_results(v_answer,
      plinth_private.pass_bulk_part(p_bulk, p_pass, v_next, v_step.table_id, v_step.change));
    v_next := v_next + 1;
  end loop;
  v_answer := v_answer || jsonb_build_object('next', v_next, 'atEnd', v_next >= v_step.ends);
  perform plinth_private.book_bulk(p_bulk, p_pass, p_from, v_answer);
  return v_answer;
end
$$;

-- Begins one change of many records.
create or replace function plinth.begin_bulk(bulk uuid, query jsonb, selection jsonb, change jsonb, "count" int, slack int) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.begin_bulk($1, $2, $3, $4, $5, $6) $$;

-- The next step of a pass of it: 0 does it, 1 takes it back, 2 does that again, and so on.
create or replace function plinth.bulk_step(bulk uuid, pass int, part int) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '20s'
as $$ select plinth_private.step_bulk($1, $2, $3) $$;

revoke all on plinth_private.bulk, plinth_private.bulk_part from public, anon, authenticated, service_role;

select plinth_private.close_functions(array[
  'read_bulk_change(uuid, jsonb)', 'bulk_plan(uuid, text, text[])', 'selected_ids(uuid[], jsonb)',
  'require_selection(jsonb, int, int)', 'begin_bulk(uuid, jsonb, jsonb, jsonb, int, int)', 'forget_bulks(uuid)',
  'take_bulk(uuid, int, int)', 'bulk_part_of(uuid, int)', 'keep_bulk_part(uuid, int, jsonb, boolean)',
  'book_bulk(uuid, int, int, jsonb)', 'bulk_fields(uuid)', 'hold_bulk(uuid, text, text[], uuid[])',
  'bulk_mutations(uuid, jsonb, jsonb)', 'undo_mutations(uuid, jsonb, jsonb)', 'run_bulk_part(uuid, int, uuid, jsonb)',
  'undo_bulk_part(uuid, int, uuid, jsonb)', 'held_of_done(jsonb, jsonb)', 'pass_bulk_part(uuid, int, int, uuid, jsonb)', 'count_results(jsonb, jsonb)', 'step_bulk(uuid, int, int)'
]);
do $$
declare
  v_name text;
begin
  -- A step runs as the caller: these work on the caller's own bulks alone, or on their arguments.
  foreach v_name in array array[
    'bulk_plan(uuid, text, text[])', 'take_bulk(uuid, int, int)', 'bulk_part_of(uuid, int)', 'keep_bulk_part(uuid, int, jsonb, boolean)',
    'book_bulk(uuid, int, int, jsonb)', 'bulk_fields(uuid)', 'hold_bulk(uuid, text, text[], uuid[])',
    'bulk_mutations(uuid, jsonb, jsonb)', 'undo_mutations(uuid, jsonb, jsonb)', 'run_bulk_part(uuid, int, uuid, jsonb)',
    'undo_bulk_part(uuid, int, uuid, jsonb)', 'held_of_done(jsonb, jsonb)', 'pass_bulk_part(uuid, int, int, uuid, jsonb)', 'count_results(jsonb, jsonb)', 'step_bulk(uuid, int, int)',
    'begin_bulk(uuid, jsonb, jsonb, jsonb, int, int)'] loop
    execute format('grant execute on function plinth_private.%s to authenticated, service_role', v_name);
  end loop;
  foreach v_name in array array['begin_bulk(uuid, jsonb, jsonb, jsonb, int, int)', 'bulk_step(uuid, int, int)'] loop
    execute format('revoke all on function plinth.%s from public, anon', v_name);
    execute format('grant execute on function plinth.%s to authenticated, service_role', v_name);
  end loop;
end
$$;
