-- Files that come with the forms of links: announced with the token, stored by whoever has the announced key, and held. Nobody reads them
-- until somebody who may change the record takes them in; they go when nobody does (docs/decisions/0051-forms.md).

create table if not exists plinth_private.held_file (
  attachment_id uuid primary key references plinth.attachment (id) on delete cascade,
  -- Null: its link was taken back; then it is not stored any more.
  link_id uuid references plinth_private.share_link (id) on delete set null,
  -- Sent with answers: it belongs to a record.
  is_sent boolean not null default false,
  expires_at timestamptz not null
);
create index if not exists held_file_link on plinth_private.held_file (link_id);
create index if not exists held_file_end on plinth_private.held_file (expires_at);
alter table plinth_private.held_file enable row level security;
revoke all on plinth_private.held_file from public, anon, authenticated, service_role;

-- Announces a file for a question, with the claims of the link's maker: {upload, path}, or {error}. file = {field, name, type, size}
create or replace function plinth_private.announce_file(p_link plinth_private.share_link, p_file jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_base plinth.base;
  v_field uuid;
  v_id uuid := plinth_private.uuid_v7();
  v_bytes bigint := case when p_file ->> 'size' ~ '^\d{1,15}$' then (p_file ->> 'size')::bigint end;
  v_type text := coalesce(nullif(p_file ->> 'type', ''), 'application/octet-stream');
  v_most bigint := least(plinth_private.limit_of('submittedFileBytes'), plinth_private.attachment_bytes());
  v_key text;
begin
  select (q.field).id into v_field from plinth_private.told_questions(p_link, plinth_private.form_of_share(p_link)) as q
    where (q.field).type = 'attachment' and q.question -> 'isHidden' is distinct from 'true'
      and (q.field).id = plinth_private.page_mark(p_link, plinth_private.as_uuid(p_file ->> 'field'), false);
  if v_field is null or v_bytes is null or v_type !~ '^[A-Za-z0-9.+-]{1,80}/[A-Za-z0-9.+-]{1,100}(;[ -~]{0,60})?$' then
    return '{"error": {"code": "file_refused"}}';
  elsif v_bytes > v_most then
    return jsonb_build_object('error', jsonb_build_object('code', 'file_too_large', 'details', jsonb_build_object('limit', v_most)));
  end if;
  select b.* into v_base from plinth."table" as t join plinth.base as b on b.id = t.base_id where t.id = p_link.table_id;
  perform plinth_private.give_up_uploads(array[v_base.id]);
  perform plinth_private.require_file_room(v_base.workspace_id, v_bytes, '{}');
  v_key := 'a/' || v_base.id::text || '/' || v_id::text || '/' || encode(extensions.gen_random_bytes(16), 'hex');
  -- Of a record that is nowhere, until answers come.
  insert into plinth.attachment (id, base_id, table_id, field_id, record_id, name, mime, bytes, key, state, created_by)
    values (v_id, v_base.id, p_link.table_id, v_field, gen_random_uuid(), plinth_private.file_name(p_file ->> 'name'), v_type, v_bytes, v_key,
            'held', p_link.made_by);
  insert into plinth_private.held_file (attachment_id, link_id, expires_at) values (v_id, p_link.id, now() + interval '1 hour');
  return jsonb_build_object('upload', v_id, 'path', v_key);
end
$$;

-- Announces a file for a question of a link's form: {upload, path}, or {error}.
create or replace function plinth_private.begin_shared_upload(p_token text, p_pass text, p_file jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_link plinth_private.share_link := plinth_private.open_share(p_token, p_pass);
begin
  if coalesce(jsonb_typeof(p_file), '') <> 'object' or octet_length(p_file::text) > 5000 then
    perform plinth_private.fail(400, 'invalid_input', '{"rule": "file"}');
  end if;
  perform plinth_private.take_turn(v_link, true);
  return plinth_private.write_as_maker(v_link, 'file', p_file);
end
$$;

-- Files of a submission by the ids of fields; null where one is for no question, or there are too many.
create or replace function plinth_private.unmarked_files(p_link plinth_private.share_link, p_form jsonb, p_files jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_files jsonb;
begin
  if jsonb_typeof(p_files) <> 'object' or exists (
       select 1 from jsonb_each(p_files) as f
       where jsonb_typeof(f.value) <> 'array' or plinth_private.record_ids(f.value, plinth_private.limit_of('filesPerSubmission')) is null) then
    return null;
  end if;
  select coalesce(jsonb_object_agg((q.field).id, f.value), '{}') into v_files
    from jsonb_each(p_files) as f
    join plinth_private.told_questions(p_link, p_form) as q
      on (q.field).id = plinth_private.page_mark(p_link, plinth_private.as_uuid(f.key), false) and (q.field).type = 'attachment';
  return case when (select count(*) from jsonb_object_keys(v_files)) = (select count(*) from jsonb_object_keys(p_files))
    and (select coalesce(sum(jsonb_array_length(f.value)), 0) from jsonb_each(v_files) as f) <= plinth_private.limit_of('filesPerSubmission')
    then v_files end;
end
$$;

-- Gives the files of a submission to the record that it becomes; answers why one cannot be, or null. Each was announced through this link for
-- this question, is in storage as it was announced, and is sent once.
create or replace function plinth_private.claim_files(p_link plinth_private.share_link, p_files jsonb, p_record uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_one record;
  v_key text;
  v_stored bigint;
  v_bytes bigint;
begin
  for v_one in
    select f.key::uuid as field, u.id::uuid as id from jsonb_each(p_files) as f, jsonb_array_elements_text(f.value) as u (id) order by 2
  loop
    update plinth_private.held_file as f
      set is_sent = true, expires_at = now() + make_interval(days => plinth_private.limit_of('quarantineDays')::int)
      from plinth.attachment as a
      where f.attachment_id = v_one.id and a.id = v_one.id and a.field_id = v_one.field and f.link_id = p_link.id and not f.is_sent
        and f.expires_at > now() and a.state = 'held'
      returning a.key, a.bytes into v_key, v_bytes;
    v_stored := plinth_private.stored_bytes(v_key);
    if not found or v_stored is null then
      return jsonb_build_object('code', 'file_missing', 'details', jsonb_build_object('field', v_one.field));
    elsif v_stored > v_bytes then
      return jsonb_build_object('code', 'file_refused', 'details', jsonb_build_object('field', v_one.field));
    end if;
    update plinth.attachment as a set record_id = p_record, bytes = v_stored where a.id = v_one.id;
  end loop;
  return null;
end
$$;

-- Lets go of the files of a record that was not made: they may be sent again.
create or replace function plinth_private.release_files(p_record uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update plinth_private.held_file as f set is_sent = false, expires_at = now() + interval '1 hour'
    from plinth.attachment as a where a.id = f.attachment_id and a.record_id = p_record and a.state = 'held';
end
$$;

-- Files that are held for records, as far as the caller may change these and write their fields: the oldest first, at most 200 records.
create or replace function plinth_private.quarantined_files(p_table uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform plinth_private.require_scope(p_table, 'read');
  if plinth_private.scope(p_table, 'update') = 'none' then
    return '[]';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('record', r.record_id, 'files', r.files,
             'expiresAt', to_char(r.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by r.expires_at, r.record_id), '[]')
    from (
      select a.record_id, min(f.expires_at) as expires_at, jsonb_agg(jsonb_build_object('id', a.id, 'field', a.field_id, 'name', a.name,
               'type', a.mime, 'size', a.bytes) order by a.id) as files
      from plinth.attachment as a join plinth_private.held_file as f on f.attachment_id = a.id
      where a.table_id = p_table and a.state = 'held' and f.is_sent and f.expires_at > now()
        and a.field_id in (select x.id from plinth_private.form_fields(p_table) as x)
        and plinth_private.may_reach(p_table, a.record_id, 'update')
      group by a.record_id order by 2, 1 limit 200) as r);
end
$$;

-- The files that are held for a record that the caller may change, in fields that they may write; refuses where there are none.
create or replace function plinth_private.take_held(p_table uuid, p_record uuid) returns setof plinth.attachment
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform plinth_private.require_change(p_table, p_record);
  return query
    select a.* from plinth.attachment as a join plinth_private.held_file as f on f.attachment_id = a.id
    where a.table_id = p_table and a.record_id = p_record and a.state = 'held' and f.is_sent and f.expires_at > now()
      and a.field_id in (select x.id from plinth_private.form_fields(p_table) as x)
    order by a.id for update;
  if not found then
    perform plinth_private.fail(404, 'not_found', jsonb_build_object('table', p_table));
  end if;
end
$$;

-- Takes the files that are held for a record into their fields.
create or replace function plinth_private.accept_files(p_table uuid, p_record uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_file plinth.attachment;
begin
  for v_file in select h.* from plinth_private.take_held(p_table, p_record) as h loop
    perform plinth_private.write_cell(v_file, true);
    update plinth.attachment as a set state = 'ready' where a.id = v_file.id;
    delete from plinth_private.held_file as f where f.attachment_id = v_file.id;
  end loop;
  perform plinth_private.require_stay(p_table, p_record);
exception
  when check_violation then
    perform plinth_private.fail(422, 'limit_exceeded', jsonb_build_object('table', p_table,
      'limit', plinth_private.limit_of('attachmentsPerCell')));
end
$$;

-- Deletes the files that are held for a record.
create or replace function plinth_private.reject_files(p_table uuid, p_record uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform plinth_private.queue_attachments(p_table, null, null, h.id) from plinth_private.take_held(p_table, p_record) as h;
end
$$;

-- Announces a file for a link's form.
create or replace function plinth.begin_shared_upload(token text, pass text, file jsonb) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '8s'
as $$ select plinth_private.begin_shared_upload($1, $2, $3) $$;

-- Files that came with forms and that nobody took in yet.
create or replace function plinth.quarantined_files("table" uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select plinth_private.quarantined_files($1) $$;

-- Takes a record's held files in.
create or replace function plinth.accept_files("table" uuid, record uuid) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.accept_files($1, $2); select null::jsonb $$;

-- Deletes a record's held files.
create or replace function plinth.reject_files("table" uuid, record uuid) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.reject_files($1, $2); select null::jsonb $$;

select plinth_private.close_functions(array[
  'announce_file(plinth_private.share_link, jsonb)', 'begin_shared_upload(text, text, jsonb)', 'may_store_held(text, numeric)',
  'unmarked_files(plinth_private.share_link, jsonb, jsonb)', 'claim_files(plinth_private.share_link, jsonb, uuid)', 'release_files(uuid)',
  'quarantined_files(uuid)', 'take_held(uuid, uuid)', 'accept_files(uuid, uuid)', 'reject_files(uuid, uuid)'
]);
select plinth_private.open_calls(array['begin_shared_upload(text, text, jsonb)', 'quarantined_files(uuid)', 'accept_files(uuid, uuid)',
  'reject_files(uuid, uuid)']);
grant execute on function plinth.begin_shared_upload(text, text, jsonb), plinth_private.begin_shared_upload(text, text, jsonb),
  plinth_private.may_store_held(text, numeric) to anon;
grant execute on function plinth_private.may_store_held(text, numeric) to authenticated, service_role;
