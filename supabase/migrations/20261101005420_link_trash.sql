-- Links and the trash: of a table or a field that goes there, comes back, or goes for good; and links of copies.

-- The relations of a table's links follow it into the trash, and back.
create or replace function plinth_private.renew_links(p_table uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  perform plinth_private.renew_link(l.id)
    from (select l.id from plinth_private.link as l where p_table in (l.a_table, l.b_table) order by l.id) as l;
end
$$;

-- How many records are linked through a field.
create or replace function plinth_private.count_linked(p_field uuid) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_end plinth_private.link_end := plinth_private.link_end_of(p_field);
  v_total bigint;
begin
  execute format('select count(distinct j.%I) from %s as j', v_end.own, v_end.place) into v_total;
  return v_total;
end
$$;

-- Drops a field of a link from a table that stays, when the table that it links goes for good.
create or replace function plinth_private.drop_link_field(p_field uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_field plinth.field;
  v_table plinth."table";
begin
  select f.* into v_field from plinth.field as f where f.id = p_field;
  if v_field.id is null then
    return;
  elsif exists (select 1 from plinth_private.trash as x where x.field_id = p_field) then
    -- The trash holds nothing of it but its name. What was on its way back to it stays what it is.
    perform plinth_private.undo_begun(f) from plinth_private.type_change as c join plinth.field as f on f.id = c.field_id
      where c.kept = v_field.table_id;
    execute format('drop table %s', plinth_private.relation_of(v_field.table_id));
    delete from plinth."table" where id = v_field.table_id;
    return;
  end if;
  select t.* into v_table from plinth."table" as t where t.id = v_field.table_id;
  perform plinth_private.drop_computed(v_table, p_field);
  perform plinth_private.undo_begun(v_field);
  execute format('alter table %s drop column if exists %I', plinth_private.relation_of(v_table.id), v_field.column_name);
  delete from plinth.field where id = p_field;
  perform plinth_private.place_field(v_table.id, null, null);
  if v_table.base_id is not null then
    perform plinth_private.renew_guards(v_table.id);
    perform plinth_private.send_schema_changed(v_table.base_id);
  end if;
end
$$;

-- Drops the links of a table that goes for good, with the fields of other tables that show them; and the links of a field that goes
-- out of the trash for good, where it is the last one that shows them. Only for definer code that has checked.
create or replace function plinth_private.drop_links(p_table uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_link plinth_private.link;
begin
  for v_link in select l.* from plinth_private.link as l where p_table in (l.a_table, l.b_table) order by l.id loop
    execute format('drop table %s', plinth_private.link_place(v_link.relation));
    delete from plinth_private.link where id = v_link.id;
    perform plinth_private.drop_link_field(f.id)
      from unnest(array[v_link.a_field, v_link.b_field], array[v_link.a_table, v_link.b_table]) as f (id, home) where f.home <> p_table;
  end loop;
  for v_link in
    select l.* from plinth_private.link as l
    join plinth.field as f on f.id in (l.a_field, l.b_field) and f.table_id = p_table order by l.id
  loop
    if v_link.a_field is null or v_link.b_field is null then
      execute format('drop table %s', plinth_private.link_place(v_link.relation));
      delete from plinth_private.link where id = v_link.id;
    end if;
  end loop;
end
$$;

-- Sets a column of a relation to how many records each of its records is linked with, past the triggers; answers how many it was not.
create or replace function plinth_private.count_into(p_relation text, p_column text, p_end plinth_private.link_end) returns bigint
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_wrong bigint;
begin
  execute format('alter table %s disable trigger user', p_relation);
  execute format('with counted as (select j.%1$I as id, count(*)::int as total from %2$s as j group by 1)
                  update %3$s as t set %4$I = coalesce(c.total, 0)
                  from %3$s as s left join counted as c on c.id = s.id
                  where t.id = s.id and s.%4$I <> coalesce(c.total, 0)', p_end.own, p_end.place, p_relation, p_column);
  get diagnostics v_wrong = row_count;
  execute format('alter table %s enable trigger user', p_relation);
  return v_wrong;
end
$$;

-- Counts the links of a field anew, past the triggers, and tells the table as changed. For the owner of the database too, after
-- triggers were off.
create or replace function plinth_private.recount_links(p_field uuid) returns bigint
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_end plinth_private.link_end := plinth_private.link_end_of(p_field);
  v_column text := (select f.column_name from plinth.field as f where f.id = p_field);
  v_relation text := plinth_private.relation_of(v_end.table_id);
  v_wrong bigint;
begin
  execute format('lock table %s, %s in share row exclusive mode', v_relation, v_end.place);
  v_wrong := plinth_private.count_into(v_relation, v_column, v_end);
  perform plinth_private.log_change(v_end.table_id, 'update', null, null, 0);
  if plinth_private.rollups_through(p_field) <> '{}' then
    perform plinth_private.compute_behind(array[p_field]);
  end if;
  return v_wrong;
end
$$;

-- Brings a field of a link back from the trash, in one step: FieldStep. Its links may have changed meanwhile, by the other field:
-- where a cell holds more than the one record that it held, it holds several from now on.
create or replace function plinth_private.restore_link(p_home plinth."table", p_trash plinth_private.trash) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_end plinth_private.link_end := plinth_private.link_end_of(p_trash.field_id);
  v_field plinth.field;
  v_many boolean := plinth_private.links_several(v_end);
begin
  perform plinth_private.require_field_room(p_home.id);
  select f.* into v_field from plinth.field as f where f.id = p_trash.field_id;
  update plinth.field as f
    set table_id = p_home.id, options = case when v_many then f.options - 'single' else f.options end,
        name = plinth_private.free_title(f.name, array(select o.name from plinth.field as o where o.table_id = p_home.id))
    where f.id = v_field.id;
  execute format('alter table data.%I add column %I %s', p_home.relation, v_field.column_name, plinth_private.column_type('link'));
  perform plinth_private.place_field(p_home.id, v_field.id, p_trash.position);
  perform plinth_private.renew_link(v_end.link);
  perform plinth_private.recount_links(v_field.id);
  perform plinth_private.renew_guards(p_home.id);
  perform plinth_private.drop_relation(p_trash.table_id);
  perform plinth_private.send_schema_changed(p_home.base_id);
  perform pg_notify('pgrst', 'reload schema');
  return plinth_private.step_json(p_trash.total, p_trash.total, v_field.id);
end
$$;

-- The definition of a copy of a field of a link: one that is seen from its own side alone.
create or replace function plinth_private.link_copy(p_field plinth.field, p_copy uuid, p_name text, p_target uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', p_copy, 'name', p_name, 'type', 'link', 'description', p_field.description,
                            'options', p_field.options || jsonb_build_object('target', p_target))
$$;

-- Fills a copy of a link with those of the original, of these records as those, in their order; p_within: what is linked is copied
-- with them. Past the triggers, and counted afterwards.
create or replace function plinth_private.fill_link(
  p_field uuid, p_copy uuid, p_records uuid[], p_copies uuid[], p_within boolean
) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_from plinth_private.link_end := plinth_private.link_end_of(p_field);
  v_to plinth_private.link_end := plinth_private.link_end_of(p_copy);
begin
  execute format('alter table %s disable trigger user', v_to.place);
  execute format('insert into %s (%I, %I)
                  select coalesce(u.copy, j.%I), %s from %s as j %s %s order by j.id', v_to.place, v_to.own, v_to.other, v_from.own,
    case when p_within then 'w.copy' else format('j.%I', v_from.other) end, v_from.place,
    format('%s join unnest($1, $2) as u (id, copy) on u.id = j.%I', case when p_records is null then 'left' else '' end, v_from.own),
    case when p_within then format('join unnest($1, $2) as w (id, copy) on w.id = j.%I', v_from.other) else '' end)
    using p_records, p_copies;
  execute format('alter table %s enable trigger user', v_to.place);
  perform plinth_private.recount_links(p_copy);
end
$$;

-- Copies a field of a link, behind it, with or without its links, in one step: FieldStep.
create or replace function plinth_private.duplicate_link(
  p_table plinth."table", p_field plinth.field, p_copy uuid, p_name text, p_with_values boolean
) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  perform plinth_private.create_link(p_table,
    plinth_private.link_copy(p_field, p_copy, p_name, plinth_private.as_uuid(p_field.options ->> 'target')));
  perform plinth_private.place_field(p_table.id, p_copy, p_field.position + 1);
  perform plinth_private.copy_field_grants(p_field.id, p_copy);
  perform plinth_private.copy_link_filter(p_field.id, p_copy, '{}');
  if p_with_values then
    perform plinth_private.fill_link(p_field.id, p_copy, null, null, false);
  end if;
  return plinth_private.step_json(1, 1, p_copy);
end
$$;

-- Gives the copy of a table fields for the links of the table: to the same tables; of links within the table, to the copy.
create or replace function plinth_private.copy_link_fields(p_table uuid, p_copy uuid, p_ids jsonb) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_field plinth.field;
begin
  for v_field in
    select f.* from plinth.field as f where f.table_id = p_table and f.type = 'link' and p_ids ? f.id::text order by f.position, f.id
  loop
    perform plinth_private.create_link((select t from plinth."table" as t where t.id = p_copy),
      plinth_private.link_copy(v_field, (p_ids ->> v_field.id::text)::uuid, v_field.name,
        case when v_field.options ->> 'target' = p_table::text then p_copy else (v_field.options ->> 'target')::uuid end));
    perform plinth_private.place_field(p_copy, (p_ids ->> v_field.id::text)::uuid, v_field.position);
  end loop;
end
$$;

-- Copies the links of the records of a table to their copies.
create or replace function plinth_private.copy_links(p_table uuid, p_ids jsonb, p_records uuid[], p_copies uuid[]) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  perform plinth_private.fill_link(f.id, n.id, p_records, p_copies, f.options ->> 'target' = p_table::text)
    from plinth.field as f join plinth.field as n on n.id = (p_ids ->> f.id::text)::uuid
    where f.table_id = p_table and f.type = 'link' and p_records is not null;
end
$$;

select plinth_private.close_functions(array[
  'renew_links(uuid)', 'count_linked(uuid)', 'drop_link_field(uuid)', 'drop_links(uuid)', 'recount_links(uuid)', 'count_into(text, text, plinth_private.link_end)',
  'restore_link(plinth."table", plinth_private.trash)', 'link_copy(plinth.field, uuid, text, uuid)',
  'fill_link(uuid, uuid, uuid[], uuid[], boolean)',
  'duplicate_link(plinth."table", plinth.field, uuid, text, boolean)', 'copy_link_fields(uuid, uuid, jsonb)',
  'copy_links(uuid, jsonb, uuid[], uuid[])'
]);
