-- Whatever way somebody loses a right, the topics of the base get a new name in the same transaction, so that no feed
-- outlives the right; whatever way a rule changes, the policies follow. Gains are told, so that clients load again.

-- Memberships of workspaces changed their roles, or were handed to somebody else: then one is gone and another came.
create or replace function plinth_private.workspace_roles_changed() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_change record;
begin
  for v_change in
    select coalesce(o.workspace_id, n.workspace_id) as workspace_id, coalesce(o.user_id, n.user_id) as user_id,
      o.role as before, n.role as after
    from old_rows as o full join new_rows as n using (workspace_id, user_id)
    where o.role is distinct from n.role order by 1, 2
  loop
    if v_change.before = 'owner' then
      perform plinth_private.bump_epoch(b.id) from plinth.base as b where b.workspace_id = v_change.workspace_id;
    elsif v_change.after = 'owner' then
      perform plinth_private.send_schema_changed(b.id) from plinth.base as b where b.workspace_id = v_change.workspace_id;
    end if;
    perform plinth_private.withdraw_invitations(v_change.workspace_id, v_change.user_id);
  end loop;
  perform plinth_private.keep_an_owner(c.workspace_id)
    from (select distinct o.workspace_id from old_rows as o order by 1) as c;
  return null;
end
$$;

-- Somebody came into a base.
create or replace function plinth_private.base_members_came() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform plinth_private.send_schema_changed(c.base_id) from (select distinct n.base_id from new_rows as n) as c;
  return null;
end
$$;

-- A role in a base changed. A higher one takes something away too where it is restricted.
create or replace function plinth_private.base_roles_changed() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ranks constant text[] := '{viewer,commenter,editor,creator}';
  v_change record;
begin
  for v_change in
    -- A membership that was handed to somebody else is gone for who had it.
    select coalesce(o.base_id, n.base_id) as base_id, coalesce(o.workspace_id, n.workspace_id) as workspace_id,
      coalesce(o.user_id, n.user_id) as user_id,
      o.user_id is not null and n.user_id is null
      or o.role is not null and n.role is distinct from 'creator' and (
        n.role is null or array_position(v_ranks, n.role) < array_position(v_ranks, o.role)
        or exists (select 1 from plinth.role as r join plinth.role_grant as g on g.role_id = r.id
                   where r.base_id = n.base_id and r.kind = n.role)) as lost
    from old_rows as o full join new_rows as n using (base_id, user_id)
    where o.role is distinct from n.role or o.user_id is null or n.user_id is null order by 1, 3
  loop
    if v_change.lost then
      perform plinth_private.bump_epoch(v_change.base_id);
      perform plinth_private.withdraw_invitations(v_change.workspace_id, v_change.user_id);
    else
      perform plinth_private.send_schema_changed(v_change.base_id);
    end if;
  end loop;
  return null;
end
$$;

-- Custom roles are given.
create or replace function plinth_private.role_members_came() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform plinth_private.send_schema_changed(c.base_id) from (select distinct n.base_id from new_rows as n) as c;
  return null;
end
$$;

-- Custom roles are taken away: who holds no role in the base any more leaves it, which another trigger tells.
create or replace function plinth_private.role_members_left() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from plinth.base_member as bm using old_rows as o
    where bm.base_id = o.base_id and bm.user_id = o.user_id and bm.role is null
      and not exists (select 1 from plinth.role_member as rm where rm.base_id = bm.base_id and rm.user_id = bm.user_id);
  perform plinth_private.bump_epoch(c.base_id)
    from (select distinct o.base_id from old_rows as o
          join plinth.base_member as bm on bm.base_id = o.base_id and bm.user_id = o.user_id order by 1) as c;
  return null;
end
$$;

-- A role got another name: rules know roles by their names.
create or replace function plinth_private.role_renamed() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform plinth_private.bump_epoch(new.base_id);
  return null;
end
$$;

-- Grants changed: a smaller scope or another rule takes something away; a changed set of rules changes the policies.
create or replace function plinth_private.follow_grants(p_old jsonb, p_new jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_scopes constant text[] := '{none,rules,all}';
  v_change record;
begin
  for v_change in
    with changed as (
      select d.table_id, d.old_condition is distinct from d.new_condition as rule_changed,
        array_position(v_scopes, coalesce(d.new_scope, usual)) < array_position(v_scopes, coalesce(d.old_scope, usual))
          or (d.old_condition is not null and d.old_condition is distinct from d.new_condition
              and coalesce(d.new_scope, usual) <> 'all') as lost
      from (
        select coalesce(o.table_id, n.table_id) as table_id, o.scope as old_scope, n.scope as new_scope,
          o.condition as old_condition, n.condition as new_condition,
          plinth_private.default_scope(coalesce((select r.kind from plinth.role as r
                                                 where r.id = coalesce(o.role_id, n.role_id)), 'custom'),
                                       coalesce(o.action, n.action)) as usual
        from jsonb_populate_recordset(null::plinth.role_grant, p_old) as o
        full join jsonb_populate_recordset(null::plinth.role_grant, p_new) as n using (role_id, table_id, action)
      ) as d
    )
    select t.base_id, bool_or(c.lost) as lost,
           array_agg(distinct t.id order by t.id) filter (where c.rule_changed) as ruled
    from changed as c join plinth."table" as t on t.id = c.table_id
    group by t.base_id order by t.base_id
  loop
    perform plinth_private.renew_policies(u.id) from unnest(v_change.ruled) as u (id);
    if v_change.lost then
      perform plinth_private.bump_epoch(v_change.base_id);
    else
      perform plinth_private.send_schema_changed(v_change.base_id);
    end if;
  end loop;
end
$$;

-- The base got another time zone: rules that ask for today mean another day.
create or replace function plinth_private.base_zone_changed() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update plinth.role_grant as g set condition = plinth_private.rule_condition(g.table_id, g.rule, 't')
    from plinth."table" as t where t.id = g.table_id and t.base_id = new.id and g.scope = 'rules';
  return null;
end
$$;

-- Hands the changed grants of a statement over.
create or replace function plinth_private.grants_changed() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_old jsonb := '[]';
  v_new jsonb := '[]';
begin
  if tg_op <> 'INSERT' then
    v_old := (select coalesce(jsonb_agg(to_jsonb(o)), '[]') from old_rows as o);
  end if;
  if tg_op <> 'DELETE' then
    v_new := (select coalesce(jsonb_agg(to_jsonb(n)), '[]') from new_rows as n);
  end if;
  perform plinth_private.follow_grants(v_old, v_new);
  return null;
end
$$;

drop trigger if exists workspace_roles_changed on plinth.workspace_member;
create trigger workspace_roles_changed after update on plinth.workspace_member
  referencing old table as old_rows new table as new_rows
  for each statement execute function plinth_private.workspace_roles_changed();
drop trigger if exists base_members_came on plinth.base_member;
create trigger base_members_came after insert on plinth.base_member referencing new table as new_rows
  for each statement execute function plinth_private.base_members_came();
drop trigger if exists base_roles_changed on plinth.base_member;
create trigger base_roles_changed after update on plinth.base_member
  referencing old table as old_rows new table as new_rows
  for each statement execute function plinth_private.base_roles_changed();
drop trigger if exists role_members_came on plinth.role_member;
create trigger role_members_came after insert on plinth.role_member referencing new table as new_rows
  for each statement execute function plinth_private.role_members_came();
drop trigger if exists role_members_left on plinth.role_member;
create trigger role_members_left after delete on plinth.role_member referencing old table as old_rows
  for each statement execute function plinth_private.role_members_left();
drop trigger if exists role_renamed on plinth.role;
create trigger role_renamed after update of name on plinth.role
  for each row when (old.name <> new.name) execute function plinth_private.role_renamed();
drop trigger if exists base_zone_changed on plinth.base;
create trigger base_zone_changed after update of time_zone on plinth.base
  for each row when (old.time_zone <> new.time_zone) execute function plinth_private.base_zone_changed();
drop trigger if exists grants_made on plinth.role_grant;
create trigger grants_made after insert on plinth.role_grant referencing new table as new_rows
  for each statement execute function plinth_private.grants_changed();
drop trigger if exists grants_changed on plinth.role_grant;
create trigger grants_changed after update on plinth.role_grant referencing old table as old_rows new table as new_rows
  for each statement execute function plinth_private.grants_changed();
drop trigger if exists grants_gone on plinth.role_grant;
create trigger grants_gone after delete on plinth.role_grant referencing old table as old_rows
  for each statement execute function plinth_private.grants_changed();
