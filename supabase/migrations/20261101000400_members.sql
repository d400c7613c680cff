-- Workspaces, their members, invitations, roles in bases.

create table if not exists plinth_private.invitation (
  id uuid primary key,
  workspace_id uuid not null references plinth.workspace (id) on delete cascade,
  role text not null check (role in ('owner', 'member')),
  base_id uuid references plinth.base (id) on delete cascade,
  base_role text check (base_role in ('creator', 'editor', 'viewer')),
  email text,
  -- sha256 of the token; the token itself is shown once and kept nowhere.
  token_hash bytea not null unique,
  invited_by uuid not null references plinth.profile (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_by uuid,
  used_at timestamptz,
  check ((base_id is null) = (base_role is null))
);
create index if not exists invitation_workspace on plinth_private.invitation (workspace_id);
create index if not exists invitation_base on plinth_private.invitation (base_id);
create index if not exists invitation_inviter on plinth_private.invitation (invited_by);
alter table plinth_private.invitation enable row level security;

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

-- The caller's person, profile, workspaces and bases: all that the app's frame shows.
create or replace function plinth_private.my_session() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_profile plinth.profile := plinth_private.ensure_profile();
  v_workspaces jsonb;
begin
  select jsonb_agg(jsonb_build_object('id', w.id, 'name', w.name, 'role', m.role, 'bases', coalesce((
           select jsonb_agg(plinth_private.base_json(b) || jsonb_build_object('role', r.role, 'tables', coalesce((
                    select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by t.position, t.id)
                    from plinth."table" as t where t.base_id = b.id), '[]')) order by b.created_at, b.id)
           from plinth.base as b
           cross join lateral (select plinth_private.base_role(b.id) as role) as r
           where b.workspace_id = w.id and r.role is not null), '[]')) order by w.created_at, w.id)
    into v_workspaces
    from plinth.workspace_member as m
    join plinth.workspace as w on w.id = m.workspace_id
    where m.user_id = v_profile.id;
  return jsonb_build_object(
    'profile', plinth_private.profile_json(v_profile),
    'installation', (
      select jsonb_build_object('isOwner', i.owner_id = v_profile.id, 'workspaceCreation', i.workspace_creation,
                                'mayCreateWorkspace', plinth_private.may_create_workspace())
      from plinth_private.installation as i),
    'workspaces', coalesce(v_workspaces, '[]'));
end
$$;

-- The base as the app knows it.
create or replace function plinth_private.base_json(p_base plinth.base) returns jsonb
language sql immutable security invoker set search_path = ''
as $$
  select jsonb_build_object('id', p_base.id, 'workspaceId', p_base.workspace_id, 'name', p_base.name,
    'hue', p_base.hue, 'timeZone', p_base.time_zone, 'locale', p_base.locale, 'weekStart', p_base.week_start)
$$;

-- Refuses unless the caller has this role in the workspace; who is no member learns nothing.
create or replace function plinth_private.require_workspace(p_workspace uuid, p_role text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_role text;
begin
  perform plinth_private.require_user();
  v_role := plinth_private.workspace_role(p_workspace);
  if v_role is null then
    perform plinth_private.fail(404, 'not_found');
  elsif p_role = 'owner' and v_role <> 'owner' then
    perform plinth_private.fail(403, 'forbidden');
  end if;
  return v_role;
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

-- All members with their roles in those bases that the caller may read.
create or replace function plinth_private.workspace_members(p_workspace uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_answer jsonb;
begin
  perform plinth_private.require_workspace(p_workspace, 'member');
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
    where m.workspace_id = p_workspace;
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

-- Changes a member's role; owners only. Who was an owner loses the inherited role in every base.
create or replace function plinth_private.set_workspace_role(p_workspace uuid, p_member uuid, p_role text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_old text;
begin
  perform plinth_private.require_workspace(p_workspace, 'owner');
  if p_role is null or p_role not in ('owner', 'member') then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'role'));
  end if;
  select m.role into v_old from plinth.workspace_member as m
    where m.workspace_id = p_workspace and m.user_id = p_member for update;
  if not found then
    perform plinth_private.fail(404, 'not_found');
  elsif v_old = p_role then
    return;
  end if;
  if v_old = 'owner' then
    perform plinth_private.require_other_owner(p_workspace, p_member);
    perform plinth_private.bump_member_bases(p_workspace, p_member);
  end if;
  update plinth.workspace_member set role = p_role where workspace_id = p_workspace and user_id = p_member;
  perform plinth_private.withdraw_invitations(p_workspace, p_member);
  if p_role = 'owner' then
    perform plinth_private.send_schema_changed(b.id) from plinth.base as b where b.workspace_id = p_workspace;
  end if;
end
$$;

-- Takes a member out of the workspace and its bases; the triggers below do the rest.
create or replace function plinth_private.drop_member(p_workspace uuid, p_member uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_role text;
begin
  perform plinth_private.require_workspace(p_workspace, case when p_member = plinth_private.caller()
                                                             then 'member' else 'owner' end);
  select m.role into v_role from plinth.workspace_member as m
    where m.workspace_id = p_workspace and m.user_id = p_member for update;
  if not found then
    perform plinth_private.fail(404, 'not_found');
  end if;
  if v_role = 'owner' then
    perform plinth_private.require_other_owner(p_workspace, p_member);
  end if;
  delete from plinth.workspace_member where workspace_id = p_workspace and user_id = p_member;
end
$$;

-- Withdraws the open invitations of this person that they could not make any more: a role that comes back does not
-- bring them back.
create or replace function plinth_private.withdraw_invitations(p_workspace uuid, p_user uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from plinth_private.invitation as i
    where i.workspace_id = p_workspace and i.invited_by = p_user and i.used_at is null
      and not plinth_private.may_invite(i.invited_by, i.workspace_id, i.role, i.base_id);
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

-- Memberships are gone: their invitations too, and a workspace without an owner goes to the member who is there longest.
-- A workspace without any member stays as it is.
create or replace function plinth_private.members_left() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_workspace uuid;
begin
  for v_workspace in select distinct o.workspace_id from old_rows as o order by 1 loop
    -- Two owners who go at once wait for each other.
    perform 1 from plinth.workspace as w where w.id = v_workspace for update;
    continue when not found;
    perform plinth_private.withdraw_invitations(v_workspace, o.user_id)
      from old_rows as o where o.workspace_id = v_workspace;
    continue when exists (select 1 from plinth.workspace_member as m
                          where m.workspace_id = v_workspace and m.role = 'owner');
    update plinth.workspace_member as m set role = 'owner'
      where m.workspace_id = v_workspace and m.user_id = (
        select n.user_id from plinth.workspace_member as n
        where n.workspace_id = v_workspace order by n.joined_at, n.user_id limit 1);
    perform plinth_private.send_schema_changed(b.id) from plinth.base as b where b.workspace_id = v_workspace;
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

-- Open invitations: all for owners, else the caller's own.
create or replace function plinth_private.invitations(p_workspace uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_role text := plinth_private.require_workspace(p_workspace, 'member');
  v_answer jsonb;
begin
  select jsonb_agg(jsonb_build_object('id', i.id, 'role', i.role, 'baseId', i.base_id, 'baseRole', i.base_role,
           'email', i.email, 'invitedBy', p.name,
           'createdAt', to_char(i.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           'expiresAt', to_char(i.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
           order by i.created_at desc, i.id)
    into v_answer
    from plinth_private.invitation as i
    join plinth.profile as p on p.id = i.invited_by
    where i.workspace_id = p_workspace and i.used_at is null and i.expires_at > now()
      and (v_role = 'owner' or i.invited_by = plinth_private.caller());
  return coalesce(v_answer, '[]');
end
$$;

-- May this person give away these roles? Owners everything; creators of a base membership with a role in that base.
create or replace function plinth_private.may_invite(
  p_user uuid, p_workspace uuid, p_role text, p_base uuid
) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from plinth.workspace_member as m
                 where m.workspace_id = p_workspace and m.user_id = p_user and m.role = 'owner')
      or (p_role = 'member' and exists (select 1 from plinth.base_member as bm
            where bm.base_id = p_base and bm.user_id = p_user and bm.role = 'creator'))
$$;

-- Makes an invitation; the token is in the answer and nowhere else.
create or replace function plinth_private.create_invitation(
  p_workspace uuid, p_role text, p_base uuid, p_base_role text, p_email text
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := plinth_private.require_user();
  v_email text := nullif(lower(btrim(coalesce(p_email, ''))), '');
  v_id uuid := plinth_private.uuid_v7();
  v_token text;
  v_expires timestamptz := now() + make_interval(days => plinth_private.limit_of('invitationDays')::int);
begin
  perform plinth_private.require_workspace(p_workspace, 'member');
  if p_role is null or p_role not in ('owner', 'member') or (p_base is null) <> (p_base_role is null)
     or p_base_role not in ('creator', 'editor', 'viewer') then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'role'));
  end if;
  if p_base is not null and not exists (
       select 1 from plinth.base as b
       where b.id = p_base and b.workspace_id = p_workspace and plinth_private.base_role(b.id) is not null) then
    perform plinth_private.fail(404, 'not_found');
  end if;
  if plinth_private.may_invite(v_user, p_workspace, p_role, p_base) is not true then
    perform plinth_private.fail(403, 'forbidden');
  end if;
  if v_email is not null and plinth_private.value_problem('email', '{}', to_jsonb(v_email)) is not null then
    perform plinth_private.fail(400, 'email_invalid');
  end if;
  v_token := translate(encode(extensions.gen_random_bytes(32), 'base64'), '+/=', '-_');
  insert into plinth_private.invitation
      (id, workspace_id, role, base_id, base_role, email, token_hash, invited_by, expires_at)
    values (v_id, p_workspace, p_role, p_base, p_base_role, v_email, sha256(convert_to(v_token, 'UTF8')), v_user,
            v_expires);
  return jsonb_build_object('id', v_id, 'token', v_token,
    'expiresAt', to_char(v_expires at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
end
$$;

-- Withdraws an invitation: its maker and the owners of the workspace may.
create or replace function plinth_private.revoke_invitation(p_invitation uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := plinth_private.require_user();
begin
  delete from plinth_private.invitation as i
    where i.id = p_invitation and i.used_at is null
      and (i.invited_by = v_user or plinth_private.workspace_role(i.workspace_id) = 'owner');
  if not found then
    perform plinth_private.fail(404, 'not_found');
  end if;
end
$$;

-- What an invitation is for, for whoever holds its token; every failure looks alike.
create or replace function plinth_private.invitation_info(p_token text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_answer jsonb;
begin
  select jsonb_build_object('workspaceName', w.name, 'baseName', b.name, 'invitedBy', p.name, 'email', i.email)
    into v_answer
    from plinth_private.invitation as i
    join plinth.workspace as w on w.id = i.workspace_id
    join plinth.profile as p on p.id = i.invited_by
    left join plinth.base as b on b.id = i.base_id
    where i.token_hash = sha256(convert_to(coalesce(p_token, ''), 'UTF8')) and i.used_at is null
      and i.expires_at > now()
      and plinth_private.may_invite(i.invited_by, i.workspace_id, i.role, i.base_id);
  if v_answer is null then
    perform plinth_private.fail(404, 'invitation_invalid');
  end if;
  return v_answer;
end
$$;

-- Uses up an invitation in one statement and gives its roles; never lowers a role that the caller has already.
create or replace function plinth_private.accept_invitation(p_token text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_profile plinth.profile := plinth_private.ensure_profile();
  v_hash bytea := sha256(convert_to(coalesce(p_token, ''), 'UTF8'));
  v_email text;
  v_used plinth_private.invitation;
begin
  select lower(u.email) into v_email from auth.users as u where u.id = v_profile.id and u.email_confirmed_at is not null;
  update plinth_private.invitation as i set used_by = v_profile.id, used_at = now()
    where i.token_hash = v_hash and i.used_at is null and i.expires_at > now()
      and (i.email is null or i.email = v_email)
      and plinth_private.may_invite(i.invited_by, i.workspace_id, i.role, i.base_id)
    returning i.* into v_used;
  if v_used.id is null then
    if exists (select 1 from plinth_private.invitation as i
               where i.token_hash = v_hash and i.used_at is null and i.expires_at > now()
                 and i.email is distinct from v_email and i.email is not null) then
      perform plinth_private.fail(403, 'invitation_other_address');
    end if;
    perform plinth_private.fail(404, 'invitation_invalid');
  end if;
  insert into plinth.workspace_member (workspace_id, user_id, role)
    values (v_used.workspace_id, v_profile.id, v_used.role)
    on conflict (workspace_id, user_id) do update set role = 'owner'
      where excluded.role = 'owner' and workspace_member.role <> 'owner';
  if v_used.base_id is not null then
    insert into plinth.base_member as bm (base_id, workspace_id, user_id, role)
      values (v_used.base_id, v_used.workspace_id, v_profile.id, v_used.base_role)
      on conflict (base_id, user_id) do update set role = excluded.role
        where array_position('{viewer,editor,creator}'::text[], excluded.role)
            > array_position('{viewer,editor,creator}'::text[], bm.role);
    perform plinth_private.send_schema_changed(v_used.base_id);
  end if;
  return jsonb_build_object('workspace', v_used.workspace_id, 'base', v_used.base_id);
end
$$;

-- Members of a base; owners of the workspace are creators by inheritance.
create or replace function plinth_private.base_members(p_base uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_answer jsonb;
begin
  perform plinth_private.require_base(p_base, 'viewer');
  select jsonb_agg(plinth_private.profile_json(p)
           || jsonb_build_object('role', case when m.role = 'owner' then 'creator' else bm.role end,
                                 'inherited', m.role = 'owner') order by m.joined_at, m.user_id)
    into v_answer
    from plinth.base as b
    join plinth.workspace_member as m on m.workspace_id = b.workspace_id
    join plinth.profile as p on p.id = m.user_id
    left join plinth.base_member as bm on bm.base_id = b.id and bm.user_id = m.user_id
    where b.id = p_base and (m.role = 'owner' or bm.role is not null);
  return coalesce(v_answer, '[]');
end
$$;

-- Gives a member of the workspace a role in the base, or takes it away (null); creators only.
create or replace function plinth_private.set_base_role(p_base uuid, p_member uuid, p_role text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_workspace uuid;
  v_workspace_role text;
  v_old text;
begin
  perform plinth_private.require_base(p_base, 'creator');
  if p_role not in ('creator', 'editor', 'viewer') then
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
  select bm.role into v_old from plinth.base_member as bm
    where bm.base_id = p_base and bm.user_id = p_member for update;
  if v_old is not distinct from p_role then
    return;
  end if;
  if p_role is null then
    -- A trigger changes the topics and withdraws invitations.
    delete from plinth.base_member where base_id = p_base and user_id = p_member;
    return;
  end if;
  insert into plinth.base_member (base_id, workspace_id, user_id, role)
    values (p_base, v_workspace, p_member, p_role)
    on conflict (base_id, user_id) do update set role = excluded.role;
  if array_position('{viewer,editor,creator}'::text[], p_role)
     < array_position('{viewer,editor,creator}'::text[], v_old) then
    perform plinth_private.bump_epoch(p_base);
    perform plinth_private.withdraw_invitations(v_workspace, p_member);
  else
    perform plinth_private.send_schema_changed(p_base);
  end if;
end
$$;
