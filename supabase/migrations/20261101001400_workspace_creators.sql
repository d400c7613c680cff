-- The list of people who may create workspaces while the setting is "listed", kept by the owner of the installation.
-- An address without an account is kept as such, until somebody who has confirmed it arrives.

create table if not exists plinth_private.expected_creator (
  id uuid primary key,
  -- Lower case, as the accounts keep theirs.
  email text not null unique check (email = lower(btrim(email))),
  listed_at timestamptz not null default now()
);
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

-- Makes the caller's profile at the first call and keeps its e-mail address equal to the account's. The first person
-- ever to arrive owns the installation; who was expected takes their place on the list of creators.
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
  perform plinth_private.claim_creator_place(v_user);
  select p.* into v_profile from plinth.profile as p where p.id = v_user;
  return v_profile;
end
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

-- WorkspaceCreator[].
create or replace function plinth.workspace_creators() returns jsonb
language sql stable security invoker set search_path = ''
as $$ select plinth_private.workspace_creators() $$;

-- Puts an address on the list of those who may create workspaces.
create or replace function plinth.add_workspace_creator(email text) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.add_workspace_creator($1); select null::jsonb $$;

-- Takes somebody off that list.
create or replace function plinth.remove_workspace_creator(member uuid) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.remove_workspace_creator($1); select null::jsonb $$;

revoke all on plinth_private.expected_creator from public, anon, authenticated, service_role;
revoke all on function
  plinth_private.require_installation_owner(), plinth_private.claim_creator_place(uuid),
  plinth_private.ensure_profile(), plinth_private.workspace_creators(), plinth_private.add_workspace_creator(text),
  plinth_private.remove_workspace_creator(uuid), plinth.workspace_creators(), plinth.add_workspace_creator(text),
  plinth.remove_workspace_creator(uuid)
  from public, anon, authenticated, service_role;
grant execute on function
  plinth_private.workspace_creators(), plinth_private.add_workspace_creator(text),
  plinth_private.remove_workspace_creator(uuid), plinth.workspace_creators(), plinth.add_workspace_creator(text),
  plinth.remove_workspace_creator(uuid)
  to authenticated, service_role;
notify pgrst, 'reload schema';
