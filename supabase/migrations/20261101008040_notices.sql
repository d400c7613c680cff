-- What automations tell people, as they read it (docs/decisions/0052-automation.md).

-- The caller's notices of records that they read, which are gone for those too who read all: asked once a table, not once a notice.
create or replace function plinth_private.seen_notices(p_person uuid) returns setof plinth_private.notice
language sql stable security definer set search_path = ''
as $$
  select n.*
  from (select o.table_id, array_agg(distinct o.record_id) as records
        from plinth_private.notice as o where o.user_id = p_person group by o.table_id) as k
  join plinth."table" as t on t.id = k.table_id
  cross join lateral unnest(plinth_private.readable_among(k.table_id, k.records)) as r (id)
  join plinth_private.notice as n
    on n.user_id = p_person and n.table_id = k.table_id and n.record_id = r.id and n.base_id = t.base_id
$$;

-- What the caller is told, the last first, or what was before one of these: {notices, unread}.
create or replace function plinth_private.my_notices(p_before uuid, p_take int) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user uuid := plinth_private.require_user();
begin
  if p_take is null or p_take < 1 then
    perform plinth_private.fail(400, 'invalid_input', '{"rule": "take"}');
  end if;
  perform plinth_private.stay_within(p_take, plinth_private.limit_of('noticesPerRequest'), '{"rule": "take"}');
  return (
    with seen as materialized (select n.* from plinth_private.seen_notices(v_user) as n)
    select jsonb_build_object(
      'unread', (select count(*) from seen as n where n.read_at is null),
      'notices', coalesce((
        select jsonb_agg(jsonb_build_object('id', n.id, 'base', n.base_id, 'table', n.table_id, 'record', n.record_id,
            'automation', n.automation, 'message', n.message, 'isRead', n.read_at is not null,
            'at', to_char(n.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by n.id desc)
        from (select o.* from seen as o where p_before is null or o.id < p_before order by o.id desc limit p_take) as n), '[]')));
end
$$;

-- The caller has read these notices; null: all.
create or replace function plinth_private.read_notices(p_notices uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- Asked here: in the statement it is asked only where there are notices.
  v_user uuid := plinth_private.require_user();
begin
  update plinth_private.notice set read_at = now()
    where user_id = v_user and read_at is null and (p_notices is null or id = any (p_notices));
end
$$;

-- What the caller is told.
create or replace function plinth.my_notices(before uuid, take int) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select plinth_private.my_notices($1, $2) $$;

-- The caller has read notices.
create or replace function plinth.read_notices(notices uuid[]) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.read_notices($1); select null::jsonb $$;

select plinth_private.close_functions(array[
  'seen_notices(uuid)', 'my_notices(uuid, int)', 'read_notices(uuid[])'
]);
select plinth_private.open_calls(array['my_notices(uuid, int)', 'read_notices(uuid[])']);
