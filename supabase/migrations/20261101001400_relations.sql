-- Relations in schema data: the columns, rules, policies, grants and triggers of the tables that are made at run time.

-- The definition of a field's column with its rules, for CREATE TABLE; null: the table has the column already.
create or replace function plinth_private.column_sql(p_field plinth.field) returns text
language sql stable security invoker set search_path = ''
as $$
  select case when plinth_private.system_column(p_field.type) is null then format('%I %s', p_field.column_name, plinth_private.column_type(p_field.type))
      || coalesce((select string_agg(format(' constraint %I check (%s)', c.name, c.body), '')
                   from plinth_private.column_checks(p_field.type, p_field.column_name, p_field.options) as c
                   -- What is computed is as it must be.
                   where p_field.formula is null), '') end
$$;

-- Lets API roles write a field's column. Cells of attachments and links are written by checked functions only, computed ones by nobody.
create or replace function plinth_private.grant_column(p_relation text, p_field plinth.field) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if p_field.type not in ('attachment', 'link') and not plinth_private.is_computed_field(p_field) then
    execute format('grant insert (%I), update (%1$I) on data.%I to authenticated', p_field.column_name, p_relation);
  end if;
end
$$;

-- Policies, grants and triggers of a new relation.
create or replace function plinth_private.guard_relation(p_table uuid, p_relation text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_command record;
begin
  execute format('alter table data.%I enable row level security', p_relation);
  execute format('revoke all on data.%I from public, anon, authenticated', p_relation);
  execute format('grant select, delete, insert (id) on data.%I to authenticated', p_relation);
  execute format('grant all on data.%I to service_role', p_relation);
  for v_command in select * from plinth_private.policies_of(p_table) loop
    execute format('create policy %I on data.%I for %s to authenticated %s', 'plinth_' || v_command.command,
                   p_relation, v_command.command, v_command.body);
  end loop;
  -- A few pages for a million records, by which one alternative of permit_sql is served.
  execute format('create index %I on data.%I using brin (created_at) with (autosummarize = on)',
                 'made_' || replace(p_table::text, '-', ''), p_relation);
  execute format('create trigger plinth_stamp before update on data.%I for each row
                  execute function plinth_private.stamp()', p_relation);
  execute format('create trigger plinth_back before insert on data.%I for each row when (current_setting(''plinth.back'', true) = ''on'')
                  execute function plinth_private.give_back(%L)', p_relation, p_table);
  for v_command in select * from (values ('insert', 'new'), ('update', 'new'), ('delete', 'old')) as c (command, rows) loop
    execute format('create trigger %I after %s on data.%I referencing %s table as changed_rows
                    for each statement execute function plinth_private.log_rows(%L)',
                   'plinth_log_' || v_command.command, v_command.command, p_relation, v_command.rows, p_table);
  end loop;
  execute format('create trigger plinth_log_truncate after truncate on data.%I
                  for each statement execute function plinth_private.log_truncate(%L)', p_relation, p_table);
  perform plinth_private.guard_values(p_table);
end
$$;

-- Drops one table's relation, log, files and links, and the fields of it that are in the trash. Only for definer code that has
-- checked.
create or replace function plinth_private.drop_relation(p_table uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_relation text;
  v_name text;
begin
  perform plinth_private.drop_relation(x.table_id) from plinth_private.trash as x where x.home = p_table;
  select t.relation into v_relation from plinth."table" as t where t.id = p_table;
  if not found then
    return;
  end if;
  perform plinth_private.drop_links(p_table);
  for v_name in
    -- Its sides first: they point to it.
    select c.oid::regclass::text from pg_catalog.pg_class as c
    where c.relnamespace in ('data'::regnamespace, 'plinth_trash'::regnamespace) and c.relkind = 'r'
      and (c.relname = v_relation or starts_with(c.relname, v_relation || '__'))
    order by c.relname desc
  loop
    execute format('drop table %s', v_name);
  end loop;
  execute format('drop function if exists plinth_private.%I()', plinth_private.formula_function(p_table));
  execute format('drop function if exists plinth_private.%I()', plinth_private.followed_function(p_table));
  perform plinth_private.queue_attachments(p_table);
  delete from plinth_private.change_log where table_id = p_table;
  delete from plinth_private.change_horizon where table_id = p_table;
  delete from plinth_private.row_change as r using plinth_private.row_count as c
    where c.table_id = p_table and r.workspace_id = c.workspace_id and r.table_id = p_table;
  delete from plinth."table" where id = p_table;
end
$$;
