-- Buckets, and what may be done with the objects in them.

insert into storage.buckets (id, name, public, file_size_limit)
  values ('plinth', 'plinth', false, 52428800)
  on conflict (id) do nothing;

-- Pictures of people have a bucket of their own, because only a bucket limits size and type of what is stored. Types that
-- can hold scripts are not among them.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values ('plinth-avatars', 'plinth-avatars', false, 1048576,
    array['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'])
  on conflict (id) do nothing;

-- May the caller, who has a profile, store one more picture? The lock lets one upload of a person count at a time.
create or replace function plinth_private.may_store_avatar() returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := plinth_private.caller();
begin
  if not exists (select 1 from plinth.profile as p where p.id = v_user) then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('plinth.avatar:' || v_user::text, 0));
  return plinth_private.limit_of('avatarsPerPerson') > (
    select count(*) from storage.objects as o
    where o.bucket_id = 'plinth-avatars' and starts_with(o.name, 'u/' || v_user::text || '/'));
end
$$;

-- May this object of a form's be stored, by whoever has its key (20261101007050_held_files.sql)? It was announced through a link that still holds, no answers came with it yet, and it is
-- not larger than announced, where storage says what is to come.
create or replace function plinth_private.may_store_held(p_key text, p_bytes numeric) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select 1 from plinth.attachment as a join plinth_private.held_file as f on f.attachment_id = a.id
    join plinth_private.share_link as l on l.id = f.link_id join plinth."table" as t on t.id = a.table_id
    where a.key = p_key and a.state = 'held' and not f.is_sent and f.expires_at > now() and (l.expires_at is null or l.expires_at > now())
      and plinth_private.may_share(l.made_by, t.base_id) and coalesce(p_bytes, 0) <= a.bytes);
end
$$;

-- May this object be read by whoever has its key? A link told it a moment ago (20261101007014_shared_files.sql), and the link still holds. It is
-- fetched, and nothing else: a signed address would go on when the link is over, and whoever lists has no key.
create or replace function plinth_private.is_told(p_key text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return storage.operation() is not distinct from 'storage.object.get_authenticated' and exists (
    select 1 from plinth.attachment as a join plinth_private.told_file as f on f.attachment_id = a.id
    join plinth_private.share_link as l on l.id = f.link_id join plinth."table" as t on t.id = l.table_id
    where a.key = case when right(p_key, 2) = '.t' then left(p_key, -2) else p_key end and a.state = 'ready' and f.expires_at > now()
      and (l.expires_at is null or l.expires_at > now()) and plinth_private.may_share(l.made_by, t.base_id));
end
$$;

-- One policy per command. Paths of files are known only to who may read the record: objects are never listed (but for
-- one's own pictures), never overwritten.
drop policy if exists plinth_insert on storage.objects;
create policy plinth_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'plinth' and (
    exists (select 1 from plinth.attachment as a
            where a.key = case when right(objects.name, 2) = '.t' then left(objects.name, -2) else objects.name end
              and (objects.name = a.key or objects.name = a.thumb_key)
              -- Where storage tells what is to come: no more than was announced, whatever of it is there yet.
              and coalesce((objects.metadata ->> 'contentLength')::numeric, 0)
                  <= case when objects.name = a.key then a.bytes else plinth_private.limit_of('thumbnailBytes') end
              and a.state = 'pending' and a.created_by = (select plinth_private.caller())
              and (select plinth_private.may_reach(a.table_id, a.record_id, 'update'))
              and (select plinth_private.may_store_file(a.base_id))))
    or bucket_id = 'plinth' and (select plinth_private.may_store_held(objects.name, (objects.metadata ->> 'contentLength')::numeric))
    or bucket_id = 'plinth-avatars' and name ~ '^u/[0-9a-f-]{36}/[A-Za-z0-9_-]{8,64}$'
      and split_part(name, '/', 2) = (select plinth_private.caller()::text)
      and (select plinth_private.may_store_avatar()));

drop policy if exists plinth_select on storage.objects;
create policy plinth_select on storage.objects for select to authenticated
  using (bucket_id = 'plinth' and (select coalesce(storage.operation(), '') !~ 'list') and (
    exists (select 1 from plinth.attachment as a
            where a.key = case when right(objects.name, 2) = '.t' then left(objects.name, -2) else objects.name end)
    or exists (select 1 from plinth.removed_key as k where k.key = objects.name)
    or (select plinth_private.is_told(objects.name)))
    or bucket_id = 'plinth-avatars' and name ~ '^u/' and (
      split_part(name, '/', 2) = (select plinth_private.caller()::text)
      or (select coalesce(storage.operation(), '') !~ 'list') and split_part(name, '/', 2) = any (array(
          select c.id::text from plinth_private.my_colleagues() as c (id)))));

drop policy if exists plinth_delete on storage.objects;
create policy plinth_delete on storage.objects for delete to authenticated
  using (bucket_id = 'plinth' and exists (select 1 from plinth.removed_key as k where k.key = objects.name)
    or bucket_id = 'plinth-avatars' and name ~ '^u/' and split_part(name, '/', 2) = (select plinth_private.caller()::text));

-- Whoever has an announced key stores its object, signed in or not; who is not may do nothing else here.
drop policy if exists plinth_insert_held on storage.objects;
create policy plinth_insert_held on storage.objects for insert to anon
  with check (bucket_id = 'plinth'
    and (select plinth_private.may_store_held(objects.name, (objects.metadata ->> 'contentLength')::numeric)));

-- Whoever was told of a file by a link reads it, signed in or not.
drop policy if exists plinth_select_told on storage.objects;
create policy plinth_select_told on storage.objects for select to anon
  using (bucket_id = 'plinth' and (select plinth_private.is_told(objects.name)));
