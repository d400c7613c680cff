-- Who was in a base and is not any more: their records still say who made and changed them, so their names stay with the base. Who
-- deletes their account takes the name along.

create table if not exists plinth_private.former_person (
  base_id uuid not null references plinth.base (id) on delete cascade,
  user_id uuid not null,
  name text not null,
  primary key (base_id, user_id)
);
alter table plinth_private.former_person enable row level security;
revoke all on plinth_private.former_person from public, anon, authenticated, service_role;

-- Notes who left a base, or a workspace with all its bases.
create or replace function plinth_private.note_former() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into plinth_private.former_person (base_id, user_id, name)
    select b.id, p.id, p.name
    from plinth.base as b join plinth.profile as p on p.id = old.user_id
    where case when tg_table_name = 'base_member' then b.id = (to_jsonb(old) ->> 'base_id')::uuid
               else b.workspace_id = old.workspace_id and old.role = 'owner' end
    on conflict (base_id, user_id) do update set name = excluded.name;
  return null;
end
$$;

drop trigger if exists base_member_left on plinth.base_member;
create trigger base_member_left after delete on plinth.base_member
  for each row execute function plinth_private.note_former();
drop trigger if exists workspace_member_left on plinth.workspace_member;
create trigger workspace_member_left after delete on plinth.workspace_member
  for each row execute function plinth_private.note_former();

-- The names of an account go with it.
create or replace function plinth_private.forget_former() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from plinth_private.former_person where user_id = old.id;
  return null;
end
$$;

drop trigger if exists profile_gone on plinth.profile;
create trigger profile_gone after delete on plinth.profile
  for each row execute function plinth_private.forget_former();
create index if not exists former_person_user on plinth_private.former_person (user_id);

-- Those who left a base and did not come back: [{id, name}].
create or replace function plinth_private.former_json(p_base uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', f.user_id, 'name', f.name) order by f.user_id), '[]')
  from plinth_private.former_person as f
  join plinth.base as b on b.id = f.base_id
  where f.base_id = p_base
    and not exists (select 1 from plinth.base_member as m where m.base_id = p_base and m.user_id = f.user_id)
    and not exists (select 1 from plinth.workspace_member as w
                    where w.workspace_id = b.workspace_id and w.user_id = f.user_id and w.role = 'owner')
$$;

select plinth_private.close_functions(array['note_former()', 'forget_former()', 'former_json(uuid)']);
