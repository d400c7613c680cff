-- The type of a field changed: looked at before, then done in one call or, where there are many records, in several. The
-- new column is filled beside the old one, which nobody may write meanwhile; then they change places, and the old values
-- are in the trash (docs/decisions/0010-trash.md).

-- The options of a field after a change to this type, checked; those of a single select that names none are made of the
-- field's values. Refuses types that this one cannot become.
create or replace function plinth_private.options_for_change(p_field plinth.field, p_type text, p_options jsonb)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_type is null or p_type <> all (plinth_private.targets_of(p_field.type)) then
    perform plinth_private.fail(400, 'invalid_input',
      jsonb_build_object('table', p_field.table_id, 'field', p_field.id, 'rule', 'type'));
  elsif p_type = 'single_select' and coalesce(p_options -> 'options', '[]') = '[]' then
    return plinth_private.options_from_values(p_field,
      (select t.relation from plinth."table" as t where t.id = p_field.table_id));
  end if;
  return plinth_private.clean_options(p_type, p_options);
end
$$;

-- The time zone of a table's base.
create or replace function plinth_private.zone_of(p_table uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select b.time_zone from plinth."table" as t join plinth.base as b on b.id = t.base_id where t.id = p_table
$$;

-- What a change of type would do: TypeChangePreview. Counted; examples are records whose value does not fit.
create or replace function plinth_private.preview_type_change(p_field uuid, p_type text, p_options jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_field plinth.field;
  v_table plinth."table";
  v_options jsonb;
  v_convert text;
  v_counts record;
  v_examples jsonb;
begin
  select t.* into v_table from plinth.field as f join plinth."table" as t on t.id = f.table_id where f.id = p_field;
  perform plinth_private.require_scope(v_table.id, 'read');
  perform plinth_private.require_base(v_table.base_id, 'creator');
  select f.* into v_field from plinth.field as f where f.id = p_field;
  v_options := plinth_private.options_for_change(v_field, p_type, p_options);
  v_convert := plinth_private.convert_sql(v_field, p_type, v_options, plinth_private.zone_of(v_table.id));
  execute format('select count(*) filter (where c.fits) as converts, count(*) filter (where not c.fits) as empties
                  from (select (%s) is not null as fits from data.%I as t where t.%I is not null) as c',
                 v_convert, v_table.relation, v_field.column_name) into v_counts;
  if v_counts.empties > 0 then
    execute format('select jsonb_agg(jsonb_build_array(e.id, left(e.value, 200)) order by e.id)
                    from (select t.id, %s as value from data.%I as t where t.%I is not null and (%s) is null
                          order by t.id limit 20) as e',
                   plinth_private.as_text_sql(v_field), v_table.relation, v_field.column_name, v_convert) into v_examples;
  end if;
  return jsonb_build_object('converts', v_counts.converts, 'empties', v_counts.empties, 'options', v_options,
                            'examples', coalesce(v_examples, '[]'));
end
$$;

-- Begins a change: a column beside the old one, which nobody may write from now on.
create or replace function plinth_private.begin_type_change(
  p_table plinth."table", p_field plinth.field, p_type text, p_options jsonb
) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_options jsonb := plinth_private.options_for_change(p_field, p_type, p_options);
  v_column text := plinth_private.free_name(left(p_field.column_name, 36) || '_new', plinth_private.taken_columns(p_table.id));
begin
  perform plinth_private.require_unused(p_field.id);
  execute format('alter table data.%I add column %I %s, alter column %I drop default', p_table.relation, v_column,
                 plinth_private.column_type(p_type), p_field.column_name);
  execute format('revoke insert (%I), update (%1$I) on data.%I from authenticated', p_field.column_name, p_table.relation);
  insert into plinth_private.type_change (field_id, type, options, column_name, total)
    values (p_field.id, p_type, v_options, v_column, coalesce((
      select c.total from plinth.base as b cross join lateral plinth_private.row_totals(b.workspace_id) as c
      where b.id = p_table.base_id and c.table_id = p_table.id), 0));
end
$$;

-- Fills the new column of the next records; answers how many they were. No record gets another version.
create or replace function plinth_private.convert_values(p_table plinth."table", p_field plinth.field) returns bigint
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_change plinth_private.type_change;
  v_last uuid;
  v_count bigint;
begin
  select c.* into v_change from plinth_private.type_change as c where c.field_id = p_field.id;
  execute format('lock table data.%I in exclusive mode', p_table.relation);
  execute format('alter table data.%I disable trigger user', p_table.relation);
  execute format('with part as (select t.id from data.%1$I as t where t.id > $1 order by t.id limit $2),
                  moved as (update data.%1$I as t set %2$I = %3$s from part where t.id = part.id and t.%4$I is not null)
                  select (array_agg(part.id order by part.id desc))[1], count(*) from part',
                 p_table.relation, v_change.column_name,
                 plinth_private.convert_sql(p_field, v_change.type, v_change.options, plinth_private.zone_of(p_table.id)),
                 p_field.column_name)
    into v_last, v_count using v_change.filled_to, plinth_private.limit_of('rowsPerStep');
  execute format('alter table data.%I enable trigger user', p_table.relation);
  update plinth_private.type_change set filled_to = coalesce(v_last, filled_to), done = done + v_count
    where field_id = p_field.id;
  return v_count;
end
$$;

-- The rules of a field that mean something after a change to this type: bounds of numbers among numbers only.
create or replace function plinth_private.rules_for_change(p_field plinth.field, p_type text) returns jsonb
language sql immutable security invoker set search_path = ''
as $$
  select coalesce(jsonb_object_agg(r.key, r.value), '{}') from jsonb_each(p_field.rules) as r
  where r.key = any (plinth_private.rules_of_type(p_type))
    and (r.key not in ('min', 'max') or p_field.type || p_type in ('integernumber', 'numberinteger')
         and (r.value #>> '{}')::numeric = trunc((r.value #>> '{}')::numeric))
$$;

-- The columns change places: the old values go to the trash under an id of their own, the field goes on with the new ones.
create or replace function plinth_private.finish_type_change(p_table plinth."table", p_field plinth.field) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_change plinth_private.type_change;
  v_old plinth.field := p_field;
  v_new plinth.field := p_field;
  v_check record;
begin
  select c.* into v_change from plinth_private.type_change as c where c.field_id = p_field.id;
  v_old.id := plinth_private.uuid_v7();
  v_old.name := left('Old values of ' || p_field.name, plinth_private.limit_of('nameLength')::int);
  v_old.column_name := plinth_private.free_name(left(p_field.column_name, 36) || '_old',
                                                plinth_private.taken_columns(p_table.id));
  v_old.default_value := null;
  v_old.rules := '{}';
  perform plinth_private.trash_field(p_table, p_field.column_name, v_old, true);
  perform plinth_private.copy_field_grants(p_field.id, v_old.id);
  execute format('alter table data.%I rename column %I to %I', p_table.relation, v_change.column_name, p_field.column_name);
  v_new.type := v_change.type;
  v_new.options := v_change.options;
  for v_check in select * from plinth_private.column_checks(v_new.type, v_new.column_name, v_new.options) loop
    execute format('alter table data.%I add constraint %I check (%s) not valid', p_table.relation, v_check.name,
                   v_check.body);
  end loop;
  perform plinth_private.grant_column(p_table.relation, v_new);
  update plinth.field set type = v_new.type, options = v_new.options, default_value = null, rules = '{}'
    where id = p_field.id;
  perform plinth_private.renew_guards(p_table.id);
  perform plinth_private.adopt_rules(p_field.id, plinth_private.rules_for_change(p_field, v_new.type));
  delete from plinth_private.type_change where field_id = p_field.id;
  perform plinth_private.log_change(p_table.id, 'update', null, null, 0);
end
$$;

-- Changes the type of a field, or goes on with a change that has begun: {done, total, field}, with the field when it is
-- done. Called again until then; meanwhile the field is read-only.
create or replace function plinth_private.change_type(p_field uuid, p_type text, p_options jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_field plinth.field := plinth_private.take_field(p_field);
  v_table plinth."table";
  v_change plinth_private.type_change;
  v_moved bigint;
begin
  select t.* into v_table from plinth."table" as t where t.id = v_field.table_id;
  select c.* into v_change from plinth_private.type_change as c where c.field_id = p_field;
  if v_change.field_id is null then
    perform plinth_private.begin_type_change(v_table, v_field, p_type, p_options);
    -- The new column locks readers out until this call ends: not while many values are converted.
    select c.* into v_change from plinth_private.type_change as c where c.field_id = p_field;
    if v_change.total > 2000 then
      return jsonb_build_object('done', 0, 'total', v_change.total, 'field', null);
    end if;
  elsif v_change.type is distinct from p_type then
    perform plinth_private.fail(409, 'field_changing', jsonb_build_object('table', v_table.id, 'field', p_field));
  end if;
  v_moved := plinth_private.convert_values(v_table, v_field);
  if v_moved = plinth_private.limit_of('rowsPerStep') then
    return (select jsonb_build_object('done', c.done, 'total', greatest(c.total, c.done), 'field', null)
            from plinth_private.type_change as c where c.field_id = p_field);
  end if;
  perform plinth_private.finish_type_change(v_table, v_field);
  perform plinth_private.send_schema_changed(v_table.base_id);
  perform pg_notify('pgrst', 'reload schema');
  return jsonb_build_object('done', 1, 'total', 1,
    'field', (select plinth_private.field_json(f) from plinth.field as f where f.id = p_field));
exception
  when lock_not_available or deadlock_detected then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', v_table.id));
end
$$;

-- Gives up a change that has begun: the field is as it was.
create or replace function plinth_private.cancel_type_change(p_field uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_field plinth.field := plinth_private.take_field(p_field);
  v_relation text := (select t.relation from plinth."table" as t where t.id = v_field.table_id);
  v_column text;
begin
  delete from plinth_private.type_change where field_id = p_field returning column_name into v_column;
  if v_column is null then
    return;
  end if;
  execute format('alter table data.%I drop column %I', v_relation, v_column);
  perform plinth_private.set_column_default(v_field);
  perform plinth_private.grant_column(v_relation, v_field);
  perform pg_notify('pgrst', 'reload schema');
exception
  when lock_not_available then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', v_field.table_id));
end
$$;
