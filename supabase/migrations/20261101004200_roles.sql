-- Roles of a base and their grants, kept by its creators.

-- The three built-in roles come with the base.
create or replace function plinth_private.make_roles() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into plinth.role (id, base_id, kind, name, position, created_by)
    select plinth_private.uuid_v7(), new.id, k.kind, k.kind, k.n - 1, new.created_by
    from unnest('{editor,commenter,viewer}'::text[]) with ordinality as k (kind, n);
  return null;
end
$$;

drop trigger if exists make_roles on plinth.base;
create trigger make_roles after insert on plinth.base for each row execute function plinth_private.make_roles();

insert into plinth.role (id, base_id, kind, name, position, created_by)
  select plinth_private.uuid_v7(), b.id, k.kind, k.kind, k.n - 1, b.created_by
  from plinth.base as b cross join unnest('{editor,commenter,viewer}'::text[]) with ordinality as k (kind, n)
  on conflict (base_id, lower(name)) do nothing;

-- All roles of a base with who holds them and where they differ from their kind; creators only.
create or replace function plinth_private.base_roles(p_base uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform plinth_private.require_base(p_base, 'creator');
  return (
    select jsonb_agg(jsonb_build_object('id', r.id, 'kind', r.kind, 'name', r.name, 'description', r.description,
      'members', coalesce((
        select jsonb_agg(bm.user_id order by bm.since, bm.user_id) from plinth.base_member as bm
        where bm.base_id = p_base and (bm.role = r.kind or exists (
          select 1 from plinth.role_member as rm where rm.role_id = r.id and rm.user_id = bm.user_id))), '[]'),
      'grants', coalesce((
        select jsonb_agg(jsonb_build_object('table', g.table_id, 'action', g.action, 'scope', g.scope, 'rule', g.rule,
                           'handOver', g.hand_over)
                         order by t.position, t.id, array_position('{read,create,update,delete}'::text[], g.action))
        from plinth.role_grant as g join plinth."table" as t on t.id = g.table_id
        where g.role_id = r.id and t.base_id = p_base), '[]'),
      'fieldGrants', plinth_private.field_grants_json(r.id))
      order by r.position, r.id)
    from plinth.role as r where r.base_id = p_base);
end
$$;

-- Makes a custom role, or changes its name or description; a built-in role keeps its name. {name?, description?}
create or replace function plinth_private.save_role(p_base uuid, p_role uuid, p_changes jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := plinth_private.require_user();
  v_role plinth.role;
begin
  perform plinth_private.require_base(p_base, 'creator');
  perform 1 from plinth.base as b where b.id = p_base for update;
  select r.* into v_role from plinth.role as r where r.id = p_role;
  -- A role counts as somebody of its id: it must not be somebody else's.
  if p_role is null or v_role.base_id <> p_base or exists (select 1 from auth.users as u where u.id = p_role) then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'id'));
  elsif coalesce(jsonb_typeof(p_changes), '') <> 'object' or (v_role.kind <> 'custom' and p_changes ? 'name') then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'changes'));
  elsif char_length(p_changes ->> 'description') > 500
     or p_changes ->> 'description' <> plinth_private.plain_text(p_changes ->> 'description') then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'description', 'limit', 500));
  end if;
  if v_role.id is null then
    perform plinth_private.stay_within(
      (select count(*) + 1 from plinth.role as r where r.base_id = p_base and r.kind = 'custom'),
      plinth_private.limit_of('customRolesPerBase'), '{"rule": "roles"}');
    insert into plinth.role (id, base_id, kind, name, description, position, created_by)
      select p_role, p_base, 'custom', plinth_private.role_name(p_changes ->> 'name'),
             btrim(coalesce(p_changes ->> 'description', '')), max(r.position) + 1, v_user
      from plinth.role as r where r.base_id = p_base;
  else
    update plinth.role
      set name = case when v_role.kind = 'custom'
                      then plinth_private.role_name(coalesce(p_changes ->> 'name', v_role.name)) else v_role.name end,
          description = btrim(coalesce(p_changes ->> 'description', v_role.description))
      where id = p_role;
  end if;
  perform plinth_private.send_schema_changed(p_base);
exception
  when unique_violation then
    perform plinth_private.fail(409, 'name_taken');
end
$$;

-- A name that a custom role may have.
create or replace function plinth_private.role_name(p_name text) returns text
language plpgsql immutable security invoker set search_path = ''
as $$
declare
  v_name text := plinth_private.clean_name(p_name);
begin
  if lower(v_name) in ('creator', 'editor', 'commenter', 'viewer') then
    perform plinth_private.fail(409, 'name_taken');
  end if;
  return v_name;
end
$$;

-- The custom role, after checking that the caller shapes its base.
create or replace function plinth_private.take_role(p_role uuid) returns plinth.role
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_role plinth.role;
begin
  select r.* into v_role from plinth.role as r where r.id = p_role;
  perform plinth_private.require_base(v_role.base_id, 'creator');
  if v_role.kind <> 'custom' then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'role'));
  end if;
  return v_role;
end
$$;

-- Deletes a custom role; its holders lose it, and with their last role the base. Triggers do what follows.
create or replace function plinth_private.delete_role(p_role uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_role plinth.role := plinth_private.take_role(p_role);
begin
  perform plinth_private.require_idle_role(p_role);
  delete from plinth.role where id = v_role.id;
  perform plinth_private.send_schema_changed(v_role.base_id);
exception
  when lock_not_available then
    perform plinth_private.fail(423, 'busy');
end
$$;

-- Gives a custom role to a member of the workspace, or takes it away.
create or replace function plinth_private.set_role_member(p_role uuid, p_member uuid, p_holds boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_role plinth.role := plinth_private.take_role(p_role);
  v_member plinth.workspace_member;
begin
  select m.* into v_member from plinth.base as b
    join plinth.workspace_member as m on m.workspace_id = b.workspace_id and m.user_id = p_member
    where b.id = v_role.base_id;
  if not found then
    perform plinth_private.fail(404, 'not_found');
  elsif p_holds is null then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'holds'));
  elsif not p_holds then
    delete from plinth.role_member where role_id = p_role and user_id = p_member;
    return;
  elsif v_member.role = 'owner' then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'inherited'));
  end if;
  insert into plinth.base_member (base_id, workspace_id, user_id)
    values (v_role.base_id, v_member.workspace_id, p_member) on conflict (base_id, user_id) do nothing;
  insert into plinth.role_member (role_id, base_id, user_id) values (p_role, v_role.base_id, p_member)
    on conflict (role_id, user_id) do nothing;
end
$$;

-- How far a role reaches in a table: 'none', 'all' or 'rules' with a rule; null: as its kind says. Of changes also whether it
-- may hand records over. Triggers change the policies and the topics.
create or replace function plinth_private.set_grant(
  p_role uuid, p_table uuid, p_action text, p_scope text, p_rule jsonb, p_hand_over boolean
) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_table plinth."table" := plinth_private.take_table(p_table);
  v_rule jsonb := nullif(p_rule, 'null');
begin
  if not exists (select 1 from plinth.role as r where r.id = p_role and r.base_id = v_table.base_id) then
    perform plinth_private.fail(404, 'not_found');
  elsif p_action is null or p_action not in ('read', 'create', 'update', 'delete')
     or p_scope not in ('none', 'all', 'rules') or coalesce(p_scope = 'rules', false) <> (v_rule is not null)
     or p_hand_over and (p_action <> 'update' or coalesce(p_scope, 'none') = 'none') then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', p_table, 'rule', 'grant'));
  elsif p_scope is null then
    delete from plinth.role_grant where role_id = p_role and table_id = p_table and action = p_action;
    return;
  end if;
  insert into plinth.role_grant as g (role_id, table_id, action, scope, rule, condition, fields, options, hand_over)
    values (p_role, p_table, p_action, p_scope, v_rule,
      case when v_rule is not null then plinth_private.rule_condition(p_table, v_rule, 't') end,
      array(select distinct plinth_private.as_uuid(f #>> '{}') from jsonb_path_query(v_rule, '$.**.field') as f),
      array(select distinct format('%s/%s', o ->> 'field', o ->> 'option')
            from jsonb_path_query(v_rule, '$.** ? (exists(@.option))') as o),
      coalesce(p_hand_over, false))
    on conflict (role_id, table_id, action) do update
      set scope = excluded.scope, rule = excluded.rule, condition = excluded.condition, fields = excluded.fields,
          options = excluded.options, hand_over = excluded.hand_over
      where (g.scope, g.rule, g.hand_over) is distinct from (excluded.scope, excluded.rule, excluded.hand_over);
exception
  when lock_not_available then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', p_table));
end
$$;

-- How many records a rule would let through, counted; creators only.
create or replace function plinth_private.count_matching(p_table uuid, p_rule jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_table plinth."table";
  v_total bigint;
  v_matching bigint;
begin
  perform plinth_private.require_scope(p_table, 'read');
  select t.* into v_table from plinth."table" as t where t.id = p_table;
  perform plinth_private.require_base(v_table.base_id, 'creator');
  execute format('select count(*), count(*) filter (where %s) from data.%I as t',
                 plinth_private.rule_condition(p_table, p_rule, 't'), v_table.relation)
    into v_total, v_matching;
  return jsonb_build_object('total', v_total, 'matching', v_matching);
end
$$;
