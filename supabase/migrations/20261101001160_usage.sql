-- What a workspace holds, told to its members.

-- Amounts of a workspace by base, the trash of each with it; without a base: removed files of deleted bases.
create or replace function plinth_private.base_amounts(p_workspace uuid)
returns table (base_id uuid, table_count bigint, row_count bigint, file_bytes bigint, data_bytes bigint)
language sql stable security definer set search_path = ''
as $$
  select b.id, coalesce(t.table_count, 0), coalesce(t.row_count, 0), coalesce(f.bytes, 0), coalesce(t.data_bytes, 0)
  from (select x.id from plinth.base as x where x.workspace_id = p_workspace) as b
  left join (
    select coalesce(t.base_id, x.base_id) as base_id, count(*) as table_count, sum(c.total)::bigint as row_count,
           sum(pg_catalog.pg_total_relation_size(r.oid) + coalesce(s.bytes, 0) + coalesce(k.bytes, 0))::bigint as data_bytes
    from plinth_private.row_totals(p_workspace) as c
    join plinth."table" as t on t.id = c.table_id
    left join plinth_private.trash as x on x.table_id = t.id
    left join pg_catalog.pg_class as r
      on r.relnamespace in ('data'::regnamespace, 'plinth_trash'::regnamespace) and r.relname = t.relation
    -- Fields that stand aside.
    left join lateral (
      select sum(pg_catalog.pg_total_relation_size(c.oid)) as bytes
      from plinth.field as f join pg_catalog.pg_class as c on c.relnamespace = r.relnamespace and c.relname = f.side
      where f.table_id = t.id) as s on true
    -- Links, with the table whose field made them.
    left join lateral (
      select sum(pg_catalog.pg_total_relation_size(plinth_private.link_place(l.relation)::regclass)) as bytes
      from plinth_private.link as l where l.a_table = t.id) as k on true
    group by 1) as t on t.base_id = b.id
  full join (
    select case when exists (select 1 from plinth.base as x where x.id = u.base_id) then u.base_id end as base_id,
           sum(u.bytes)::bigint as bytes
    from plinth_private.file_bytes(p_workspace) as u group by 1) as f on f.base_id = b.id
$$;

-- Amounts as the app knows them: UsedAmounts.
create or replace function plinth_private.amounts_json(
  p_tables numeric, p_rows numeric, p_file_bytes numeric, p_data_bytes numeric
) returns jsonb
language sql immutable security invoker set search_path = ''
as $$
  select jsonb_build_object('tables', coalesce(p_tables, 0), 'rows', coalesce(p_rows, 0),
                            'fileBytes', coalesce(p_file_bytes, 0), 'dataBytes', coalesce(p_data_bytes, 0))
$$;

-- WorkspaceUsage, for every member but guests. What is in a base of which the caller may not read everything is in one line
-- without id and name.
create or replace function plinth_private.workspace_usage(p_workspace uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform plinth_private.require_workspace(p_workspace, 'member');
  return (
    with amounts as materialized (
      select b.id, b.name, b.created_at, a.table_count, a.row_count, a.file_bytes, a.data_bytes
      from plinth_private.base_amounts(p_workspace) as a
      left join plinth.base as b on b.id = a.base_id and b.id in (select plinth_private.my_bases())
        -- What is in the trash nobody reads: then its creators only see the base's own line.
        and (plinth_private.base_role(b.id) = 'creator' or not exists (
          select 1 from plinth_private.all_tables(b.id) as t (id) where plinth_private.scope(t.id, 'read') <> 'all')
          and not exists (
            select 1 from plinth."table" as t join plinth.field as f on f.table_id = t.id
            where t.base_id = b.id and f.side is not null and f.id not in (select plinth_private.my_sides())))
    ), lines as (
      select a.created_at, a.id, jsonb_build_object('id', a.id, 'name', a.name) || plinth_private.amounts_json(
               sum(a.table_count), sum(a.row_count), sum(a.file_bytes), sum(a.data_bytes)) as line
      from amounts as a group by a.id, a.name, a.created_at
      having a.id is not null or sum(a.table_count) + sum(a.file_bytes) > 0
    )
    select jsonb_build_object('quota', plinth_private.quota_json(p_workspace),
      'used', (select plinth_private.amounts_json(sum(a.table_count), sum(a.row_count), sum(a.file_bytes),
                                                  sum(a.data_bytes)) from amounts as a),
      'bases', coalesce((select jsonb_agg(l.line order by l.created_at nulls last, l.id) from lines as l), '[]')));
end
$$;
