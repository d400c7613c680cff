-- Files of records: their metadata, and the queue of objects to remove.

create table if not exists plinth.attachment (
  id uuid primary key,
  base_id uuid not null references plinth.base (id) on delete cascade,
  table_id uuid not null references plinth."table" (id) on delete cascade,
  field_id uuid not null references plinth.field (id) on delete cascade,
  record_id uuid not null,
  name text not null,
  mime text not null,
  -- Announced, then as stored.
  bytes bigint not null check (bytes >= 0),
  thumb_bytes bigint not null default 0 check (thumb_bytes >= 0),
  -- Keys in bucket plinth; the thumbnail's is the key with .t behind it.
  key text not null unique check (key ~ '^a/[0-9a-f-]{36}/[0-9a-f-]{36}/[0-9a-f]{32}$'),
  thumb_key text check (thumb_key = key || '.t'),
  -- Held: it came with a form, and is nobody's to read until somebody takes it in.
  state text not null default 'pending' check (state in ('pending', 'ready', 'held')),
  created_by uuid not null,
  created_at timestamptz not null default now()
);
create index if not exists attachment_base on plinth.attachment (base_id, state) include (bytes, thumb_bytes);
create index if not exists attachment_record on plinth.attachment (table_id, record_id);
create index if not exists attachment_field on plinth.attachment (field_id);

-- Objects whose record, field or attachment is gone; clients with the right remove them from storage.
create table if not exists plinth.removed_key (
  key text primary key,
  -- No foreign keys: base, table and workspace may be gone too.
  base_id uuid not null,
  table_id uuid not null,
  field_id uuid not null,
  workspace_id uuid not null,
  -- Null: an upload that was not finished; storage knows.
  bytes bigint,
  removed_by uuid,
  removed_at timestamptz not null default now()
);
create index if not exists removed_key_base on plinth.removed_key (base_id);
create index if not exists removed_key_person on plinth.removed_key (removed_by);
create index if not exists removed_key_workspace on plinth.removed_key (workspace_id);

alter table plinth.attachment enable row level security;
alter table plinth.removed_key enable row level security;

-- May the caller see this field, in a table that they read? For definer code alone: to others it would tell what is hidden.
create or replace function plinth_private.sees_field(p_field uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return not plinth_private.is_hidden(p_field) or plinth_private.field_access(p_field) is not null;
end
$$;

-- The same for a field of any table, for the policy below: one that is nowhere, or that is not the caller's, is not seen either.
create or replace function plinth_private.may_see_field(p_field uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return plinth_private.sees_field(p_field)
    and exists (select 1 from plinth.field as f where f.id = p_field and plinth_private.scope(f.table_id, 'read') <> 'none');
end
$$;

drop policy if exists plinth_select on plinth.attachment;
create policy plinth_select on plinth.attachment for select to authenticated
  using (state <> 'held' and base_id = any (array(select plinth_private.my_bases()))
    -- Asked once a row: which rule holds depends on the table, and what it says on the record.
    and (select plinth_private.may_reach(table_id, record_id, 'read'))
    and (select plinth_private.may_see_field(field_id)));

-- May the caller remove this queued object? Who removed it, while they may change anything in its table, and when the base is
-- gone, when owners of the workspace may too; others who may change every record of the table; creators always. What was in a field
-- that the caller does not see, or that is gone, is for creators alone: who deletes a record has not seen all its files.
create or replace function plinth_private.may_drain(p_key text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := plinth_private.caller();
  v_key plinth.removed_key;
  v_standing text;
  v_read text;
  v_update text;
begin
  select k.* into v_key from plinth.removed_key as k where k.key = p_key;
  v_standing := plinth_private.standing(v_user, v_key.base_id);
  v_read := plinth_private.scope_of(v_user, v_key.table_id, 'read');
  v_update := plinth_private.scope_of(v_user, v_key.table_id, 'update');
  if v_standing is null then
    return (coalesce(v_key.removed_by = v_user, false)
        or coalesce(plinth_private.workspace_role(v_key.workspace_id) = 'owner', false))
      and not exists (select 1 from plinth.base as b where b.id = v_key.base_id);
  end if;
  return v_standing = 'creator'
    or plinth_private.sees_field(v_key.field_id) and exists (select 1 from plinth.field as f where f.id = v_key.field_id)
      and ((v_read = 'all' and v_update = 'all') or (v_key.removed_by = v_user
        and (v_update <> 'none' or plinth_private.scope_of(v_user, v_key.table_id, 'delete') <> 'none')));
end
$$;

drop policy if exists plinth_select on plinth.removed_key;
create policy plinth_select on plinth.removed_key for select to authenticated
  using ((removed_by = (select plinth_private.caller()) or workspace_id = any (array(select plinth_private.my_workspaces())))
    and (select plinth_private.may_drain(key)));

-- The attachment as the app knows it.
create or replace function plinth_private.attachment_json(p_attachment plinth.attachment) returns jsonb
language sql immutable security invoker set search_path = ''
as $$
  select jsonb_build_object('id', p_attachment.id, 'name', p_attachment.name, 'mime', p_attachment.mime,
    'bytes', p_attachment.bytes, 'key', p_attachment.key, 'thumbKey', p_attachment.thumb_key)
$$;

-- Deletes attachments and queues their objects for removal. Only for triggers and definer code that has checked. The
-- statement holds the conditions that are asked for alone: one for all of them would read every file of the table.
create or replace function plinth_private.queue_attachments(
  p_table uuid, p_records uuid[] default null, p_field uuid default null, p_attachment uuid default null
) returns text[]
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_keys text[];
begin
  execute format('
    with gone as (
      delete from plinth.attachment as a where a.table_id = $1 %s %s %s
      returning a.base_id, a.table_id, a.field_id, a.key, a.thumb_key, a.state, a.bytes, a.thumb_bytes
    ), queued as (
      insert into plinth.removed_key (key, base_id, table_id, field_id, workspace_id, removed_by, bytes)
      select k.key, b.id, gone.table_id, gone.field_id, b.workspace_id, plinth_private.caller(), case when gone.state = ''ready'' then k.bytes end
      from gone join plinth.base as b on b.id = gone.base_id,
      lateral (values (gone.key, gone.bytes), (gone.thumb_key, gone.thumb_bytes)) as k (key, bytes)
      where k.key is not null
      on conflict (key) do nothing returning key)
    select coalesce(array_agg(queued.key), ''{}'') from queued',
    case when p_records is not null then 'and a.record_id = any ($2)' end,
    case when p_field is not null then 'and a.field_id = $3' end,
    case when p_attachment is not null then 'and a.id = $4' end)
    into v_keys using p_table, p_records, p_field, p_attachment;
  return v_keys;
end
$$;

-- The files of a cell, in their order; null when there is no such record. For definer code alone.
create or replace function plinth_private.files_in(p_field plinth.field, p_record uuid) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_files uuid[];
begin
  -- While the caller waited for the record, the field may have become another type.
  if p_field.type <> 'attachment' then
    perform plinth_private.fail(404, 'not_found', jsonb_build_object('table', p_field.table_id));
  end if;
  execute format('select t.%I from data.%I as t where t.id = $1', p_field.column_name, plinth_private.home_relation(p_field))
    into v_files using p_record;
  return v_files;
end
$$;

-- A file's name as it is kept. File names come as they are on disk: marks that nobody sees are taken off, not refused.
create or replace function plinth_private.file_name(p_name text) returns text
language sql stable security definer set search_path = ''
as $$ select plinth_private.clean_name(regexp_replace(plinth_private.plain_text(p_name), '  +', ' ', 'g'), 255) $$;

-- Gives up uploads of these bases that were announced a day ago and never finished, and files of forms that nobody took in in time, and
-- queues their objects. One whose end is just being told is left alone: it is locked, and in its cell then.
create or replace function plinth_private.give_up_uploads(p_bases uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_upload record;
begin
  for v_upload in
    select a.id, a.table_id from plinth.attachment as a
    where a.base_id = any (p_bases) and (a.state = 'pending' and a.created_at < now() - interval '1 day'
      or a.state = 'held' and a.id in (select f.attachment_id from plinth_private.held_file as f where f.expires_at < now()))
    order by a.id limit 1000 for update skip locked
  loop
    perform plinth_private.queue_attachments(v_upload.table_id, null, null, v_upload.id);
  end loop;
end
$$;

-- Announces a file for a cell: writes the pending row that lets exactly this object be uploaded by the caller.
-- file = {id, name, mime, bytes, thumbnail}
create or replace function plinth_private.begin_upload(
  p_table uuid, p_record uuid, p_field uuid, p_file jsonb
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := plinth_private.require_user();
  v_table plinth."table";
  v_field plinth.field;
  v_id uuid;
  v_bytes bigint;
  v_key text;
  v_name text;
  v_held int;
  v_workspace uuid;
  v_row plinth.attachment;
begin
  perform plinth_private.require_change(p_table, p_record);
  select t.* into v_table from plinth."table" as t where t.id = p_table;
  select f.* into v_field from plinth_private.seen_fields(p_table) as f where f.id = p_field and f.type = 'attachment';
  if not found then
    perform plinth_private.fail(404, 'not_found', jsonb_build_object('table', p_table));
  end if;
  perform plinth_private.require_writable(p_table, p_field);
  perform plinth_private.require_settled(v_field);
  v_id := plinth_private.as_uuid(p_file ->> 'id');
  if v_id is null or coalesce(p_file ->> 'bytes', '') !~ '^\d{1,15}$'
     or coalesce(p_file ->> 'mime', '') !~ '^[A-Za-z0-9.+-]{1,80}/[A-Za-z0-9.+-]{1,100}(;[ -~]{0,60})?$' then
    perform plinth_private.fail(400, 'file_refused', jsonb_build_object('table', p_table, 'field', p_field));
  end if;
  v_name := plinth_private.file_name(p_file ->> 'name');
  v_bytes := (p_file ->> 'bytes')::bigint;
  if v_bytes > plinth_private.attachment_bytes() then
    perform plinth_private.fail(413, 'file_too_large', jsonb_build_object('limit', plinth_private.attachment_bytes()));
  end if;
  v_held := cardinality(plinth_private.files_in(v_field, p_record));
  if v_held is null then
    perform plinth_private.fail(404, 'not_found');
  end if;
  -- Uploads that were never finished are given up after a day.
  select b.workspace_id into v_workspace from plinth.base as b where b.id = v_table.base_id;
  perform plinth_private.give_up_uploads(array(select b.id from plinth.base as b where b.workspace_id = v_workspace));
  -- Those that may still be finished count as if they were there.
  perform pg_advisory_xact_lock(hashtextextended('plinth.upload:' || v_user::text, 0));
  perform plinth_private.stay_within(v_held + 1 + (
      select count(*) from plinth.attachment as a
      where a.table_id = p_table and a.record_id = p_record and a.field_id = p_field and a.state = 'pending'
        and a.created_by = v_user and a.id <> v_id),
    plinth_private.limit_of('attachmentsPerCell'), jsonb_build_object('table', p_table, 'field', p_field));
  select a.* into v_row from plinth.attachment as a where a.id = v_id;
  if found then
    if v_row.created_by <> v_user or v_row.record_id <> p_record or v_row.field_id <> p_field then
      perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'id'));
    end if;
  else
    perform plinth_private.require_file_room(v_workspace, v_bytes,
                                             jsonb_build_object('table', p_table, 'field', p_field));
    v_key := 'a/' || v_table.base_id::text || '/' || v_id::text || '/'
          || encode(extensions.gen_random_bytes(16), 'hex');
    insert into plinth.attachment
        (id, base_id, table_id, field_id, record_id, name, mime, bytes, key, thumb_key, created_by)
      values (v_id, v_table.base_id, p_table, p_field, p_record, v_name,
        p_file ->> 'mime', v_bytes, v_key,
        case when coalesce(p_file ->> 'thumbnail', 'false') = 'true' then v_key || '.t' end, v_user)
      returning * into v_row;
  end if;
  return jsonb_build_object('id', v_row.id, 'key', v_row.key, 'thumbKey', v_row.thumb_key);
end
$$;

-- Writes the files of a cell, for a caller who may change the record and holds it. Answers the version of the record then; null
-- when it is not there.
create or replace function plinth_private.set_cell(p_field plinth.field, p_record uuid, p_files uuid[]) returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ver bigint;
begin
  perform plinth_private.require_writable(p_field.table_id, p_field.id);
  perform plinth_private.require_settled(p_field);
  perform set_config('plinth.fields', p_field.id::text, true);
  execute format('update data.%I set %I = $1 where id = $2', plinth_private.home_relation(p_field), p_field.column_name)
    using p_files, p_record;
  perform set_config('plinth.fields', '', true);
  execute format('select t.ver from data.%I as t where t.id = $1',
                 (select t.relation from plinth."table" as t where t.id = p_field.table_id))
    into v_ver using p_record;
  return v_ver;
end
$$;

-- Puts an attachment at the end of its cell, or takes it out; as set_cell.
create or replace function plinth_private.write_cell(p_attachment plinth.attachment, p_stays boolean) returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_field plinth.field;
begin
  select f.* into v_field from plinth.field as f where f.id = p_attachment.field_id;
  return plinth_private.set_cell(v_field, p_attachment.record_id,
    array_remove(plinth_private.files_in(v_field, p_attachment.record_id), p_attachment.id)
      || case when p_stays then array[p_attachment.id] else '{}' end);
end
$$;

-- The object is in storage: puts the attachment into its cell. Sent again, it answers the same.
create or replace function plinth_private.finish_upload(p_attachment uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := plinth_private.require_user();
  v_row plinth.attachment;
  v_size bigint;
  v_ver bigint;
begin
  select a.* into v_row from plinth.attachment as a
    where a.id = p_attachment and a.created_by = v_user and plinth_private.sees_field(a.field_id) for update;
  if not found then
    perform plinth_private.fail(404, 'not_found');
  end if;
  perform plinth_private.require_change(v_row.table_id, v_row.record_id);
  v_size := plinth_private.stored_bytes(v_row.key);
  if v_size is null then
    perform plinth_private.fail(409, 'file_missing');
  elsif v_size > plinth_private.attachment_bytes() then
    perform plinth_private.fail(413, 'file_too_large', jsonb_build_object('limit', plinth_private.attachment_bytes()));
  end if;
  if v_size > v_row.bytes then
    -- More came than was announced; it counts already.
    perform plinth_private.require_file_room(b.workspace_id, 0,
              jsonb_build_object('table', v_row.table_id, 'field', v_row.field_id))
      from plinth.base as b where b.id = v_row.base_id;
  end if;
  v_row.thumb_bytes := plinth_private.stored_bytes(v_row.thumb_key);
  if v_row.thumb_bytes is null then
    v_row.thumb_key := null;
  end if;
  v_ver := plinth_private.write_cell(v_row, true);
  if v_ver is null then
    perform plinth_private.fail(404, 'not_found', jsonb_build_object('table', v_row.table_id));
  end if;
  perform plinth_private.require_stay(v_row.table_id, v_row.record_id);
  v_row.bytes := v_size;
  update plinth.attachment
    set state = 'ready', bytes = v_size, thumb_key = v_row.thumb_key, thumb_bytes = coalesce(v_row.thumb_bytes, 0)
    where id = v_row.id;
  return jsonb_build_object('attachment', plinth_private.attachment_json(v_row), 'ver', v_ver);
exception
  when check_violation then
    perform plinth_private.fail(422, 'limit_exceeded', jsonb_build_object('field', v_row.field_id,
      'limit', plinth_private.limit_of('attachmentsPerCell')));
end
$$;

-- Takes an attachment out of its cell; the keys in the answer are queued and may now be removed from storage.
create or replace function plinth_private.remove_attachment(p_attachment uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_row plinth.attachment;
  v_ver bigint;
begin
  select a.* into v_row from plinth.attachment as a where a.id = p_attachment and plinth_private.sees_field(a.field_id);
  perform plinth_private.require_change(v_row.table_id, v_row.record_id);
  v_ver := plinth_private.write_cell(v_row, false);
  perform plinth_private.require_stay(v_row.table_id, v_row.record_id);
  return jsonb_build_object(
    'keys', to_jsonb(plinth_private.queue_attachments(v_row.table_id, null, null, v_row.id)),
    'ver', coalesce(v_ver, 0));
end
$$;

-- Gives a file another name. Where the name it had is told, another one now is a conflict.
create or replace function plinth_private.rename_attachment(p_attachment uuid, p_name text, p_was text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_row plinth.attachment;
  v_field plinth.field;
  v_ver bigint;
begin
  select a.* into v_row from plinth.attachment as a
    where a.id = p_attachment and a.state = 'ready' and plinth_private.sees_field(a.field_id);
  perform plinth_private.require_change(v_row.table_id, v_row.record_id);
  -- Who waited for the record sees what came of it.
  select a.* into v_row from plinth.attachment as a where a.id = p_attachment;
  if not found then
    perform plinth_private.fail(404, 'not_found');
  elsif v_row.name <> p_was then
    perform plinth_private.fail(409, 'conflict', jsonb_build_object('table', v_row.table_id, 'field', v_row.field_id));
  end if;
  update plinth.attachment as a set name = plinth_private.file_name(p_name) where a.id = p_attachment returning a.* into v_row;
  select f.* into v_field from plinth.field as f where f.id = v_row.field_id;
  -- The cell holds the same files; its record has another version, and those who look at it are told.
  v_ver := plinth_private.set_cell(v_field, v_row.record_id, plinth_private.files_in(v_field, v_row.record_id));
  perform plinth_private.require_stay(v_row.table_id, v_row.record_id);
  return jsonb_build_object('attachment', plinth_private.attachment_json(v_row), 'ver', v_ver);
end
$$;

-- Puts the files of a cell in this order. Those not named stay behind them as they are, and names of files that are not there
-- (any more) do nothing. Where the order it had is told, another one now is a conflict.
create or replace function plinth_private.order_attachments(
  p_table uuid, p_record uuid, p_field uuid, p_order uuid[], p_was uuid[]
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_field plinth.field;
  v_held uuid[];
  v_order uuid[];
  v_ver bigint;
begin
  perform plinth_private.require_change(p_table, p_record);
  select f.* into v_field from plinth_private.seen_fields(p_table) as f where f.id = p_field and f.type = 'attachment';
  if not found then
    perform plinth_private.fail(404, 'not_found', jsonb_build_object('table', p_table));
  elsif p_order is null or cardinality(p_order) > plinth_private.limit_of('attachmentsPerCell') then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'order'));
  end if;
  v_held := plinth_private.files_in(v_field, p_record);
  if v_held is null then
    perform plinth_private.fail(404, 'not_found');
  elsif v_held <> p_was then
    perform plinth_private.fail(409, 'conflict', jsonb_build_object('table', p_table, 'field', p_field));
  end if;
  select array_agg(h.id order by array_position(p_order, h.id) nulls last, h.n) into v_order
    from unnest(v_held) with ordinality as h (id, n);
  v_ver := plinth_private.set_cell(v_field, p_record, coalesce(v_order, '{}'));
  perform plinth_private.require_stay(p_table, p_record);
  return jsonb_build_object('ver', v_ver);
end
$$;

-- Forgets queued keys whose objects are gone from storage.
create or replace function plinth_private.removed_keys_done(p_keys text[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform plinth_private.require_user();
  delete from plinth.removed_key as k
    where k.key = any (p_keys)
      and plinth_private.may_drain(k.key)
      and not exists (select 1 from storage.objects as o where o.bucket_id = 'plinth' and o.name = k.key);
end
$$;
