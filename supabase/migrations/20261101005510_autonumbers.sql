-- Fields that number records (docs/decisions/0037-sets-numbers-documents.md). A sequence of each field's own gives the numbers, as the
-- default of its column, which nobody may write: so each number is given once, by the database alone, in the order in which records come.
-- Writers never wait for each other, so a record that is refused or deleted leaves a gap. Records that are there before the field are
-- numbered in the order in which they were made, in one call or, where there are many, in steps.

-- The name of a field's sequence.
create or replace function plinth_private.number_sequence(p_field uuid) returns text
language sql immutable security invoker set search_path = ''
as $$ select 'number_' || replace(p_field::text, '-', '') $$;

-- A number as its field writes it: INV-0042.
create or replace function plinth_private.number_label(p_number bigint, p_options jsonb) returns text
language sql immutable parallel safe security invoker set search_path = ''
as $$
  select coalesce(p_options ->> 'prefix', '')
    || lpad(p_number::text, greatest(coalesce((p_options ->> 'digits')::int, 1), char_length(p_number::text)), '0')
$$;

-- Lets a field number records from now on, behind those numbers that stand in its column, and keeps numbers for the records that have none.
-- Readers wait for a moment, writers until the records are counted.
create or replace function plinth_private.begin_numbering(p_table plinth."table", p_field plinth.field) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_sequence text := plinth_private.number_sequence(p_field.id);
  v_last bigint;
  v_missing bigint;
begin
  execute format('lock table data.%I in exclusive mode', p_table.relation);
  execute format('create sequence if not exists plinth_private.%I as bigint maxvalue 9007199254740991', v_sequence);
  execute format('revoke all on sequence plinth_private.%I from public, anon, authenticated', v_sequence);
  -- A default is computed as whoever writes the record.
  execute format('grant usage on sequence plinth_private.%I to authenticated, service_role', v_sequence);
  execute format('select greatest(max(t.%1$I), (select case when s.is_called then s.last_value else 0 end from plinth_private.%2$I as s)),
                         count(*) filter (where t.%1$I is null) from data.%3$I as t', p_field.column_name, v_sequence, p_table.relation)
    into v_last, v_missing;
  if v_last + v_missing > 0 then
    perform setval(format('plinth_private.%I', v_sequence)::regclass, v_last + v_missing);
  end if;
  execute format('alter table data.%I alter column %I set default nextval(%L::regclass)', p_table.relation, p_field.column_name,
                 format('plinth_private.%I', v_sequence));
  if v_missing > 0 then
    insert into plinth_private.type_change (field_id, type, options, total)
      values (p_field.id, p_field.type, p_field.options || jsonb_build_object('from', v_last), v_missing);
    if not plinth_private.is_large(p_table) then
      while not plinth_private.number_step(p_table, p_field) loop
        null;
      end loop;
    end if;
  end if;
end
$$;

-- Numbers the next records that have no number, in the order in which they were made, as if they had always had one; answers whether
-- that was the last step.
create or replace function plinth_private.number_step(p_table plinth."table", p_field plinth.field) returns boolean
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_change plinth_private.type_change;
  v_last uuid;
  v_moved bigint;
begin
  select c.* into v_change from plinth_private.type_change as c where c.field_id = p_field.id;
  execute format('lock table data.%I in exclusive mode', p_table.relation);
  execute format('alter table data.%I disable trigger user', p_table.relation);
  execute format('with part as materialized (
                    select t.id, row_number() over (order by t.id) + $3 as number
                    from (select t.id from data.%1$I as t where t.%2$I is null and t.id > $1 order by t.id limit $2) as t),
                  written as (update data.%1$I as t set %2$I = part.number from part where t.id = part.id)
                  select (array_agg(part.id order by part.id desc))[1], count(*) from part', p_table.relation, p_field.column_name)
    into v_last, v_moved
    using v_change.filled_to, plinth_private.limit_of('rowsPerStep'), (v_change.options ->> 'from')::bigint + v_change.done;
  execute format('alter table data.%I enable trigger user', p_table.relation);
  update plinth_private.type_change set filled_to = coalesce(v_last, filled_to), done = done + v_moved where field_id = p_field.id;
  if v_moved = plinth_private.limit_of('rowsPerStep') then
    return false;
  end if;
  delete from plinth_private.type_change where field_id = p_field.id;
  perform plinth_private.log_change(p_table.id, 'update', null, null, 0);
  return true;
end
$$;

-- Goes on with the numbering of records that were there before the field: what change_type answers, by its caller's rights.
create or replace function plinth_private.go_on_numbering(p_table plinth."table", p_field plinth.field) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_change plinth_private.type_change;
begin
  if plinth_private.number_step(p_table, p_field) then
    perform plinth_private.send_schema_changed(p_table.base_id);
    return plinth_private.change_json(0, 0, p_field.id, null);
  end if;
  select c.* into v_change from plinth_private.type_change as c where c.field_id = p_field.id;
  return plinth_private.change_json(v_change.done, v_change.total, null, null);
end
$$;

-- The numbers of a record t of a table, by the sequences that gave them, as SQL: {"16500": "42"}. A sequence gives no number twice, and goes
-- with the numbers where they become another field's; so a number that is kept under its name fits there alone, and nobody else has it.
create or replace function plinth_private.numbers_sql(p_table uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    -- Of arrays, which may be longer than the arguments of a call.
    select case when count(*) = 0 then '''{}''::jsonb' else
      format('jsonb_strip_nulls(jsonb_object(%L::text[], array[%s]))', array_agg(s.id::text order by f.id),
             string_agg(format('t.%I::text', f.column_name), ', ' order by f.id)) end
    from plinth.field as f
    cross join lateral (select to_regclass('plinth_private.' || plinth_private.number_sequence(f.id))::oid as id) as s
    where f.table_id = p_table and f.type = 'autonumber' and s.id is not null);
end
$$;

-- The same numbers by the columns in which they stand today.
create or replace function plinth_private.numbers_again(p_table uuid, p_numbers jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_object_agg(f.column_name, n.value), '{}')
    from plinth.field as f
    join jsonb_each(p_numbers) as n
      on n.key = (to_regclass('plinth_private.' || plinth_private.number_sequence(f.id))::oid)::text
    where f.table_id = p_table and f.type = 'autonumber');
end
$$;

-- A field that is gone for good needs its sequence no more.
create or replace function plinth_private.drop_number_sequence() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  execute format('drop sequence if exists plinth_private.%I cascade', plinth_private.number_sequence(old.id));
  return null;
end
$$;

drop trigger if exists drop_number_sequence on plinth.field;
create trigger drop_number_sequence after delete on plinth.field
  for each row when (old.type = 'autonumber') execute function plinth_private.drop_number_sequence();

select plinth_private.close_functions(array[
  'number_sequence(uuid)', 'number_label(bigint, jsonb)', 'begin_numbering(plinth."table", plinth.field)',
  'numbers_sql(uuid)', 'numbers_again(uuid, jsonb)', 'number_step(plinth."table", plinth.field)', 'go_on_numbering(plinth."table", plinth.field)', 'drop_number_sequence()'
]);
