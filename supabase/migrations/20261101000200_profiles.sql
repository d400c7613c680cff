-- The installation (who owns it, who may create workspaces) and people's profiles.

create table if not exists plinth_private.installation (
  singleton boolean primary key default true check (singleton),
  owner_id uuid not null,
  workspace_creation text not null default 'listed' check (workspace_creation in ('nobody', 'listed', 'anyone')),
  created_at timestamptz not null default now()
);

-- People who may create workspaces while the setting is "listed".
create table if not exists plinth_private.workspace_creator (
  user_id uuid primary key,
  listed_at timestamptz not null default now()
);

create table if not exists plinth.profile (
  id uuid primary key references auth.users (id) on delete cascade,
  email text not null,
  name text not null,
  avatar_key text,
  created_at timestamptz not null default now()
);

alter table plinth_private.installation enable row level security;
alter table plinth_private.workspace_creator enable row level security;
alter table plinth.profile enable row level security;

-- The profile as the app knows it.
create or replace function plinth_private.profile_json(p_profile plinth.profile) returns jsonb
language sql immutable security invoker set search_path = ''
as $$
  select jsonb_build_object('id', p_profile.id, 'email', p_profile.email, 'name', p_profile.name,
                            'avatarKey', p_profile.avatar_key)
$$;

-- Makes the caller's profile at the first call and keeps its e-mail address equal to the account's. The first person
-- ever to arrive owns the installation.
create or replace function plinth_private.ensure_profile() returns plinth.profile
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := plinth_private.require_user();
  v_profile plinth.profile;
  v_email text;
  v_name text;
begin
  select u.email, coalesce(u.raw_user_meta_data ->> 'name', u.raw_user_meta_data ->> 'full_name', '')
    into v_email, v_name
    from auth.users as u where u.id = v_user;
  if not found then
    perform plinth_private.fail(401, 'not_signed_in');
  end if;
  v_email := coalesce(v_email, '');
  v_name := plinth_private.trim_text(left(plinth_private.trim_text(plinth_private.plain_text(v_name)), 120));
  insert into plinth.profile (id, email, name)
    values (v_user, v_email, coalesce(nullif(v_name, ''), nullif(split_part(v_email, '@', 1), ''), 'Somebody'))
    on conflict (id) do update set email = excluded.email where profile.email is distinct from excluded.email;
  insert into plinth_private.installation (owner_id) values (v_user) on conflict (singleton) do nothing;
  select p.* into v_profile from plinth.profile as p where p.id = v_user;
  return v_profile;
end
$$;

-- May the caller create a workspace?
create or replace function plinth_private.may_create_workspace() returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select i.owner_id = plinth_private.caller()
        or (i.workspace_creation = 'anyone' and plinth_private.caller() is not null)
        or (i.workspace_creation = 'listed'
            and exists (select 1 from plinth_private.workspace_creator as c
                        where c.user_id = plinth_private.caller()))
    from plinth_private.installation as i), false)
$$;

-- Changes the caller's own name or picture. {name?, avatarKey?}
create or replace function plinth_private.save_profile(p_changes jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_profile plinth.profile := plinth_private.ensure_profile();
  v_key text := p_changes ->> 'avatarKey';
begin
  if coalesce(jsonb_typeof(p_changes), '') <> 'object' then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'changes'));
  end if;
  if p_changes ? 'name' then
    v_profile.name := plinth_private.clean_name(p_changes ->> 'name');
  end if;
  if p_changes ? 'avatarKey' then
    if v_key !~ ('^u/' || v_profile.id::text || '/[A-Za-z0-9_-]{8,64}$') then
      perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'avatar_key'));
    end if;
    v_profile.avatar_key := v_key;
  end if;
  update plinth.profile set name = v_profile.name, avatar_key = v_profile.avatar_key where id = v_profile.id;
  return plinth_private.profile_json(v_profile);
end
$$;

-- Who may create workspaces; the owner of the installation decides.
create or replace function plinth_private.set_workspace_creation(p_setting text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := plinth_private.require_user();
begin
  if not exists (select 1 from plinth_private.installation as i where i.owner_id = v_user) then
    perform plinth_private.fail(403, 'forbidden');
  end if;
  if p_setting is null or p_setting not in ('nobody', 'listed', 'anyone') then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'setting'));
  end if;
  update plinth_private.installation set workspace_creation = p_setting where owner_id = v_user;
end
$$;
