-- Options of choice fields made and merged: one more without replacing the list, and several that become one.

-- Appends an option to those of a field; creators only. Two people who add one at the same time both keep theirs. One of the
-- same name is refused.
create or replace function plinth_private.add_option(p_field uuid, p_option jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_field plinth.field := plinth_private.take_field(p_field);
  v_options jsonb := coalesce(v_field.options -> 'options', '[]');
begin
  if not plinth_private.has_options(v_field.type) or coalesce(jsonb_typeof(p_option), '') <> 'object' then
    perform plinth_private.fail(400, 'invalid_input',
      jsonb_build_object('table', v_field.table_id, 'field', p_field, 'rule', 'options'));
  elsif exists (select 1 from jsonb_array_elements(v_options) as o where o.value ->> 'label' = btrim(p_option ->> 'label')) then
    perform plinth_private.fail(409, 'name_taken', jsonb_build_object('table', v_field.table_id, 'field', p_field));
  end if;
  return plinth_private.update_field(p_field,
    jsonb_build_object('options', v_field.options || jsonb_build_object('options', v_options || jsonb_build_array(p_option))));
end
$$;

-- SQL of the records of a choice field that hold one of these options.
create or replace function plinth_private.holding_options_sql(p_field plinth.field, p_options text[]) returns text
language sql stable security definer set search_path = ''
as $$
  select format(case p_field.type when 'multi_select' then 't.%I && %L::text[]' else 't.%I = any (%L::text[])' end,
                p_field.column_name, p_options::text)
$$;

-- The field, after checking that these are options of it that may become this one; the states of a workflow stay.
create or replace function plinth_private.take_mergeable(p_field uuid, p_from text[], p_into text) returns plinth.field
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_field plinth.field := plinth_private.take_field(p_field);
  v_ids text[] := plinth_private.option_ids(v_field.options);
begin
  perform plinth_private.require_settled(v_field);
  if v_field.type not in ('single_select', 'multi_select') or coalesce(cardinality(p_from), 0) = 0 or p_into is null
     or p_into = any (p_from) or not p_from || p_into <@ v_ids then
    perform plinth_private.fail(400, 'invalid_input',
      jsonb_build_object('table', v_field.table_id, 'field', p_field, 'rule', 'options'));
  end if;
  perform plinth_private.require_unused(p_field, p_from);
  return v_field;
end
$$;

-- How many records hold one of these options: what a merge would change.
create or replace function plinth_private.count_options(p_field uuid, p_from text[], p_into text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_field plinth.field := plinth_private.take_mergeable(p_field, p_from, p_into);
  v_records bigint;
begin
  execute format('select count(*) from data.%I as t where %s', plinth_private.home_relation(v_field),
                 plinth_private.holding_options_sql(v_field, p_from)) into v_records;
  return jsonb_build_object('records', v_records);
end
$$;

-- Makes one option of several: the next records that hold one of them hold the other one, as if it had always been so, from a record on
-- (null: from the first); when none is left, the options are gone and the field is answered: {moved, last, field}. Called again until then.
-- Readers never wait, and writers for one step.
create or replace function plinth_private.merge_options(p_field uuid, p_from text[], p_into text, p_after uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_field plinth.field := plinth_private.take_mergeable(p_field, p_from, p_into);
  v_relation text := plinth_private.home_relation(v_field);
  v_holding text := plinth_private.holding_options_sql(v_field, p_from);
  v_step record;
  v_left boolean;
begin
  v_step := plinth_private.fill_step(v_relation, v_field.column_name, format(
      case v_field.type
        when 'multi_select' then 'select t.id, array(select distinct case when i.id = any (%1$L::text[]) then %2$L else i.id end
                                                      from unnest(t.%3$I) as i (id)) from data.%4$I as t where %5$s'
        else 'select t.id, %2$L::text from data.%4$I as t where %5$s' end,
      p_from::text, p_into, v_field.column_name, v_relation, v_holding),
    coalesce(p_after, '00000000-0000-0000-0000-000000000000'));
  -- Somebody may have chosen one of them in a record that was passed.
  execute format('select exists (select 1 from data.%I as t where %s)', v_relation, v_holding) into v_left;
  if v_left then
    return jsonb_build_object('moved', v_step.moved, 'field', null,
      'last', case when v_step.moved = plinth_private.limit_of('rowsPerStep') then v_step.last end);
  end if;
  perform plinth_private.drop_options(v_field, p_from, p_into);
  return jsonb_build_object('moved', v_step.moved, 'last', null,
    'field', (select plinth_private.field_json(f) from plinth.field as f where f.id = p_field));
exception
  when lock_not_available or deadlock_detected then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', v_field.table_id));
end
$$;

-- Takes options that no record holds from a field, and from its default, where another one stands from now on.
create or replace function plinth_private.drop_options(p_field plinth.field, p_from text[], p_into text) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_options jsonb := p_field.options || jsonb_build_object('options', (
    select jsonb_agg(o.value order by o.ordinality) from jsonb_array_elements(p_field.options -> 'options') with ordinality as o
    where o.value ->> 'id' <> all (p_from)));
  v_default jsonb := p_field.default_value -> 'value';
begin
  perform plinth_private.change_options(p_field, v_options);
  p_field.options := v_options;
  if jsonb_typeof(v_default) = 'array' then
    p_field.default_value := jsonb_set(p_field.default_value, '{value}', (
      select to_jsonb(array_agg(distinct case when d.value = any (p_from) then p_into else d.value end))
      from jsonb_array_elements_text(v_default) as d));
  elsif v_default #>> '{}' = any (p_from) then
    p_field.default_value := jsonb_set(p_field.default_value, '{value}', to_jsonb(p_into));
  end if;
  update plinth.field set options = p_field.options, default_value = p_field.default_value where id = p_field.id;
  perform plinth_private.set_column_default(p_field);
  perform plinth_private.send_schema_changed((select t.base_id from plinth."table" as t where t.id = p_field.table_id));
  perform plinth_private.log_change(p_field.table_id, 'update', null, null, 0);
end
$$;

-- Field.
create or replace function plinth.add_option(field uuid, option jsonb) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.add_option($1, $2) $$;

-- How many records a merge would change.
create or replace function plinth.count_options(field uuid, "from" text[], "into" text) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.count_options($1, $2, $3) $$;

-- A step of a merge.
create or replace function plinth.merge_options(field uuid, "from" text[], "into" text, after uuid default null) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.merge_options($1, $2, $3, $4) $$;

select plinth_private.close_functions(array[
  'add_option(uuid, jsonb)', 'holding_options_sql(plinth.field, text[])', 'take_mergeable(uuid, text[], text)',
  'count_options(uuid, text[], text)', 'merge_options(uuid, text[], text, uuid)', 'drop_options(plinth.field, text[], text)'
]);
select plinth_private.open_calls(array[
  'add_option(uuid, jsonb)', 'count_options(uuid, text[], text)', 'merge_options(uuid, text[], text, uuid)'
]);
