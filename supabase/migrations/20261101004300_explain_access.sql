-- Why somebody may do something, or not.

-- What each role that a person holds in the base gives them in the table, in the order of the base's roles.
create or replace function plinth_private.role_reasons(p_user uuid, p_base uuid, p_table uuid, p_action text)
returns table (role_id uuid, kind text, name text, reason text, scope text, condition text, hand_over boolean)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select r.id, r.kind, r.name, case when g.scope is null then 'default' else 'grant' end,
           coalesce(g.scope, plinth_private.default_scope(r.kind, p_action)), g.condition, coalesce(g.hand_over, false)
    from plinth.role as r
    left join plinth.base_member as bm on bm.base_id = r.base_id and bm.user_id = p_user
    left join plinth.role_grant as g on g.role_id = r.id and g.table_id = p_table and g.action = p_action
    where r.base_id = p_base and (r.id = p_user or r.kind = bm.role or exists (
      select 1 from plinth.role_member as rm where rm.role_id = r.id and rm.user_id = p_user))
    order by r.position, r.id;
end
$$;

-- Is this condition true for the record, asked by this person? The rule's me() and roles are theirs for this one question.
create or replace function plinth_private.holds_for(p_user uuid, p_table uuid, p_record uuid, p_condition text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_claims text[];
  v_answer boolean;
begin
  v_claims := plinth_private.speak_as(p_user);
  execute format('select (%s) is true from data.%I as t where t.id = $1', p_condition,
                 (select t.relation from plinth."table" as t where t.id = p_table))
    into v_answer using p_record;
  perform plinth_private.speak_again(v_claims);
  return coalesce(v_answer, false);
end
$$;

-- The roles of a person with what each says of a record (null: of the table): {allowed, because}, and whether one that gives it
-- may hand it over.
create or replace function plinth_private.weigh_access(
  p_user uuid, p_base uuid, p_table uuid, p_record uuid, p_action text, out allowed boolean, out because jsonb, out hands_over boolean
)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  select coalesce(bool_or(w.gives), false),
         coalesce(jsonb_agg(jsonb_build_object('role', jsonb_build_object('id', w.role_id, 'kind', w.kind, 'name', w.name),
           'reason', w.reason, 'scope', w.scope)
           || case when w.gives and w.hand_over then '{"handOver": true}'::jsonb else '{}' end order by w.n), '[]'),
         coalesce(bool_or(w.gives and w.hand_over), false)
    into allowed, because, hands_over
    from (
      select r.role_id, r.kind, r.name, r.scope, r.n, r.hand_over,
        case when r.scope <> 'rules' then r.reason when p_record is null then 'rule'
             when m.matches then 'rule_matches' else 'rule_does_not_match' end as reason,
        case when r.scope = 'rules' then p_record is null or m.matches else r.scope = 'all' end as gives
      from (select x.*, row_number() over () as n
            from plinth_private.role_reasons(p_user, p_base, p_table, p_action) as x) as r
      cross join lateral (
        select case when r.scope = 'rules' and p_record is not null
                    then plinth_private.holds_for(p_user, p_table, p_record, r.condition) end as matches) as m
    ) as w;
end
$$;

-- The first lock that keeps this person from changing or deleting the record, as a reason; null where none does.
create or replace function plinth_private.lock_reason(p_user uuid, p_table uuid, p_record uuid, p_action text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('role', null, 'reason', 'locked', 'scope', 'none',
                              'lock', jsonb_build_object('id', l.id, 'name', l.name))
    from plinth.record_lock as l
    where l.table_id = p_table and p_action in ('update', 'delete') and p_record is not null
      and not plinth_private.opens_lock(p_user, l.id)
      and plinth_private.holds_for(p_user, p_table, p_record, l.condition)
    order by l.created_at, l.id limit 1);
end
$$;

-- What each role that a person holds gives them in a field, as reasons.
create or replace function plinth_private.field_reasons(p_user uuid, p_base uuid, p_field plinth.field, p_action text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('role', jsonb_build_object('id', r.role_id, 'kind', r.kind, 'name', r.name),
             'reason', case when g.access is null then 'field_default' else 'field_grant' end,
             'scope', case when a.access = 'write' or (p_action = 'read' and a.access = 'read') then 'all' else 'none' end,
             'access', a.access) order by r.n), '[]')
    from (select x.*, row_number() over () as n
          from plinth_private.role_reasons(p_user, p_base, p_field.table_id, p_action) as x) as r
    left join plinth.field_grant as g on g.role_id = r.role_id and g.field_id = p_field.id
    cross join lateral (
      select coalesce(g.access, plinth_private.usual_access(r.role_id, r.kind, p_field.table_id)) as access) as a);
end
$$;

-- An explanation with what it adds that the question is of one field; creators and strangers are told nothing more.
create or replace function plinth_private.explain_field(
  p_answer jsonb, p_user uuid, p_base uuid, p_field plinth.field, p_action text
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_access text := plinth_private.field_access_of(p_user, p_field.id);
begin
  if p_field.formula is not null and p_action <> 'read' then
    return jsonb_build_object('allowed', false, 'because', p_answer -> 'because');
  elsif coalesce(plinth_private.standing(p_user, p_base), 'creator') = 'creator' then
    return p_answer;
  end if;
  return jsonb_build_object(
    'allowed', p_answer -> 'allowed' = 'true' and coalesce(v_access = 'write' or (p_action = 'read' and v_access = 'read'), false),
    'because', p_answer -> 'because' || plinth_private.field_reasons(p_user, p_base, p_field, p_action));
end
$$;

-- May this person do this with the record, or with some records of the table (record null), and why? `handOver` where their change
-- may take it out of their own reach. Anybody asks for themselves, creators for all. A record that the asker may not read is not there.
create or replace function plinth_private.explain_record(p_table uuid, p_record uuid, p_person uuid, p_action text)
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user uuid := plinth_private.require_user();
  v_base uuid := (select t.base_id from plinth."table" as t where t.id = p_table);
  v_standing text;
  v_there boolean;
  v_reading record;
  v_doing record;
  v_lock jsonb;
begin
  perform plinth_private.require_scope(p_table, 'read');
  if p_person is distinct from v_user then
    perform plinth_private.require_base(v_base, 'creator');
  end if;
  if p_action is null or p_action not in ('read', 'create', 'update', 'delete') then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'action'));
  end if;
  execute format('select exists (select 1 from data.%I as t where t.id = $1)',
                 (select t.relation from plinth."table" as t where t.id = p_table)) into v_there using p_record;
  if p_record is not null and not (v_there and plinth_private.may_reach(p_table, p_record, 'read')) then
    perform plinth_private.fail(404, 'not_found');
  end if;
  v_standing := plinth_private.standing(p_person, v_base);
  v_lock := plinth_private.lock_reason(p_person, p_table, p_record, p_action);
  if v_standing is null or v_standing = 'creator' then
    return jsonb_build_object('allowed', v_standing is not null and v_lock is null, 'because', jsonb_build_array(jsonb_build_object(
      'role', null, 'reason', coalesce(v_standing, 'not_a_member'),
      'scope', case when v_standing is null then 'none' else 'all' end)) || coalesce(v_lock, '[]'));
  end if;
  v_reading := plinth_private.weigh_access(p_person, v_base, p_table, p_record, 'read');
  if p_action = 'read' then
    return jsonb_build_object('allowed', v_reading.allowed, 'because', v_reading.because);
  end if;
  v_doing := plinth_private.weigh_access(p_person, v_base, p_table, p_record, p_action);
  return jsonb_build_object('allowed', v_doing.allowed and v_reading.allowed and v_lock is null, 'because', v_doing.because
    || case when v_reading.allowed then '[]'::jsonb
            else jsonb_build_array(jsonb_build_object('role', null, 'reason', 'not_readable', 'scope', 'none')) end
    || coalesce(v_lock, '[]'))
    || case when v_doing.hands_over and v_reading.allowed and v_lock is null then '{"handOver": true}'::jsonb else '{}' end;
end
$$;

-- The same, and (p_field not null) for one field of the record: reading or changing it. A field that the asker does not see is not
-- there.
create or replace function plinth_private.explain_access(
  p_table uuid, p_record uuid, p_person uuid, p_action text, p_field uuid
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_answer jsonb := plinth_private.explain_record(p_table, p_record, p_person, p_action);
  v_field plinth.field;
begin
  if p_field is null then
    return v_answer;
  elsif p_action not in ('read', 'update') then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'action'));
  end if;
  select f.* into v_field from plinth_private.seen_fields(p_table) as f where f.id = p_field;
  if not found then
    perform plinth_private.fail(404, 'not_found');
  end if;
  return plinth_private.explain_field(v_answer, p_person,
    (select t.base_id from plinth."table" as t where t.id = p_table), v_field, p_action);
end
$$;
