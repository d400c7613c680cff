-- Invitations to a workspace and its bases.

create table if not exists plinth_private.invitation (
  id uuid primary key,
  workspace_id uuid not null references plinth.workspace (id) on delete cascade,
  role text not null check (role in ('owner', 'admin', 'member', 'guest')),
  base_id uuid references plinth.base (id) on delete cascade,
  base_role text check (base_role in ('creator', 'editor', 'commenter', 'viewer')),
  custom_role uuid references plinth.role (id) on delete cascade,
  email text,
  -- sha256 of the token; the token itself is shown once and kept nowhere.
  token_hash bytea not null unique,
  invited_by uuid not null references plinth.profile (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_by uuid,
  used_at timestamptz,
  check ((base_id is null) = (base_role is null and custom_role is null))
);
create index if not exists invitation_workspace on plinth_private.invitation (workspace_id);
create index if not exists invitation_base on plinth_private.invitation (base_id);
create index if not exists invitation_custom_role on plinth_private.invitation (custom_role);
create index if not exists invitation_inviter on plinth_private.invitation (invited_by);
alter table plinth_private.invitation enable row level security;

-- May this person give away this role, and with a base any role in it? Owners all, admins all below owners, creators of a
-- base what they are themselves at most: members, or guests. Roles in a base are its creators' to give.
create or replace function plinth_private.may_invite(
  p_user uuid, p_workspace uuid, p_role text, p_base uuid
) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from plinth.workspace_member as m
    where m.workspace_id = p_workspace and m.user_id = p_user
      and (p_base is null or plinth_private.standing(p_user, p_base) = 'creator')
      and case m.role
        when 'owner' then true
        when 'admin' then p_role <> 'owner'
        when 'member' then p_base is not null and p_role in ('member', 'guest')
        else p_base is not null and p_role = 'guest'
      end)
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

-- Open invitations: all for owners and admins, else the caller's own. Of a base in which an admin is nobody they are told nothing, not
-- that there is one.
create or replace function plinth_private.invitations(p_workspace uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_role text := plinth_private.require_workspace(p_workspace, 'guest');
  v_answer jsonb;
begin
  select jsonb_agg(jsonb_build_object('id', i.id, 'role', i.role, 'baseId', b.id, 'baseRole', case when b.id is not null then i.base_role end,
           'customRole', case when b.id is not null then i.custom_role end, 'email', i.email, 'invitedBy', p.name,
           'createdAt', to_char(i.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           'expiresAt', to_char(i.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
           order by i.created_at desc, i.id)
    into v_answer
    from plinth_private.invitation as i
    join plinth.profile as p on p.id = i.invited_by
    left join plinth_private.my_bases() as b (id) on b.id = i.base_id
    where i.workspace_id = p_workspace and i.used_at is null and i.expires_at > now()
      and (v_role in ('owner', 'admin') or i.invited_by = plinth_private.caller());
  return coalesce(v_answer, '[]');
end
$$;

-- Makes an invitation; the token is in the answer and nowhere else.
create or replace function plinth_private.create_invitation(
  p_workspace uuid, p_role text, p_base uuid, p_base_role text, p_email text, p_custom_role uuid
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
  perform plinth_private.require_workspace(p_workspace, 'guest');
  if p_role is null or p_role not in ('owner', 'admin', 'member', 'guest')
     or (p_base is null) <> (p_base_role is null and p_custom_role is null)
     or p_base_role not in ('creator', 'editor', 'commenter', 'viewer') then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'role'));
  end if;
  if p_base is not null and not exists (
       select 1 from plinth.base as b
       where b.id = p_base and b.workspace_id = p_workspace and plinth_private.standing(v_user, b.id) is not null) then
    perform plinth_private.fail(404, 'not_found');
  end if;
  if plinth_private.may_invite(v_user, p_workspace, p_role, p_base) is not true then
    perform plinth_private.fail(403, 'forbidden');
  end if;
  if p_custom_role is not null and not exists (
       select 1 from plinth.role as r where r.id = p_custom_role and r.base_id = p_base and r.kind = 'custom') then
    perform plinth_private.fail(404, 'not_found');
  end if;
  if v_email is not null and plinth_private.value_problem('email', '{}', to_jsonb(v_email)) is not null then
    perform plinth_private.fail(400, 'email_invalid');
  end if;
  v_token := translate(encode(extensions.gen_random_bytes(32), 'base64'), '+/=', '-_');
  insert into plinth_private.invitation
      (id, workspace_id, role, base_id, base_role, custom_role, email, token_hash, invited_by, expires_at)
    values (v_id, p_workspace, p_role, p_base, p_base_role, p_custom_role, v_email, sha256(convert_to(v_token, 'UTF8')), v_user,
            v_expires);
  return jsonb_build_object('id', v_id, 'token', v_token,
    'expiresAt', to_char(v_expires at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
end
$$;

-- Withdraws an invitation: its maker, owners and admins of the workspace may.
create or replace function plinth_private.revoke_invitation(p_invitation uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := plinth_private.require_user();
begin
  delete from plinth_private.invitation as i
    where i.id = p_invitation and i.used_at is null
      and (i.invited_by = v_user or plinth_private.workspace_role(i.workspace_id) in ('owner', 'admin'));
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
    on conflict (workspace_id, user_id) do update set role = excluded.role
      where array_position('{guest,member,admin,owner}'::text[], excluded.role)
          > array_position('{guest,member,admin,owner}'::text[], workspace_member.role);
  if v_used.base_id is not null then
    insert into plinth.base_member as bm (base_id, workspace_id, user_id, role)
      values (v_used.base_id, v_used.workspace_id, v_profile.id, v_used.base_role)
      on conflict (base_id, user_id) do update set role = excluded.role
        where excluded.role is not null and (bm.role is null
          or array_position('{viewer,commenter,editor,creator}'::text[], excluded.role)
           > array_position('{viewer,commenter,editor,creator}'::text[], bm.role));
    insert into plinth.role_member (role_id, base_id, user_id)
      select v_used.custom_role, v_used.base_id, v_profile.id where v_used.custom_role is not null
      on conflict (role_id, user_id) do nothing;
  end if;
  return jsonb_build_object('workspace', v_used.workspace_id, 'base', v_used.base_id);
end
$$;
