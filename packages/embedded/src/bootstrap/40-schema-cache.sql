-- Tells the gateway to read its schema cache anew after DDL, for the same commands as a hosted
-- project does: CREATE POLICY, GRANT and CREATE INDEX are not among them.

create or replace function extensions.pgrst_ddl_watch() returns event_trigger
language plpgsql
as $$
declare
  cmd record;
begin
  for cmd in select * from pg_catalog.pg_event_trigger_ddl_commands()
  loop
    if cmd.command_tag in (
        'CREATE SCHEMA', 'ALTER SCHEMA',
        'CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO', 'ALTER TABLE',
        'CREATE FOREIGN TABLE', 'ALTER FOREIGN TABLE',
        'CREATE VIEW', 'ALTER VIEW',
        'CREATE MATERIALIZED VIEW', 'ALTER MATERIALIZED VIEW',
        'CREATE FUNCTION', 'ALTER FUNCTION',
        'CREATE TRIGGER', 'CREATE TYPE', 'ALTER TYPE', 'CREATE RULE', 'COMMENT')
      and cmd.schema_name is distinct from 'pg_temp'
    then
      notify pgrst, 'reload schema';
    end if;
  end loop;
end
$$;

create or replace function extensions.pgrst_drop_watch() returns event_trigger
language plpgsql
as $$
declare
  obj record;
begin
  for obj in select * from pg_catalog.pg_event_trigger_dropped_objects()
  loop
    if obj.object_type in (
        'schema', 'table', 'foreign table', 'view', 'materialized view',
        'function', 'trigger', 'type', 'rule')
      and obj.is_temporary is false
    then
      notify pgrst, 'reload schema';
    end if;
  end loop;
end
$$;

alter function extensions.pgrst_ddl_watch() owner to supabase_admin;
alter function extensions.pgrst_drop_watch() owner to supabase_admin;

do $$
begin
  if not exists (select from pg_catalog.pg_event_trigger where evtname = 'pgrst_ddl_watch') then
    create event trigger pgrst_ddl_watch on ddl_command_end
      execute function extensions.pgrst_ddl_watch();
  end if;
  if not exists (select from pg_catalog.pg_event_trigger where evtname = 'pgrst_drop_watch') then
    create event trigger pgrst_drop_watch on sql_drop
      execute function extensions.pgrst_drop_watch();
  end if;
end
$$;
