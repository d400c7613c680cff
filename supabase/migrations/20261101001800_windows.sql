-- Windows of rows, rows by their ids, and what is known of a view as a whole.

-- SQL of a field's column as it travels in a row of relation t. Files are those of this very cell; of linked records those that
-- the caller reads.
create or replace function plinth_private.cell_sql(p_field plinth.field) returns text
language sql stable security definer set search_path = ''
as $$
  select case when p_field.type = 'attachment' and p_field.formula is not null then format(
    '(select jsonb_agg(plinth_private.attachment_json(a) order by u.n) from unnest(%I.%I) with ordinality as u (id, n)'
      || ' join plinth.attachment as a on a.id = u.id and a.field_id = %L)',
    p_field.side, p_field.column_name, p_field.formula #>> '{rollup,field}')
  when p_field.type = 'attachment' then format(
    '(select jsonb_agg(plinth_private.attachment_json(a) order by u.n) from unnest(%I.%I) with ordinality as u (id, n)'
      || ' join plinth.attachment as a on a.id = u.id and a.record_id = t.id and a.field_id = %L)',
    coalesce(p_field.side, 't'), p_field.column_name, p_field.id)
  when p_field.type = 'link' then plinth_private.link_cell_sql(p_field)
  else plinth_private.wire_sql(p_field.type, p_field.column_name, coalesce(p_field.side, 't')) end
$$;

-- The query's projection: field ids and the SQL of their values, in the order asked for, and where these stand; and SQL behind FROM
-- of what is computed for this answer alone. A field that is hidden from the caller is none.
create or replace function plinth_private.projection(
  p_table uuid, p_query jsonb, out fields jsonb, out expressions text[], out places text[], out computed text
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_wanted jsonb := nullif(p_query -> 'fields', 'null');
  v_late uuid[];
  v_source record;
begin
  if jsonb_typeof(v_wanted) <> 'array' or jsonb_array_length(v_wanted) > 200 then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', p_table, 'rule', 'fields'));
  end if;
  select coalesce(jsonb_agg((f.field).id order by w.n, f.late, (f.field).position, (f.field).id), '[]'),
         coalesce(array_agg(plinth_private.cell_sql(f.field) order by w.n, f.late, (f.field).position, (f.field).id), '{}'),
         array_agg(distinct coalesce((f.field).side, 't')) filter (where not f.late),
         array_agg((f.field).id) filter (where f.late)
    into fields, expressions, places, v_late
    from (select f as field, false as late from plinth_private.seen_fields(p_table) as f
          union all select f, true from plinth_private.seen_late_fields(p_table) as f) as f
    join (select plinth_private.as_uuid(x.value) as id, x.ordinality as n
          from jsonb_array_elements_text(v_wanted) with ordinality as x
          union all select null, 0 where v_wanted is null) as w on w.id = (f.field).id or v_wanted is null;
  if jsonb_array_length(fields) <> jsonb_array_length(v_wanted) then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', p_table, 'rule', 'fields'));
  end if;
  computed := '';
  if v_late is not null then
    v_source := plinth_private.late_source(p_table, v_late);
    computed := v_source.computed;
    places := places || v_source.places;
  end if;
end
$$;

-- Rows of what is `readable` for the caller by their ids, in that order; ids of others are left out. Always by the key: for a
-- thousand ids the planner would rather read the whole table (217 ms against 30 ms on 135,000 rows).
create or replace function plinth_private.read_rows(p_readable record, p_projection record, p_ids uuid[]) returns json
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
as $$
declare
  v_rows json;
begin
  execute format('select json_agg(%s order by u.n) from unnest($1) with ordinality as u (id, n)
                  join data.%I as t on t.id = u.id %s%s where %s',
                 plinth_private.row_sql(array['t.id', 't.ver'] || p_projection.expressions), p_readable.relation,
                 plinth_private.joins_sql(p_projection.places), p_projection.computed, p_readable.filter)
    into v_rows using p_ids;
  return coalesce(v_rows, '[]');
end
$$;

-- The keys of the first and the last of these rows.
create or replace function plinth_private.edge_keys(p_relation text, p_terms plinth_private.sort_term[], p_ids uuid[])
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_first uuid := p_ids[1];
  v_last uuid := p_ids[cardinality(p_ids)];
  v_keys jsonb;
begin
  if cardinality(p_ids) = 0 then
    return '[null, null]';
  elsif cardinality(p_terms) = 0 then
    return jsonb_build_array(jsonb_build_array(v_first), jsonb_build_array(v_last));
  end if;
  execute format('select jsonb_build_array((select %1$s from %2$s where t.id = $1), (select %1$s from %2$s where t.id = $2))',
                 plinth_private.key_sql(p_terms),
                 plinth_private.ordered_source(p_relation, p_terms, '{t}'))
    into v_keys using v_first, v_last;
  return v_keys;
end
$$;

-- A window of a view.
create or replace function plinth_private.rows_window(
  p_query jsonb, p_anchor jsonb, p_direction text, p_skip int, p_take int
) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_readable record := plinth_private.readable(p_query);
  v_backward boolean := p_direction = 'backward';
  v_view plinth_private.view;
  v_projection record;
  v_ids uuid[];
  v_at_end boolean;
  v_keys jsonb;
begin
  if p_direction is null or p_direction not in ('forward', 'backward') or coalesce(p_skip, 0) < 0
     or p_take is null or p_take not between 1 and plinth_private.limit_of('rowsPerWindow') then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'window',
      'limit', plinth_private.limit_of('rowsPerWindow')));
  end if;
  v_projection := plinth_private.projection(v_readable.table_id, p_query);
  v_view := plinth_private.view_of(v_readable, p_query);
  v_ids := plinth_private.find_ids(v_view, 'true', p_anchor, v_backward, coalesce(p_skip, 0), p_take + 1);
  v_at_end := cardinality(v_ids) <= p_take;
  if not v_at_end then
    v_ids := case when v_backward then v_ids[2:] else v_ids[:p_take] end;
  end if;
  v_keys := plinth_private.edge_keys(v_view.relation, v_view.terms, v_ids);
  return json_build_object(
    'fields', v_projection.fields,
    'rows', plinth_private.read_rows(v_readable, v_projection, v_ids),
    'firstKey', v_keys -> 0, 'lastKey', v_keys -> 1,
    'atSeq', pg_snapshot_xmin(pg_current_snapshot())::text,
    'atEnd', v_at_end);
end
$$;

-- Rows by id; those that are gone or may not be read are left out. Those that are not in the view (filtered out, or in a collapsed
-- group) are answered all the same, and named.
create or replace function plinth_private.rows_by_id(p_query jsonb, p_ids uuid[]) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_readable record := plinth_private.readable(p_query);
  v_projection record;
  v_view plinth_private.view;
  v_outside uuid[];
begin
  perform plinth_private.stay_within(cardinality(p_ids), plinth_private.limit_of('idsPerRequest'), '{"rule": "ids"}');
  v_projection := plinth_private.projection(v_readable.table_id, p_query);
  v_view := plinth_private.view_of(v_readable, p_query);
  if plinth_private.all_sql(v_view.wanted, v_view.shown) <> 'true' then
    execute format('select array_agg(t.id order by t.id) from %s where t.id = any ($1) and (%s) and (%s) is not true',
                   plinth_private.ordered_source(v_view.relation, v_view.terms, array_append(v_view.places, 't')), v_view.reach,
                   plinth_private.all_sql(v_view.wanted, v_view.shown))
      into v_outside using p_ids;
  end if;
  return json_build_object(
    'fields', v_projection.fields,
    'rows', plinth_private.read_rows(v_readable, v_projection, coalesce(p_ids, '{}')),
    'outside', coalesce(v_outside, '{}'),
    'atSeq', pg_snapshot_xmin(pg_current_snapshot())::text);
end
$$;

-- The planner's estimate of the rows of a view. Volatile, because EXPLAIN is refused elsewhere.
create or replace function plinth_private.estimate(p_view plinth_private.view) returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_plan json;
begin
  execute format('explain (format json) select 1 from %s where %s', plinth_private.view_source(p_view),
                 plinth_private.view_condition(p_view, true)) into v_plan;
  return (v_plan #>> '{0,Plan,Plan Rows}')::bigint;
end
$$;

-- How many rows a view has: those that are shown, and all with those in collapsed groups. A table that is shown whole is booked;
-- else counted as the policies would, or the planner's estimate for a large table of which the caller may read every row.
create or replace function plinth_private.view_stats(p_query jsonb, p_exact boolean) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_view plinth_private.view := plinth_private.view_of(plinth_private.readable(p_query), p_query);
  v_records bigint;
  v_total bigint;
  v_all bigint;
  v_exact boolean := coalesce(p_exact, false) or v_view.reach <> 'true';
begin
  if plinth_private.view_condition(v_view, true) = 'true' then
    v_total := plinth_private.booked_rows(v_view.table_id);
    if v_total is not null then
      return jsonb_build_object('total', v_total, 'all', v_total, 'exact', true,
                                'atSeq', pg_snapshot_xmin(pg_current_snapshot())::text);
    end if;
  end if;
  -- Only the groupings matter to a count.
  v_view.terms := v_view.terms[:v_view.groups];
  if not v_exact then
    select c.reltuples::bigint into v_records from pg_catalog.pg_class as c
      where c.relname = v_view.relation and c.relnamespace = 'data'::regnamespace;
    v_exact := v_records is null or v_records <= 100000;
  end if;
  if v_exact then
    execute format('select count(*) filter (where %s), count(*) from %s where %s', v_view.shown, plinth_private.view_source(v_view),
                   plinth_private.view_condition(v_view, false)) into v_total, v_all;
  elsif plinth_private.view_condition(v_view, true) = 'true' then
    v_total := v_records;
    v_all := v_records;
  else
    v_total := plinth_private.estimate(v_view);
    v_view.shown := 'true';
    v_all := plinth_private.estimate(v_view);
  end if;
  return jsonb_build_object('total', v_total, 'all', v_all, 'exact', v_exact,
                            'atSeq', pg_snapshot_xmin(pg_current_snapshot())::text);
end
$$;

-- The key of every p_step-th row that the caller may read: from these a jump to any index is a short walk.
create or replace function plinth_private.view_anchors(p_query jsonb, p_step int) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_view plinth_private.view := plinth_private.view_of(plinth_private.readable(p_query), p_query);
  v_anchors jsonb;
begin
  if p_step is null or p_step not between 100 and 1000000 then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'step'));
  elsif v_view.by_hand is not null then
    return jsonb_build_object('anchors', coalesce(plinth_private.anchors_by_hand(v_view, p_step), '[]'),
                              'atSeq', pg_snapshot_xmin(pg_current_snapshot())::text);
  end if;
  execute format('select jsonb_agg(jsonb_build_array(a.n - 1, %s) order by a.n)
                  from (select * from (select %s as id, row_number() over (order by %s) as n from %s where %s) as n
                        where (n.n - 1) %% $1 = 0) as a join %s on t.id = a.id',
                 plinth_private.key_sql(v_view.terms), plinth_private.id_ref(v_view.terms),
                 plinth_private.order_sql(v_view.terms, false, false), plinth_private.view_source(v_view),
                 plinth_private.view_condition(v_view, true),
                 plinth_private.ordered_source(v_view.relation, v_view.terms, '{t}'))
    into v_anchors using p_step;
  return jsonb_build_object('anchors', coalesce(v_anchors, '[]'),
                            'atSeq', pg_snapshot_xmin(pg_current_snapshot())::text);
end
$$;
