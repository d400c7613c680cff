-- Imports under rules: the rows of a chunk that break a rule are left out and told with their place and the rule; the rest
-- is stored.

-- The rows of a chunk that break a rule, of the caller's roles too, a workflow or a lock, or name a stranger: [{line, code, field, rule}], the first fault
-- of each. p_matches holds the records that rows update; of those only what the caller may change is looked at. Fields that
-- stand aside count where the import fills them. Empty when the rows cannot be read.
create or replace function plinth_private.broken_rows(p_import uuid, p_rows jsonb, p_matches jsonb, p_misfits jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_plan record := plinth_private.take_chunk(p_import, 0);
  v_fields uuid[] := array(select f.id from plinth.field as f
                           where f.table_id = v_plan.table_id and (f.side is null or f.id = any (v_plan.ids)));
  v_aside text;
  v_columns text;
  v_cases text;
  v_rules jsonb;
  v_answer jsonb;
begin
  select coalesce(string_agg(format(', %s', plinth_private.column_ref(f)), ''), '') into v_aside
    from plinth.field as f where f.side is not null and f.id = any (v_fields);
  -- The record as it would be: what the import does not hold stays, and is as its default, or empty, in a new record.
  -- What is computed follows from the rest.
  select string_agg(distinct format(case when f.formula is not null then 's.%3$I as %4$I'
                                else 'case when s.id is null then %1$s else %2$s end as %3$I, s.%3$I as %4$I' end,
           plinth_private.new_cell_sql(f,
             case when w.n is not null then plinth_private.cast_sql(f.type, format('r.value ->> %s', w.n)) end), case
           when f.type in ('changed_time', 'changed_by') then plinth_private.new_cell_sql(f, null)
           when w.n is null and f.type = 'attachment' then format('coalesce(s.%I, ''{}'')', f.column_name)
           when w.n is null then format('s.%I', f.column_name)
           else format('case when $3 ? ((r.value ->> 0) || %L) then s.%I else %s end', f.id, f.column_name,
                       plinth_private.cast_sql(f.type, format('r.value ->> %s', w.n))) end,
           f.column_name, f.column_name || '__old'), ', ')
    into v_columns
    from plinth.field as f left join unnest(v_plan.ids) with ordinality as w (id, n) on w.id = f.id
    where f.id = any (v_fields);
  with rules as (
    select r.n, r.code, r.field, r.rule,
      case when r.new_only then format('(%s) is false and (t.plinth__id is null or row(%s) is distinct from row(%s))', r.body,
             (select string_agg(format('t.%I', c), ', ') from unnest(r.columns) as c),
             (select string_agg(format('t.%I', c || '__old'), ', ') from unnest(r.columns) as c))
           else format('(%s) is false', r.body) end as broken
    from plinth_private.rules_of_table(v_plan.table_id) as r
    where r.rule <> 'unique' and (r.field is null or r.field = any (v_fields))
    union all
    -- A value that stands in the file before, or in another record.
    select 1000 + f.position, 'not_unique', f.id, 'unique',
      format('t.%1$I::text <> '''' and (row_number() over (partition by t.%1$I order by t.plinth__line) > 1
                or exists (select 1 from data.%2$I as d where d.%1$I = t.%1$I and d.id is distinct from t.plinth__id))',
             f.column_name, plinth_private.home_relation(f))
        || case when plinth_private.is_new_only(f.rules, 'unique')
             then format(' and (t.plinth__id is null or t.%I is distinct from t.%I)', f.column_name, f.column_name || '__old')
             else '' end
    from plinth.field as f where f.id = any (v_fields) and f.rules ? 'unique'
  )
  select string_agg(format('when %s then %s', r.broken, r.n), ' ' order by r.n),
         jsonb_object_agg(r.n, jsonb_strip_nulls(jsonb_build_object('code', r.code, 'field', r.field, 'rule', r.rule)))
    into v_cases, v_rules from rules as r;
  if v_cases is null then
    return plinth_private.add_faults(v_plan, p_rows, p_matches, p_misfits, '[]');
  end if;
  execute format('select coalesce(jsonb_agg(jsonb_build_object(''line'', b.line) || ($4 -> b.broken::text) order by b.line), ''[]'')
                  from (
                    select t.plinth__line as line, case %s end as broken from %s as t
                  ) as b where b.broken is not null',
                 v_cases, plinth_private.computed_source(v_plan.table_id, format(
                   '(select r.ordinality as plinth__line, s.id as plinth__id, %s
                     from jsonb_array_elements($1) with ordinality as r
                     left join jsonb_each_text($2) as m on m.key = r.ordinality::text
                     left join lateral (select t.* %s from %s where t.id = m.value::uuid and (%s)) as s on true)',
                   v_columns, v_aside, plinth_private.source_sql(v_plan.table_id, v_fields),
                   plinth_private.row_filter(v_plan.table_id, 'update'))))
    into v_answer
    using p_rows, p_matches, coalesce((
      select jsonb_object_agg(k.key, true)
      from jsonb_array_elements(p_misfits) as m, lateral (select (m.value ->> 'record') || (m.value ->> 'field') as key) as k
      where k.key is not null), '{}'), v_rules;
  return plinth_private.add_faults(v_plan, p_rows, p_matches, p_misfits, v_answer);
exception
  when data_exception then
    return '[]';
end
$$;

-- Stores what of a refused chunk breaks no rule, as the caller. `refused` is null when it was not rules that were in the way.
create or replace function plinth_private.write_rest(
  p_import uuid, p_plan record, p_rows jsonb, p_misfits jsonb, out inserted uuid[], out updated uuid[], out refused jsonb
)
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  v_matches jsonb := case when p_plan.key_position is null then '{}'
                          else plinth_private.match_keys(p_import, p_plan, p_rows) end;
  v_broken jsonb := plinth_private.broken_rows(p_import, p_rows, v_matches, p_misfits);
  v_lines bigint[];
  v_rest jsonb;
  v_detail jsonb;
begin
  if v_broken = '[]' then
    return;
  end if;
  select coalesce(jsonb_agg(r.value order by r.ordinality), '[]'), coalesce(array_agg(r.ordinality order by r.ordinality), '{}')
    into v_rest, v_lines
    from jsonb_array_elements(p_rows) with ordinality as r
    where not exists (select 1 from jsonb_array_elements(v_broken) as b where (b.value -> 'line')::bigint = r.ordinality);
  select w.inserted, w.updated into inserted, updated
    from plinth_private.write_chunk(p_import, p_plan, v_rest, p_misfits) as w;
  refused := v_broken;
exception
  when integrity_constraint_violation or data_exception or lock_not_available or sqlstate 'PT422' or sqlstate 'PT400' then
    refused := null;
  when sqlstate 'PT403' then
    get stacked diagnostics v_detail = pg_exception_detail;
    -- The place among all rows, not among the rest.
    perform plinth_private.fail(403, sqlerrm,
      v_detail || jsonb_build_object('line', v_lines[(v_detail ->> 'line')::int]));
end
$$;
