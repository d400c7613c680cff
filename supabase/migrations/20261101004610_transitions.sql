-- Workflows: how the state of a record may change. A field of states without transitions is a plain list of options.

create table if not exists plinth.transition (
  id uuid primary key,
  field_id uuid not null references plinth.field (id) on delete cascade,
  position int not null,
  name text not null,
  -- Null: from any state.
  from_state text,
  to_state text not null,
  -- Ids of roles, or 'creator'; null: everybody who may change the record.
  roles text[],
  -- An expression (docs/expressions.md) that is true for the record as it will be, and the same as SQL over relation t.
  guard jsonb,
  condition text,
  -- Fields that the guard reads, and options that it names.
  fields uuid[] not null default '{}',
  options text[] not null default '{}',
  -- Fields that must be filled.
  requires uuid[] not null default '{}',
  -- Not by the one who brought the record into the state that it leaves.
  four_eyes boolean not null,
  check ((guard is null) = (condition is null) and from_state is distinct from to_state)
);
create index if not exists transition_field on plinth.transition (field_id, position);
alter table plinth.transition enable row level security;

-- Guards hold values: they are for those who write them.
drop policy if exists plinth_select on plinth.transition;
create policy plinth_select on plinth.transition for select to authenticated
  using (field_id in (
    select f.id from plinth.field as f join plinth."table" as t on t.id = f.table_id
    where t.base_id = any (array(select plinth_private.my_bases(true)))));

-- Who brought each record into its present state. Of a deleted record it stays for a while, so that the deletion can be taken
-- back into the same state.
create table if not exists plinth_private.state_entry (
  field_id uuid not null references plinth.field (id) on delete cascade,
  record_id uuid not null,
  state text,
  -- Null: the service, or the owner of the database.
  moved_by uuid,
  moved_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (field_id, record_id)
);
create index if not exists state_entry_deleted on plinth_private.state_entry (field_id, deleted_at)
  where deleted_at is not null;
alter table plinth_private.state_entry enable row level security;

revoke all on plinth.transition, plinth_private.state_entry from public, anon, authenticated;
grant select, insert, update, delete on plinth.transition to service_role;
grant select on plinth.transition to authenticated;

-- May the connected role pass all policies? The service and the owner of the database repair records past every workflow; what
-- automations do in their sessions does not.
create or replace function plinth_private.passes_policies() returns boolean
language sql stable security definer set search_path = ''
as $$
  select (r.rolbypassrls or r.rolsuper) and not plinth_private.in_automation() from pg_catalog.pg_roles as r
  where r.rolname = coalesce(nullif(current_setting('role'), 'none'), session_user)
$$;

-- Does the caller hold one of these roles?
create or replace function plinth_private.holds_any(p_base uuid, p_roles text[]) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return p_roles is null
    or 'creator' = any (p_roles) and plinth_private.standing(plinth_private.caller(), p_base) = 'creator'
    or exists (select 1 from unnest(p_roles) as r (id) where r.id <> 'creator' and plinth_private.holds(r.id::uuid));
end
$$;

-- Which of these fields are empty in a record. One in the trash is none of its columns and cannot be asked for.
create or replace function plinth_private.missing_fields(p_fields uuid[], p_row jsonb) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(f.id order by f.position), '{}') from plinth.field as f
  where f.id = any (p_fields) and p_row ? f.column_name and coalesce(p_row -> f.column_name, 'null') in ('null', '""', '[]')
$$;

-- What keeps the caller from taking a transition: {rule, roles?, fields?}, or null. p_row is the record as it will be,
-- p_mover who brought it into the state that it leaves.
create or replace function plinth_private.transition_fault(
  p_transition plinth.transition, p_table plinth."table", p_row jsonb, p_mover uuid
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_missing uuid[];
  v_holds boolean;
begin
  if not plinth_private.holds_any(p_table.base_id, p_transition.roles) then
    return jsonb_build_object('rule', 'role', 'roles', to_jsonb(p_transition.roles));
  elsif p_transition.four_eyes
     -- An automation is nobody's second pair of eyes.
     and (plinth_private.in_automation() or coalesce(p_mover = plinth_private.caller(), plinth_private.caller() is null)) then
    return jsonb_build_object('rule', 'four_eyes', 'roles', to_jsonb(p_transition.roles));
  end if;
  v_missing := plinth_private.missing_fields(p_transition.requires, p_row);
  if v_missing <> '{}' then
    return jsonb_build_object('rule', 'required', 'fields', to_jsonb(v_missing));
  elsif p_transition.condition is not null then
    execute format('select (%s) is true from jsonb_populate_record(null::data.%I, $1) as t', p_transition.condition,
                   p_table.relation) into v_holds using p_row;
    if not v_holds then
      return jsonb_build_object('rule', 'guard', 'fields', to_jsonb(p_transition.fields));
    end if;
  end if;
  return null;
end
$$;

-- What keeps the caller from moving a record from one state to another, in a field with transitions: null when one of them
-- lets it through, else the fault of the one that comes nearest.
create or replace function plinth_private.move_fault(
  p_field plinth.field, p_from text, p_to text, p_row jsonb, p_mover uuid
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_steps constant text[] := '{no_transition,role,four_eyes,required,guard}';
  v_table plinth."table";
  v_transition plinth.transition;
  v_fault jsonb;
  v_nearest jsonb := '{"rule": "no_transition"}';
begin
  if p_from is null then
    return case when p_to is distinct from p_field.options ->> 'initial' then '{"rule": "initial"}'::jsonb end;
  end if;
  select t.* into v_table from plinth."table" as t where t.id = p_field.table_id;
  for v_transition in
    select n.* from plinth.transition as n
    where n.field_id = p_field.id and (n.from_state is null or n.from_state = p_from) and n.to_state = p_to
    order by n.position, n.id
  loop
    v_fault := plinth_private.transition_fault(v_transition, v_table, p_row, p_mover);
    if v_fault is null then
      return null;
    elsif array_position(v_steps, v_fault ->> 'rule') > array_position(v_steps, v_nearest ->> 'rule') then
      v_nearest := v_fault || jsonb_build_object('transition', v_transition.id);
    end if;
  end loop;
  return v_nearest;
end
$$;

-- Who brought a record into the state that it is in: as it was kept, else who changed the record last.
create or replace function plinth_private.mover_of(p_field uuid, p_record uuid, p_changed_by uuid) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_entry plinth_private.state_entry;
begin
  select e.* into v_entry from plinth_private.state_entry as e where e.field_id = p_field and e.record_id = p_record;
  return case when found then v_entry.moved_by else p_changed_by end;
end
$$;

-- Exact grants: definer code alone calls these.
revoke all on function plinth_private.passes_policies(), plinth_private.holds_any(uuid, text[]),
  plinth_private.missing_fields(uuid[], jsonb),
  plinth_private.transition_fault(plinth.transition, plinth."table", jsonb, uuid),
  plinth_private.move_fault(plinth.field, text, text, jsonb, uuid), plinth_private.mover_of(uuid, uuid, uuid)
  from public, anon, authenticated, service_role;
