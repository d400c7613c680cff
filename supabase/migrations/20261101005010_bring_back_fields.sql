-- The way back of a field that no role has hidden any more: its values go into a column of the table's own relation again,
-- at once where there are few, else in steps. Until the last one the field stands aside and is used as before.

-- Few enough records that readers may wait while they are moved?
create or replace function plinth_private.is_small(p_relation text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_rows bigint;
begin
  execute format('select count(*) from (select 1 from data.%I limit 2001) as t', p_relation) into v_rows;
  return v_rows <= 2000;
end
$$;

-- The field is hidden again: what was brought back already goes.
create or replace function plinth_private.give_up_return(p_field plinth.field, p_relation text) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  delete from plinth_private.field_return where field_id = p_field.id;
  if found then
    execute format('alter table data.%I drop column %I', p_relation, plinth_private.pending_column(p_field.column_name));
  end if;
end
$$;

-- Makes the column, which nobody may write yet.
create or replace function plinth_private.begin_return(p_field plinth.field, p_relation text) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_total bigint;
begin
  execute format('select count(*) from data.%I', p_field.side) into v_total;
  perform plinth_private.add_pending(p_relation, p_field.column_name, p_field.type);
  insert into plinth_private.field_return (field_id, total) values (p_field.id, v_total);
end
$$;

-- Brings the next values back; answers whether those were the last. No record gets another version.
create or replace function plinth_private.return_values(p_field plinth.field, p_relation text) returns boolean
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_step record;
begin
  v_step := plinth_private.fill_step(p_relation, plinth_private.pending_column(p_field.column_name),
    format('select s.id, s.%I from data.%I as s', p_field.column_name, p_field.side),
    (select r.filled_to from plinth_private.field_return as r where r.field_id = p_field.id));
  update plinth_private.field_return set filled_to = coalesce(v_step.last, filled_to), done = done + v_step.moved
    where field_id = p_field.id;
  return v_step.moved < plinth_private.limit_of('rowsPerStep');
end
$$;

-- Ends the way back: takes over what was written meanwhile, then the column takes the side's place, with its checks, indexes
-- and default.
create or replace function plinth_private.finish_return(p_field plinth.field, p_relation text) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_column text := plinth_private.pending_column(p_field.column_name);
begin
  execute format('lock table data.%I, data.%I in exclusive mode', p_relation, p_field.side);
  execute format('alter table data.%I disable trigger user', p_relation);
  execute format('update data.%I as t set %I = s.%I from data.%I as s where s.id = t.id and t.%2$I is distinct from s.%3$I',
                 p_relation, v_column, p_field.column_name, p_field.side);
  execute format('alter table data.%I enable trigger user', p_relation);
  perform plinth_private.copy_indexes(p_field.side, p_field.column_name, p_relation, v_column);
  execute format('alter table data.%I rename column %I to %I', p_relation, v_column, p_field.column_name);
  perform plinth_private.copy_checks(p_field.side, p_field.column_name, p_relation, true);
  execute format('alter table data.%I alter %I %s', p_relation, p_field.column_name, coalesce(
    'set default ' || plinth_private.column_default(p_field.side, p_field.column_name), 'drop default'));
  execute format('drop table data.%I', p_field.side);
  perform plinth_private.name_moved_indexes(p_relation);
  perform plinth_private.grant_column(p_relation, p_field);
  delete from plinth_private.field_return where field_id = p_field.id;
  update plinth.field set side = null where id = p_field.id;
  perform plinth_private.renew_sides(p_field.table_id);
  perform pg_notify('pgrst', 'reload schema');
end
$$;

-- Brings a field back that no role has hidden any more, or goes on with it: {done, total}, equal when it is done. Only for
-- definer code that has checked.
create or replace function plinth_private.bring_back(p_field uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_field plinth.field;
  v_relation text;
  v_return plinth_private.field_return;
begin
  select t.relation into v_relation from plinth.field as f join plinth."table" as t on t.id = f.table_id
    where f.id = p_field for update of t;
  select f.* into v_field from plinth.field as f where f.id = p_field;
  if v_field.side is null or plinth_private.is_hidden(p_field) then
    return '{"done": 1, "total": 1}';
  end if;
  select r.* into v_return from plinth_private.field_return as r where r.field_id = p_field;
  if not found then
    perform plinth_private.begin_return(v_field, v_relation);
    select r.* into v_return from plinth_private.field_return as r where r.field_id = p_field;
    -- The new column locks readers out until this call ends: not while many values are moved.
    if v_return.total > 2000 then
      return jsonb_build_object('done', 0, 'total', v_return.total);
    end if;
  end if;
  if plinth_private.return_values(v_field, v_relation) then
    perform plinth_private.finish_return(v_field, v_relation);
    return jsonb_build_object('done', v_return.total, 'total', v_return.total);
  end if;
  -- Records came in since it was counted: not done before the last step.
  return (select jsonb_build_object('done', r.done, 'total', greatest(r.total, r.done + 1))
          from plinth_private.field_return as r where r.field_id = p_field);
end
$$;

-- The same for creators: called again until done is total.
create or replace function plinth_private.bring_back_field(p_field uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_field plinth.field := plinth_private.take_field(p_field);
  v_answer jsonb;
begin
  if plinth_private.is_hidden(p_field) then
    perform plinth_private.require_open(v_field, 'grant');
  end if;
  v_answer := plinth_private.bring_back(p_field);
  perform plinth_private.send_schema_changed((select t.base_id from plinth."table" as t where t.id = v_field.table_id));
  return v_answer;
exception
  when lock_not_available or deadlock_detected then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', v_field.table_id));
end
$$;

-- Brings the values of a field back that is hidden from nobody any more.
create or replace function plinth.bring_back_field(field uuid) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.bring_back_field($1) $$;

-- The first field of a table is the one by which records are called: everybody sees it, whatever way fields come to their
-- places.
create or replace function plinth_private.first_fields_open() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform plinth_private.require_open(f, 'primary')
    from (select distinct n.table_id from new_rows as n union select o.table_id from old_rows as o) as c
    cross join lateral (select x.* from plinth.field as x where x.table_id = c.table_id
                        order by x.position, x.id limit 1) as f
    join plinth."table" as t on t.id = c.table_id and t.base_id is not null;
  return null;
end
$$;

drop trigger if exists first_fields_open on plinth.field;
create trigger first_fields_open after update on plinth.field referencing old table as old_rows new table as new_rows
  for each statement execute function plinth_private.first_fields_open();

select plinth_private.close_functions(array[
  'is_small(text)', 'give_up_return(plinth.field, text)', 'begin_return(plinth.field, text)',
  'return_values(plinth.field, text)', 'finish_return(plinth.field, text)', 'bring_back(uuid)', 'bring_back_field(uuid)',
  'first_fields_open()'
]);
select plinth_private.open_calls(array['bring_back_field(uuid)']);
