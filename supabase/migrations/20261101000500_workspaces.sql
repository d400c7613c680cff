-- Workspaces, and what the app shows of them.

-- Tells everybody in the base's room that its schema, members or rights changed.
create or replace function plinth_private.send_schema_changed(p_base uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_epoch int;
begin
  select b.access_epoch into v_epoch from plinth.base as b where b.id = p_base;
  if found then
    perform realtime.send(jsonb_build_object('op', 'schema'), 'schema',
                          'room:' || p_base::text || ':' || v_epoch::text, true);
  end if;
end
$$;

-- Somebody lost a right in the base: the topics get a new name, and everybody on the old room is told to load again.
-- Joins under the old epoch are refused from now on, and nothing more is sent there.
create or replace function plinth_private.bump_epoch(p_base uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform plinth_private.send_schema_changed(p_base);
  update plinth.base set access_epoch = access_epoch + 1 where id = p_base;
end
$$;

-- The base as the app knows it.
create or replace function plinth_private.base_json(p_base plinth.base) returns jsonb
language sql immutable security invoker set search_path = ''
as $$
  select jsonb_build_object('id', p_base.id, 'workspaceId', p_base.workspace_id, 'name', p_base.name,
    'hue', p_base.hue, 'timeZone', p_base.time_zone, 'locale', p_base.locale, 'weekStart', p_base.week_start)
$$;

-- The caller's person, profile, workspaces and bases: all that the app's frame shows.
create or replace function plinth_private.my_session() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_profile plinth.profile := plinth_private.ensure_profile();
  v_workspaces jsonb;
begin
  select jsonb_agg(jsonb_build_object('id', w.id, 'name', w.name, 'role', m.role, 'bases', coalesce((
           select jsonb_agg(plinth_private.base_json(b) || jsonb_build_object('role', nullif(r.role, 'custom'), 'tables', coalesce((
                    select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'icon', t.icon) order by t.position, t.id)
                    from plinth."table" as t
                    where t.base_id = b.id and t.id in (select plinth_private.my_tables())), '[]'))
                    order by b.created_at, b.id)
           from plinth.base as b
           cross join lateral (select plinth_private.standing(v_profile.id, b.id) as role) as r
           where b.workspace_id = w.id and r.role is not null), '[]')) order by w.created_at, w.id)
    into v_workspaces
    from plinth.workspace_member as m
    join plinth.workspace as w on w.id = m.workspace_id
    where m.user_id = v_profile.id;
  return jsonb_build_object(
    'profile', plinth_private.profile_json(v_profile),
    'installation', (
      select jsonb_build_object('isOwner', i.owner_id is not distinct from v_profile.id, 'workspaceCreation', i.workspace_creation,
                                'mayCreateWorkspace', plinth_private.may_create_workspace(),
                                'fileBytes', plinth_private.attachment_bytes())
      from plinth_private.installation as i),
    'workspaces', coalesce(v_workspaces, '[]'));
end
$$;

-- Makes a workspace; the caller becomes its owner.
create or replace function plinth_private.create_workspace(p_workspace uuid, p_name text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_profile plinth.profile := plinth_private.ensure_profile();
begin
  if plinth_private.may_create_workspace() is not true then
    perform plinth_private.fail(403, 'workspace_creation_closed');
  end if;
  if p_workspace is null or exists (select 1 from plinth.workspace as w where w.id = p_workspace) then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'id'));
  end if;
  insert into plinth.workspace (id, name, created_by)
    values (p_workspace, plinth_private.clean_name(p_name), v_profile.id);
  insert into plinth_private.row_fold (workspace_id) values (p_workspace);
  insert into plinth.workspace_member (workspace_id, user_id, role) values (p_workspace, v_profile.id, 'owner');
end
$$;

-- Renames a workspace; owners only.
create or replace function plinth_private.rename_workspace(p_workspace uuid, p_name text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform plinth_private.require_workspace(p_workspace, 'owner');
  update plinth.workspace set name = plinth_private.clean_name(p_name) where id = p_workspace;
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
    from plinth.base as b cross join lateral plinth_private.all_tables(b.id) as t (id) where b.workspace_id = p_workspace;
  update plinth.removed_key as k set removed_by = plinth_private.caller()
    from plinth.base as b where b.id = k.base_id and b.workspace_id = p_workspace;
  delete from plinth.workspace where id = p_workspace;
  perform pg_notify('pgrst', 'reload schema');
exception
  when lock_not_available then
    perform plinth_private.fail(423, 'busy');
end
$$;
