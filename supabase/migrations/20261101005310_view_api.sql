-- Keeping views: the calls. Shared views are for creators of the base to make and change; a personal one is for whoever reads the table
-- to make, and for its owner to change.

-- Holds the views of a table against others who change them, after checking that the caller may: the shared ones, or their own.
create or replace function plinth_private.hold_views(p_table uuid, p_shared boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if p_shared then
    perform plinth_private.take_table(p_table);
  else
    perform plinth_private.require_scope(p_table, 'read');
    perform 1 from plinth."table" as t where t.id = p_table for no key update;
  end if;
exception
  when lock_not_available then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', p_table));
end
$$;

-- A view, or one that is deleted, held, after checking that the caller may change it. One that they do not have answers as one that does
-- not exist.
create or replace function plinth_private.take_view(p_view uuid, p_trashed boolean default false) returns plinth.view
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := plinth_private.require_user();
  v_view plinth.view;
begin
  select v.* into v_view from plinth.view as v where v.id = p_view and (v.owner_id is null or v.owner_id = v_user);
  perform plinth_private.hold_views(v_view.table_id, v_view.owner_id is null);
  -- It may have gone, or changed hands, while this waited.
  select v.* into v_view from plinth.view as v
    where v.id = p_view and v.owner_id is not distinct from v_view.owner_id and (v.trashed_at is not null) = p_trashed for update;
  if not found then
    perform plinth_private.fail(404, 'not_found');
  end if;
  return v_view;
end
$$;

-- Refuses more views than a table has, shared ones or those of one person; answers the place behind the last.
create or replace function plinth_private.view_room(p_table uuid, p_owner uuid) returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_count bigint;
  v_last int;
begin
  select count(*) filter (where v.trashed_at is null), max(v.position) into v_count, v_last
    from plinth.view as v where v.table_id = p_table and v.owner_id is not distinct from p_owner;
  perform plinth_private.stay_within(v_count + 1, plinth_private.limit_of('viewsPerTable'), '{"rule": "views"}');
  return coalesce(v_last + 1, 0);
end
$$;

-- True or false of a document; refuses anything else.
create or replace function plinth_private.clean_boolean(p_value jsonb, p_rule text) returns boolean
language plpgsql immutable security invoker set search_path = ''
as $$
begin
  if coalesce(jsonb_typeof(p_value), '') <> 'boolean' then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', p_rule));
  end if;
  return p_value::boolean;
end
$$;

-- What a view is to look like: a grid where nothing is said. Refuses what is no kind of view.
create or replace function plinth_private.clean_view_kind(p_kind jsonb) returns text
language plpgsql immutable security invoker set search_path = ''
as $$
begin
  if p_kind is not null and (jsonb_typeof(p_kind) <> 'string'
     or p_kind #>> '{}' not in ('grid', 'list', 'board', 'gallery', 'calendar', 'timeline', 'chart', 'dashboard', 'form')) then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'kind'));
  end if;
  return coalesce(p_kind #>> '{}', 'grid');
end
$$;

-- Makes a view. definition = {name, kind?, isShared, config}
create or replace function plinth_private.create_view(p_table uuid, p_view uuid, p_definition jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_shared boolean;
  v_owner uuid;
  v_view plinth.view;
begin
  v_shared := plinth_private.clean_boolean(p_definition -> 'isShared', 'is_shared');
  perform plinth_private.hold_views(p_table, v_shared);
  if p_view is null or exists (select 1 from plinth.view as v where v.id = p_view) then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'id'));
  end if;
  v_owner := case when not v_shared then plinth_private.caller() end;
  insert into plinth.view (id, table_id, owner_id, name, kind, position, config, created_by)
    values (p_view, p_table, v_owner, plinth_private.clean_name(p_definition ->> 'name'),
            plinth_private.clean_view_kind(p_definition -> 'kind'), plinth_private.view_room(p_table, v_owner),
            plinth_private.clean_view(p_table, p_definition -> 'config'), plinth_private.caller())
    returning * into v_view;
  return plinth_private.view_json(v_view, plinth_private.seen_ids(p_table));
exception
  when unique_violation then
    perform plinth_private.fail(409, 'name_taken', jsonb_build_object('table', p_table));
end
$$;

-- Renames a view, locks it or opens it, changes what it shows, makes a personal one shared or the caller's own again.
-- changes = {name?, isLocked?, isShared?, icon?, config?}
create or replace function plinth_private.update_view(p_view uuid, p_changes jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_view plinth.view := plinth_private.take_view(p_view);
  v_shared boolean := v_view.owner_id is null;
begin
  if coalesce(jsonb_typeof(p_changes), '') <> 'object' then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'changes'));
  end if;
  if p_changes ? 'isShared' and plinth_private.clean_boolean(p_changes -> 'isShared', 'is_shared') <> v_shared then
    perform plinth_private.hold_views(v_view.table_id, true);
    v_view.owner_id := case when v_shared then plinth_private.caller() end;
    v_view.section_id := null;
    v_view.position := plinth_private.view_room(v_view.table_id, v_view.owner_id);
  end if;
  if p_changes ? 'isLocked' then
    v_view.is_locked := plinth_private.clean_boolean(p_changes -> 'isLocked', 'is_locked');
  end if;
  if p_changes ? 'name' then
    v_view.name := plinth_private.clean_name(p_changes ->> 'name');
  end if;
  if p_changes ? 'icon' then
    v_view.icon := plinth_private.clean_icon(p_changes -> 'icon');
  end if;
  if p_changes ? 'config' then
    if v_view.is_locked then
      perform plinth_private.fail(409, 'view_locked', jsonb_build_object('table', v_view.table_id));
    end if;
    v_view.config := plinth_private.clean_view(v_view.table_id,
      plinth_private.without_unsound(v_view.table_id, p_changes -> 'config', v_view.config));
  end if;
  update plinth.view
    set owner_id = v_view.owner_id, position = v_view.position, name = v_view.name, is_locked = v_view.is_locked,
        icon = v_view.icon, section_id = v_view.section_id, config = v_view.config, changed_at = now()
    where id = p_view returning * into v_view;
  return plinth_private.view_json(v_view, plinth_private.seen_ids(v_view.table_id));
exception
  when unique_violation then
    perform plinth_private.fail(409, 'name_taken', jsonb_build_object('table', v_view.table_id));
end
$$;

-- Puts a view at a place among the shared ones, or among the caller's own.
create or replace function plinth_private.move_view(p_view uuid, p_position int) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_view plinth.view := plinth_private.take_view(p_view);
  v_to int := plinth_private.clean_position(to_jsonb(p_position));
begin
  with others as (
    select v.id, row_number() over (order by v.position, v.id) - 1 as n from plinth.view as v
    where v.table_id = v_view.table_id and v.owner_id is not distinct from v_view.owner_id and v.id <> p_view and v.trashed_at is null
  ), placed as (
    select o.id, o.n + case when v_to <= o.n then 1 else 0 end as n from others as o
    union all
    select p_view, least(v_to, (select count(*) from others))
  )
  update plinth.view as v set position = p.n from placed as p
    where v.id = p.id and v.table_id = v_view.table_id and v.position is distinct from p.n;
end
$$;

-- Deletes a view. For a day it can be brought back, with the order that its records were put in.
create or replace function plinth_private.delete_view(p_view uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_view plinth.view := plinth_private.take_view(p_view);
begin
  update plinth.view set trashed_at = now() where id = v_view.id;
  delete from plinth.view as v using (
    select x.id, x.trashed_at, row_number() over (order by x.trashed_at desc, x.id) as n from plinth.view as x
    where x.table_id = v_view.table_id and x.owner_id is not distinct from v_view.owner_id and x.trashed_at is not null) as x
    where v.id = x.id and (x.trashed_at < now() - interval '1 day' or x.n > 20);
end
$$;

-- Brings a deleted view back to where it was.
create or replace function plinth_private.restore_view(p_view uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_view plinth.view := plinth_private.take_view(p_view, true);
begin
  perform plinth_private.view_room(v_view.table_id, v_view.owner_id);
  update plinth.view set trashed_at = null where id = p_view returning * into v_view;
  return plinth_private.view_json(v_view, plinth_private.seen_ids(v_view.table_id));
exception
  when unique_violation then
    perform plinth_private.fail(409, 'name_taken', jsonb_build_object('table', v_view.table_id));
end
$$;

-- Copies a view that the caller has, as far as they see it, to a shared one or to one of their own. The copy is open.
create or replace function plinth_private.duplicate_view(p_view uuid, p_copy uuid, p_name text, p_shared boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_user uuid := plinth_private.require_user();
  v_view plinth.view;
  v_made jsonb;
begin
  select v.* into v_view from plinth.view as v
    where v.id = p_view and v.trashed_at is null and (v.owner_id is null or v.owner_id = v_user);
  v_made := plinth_private.create_view(v_view.table_id, p_copy,
    jsonb_build_object('name', p_name, 'kind', v_view.kind, 'isShared', p_shared,
      'config', v_view.config || jsonb_build_object('colors', plinth_private.sound_colors(v_view.table_id, v_view.config -> 'colors'))));
  perform plinth_private.copy_order(p_view, p_copy);
  -- Beside the view where both are shared.
  update plinth.view as v set icon = v_view.icon, section_id = case when p_shared then v_view.section_id end where v.id = p_copy
    returning plinth_private.view_json(v, plinth_private.seen_ids(v.table_id)) into v_made;
  return v_made;
end
$$;

-- Makes a view of a table.
create or replace function plinth.create_view("table" uuid, view uuid, definition jsonb) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.create_view($1, $2, $3) $$;

-- Changes a view.
create or replace function plinth.update_view(view uuid, changes jsonb) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.update_view($1, $2) $$;

-- Moves a view.
create or replace function plinth.move_view(view uuid, "position" int) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.move_view($1, $2); select null::jsonb $$;

-- Deletes a view.
create or replace function plinth.delete_view(view uuid) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.delete_view($1); select null::jsonb $$;

-- Brings a deleted view back.
create or replace function plinth.restore_view(view uuid) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.restore_view($1) $$;

-- Copies a view.
create or replace function plinth.duplicate_view(view uuid, copy uuid, name text, is_shared boolean) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.duplicate_view($1, $2, $3, $4) $$;

revoke all on plinth.view from public, anon, authenticated;
grant select, insert, update, delete on plinth.view to service_role;
grant select on plinth.view to authenticated;

select plinth_private.close_functions(array[
  'refuse_view(text)', 'is_filter_value(jsonb)', 'check_filter(jsonb, int)', 'check_sorts(jsonb, bigint, text)', 'check_layout(jsonb)', 'check_settings(jsonb)', 'are_tiles(jsonb)',
  'looks_beyond(jsonb, text[])', 'fit_filter(jsonb, text[])', 'fit_view(jsonb, text[], text[])', 'seen_ids(uuid)', 'placed_ids(uuid)', 'clean_view(uuid, jsonb)',
  'view_json(plinth.view, text[])', 'views_json(uuid)', 'without_own_views(jsonb)', 'copy_views(uuid, uuid, jsonb)',
  'views_changed()', 'hold_views(uuid, boolean)', 'take_view(uuid, boolean)', 'view_room(uuid, uuid)', 'clean_boolean(jsonb, text)', 'clean_view_kind(jsonb)',
  'create_view(uuid, uuid, jsonb)', 'update_view(uuid, jsonb)', 'move_view(uuid, int)', 'delete_view(uuid)',
  'restore_view(uuid)', 'duplicate_view(uuid, uuid, text, boolean)'
]);
grant execute on function plinth_private.without_own_views(jsonb) to authenticated, service_role;
select plinth_private.open_calls(array['create_view(uuid, uuid, jsonb)', 'update_view(uuid, jsonb)', 'move_view(uuid, int)',
  'delete_view(uuid)', 'restore_view(uuid)', 'duplicate_view(uuid, uuid, text, boolean)']);
