-- Hidden fields on their way into the trash and out of it, and copies of them. What holds their values moves as it is, with its
-- policies, rules and indexes, so that at no moment they stand where those could read them who may not.

-- Do the values of this field stand aside?
create or replace function plinth_private.is_aside(p_field uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from plinth.field as f where f.id = p_field and f.side is not null)
$$;

-- Moves what holds a field's values into the trash; answers the table that it is there. Deleted records go on taking their values
-- with them; new ones get none.
create or replace function plinth_private.keep_side(p_home plinth."table", p_field plinth.field) returns uuid
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_holder uuid := plinth_private.uuid_v7();
  v_relation text := 'trash_' || replace(v_holder::text, '-', '');
begin
  perform plinth_private.give_up_return(p_field, p_home.relation);
  execute format('alter table data.%I set schema plinth_trash', p_field.side);
  execute format('alter table plinth_trash.%I rename to %I', p_field.side, v_relation);
  insert into plinth."table" (id, base_id, name, relation, position, created_by)
    values (v_holder, null, p_field.name, v_relation, 0, plinth_private.caller());
  return v_holder;
end
$$;

-- Gives the files of a field that is back to its table, as far as their records are there; the others are queued for removal.
create or replace function plinth_private.restore_files(p_home plinth."table", p_field uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_gone uuid;
begin
  update plinth.attachment set table_id = p_home.id where field_id = p_field;
  for v_gone in execute format('select a.id from plinth.attachment as a where a.field_id = $1
                                and not exists (select 1 from data.%I as t where t.id = a.record_id)', p_home.relation)
      using p_field loop
    perform plinth_private.queue_attachments(p_home.id, null, null, v_gone);
  end loop;
end
$$;

-- Moves what holds a field's values back, with an empty one for each record that came meanwhile. Writers of the table wait until
-- the transaction ends, readers do not.
create or replace function plinth_private.return_side(p_home plinth."table", p_holder text, p_field plinth.field) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  execute format('lock table data.%I in share mode', p_home.relation);
  execute format('alter table plinth_trash.%I rename to %I', p_holder, p_field.side);
  execute format('alter table plinth_trash.%I set schema data', p_field.side);
  execute format('insert into data.%1$I (id, %2$I) select t.id, %3$s from data.%4$I as t
                  where not exists (select 1 from data.%1$I as s where s.id = t.id)', p_field.side, p_field.column_name,
                 case when p_field.type = 'attachment' then '''{}''' else 'null' end, p_home.relation);
end
$$;

-- Brings a field back whose values stand aside, in one step: FieldStep.
create or replace function plinth_private.restore_side(p_home plinth."table", p_trash plinth_private.trash) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_field plinth.field;
begin
  perform plinth_private.require_field_room(p_home.id);
  select f.* into v_field from plinth.field as f where f.id = p_trash.field_id;
  perform plinth_private.return_side(p_home, (select t.relation from plinth."table" as t where t.id = p_trash.table_id), v_field);
  update plinth.field as f
    set table_id = p_home.id,
        name = plinth_private.free_title(f.name, array(
          select o.name from plinth.field as o where o.table_id = p_home.id))
    where f.id = v_field.id returning * into v_field;
  perform plinth_private.restore_files(p_home, v_field.id);
  -- What changed while it was away: the time zone, roles, rules on records.
  if v_field.default_value is not null then
    perform plinth_private.set_column_default(v_field);
  end if;
  perform plinth_private.place_field(p_home.id, v_field.id, p_trash.position);
  perform plinth_private.renew_policies(p_home.id);
  perform plinth_private.renew_sides(p_home.id);
  perform plinth_private.drop_relation(p_trash.table_id);
  -- Roles that had it hidden may be gone.
  perform plinth_private.place_fields(array[v_field.id]);
  perform plinth_private.send_schema_changed(p_home.base_id);
  perform pg_notify('pgrst', 'reload schema');
  return plinth_private.step_json(p_trash.total, p_trash.total, v_field.id);
end
$$;

-- Is a field in the trash, which was in the table itself, hidden from somebody now? It is where the field is that its values are of.
create or replace function plinth_private.hides_on_return(p_trash plinth_private.trash) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into plinth.field_grant (role_id, field_id, access)
    select g.role_id, p_trash.field_id, g.access from plinth.field_grant as g
    where g.field_id = p_trash.origin and g.access = 'hidden'
  on conflict (role_id, field_id) do update set access = excluded.access;
  return plinth_private.is_hidden(p_trash.field_id);
end
$$;

-- Brings such a field back aside, in one step: FieldStep. Its column comes and moves without values, and they are written where
-- it stands then, so that at no moment those could read them who may not.
create or replace function plinth_private.restore_hidden(p_home plinth."table", p_trash plinth_private.trash) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_field plinth.field;
  v_rules jsonb := (select f.rules from plinth.field as f where f.id = p_trash.field_id);
begin
  if p_trash.restored_to is not null then
    perform plinth_private.drop_half_column(p_trash);
  end if;
  -- The first field is for everybody.
  p_trash.position := greatest(p_trash.position, 1);
  update plinth.field set rules = '{}' where id = p_trash.field_id;
  perform plinth_private.begin_restore(p_home, p_trash);
  perform plinth_private.rejoin_field(p_home, p_trash);
  perform plinth_private.place_fields(array[p_trash.field_id]);
  select f.* into v_field from plinth.field as f where f.id = p_trash.field_id;
  perform plinth_private.write_aside(v_field, plinth_private.relation_of(p_trash.table_id), v_field.column_name);
  perform plinth_private.drop_relation(p_trash.table_id);
  perform plinth_private.adopt_rules(v_field.id, v_rules);
  perform plinth_private.send_schema_changed(p_home.base_id);
  perform pg_notify('pgrst', 'reload schema');
  return plinth_private.step_json(p_trash.total, p_trash.total, v_field.id);
end
$$;

-- Takes away what is there already of fields that are on their way back with values of this one, which is hidden from now on.
create or replace function plinth_private.withdraw_restores(p_field uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_trash plinth_private.trash;
begin
  for v_trash in
    select x.* from plinth_private.trash as x where x.origin = p_field and x.restored_to is not null for update
  loop
    perform plinth_private.drop_half_column(v_trash);
    update plinth_private.trash set restored_to = null, done = 0 where table_id = v_trash.table_id;
  end loop;
end
$$;

-- Writes values of a relation into a field that stands aside, as if they had always been there. Readers do not wait, writers of the field
-- do.
create or replace function plinth_private.write_aside(p_field plinth.field, p_from text, p_column text) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  execute format('alter table data.%I disable trigger user', p_field.side);
  execute format('update data.%I as s set %I = v.%I from %s as v where v.id = s.id and v.%3$I is not null', p_field.side,
                 p_field.column_name, p_column, p_from);
  execute format('alter table data.%I enable trigger user', p_field.side);
  perform plinth_private.log_change(p_field.table_id, 'update', null, null, 0);
end
$$;

-- Copies a field whose values stand aside, behind it, with or without them, in one step: FieldStep. The copy is hidden from the same roles before it
-- holds anything. Readers do not wait, writers of the field do.
create or replace function plinth_private.duplicate_side(p_field plinth.field, p_copy uuid, p_name text, p_with_values boolean)
returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_copy plinth.field;
begin
  perform plinth_private.create_field(p_field.table_id,
    plinth_private.field_json(p_field) || jsonb_build_object('id', p_copy, 'name', p_name));
  perform plinth_private.place_field(p_field.table_id, p_copy, p_field.position + 1);
  perform plinth_private.copy_field_grants(p_field.id, p_copy);
  select f.* into v_copy from plinth.field as f where f.id = p_copy;
  if p_with_values and p_field.type <> 'attachment' then
    execute format('lock table data.%I in share mode', p_field.side);
    perform plinth_private.write_aside(v_copy, format('data.%I', p_field.side), p_field.column_name);
  end if;
  perform plinth_private.adopt_rules(p_copy, p_field.rules);
  return plinth_private.step_json(1, 1, p_copy);
end
$$;

select plinth_private.close_functions(array[
  'is_aside(uuid)', 'keep_side(plinth."table", plinth.field)', 'restore_files(plinth."table", uuid)',
  'return_side(plinth."table", text, plinth.field)', 'restore_side(plinth."table", plinth_private.trash)',
  'hides_on_return(plinth_private.trash)', 'restore_hidden(plinth."table", plinth_private.trash)', 'withdraw_restores(uuid)',
  'write_aside(plinth.field, text, text)', 'duplicate_side(plinth.field, uuid, text, boolean)', 'copy_sides(uuid, jsonb, uuid[], uuid[])'
]);
