-- Row rules: what the policies of the users' tables say, and the same as plain filters for definer code. A role's rule is
-- an expression over the record (docs/expressions.md), compiled by the database.

-- A rule as SQL over a relation of this name; refuses what is no condition.
create or replace function plinth_private.rule_condition(p_table uuid, p_rule jsonb, p_relation text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_compiled record := plinth_private.compile_expression(p_table, p_rule, p_relation);
begin
  if v_compiled.condition is null then
    perform plinth_private.fail(400, 'expression_invalid', jsonb_build_object('table', p_table, 'rule', 'type'));
  end if;
  return v_compiled.condition;
end
$$;

-- A rule that only looks at one field: it is, or is one of, literals or the caller: {field, items}; else null. All such rules
-- on a field are one comparison in a policy, whose values are looked up once a statement.
create or replace function plinth_private.plain_rule(p_rule jsonb) returns jsonb
language plpgsql immutable parallel safe security invoker set search_path = ''
as $$
declare
  v_first jsonb := p_rule #> '{args,0}';
  v_second jsonb := p_rule #> '{args,1}';
  v_turned boolean := (v_first ? 'field' and not v_first ? 'option') is not true;
  v_field jsonb := case when v_turned then v_second else v_first end;
  v_items jsonb := case when v_turned then v_first else v_second end;
begin
  v_items := case
    when p_rule ->> 'call' = '=' or p_rule ->> 'call' = 'has' and v_items ->> 'call' = 'me' and not v_turned
      then jsonb_build_array(v_items)
    when p_rule ->> 'call' = case when v_turned then 'has' else 'in' end then v_items -> 'list' end;
  if (v_field ? 'field' and not v_field ? 'option' and jsonb_typeof(v_items) = 'array') is not true or exists (
       select 1 from jsonb_array_elements(v_items) as i
       where (i.value ? 'option' or i.value ? 'number' or i.value ->> 'text' <> '' or i.value ->> 'call' = 'me') is not true) then
    return null;
  end if;
  return jsonb_build_object('field', v_field -> 'field', 'items', v_items);
end
$$;

-- The field of a plain rule of the table, where its column holds values such as the rule's; else null.
create or replace function plinth_private.plain_field(p_table uuid, p_rule jsonb) returns plinth.field
language plpgsql stable parallel safe security definer set search_path = ''
as $$
declare
  v_rule jsonb := plinth_private.plain_rule(p_rule);
  v_field plinth.field;
begin
  select f.* into v_field from plinth.field as f
    where f.table_id = p_table and f.id = plinth_private.as_uuid(v_rule ->> 'field') and f.side is null
      -- Sums are kept in minor units, and rules speak of whole ones.
      and f.type <> 'currency'
      and (plinth_private.family_of(f.type) <> 'integer' or plinth_private.is_whole(jsonb_path_query_array(v_rule, '$.items[*].number')));
  return v_field;
end
$$;

-- What the plain rules on a field let the caller reach, as texts that its column's type reads; null: nothing.
create or replace function plinth_private.allowed_values(p_table uuid, p_action text, p_field uuid) returns text[]
language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  if plinth_private.scope(p_table, p_action) is distinct from 'rules' then
    return null;
  end if;
  return (
    select array_agg(case
        when i.value ? 'option' then i.value ->> 'option'
        when i.value ? 'call' then plinth_private.caller()::text
        when i.value ? 'number' then trim_scale((i.value ->> 'number')::numeric)::text
        else i.value ->> 'text' end)
    from plinth.role_grant as g
    cross join lateral plinth_private.plain_field(g.table_id, g.rule) as f
    cross join lateral jsonb_array_elements(plinth_private.plain_rule(g.rule) -> 'items') as i
    where g.table_id = p_table and g.action = p_action and g.scope = 'rules' and f.id = p_field
      and plinth_private.holds(g.role_id));
end
$$;

-- Does the caller reach records by a rule of this role?
create or replace function plinth_private.goes_by(p_table uuid, p_action text, p_role uuid) returns boolean
language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return plinth_private.scope(p_table, p_action) = 'rules' and plinth_private.holds(p_role);
end
$$;

-- The caller reaches the records that were made since then: all or none.
create or replace function plinth_private.all_since(p_table uuid, p_action text) returns timestamptz
language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return case when plinth_private.scope(p_table, p_action) = 'all' then '-infinity'::timestamptz end;
end
$$;

-- The same as an id. Cheap, because it is never run on a record.
create or replace function plinth_private.all_from(p_table uuid, p_action text) returns uuid
language plpgsql stable parallel safe cost 1 security definer set search_path = ''
as $$
begin
  return case when plinth_private.scope(p_table, p_action) = 'all' then '00000000-0000-0000-0000-000000000000'::uuid end;
end
$$;

-- The alternatives of a policy that rules make: for each field one for all plain rules on it, and each other rule behind the
-- question whether the caller goes by it.
create or replace function plinth_private.rules_sql(p_table uuid, p_action text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_relation text := (select t.relation from plinth."table" as t where t.id = p_table);
begin
  return (
    with ruled as (
      select g.role_id, g.rule, f.id as field_id, f.column_name, f.type
      from plinth.role_grant as g cross join lateral plinth_private.plain_field(p_table, g.rule) as f
      where g.table_id = p_table and g.action = p_action and g.scope = 'rules'
    ), alternatives as (
      select distinct r.field_id as place,
          format('%I.%I = any ((select plinth_private.allowed_values(%L::uuid, %L, %L::uuid)::%6$s[])::%6$s[])',
                 v_relation, r.column_name, p_table, p_action, r.field_id, plinth_private.column_type(r.type)) as sql
        from ruled as r where r.field_id is not null
      union all
      select r.role_id, format('((select plinth_private.goes_by(%L::uuid, %L, %L::uuid)) and (%s))', p_table, p_action, r.role_id,
                               plinth_private.rule_condition(p_table, r.rule, v_relation))
        from ruled as r where r.field_id is null
    )
    select string_agg(a.sql, ' or ' order by a.place) from alternatives as a);
end
$$;

-- SQL of a policy: may the caller do this with this record of the table? Where there are rules it is a row of alternatives
-- that indexes serve (docs/decisions/0014-authority-at-scale.md). The last of them is never true: the planner asks its
-- function how much of the table the caller reaches, and plans for that. It is not run on a record.
create or replace function plinth_private.permit_sql(p_table uuid, p_action text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_rules text := plinth_private.rules_sql(p_table, p_action);
begin
  if v_rules is null then
    return format('(select plinth_private.scope(%L::uuid, %L)) = ''all''', p_table, p_action);
  end if;
  return (
    select format('((%1$I.created_at between (select plinth_private.all_since(%2$L::uuid, %3$L)) and ''infinity'') or %4$s'
               || ' or (%1$I.id <= any ((select ''{}''::uuid[])::uuid[]) and %1$I.id >= plinth_private.all_from(%2$L::uuid, %3$L)))',
             t.relation, p_table, p_action, v_rules)
    from plinth."table" as t where t.id = p_table);
end
$$;

-- Do roles reach some records of the table only, for this action?
create or replace function plinth_private.has_rules(p_table uuid, p_action text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select 1 from plinth.role_grant as g
                 where g.table_id = p_table and g.action = p_action and g.scope = 'rules');
end
$$;

-- The policies of a table: one for each command. Where records are hidden from some, whoever writes must be able to read
-- what they write, before and after. What a lock holds may be read, but neither changed nor deleted.
create or replace function plinth_private.policies_of(p_table uuid) returns table (command text, body text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_seen text := case when plinth_private.has_rules(p_table, 'read')
                      then format(' and %s', plinth_private.permit_sql(p_table, 'read')) else '' end;
  v_unlocked text := plinth_private.unlocked_sql(p_table);
begin
  return query
    select c.command, format(c.shape, format('%s%s', plinth_private.permit_sql(p_table, c.action),
                                             case when c.action <> 'read' then v_seen else '' end), v_unlocked)
    from (values
      ('select', 'read', 'using (%s)'), ('insert', 'create', 'with check (%s)'),
      ('update', 'update', 'using (%s%s) with check (%1$s)'),
      ('delete', 'delete', 'using (%s%s)')) as c (command, action, shape);
end
$$;

-- Writes the policies of a table anew. One at a time, so that the last one sees all rules.
create or replace function plinth_private.renew_policies(p_table uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_relation text;
  v_policy record;
  v_side plinth.field;
begin
  select t.relation into v_relation from plinth."table" as t where t.id = p_table for update;
  if to_regclass(format('data.%I', v_relation)) is null then
    return;
  end if;
  for v_policy in select * from plinth_private.policies_of(p_table) loop
    execute format('alter policy %I on data.%I %s', 'plinth_' || v_policy.command, v_relation, v_policy.body);
  end loop;
  for v_side in select * from plinth.field as f where f.table_id = p_table and f.side is not null order by f.id loop
    for v_policy in select * from plinth_private.side_policies_of(v_side) loop
      execute format('alter policy %I on data.%I %s', 'plinth_' || v_policy.command, v_side.side, v_policy.body);
    end loop;
  end loop;
end
$$;

-- The records of the table that somebody with this scope reaches, who is the caller, as a condition on relation t that an index
-- can serve. For definer code alone: it holds the rules' own words.
create or replace function plinth_private.scope_filter(p_table uuid, p_action text, p_scope text) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case p_scope
    when 'all' then 'true'
    when 'rules' then coalesce((
      select string_agg(format('(%s)', g.condition), ' or ' order by g.role_id)
      from plinth.role_grant as g
      where g.table_id = p_table and g.action = p_action and g.scope = 'rules' and plinth_private.holds(g.role_id)), 'false')
    else 'false' end;
end
$$;

-- The same for the caller's own scope; what one may change or delete is among what one may read.
create or replace function plinth_private.row_filter(p_table uuid, p_action text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_filter text := plinth_private.scope_filter(p_table, p_action, plinth_private.scope(p_table, p_action));
  v_seen text;
begin
  if p_action = 'read' or v_filter = 'false' then
    return v_filter;
  end if;
  v_seen := plinth_private.row_filter(p_table, 'read');
  return case
    when v_seen = 'true' then v_filter
    when v_filter = 'true' then v_seen
    else format('(%s) and (%s)', v_seen, v_filter)
  end;
end
$$;

-- May the caller do this with this record? A record that is not there is told from others by row rules only.
create or replace function plinth_private.may_reach(p_table uuid, p_record uuid, p_action text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_filter text := plinth_private.row_filter(p_table, p_action);
  v_answer boolean;
begin
  if v_filter in ('true', 'false') then
    return v_filter::boolean;
  end if;
  execute format('select exists (select 1 from data.%I as t where t.id = $1 and (%s))',
                 (select t.relation from plinth."table" as t where t.id = p_table), v_filter)
    into v_answer using p_record;
  return v_answer;
end
$$;

-- Refuses unless the caller may do this with this record. A record that the caller may not read is not there.
create or replace function plinth_private.require_reach(p_table uuid, p_record uuid, p_action text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform plinth_private.require_user();
  if not plinth_private.may_reach(p_table, p_record, 'read') then
    perform plinth_private.fail(404, 'not_found');
  end if;
  perform plinth_private.require_scope(p_table, p_action);
  if not plinth_private.may_reach(p_table, p_record, p_action) then
    perform plinth_private.fail(403, 'rule_refused', jsonb_build_object('table', p_table, 'action', p_action));
  end if;
end
$$;

-- Refuses when a record that was just changed is out of the caller's reach.
create or replace function plinth_private.require_stay(p_table uuid, p_record uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not plinth_private.may_reach(p_table, p_record, 'update') then
    perform plinth_private.fail(403, 'rule_left', jsonb_build_object('table', p_table, 'action', 'update'));
  end if;
end
$$;

-- The code for a write of the caller's that a policy refused.
create or replace function plinth_private.policy_refusal(p_table uuid, p_action text) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when plinth_private.scope(p_table, p_action) = 'none'
      or 'rules' not in (plinth_private.scope(p_table, p_action), plinth_private.scope(p_table, 'read')) then 'read_only'
    when p_action = 'update' then 'rule_left'
    else 'rule_refused'
  end;
end
$$;

-- Refuses to take away a field, or options of it, that rules of roles or of the table, locks, transitions or links need.
create or replace function plinth_private.require_no_rule(p_field uuid, p_options text[] default null) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_grant plinth.role_grant;
  v_rule plinth.table_rule;
begin
  select g.* into v_grant
    from plinth.role_grant as g join plinth.field as f on f.table_id = g.table_id
    where f.id = p_field and p_field = any (g.fields)
      and (p_options is null or g.options && array(select format('%s/%s', p_field, o) from unnest(p_options) as o))
    order by g.role_id, g.action limit 1;
  if found then
    perform plinth_private.fail(409, 'used_by_rule', plinth_private.told_fault(jsonb_build_object(
      'table', v_grant.table_id, 'field', p_field, 'role', v_grant.role_id, 'action', v_grant.action,
      'roles', jsonb_build_array(v_grant.role_id))));
  end if;
  select r.* into v_rule from plinth.table_rule as r
    where p_field = any (r.fields)
      and (p_options is null or r.options && array(select format('%s/%s', p_field, o) from unnest(p_options) as o))
    order by r.position, r.id limit 1;
  if found then
    perform plinth_private.fail(409, 'used_by_rule', jsonb_build_object('table', v_rule.table_id, 'field', p_field,
      'rule', v_rule.id, 'needed', jsonb_build_object('kind', 'rule', 'name', v_rule.message)));
  end if;
  perform plinth_private.require_no_lock(p_field, p_options);
  perform plinth_private.require_no_transition(p_field, p_options);
  perform plinth_private.require_no_link_filter(p_field, p_options);
end
$$;

-- The same, of formulas too.
create or replace function plinth_private.require_unused(p_field uuid, p_options text[] default null) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform plinth_private.require_no_rule(p_field, p_options);
  perform plinth_private.require_no_formula(p_field, p_options);
  perform plinth_private.require_no_late(p_field, p_options);
  -- What has the same options tells them on.
  if p_options is not null then
    perform plinth_private.require_unused(r.id, p_options) from plinth_private.rollups_alike(p_field) as r;
  end if;
end
$$;
