-- Bases, tables and fields made at run time: real relations in schema data, with key, system columns, rules, policies,
-- grants and triggers in the transaction that makes them.

-- A physical name that is free: the wanted one, or with _2, _3, … behind it.
create or replace function plinth_private.free_name(p_wanted text, p_taken text[], p_max int default 40) returns text
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_name text := p_wanted;
  v_n int := 1;
begin
  while v_name = any (p_taken) or plinth_private.is_reserved(v_name) loop
    v_n := v_n + 1;
    v_name := rtrim(left(p_wanted, p_max - 1 - length(v_n::text)), '_') || '_' || v_n::text;
  end loop;
  return v_name;
end
$$;

-- Is this the name of a time zone that browsers know as well? Abbreviations and variants of Postgres's own are none.
create or replace function plinth_private.is_time_zone(p_name text) returns boolean
language sql stable security invoker set search_path = ''
as $$
  select p_name ~ '^[A-Z][A-Za-z0-9_+-]*(/[A-Z][A-Za-z0-9_+-]*)*$' and p_name <> 'Factory'
    and exists (select 1 from pg_catalog.pg_timezone_names as z where z.name = p_name)
$$;

-- Refuses settings of a base that are not as they must be.
create or replace function plinth_private.check_base_settings(
  p_hue text, p_time_zone text, p_locale text, p_week_start text
) returns void
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_rule text;
begin
  if p_hue is null or p_hue not in ('stone', 'red', 'orange', 'amber', 'lime', 'green', 'teal', 'cyan', 'blue',
                                    'indigo', 'purple', 'pink') then
    v_rule := 'hue';
  -- Language, script, region: a form that every browser takes.
  elsif coalesce(p_locale, '') !~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$' then
    v_rule := 'locale';
  elsif coalesce(p_week_start, '') !~ '^[1-7]$' then
    v_rule := 'week_start';
  elsif plinth_private.is_time_zone(p_time_zone) is not true then
    v_rule := 'time_zone';
  end if;
  if v_rule is not null then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', v_rule));
  end if;
end
$$;

-- Makes a base; any member of the workspace may, and becomes its creator.
create or replace function plinth_private.create_base(p_base uuid, p_workspace uuid, p_name text, p_settings jsonb)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := plinth_private.require_user();
  v_name text;
begin
  perform plinth_private.require_workspace(p_workspace, 'member');
  v_name := plinth_private.clean_name(p_name);
  perform plinth_private.check_base_settings(p_settings ->> 'hue', p_settings ->> 'timeZone',
                                             p_settings ->> 'locale', p_settings ->> 'weekStart');
  if p_base is null or exists (select 1 from plinth.base as b where b.id = p_base) then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'id'));
  end if;
  -- Names in schema data are shared by all bases: one maker of slugs at a time.
  perform pg_advisory_xact_lock(hashtextextended('plinth.base.slug', 0));
  if (select count(*) from plinth.base as b where b.workspace_id = p_workspace)
     >= plinth_private.limit_of('basesPerWorkspace') then
    perform plinth_private.fail(422, 'limit_exceeded',
      jsonb_build_object('rule', 'bases', 'limit', plinth_private.limit_of('basesPerWorkspace')));
  end if;
  insert into plinth.base (id, workspace_id, name, slug, hue, time_zone, locale, week_start, created_by)
    values (p_base, p_workspace, v_name,
      plinth_private.free_name(plinth_private.slug(v_name, 14, 'base'),
                               (select array_agg(b.slug) from plinth.base as b), 18),
      p_settings ->> 'hue', p_settings ->> 'timeZone', p_settings ->> 'locale', (p_settings ->> 'weekStart')::int,
      v_user);
  insert into plinth.base_member (base_id, workspace_id, user_id, role) values (p_base, p_workspace, v_user, 'creator');
end
$$;

-- Changes a base's name or settings; creators only. {name?, hue?, timeZone?, locale?, weekStart?}
create or replace function plinth_private.update_base(p_base uuid, p_changes jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_base plinth.base;
begin
  perform plinth_private.require_base(p_base, 'creator');
  if coalesce(jsonb_typeof(p_changes), '') <> 'object' then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'changes'));
  end if;
  select b.* into v_base from plinth.base as b where b.id = p_base for update;
  v_base.name := plinth_private.clean_name(coalesce(p_changes ->> 'name', v_base.name));
  v_base.hue := coalesce(p_changes ->> 'hue', v_base.hue);
  v_base.time_zone := coalesce(p_changes ->> 'timeZone', v_base.time_zone);
  v_base.locale := coalesce(p_changes ->> 'locale', v_base.locale);
  perform plinth_private.check_base_settings(v_base.hue, v_base.time_zone, v_base.locale,
                                             coalesce(p_changes ->> 'weekStart', v_base.week_start::text));
  update plinth.base
    set name = v_base.name, hue = v_base.hue, time_zone = v_base.time_zone, locale = v_base.locale,
        week_start = coalesce((p_changes ->> 'weekStart')::int, v_base.week_start)
    where id = p_base;
  perform plinth_private.send_schema_changed(p_base);
end
$$;

-- Drops one table's relation, log and files. Only for definer code that has checked.
create or replace function plinth_private.drop_relation(p_table uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_relation text;
begin
  select t.relation into v_relation from plinth."table" as t where t.id = p_table;
  execute format('drop table if exists data.%I', v_relation);
  perform plinth_private.queue_attachments(p_table);
  delete from plinth_private.change_log where table_id = p_table;
  delete from plinth_private.change_horizon where table_id = p_table;
  delete from plinth."table" where id = p_table;
end
$$;

-- Deletes a base with all its tables; creators only, with its name typed.
create or replace function plinth_private.delete_base(p_base uuid, p_confirm_name text) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  perform plinth_private.require_base(p_base, 'creator');
  if p_confirm_name is distinct from (select b.name from plinth.base as b where b.id = p_base) then
    perform plinth_private.fail(400, 'confirm_mismatch');
  end if;
  perform plinth_private.send_schema_changed(p_base);
  perform plinth_private.drop_relation(t.id) from plinth."table" as t where t.base_id = p_base;
  -- Who deletes the base removes what is queued for it.
  update plinth.removed_key set removed_by = plinth_private.caller() where base_id = p_base;
  delete from plinth.base where id = p_base;
  perform pg_notify('pgrst', 'reload schema');
exception
  when lock_not_available then
    perform plinth_private.fail(423, 'busy');
end
$$;

-- Deletes a workspace with all its bases; owners only, with its name typed.
create or replace function plinth_private.delete_workspace(p_workspace uuid, p_confirm_name text) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  perform plinth_private.require_workspace(p_workspace, 'owner');
  if p_confirm_name is distinct from (select w.name from plinth.workspace as w where w.id = p_workspace) then
    perform plinth_private.fail(400, 'confirm_mismatch');
  end if;
  perform plinth_private.send_schema_changed(b.id) from plinth.base as b where b.workspace_id = p_workspace;
  perform plinth_private.drop_relation(t.id)
    from plinth.base as b join plinth."table" as t on t.base_id = b.id where b.workspace_id = p_workspace;
  update plinth.removed_key as k set removed_by = plinth_private.caller()
    from plinth.base as b where b.id = k.base_id and b.workspace_id = p_workspace;
  delete from plinth.workspace where id = p_workspace;
  perform pg_notify('pgrst', 'reload schema');
exception
  when lock_not_available then
    perform plinth_private.fail(423, 'busy');
end
$$;

-- A field and a table as the app knows them.
create or replace function plinth_private.field_json(p_field plinth.field) returns jsonb
language sql immutable security invoker set search_path = ''
as $$
  select jsonb_build_object('id', p_field.id, 'name', p_field.name, 'type', p_field.type, 'options', p_field.options,
                            'column', p_field.column_name, 'position', p_field.position)
$$;

create or replace function plinth_private.table_json(p_table plinth."table") returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select jsonb_build_object('id', p_table.id, 'name', p_table.name, 'relation', p_table.relation,
    'position', p_table.position, 'fields', coalesce((
      select jsonb_agg(plinth_private.field_json(f) order by f.position, f.id)
      from plinth.field as f where f.table_id = p_table.id), '[]'))
$$;

-- The whole schema of a base, for whoever may read it.
create or replace function plinth_private.base_schema(p_base uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_role text := plinth_private.require_base(p_base, 'viewer');
begin
  return (
    select jsonb_build_object('base', plinth_private.base_json(b), 'role', v_role, 'accessEpoch', b.access_epoch,
      'tables', coalesce((select jsonb_agg(plinth_private.table_json(t) order by t.position, t.id)
                          from plinth."table" as t where t.base_id = b.id), '[]'))
    from plinth.base as b where b.id = p_base);
end
$$;

-- A field's options, checked and without anything that its type does not know.
create or replace function plinth_private.clean_options(p_type text, p_options jsonb) returns jsonb
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_list jsonb := coalesce(p_options -> 'options', '[]');
  v_clean jsonb;
  v_bad boolean;
begin
  if coalesce(jsonb_typeof(p_options), 'null') not in ('object', 'null') then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'options'));
  elsif p_type = 'number' and coalesce(p_options -> 'decimals', 'null') <> 'null' then
    if (p_options ->> 'decimals') !~ '^(\d|10)$' then
      perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'decimals'));
    end if;
    return jsonb_build_object('decimals', (p_options ->> 'decimals')::int);
  elsif p_type <> 'single_select' then
    return '{}';
  elsif jsonb_typeof(v_list) <> 'array' then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'options'));
  elsif jsonb_array_length(v_list) > plinth_private.limit_of('optionsPerField') then
    perform plinth_private.fail(422, 'limit_exceeded',
      jsonb_build_object('rule', 'options', 'limit', plinth_private.limit_of('optionsPerField')));
  end if;
  select jsonb_agg(jsonb_build_object('id', o.value ->> 'id', 'label', btrim(o.value ->> 'label'),
                                      'hue', o.value ->> 'hue') order by o.ordinality),
         coalesce(bool_or(coalesce(o.value ->> 'id', '') !~ '^[a-z0-9]{1,20}$'
           or char_length(btrim(coalesce(o.value ->> 'label', ''))) not between 1 and 200
           or coalesce(o.value ->> 'hue', '') not in ('stone', 'red', 'orange', 'amber', 'lime', 'green', 'teal',
                                                      'cyan', 'blue', 'indigo', 'purple', 'pink')), false)
           or count(distinct o.value ->> 'id') <> count(*)
    into v_clean, v_bad
    from jsonb_array_elements(v_list) with ordinality as o;
  if v_bad then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'options'));
  end if;
  return jsonb_build_object('options', coalesce(v_clean, '[]'));
end
$$;

-- Writes the metadata of a new field after checking its definition; answers the row. The column is made by the caller.
create or replace function plinth_private.add_field_row(p_table uuid, p_definition jsonb, p_position int)
returns plinth.field
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_field plinth.field;
begin
  v_field.id := plinth_private.as_uuid(p_definition ->> 'id');
  v_field.table_id := p_table;
  v_field.name := plinth_private.clean_name(p_definition ->> 'name');
  v_field.type := p_definition ->> 'type';
  v_field.position := p_position;
  if v_field.id is null or exists (select 1 from plinth.field as f where f.id = v_field.id) then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'id'));
  elsif v_field.type is null or v_field.type not in ('text', 'long_text', 'integer', 'number', 'checkbox', 'date',
                                                     'datetime', 'single_select', 'email', 'url', 'attachment') then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'type'));
  elsif exists (select 1 from plinth.field as f
                where f.table_id = p_table and lower(f.name) = lower(v_field.name)) then
    perform plinth_private.fail(409, 'name_taken', jsonb_build_object('table', p_table));
  end if;
  v_field.options := plinth_private.clean_options(v_field.type, p_definition -> 'options');
  v_field.column_name := plinth_private.free_name(plinth_private.slug(v_field.name, 36, 'field'),
    (select array_agg(f.column_name) from plinth.field as f where f.table_id = p_table));
  v_field.created_at := now();
  insert into plinth.field values (v_field.*);
  return v_field;
end
$$;

-- The definition of a field's column with its rules, for CREATE TABLE or ADD COLUMN.
create or replace function plinth_private.column_sql(p_field plinth.field) returns text
language sql stable security invoker set search_path = ''
as $$
  select format('%I %s', p_field.column_name, plinth_private.column_type(p_field.type))
      || coalesce((select string_agg(format(' constraint %I check (%s)', c.name, c.body), '')
                   from plinth_private.column_checks(p_field.type, p_field.column_name, p_field.options) as c), '')
$$;

-- Lets API roles write a field's column. Attachment cells are written by checked functions only.
create or replace function plinth_private.grant_column(p_relation text, p_field plinth.field) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if p_field.type <> 'attachment' then
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
  for v_command in
    select * from (values
      ('select', 'read', 'using (%s)'), ('insert', 'create', 'with check (%s)'),
      ('update', 'update', 'using (%s) with check (%1$s)'), ('delete', 'delete', 'using (%s)')) as c (command, action, shape)
  loop
    execute format('create policy %I on data.%I for %s to authenticated %s', 'plinth_' || v_command.command,
                   p_relation, v_command.command,
                   format(v_command.shape, format('(select plinth_private.scope(%L::uuid, %L)) = ''all''', p_table,
                                                  v_command.action)));
  end loop;
  execute format('create trigger plinth_stamp before update on data.%I for each row
                  execute function plinth_private.stamp()', p_relation);
  execute format('create trigger plinth_log_insert after insert on data.%I referencing new table as new_rows
                  for each statement execute function plinth_private.log_insert(%L)', p_relation, p_table);
  execute format('create trigger plinth_log_update after update on data.%I referencing new table as new_rows
                  for each statement execute function plinth_private.log_update(%L)', p_relation, p_table);
  execute format('create trigger plinth_log_delete after delete on data.%I referencing old table as old_rows
                  for each statement execute function plinth_private.log_delete(%L)', p_relation, p_table);
  execute format('create trigger plinth_log_truncate after truncate on data.%I
                  for each statement execute function plinth_private.log_truncate(%L)', p_relation, p_table);
end
$$;

-- Makes a table. definition = {id, name, fields: [{id, name, type, options}]}
create or replace function plinth_private.create_table(p_base uuid, p_definition jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_table plinth."table";
  v_base plinth.base;
  v_fields plinth.field[];
  v_item record;
  v_list jsonb := coalesce(p_definition -> 'fields', '[]');
begin
  perform plinth_private.require_base(p_base, 'creator');
  select b.* into v_base from plinth.base as b where b.id = p_base for update;
  v_table.id := plinth_private.as_uuid(p_definition ->> 'id');
  v_table.base_id := p_base;
  v_table.name := plinth_private.clean_name(p_definition ->> 'name');
  v_table.created_by := plinth_private.caller();
  v_table.created_at := now();
  if v_table.id is null or exists (select 1 from plinth."table" as t where t.id = v_table.id) then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'id'));
  elsif exists (select 1 from plinth."table" as t where t.base_id = p_base and lower(t.name) = lower(v_table.name)) then
    perform plinth_private.fail(409, 'name_taken');
  elsif (select count(*) from plinth."table" as t where t.base_id = p_base) >= plinth_private.limit_of('tablesPerBase') then
    perform plinth_private.fail(422, 'limit_exceeded',
      jsonb_build_object('rule', 'tables', 'limit', plinth_private.limit_of('tablesPerBase')));
  elsif jsonb_typeof(v_list) <> 'array' or jsonb_array_length(v_list) = 0 then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'fields'));
  elsif jsonb_array_length(v_list) > plinth_private.limit_of('fieldsPerTable') then
    perform plinth_private.fail(422, 'limit_exceeded',
      jsonb_build_object('rule', 'fields', 'limit', plinth_private.limit_of('fieldsPerTable')));
  end if;
  -- Two bases can come to the same name (slug "a" with table "b_c", slug "a_b" with table "c"): one maker at a time.
  perform pg_advisory_xact_lock(hashtextextended('plinth.table.relation', 0));
  v_table.relation := plinth_private.free_name(
    v_base.slug || '_' || plinth_private.slug(v_table.name, 20, 'table'),
    (select array_agg(c.relname) from pg_catalog.pg_class as c where c.relnamespace = 'data'::regnamespace));
  v_table.position := (select coalesce(max(t.position) + 1, 0) from plinth."table" as t where t.base_id = p_base);
  insert into plinth."table" values (v_table.*);
  for v_item in select f.value, f.ordinality from jsonb_array_elements(v_list) with ordinality as f loop
    v_fields := v_fields || plinth_private.add_field_row(v_table.id, v_item.value, v_item.ordinality::int - 1);
  end loop;
  execute format('create table data.%I (
      id uuid primary key default plinth_private.uuid_v7(),
      created_at timestamptz not null default now(),
      created_by uuid default auth.uid(),
      changed_at timestamptz not null default now(),
      changed_by uuid default auth.uid(),
      ver bigint not null default 1, %s)', v_table.relation,
    (select string_agg(plinth_private.column_sql(f), ', ' order by f.position) from unnest(v_fields) as f));
  perform plinth_private.guard_relation(v_table.id, v_table.relation);
  perform plinth_private.grant_column(v_table.relation, f) from unnest(v_fields) as f;
  perform plinth_private.send_schema_changed(p_base);
  perform pg_notify('pgrst', 'reload schema');
  return plinth_private.table_json(v_table);
exception
  when lock_not_available then
    perform plinth_private.fail(423, 'busy');
end
$$;

-- The table, locked against other schema edits, after checking that the caller shapes its base.
create or replace function plinth_private.take_table(p_table uuid) returns plinth."table"
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_table plinth."table";
begin
  select t.* into v_table from plinth."table" as t where t.id = p_table;
  perform plinth_private.require_base(v_table.base_id, 'creator');
  perform 1 from plinth."table" as t where t.id = p_table for update;
  return v_table;
end
$$;

-- Renames a table; its relation keeps its name.
create or replace function plinth_private.rename_table(p_table uuid, p_name text) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_table plinth."table" := plinth_private.take_table(p_table);
begin
  update plinth."table" set name = plinth_private.clean_name(p_name) where id = p_table;
  perform plinth_private.send_schema_changed(v_table.base_id);
exception
  when unique_violation then
    perform plinth_private.fail(409, 'name_taken', jsonb_build_object('table', p_table));
  when lock_not_available then
    perform plinth_private.fail(423, 'busy');
end
$$;

-- Deletes a table with its records and files, with its name typed.
create or replace function plinth_private.delete_table(p_table uuid, p_confirm_name text) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_table plinth."table" := plinth_private.take_table(p_table);
begin
  if p_confirm_name is distinct from v_table.name then
    perform plinth_private.fail(400, 'confirm_mismatch', jsonb_build_object('table', p_table));
  end if;
  perform plinth_private.drop_relation(p_table);
  perform plinth_private.send_schema_changed(v_table.base_id);
  perform pg_notify('pgrst', 'reload schema');
exception
  when lock_not_available then
    perform plinth_private.fail(423, 'busy');
end
$$;

-- Adds a field: a column without values, so no row is rewritten and no rule needs a scan.
create or replace function plinth_private.create_field(p_table uuid, p_definition jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_table plinth."table" := plinth_private.take_table(p_table);
  v_field plinth.field;
  v_check record;
begin
  if (select count(*) from plinth.field as f where f.table_id = p_table) >= plinth_private.limit_of('fieldsPerTable') then
    perform plinth_private.fail(422, 'limit_exceeded',
      jsonb_build_object('rule', 'fields', 'limit', plinth_private.limit_of('fieldsPerTable')));
  end if;
  v_field := plinth_private.add_field_row(p_table, p_definition,
    (select coalesce(max(f.position) + 1, 0) from plinth.field as f where f.table_id = p_table));
  execute format('alter table data.%I add column %I %s', v_table.relation, v_field.column_name,
                 plinth_private.column_type(v_field.type));
  for v_check in select * from plinth_private.column_checks(v_field.type, v_field.column_name, v_field.options) loop
    execute format('alter table data.%I add constraint %I check (%s) not valid', v_table.relation, v_check.name,
                   v_check.body);
  end loop;
  perform plinth_private.grant_column(v_table.relation, v_field);
  perform plinth_private.send_schema_changed(v_table.base_id);
  perform pg_notify('pgrst', 'reload schema');
  return plinth_private.field_json(v_field);
exception
  when lock_not_available then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', p_table));
end
$$;

-- The field and its table, after checking that the caller shapes the base.
create or replace function plinth_private.take_field(p_field uuid) returns plinth.field
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_field plinth.field;
begin
  select f.* into v_field from plinth.field as f where f.id = p_field;
  perform plinth_private.take_table(v_field.table_id);
  -- Read again under the table's lock.
  select f.* into v_field from plinth.field as f where f.id = p_field;
  if not found then
    perform plinth_private.fail(404, 'not_found');
  end if;
  return v_field;
end
$$;

-- Replaces a select field's rule when its options changed; an option that a record holds cannot be taken away.
create or replace function plinth_private.change_options(p_field plinth.field, p_options jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_relation text := (select t.relation from plinth."table" as t where t.id = p_field.table_id);
  v_gone text[];
  v_used boolean;
  v_check record;
begin
  select coalesce(array_agg(o.id), '{}') into v_gone
    from unnest(plinth_private.option_ids(p_field.options)) as o (id)
    where o.id <> all (plinth_private.option_ids(p_options));
  select c.* into v_check from plinth_private.column_checks(p_field.type, p_field.column_name, p_options) as c;
  execute format('alter table data.%I drop constraint %I, add constraint %2$I check (%s) not valid', v_relation,
                 v_check.name, v_check.body);
  if cardinality(v_gone) > 0 then
    execute format('select exists (select 1 from data.%I as t where t.%I = any ($1))', v_relation, p_field.column_name)
      into v_used using v_gone;
    if v_used then
      perform plinth_private.fail(400, 'invalid_input',
        jsonb_build_object('table', p_field.table_id, 'field', p_field.id, 'rule', 'option_in_use'));
    end if;
  end if;
end
$$;

-- Renames a field, replaces its options, or moves it to a position (an index from 0) among the table's fields.
create or replace function plinth_private.update_field(p_field uuid, p_changes jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_field plinth.field := plinth_private.take_field(p_field);
  v_options jsonb;
  v_base uuid := (select t.base_id from plinth."table" as t where t.id = v_field.table_id);
begin
  if coalesce(jsonb_typeof(p_changes), '') <> 'object' then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'changes'));
  end if;
  if p_changes ? 'name' then
    v_field.name := plinth_private.clean_name(p_changes ->> 'name');
  end if;
  if p_changes ? 'options' then
    if coalesce(jsonb_typeof(p_changes -> 'options'), '') <> 'object'
       or (v_field.type = 'single_select' and not p_changes -> 'options' ? 'options') then
      perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'options'));
    end if;
    v_options := plinth_private.clean_options(v_field.type, p_changes -> 'options');
    if plinth_private.option_ids(v_options) is distinct from plinth_private.option_ids(v_field.options) then
      perform plinth_private.change_options(v_field, v_options);
    end if;
    v_field.options := v_options;
  end if;
  update plinth.field set name = v_field.name, options = v_field.options where id = p_field;
  if p_changes ? 'position' then
    if coalesce(p_changes ->> 'position', '') !~ '^\d{1,6}$' then
      perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'position'));
    end if;
    update plinth.field as f set position = o.n - 1
      from (select g.id, row_number() over (order by
              case when g.id = p_field then (p_changes ->> 'position')::int * 2
                     + case when (p_changes ->> 'position')::int > v_field.position then 1 else -1 end
                   else g.position * 2 end, g.id) as n
            from plinth.field as g where g.table_id = v_field.table_id) as o
      where f.id = o.id and f.table_id = v_field.table_id and f.position is distinct from o.n - 1;
  end if;
  perform plinth_private.send_schema_changed(v_base);
  return (select plinth_private.field_json(f) from plinth.field as f where f.id = p_field);
exception
  when unique_violation then
    perform plinth_private.fail(409, 'name_taken', jsonb_build_object('table', v_field.table_id));
  when lock_not_available then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', v_field.table_id));
end
$$;

-- Deletes a field with its values and files. A table keeps at least one field.
create or replace function plinth_private.delete_field(p_field uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_field plinth.field := plinth_private.take_field(p_field);
  v_table plinth."table";
begin
  select t.* into v_table from plinth."table" as t where t.id = v_field.table_id;
  if (select count(*) from plinth.field as f where f.table_id = v_table.id) <= 1 then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', v_table.id, 'rule', 'last_field'));
  end if;
  perform plinth_private.queue_attachments(v_table.id, null, p_field);
  execute format('alter table data.%I drop column %I', v_table.relation, v_field.column_name);
  delete from plinth.field where id = p_field;
  update plinth.field as f set position = o.n - 1
    from (select g.id, row_number() over (order by g.position, g.id) as n
          from plinth.field as g where g.table_id = v_table.id) as o
    where f.id = o.id and f.table_id = v_table.id and f.position is distinct from o.n - 1;
  perform plinth_private.send_schema_changed(v_table.base_id);
  perform pg_notify('pgrst', 'reload schema');
exception
  when lock_not_available then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', v_table.id));
end
$$;
