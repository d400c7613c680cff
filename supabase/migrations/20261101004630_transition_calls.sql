-- The transitions of a field: read and written by creators, asked for a record by everybody who sees it.

create or replace function plinth_private.transition_json(p_transition plinth.transition) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select jsonb_build_object('id', p_transition.id, 'name', p_transition.name, 'from', p_transition.from_state,
    'to', p_transition.to_state, 'roles', p_transition.roles, 'guard', p_transition.guard,
    'requires', (select coalesce(jsonb_agg(r.id order by r.ordinality), '[]')
                 from unnest(p_transition.requires) with ordinality as r (id, ordinality)
                 join plinth.field as o on o.id = r.id join plinth.field as f on f.id = p_transition.field_id
                 where o.table_id = f.table_id),
    'fourEyes', p_transition.four_eyes)
$$;

-- The field of states, after checking that the caller shapes its base.
create or replace function plinth_private.take_status_field(p_field uuid) returns plinth.field
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_field plinth.field := plinth_private.take_field(p_field);
begin
  if v_field.type <> 'status' then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('field', p_field, 'rule', 'type'));
  end if;
  return v_field;
end
$$;

-- Transition[]; creators only.
create or replace function plinth_private.transitions(p_field uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform plinth_private.require_scope((select f.table_id from plinth.field as f
                                        where f.id = p_field and plinth_private.sees_field(f.id)), 'read');
  perform plinth_private.require_base((select t.base_id from plinth.field as f join plinth."table" as t on t.id = f.table_id
                                       where f.id = p_field), 'creator');
  return (select coalesce(jsonb_agg(plinth_private.transition_json(n) order by n.position, n.id), '[]')
          from plinth.transition as n where n.field_id = p_field);
end
$$;

-- A list of ids in a definition: null where there is none, and refused where it is none.
create or replace function plinth_private.id_list(p_list jsonb, p_field uuid, p_rule text) returns text[]
language plpgsql stable security invoker set search_path = ''
as $$
begin
  if coalesce(jsonb_typeof(p_list), 'null') = 'null' then
    return null;
  elsif jsonb_typeof(p_list) <> 'array' or jsonb_array_length(p_list) > 200
     or jsonb_path_exists(p_list, '$[*] ? (@.type() != "string")') then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('field', p_field, 'rule', p_rule));
  end if;
  return array(select distinct lower(e.value) from jsonb_array_elements_text(p_list) as e order by 1);
end
$$;

-- A transition as it is sent, checked: states and fields of the table, roles of the base, a guard that compiles.
create or replace function plinth_private.clean_transition(p_field plinth.field, p_base uuid, p_sent jsonb, p_position int)
returns plinth.transition
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_states text[] := plinth_private.option_ids(p_field.options);
  v_clean plinth.transition;
  v_requires text[] := coalesce(plinth_private.id_list(p_sent -> 'requires', p_field.id, 'requires'), '{}');
  v_fault text;
begin
  v_clean.id := plinth_private.as_uuid(p_sent ->> 'id');
  v_clean.field_id := p_field.id;
  v_clean.position := p_position;
  v_clean.name := plinth_private.clean_name(p_sent ->> 'name');
  v_clean.from_state := p_sent ->> 'from';
  v_clean.to_state := p_sent ->> 'to';
  v_clean.roles := plinth_private.id_list(p_sent -> 'roles', p_field.id, 'roles');
  v_clean.guard := nullif(p_sent -> 'guard', 'null');
  v_clean.four_eyes := coalesce(p_sent -> 'fourEyes' = 'true', false);
  v_fault := case
    when v_clean.id is null or exists (
      select 1 from plinth.transition as n where n.id = v_clean.id and n.field_id <> p_field.id) then 'id'
    when v_clean.to_state is null or v_clean.to_state <> all (v_states) or v_clean.from_state <> all (v_states)
      or v_clean.from_state is not distinct from v_clean.to_state then 'state'
    when v_clean.roles = '{}' or exists (
      select 1 from unnest(v_clean.roles) as r (id) where r.id <> 'creator' and not exists (
        select 1 from plinth.role as o where o.base_id = p_base and o.id::text = r.id)) then 'roles'
    when exists (select 1 from unnest(v_requires) as r (id) where not exists (
      select 1 from plinth.field as f where f.table_id = p_field.table_id and f.id::text = r.id)) then 'requires'
  end;
  if v_fault is not null then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', p_field.table_id, 'field', p_field.id,
      'rule', v_fault));
  end if;
  perform plinth_private.require_open(f, 'requires') from plinth.field as f where f.id::text = any (v_requires);
  v_clean.requires := v_requires::uuid[];
  v_clean.condition := case when v_clean.guard is not null then
    plinth_private.rule_condition(p_field.table_id, v_clean.guard, 't') end;
  v_clean.fields := array(
    select distinct plinth_private.as_uuid(f #>> '{}') from jsonb_path_query(v_clean.guard, '$.**.field') as f);
  v_clean.options := array(select distinct format('%s/%s', o ->> 'field', o ->> 'option')
                           from jsonb_path_query(v_clean.guard, '$.** ? (exists(@.option))') as o);
  return v_clean;
end
$$;

-- Replaces the transitions of a field. Records stay in the states that they are in.
create or replace function plinth_private.set_transitions(p_field uuid, p_list jsonb) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_field plinth.field := plinth_private.take_status_field(p_field);
  v_base uuid := (select t.base_id from plinth."table" as t where t.id = v_field.table_id);
  v_item record;
  v_transition plinth.transition;
begin
  if coalesce(jsonb_typeof(p_list), '') <> 'array' or exists (
       select 1 from jsonb_array_elements(p_list) as e group by lower(e.value ->> 'id') having count(*) > 1) then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('field', p_field, 'rule', 'transitions'));
  end if;
  perform plinth_private.stay_within(jsonb_array_length(p_list), plinth_private.limit_of('transitionsPerField'),
    jsonb_build_object('field', p_field, 'rule', 'transitions'));
  delete from plinth.transition where field_id = p_field;
  for v_item in select e.value, e.ordinality from jsonb_array_elements(p_list) with ordinality as e loop
    v_transition := plinth_private.clean_transition(v_field, v_base, v_item.value, v_item.ordinality::int);
    insert into plinth.transition values (v_transition.*);
  end loop;
  perform plinth_private.send_schema_changed(v_base);
exception
  when lock_not_available then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('field', p_field));
end
$$;

-- Where a record may go from the state that it is in: for each other state whether the caller may take it there, and if not,
-- why, with the roles to ask. Everybody who reads the record.
create or replace function plinth_private.transitions_for(p_table uuid, p_field uuid, p_record uuid) returns jsonb
language plpgsql stable security definer set search_path = '' set extra_float_digits = 1
as $$
declare
  v_field plinth.field;
  v_row jsonb;
  v_from text;
  v_bound boolean;
  v_may boolean;
  v_mover uuid;
begin
  perform plinth_private.require_reach(p_table, p_record, 'read');
  select f.* into v_field from plinth.field as f where f.id = p_field and f.table_id = p_table and f.type = 'status';
  execute format('select to_jsonb(t) from data.%I as t where t.id = $1',
                 (select t.relation from plinth."table" as t where t.id = p_table)) into v_row using p_record;
  if v_field.id is null or v_row is null then
    perform plinth_private.fail(404, 'not_found');
  end if;
  v_from := nullif(v_row ->> v_field.column_name, '');
  v_bound := exists (select 1 from plinth.transition as n where n.field_id = p_field);
  v_may := plinth_private.may_reach(p_table, p_record, 'update');
  v_mover := plinth_private.mover_of(p_field, p_record, plinth_private.as_uuid(v_row ->> 'changed_by'));
  return jsonb_build_object('state', v_from, 'bound', v_bound, 'moves', coalesce((
    select jsonb_agg(jsonb_build_object('to', s.id, 'refusal', plinth_private.told_fault(case
        when not v_may then '{"rule": "read_only"}'::jsonb
        when v_bound then plinth_private.move_fault(v_field, v_from, s.id,
          v_row || jsonb_build_object(v_field.column_name, s.id), v_mover) end)) order by s.n)
    from unnest(plinth_private.option_ids(v_field.options)) with ordinality as s (id, n)
    where s.id is distinct from v_from), '[]'));
end
$$;

-- A fault with the roles by name: everybody in a base may know its roles.
create or replace function plinth_private.told_fault(p_fault jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select p_fault || case when coalesce(jsonb_typeof(p_fault -> 'roles'), 'null') <> 'array' then '{}' else
    jsonb_build_object('roles', (
      select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'kind', coalesce(r.kind, g.id), 'name', coalesce(r.name, g.id))
                                order by r.position nulls first), '[]')
      from jsonb_array_elements_text(p_fault -> 'roles') as g (id) left join plinth.role as r on r.id::text = g.id)) end
$$;

-- Refuses to take away what transitions need: a field, or options of it; a state that they lead to or from.
create or replace function plinth_private.require_no_transition(p_field uuid, p_options text[]) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_other record;
begin
  select n.id, n.field_id, f.table_id, f.name into v_other
    from plinth.field as o join plinth.field as f on f.table_id = o.table_id join plinth.transition as n on n.field_id = f.id
    where o.id = p_field and case
      when p_options is null then n.field_id <> p_field and (p_field = any (n.fields) or p_field = any (n.requires))
      else n.field_id = p_field and (n.from_state = any (p_options) or n.to_state = any (p_options))
        or n.options && array(select format('%s/%s', p_field, o) from unnest(p_options) as o) end
    order by n.field_id, n.position limit 1;
  if found then
    perform plinth_private.fail(409, 'used_by_rule', jsonb_build_object('table', v_other.table_id, 'field', p_field,
      'rule', 'transition', 'needed', jsonb_build_object('kind', 'workflow', 'name', v_other.name)));
  end if;
end
$$;

-- Refuses to take away a role that transitions name.
create or replace function plinth_private.require_idle_role(p_role uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_field plinth.field;
begin
  select f.* into v_field from plinth.transition as n join plinth.field as f on f.id = n.field_id
    where p_role::text = any (n.roles) order by f.id limit 1;
  if found then
    perform plinth_private.fail(409, 'used_by_rule', jsonb_build_object('table', v_field.table_id, 'field', v_field.id,
      'role', p_role, 'rule', 'transition', 'needed', jsonb_build_object('kind', 'workflow', 'name', v_field.name)));
  end if;
end
$$;

-- The condition of a transition as SQL. While the fields and options that it reads are not there, or are something else, it
-- lets nothing through.
create or replace function plinth_private.guard_condition(p_table uuid, p_guard jsonb) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return plinth_private.rule_condition(p_table, p_guard, 't');
exception
  when sqlstate 'PT400' or sqlstate 'PT404' or sqlstate 'PT409' then
    return 'false';
end
$$;

-- Compiles the conditions of a table's transitions again: the time zone, roles or fields may have changed.
create or replace function plinth_private.renew_transitions(p_table uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update plinth.transition as n set condition = plinth_private.guard_condition(p_table, n.guard)
    from plinth.field as f where f.id = n.field_id and f.table_id = p_table and n.guard is not null;
end
$$;

-- The base got another time zone: conditions that ask for today mean another day.
create or replace function plinth_private.guards_zone_changed() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform plinth_private.renew_transitions(t.id) from plinth."table" as t where t.base_id = new.id;
  return null;
end
$$;

drop trigger if exists guards_zone_changed on plinth.base;
create trigger guards_zone_changed after update of time_zone on plinth.base
  for each row when (old.time_zone <> new.time_zone) execute function plinth_private.guards_zone_changed();
