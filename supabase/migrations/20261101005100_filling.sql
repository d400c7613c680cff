-- How a column comes into a table with records: beside the others and under another name it is filled in steps, then
-- indexed, and takes its place in a moment. Readers never wait for more than such a moment (docs/decisions/0010-trash.md).

-- Name of a column that is filled and not yet its field's: no field has such a name, so whoever asks for a field by its name
-- never gets half of it.
create or replace function plinth_private.pending_column(p_column text) returns text
language sql immutable security invoker set search_path = ''
as $$ select p_column || '__pending' $$;

-- Makes the column that will be filled.
create or replace function plinth_private.add_pending(p_relation text, p_column text, p_type text) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  execute format('alter table data.%I add column %I %s', p_relation, plinth_private.pending_column(p_column),
                 -- Postgres 18 names the constraint of what is not null after the column of this moment.
                 replace(plinth_private.column_type(p_type), 'not null', format('constraint %I not null',
                   left(p_relation || '_' || p_column, 54) || '_not_null')));
end
$$;

-- Has a table so many records that what rewrites them goes in calls of its own? A new column locks readers out until its
-- call ends.
create or replace function plinth_private.is_large(p_table plinth."table") returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select c.total > 2000 from plinth.base as b cross join lateral plinth_private.row_totals(b.workspace_id) as c
    where b.id = p_table.base_id and c.table_id = p_table.id), false)
$$;

drop function if exists plinth_private.fill_step(text, text, text, uuid);
-- Sets a column of the next records behind an id, from SQL that answers ids with values, as if it had always been so: no
-- record gets another version. Readers go on, writers wait. Where the column may hold something already (p_anew), it is emptied where there
-- is no value. Answers the last id and how many they were.
create or replace function plinth_private.fill_step(
  p_relation text, p_column text, p_source text, p_after uuid, p_anew boolean default false, out last uuid, out moved bigint
)
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  execute format('lock table data.%I in exclusive mode', p_relation);
  execute format('alter table data.%I disable trigger user', p_relation);
  execute format('with part as materialized (
                    select s.id, s.value from (%s) as s (id, value) where s.id > $1 order by s.id limit $2),
                  written as (
                    update data.%I as t set %I = part.value from part where t.id = part.id and (part.value is not null or %L))
                  select (array_agg(part.id order by part.id desc))[1], count(*) from part',
                 p_source, p_relation, p_column, p_anew)
    into last, moved using p_after, plinth_private.limit_of('rowsPerStep');
  execute format('alter table data.%I enable trigger user', p_relation);
end
$$;

-- What a call that works in steps answers: FieldStep.
create or replace function plinth_private.step_json(p_done bigint, p_total bigint, p_field uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('done', p_done, 'total', greatest(p_total, p_done),
    'table', (select f.table_id from plinth.field as f where f.id = p_field),
    'field', (select plinth_private.field_json(f) from plinth.field as f where f.id = p_field))
$$;

-- What a call that changes a type answers: TypeChangeStep.
create or replace function plinth_private.change_json(p_done bigint, p_total bigint, p_field uuid, p_kept uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$ select plinth_private.step_json(p_done, p_total, p_field) || jsonb_build_object('kept', p_kept) $$;

-- The rules of a field with those named that records break: they will hold for new and changed values. Whether `unique` holds
-- its index said, and stays as it is.
create or replace function plinth_private.rules_held(p_field plinth.field) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_rules jsonb := p_field.rules - 'newOnly';
  v_broken text[] := '{}';
begin
  if v_rules - 'unique' <> '{}' then
    select coalesce(array_agg(c.key order by c.key), '{}') into v_broken
      from jsonb_each_text(plinth_private.field_violations(p_field, v_rules - 'unique') -> 'byRule') as c
      where c.value <> '0';
  end if;
  if plinth_private.is_new_only(p_field.rules, 'unique') then
    v_broken := v_broken || 'unique'::text;
  end if;
  return v_rules || case when v_broken = '{}' then '{}' else jsonb_build_object('newOnly', v_broken) end;
end
$$;

-- Builds the indexes that a field needs on its column while that is not yet the field's: writers wait, readers do not. Answers
-- whether there was anything to build.
create or replace function plinth_private.index_pending(p_relation text, p_field plinth.field, p_unique text) returns boolean
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_column text := plinth_private.pending_column(p_field.column_name);
  v_index record;
  v_built boolean := false;
begin
  for v_index in
    select i.name, i.sql from (values
      (p_field.rules ? 'unique', p_unique, plinth_private.unique_index_sql(p_field.type, plinth_private.is_new_only(p_field.rules, 'unique'))),
      (p_field.type = 'person', plinth_private.person_index(p_field.id),
        'create index %I on data.%I (%I) where %3$I is not null')) as i (wanted, name, sql)
    where i.wanted and to_regclass(format('data.%I', i.name)) is null
  loop
    perform plinth_private.build_index(p_field, p_relation, v_column, v_index.name, v_index.sql);
    v_built := true;
  end loop;
  return v_built;
end
$$;

-- Makes a filled column that of its field: nothing of this reads the table, so readers wait for a moment. What was there is
-- looked at by validate_rules, in a call of its own.
create or replace function plinth_private.settle_column(p_relation text, p_field plinth.field) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  execute format('alter table data.%I rename column %I to %I', p_relation,
                 plinth_private.pending_column(p_field.column_name), p_field.column_name);
  perform plinth_private.replace_checks(p_relation, '{}', plinth_private.field_checks(p_field, p_field.rules) || coalesce((
    select jsonb_object_agg(c.name, c.body)
    from plinth_private.column_checks(p_field.type, p_field.column_name, p_field.options) as c), '{}'));
  -- Without one a column of files keeps that of its type: no record would come without it.
  if p_field.default_value is not null then
    perform plinth_private.set_column_default(p_field);
  end if;
  perform plinth_private.grant_column(p_relation, p_field);
end
$$;

select plinth_private.close_functions(array[
  'pending_column(text)', 'add_pending(text, text, text)', 'is_large(plinth."table")', 'fill_step(text, text, text, uuid, boolean)',
  'step_json(bigint, bigint, uuid)', 'change_json(bigint, bigint, uuid, uuid)',
  'rules_held(plinth.field)', 'index_pending(text, plinth.field, text)', 'settle_column(text, plinth.field)'
]);
