-- Roles as a hosted project has them before any migration of ours runs.
-- {{owner}} is the role that runs migrations; its name is `postgres` wherever that is not a superuser.

do $$
declare
  wanted text;
begin
  foreach wanted in array array[
    '{{owner}}', 'anon', 'authenticated', 'service_role', 'authenticator', 'dashboard_user',
    'supabase_admin', 'supabase_auth_admin', 'supabase_storage_admin', 'supabase_realtime_admin'
  ]
  loop
    if not exists (select from pg_catalog.pg_roles where rolname = wanted) then
      execute pg_catalog.format('create role %I', wanted);
    end if;
  end loop;
end
$$;

alter role "{{owner}}" with login nosuperuser createrole createdb replication bypassrls;
alter role anon with nologin noinherit nosuperuser nobypassrls;
alter role authenticated with nologin noinherit nosuperuser nobypassrls;
alter role service_role with nologin noinherit nosuperuser bypassrls;
alter role authenticator with login noinherit nosuperuser nobypassrls;
alter role dashboard_user with nologin nosuperuser createrole createdb replication;
alter role supabase_admin with login superuser createrole createdb replication bypassrls;
alter role supabase_auth_admin with login noinherit nosuperuser createrole;
alter role supabase_storage_admin with login noinherit nosuperuser createrole;
alter role supabase_realtime_admin with login noinherit nosuperuser;

grant anon, authenticated, service_role to authenticator;
grant anon, authenticated, service_role, authenticator to "{{owner}}" with admin option;
grant anon, authenticated, service_role to supabase_storage_admin;
grant pg_read_all_data, pg_monitor, pg_signal_backend to "{{owner}}";

-- A role's own settings apply when it logs in; for the roles that requests switch to, the gateway
-- applies them to each transaction.
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';
alter role supabase_auth_admin set search_path = 'auth';
alter role supabase_auth_admin set idle_in_transaction_session_timeout = '60s';
alter role supabase_storage_admin set search_path = 'storage';
alter role supabase_admin set search_path = '$user', 'public', 'auth', 'extensions';
alter role "{{owner}}" set search_path = '$user', 'public', 'extensions';

-- Lets the owner run `alter role authenticator set pgrst.… = …`, the way to expose more schemas.
grant set on parameter pgrst.db_schemas to "{{owner}}";
grant set on parameter pgrst.db_extra_search_path to "{{owner}}";
grant set on parameter pgrst.db_max_rows to "{{owner}}";
