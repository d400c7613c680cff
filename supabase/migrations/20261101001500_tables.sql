-- Tables made at run time.

-- Makes a table. definition = {id, name, description, fields: [{id, name, type, options, description, default}]}
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
  elsif jsonb_typeof(v_list) <> 'array' or jsonb_array_length(v_list) = 0 then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'fields'));
  elsif v_list @> '[{"type": "link"}]' then
    -- They come when both tables are there.
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'type'));
  end if;
  perform plinth_private.stay_within((select count(*) + 1 from plinth."table" as t where t.base_id = p_base),
    plinth_private.limit_of('tablesPerBase'), '{"rule": "tables"}');
  perform plinth_private.stay_within(jsonb_array_length(v_list), plinth_private.limit_of('fieldsPerTable'),
    '{"rule": "fields"}');
  -- Two bases can come to the same name (slug "a" with table "b_c", slug "a_b" with table "c"): one maker at a time.
  perform pg_advisory_xact_lock(hashtextextended('plinth.table.relation', 0));
  perform plinth_private.require_table_room(v_base.workspace_id);
  v_table.relation := plinth_private.free_name(
    v_base.slug || '_' || plinth_private.slug(v_table.name, 20, 'table'),
    -- Names of tables in the trash stay theirs.
    (select array_agg(c.relname) from pg_catalog.pg_class as c
     where c.relnamespace in ('data'::regnamespace, 'plinth_trash'::regnamespace)));
  v_table.description := plinth_private.clean_description(p_definition ->> 'description');
  v_table.position := (select coalesce(max(t.position) + 1, 0) from plinth."table" as t where t.base_id = p_base);
  insert into plinth."table" values (v_table.*);
  insert into plinth_private.row_count (table_id, workspace_id) values (v_table.id, v_base.workspace_id);
  for v_item in select d.definition, d.place from plinth_private.computable_order(v_list) as d loop
    v_fields := v_fields || plinth_private.add_field_row(v_table.id, v_item.definition, v_item.place);
  end loop;
  execute format('create table data.%I (
      id uuid primary key default plinth_private.uuid_v7(),
      created_at timestamptz not null default now(),
      created_by uuid default auth.uid(),
      changed_at timestamptz not null default now(),
      changed_by uuid default auth.uid(),
      ver bigint not null default 1%s)', v_table.relation,
    (select string_agg(', ' || plinth_private.column_sql(f), '' order by f.position) from unnest(v_fields) as f));
  perform plinth_private.guard_relation(v_table.id, v_table.relation);
  perform plinth_private.grant_column(v_table.relation, f) from unnest(v_fields) as f;
  perform plinth_private.begin_numbering(v_table, f) from unnest(v_fields) as f where f.type = 'autonumber';
  perform plinth_private.renew_formulas(v_table.id);
  perform plinth_private.describe_field((f.value ->> 'id')::uuid, f.value) from jsonb_array_elements(v_list) as f;
  perform plinth_private.send_schema_changed(p_base);
  perform pg_notify('pgrst', 'reload schema');
  return plinth_private.table_json(v_table);
exception
  when lock_not_available then
    perform plinth_private.fail(423, 'busy');
end
$$;

-- The table, locked against other schema edits, after checking that the caller shapes its base. Of which somebody may read
-- nothing is not there for them.
create or replace function plinth_private.take_table(p_table uuid) returns plinth."table"
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_table plinth."table";
begin
  perform plinth_private.require_scope(p_table, 'read');
  select t.* into v_table from plinth."table" as t where t.id = p_table;
  perform plinth_private.require_base(v_table.base_id, 'creator');
  select t.* into v_table from plinth."table" as t where t.id = p_table and t.base_id = v_table.base_id for update;
  if not found then
    perform plinth_private.fail(404, 'not_found');
  end if;
  return v_table;
exception
  when lock_not_available then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', p_table));
end
$$;
