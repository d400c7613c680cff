-- What a hosted project has in schema `storage` before the first migration runs.
-- Idempotent. Run by the bootstrap as a superuser; the roles and the empty schemas exist already.
-- The last section guards both `storage` and `realtime`.

grant usage on schema storage to postgres, anon, authenticated, service_role, supabase_storage_admin;

do $$
begin
  if to_regtype('storage.buckettype') is null then
    create type storage.buckettype as enum ('STANDARD', 'ANALYTICS', 'VECTOR');
  end if;
end
$$;

create table if not exists storage.buckets (
  id text primary key,
  name text not null,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text,
  type storage.buckettype not null default 'STANDARD'
);
create unique index if not exists bname on storage.buckets (name);

create table if not exists storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text constraint "objects_bucketId_fkey" references storage.buckets (id),
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb
);
create unique index if not exists bucketid_objname on storage.objects (bucket_id, name);
create index if not exists idx_objects_bucket_id_name on storage.objects (bucket_id, name collate "C");
create index if not exists name_prefix_search on storage.objects (name text_pattern_ops);

-- A policy can only be created by the table's owner; the event trigger below keeps this owner from every
-- other change of the tables.
alter table storage.buckets owner to postgres;
alter table storage.objects owner to postgres;
alter type storage.buckettype owner to supabase_storage_admin;
alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
grant all on storage.buckets, storage.objects
  to postgres, anon, authenticated, service_role, supabase_storage_admin;

-- The folders of a key: 'a/b/c.png' → {a,b}.
create or replace function storage.foldername(name text) returns text[]
language plpgsql immutable
as $$
declare
  parts text[] := string_to_array(name, '/');
begin
  return parts[1 : array_length(parts, 1) - 1];
end
$$;

-- The last segment of a key: 'a/b/c.png' → 'c.png'.
create or replace function storage.filename(name text) returns text
language plpgsql immutable
as $$
declare
  parts text[] := string_to_array(name, '/');
begin
  return parts[array_length(parts, 1)];
end
$$;

-- What follows the last dot of a key's file name: 'a/b/c.png' → 'png'.
create or replace function storage.extension(name text) returns text
language plpgsql immutable
as $$
begin
  return reverse(split_part(reverse(storage.filename(name)), '.', 1));
end
$$;

-- The storage route that is being served, such as 'storage.object.list', for policies.
create or replace function storage.operation() returns text
language plpgsql stable
as $$
begin
  return current_setting('storage.operation', true);
end
$$;

-- Whether the current route is `operation`; the prefix 'storage.' may be left out.
create or replace function storage.allow_only_operation(expected_operation text) returns boolean
language sql stable
as $$
  select coalesce(
    regexp_replace(current_setting('storage.operation', true), '^storage\.', '')
      = regexp_replace(nullif(btrim(expected_operation), ''), '^storage\.', ''), false)
$$;

-- Rows and files belong together: a row deleted by SQL would leave its file behind, so only the storage
-- service, which sets this flag in its own transaction, may delete.
create or replace function storage.protect_delete() returns trigger
language plpgsql
as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), 'false') <> 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.'
      using hint = 'This prevents accidental data loss from orphaned objects.', errcode = '42501';
  end if;
  return null;
end
$$;

create or replace function storage.set_updated_at() returns trigger
language plpgsql
as $$
begin
  new.updated_at := now();
  return new;
end
$$;

create or replace trigger protect_objects_delete before delete on storage.objects
  for each statement execute function storage.protect_delete();
create or replace trigger protect_buckets_delete before delete on storage.buckets
  for each statement execute function storage.protect_delete();
create or replace trigger protect_objects_truncate before truncate on storage.objects
  for each statement execute function storage.protect_delete();
create or replace trigger protect_buckets_truncate before truncate on storage.buckets
  for each statement execute function storage.protect_delete();
create or replace trigger update_objects_updated_at before update on storage.objects
  for each row execute function storage.set_updated_at();

-- Refuses every DDL statement on `storage` and `realtime` but those on policies, and privileges and
-- comments, which hosted allows too. The session's role counts, not the current one: neither SET ROLE
-- nor a definer function opens the door. The check stands inside each trigger function, because the roles
-- that run DDL need no USAGE on this schema.
create or replace function storage.refuse_provider_ddl() returns event_trigger
language plpgsql set search_path = ''
as $$
declare
  command record;
  place text;
begin
  if (select rolsuper from pg_catalog.pg_roles where rolname = session_user) then
    return;
  end if;
  for command in select * from pg_catalog.pg_event_trigger_ddl_commands() loop
    continue when command.command_tag in
      ('CREATE POLICY', 'ALTER POLICY', 'COMMENT', 'GRANT', 'REVOKE', 'ALTER DEFAULT PRIVILEGES');
    -- Triggers and rules have no schema of their own; their address begins with their table's.
    place := coalesce(command.schema_name, (pg_catalog.pg_identify_object_as_address(
      command.classid, command.objid, 0)).object_names[1]);
    if place in ('storage', 'realtime') then
      raise exception 'must be owner of % %', lower(command.object_type), command.object_identity
        using errcode = '42501';
    end if;
  end loop;
  -- A table that was moved away is no longer found by its schema.
  if pg_catalog.to_regclass('storage.objects') is null or pg_catalog.to_regclass('storage.buckets') is null
    or pg_catalog.to_regclass('realtime.messages') is null then
    raise exception 'must be owner of the tables of storage and realtime' using errcode = '42501';
  end if;
end
$$;

create or replace function storage.refuse_provider_drop() returns event_trigger
language plpgsql set search_path = ''
as $$
declare
  dropped record;
begin
  if (select rolsuper from pg_catalog.pg_roles where rolname = session_user) then
    return;
  end if;
  for dropped in select * from pg_catalog.pg_event_trigger_dropped_objects() loop
    if dropped.object_type <> 'policy'
      and coalesce(dropped.schema_name, dropped.address_names[1]) in ('storage', 'realtime') then
      raise exception 'must be owner of % %', dropped.object_type, dropped.object_identity
        using errcode = '42501';
    end if;
  end loop;
end
$$;

do $$
declare
  f text;
begin
  foreach f in array array['foldername(text)', 'filename(text)', 'extension(text)', 'operation()',
    'allow_only_operation(text)', 'protect_delete()', 'set_updated_at()',
    'refuse_provider_ddl()', 'refuse_provider_drop()'] loop
    execute format('alter function storage.%s owner to supabase_storage_admin', f);
  end loop;
  -- Only a superuser can make event triggers; a database that gives none protects its schemas itself.
  if (select rolsuper from pg_roles where rolname = current_user) then
    drop event trigger if exists plinth_provider_ddl;
    drop event trigger if exists plinth_provider_drop;
    create event trigger plinth_provider_ddl on ddl_command_end
      execute function storage.refuse_provider_ddl();
    create event trigger plinth_provider_drop on sql_drop
      execute function storage.refuse_provider_drop();
  end if;
end
$$;
