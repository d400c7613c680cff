-- Viewing a base as somebody else or as a bare role: the calls that read, under the claims of whom one views as. The same
-- functions and policies answer as would answer them; nothing else is taken for it, no setting and no header.

-- The claims of whom the caller wants to view the base as: {person: uuid} or {role: uuid}. For creators, to whom nothing in the
-- base is closed; for members of the base and roles of it; and for calls about this base alone, since a person may reach others
-- that the caller does not.
create or replace function plinth_private.claims_of(p_base uuid, p_who jsonb, p_call text, p_args jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_who uuid := plinth_private.as_uuid(coalesce(p_who ->> 'person', p_who ->> 'role'));
begin
  perform plinth_private.require_base(p_base, 'creator');
  if v_who is null or p_who ? 'person' = p_who ? 'role' or not coalesce(case p_call
       when 'base_schema' then plinth_private.as_uuid(p_args ->> 'base') = p_base
       when 'rows_window' then true when 'rows_by_id' then true when 'view_stats' then true when 'view_anchors' then true
       when 'view_groups' then true when 'view_summary' then true when 'view_chart' then true when 'row_rank' then true when 'find_in_view' then true
       when 'record_comments' then true when 'about_record' then true
     end, false) then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'view_as'));
  elsif plinth_private.standing(v_who, p_base) is null
     or p_who ? 'role' <> exists (select 1 from plinth.role as r where r.id = v_who)
     or p_call <> 'base_schema' and not exists (
       select 1 from plinth."table" as t
       where t.id = plinth_private.as_uuid(case when p_call in ('record_comments', 'about_record') then p_args ->> 'table'
                                             else p_args -> 'query' ->> 'table' end) and t.base_id = p_base) then
    perform plinth_private.fail(404, 'not_found');
  end if;
  return jsonb_build_object('sub', v_who, 'role', 'authenticated');
end
$$;

-- The answer of a reading call. The list is closed: what is not on it is not read for somebody else.
create or replace function plinth_private.answer_call(p_call text, p_args jsonb) returns json
language plpgsql stable security invoker set search_path = ''
as $$
begin
  return case p_call
    when 'base_schema' then plinth_private.without_own_views(plinth_private.base_schema((p_args ->> 'base')::uuid))::json
    when 'rows_window' then plinth_private.rows_window(p_args -> 'query', p_args -> 'anchor', p_args ->> 'direction',
                                                       (p_args ->> 'skip')::int, (p_args ->> 'take')::int)
    when 'rows_by_id' then plinth_private.rows_by_id(p_args -> 'query', array(
                             select i::uuid from jsonb_array_elements_text(p_args -> 'ids') with ordinality as x (i, n) order by n))
    when 'view_stats' then plinth_private.view_stats(p_args -> 'query', (p_args ->> 'exact')::boolean)::json
    when 'view_anchors' then plinth_private.view_anchors(p_args -> 'query', (p_args ->> 'step')::int)::json
    when 'view_groups' then plinth_private.view_groups(p_args -> 'query', p_args -> 'figures', (p_args ->> 'skip')::int,
                                                       (p_args ->> 'take')::int)::json
    when 'view_summary' then plinth_private.view_summary(p_args -> 'query', p_args -> 'figures')::json
    when 'view_chart' then plinth_private.view_chart(p_args -> 'query', p_args -> 'chart')::json
    when 'row_rank' then plinth_private.row_rank(p_args -> 'query', (p_args ->> 'record')::uuid, p_args -> 'near')::json
    when 'find_in_view' then plinth_private.find_in_view(p_args -> 'query', p_args ->> 'text', p_args -> 'after',
                                                         p_args ->> 'direction', (p_args ->> 'take')::int)::json
    when 'about_record' then plinth_private.about_record((p_args ->> 'table')::uuid, (p_args ->> 'record')::uuid)::json
    when 'record_comments' then plinth_private.record_comments((p_args ->> 'table')::uuid, (p_args ->> 'record')::uuid,
                                                               (p_args ->> 'before')::uuid, (p_args ->> 'take')::int)::json
  end;
exception
  when data_exception then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'view_as'));
end
$$;

-- One reading call as somebody else sees it. The transaction is read-only from here to its end; the caller's own claims are back
-- when this returns, or, when it fails, with the transaction or savepoint that it fails in.
create or replace function plinth_private.view_as(p_base uuid, p_who jsonb, p_call text, p_args jsonb) returns json
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_theirs jsonb := plinth_private.claims_of(p_base, p_who, p_call, p_args);
  v_claims text := current_setting('request.jwt.claims', true);
  v_sub text := current_setting('request.jwt.claim.sub', true);
  v_answer json;
begin
  perform set_config('transaction_read_only', 'on', true),
          set_config('request.jwt.claims', v_theirs::text, true),
          set_config('request.jwt.claim.sub', v_theirs ->> 'sub', true);
  v_answer := plinth_private.answer_call(p_call, p_args);
  perform set_config('request.jwt.claims', coalesce(v_claims, ''), true),
          set_config('request.jwt.claim.sub', coalesce(v_sub, ''), true);
  return v_answer;
end
$$;

-- What the call answers to who = {person: uuid} or {role: uuid}.
create or replace function plinth.view_as(base uuid, who jsonb, call text, args jsonb) returns json
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.view_as($1, $2, $3, $4) $$;

do $$
declare
  v_name text;
begin
  foreach v_name in array array['plinth_private.claims_of(uuid, jsonb, text, jsonb)', 'plinth_private.answer_call(text, jsonb)',
                                'plinth_private.view_as(uuid, jsonb, text, jsonb)', 'plinth.view_as(uuid, jsonb, text, jsonb)']
  loop
    execute format('revoke all on function %s from public, anon', v_name);
    execute format('grant execute on function %s to authenticated, service_role', v_name);
  end loop;
end
$$;
