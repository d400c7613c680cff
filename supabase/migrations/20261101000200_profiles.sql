-- People's profiles.

create table if not exists plinth.profile (
  id uuid primary key references auth.users (id) on delete cascade,
  email text not null,
  name text not null,
  avatar_key text,
  created_at timestamptz not null default now()
);

alter table plinth.profile enable row level security;

-- The profile as the app knows it.
create or replace function plinth_private.profile_json(p_profile plinth.profile) returns jsonb
language sql immutable security invoker set search_path = ''
as $$
  select jsonb_build_object('id', p_profile.id, 'email', p_profile.email, 'name', p_profile.name,
                            'avatarKey', p_profile.avatar_key)
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
