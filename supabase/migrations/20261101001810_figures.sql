-- Figures of a view: of all its records that the caller reads, those in collapsed groups too.

-- The figures that suit a type; equal to packages/domain/src/field-types (a test compares them).
create or replace function plinth_private.figures_of(p_type text) returns text[]
language sql immutable security invoker set search_path = ''
as $$
  select case
    when p_type = 'autonumber' then '{count,empty,filled,unique,min,max}'::text[]
    when plinth_private.family_of(p_type) in ('integer', 'number') then '{count,empty,filled,unique,sum,average,median,min,max}'::text[]
    when plinth_private.family_of(p_type) in ('date', 'datetime') then '{count,empty,filled,unique,earliest,latest}'
    when p_type = 'checkbox' then '{count,checked}'
    when p_type in ('attachment', 'link', 'json') then '{count,empty,filled}'
    else '{count,empty,filled,unique}'
  end
$$;

-- A number as JSON; as a text of digits where JavaScript would not carry it exactly, and null where it is none.
create or replace function plinth_private.number_json(p_number numeric) returns jsonb
language sql immutable parallel safe security invoker set search_path = ''
as $$
  select case when abs(p_number) <= 9007199254740991 then to_jsonb(p_number)
              when p_number not in ('NaN', 'Infinity', '-Infinity') then to_jsonb(trim_scale(p_number)::text) end
$$;

-- SQL of a figure over a column, as JSON. Sums of numbers are quick unless they leave the numbers that a column holds: then
-- p_exact adds them up digit by digit.
create or replace function plinth_private.figure_sql(p_type text, p_kind text, p_column text, p_exact boolean) returns text
language sql immutable security invoker set search_path = ''
as $$
  select format(case
      when p_kind = 'count' then 'to_jsonb(count(*))'
      when p_kind = 'checked' then 'to_jsonb(count(*) filter (where %1$s))'
      when p_kind = 'empty' and p_type = 'attachment' then 'to_jsonb(count(*) filter (where cardinality(%1$s) = 0))'
      when p_kind = 'filled' and p_type = 'attachment' then 'to_jsonb(count(*) filter (where cardinality(%1$s) > 0))'
      when p_kind = 'empty' and p_type = 'link' then 'to_jsonb(count(*) filter (where %1$s = 0))'
      when p_kind = 'filled' and p_type = 'link' then 'to_jsonb(count(*) filter (where %1$s > 0))'
      when p_kind = 'empty' then 'to_jsonb(count(*) - count(%1$s))'
      when p_kind = 'filled' then 'to_jsonb(count(%1$s))'
      when p_kind = 'unique' and p_type = 'multi_select' then format('to_jsonb(count(distinct %s))', plinth_private.ordered_set_sql('%1$s'))
      when p_kind = 'unique' then 'to_jsonb(count(distinct %1$s))'
      when p_kind = 'sum' and plinth_private.family_of(p_type) = 'number' and not p_exact then 'to_jsonb(sum(%1$s))'
      when p_kind = 'sum' then case plinth_private.family_of(p_type) when 'integer' then 'plinth_private.number_json(sum(%1$s))'
                                           else 'plinth_private.number_json(sum(%1$s::numeric))' end
      when p_kind = 'average' and plinth_private.family_of(p_type) = 'number' and not p_exact then 'to_jsonb(sum(%1$s) / nullif(count(%1$s), 0))'
      -- Whole numbers are added up exactly as they are, and much quicker than as numerics.
      when p_kind = 'average' and plinth_private.family_of(p_type) = 'integer' then 'to_jsonb((avg(%1$s))::double precision)'
      when p_kind = 'average' then 'to_jsonb((avg(%1$s::numeric))::double precision)'
      -- Halves first: what lies between two numbers may be more than a number holds.
      when p_kind = 'median' and not p_exact then
        'to_jsonb(2 * percentile_cont(0.5) within group (order by %1$s::double precision / 2))'
      when p_kind = 'median' then 'to_jsonb(percentile_cont(0.5) within group (order by %1$s::double precision))'
      when p_kind = 'min' then 'to_jsonb(min(%1$s))'
      when p_kind = 'max' then 'to_jsonb(max(%1$s))'
      when p_type = 'date' then case p_kind when 'earliest' then 'to_jsonb(min(%1$s))' else 'to_jsonb(max(%1$s))' end
      else 'to_jsonb(to_char(%2$s(%1$s) at time zone ''UTC'', ''YYYY-MM-DD"T"HH24:MI:SS.MS"Z"''))' end,
    plinth_private.filled_sql(p_type, p_column), case p_kind when 'earliest' then 'min' else 'max' end)
$$;

-- The figures that are asked for, {field: kind}, checked against the fields that the caller sees.
create or replace function plinth_private.read_figures(p_table uuid, p_figures jsonb, p_limit bigint)
returns table (field plinth.field, kind text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_asked jsonb := coalesce(nullif(p_figures, 'null'), '{}');
  v_wrong text;
begin
  if jsonb_typeof(v_asked) <> 'object' or (select count(*) from jsonb_object_keys(v_asked)) > p_limit then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', p_table, 'rule', 'figures'));
  end if;
  select a.key into v_wrong from jsonb_each_text(v_asked) as a
    where not exists (select 1 from plinth_private.seen_fields(p_table) as f
                      where f.id = plinth_private.as_uuid(a.key) and a.value = any (plinth_private.figures_of(f.type))) order by a.key limit 1;
  if v_wrong is not null then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('table', p_table, 'field', plinth_private.as_uuid(v_wrong),
                                                                         'rule', 'figures'));
  end if;
  return query select f, a.value from jsonb_each_text(v_asked) as a
    join plinth_private.seen_fields(p_table) as f on f.id = plinth_private.as_uuid(a.key) order by f.position, f.id;
end
$$;

-- SQL of a JSON object of figures by fields, over columns in their places, or over f1, f2, … of a subquery.
create or replace function plinth_private.figures_sql(p_table uuid, p_figures jsonb, p_limit bigint, p_flat boolean, p_exact boolean)
returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(format('jsonb_build_object(%s)', nullif(string_agg(part.body, ', '), '')), '''{}''::jsonb')
  from (
    select format('%L, %s', (r.field).id, plinth_private.figure_sql((r.field).type, r.kind,
             case when p_flat then format('r.f%s', r.n) else plinth_private.column_ref(r.field) end, p_exact)) as body
    from plinth_private.read_figures(p_table, p_figures, p_limit) with ordinality as r (field, kind, n)) as part
$$;

-- Figures of a view: {total, figures, atSeq}.
create or replace function plinth_private.view_summary(p_query jsonb, p_figures jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_view plinth_private.view := plinth_private.view_of(plinth_private.readable(p_query), p_query);
  v_limit bigint := plinth_private.limit_of('figuresPerView');
  v_places text[] := array(select plinth_private.place_of(r.field) from plinth_private.read_figures(v_view.table_id, p_figures, v_limit) as r);
  v_sql text;
  v_total bigint;
  v_figures jsonb;
begin
  v_sql := format('select count(*), %%s from %s where %s',
                  plinth_private.ordered_source(v_view.relation, '{}', v_view.places || v_places),
                  replace(plinth_private.view_condition(v_view, false), '%', '%%'));
  begin
    execute format(v_sql, plinth_private.figures_sql(v_view.table_id, p_figures, v_limit, false, false)) into v_total, v_figures;
  exception
    when numeric_value_out_of_range then
      execute format(v_sql, plinth_private.figures_sql(v_view.table_id, p_figures, v_limit, false, true)) into v_total, v_figures;
  end;
  return jsonb_build_object('total', v_total, 'figures', v_figures, 'atSeq', pg_snapshot_xmin(pg_current_snapshot())::text);
end
$$;
