-- Members of workspaces and roles in bases. Whatever way somebody loses a right, triggers do what follows from it.

-- All members that the caller may see, with their roles in those bases that the caller is in.
create or replace function plinth_private.workspace_members(p_workspace uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_answer jsonb;
begin
  perform plinth_private.require_workspace(p_workspace, 'guest');
  select jsonb_agg(plinth_private.profile_json(p) || jsonb_build_object(
           'role', m.role,
           'joinedAt', to_char(m.joined_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           'bases', coalesce((
             select jsonb_agg(jsonb_build_object('baseId', bm.base_id, 'role', bm.role) order by bm.base_id)
             from plinth.base_member as bm
             where bm.workspace_id = p_workspace and bm.user_id = m.user_id
               and bm.base_id in (select plinth_private.my_bases())), '[]')) order by m.joined_at, m.user_id)
    into v_answer
    from plinth.workspace_member as m
    join plinth.profile as p on p.id = m.user_id
    where m.workspace_id = p_workspace
      and m.user_id in (select f.user_id from plinth_private.my_fellows() as f where f.workspace_id = p_workspace);
  return coalesce(v_answer, '[]');
end
$$;

-- Members of a base with their built-in role, if they have one, and their custom roles; owners of the workspace are
-- creators by inheritance.
create or replace function plinth_private.base_members(p_base uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_answer jsonb;
begin
  perform plinth_private.require_base(p_base, null);
  select jsonb_agg(plinth_private.profile_json(p)
           || jsonb_build_object('role', case when m.role = 'owner' then 'creator' else bm.role end,
                                 'inherited', m.role = 'owner',
                                 'customRoles', coalesce((
                                   select jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) order by r.position, r.id)
                                   from plinth.role_member as rm join plinth.role as r on r.id = rm.role_id
                                   where rm.base_id = p_base and rm.user_id = m.user_id), '[]'))
           order by m.joined_at, m.user_id)
    into v_answer
    from plinth.base as b
    join plinth.workspace_member as m on m.workspace_id = b.workspace_id
    join plinth.profile as p on p.id = m.user_id
    left join plinth.base_member as bm on bm.base_id = b.id and bm.user_id = m.user_id
    where b.id = p_base and (m.role = 'owner' or bm.user_id is not null);
  return coalesce(v_answer, '[]');
end
$$;

-- Refuses when the workspace would be left without an owner. Locks the workspace: two owners who leave at once wait
-- for each other.
create or replace function plinth_private.require_other_owner(p_workspace uuid, p_user uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform 1 from plinth.workspace as w where w.id = p_workspace for update;
  if not exists (select 1 from plinth.workspace_member as m
                 where m.workspace_id = p_workspace and m.role = 'owner' and m.user_id <> p_user) then
    perform plinth_private.fail(409, 'last_owner');
  end if;
end
$$;

-- Bumps the epoch of every base of the workspace that this member can read.
create or replace function plinth_private.bump_member_bases(p_workspace uuid, p_user uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform plinth_private.bump_epoch(b.id)
    from plinth.base as b
    where b.workspace_id = p_workspace
      and (exists (select 1 from plinth.workspace_member as m
                   where m.workspace_id = p_workspace and m.user_id = p_user and m.role = 'owner')
        or exists (select 1 from plinth.base_member as bm where bm.base_id = b.id and bm.user_id = p_user));
end
$$;

-- Changes a member's role: owners all of them, admins those below owners. Who was an owner loses the inherited role in
-- every base: a trigger does what follows from it.
create or replace function plinth_private.set_workspace_role(p_workspace uuid, p_member uuid, p_role text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_old text;
  v_own text := plinth_private.require_workspace(p_workspace, 'admin');
begin
  if p_role is null or p_role not in ('owner', 'admin', 'member', 'guest') then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'role'));
  end if;
  select m.role into v_old from plinth.workspace_member as m
    where m.workspace_id = p_workspace and m.user_id = p_member for update;
  if not found then
    perform plinth_private.fail(404, 'not_found');
  elsif v_own <> 'owner' and 'owner' in (v_old, p_role) then
    perform plinth_private.fail(403, 'forbidden');
  elsif v_old = 'owner' and p_role <> 'owner' then
    perform plinth_private.require_other_owner(p_workspace, p_member);
  end if;
  update plinth.workspace_member set role = p_role
    where workspace_id = p_workspace and user_id = p_member and role <> p_role;
end
$$;

-- Takes a member out of the workspace and its bases: oneself, or owners anybody, admins those below owners. The triggers
-- below do the rest.
create or replace function plinth_private.drop_member(p_workspace uuid, p_member uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_own text;
  v_role text;
begin
  v_own := plinth_private.require_workspace(p_workspace, case when p_member = plinth_private.caller()
                                                              then 'guest' else 'admin' end);
  select m.role into v_role from plinth.workspace_member as m
    where m.workspace_id = p_workspace and m.user_id = p_member for update;
  if not found then
    perform plinth_private.fail(404, 'not_found');
  end if;
  if v_role = 'owner' then
    if v_own <> 'owner' then
      perform plinth_private.fail(403, 'forbidden');
    end if;
    perform plinth_private.require_other_owner(p_workspace, p_member);
  end if;
  delete from plinth.workspace_member where workspace_id = p_workspace and user_id = p_member;
end
$$;

-- Gives a member of the workspace a role in the base, or takes it away (null; custom roles stay); creators only.
create or replace function plinth_private.set_base_role(p_base uuid, p_member uuid, p_role text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_workspace uuid;
  v_workspace_role text;
begin
  perform plinth_private.require_base(p_base, 'creator');
  if p_role not in ('creator', 'editor', 'commenter', 'viewer') then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'role'));
  end if;
  select b.workspace_id, m.role into v_workspace, v_workspace_role
    from plinth.base as b
    join plinth.workspace_member as m on m.workspace_id = b.workspace_id and m.user_id = p_member
    where b.id = p_base;
  if not found then
    perform plinth_private.fail(404, 'not_found');
  elsif v_workspace_role = 'owner' then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'inherited'));
  end if;
  if p_role is not null then
    insert into plinth.base_member as bm (base_id, workspace_id, user_id, role)
      values (p_base, v_workspace, p_member, p_role)
      on conflict (base_id, user_id) do update set role = excluded.role where bm.role is distinct from excluded.role;
  elsif exists (select 1 from plinth.role_member as rm where rm.base_id = p_base and rm.user_id = p_member) then
    update plinth.base_member set role = null where base_id = p_base and user_id = p_member and role is not null;
  else
    delete from plinth.base_member where base_id = p_base and user_id = p_member;
  end if;
end
$$;

-- A membership goes, by a call, with its account, or by psql: the bases that the member could read change their topics.
-- Runs before the row is gone, and does nothing where the whole workspace goes.
create or replace function plinth_private.member_leaves() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if exists (select 1 from plinth.workspace as w where w.id = old.workspace_id) then
    perform plinth_private.bump_member_bases(old.workspace_id, old.user_id);
  end if;
  return old;
end
$$;

-- A workspace without an owner goes to the admin, else the member, who is there longest. A workspace with guests only, or
-- without anybody, stays as it is.
create or replace function plinth_private.keep_an_owner(p_workspace uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- Two owners who go at once wait for each other.
  perform 1 from plinth.workspace as w where w.id = p_workspace for update;
  if not found or exists (select 1 from plinth.workspace_member as m
                          where m.workspace_id = p_workspace and m.role = 'owner') then
    return;
  end if;
  update plinth.workspace_member as m set role = 'owner'
    where m.workspace_id = p_workspace and m.user_id = (
      select n.user_id from plinth.workspace_member as n
      where n.workspace_id = p_workspace and n.role <> 'guest'
      order by n.role, n.joined_at, n.user_id limit 1);
end
$$;

-- Memberships are gone: their invitations too, and somebody else owns the workspace.
create or replace function plinth_private.members_left() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_workspace uuid;
begin
  for v_workspace in select distinct o.workspace_id from old_rows as o order by 1 loop
    perform plinth_private.keep_an_owner(v_workspace);
    perform plinth_private.withdraw_invitations(v_workspace, o.user_id)
      from old_rows as o where o.workspace_id = v_workspace;
  end loop;
  return null;
end
$$;

-- Roles in bases are gone while their people stay in the workspace: the bases change their topics. Where the membership
-- or the base went too, that is done or needless.
create or replace function plinth_private.base_members_left() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_gone record;
begin
  for v_gone in
    select o.base_id, o.workspace_id, o.user_id from old_rows as o
    join plinth.workspace_member as m on m.workspace_id = o.workspace_id and m.user_id = o.user_id
    join plinth.base as b on b.id = o.base_id
    order by o.base_id, o.user_id
  loop
    perform plinth_private.bump_epoch(v_gone.base_id);
    perform plinth_private.withdraw_invitations(v_gone.workspace_id, v_gone.user_id);
  end loop;
  return null;
end
$$;

drop trigger if exists member_leaves on plinth.workspace_member;
create trigger member_leaves before delete on plinth.workspace_member
  for each row execute function plinth_private.member_leaves();
drop trigger if exists members_left on plinth.workspace_member;
create trigger members_left after delete on plinth.workspace_member referencing old table as old_rows
  for each statement execute function plinth_private.members_left();
drop trigger if exists base_members_left on plinth.base_member;
create trigger base_members_left after delete on plinth.base_member referencing old table as old_rows
  for each statement execute function plinth_private.base_members_left();
