-- Windows of rows, rows by their ids, and what is known of a view as a whole.

-- The query's projection: field ids and the SQL of their values, in the order asked for, and where these stand. A field that is
-- hidden from the caller is none.
create or replace function plinth_private.projection(
  p_query jsonb, out fields jsonb, out expressions text[], out places text[]
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_table uuid := plinth_private.as_uuid(p_query ->> 'table');
  v_wanted jsonb := p_query -> 'fields';
begin
  if plinth_private.scope(v_table, 'read') = 'none' then
    perform plinth_private.fail(404, 'not_found');
  end if;
  if coalesce(jsonb_typeof(v_wanted), 'null') = 'null' then
    select coalesce(jsonb_agg(f.id order by f.position, f.id), '[]'),
           coalesce(array_agg(plinth_private.wire_sql(f.type, f.column_name, plinth_private.place_of(f)) order by f.position, f.id), '{}'),
           array_agg(distinct plinth_private.place_of(f))
      into fields, expressions, places
      from plinth_private.seen_fields(v_table) as f;
    return;
  elsif jsonb_typeof(v_wanted) <> 'array' or jsonb_array_length(v_wanted) > 200 then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', v_table, 'rule', 'fields'));
  end if;
  select coalesce(jsonb_agg(f.id order by w.ordinality), '[]'),
         coalesce(array_agg(plinth_private.wire_sql(f.type, f.column_name, plinth_private.place_of(f)) order by w.ordinality), '{}'),
         array_agg(distinct plinth_private.place_of(f))
    into fields, expressions, places
    from jsonb_array_elements_text(v_wanted) with ordinality as w
    join plinth_private.seen_fields(v_table) as f on f.id = plinth_private.as_uuid(w.value);
  if jsonb_array_length(fields) <> jsonb_array_length(v_wanted) then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', v_table, 'rule', 'fields'));
  end if;
end
$$;

-- Rows by their ids, in that order, as the caller may read them. Always by the key: for a thousand ids the planner would
-- rather read the whole table (217 ms against 30 ms on 135,000 rows).
create or replace function plinth_private.read_rows(p_relation text, p_projection record, p_ids uuid[]) returns jsonb
language plpgsql stable security invoker set search_path = '' set enable_seqscan = off
as $$
declare
  v_rows jsonb;
begin
  execute format('select jsonb_agg(%s order by u.n) from unnest($1) with ordinality as u (id, n)
                  join data.%I as t on t.id = u.id %s',
                 plinth_private.json_array_sql(array['t.id', 't.ver'] || p_projection.expressions), p_relation,
                 plinth_private.joins_sql(p_projection.places))
    into v_rows using p_ids;
  return coalesce(v_rows, '[]');
end
$$;

-- A window of a view.
create or replace function plinth_private.rows_window(
  p_query jsonb, p_anchor jsonb, p_direction text, p_skip int, p_take int
) returns jsonb
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_relation text := plinth_private.readable_relation(p_query);
  v_backward boolean := p_direction = 'backward';
  v_projection record;
  v_terms plinth_private.sort_term[];
  v_ids uuid[];
  v_at_end boolean;
  v_keys jsonb;
begin
  if p_direction is null or p_direction not in ('forward', 'backward') or coalesce(p_skip, 0) < 0
     or p_take is null or p_take not between 1 and plinth_private.limit_of('rowsPerWindow') then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'window',
      'limit', plinth_private.limit_of('rowsPerWindow')));
  end if;
  v_projection := plinth_private.projection(p_query);
  v_ids := plinth_private.find_ids(p_query, p_anchor, v_backward, coalesce(p_skip, 0), p_take + 1);
  v_at_end := cardinality(v_ids) <= p_take;
  if not v_at_end then
    v_ids := case when v_backward then v_ids[2:] else v_ids[:p_take] end;
  end if;
  if cardinality(v_ids) = 0 then
    v_keys := '[null, null]';
  elsif coalesce(p_query -> 'sorts', '[]') = '[]' then
    v_keys := jsonb_build_array(jsonb_build_array(v_ids[1]), jsonb_build_array(v_ids[cardinality(v_ids)]));
  else
    v_terms := plinth_private.sort_terms(p_query);
    execute format('select jsonb_build_array((select %1$s from %2$s where t.id = $1), (select %1$s from %2$s where t.id = $2))',
                   plinth_private.key_sql(v_terms),
                   plinth_private.joined_sql(v_relation, array(select x.place from unnest(v_terms) as x)))
      into v_keys using v_ids[1], v_ids[cardinality(v_ids)];
  end if;
  return jsonb_build_object(
    'fields', v_projection.fields,
    'rows', plinth_private.read_rows(v_relation, v_projection, v_ids),
    'firstKey', v_keys -> 0, 'lastKey', v_keys -> 1,
    'atSeq', pg_snapshot_xmin(pg_current_snapshot())::text,
    'atEnd', v_at_end);
end
$$;

-- Rows by id; those that are gone or may not be read are left out.
create or replace function plinth_private.rows_by_id(p_query jsonb, p_ids uuid[]) returns jsonb
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_relation text := plinth_private.readable_relation(p_query);
  v_projection record;
begin
  perform plinth_private.stay_within(cardinality(p_ids), plinth_private.limit_of('idsPerRequest'), '{"rule": "ids"}');
  v_projection := plinth_private.projection(p_query);
  return jsonb_build_object(
    'fields', v_projection.fields,
    'rows', plinth_private.read_rows(v_relation, v_projection, coalesce(p_ids, '{}')),
    'atSeq', pg_snapshot_xmin(pg_current_snapshot())::text);
end
$$;

-- How many rows a view has: counted as the policies would, or the planner's estimate for a large table of which the
-- caller may read every row.
create or replace function plinth_private.view_stats(p_query jsonb, p_exact boolean) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_relation text := plinth_private.readable_relation(p_query);
  v_filter text := plinth_private.row_filter(plinth_private.as_uuid(p_query ->> 'table'), 'read');
  v_total bigint;
  v_exact boolean := coalesce(p_exact, false) or v_filter <> 'true';
begin
  if not v_exact then
    select c.reltuples::bigint into v_total from pg_catalog.pg_class as c
      where c.relname = v_relation and c.relnamespace = 'data'::regnamespace;
    v_exact := v_total is null or v_total <= 100000;
  end if;
  if v_exact then
    execute format('select count(*) from data.%I as t where %s', v_relation, v_filter) into v_total;
  end if;
  return jsonb_build_object('total', v_total, 'exact', v_exact,
                            'atSeq', pg_snapshot_xmin(pg_current_snapshot())::text);
end
$$;

-- The key of every p_step-th row that the caller may read: from these a jump to any index is a short walk.
create or replace function plinth_private.view_anchors(p_query jsonb, p_step int) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_filter text := plinth_private.row_filter(plinth_private.as_uuid(p_query ->> 'table'), 'read');
  v_relation text := plinth_private.readable_relation(p_query);
  v_terms plinth_private.sort_term[] := plinth_private.sort_terms(p_query);
  -- The same terms where all columns stand in one place.
  v_flat plinth_private.sort_term[] := coalesce((
    select array_agg((x.field, x.type, x.column_name,
             plinth_private.sort_expression(x.type, 't', x.column_name, x.options), x.descending, x.options, 't'
           )::plinth_private.sort_term order by x.n)
    from unnest(v_terms) with ordinality as x (field, type, column_name, expression, descending, options, place, n)), '{}');
  v_anchors jsonb;
begin
  if p_step is null or p_step not between 100 and 1000000 then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'step'));
  end if;
  execute format('select jsonb_agg(jsonb_build_array(t.n - 1, %s) order by t.n)
                  from (select t.*, row_number() over (order by %s) as n from (select %s from %s where %s) as t) as t
                  where (t.n - 1) %% $1 = 0',
                 plinth_private.key_sql(v_flat), plinth_private.order_sql(v_flat, false, false),
                 (select string_agg(c.sql, ', ') from (
                    select format('%s as id', plinth_private.id_ref(v_terms)) as sql
                    union select format('%I.%I', x.place, x.column_name) from unnest(v_terms) as x) as c),
                 plinth_private.ordered_source(v_relation, v_terms, v_filter <> 'true'), v_filter)
    into v_anchors using p_step;
  return jsonb_build_object('anchors', coalesce(v_anchors, '[]'),
                            'atSeq', pg_snapshot_xmin(pg_current_snapshot())::text);
end
$$;
