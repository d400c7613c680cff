-- The installation: who owns it, and who may create workspaces. While the setting is "listed", that is a list kept by
-- the owner. An address without an account stands there as such, until somebody who has confirmed it arrives.

create table if not exists plinth_private.installation (
  singleton boolean primary key default true check (singleton),
  -- Null after the owner's account was deleted: then nobody is, until set_installation_owner names somebody.
  owner_id uuid references plinth.profile (id) on delete set null,
  workspace_creation text not null default 'listed' check (workspace_creation in ('nobody', 'listed', 'anyone')),
  created_at timestamptz not null default now()
);

create index if not exists installation_owner on plinth_private.installation (owner_id);

-- People who may create workspaces while the setting is "listed".
create table if not exists plinth_private.workspace_creator (
  user_id uuid primary key references plinth.profile (id) on delete cascade,
  listed_at timestamptz not null default now()
);

create table if not exists plinth_private.expected_creator (
  id uuid primary key,
  -- Lower case, as the accounts keep theirs.
  email text not null unique check (email = lower(btrim(email))),
  listed_at timestamptz not null default now()
);
alter table plinth_private.expected_creator enable row level security;

alter table plinth_private.installation enable row level security;
alter table plinth_private.workspace_creator enable row level security;
alter table plinth_private.expected_creator enable row level security;

-- Refuses all but the owner of the installation.
create or replace function plinth_private.require_installation_owner() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := plinth_private.require_user();
begin
  if not exists (select 1 from plinth_private.installation as i where i.owner_id = v_user) then
    perform plinth_private.fail(403, 'forbidden');
  end if;
  return v_user;
end
$$;

-- Makes somebody with a confirmed account the owner of the installation. For who has the database; others hand over.
create or replace function plinth_private.set_installation_owner(p_email text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid;
begin
  select p.id into v_user
    from auth.users as u join plinth.profile as p on p.id = u.id
    where lower(u.email) = lower(btrim(p_email)) and u.email_confirmed_at is not null;
  if v_user is null then
    perform plinth_private.fail(404, 'not_found');
  end if;
  insert into plinth_private.installation as i (owner_id) values (v_user)
    on conflict (singleton) do update set owner_id = excluded.owner_id where i.singleton;
end
$$;

-- Gives the installation to somebody else: its owner may, and who has the project's secret key.
create or replace function plinth_private.hand_over_installation(p_email text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if auth.jwt() ->> 'role' is distinct from 'service_role' then
    perform plinth_private.require_installation_owner();
  end if;
  perform plinth_private.set_installation_owner(p_email);
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

-- Who may create workspaces; the owner of the installation decides.
create or replace function plinth_private.set_workspace_creation(p_setting text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := plinth_private.require_installation_owner();
begin
  if p_setting is null or p_setting not in ('nobody', 'listed', 'anyone') then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'setting'));
  end if;
  update plinth_private.installation set workspace_creation = p_setting where owner_id = v_user;
end
$$;

-- Turns an expected address into a place on the list, for the account that has confirmed it. From then on the place is
-- the account's: it stays with a person who changes their address, and does not pass to who takes the old one.
create or replace function plinth_private.claim_creator_place(p_user uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  with claimed as (
    delete from plinth_private.expected_creator as e
      using auth.users as u
      where u.id = p_user and u.email_confirmed_at is not null and e.email = lower(u.email)
      returning e.listed_at)
  insert into plinth_private.workspace_creator (user_id, listed_at)
    select p_user, c.listed_at from claimed as c
    on conflict (user_id) do nothing
$$;

-- The list, oldest first: people with their profile, expected addresses with `name` null.
create or replace function plinth_private.workspace_creators() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_owner uuid := plinth_private.require_installation_owner();
  v_answer jsonb;
begin
  select jsonb_agg(jsonb_build_object('id', l.id, 'email', l.email, 'name', l.name, 'avatarKey', l.avatar_key)
           order by l.listed_at, l.id)
    into v_answer
    from (
      select p.id, p.email, p.name, p.avatar_key, c.listed_at
        from plinth_private.workspace_creator as c join plinth.profile as p on p.id = c.user_id
        where c.user_id <> v_owner
      union all
      select e.id, e.email, null, null, e.listed_at from plinth_private.expected_creator as e) as l;
  return coalesce(v_answer, '[]');
end
$$;

-- Puts an address on the list; one that is there already, or the owner's own, changes nothing.
create or replace function plinth_private.add_workspace_creator(p_email text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_owner uuid := plinth_private.require_installation_owner();
  v_email text := nullif(lower(btrim(coalesce(p_email, ''))), '');
  v_user uuid;
begin
  if v_email is null or plinth_private.value_problem('email', '{}', to_jsonb(v_email)) is not null then
    perform plinth_private.fail(400, 'email_invalid');
  end if;
  -- Without a profile the account has never been here: it claims its place when it comes.
  select u.id into v_user
    from auth.users as u join plinth.profile as p on p.id = u.id
    where lower(u.email) = v_email and u.email_confirmed_at is not null;
  if v_user = v_owner then
    return;
  elsif v_user is not null then
    insert into plinth_private.workspace_creator (user_id) values (v_user) on conflict (user_id) do nothing;
  else
    insert into plinth_private.expected_creator (id, email) values (plinth_private.uuid_v7(), v_email)
      on conflict (email) do nothing;
  end if;
end
$$;

-- Takes a person or an expected address off the list, by its id there. What they made stays.
create or replace function plinth_private.remove_workspace_creator(p_member uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_removed int;
begin
  perform plinth_private.require_installation_owner();
  with people as (
    delete from plinth_private.workspace_creator as c where c.user_id = p_member returning 1),
  addresses as (
    delete from plinth_private.expected_creator as e where e.id = p_member returning 1)
  select (select count(*) from people) + (select count(*) from addresses) into v_removed;
  if v_removed = 0 then
    perform plinth_private.fail(404, 'not_found');
  end if;
end
$$;
