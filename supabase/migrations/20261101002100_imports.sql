-- Imports: rows in chunks, each chunk stored once, as the caller under the policies. What did not fit its type stands
-- in a side table with its line and raw text.

create table if not exists plinth_private.import (
  id uuid primary key,
  table_id uuid not null references plinth."table" (id) on delete cascade,
  user_id uuid not null,
  file_name text not null,
  fields uuid[] not null,
  mode text not null check (mode in ('append', 'upsert')),
  key_field uuid,
  state text not null default 'open' check (state in ('open', 'finished', 'cancelled')),
  misfits int not null default 0,
  started_at timestamptz not null default now()
);
create index if not exists import_table on plinth_private.import (table_id);

create table if not exists plinth_private.import_chunk (
  import_id uuid not null references plinth_private.import (id) on delete cascade,
  chunk int not null,
  inserted int not null default 0,
  updated int not null default 0,
  -- Records that this chunk inserted: what "discard" deletes.
  ids uuid[] not null default '{}',
  -- Rows that a rule left out: [{line, code, field, rule}].
  refused jsonb not null default '[]',
  -- Rows that were stored without what they were to link: [{line, code, field}].
  unlinked jsonb not null default '[]',
  primary key (import_id, chunk)
);

-- Records that an import by key has written: a second row with the same key is refused.
create table if not exists plinth_private.import_touched (
  import_id uuid not null references plinth_private.import (id) on delete cascade,
  record_id uuid not null,
  primary key (import_id, record_id)
);

create table if not exists plinth_private.import_misfit (
  import_id uuid not null references plinth_private.import (id) on delete cascade,
  no int not null,
  record_id uuid,
  field_id uuid,
  line int,
  raw text,
  primary key (import_id, no)
);

alter table plinth_private.import enable row level security;
alter table plinth_private.import_chunk enable row level security;
alter table plinth_private.import_touched enable row level security;
alter table plinth_private.import_misfit enable row level security;

-- Opens an import. mode upsert updates the record with the same value in the key field and appends the rest.
create or replace function plinth_private.begin_import(
  p_import uuid, p_table uuid, p_file_name text, p_fields uuid[], p_mode text, p_key uuid
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := plinth_private.require_user();
  v_key plinth.field;
  v_twice boolean;
begin
  perform plinth_private.require_scope(p_table, 'create');
  if p_mode = 'upsert' then
    perform plinth_private.require_scope(p_table, 'update');
  end if;
  if p_import is null or exists (select 1 from plinth_private.import as i where i.id = p_import) then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'id'));
  elsif coalesce(p_mode, '') not in ('append', 'upsert') or (p_mode = 'upsert') <> (p_key is not null)
     or coalesce(cardinality(p_fields), 0) = 0 or (p_key is not null and p_key <> all (p_fields))
     or (select count(distinct f.id) from plinth_private.seen_fields(p_table) as f
         where f.id = any (p_fields) and f.type not in ('attachment', 'link')) <> cardinality(p_fields) then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', p_table, 'rule', 'fields'));
  end if;
  perform plinth_private.require_writable(p_table, f.id) from unnest(p_fields) as f (id);
  perform plinth_private.require_settled(f) from plinth.field as f where f.id = any (p_fields);
  if p_mode = 'upsert' then
    select f.* into v_key from plinth.field as f where f.id = p_key;
    execute format('select exists (select 1 from %s where %s is not null and (%s) group by %2$s having count(*) > 1)',
                   plinth_private.source_sql(p_table, array[p_key]), plinth_private.column_ref(v_key),
                   plinth_private.row_filter(p_table, 'read'))
      into v_twice;
    if v_twice then
      perform plinth_private.fail(409, 'key_not_unique', jsonb_build_object('table', p_table, 'field', p_key));
    end if;
  end if;
  insert into plinth_private.import (id, table_id, user_id, file_name, fields, mode, key_field)
    values (p_import, p_table, v_user, left(coalesce(p_file_name, ''), 255), p_fields, p_mode, p_key);
end
$$;

-- The caller's own import, locked; refuses unless it is in this state.
create or replace function plinth_private.take_import(p_import uuid, p_states text[]) returns plinth_private.import
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := plinth_private.require_user();
  v_import plinth_private.import;
begin
  select i.* into v_import from plinth_private.import as i where i.id = p_import and i.user_id = v_user for update;
  if not found then
    perform plinth_private.fail(404, 'not_found');
  end if;
  perform plinth_private.require_scope(v_import.table_id, 'read');
  if v_import.state <> all (p_states) then
    perform plinth_private.fail(409, 'import_closed');
  end if;
  return v_import;
end
$$;

-- Takes a chunk's number. The answer holds the counts when the chunk is stored already, else what the write needs.
create or replace function plinth_private.take_chunk(
  p_import uuid, p_chunk int,
  out stored jsonb, out relation text, out table_id uuid, out ids uuid[], out types text[], out columns text[],
  out options jsonb, out key_position int, out places text[], out closed boolean[]
)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_import plinth_private.import := plinth_private.take_import(p_import, '{open}');
begin
  if p_chunk is null or p_chunk < 0 then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'chunk'));
  end if;
  perform plinth_private.require_scope(v_import.table_id, 'create');
  select jsonb_strip_nulls(jsonb_build_object('inserted', c.inserted, 'updated', c.updated, 'refused', nullif(c.refused, '[]'),
                                              'unlinked', nullif(c.unlinked, '[]')))
    into stored
    from plinth_private.import_chunk as c where c.import_id = p_import and c.chunk = p_chunk;
  select t.relation, t.id into relation, table_id from plinth."table" as t where t.id = v_import.table_id;
  select array_agg(f.id order by w.n), array_agg(f.type order by w.n), array_agg(f.column_name order by w.n),
         jsonb_agg(case when plinth_private.has_options(f.type) then to_jsonb(plinth_private.option_ids(f.options))
                        else '[]' end order by w.n),
         array_agg(plinth_private.place_of(f) order by w.n),
         array_agg(f.side is not null and plinth_private.field_access(f.id) is distinct from 'write' order by w.n)
    into ids, types, columns, options, places, closed
    from unnest(v_import.fields) with ordinality as w (id, n)
    join plinth_private.seen_fields(v_import.table_id) as f on f.id = w.id;
  if cardinality(ids) is distinct from cardinality(v_import.fields) then
    perform plinth_private.fail(409, 'invalid_input', jsonb_build_object('table', v_import.table_id, 'rule', 'fields'));
  end if;
  key_position := array_position(v_import.fields, v_import.key_field);
  if key_position is not null then
    perform plinth_private.require_scope(v_import.table_id, 'update');
    -- Two imports by key at once would both append what neither finds.
    perform pg_advisory_xact_lock(hashtextextended('plinth.upsert:' || v_import.table_id::text, 0));
  end if;
end
$$;

-- Books a chunk that was stored, and keeps its misfits.
create or replace function plinth_private.book_chunk(
  p_import uuid, p_chunk int, p_inserted uuid[], p_updated uuid[], p_misfits jsonb, p_refused jsonb, p_unlinked jsonb
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_import plinth_private.import := plinth_private.take_import(p_import, '{open}');
  v_count int := jsonb_array_length(coalesce(p_misfits, '[]'));
begin
  insert into plinth_private.import_chunk (import_id, chunk, inserted, updated, ids, refused, unlinked)
    values (p_import, p_chunk, cardinality(p_inserted), cardinality(p_updated), p_inserted, p_refused, p_unlinked);
  if v_import.mode = 'upsert' then
    insert into plinth_private.import_touched (import_id, record_id)
      select p_import, u.id from unnest(p_inserted || p_updated) as u (id);
  end if;
  if v_count > 0 then
    insert into plinth_private.import_misfit (import_id, no, record_id, field_id, line, raw)
      select p_import, v_import.misfits + m.ordinality, plinth_private.as_uuid(m.value ->> 'record'),
             plinth_private.as_uuid(m.value ->> 'field'),
             case when (m.value ->> 'line') ~ '^\d{1,9}$' then (m.value ->> 'line')::int end,
             left(m.value ->> 'raw', 100000)
      from jsonb_array_elements(p_misfits) with ordinality as m;
    update plinth_private.import set misfits = misfits + v_count where id = p_import;
  end if;
exception
  when unique_violation then
    perform plinth_private.fail(409, 'key_not_unique', jsonb_build_object('table', v_import.table_id,
      'field', v_import.key_field));
end
$$;

-- Which records were written already by this import of the caller.
create or replace function plinth_private.touched_records(p_import uuid, p_records uuid[]) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select t.record_id from plinth_private.import_touched as t
    join plinth_private.import as i on i.id = t.import_id
    where t.import_id = p_import and t.record_id = any (p_records) and i.user_id = plinth_private.caller())
$$;

-- Ends an import; answers its totals, also when asked again. Statistics are renewed for the planner.
create or replace function plinth_private.finish_import(p_import uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_import plinth_private.import := plinth_private.take_import(p_import, '{open,finished}');
  v_answer jsonb;
begin
  if v_import.state = 'open' then
    update plinth_private.import set state = 'finished' where id = p_import;
    delete from plinth_private.import_touched where import_id = p_import;
    update plinth_private.import_chunk set ids = '{}' where import_id = p_import;
    begin
      perform set_config('lock_timeout', '500ms', true);
      execute format('analyze data.%I', (select t.relation from plinth."table" as t where t.id = v_import.table_id));
    exception
      when lock_not_available then
        -- Somebody else is at it; autovacuum will come.
        raise debug 'not analyzed';
    end;
  end if;
  select jsonb_build_object('inserted', coalesce(sum(c.inserted), 0), 'updated', coalesce(sum(c.updated), 0),
                            'misfits', v_import.misfits)
    into v_answer from plinth_private.import_chunk as c where c.import_id = p_import;
  return v_answer;
end
$$;

-- Marks the import as cancelled and takes up to 5,000 ids of the records that it inserted.
create or replace function plinth_private.take_discarded(p_import uuid, out relation text, out ids uuid[])
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_import plinth_private.import := plinth_private.take_import(p_import, '{open,cancelled}');
  v_chunk int;
begin
  perform plinth_private.require_scope(v_import.table_id, 'delete');
  update plinth_private.import set state = 'cancelled' where id = p_import;
  delete from plinth_private.import_touched where import_id = p_import;
  select t.relation into relation from plinth."table" as t where t.id = v_import.table_id;
  select c.chunk, c.ids into v_chunk, ids from plinth_private.import_chunk as c
    where c.import_id = p_import and c.ids <> '{}' order by c.chunk limit 1;
  update plinth_private.import_chunk set ids = '{}' where import_id = p_import and chunk = v_chunk;
end
$$;

-- Ends an import and keeps its records.
create or replace function plinth_private.close_import(p_import uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform plinth_private.take_import(p_import, '{open,cancelled}');
  update plinth_private.import set state = 'cancelled' where id = p_import;
  update plinth_private.import_chunk set ids = '{}' where import_id = p_import and ids <> '{}';
  delete from plinth_private.import_touched where import_id = p_import;
end
$$;

-- Ends an import; with discard, deletes the records that it inserted, as the caller, at most 5,000 a call.
create or replace function plinth_private.cancel_import(p_import uuid, p_discard boolean) returns jsonb
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_taken record;
  v_deleted bigint := 0;
begin
  if p_discard is not true then
    perform plinth_private.close_import(p_import);
    return jsonb_build_object('deleted', 0);
  end if;
  -- A chunk whose records are all gone already is no reason to stop.
  loop
    v_taken := plinth_private.take_discarded(p_import);
    exit when v_taken.ids is null;
    execute format('delete from data.%I where id = any ($1)', v_taken.relation) using v_taken.ids;
    get diagnostics v_deleted = row_count;
    exit when v_deleted > 0;
  end loop;
  return jsonb_build_object('deleted', v_deleted);
end
$$;

-- Values that did not fit, for the one who imported (as far as their records may be read, in fields that they see) and for
-- creators of the base.
create or replace function plinth_private.import_misfits(p_import uuid, p_after int, p_take int) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := plinth_private.require_user();
  v_import plinth_private.import;
  v_seen uuid[];
  v_answer jsonb;
begin
  select i.* into v_import from plinth_private.import as i
    join plinth."table" as t on t.id = i.table_id
    where i.id = p_import and plinth_private.scope(i.table_id, 'read') <> 'none'
      and (i.user_id = v_user or plinth_private.base_role(t.base_id) = 'creator');
  if not found then
    perform plinth_private.fail(404, 'not_found');
  end if;
  v_seen := array(select f.id from plinth_private.seen_fields(v_import.table_id) as f);
  select jsonb_agg(jsonb_build_object('no', m.no, 'record', m.record_id, 'field', m.field_id, 'line', m.line,
                                      'raw', m.raw) order by m.no)
    into v_answer
    from (select * from plinth_private.import_misfit as x
          where x.import_id = p_import and x.no > coalesce(p_after, 0)
            and plinth_private.may_reach(v_import.table_id, x.record_id, 'read')
            and (x.field_id is null or x.field_id = any (v_seen))
          order by x.no limit least(greatest(coalesce(p_take, 100), 1), 5000)) as m;
  return coalesce(v_answer, '[]');
end
$$;
