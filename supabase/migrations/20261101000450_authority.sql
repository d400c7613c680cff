-- Who may what: the one place that policies, calls and fast paths ask. None of these raises but the require_ functions,
-- and all answer nothing to nobody and to anonymous sign-ins. A role of a base counts as somebody who is in that base, holds
-- that role and nothing else: so a base is viewed as a bare role (docs/decisions/0012-view-as.md).

-- The caller's role in a workspace, or null.
create or replace function plinth_private.workspace_role(p_workspace uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select m.role from plinth.workspace_member as m
  where m.workspace_id = p_workspace and m.user_id = plinth_private.caller()
$$;

-- What a person may do in a base: creator, editor, commenter, viewer; custom where they hold custom roles only; null
-- where they are not in it. Owners of the workspace are creators in all its bases; a role is what its kind is.
create or replace function plinth_private.standing(p_user uuid, p_base uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select case when m.role = 'owner' then 'creator' when bm.user_id is not null then coalesce(bm.role, 'custom') end
    from plinth.base as b
    join plinth.workspace_member as m on m.workspace_id = b.workspace_id and m.user_id = p_user
    left join plinth.base_member as bm on bm.base_id = b.id and bm.user_id = p_user
    where b.id = p_base), (select r.kind from plinth.role as r where r.id = p_user and r.base_id = p_base));
end
$$;

-- The caller's built-in role in a base: creator, editor, commenter, viewer or null.
create or replace function plinth_private.base_role(p_base uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return nullif(plinth_private.standing(plinth_private.caller(), p_base), 'custom');
end
$$;

-- Does the caller hold a role of this name in the base, built-in or custom?
create or replace function plinth_private.has_role(p_base uuid, p_name text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := plinth_private.caller();
begin
  return coalesce(plinth_private.standing(v_user, p_base) = p_name and p_name <> 'custom', false)
    or exists (select 1 from plinth.role_member as rm join plinth.role as r on r.id = rm.role_id
               where rm.base_id = p_base and rm.user_id = v_user and r.name = p_name)
    or exists (select 1 from plinth.role as r where r.id = v_user and r.base_id = p_base and r.name = p_name);
end
$$;

-- Does the caller hold this role? For the policies of tables with row rules.
create or replace function plinth_private.holds(p_role uuid) returns boolean
language plpgsql stable parallel safe security definer set search_path = ''
as $$
declare
  v_user uuid := plinth_private.caller();
begin
  return exists (
    select 1 from plinth.role as r
    left join plinth.base_member as bm on bm.base_id = r.base_id and bm.user_id = v_user
    where r.id = p_role and (r.id = v_user or r.kind = bm.role or exists (
      select 1 from plinth.role_member as rm where rm.role_id = r.id and rm.user_id = v_user)));
end
$$;

-- What a role of this kind may do where no grant says otherwise.
create or replace function plinth_private.default_scope(p_kind text, p_action text) returns text
language sql immutable security invoker set search_path = ''
as $$
  select case when p_kind = 'editor' or (p_action = 'read' and p_kind in ('commenter', 'viewer')) then 'all' else 'none' end
$$;

-- How much of a table with grants the roles of a person give, added up: 'all', 'rules' or 'none'.
create or replace function plinth_private.granted_scope(p_user uuid, p_base uuid, p_table uuid, p_action text) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select case
        when bool_and(coalesce(reading.scope, plinth_private.default_scope(held.kind, 'read')) = 'none') then 'none'
        when bool_or(coalesce(doing.scope, plinth_private.default_scope(held.kind, p_action)) = 'all') then 'all'
        when bool_or(doing.scope = 'rules') then 'rules'
        else 'none'
      end
    from (
      select r.id, r.kind from plinth.base_member as bm
      join plinth.role as r on r.base_id = bm.base_id and lower(r.name) = bm.role
      where bm.base_id = p_base and bm.user_id = p_user
      union all
      select rm.role_id, 'custom' from plinth.role_member as rm where rm.base_id = p_base and rm.user_id = p_user
      union all
      select r.id, r.kind from plinth.role as r where r.id = p_user and r.base_id = p_base
    ) as held
    left join plinth.role_grant as reading
      on reading.role_id = held.id and reading.table_id = p_table and reading.action = 'read'
    left join plinth.role_grant as doing
      on doing.role_id = held.id and doing.table_id = p_table and doing.action = p_action);
end
$$;

-- How much of a table a person may read, create, update or delete: 'all', 'rules' or 'none'. The grants of all roles that
-- they hold add up; who may read nothing of a table may do nothing in it. This runs in every statement on a users' table: the
-- grants are looked up only where there are any.
create or replace function plinth_private.scope_of(p_user uuid, p_table uuid, p_action text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_base uuid;
  v_standing text;
  v_restricted boolean;
begin
  select t.base_id, case when m.role = 'owner' then 'creator' else bm.role end,
         m.role <> 'owner' and exists (select 1 from plinth.role_grant as g where g.table_id = t.id)
    into v_base, v_standing, v_restricted
    from plinth."table" as t
    join plinth.base as b on b.id = t.base_id
    join plinth.workspace_member as m on m.workspace_id = b.workspace_id and m.user_id = p_user
    left join plinth.base_member as bm on bm.base_id = b.id and bm.user_id = p_user
    where t.id = p_table;
  if not found then
    select t.base_id, r.kind, true into v_base, v_standing, v_restricted
      from plinth.role as r join plinth."table" as t on t.base_id = r.base_id
      where r.id = p_user and t.id = p_table;
  end if;
  return case
    when p_action is null or p_action not in ('read', 'create', 'update', 'delete') then 'none'
    when v_standing = 'creator' then 'all'
    when v_restricted then coalesce(plinth_private.granted_scope(p_user, v_base, p_table, p_action), 'none')
    -- As default_scope has them, written out to be quick.
    when v_standing = 'editor' or (p_action = 'read' and v_standing is not null) then 'all'
    else 'none'
  end;
end
$$;

-- The same for the caller. The policies of every users' table and every fast path ask this one function.
create or replace function plinth_private.scope(p_table uuid, p_action text) returns text
language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return plinth_private.scope_of(plinth_private.caller(), p_table, p_action);
end
$$;

-- Workspaces of the caller.
create or replace function plinth_private.my_workspaces() returns setof uuid
language sql stable security definer set search_path = ''
as $$ select m.workspace_id from plinth.workspace_member as m where m.user_id = plinth_private.caller() $$;

-- Bases that the caller is in, or only those that the caller shapes.
create or replace function plinth_private.my_bases(p_shaped boolean default false) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select b.id from plinth.base as b
  join plinth.workspace_member as m on m.workspace_id = b.workspace_id
  where m.user_id = plinth_private.caller() and m.role = 'owner'
  union
  select bm.base_id from plinth.base_member as bm
  where bm.user_id = plinth_private.caller() and (bm.role = 'creator' or p_shaped is not true)
  union
  select r.base_id from plinth.role as r where r.id = plinth_private.caller() and p_shaped is not true
$$;

-- Tables of which the caller may read something.
create or replace function plinth_private.my_tables() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  with me as (select plinth_private.caller() as id),
  shaped as (select plinth_private.my_bases(true) as id),
  held as (
    select r.base_id, r.id, r.kind from me
    join plinth.base_member as bm on bm.user_id = me.id
    join plinth.role as r on r.base_id = bm.base_id and lower(r.name) = bm.role
    union all
    select rm.base_id, rm.role_id, 'custom' from me join plinth.base_member as bm on bm.user_id = me.id
    join plinth.role_member as rm on rm.base_id = bm.base_id and rm.user_id = me.id
    union all
    select r.base_id, r.id, r.kind from me join plinth.role as r on r.id = me.id
  )
  select t.id from shaped as s join plinth."table" as t on t.base_id = s.id
  union
  select t.id from held as h join plinth."table" as t on t.base_id = h.base_id
  left join plinth.role_grant as g on g.role_id = h.id and g.table_id = t.id and g.action = 'read'
  where coalesce(g.scope, plinth_private.default_scope(h.kind, 'read')) <> 'none'
$$;

-- Everybody whom the caller may see in which workspace: all its members; for a guest those who share a base, owners
-- included.
create or replace function plinth_private.my_fellows() returns table (workspace_id uuid, user_id uuid)
language sql stable security definer set search_path = ''
as $$
  with mine as (
    select m.workspace_id, m.user_id, m.role from plinth.workspace_member as m where m.user_id = plinth_private.caller())
  select o.workspace_id, o.user_id from mine join plinth.workspace_member as o on o.workspace_id = mine.workspace_id
    where mine.role <> 'guest' or o.user_id = mine.user_id
  union
  select o.workspace_id, o.user_id from mine
    join plinth.base_member as bm on bm.workspace_id = mine.workspace_id and bm.user_id = mine.user_id
    join plinth.workspace_member as o on o.workspace_id = mine.workspace_id
    where mine.role = 'guest' and (o.role = 'owner' or exists (
      select 1 from plinth.base_member as other where other.base_id = bm.base_id and other.user_id = o.user_id))
$$;

-- The caller and everybody whom the caller sees in a workspace.
create or replace function plinth_private.my_colleagues() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select plinth_private.caller() where plinth_private.caller() is not null
  union
  select f.user_id from plinth_private.my_fellows() as f
$$;

-- Refuses unless the caller has at least this role in the workspace; answers the caller's role. Who is no member learns
-- nothing.
create or replace function plinth_private.require_workspace(p_workspace uuid, p_role text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_roles constant text[] := '{guest,member,admin,owner}';
  v_role text;
begin
  perform plinth_private.require_user();
  v_role := plinth_private.workspace_role(p_workspace);
  if v_role is null then
    perform plinth_private.fail(404, 'not_found');
  elsif array_position(v_roles, v_role) < array_position(v_roles, p_role) then
    perform plinth_private.fail(403, 'forbidden');
  end if;
  return v_role;
end
$$;

-- Refuses unless the caller is in the base and, where the role creator is asked for, shapes it; answers the caller's built-in role. Who is not in
-- the base gets the answer of a base that does not exist.
create or replace function plinth_private.require_base(p_base uuid, p_role text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_standing text;
begin
  v_standing := plinth_private.standing(plinth_private.require_user(), p_base);
  if v_standing is null then
    perform plinth_private.fail(404, 'not_found');
  elsif p_role = 'creator' and v_standing <> 'creator' then
    perform plinth_private.fail(403, 'forbidden');
  end if;
  return nullif(v_standing, 'custom');
end
$$;

-- Refuses where the caller's scope on the table for this action is 'none'; answers the scope.
create or replace function plinth_private.require_scope(p_table uuid, p_action text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := plinth_private.require_user();
  v_scope text := plinth_private.scope_of(v_user, p_table, p_action);
begin
  if v_scope <> 'none' then
    return v_scope;
  elsif plinth_private.scope_of(v_user, p_table, 'read') = 'none' then
    perform plinth_private.fail(404, 'not_found');
  end if;
  perform plinth_private.fail(403, 'read_only', jsonb_build_object('table', p_table));
end
$$;

drop policy if exists plinth_select on plinth.profile;
create policy plinth_select on plinth.profile for select to authenticated
  using (id = any (array(select plinth_private.my_colleagues())));

drop policy if exists plinth_select on plinth.workspace;
create policy plinth_select on plinth.workspace for select to authenticated
  using (id = any (array(select plinth_private.my_workspaces())));

drop policy if exists plinth_select on plinth.workspace_member;
create policy plinth_select on plinth.workspace_member for select to authenticated
  using ((workspace_id, user_id) in (select f.workspace_id, f.user_id from plinth_private.my_fellows() as f));

drop policy if exists plinth_select on plinth.base;
create policy plinth_select on plinth.base for select to authenticated
  using (id = any (array(select plinth_private.my_bases())));

drop policy if exists plinth_select on plinth.base_member;
create policy plinth_select on plinth.base_member for select to authenticated
  using (base_id = any (array(select plinth_private.my_bases())));

drop policy if exists plinth_select on plinth."table";
create policy plinth_select on plinth."table" for select to authenticated
  using (id = any (array(select plinth_private.my_tables())));

drop policy if exists plinth_select on plinth.role;
create policy plinth_select on plinth.role for select to authenticated
  using (base_id = any (array(select plinth_private.my_bases())));

drop policy if exists plinth_select on plinth.role_member;
create policy plinth_select on plinth.role_member for select to authenticated
  using (base_id = any (array(select plinth_private.my_bases())));

-- Rules hold values: they are for those who write them.
drop policy if exists plinth_select on plinth.role_grant;
create policy plinth_select on plinth.role_grant for select to authenticated
  using (role_id in (select r.id from plinth.role as r where r.base_id = any (array(select plinth_private.my_bases(true)))));

drop policy if exists plinth_select on plinth.table_rule;
create policy plinth_select on plinth.table_rule for select to authenticated
  using (table_id in (select t.id from plinth."table" as t where t.base_id = any (array(select plinth_private.my_bases(true)))));
