-- Sweeping: what lies in storage and belongs to no record, and what records name and storage does not hold
-- (docs/decisions/0044-sweeping-files.md).

-- The bases of a workspace that the caller shapes. Refused where there are none, but to owners of the workspace.
create or replace function plinth_private.swept_bases(p_workspace uuid) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_role text := plinth_private.require_workspace(p_workspace, 'guest');
  v_bases uuid[] := array(
    select b.id from plinth.base as b where b.workspace_id = p_workspace and b.id in (select plinth_private.my_bases(true)));
begin
  if v_bases = '{}' and v_role <> 'owner' then
    perform plinth_private.fail(403, 'forbidden');
  end if;
  return v_bases;
end
$$;

-- Objects under the keys of these bases that no row names, neither a file nor the queue. What came within the last day is left: a
-- service writes the object before anybody can tell what became of its announcement.
create or replace function plinth_private.stray_objects(p_bases uuid[]) returns table (key text, base_id uuid, bytes bigint)
language sql stable security definer set search_path = ''
as $$
  select o.name, b.id, coalesce((o.metadata ->> 'size')::bigint, 0)
  from storage.objects as o join plinth.base as b on b.id::text = split_part(o.name, '/', 2)
  where o.bucket_id = 'plinth' and b.id = any (p_bases) and o.created_at < now() - interval '1 day'
    and o.name ~ '^a/[0-9a-f-]{36}/[0-9a-f-]{36}/[0-9a-f]{32}(\.t)?$'
    and not exists (select 1 from plinth.attachment as a
                    where a.key = regexp_replace(o.name, '\.t$', '') and o.name in (a.key, a.thumb_key))
    and not exists (select 1 from plinth.removed_key as k where k.key = o.name)
$$;

-- Files of these bases that a record names and storage does not hold. What is in the trash is left as it is.
create or replace function plinth_private.files_without_object(p_bases uuid[]) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select a.id from plinth.attachment as a
  join plinth."table" as t on t.id = a.table_id and t.base_id = a.base_id
  join plinth.field as f on f.id = a.field_id and f.table_id = a.table_id and f.type = 'attachment'
  where a.base_id = any (p_bases) and a.state = 'ready' and a.created_at < now() - interval '1 day'
    and not exists (select 1 from storage.objects as o where o.bucket_id = 'plinth' and o.name = a.key)
$$;

-- What a sweep would remove: UnusedFiles. Objects of no row, of uploads that were given up, and of removed files that still wait.
create or replace function plinth_private.unused_files(p_workspace uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_bases uuid[] := plinth_private.swept_bases(p_workspace);
  v_unused jsonb;
begin
  select jsonb_build_object('files', count(distinct regexp_replace(u.key, '\.t$', '')), 'bytes', coalesce(sum(u.bytes), 0)) into v_unused
    from (
      select s.key, s.bytes from plinth_private.stray_objects(v_bases) as s
      union all
      select o.name, coalesce((o.metadata ->> 'size')::bigint, 0)
        from plinth.attachment as a join storage.objects as o on o.bucket_id = 'plinth' and o.name in (a.key, a.thumb_key)
        where a.base_id = any (v_bases) and a.state = 'pending' and a.created_at < now() - interval '1 day'
      union all
      select k.key, coalesce(k.bytes, plinth_private.stored_bytes(k.key), 0)
        from plinth.removed_key as k where k.workspace_id = p_workspace and plinth_private.may_drain(k.key)
    ) as u;
  return v_unused || jsonb_build_object('missing', (select count(*) from plinth_private.files_without_object(v_bases)));
end
$$;

-- A step of a sweep: gives up old announcements, and queues at most so many objects that no row names, to be removed from storage as
-- removed files are. {queued, left}: left says whether there are more.
create or replace function plinth_private.sweep_files(p_workspace uuid, p_take int) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_bases uuid[] := plinth_private.swept_bases(p_workspace);
  v_none constant uuid := '00000000-0000-0000-0000-000000000000';
  v_queued int;
begin
  if p_take is null or p_take not between 1 and 1000 then
    perform plinth_private.fail(400, 'invalid_input', '{"rule": "take"}');
  end if;
  perform plinth_private.give_up_uploads(v_bases);
  insert into plinth.removed_key (key, base_id, table_id, field_id, workspace_id, removed_by, bytes)
    select s.key, s.base_id, v_none, v_none, p_workspace, plinth_private.caller(), s.bytes
    from plinth_private.stray_objects(v_bases) as s order by s.key limit p_take
    on conflict (key) do nothing;
  get diagnostics v_queued = row_count;
  return jsonb_build_object('queued', v_queued, 'left', exists (select 1 from plinth_private.stray_objects(v_bases)));
end
$$;

-- The next files, at most 100, that records name and storage does not hold; `remove_attachment` takes them out of their records.
create or replace function plinth_private.missing_files(p_workspace uuid, p_after uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_bases uuid[] := plinth_private.swept_bases(p_workspace);
begin
  return coalesce((select jsonb_agg(m.id order by m.id) from (
    select f.id from plinth_private.files_without_object(v_bases) as f (id)
    where p_after is null or f.id > p_after order by f.id limit 100) as m), '[]');
end
$$;

-- What is in storage and in no record of the bases of a workspace that the caller shapes.
create or replace function plinth.unused_files(workspace uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select plinth_private.unused_files($1) $$;

-- Queues a step of that for removal.
create or replace function plinth.sweep_files(workspace uuid, take int) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.sweep_files($1, $2) $$;

-- Files in records that storage does not hold.
create or replace function plinth.missing_files(workspace uuid, after uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select plinth_private.missing_files($1, $2) $$;

select plinth_private.close_functions(array['swept_bases(uuid)', 'stray_objects(uuid[])', 'files_without_object(uuid[])',
  'unused_files(uuid)', 'sweep_files(uuid, int)', 'missing_files(uuid, uuid)']);
select plinth_private.open_calls(array['unused_files(uuid)', 'sweep_files(uuid, int)', 'missing_files(uuid, uuid)']);
