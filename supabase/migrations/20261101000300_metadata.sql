-- Workspaces, bases, their members, tables, fields: the tables and who may read them.

create table if not exists plinth.workspace (
  id uuid primary key,
  name text not null,
  created_by uuid not null,
  created_at timestamptz not null default now()
);

create table if not exists plinth.workspace_member (
  workspace_id uuid not null references plinth.workspace (id) on delete cascade,
  user_id uuid not null references plinth.profile (id) on delete cascade,
  role text not null check (role in ('owner', 'member')),
  joined_at timestamptz not null default now(),
  primary key (workspace_id, user_id)
);
create index if not exists workspace_member_user on plinth.workspace_member (user_id);

create table if not exists plinth.base (
  id uuid primary key,
  workspace_id uuid not null references plinth.workspace (id) on delete cascade,
  name text not null,
  -- First part of the physical names of this base's tables; never changes.
  slug text not null unique check (slug ~ '^[a-z][a-z0-9_]*$' and octet_length(slug) <= 18),
  hue text not null,
  time_zone text not null,
  locale text not null,
  week_start int not null check (week_start between 1 and 7),
  -- Part of the realtime topics; rises when somebody loses a right.
  access_epoch int not null default 1,
  created_by uuid not null,
  created_at timestamptz not null default now()
);
create index if not exists base_workspace on plinth.base (workspace_id);

create table if not exists plinth.base_member (
  base_id uuid not null references plinth.base (id) on delete cascade,
  workspace_id uuid not null,
  user_id uuid not null,
  role text not null check (role in ('creator', 'editor', 'viewer')),
  since timestamptz not null default now(),
  primary key (base_id, user_id),
  -- Who leaves the workspace leaves its bases.
  foreign key (workspace_id, user_id) references plinth.workspace_member (workspace_id, user_id) on delete cascade
);
create index if not exists base_member_member on plinth.base_member (workspace_id, user_id);
create index if not exists base_member_user on plinth.base_member (user_id);

create table if not exists plinth."table" (
  id uuid primary key,
  base_id uuid not null references plinth.base (id) on delete cascade,
  name text not null,
  -- Physical relation in schema data; never changes.
  relation text not null unique check (relation ~ '^[a-z][a-z0-9_]*$' and octet_length(relation) <= 40),
  position int not null,
  created_by uuid not null,
  created_at timestamptz not null default now()
);
create unique index if not exists table_base_name on plinth."table" (base_id, lower(name));

create table if not exists plinth.field (
  id uuid primary key,
  table_id uuid not null references plinth."table" (id) on delete cascade,
  name text not null,
  type text not null check (type in ('text', 'long_text', 'integer', 'number', 'checkbox', 'date', 'datetime',
                                     'single_select', 'email', 'url', 'attachment')),
  options jsonb not null default '{}',
  -- Physical column in the table's relation; never changes.
  column_name text not null check (column_name ~ '^[a-z][a-z0-9_]*$' and octet_length(column_name) <= 40),
  position int not null,
  created_at timestamptz not null default now(),
  unique (table_id, column_name)
);
create unique index if not exists field_table_name on plinth.field (table_id, lower(name));

-- What the caller may do in a base: creator, editor, viewer or null. Owners of the workspace are creators in all its
-- bases. Never raises.
create or replace function plinth_private.base_role(p_base uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := plinth_private.caller();
begin
  return (
    select case when m.role = 'owner' then 'creator' else bm.role end
    from plinth.base as b
    join plinth.workspace_member as m on m.workspace_id = b.workspace_id and m.user_id = v_user
    left join plinth.base_member as bm on bm.base_id = b.id and bm.user_id = v_user
    where b.id = p_base);
end
$$;

-- The caller's role in a workspace, or null. Never raises.
create or replace function plinth_private.workspace_role(p_workspace uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select m.role from plinth.workspace_member as m
  where m.workspace_id = p_workspace and m.user_id = plinth_private.caller()
$$;

-- How much of a table the caller may read, create, update or delete: 'all' or 'none'. The policies of every users' table
-- and every fast path ask this one function. Never raises.
create or replace function plinth_private.scope(p_table uuid, p_action text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_role text := plinth_private.base_role((select t.base_id from plinth."table" as t where t.id = p_table));
begin
  return case
    when v_role is null then 'none'
    when p_action = 'read' then 'all'
    when p_action in ('create', 'update', 'delete') and v_role in ('creator', 'editor') then 'all'
    else 'none'
  end;
end
$$;

-- Workspaces of the caller.
create or replace function plinth_private.my_workspaces() returns setof uuid
language sql stable security definer set search_path = ''
as $$ select m.workspace_id from plinth.workspace_member as m where m.user_id = plinth_private.caller() $$;

-- Bases that the caller may read, or only those that the caller may change.
create or replace function plinth_private.my_bases(p_editable boolean default false) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select b.id from plinth.base as b
  join plinth.workspace_member as m on m.workspace_id = b.workspace_id
  where m.user_id = plinth_private.caller() and m.role = 'owner'
  union
  select bm.base_id from plinth.base_member as bm
  where bm.user_id = plinth_private.caller() and (bm.role <> 'viewer' or not p_editable)
$$;

-- The caller and everybody who shares a workspace with the caller.
create or replace function plinth_private.my_colleagues() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select plinth_private.caller() where plinth_private.caller() is not null
  union
  select other.user_id from plinth.workspace_member as mine
  join plinth.workspace_member as other on other.workspace_id = mine.workspace_id
  where mine.user_id = plinth_private.caller()
$$;

-- Refuses unless the caller has at least this role in the base; answers the caller's role. Who may not read the base
-- gets the answer of a base that does not exist.
create or replace function plinth_private.require_base(p_base uuid, p_role text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_role text;
begin
  perform plinth_private.require_user();
  v_role := plinth_private.base_role(p_base);
  if v_role is null then
    perform plinth_private.fail(404, 'not_found');
  elsif p_role = 'creator' and v_role <> 'creator' then
    perform plinth_private.fail(403, 'forbidden');
  elsif p_role = 'editor' and v_role = 'viewer' then
    perform plinth_private.fail(403, 'read_only');
  end if;
  return v_role;
end
$$;

-- Refuses unless the caller's scope on the table for this action is 'all'.
create or replace function plinth_private.require_scope(p_table uuid, p_action text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform plinth_private.require_user();
  if plinth_private.scope(p_table, 'read') is distinct from 'all' then
    perform plinth_private.fail(404, 'not_found');
  elsif p_action is distinct from 'read' and plinth_private.scope(p_table, p_action) is distinct from 'all' then
    perform plinth_private.fail(403, 'read_only', jsonb_build_object('table', p_table));
  end if;
end
$$;

alter table plinth.workspace enable row level security;
alter table plinth.workspace_member enable row level security;
alter table plinth.base enable row level security;
alter table plinth.base_member enable row level security;
alter table plinth."table" enable row level security;
alter table plinth.field enable row level security;

drop policy if exists plinth_select on plinth.profile;
create policy plinth_select on plinth.profile for select to authenticated
  using (id = any (array(select plinth_private.my_colleagues())));

drop policy if exists plinth_select on plinth.workspace;
create policy plinth_select on plinth.workspace for select to authenticated
  using (id = any (array(select plinth_private.my_workspaces())));

drop policy if exists plinth_select on plinth.workspace_member;
create policy plinth_select on plinth.workspace_member for select to authenticated
  using (workspace_id = any (array(select plinth_private.my_workspaces())));

drop policy if exists plinth_select on plinth.base;
create policy plinth_select on plinth.base for select to authenticated
  using (id = any (array(select plinth_private.my_bases())));

drop policy if exists plinth_select on plinth.base_member;
create policy plinth_select on plinth.base_member for select to authenticated
  using (base_id = any (array(select plinth_private.my_bases())));

drop policy if exists plinth_select on plinth."table";
create policy plinth_select on plinth."table" for select to authenticated
  using (base_id = any (array(select plinth_private.my_bases())));

drop policy if exists plinth_select on plinth.field;
create policy plinth_select on plinth.field for select to authenticated
  using (table_id in (select t.id from plinth."table" as t));
