-- Fields on their way into the trash and out of it. A column of a users' table is for everybody who reads the table, so a
-- deleted field's values leave it: they are copied beside the ids of their records, and the column is dropped
-- (docs/decisions/0010-trash.md). Readers wait for neither; back they come in chunks.

-- Copies the values of a column into the trash, or none, as those of a field, and beside them what they became, if that is named (SQL over
-- record t); answers the table that is made there.
create or replace function plinth_private.keep_values(
  p_home plinth."table", p_column text, p_field plinth.field, p_with_values boolean, p_became text
) returns uuid
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_holder uuid := plinth_private.uuid_v7();
  v_relation text := 'trash_' || replace(v_holder::text, '-', '');
begin
  execute format('create table plinth_trash.%1$I as select t.id, t.%2$I as %3$I %7$s from data.%4$I as t
                  where (t.%2$I %5$s %8$s) and %6$L',
                 v_relation, p_column, p_field.column_name, p_home.relation,
                 case p_field.type when 'attachment' then '<> ''{}''' when 'link' then '> 0' else 'is not null' end, p_with_values,
                 ', ' || p_became || ' as became', 'or ' || p_became || ' is not null');
  execute format('alter table plinth_trash.%I add primary key (id)', v_relation);
  insert into plinth."table" (id, base_id, name, relation, position, created_by)
    values (v_holder, null, p_field.name, v_relation, 0, plinth_private.caller());
  return v_holder;
end
$$;

-- How many values of a field were kept.
create or replace function plinth_private.count_kept(p_holder uuid, p_field plinth.field) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_total bigint;
begin
  execute format('select count(*) from %s as t where t.%I %s', plinth_private.relation_of(p_holder), p_field.column_name,
                 case when p_field.type = 'attachment' then '<> ''{}''' else 'is not null' end) into v_total;
  return v_total;
end
$$;

drop function if exists plinth_private.trash_field(plinth."table", text, plinth.field, boolean);
-- Puts a field into the trash that has this column of a table; or the old values of another one (p_origin) that had it: then with what they
-- became (p_became). Writers wait until the transaction ends, readers only from the moment when the column goes.
create or replace function plinth_private.trash_field(
  p_home plinth."table", p_column text, p_field plinth.field, p_origin uuid, p_became text
) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_holder uuid;
  v_total bigint;
begin
  execute format('lock table data.%I in exclusive mode', p_home.relation);
  v_holder := case when p_field.side is null
                   then plinth_private.keep_values(p_home, p_column, p_field,
                     plinth_private.has_own_values(p_field) or p_became is not null, p_became)
                   else plinth_private.keep_side(p_home, p_field) end;
  p_field.table_id := v_holder;
  insert into plinth.field values (p_field.*) on conflict (id) do update set table_id = excluded.table_id;
  perform plinth_private.move_values_kept(f, p_field.id) from plinth.field as f where f.id = p_origin;
  v_total := case when p_field.type = 'link' then plinth_private.count_linked(p_field.id)
                  else plinth_private.count_kept(v_holder, p_field) end;
  -- Files of a field in the trash are nobody's either.
  update plinth.attachment set table_id = v_holder where field_id = p_field.id;
  insert into plinth_private.trash (table_id, base_id, field_id, home, replaced, origin, position, total, trashed_by)
    values (v_holder, p_home.base_id, p_field.id, p_home.id, p_origin is not null, p_origin, p_field.position,
            v_total, plinth_private.caller());
  if p_field.side is null and plinth_private.system_column(p_field.type) is null then
    execute format('alter table data.%I drop column %I', p_home.relation, p_column);
  end if;
  perform plinth_private.renew_rule_triggers(p_home.id);
  perform plinth_private.renew_guards(p_home.id);
  if p_field.type = 'link' then
    -- The other field, where there is one, goes on alone.
    perform plinth_private.renew_link((plinth_private.link_end_of(p_field.id)).link);
  end if;
  if p_field.side is not null then
    perform plinth_private.renew_sides(p_home.id);
  end if;
end
$$;

-- Puts a field with its values and files into the trash. A table keeps at least one field; one that a role's rule reads
-- stays.
create or replace function plinth_private.delete_field(p_field uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_field plinth.field;
  v_table plinth."table";
begin
  if plinth_private.is_late(p_field) then
    perform plinth_private.delete_late(p_field);
    return;
  end if;
  v_field := plinth_private.take_field(p_field);
  select t.* into v_table from plinth."table" as t where t.id = v_field.table_id;
  -- Links do not count: they go when the table goes that they link.
  if not exists (select 1 from plinth.field as f where f.table_id = v_table.id and f.id <> p_field and f.type <> 'link') then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', v_table.id, 'rule', 'last_field'));
  end if;
  perform plinth_private.require_unused(p_field);
  perform plinth_private.require_settled(v_field);
  perform plinth_private.trash_field(v_table, v_field.column_name, v_field, null, null);
  if v_field.formula is not null then
    perform plinth_private.renew_formulas(v_table.id);
  end if;
  perform plinth_private.place_field(v_table.id, null, null);
  perform plinth_private.send_schema_changed(v_table.base_id);
  perform pg_notify('pgrst', 'reload schema');
exception
  when lock_not_available or deadlock_detected then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', v_table.id));
end
$$;

-- Takes the column away again that a field on its way back has got.
create or replace function plinth_private.drop_half_column(p_trash plinth_private.trash) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  execute format('alter table %s drop column if exists %I', plinth_private.relation_of(p_trash.home),
    (select plinth_private.pending_column(f.column_name) from plinth.field as f where f.id = p_trash.field_id));
end
$$;

-- The relation of a table, quoted, wherever it stands.
create or replace function plinth_private.relation_of(p_table uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select format('%I.%I', case when t.base_id is null then 'plinth_trash' else 'data' end, t.relation)
  from plinth."table" as t where t.id = p_table
$$;

-- Makes room for a field on its way back: a column beside the others, which nobody may write.
create or replace function plinth_private.begin_restore(p_home plinth."table", p_trash plinth_private.trash) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_field plinth.field;
begin
  perform plinth_private.require_field_room(p_home.id);
  select f.* into v_field from plinth.field as f where f.id = p_trash.field_id;
  update plinth_private.trash set restored_to = '00000000-0000-0000-0000-000000000000', done = 0
    where table_id = p_trash.table_id;
  perform plinth_private.add_pending(p_home.relation, v_field.column_name, v_field.type);
end
$$;

-- Brings the next values back; answers how many they were.
create or replace function plinth_private.restore_values(p_home plinth."table", p_trash plinth_private.trash) returns bigint
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_column text := (select f.column_name from plinth.field as f where f.id = p_trash.field_id);
  v_step record := plinth_private.fill_step(p_home.relation, plinth_private.pending_column(v_column),
    format('select v.id, v.%I from %s as v where v.%1$I is not null', v_column, plinth_private.relation_of(p_trash.table_id)),
    p_trash.restored_to);
begin
  update plinth_private.trash set restored_to = coalesce(v_step.last, restored_to), done = done + v_step.moved
    where table_id = p_trash.table_id;
  return v_step.moved;
end
$$;

-- Makes the field one of its table again, under its name or one like it, with the column that is ready; so are its files, as
-- far as their records are there.
create or replace function plinth_private.rejoin_field(p_home plinth."table", p_trash plinth_private.trash) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_field plinth.field;
begin
  execute format('lock table data.%I in exclusive mode', p_home.relation);
  select f.* into v_field from plinth.field as f where f.id = p_trash.field_id;
  v_field.table_id := p_home.id;
  v_field.name := plinth_private.free_title(v_field.name, array(
    select o.name from plinth.field as o where o.table_id = p_home.id));
  v_field.rules := plinth_private.rules_held(jsonb_populate_record(v_field,
    jsonb_build_object('column_name', plinth_private.pending_column(v_field.column_name))));
  update plinth.field set table_id = v_field.table_id, name = v_field.name, rules = v_field.rules where id = v_field.id;
  perform plinth_private.restore_files(p_home, v_field.id);
  perform plinth_private.place_field(p_home.id, v_field.id, p_trash.position);
  perform plinth_private.settle_column(p_home.relation, v_field);
  if v_field.type = 'autonumber' then
    perform plinth_private.begin_numbering(p_home, v_field);
  end if;
  perform plinth_private.renew_transitions(p_home.id);
  perform plinth_private.renew_rule_triggers(p_home.id);
  perform plinth_private.renew_guards(p_home.id);
end
$$;

-- Brings a field back that has no column of its own.
create or replace function plinth_private.restore_computed(p_home plinth."table", p_trash plinth_private.trash) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  perform plinth_private.require_field_room(p_home.id);
  update plinth.field set table_id = p_home.id, name = plinth_private.free_title(name, array(
      select o.name from plinth.field as o where o.table_id = p_home.id))
    where id = p_trash.field_id;
  perform plinth_private.place_field(p_home.id, p_trash.field_id, p_trash.position);
  perform plinth_private.drop_relation(p_trash.table_id);
  perform plinth_private.send_schema_changed(p_home.base_id);
  return plinth_private.step_json(0, 0, p_trash.field_id);
end
$$;

-- Ends the way back.
create or replace function plinth_private.finish_restore(p_home plinth."table", p_trash plinth_private.trash) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  perform plinth_private.rejoin_field(p_home, p_trash);
  perform plinth_private.drop_relation(p_trash.table_id);
  perform plinth_private.log_change(p_home.id, 'update', null, null, 0);
end
$$;

-- Brings a field back to its table, in one call or, where the table has many records, in several: {done, total, field}, with
-- the field when it is there again. Until then its column is under another name, and read-only.
create or replace function plinth_private.restore_field(p_field uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_trash plinth_private.trash := plinth_private.take_trash(p_field);
  v_home plinth."table";
  v_field plinth.field;
  v_large boolean;
  v_moved bigint;
  v_built boolean;
begin
  v_home := plinth_private.take_table(v_trash.home);
  select f.* into v_field from plinth.field as f where f.id = p_field;
  if v_field.type = 'link' then
    return plinth_private.restore_link(v_home, v_trash);
  elsif plinth_private.system_column(v_field.type) is not null then
    return plinth_private.restore_computed(v_home, v_trash);
  elsif plinth_private.is_aside(p_field) then
    return plinth_private.restore_side(v_home, v_trash);
  elsif v_field.formula is not null then
    -- Also beside what it became and somebody is kept from: what it reads says who sees it.
    return plinth_private.restore_formula(v_home, v_trash);
  elsif plinth_private.hides_on_return(v_trash) then
    return plinth_private.restore_hidden(v_home, v_trash);
  end if;
  v_large := plinth_private.is_large(v_home);
  if v_trash.restored_to is null then
    perform plinth_private.begin_restore(v_home, v_trash);
    if v_large then
      return plinth_private.step_json(0, v_trash.total, null);
    end if;
    select x.* into v_trash from plinth_private.trash as x where x.table_id = v_trash.table_id;
  end if;
  v_moved := plinth_private.restore_values(v_home, v_trash);
  if v_moved = plinth_private.limit_of('rowsPerStep') then
    return plinth_private.step_json(v_trash.done + v_moved, v_trash.total, null);
  end if;
  v_built := plinth_private.index_pending(v_home.relation, v_field, plinth_private.unique_index(p_field));
  if v_built and v_large then
    return plinth_private.step_json(v_trash.total, v_trash.total, null);
  end if;
  perform plinth_private.finish_restore(v_home, v_trash);
  perform plinth_private.send_schema_changed(v_home.base_id);
  perform pg_notify('pgrst', 'reload schema');
  return plinth_private.step_json(v_trash.total, v_trash.total, p_field);
exception
  when lock_not_available or deadlock_detected then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', v_home.id));
end
$$;
