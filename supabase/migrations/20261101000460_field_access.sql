-- What a person may do with a field. A grant says it of a role and a field; without one the role has what it has in the
-- table. The grants of a person's roles add up, the strongest wins; nothing is kept from creators. Which records they reach
-- is asked elsewhere.

create table if not exists plinth.field_grant (
  role_id uuid not null references plinth.role (id) on delete cascade,
  field_id uuid not null references plinth.field (id) on delete cascade,
  access text not null check (access in ('hidden', 'read', 'write')),
  primary key (role_id, field_id)
);
create index if not exists field_grant_field on plinth.field_grant (field_id, access);
alter table plinth.field_grant enable row level security;

drop policy if exists plinth_select on plinth.field_grant;
create policy plinth_select on plinth.field_grant for select to authenticated
  using (role_id in (select r.id from plinth.role as r where r.base_id = any (array(select plinth_private.my_bases(true)))));

-- Name of the trigger function that computes a table's formulas.
create or replace function plinth_private.formula_function(p_table uuid) returns text
language sql immutable security invoker set search_path = ''
as $$ select 'formulas_' || replace(p_table::text, '-', '') $$;

-- Name of the trigger function that follows the records of a table for rollups of others.
create or replace function plinth_private.followed_function(p_table uuid) returns text
language sql immutable security invoker set search_path = ''
as $$ select 'followed_' || replace(p_table::text, '-', '') $$;

-- Do rollups follow the records of the table?
create or replace function plinth_private.is_followed(p_table uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select 1 from plinth_private.followed_links(p_table) as l where l.columns is not null);
end
$$;

-- Is the field kept from some who may write the table? What is computed nobody writes, and its values change with others.
create or replace function plinth_private.is_guarded(p_field uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select 1 from plinth.field_grant as g where g.field_id = p_field and g.access <> 'write')
    and not exists (select 1 from plinth.field as f where f.id = p_field and plinth_private.is_computed_field(f));
end
$$;

-- Does any role have the field hidden?
create or replace function plinth_private.is_hidden(p_field uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select 1 from plinth.field_grant as g where g.field_id = p_field and g.access = 'hidden');
end
$$;

-- What a role may do with a field by its grants in the table alone: 'write', 'read' or null, nothing.
create or replace function plinth_private.usual_access(p_role uuid, p_kind text, p_table uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when bool_or(a.action <> 'read' and a.scope <> 'none') then 'write'
    when bool_or(a.action = 'read' and a.scope <> 'none') then 'read' end
  from (
    select w.action, coalesce(g.scope, plinth_private.default_scope(p_kind, w.action)) as scope
    from unnest('{read,create,update}'::text[]) as w (action)
    left join plinth.role_grant as g on g.role_id = p_role and g.table_id = p_table and g.action = w.action) as a
$$;

-- What a person may do with a field, as far as fields go: 'write', 'read', or null: it is hidden from them in every role
-- that they hold, or those give nothing. The policies of side tables ask this.
create or replace function plinth_private.field_access_of(p_user uuid, p_field uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_table uuid;
  v_base uuid;
  v_standing text;
  -- What is computed is read by whoever else would write it.
  v_most text;
begin
  select f.table_id, t.base_id, case when plinth_private.is_computed_field(f) then 'read' else 'write' end
    into v_table, v_base, v_most
    from plinth.field as f join plinth."table" as t on t.id = f.table_id where f.id = p_field;
  v_standing := plinth_private.standing(p_user, v_base);
  if v_standing is null or v_standing = 'creator' or not plinth_private.is_guarded(p_field) then
    return case when v_standing is not null then v_most end;
  end if;
  return (
    select case when bool_or(held.access = 'write') then v_most when bool_or(held.access = 'read') then 'read' end
    from (
      select coalesce(g.access, plinth_private.usual_access(r.id, r.kind, v_table)) as access
      from plinth.role as r
      left join plinth.base_member as bm on bm.base_id = r.base_id and bm.user_id = p_user
      left join plinth.field_grant as g on g.role_id = r.id and g.field_id = p_field
      where r.base_id = v_base and (r.id = p_user or r.kind = bm.role or exists (
        select 1 from plinth.role_member as rm where rm.role_id = r.id and rm.user_id = p_user))) as held);
end
$$;

-- The same for the caller.
create or replace function plinth_private.field_access(p_field uuid) returns text
language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return plinth_private.field_access_of(plinth_private.caller(), p_field);
end
$$;

-- The fields of a table that the caller sees. Whatever answers a caller reads fields here, not in plinth.field: one that is
-- hidden from them is like one that is not there.
create or replace function plinth_private.seen_fields(p_table uuid) returns setof plinth.field
language sql stable security definer set search_path = ''
as $$
  select f.* from plinth.field as f
  where f.table_id = p_table
    and (not exists (select 1 from plinth.field_grant as g where g.field_id = f.id and g.access = 'hidden')
         or plinth_private.field_access(f.id) is not null)
$$;

-- The fields that stand beside their table, in the caller's bases, as far as they see them.
create or replace function plinth_private.my_sides() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select f.id
  from plinth."table" as t
  join plinth.field as f on f.table_id = t.id and f.side is not null
  where t.base_id = any (array(select plinth_private.my_bases()))
    and (not plinth_private.is_hidden(f.id) or plinth_private.field_access(f.id) is not null)
$$;

drop policy if exists plinth_select on plinth.field;
create policy plinth_select on plinth.field for select to authenticated
  using (table_id = any (array(select plinth_private.my_tables()))
    and (side is null or id = any (array(select plinth_private.my_sides()))));
