-- Where a record stands in a view, and the next records that hold a text.

-- The number of a view's records between two keys, exclusive; null: from its beginning, to its end.
create or replace function plinth_private.count_between(p_view plinth_private.view, p_after jsonb, p_before jsonb) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_after record := plinth_private.bounds(p_view.terms, p_after, false);
  v_before record := plinth_private.bounds(p_view.terms, p_before, true);
  v_condition text;
  v_found bigint;
  v_count bigint := 0;
begin
  if p_view.by_hand is not null then
    return plinth_private.count_by_hand(p_view, p_after, p_before);
  end if;
  foreach v_condition in array array[plinth_private.both_sql(v_after.with_value, v_before.with_value),
                                     plinth_private.both_sql(v_after.without_value, v_before.without_value)] loop
    continue when v_condition is null;
    execute format('select count(*) from %s where %s', plinth_private.view_source(p_view),
                   plinth_private.all_sql(plinth_private.view_condition(p_view, true), v_condition)) into v_found;
    v_count := v_count + v_found;
  end loop;
  return v_count;
end
$$;

-- Both conditions; null where one of them is.
create or replace function plinth_private.both_sql(p_one text, p_other text) returns text
language sql immutable security invoker set search_path = ''
as $$ select format('(%s) and (%s)', p_one, p_other) where p_one is not null and p_other is not null $$;

-- The key of a record of a view; null: it is not in the view.
create or replace function plinth_private.key_of(p_view plinth_private.view, p_record uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_key jsonb;
begin
  execute format('select %s from %s where t.id = $1 and %s', plinth_private.key_sql(p_view.terms),
                 plinth_private.ordered_source(p_view.relation, p_view.terms, array_append(p_view.places, 't')),
                 plinth_private.view_condition(p_view, true))
    into v_key using p_record;
  return v_key;
end
$$;

-- The index and the key of a record in a view: {index, key, atSeq}, both null when it is not in it. p_near is an anchor [index, key]
-- of this view, from which counting is short.
create or replace function plinth_private.row_rank(p_query jsonb, p_record uuid, p_near jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_view plinth_private.view := plinth_private.view_of(plinth_private.readable(p_query), p_query);
  v_near jsonb := nullif(p_near, 'null');
  v_key jsonb;
  v_from bigint;
  v_behind boolean;
  v_index bigint;
begin
  if v_near is not null and (jsonb_typeof(v_near) <> 'array' or jsonb_typeof(v_near -> 0) is distinct from 'number'
       or (v_near ->> 0)::numeric not between 0 and 1000000000000 or jsonb_typeof(v_near -> 1) is distinct from 'array') then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', v_view.table_id, 'rule', 'near'));
  end if;
  v_key := plinth_private.key_of(v_view, p_record);
  if v_near is null then
    v_index := plinth_private.count_between(v_view, null, v_key);
  else
    v_from := floor((v_near ->> 0)::numeric);
    execute format('select exists (select 1 from %s where t.id = $1 and ((%s)))',
                   plinth_private.ordered_source(v_view.relation, v_view.terms, '{t}'),
                   array_to_string(plinth_private.segments(v_view.terms, v_near -> 1, false), ') or ('))
      into v_behind using p_record;
    v_index := case
      when plinth_private.as_uuid(v_near -> 1 ->> -1) = p_record then v_from
      when v_behind then v_from + 1 + plinth_private.count_between(v_view, v_near -> 1, v_key)
      else greatest(0, v_from - 1 - plinth_private.count_between(v_view, v_key, v_near -> 1)) end;
  end if;
  return jsonb_build_object('index', case when v_key is not null then v_index end, 'key', v_key,
                            'atSeq', pg_snapshot_xmin(pg_current_snapshot())::text);
end
$$;

-- The fields that hold a text, as SQL of an array of their ids, and where their columns stand.
create or replace function plinth_private.holding_sql(p_table uuid, p_text text, out sql text, out places text[])
language sql stable security definer set search_path = ''
as $$
  select format('array_remove(array[%s]::uuid[], null)',
                string_agg(format('case when %s then %L end', h.sql, f.id), ', ' order by f.position, f.id)),
         array_agg(distinct plinth_private.place_of(f))
  from plinth_private.seen_fields(p_table) as f
  cross join lateral (
    select case when plinth_private.family_of(f.type) = 'text'
      then plinth_private.text_condition(plinth_private.column_ref(f), 'contains', to_jsonb(p_text))
      else plinth_private.holds_sql(f, p_text) end as sql) as h
  where h.sql is not null
$$;

-- The next records of a view that hold a text in one piece, from a key on in a direction, nearest first:
-- {found: [{id, key, fields}], atEnd, atSeq}.
create or replace function plinth_private.find_in_view(p_query jsonb, p_text text, p_after jsonb, p_direction text, p_take int)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_view plinth_private.view := plinth_private.view_of(plinth_private.readable(p_query), p_query);
  v_text text := plinth_private.trim_text(p_text);
  v_backward boolean := p_direction = 'backward';
  v_search record;
  v_holding record;
  v_ids uuid[];
  v_found jsonb;
begin
  if p_direction is null or p_direction not in ('forward', 'backward') or coalesce(v_text, '') = ''
     or char_length(v_text) > plinth_private.limit_of('searchLength')
     or p_take is null or p_take not between 1 and plinth_private.limit_of('foundPerRequest') then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', v_view.table_id, 'rule', 'find'));
  end if;
  v_search := plinth_private.search_sql(v_view.table_id, array[v_text]);
  v_holding := plinth_private.holding_sql(v_view.table_id, v_text);
  v_view.places := v_view.places || v_search.places;
  v_ids := plinth_private.find_ids(v_view, v_search.sql, p_after, v_backward, 0, p_take + 1);
  if v_backward then
    v_ids := array(select u.id from unnest(v_ids) with ordinality as u (id, n) order by u.n desc);
  end if;
  if cardinality(v_ids) > 0 then
    execute format('select jsonb_agg(jsonb_build_object(''id'', t.id, ''key'', %s, ''fields'', to_jsonb(%s)) order by u.n)
                    from unnest($1) with ordinality as u (id, n) join %s on t.id = u.id',
                   plinth_private.key_sql(v_view.terms), v_holding.sql,
                   plinth_private.ordered_source(v_view.relation, v_view.terms, array_append(v_holding.places, 't')))
      into v_found using v_ids[:p_take];
  end if;
  return jsonb_build_object('found', coalesce(v_found, '[]'), 'atEnd', cardinality(v_ids) <= p_take,
                            'atSeq', pg_snapshot_xmin(pg_current_snapshot())::text);
end
$$;
