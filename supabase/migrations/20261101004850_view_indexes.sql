-- Indexes that views ask for (docs/decisions/0021-views-in-sql.md): what a view on a large table costs, which index would help, and
-- making, listing and dropping them. Creators make them; nobody's looking at a view does.

-- The name of the index of a field.
create or replace function plinth_private.index_name(p_field uuid) returns text
language sql immutable security invoker set search_path = ''
as $$ select 'sort_' || replace(p_field::text, '-', '') $$;

-- Can views have an index on a field of this type? Texts may be longer than an entry of one; lists have none, but sets of options have
-- one of their items, which gives no order.
create or replace function plinth_private.is_indexable(p_type text) returns boolean
language sql immutable security invoker set search_path = ''
as $$ select p_type not in ('attachment', 'link', 'long_text', 'url', 'json') $$;

-- Does an index begin with the field's column, and hold every record that has a value in it?
create or replace function plinth_private.has_index(p_field plinth.field) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from pg_catalog.pg_index as i
    join pg_catalog.pg_attribute as a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where i.indrelid = to_regclass(format('data.%I', plinth_private.home_relation(p_field))) and i.indisvalid
      and a.attname = p_field.column_name)
$$;

-- Does an index on a column serve this condition? It does not for texts, which are compared without regard to case, nor for what
-- most records pass.
create or replace function plinth_private.is_served(p_type text, p_operator text) returns boolean
language sql immutable security invoker set search_path = ''
as $$
  select plinth_private.family_of(p_type) not in ('text', 'checkbox') and plinth_private.is_indexable(p_type)
     and p_operator in ('is', 'any_of', 'all_of', 'lt', 'le', 'gt', 'ge', 'within')
$$;

-- The fields on which an index would help to find what a filter lets through: one suffices of several conditions that must all
-- hold, each is needed where one of several may.
create or replace function plinth_private.filter_fields(p_table uuid, p_filter jsonb) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  with conditions as (
    select f.id, plinth_private.is_served(f.type, i.value ->> 'operator') as served, i.n
    from jsonb_array_elements(p_filter -> 'items') with ordinality as i (value, n)
    left join plinth_private.seen_fields(p_table) as f on f.id = plinth_private.as_uuid(i.value ->> 'field'))
  select case when p_filter ->> 'join' = 'and' or bool_and(coalesce(c.served, false))
              then coalesce(array_agg(c.id order by c.n) filter (where c.served), '{}') else '{}' end
  from conditions as c
$$;

-- The kinds of the steps by which the planner would run a query. Volatile, because EXPLAIN is refused elsewhere.
create or replace function plinth_private.steps_of(p_sql text) returns text[]
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_plan json;
begin
  execute format('explain (format json) %s', p_sql) into v_plan;
  return array(select distinct s.step #>> '{}' from jsonb_path_query(v_plan::jsonb, '$.**."Node Type"') as s (step));
end
$$;

-- What a view costs: {state, order, filter, indexes}. `small`: the table is, nothing matters; `unknown`: the caller reads by rules, and is
-- not told how much there is beyond; else `served` or `unserved`, with whether an index gives the order, and finds what the
-- filter lets through without reading the whole table. `indexes`: fields on which one would help.
create or replace function plinth_private.view_cost(p_query jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_view plinth_private.view := plinth_private.view_of(plinth_private.readable(p_query), p_query);
  v_order boolean;
  v_filter boolean := true;
  v_fields uuid[] := '{}';
begin
  if v_view.reach <> 'true' then
    return '{"state": "unknown", "order": null, "filter": null, "indexes": []}';
  elsif coalesce((select c.reltuples from pg_catalog.pg_class as c
                  where c.relname = v_view.relation and c.relnamespace = 'data'::regnamespace), 0) <= 50000 then
    return '{"state": "small", "order": null, "filter": null, "indexes": []}';
  end if;
  -- The order by itself: what a filter lets through may be few enough to be sorted.
  v_order := v_view.by_hand is not null or not plinth_private.steps_of(format('select %s from %s where %s order by %s limit 200',
      plinth_private.id_ref(v_view.terms), plinth_private.ordered_source(v_view.relation, v_view.terms, '{}'),
      (plinth_private.segments(v_view.terms, null, false))[1], plinth_private.order_sql(v_view.terms, false, true)))
    && '{Sort,Seq Scan}';
  if not v_order then
    v_fields := array[v_view.terms[1].field];
  end if;
  if plinth_private.all_sql(v_view.wanted, v_view.shown) <> 'true' then
    v_filter := not plinth_private.steps_of(format('select 1 from %s where %s',
        plinth_private.ordered_source(v_view.relation, v_view.terms[:v_view.groups], v_view.places),
        plinth_private.view_condition(v_view, true))) && '{Seq Scan}';
    if not v_filter and jsonb_typeof(p_query -> 'filter') = 'object' then
      v_fields := v_fields || plinth_private.filter_fields(v_view.table_id, p_query -> 'filter');
    end if;
  end if;
  return jsonb_build_object('state', case when v_order and v_filter then 'served' else 'unserved' end, 'order', v_order, 'filter', v_filter,
    'indexes', coalesce((
      select jsonb_agg(f.id order by f.position, f.id) from plinth_private.seen_fields(v_view.table_id) as f
      where f.id = any (v_fields) and plinth_private.is_indexable(f.type) and not plinth_private.has_index(f)
        -- Options and people are ordered by what does not stand in the column: only filters are served.
        and (f.id is distinct from v_view.terms[1].field or v_order or v_view.terms[1].expression like plinth_private.column_ref(f) || '%')),
      '[]'));
end
$$;

-- The indexes that views of a table have asked for: [{field, bytes, used}]; creators only. `used`: how often they were read.
create or replace function plinth_private.view_indexes(p_table uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform plinth_private.require_scope(p_table, 'read');
  perform plinth_private.require_base((select t.base_id from plinth."table" as t where t.id = p_table), 'creator');
  return coalesce((
    select jsonb_agg(jsonb_build_object('field', f.id, 'bytes', pg_catalog.pg_relation_size(x.oid),
                                        'used', pg_catalog.pg_stat_get_numscans(x.oid)) order by f.position, f.id)
    from plinth.field as f
    join pg_catalog.pg_class as x on x.relname = plinth_private.index_name(f.id) and x.relnamespace = 'data'::regnamespace
    where f.table_id = p_table), '[]');
end
$$;

-- Makes an index of this name for a column of a relation with values of this type.
create or replace function plinth_private.make_index(p_name text, p_relation text, p_column text, p_type text) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  execute format(case p_type when 'multi_select' then 'create index if not exists %I on data.%I using gin (%I%s)'
                             else 'create index if not exists %I on data.%I (%I%s, id)' end, p_name, p_relation, p_column,
                 case when plinth_private.family_of(p_type) = 'text' then ' collate plinth.natural' else '' end);
end
$$;

-- Makes the index that a field will have on the column that takes the place of its own, where it has one there; answers whether it did. None is
-- made where a value is longer than an entry takes. For code that holds the relation's lock.
create or replace function plinth_private.index_next(p_field uuid, p_relation text, p_column text, p_type text) returns boolean
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_name text := plinth_private.index_name(p_field);
  v_next text := plinth_private.pending_column(v_name);
begin
  if not plinth_private.is_indexable(p_type) or to_regclass(format('data.%I', v_name)) is null
     or to_regclass(format('data.%I', v_next)) is not null then
    return false;
  end if;
  perform plinth_private.make_index(v_next, p_relation, p_column, p_type);
  return true;
exception
  when program_limit_exceeded then
    return false;
end
$$;

-- That one is the field's from now on.
create or replace function plinth_private.name_next_index(p_field uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_name text := plinth_private.index_name(p_field);
begin
  if to_regclass(format('data.%I', plinth_private.pending_column(v_name))) is not null then
    execute format('drop index if exists data.%I', v_name);
    execute format('alter index data.%I rename to %I', plinth_private.pending_column(v_name), v_name);
  end if;
end
$$;

-- Makes the index of a field for the views of its table; creators only. Writers of the table wait for it.
create or replace function plinth_private.create_view_index(p_field uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_field plinth.field := plinth_private.take_field(p_field);
begin
  if not plinth_private.is_indexable(v_field.type) then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', v_field.table_id, 'field', p_field, 'rule', 'type'));
  end if;
  perform plinth_private.stay_within((
      select count(*) from plinth.field as f
      where f.table_id = v_field.table_id and (f.id = p_field or to_regclass(format('data.%I', plinth_private.index_name(f.id))) is not null)),
    plinth_private.limit_of('indexesPerTable'), jsonb_build_object('table', v_field.table_id, 'rule', 'indexes'));
  perform plinth_private.make_index(plinth_private.index_name(p_field), plinth_private.home_relation(v_field), v_field.column_name, v_field.type);
exception
  when lock_not_available then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', v_field.table_id));
  -- A text of more bytes than an entry takes.
  when program_limit_exceeded then
    perform plinth_private.fail(422, 'limit_exceeded', jsonb_build_object('table', v_field.table_id, 'field', p_field, 'rule', 'index'));
end
$$;

-- Drops the index of a field; creators only.
create or replace function plinth_private.drop_view_index(p_field uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_field plinth.field := plinth_private.take_field(p_field);
begin
  execute format('drop index if exists data.%I', plinth_private.index_name(p_field));
exception
  when lock_not_available then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', v_field.table_id));
end
$$;

-- ViewCost.
create or replace function plinth.view_cost(query jsonb) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select plinth_private.view_cost($1) $$;

-- ViewIndex[].
create or replace function plinth.view_indexes("table" uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select plinth_private.view_indexes($1) $$;

-- Makes the index of a field.
create or replace function plinth.create_view_index(field uuid) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '55s'
as $$ select plinth_private.create_view_index($1); select null::jsonb $$;

-- Drops the index of a field.
create or replace function plinth.drop_view_index(field uuid) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.drop_view_index($1); select null::jsonb $$;

select plinth_private.close_functions(array[
  'index_name(uuid)', 'make_index(text, text, text, text)', 'index_next(uuid, text, text, text)', 'name_next_index(uuid)', 'is_indexable(text)', 'has_index(plinth.field)', 'is_served(text, text)', 'filter_fields(uuid, jsonb)',
  'steps_of(text)', 'view_cost(jsonb)', 'view_indexes(uuid)', 'create_view_index(uuid)', 'drop_view_index(uuid)'
]);
select plinth_private.open_calls(array[
  'view_cost(jsonb)', 'view_indexes(uuid)', 'create_view_index(uuid)', 'drop_view_index(uuid)'
]);
