-- Handing over: a grant on changes may let its holders change a record so that it leaves their own sight or reach. The policies
-- go on refusing that on every path; apply_mutations alone has this way, which asks all that they ask of the record before,
-- and leaves to the triggers and constraints all that they ask of it afterwards.

-- The records that the caller may hand over, as a condition on relation t; null: none. For definer code alone.
create or replace function plinth_private.hand_over_filter(p_table uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_seen text := plinth_private.row_filter(p_table, 'read');
  v_given text := (
    select string_agg(case when g.scope = 'all' then 'true' else format('(%s)', g.condition) end, ' or ' order by g.role_id)
    from plinth.role_grant as g
    where g.table_id = p_table and g.action = 'update' and g.hand_over and plinth_private.holds(g.role_id));
begin
  return case when v_seen <> 'false' and v_given is not null then format('(%s) and (%s)', v_seen, v_given) end;
end
$$;

-- Is there a record that this person, or this role by itself, might hand over? What hand_over_filter answers to who holds their roles.
create or replace function plinth_private.may_hand_over(p_user uuid, p_table uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return plinth_private.scope_of(p_user, p_table, 'read') <> 'none' and exists (
    select 1 from plinth_private.role_reasons(p_user, (select t.base_id from plinth."table" as t where t.id = p_table), p_table, 'update') as r
    where r.hand_over);
end
$$;

-- Changes a record that the caller may hand over, and answers its version and whether it has left the caller's sight:
-- {ver, left}; null where the caller may not. Values are by field, as in a mutation.
create or replace function plinth_private.hand_over(p_table uuid, p_record uuid, p_values jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := plinth_private.require_user();
  v_filter text := plinth_private.hand_over_filter(p_table);
  v_plan record;
  v_sets text;
  v_ver bigint;
begin
  if v_user is null or v_filter is null or coalesce(jsonb_typeof(p_values), '') <> 'object' then
    return null;
  end if;
  v_plan := plinth_private.write_plan(p_table, 'update', array(select jsonb_object_keys(p_values)));
  if v_plan.refusal is not null or cardinality(v_plan.ids) = 0 or plinth_private.writes_aside(v_plan) or plinth_private.first_problem(v_plan, p_values) is not null then
    return null;
  end if;
  -- Held as it is before locks are asked.
  execute format('select t.ver from data.%I as t where t.id = $1 and (%s) for no key update', v_plan.relation, v_filter)
    into v_ver using p_record;
  if v_ver is null or exists (select 1 from plinth_private.locked_among(p_table, array[p_record])) then
    return null;
  end if;
  select string_agg(format('%I = %s', v_plan.columns[n],
           plinth_private.cast_sql(v_plan.types[n], format('$2 ->> %L', v_plan.ids[n]))), ', ' order by n)
    into v_sets from generate_subscripts(v_plan.ids, 1) as n;
  perform set_config('plinth.fields', array_to_string(v_plan.ids, ','), true);
  execute format('update data.%I as t set %s where t.id = $1 and (%s) returning t.ver', v_plan.relation, v_sets, v_filter)
    into v_ver using p_record, p_values;
  perform set_config('plinth.fields', '', true);
  return case when v_ver is not null then jsonb_build_object('ver', v_ver,
    'left', not plinth_private.may_reach(p_table, p_record, 'read')) end;
end
$$;

revoke all on function plinth_private.hand_over_filter(uuid), plinth_private.may_hand_over(uuid, uuid), plinth_private.hand_over(uuid, uuid, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function plinth_private.hand_over(uuid, uuid, jsonb) to authenticated, service_role;
