-- Schemas, their owners, extensions and who may use them.

do $$
begin
  execute pg_catalog.format('alter database %I owner to %I', pg_catalog.current_database(), '{{owner}}');
  execute pg_catalog.format(
    'alter database %I set search_path = "$user", public, extensions', pg_catalog.current_database());
end
$$;

create schema if not exists extensions authorization "{{owner}}";
create schema if not exists auth authorization supabase_auth_admin;
create schema if not exists storage authorization supabase_storage_admin;
create schema if not exists realtime authorization supabase_realtime_admin;
create schema if not exists graphql_public authorization supabase_admin;
create schema if not exists supabase_migrations authorization "{{owner}}";

create extension if not exists pgcrypto with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;
create extension if not exists pg_trgm with schema extensions;

grant usage on schema public, extensions to anon, authenticated, service_role, supabase_storage_admin;
grant usage on schema extensions to supabase_auth_admin, supabase_realtime_admin, dashboard_user;
grant usage on schema graphql_public to "{{owner}}", anon, authenticated, service_role;
grant usage on schema auth to "{{owner}}", anon, authenticated, service_role,
  supabase_storage_admin, supabase_realtime_admin, dashboard_user;
grant usage on schema storage to "{{owner}}", anon, authenticated, service_role, dashboard_user;
grant usage on schema realtime to "{{owner}}", anon, authenticated, service_role, dashboard_user;

-- The owner may read and write the services' tables and put triggers on them, not define more.
alter default privileges for role supabase_auth_admin in schema auth
  grant all on tables to "{{owner}}", dashboard_user;
alter default privileges for role supabase_auth_admin in schema auth
  grant all on sequences to "{{owner}}", dashboard_user;
alter default privileges for role supabase_storage_admin in schema storage
  grant all on tables to "{{owner}}", service_role;
alter default privileges for role supabase_storage_admin in schema storage
  grant all on sequences to "{{owner}}", service_role;
alter default privileges for role supabase_realtime_admin in schema realtime
  grant all on tables to "{{owner}}", dashboard_user;
alter default privileges for role supabase_realtime_admin in schema realtime
  grant all on sequences to "{{owner}}", dashboard_user;

-- The services' own set-up declares publications and looks up extension functions.
do $$
begin
  execute pg_catalog.format('grant create on database %I to supabase_realtime_admin',
    pg_catalog.current_database());
end
$$;

do $$
begin
  if not exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;
alter publication supabase_realtime owner to "{{owner}}";
