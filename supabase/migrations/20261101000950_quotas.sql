-- Quotas of workspaces: how many tables, records and bytes of files each may hold. Records are counted by the migration
-- of row counts, tables and files where they are made; a limit over what is there stops what adds, and nothing else.

-- The row without a workspace holds the installation's own defaults. What is null falls back: a workspace to the
-- installation, the installation to the list of limits.
create table if not exists plinth_private.quota (
  id bigint generated always as identity primary key,
  workspace_id uuid unique nulls not distinct references plinth.workspace (id) on delete cascade,
  max_tables bigint check (max_tables between 0 and 9007199254740991),
  max_rows bigint check (max_rows between 0 and 9007199254740991),
  max_file_bytes bigint check (max_file_bytes between 0 and 9007199254740991)
);
alter table plinth_private.quota enable row level security;

-- The numbers in force for a workspace; for null, the installation's defaults. PL/pgSQL keeps its plan: each statement
-- that inserts records asks.
create or replace function plinth_private.quota_of(
  p_workspace uuid, out max_tables bigint, out max_rows bigint, out max_file_bytes bigint
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  select coalesce(own.max_tables, common.max_tables, plinth_private.limit_of('tablesPerWorkspace')),
         coalesce(own.max_rows, common.max_rows, plinth_private.limit_of('rowsPerWorkspace')),
         coalesce(own.max_file_bytes, common.max_file_bytes, plinth_private.limit_of('fileBytesPerWorkspace'))
    into max_tables, max_rows, max_file_bytes
    from (values (1)) as one (n)
    left join plinth_private.quota as own on own.workspace_id = p_workspace
    left join plinth_private.quota as common on common.workspace_id is null;
end
$$;

-- The numbers in force as the app knows them: QuotaAmounts.
create or replace function plinth_private.quota_json(p_workspace uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('tables', q.max_tables, 'rows', q.max_rows, 'fileBytes', q.max_file_bytes)
  from plinth_private.quota_of(p_workspace) as q
$$;

-- Changes the quota of a workspace, or (null) the defaults; the owner of the installation only. {tables?, rows?,
-- fileBytes?}: a number, or null to fall back. Answers the numbers then in force.
create or replace function plinth_private.set_workspace_quota(p_workspace uuid, p_quota jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_bad boolean;
begin
  perform plinth_private.require_installation_owner();
  if p_workspace is not null and not exists (select 1 from plinth.workspace as w where w.id = p_workspace) then
    perform plinth_private.fail(404, 'not_found');
  elsif coalesce(jsonb_typeof(p_quota), '') <> 'object' then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'quota'));
  end if;
  select bool_or(q.key not in ('tables', 'rows', 'fileBytes') or (q.value <> 'null' and q.value::text !~ '^\d{1,15}$'))
    into v_bad from jsonb_each(p_quota) as q;
  if v_bad then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'quota'));
  end if;
  insert into plinth_private.quota (workspace_id) values (p_workspace) on conflict (workspace_id) do nothing;
  update plinth_private.quota as q
    set max_tables = case when p_quota ? 'tables' then (p_quota ->> 'tables')::bigint else q.max_tables end,
        max_rows = case when p_quota ? 'rows' then (p_quota ->> 'rows')::bigint else q.max_rows end,
        max_file_bytes = case when p_quota ? 'fileBytes' then (p_quota ->> 'fileBytes')::bigint
                              else q.max_file_bytes end
    where q.workspace_id is not distinct from p_workspace;
  return plinth_private.quota_json(p_workspace);
end
$$;

-- Refuses one more table in a workspace that is full of them; those in the trash count. Only one maker of tables runs at a time.
create or replace function plinth_private.require_table_room(p_workspace uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform plinth_private.stay_within(
    (select count(*) + 1 from plinth_private.row_count as c where c.workspace_id = p_workspace),
    (select q.max_tables from plinth_private.quota_of(p_workspace) as q), '{"rule": "workspace_tables"}');
end
$$;

-- Bytes of an object in storage; null when it is not there, 0 where storage does not tell.
create or replace function plinth_private.stored_bytes(p_key text) returns bigint
language sql stable security definer set search_path = ''
as $$
  select coalesce((o.metadata ->> 'size')::bigint, 0) from storage.objects as o where o.bucket_id = 'plinth' and o.name = p_key
$$;

-- Bytes of files by base: what is attached with its thumbnails, what is announced (or more, where more came), and what
-- is removed while its object is still there.
create or replace function plinth_private.file_bytes(p_workspace uuid) returns table (base_id uuid, bytes bigint)
language sql stable security definer set search_path = ''
as $$
  select f.base_id, sum(f.bytes)::bigint
  from (
    select a.base_id, sum(a.bytes + a.thumb_bytes) as bytes
    from plinth.base as b join plinth.attachment as a on a.base_id = b.id
    where b.workspace_id = p_workspace and a.state = 'ready' group by a.base_id
    union all
    select a.base_id, greatest(a.bytes, plinth_private.stored_bytes(a.key))
                    + coalesce(plinth_private.stored_bytes(a.thumb_key), 0)
    from plinth.base as b join plinth.attachment as a on a.base_id = b.id
    where b.workspace_id = p_workspace and a.state <> 'ready'
    union all
    select k.base_id, coalesce(k.bytes, plinth_private.stored_bytes(k.key), 0)
    from plinth.removed_key as k where k.workspace_id = p_workspace
  ) as f
  group by f.base_id
$$;

-- Refuses bytes that do not fit beside the files of the workspace. One at a time looks and announces.
create or replace function plinth_private.require_file_room(p_workspace uuid, p_bytes bigint, p_details jsonb)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('plinth.files:' || p_workspace::text, 0));
  perform plinth_private.stay_within(
    p_bytes + (select coalesce(sum(f.bytes), 0)::bigint from plinth_private.file_bytes(p_workspace) as f),
    (select q.max_file_bytes from plinth_private.quota_of(p_workspace) as q),
    p_details || '{"rule": "workspace_file_bytes"}');
end
$$;

-- Bytes that one file may have. The bucket's own limit is the setting: storage refuses what is larger, whatever stands here.
create or replace function plinth_private.attachment_bytes() returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select b.file_size_limit from storage.buckets as b where b.id = 'plinth'),
                  plinth_private.limit_of('attachmentBytes'));
end
$$;

-- May an announced file of this base still be stored? Announced sizes are within the quota; this looks at what came. One
-- file may be on its way over: the caller's own thumbnail counts as soon as it is there.
create or replace function plinth_private.may_store_file(p_base uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select q.max_file_bytes + plinth_private.attachment_bytes()
        >= (select coalesce(sum(f.bytes), 0) from plinth_private.file_bytes(b.workspace_id) as f)
    from plinth.base as b cross join lateral plinth_private.quota_of(b.workspace_id) as q
    where b.id = p_base and plinth_private.standing(plinth_private.caller(), b.id) is not null), false)
$$;
