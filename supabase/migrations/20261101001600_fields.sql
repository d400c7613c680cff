-- Fields made at run time.

-- A field's options, checked and without anything that its type does not know.
create or replace function plinth_private.clean_options(p_type text, p_options jsonb) returns jsonb
language plpgsql stable security invoker set search_path = ''
as $$
declare
  v_list jsonb := coalesce(p_options -> 'options', '[]');
  v_clean jsonb;
  v_bad boolean;
begin
  if coalesce(jsonb_typeof(p_options), 'null') not in ('object', 'null') then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'options'));
  elsif plinth_private.family_of(p_type) = 'number' and coalesce(p_options -> 'decimals', 'null') <> 'null' then
    if (p_options ->> 'decimals') !~ '^(\d|10)$' then
      perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'decimals'));
    end if;
    return jsonb_build_object('decimals', (p_options ->> 'decimals')::int);
  elsif p_type = 'rating' then
    if coalesce(p_options ->> 'max', '5') !~ '^([1-9]|10)$' then
      perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'max'));
    end if;
    return jsonb_build_object('max', coalesce((p_options ->> 'max')::int, 5));
  elsif p_type = 'currency' then
    if coalesce(p_options ->> 'currency', 'USD') !~ '^[A-Z]{3}$' then
      perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'currency'));
    end if;
    return jsonb_build_object('currency', coalesce(p_options ->> 'currency', 'USD'));
  elsif p_type = 'duration' then
    if coalesce(p_options ->> 'unit', 'minute') not in ('minute', 'second') then
      perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'unit'));
    end if;
    return jsonb_build_object('unit', coalesce(p_options ->> 'unit', 'minute'));
  elsif p_type = 'autonumber' then
    if char_length(coalesce(p_options ->> 'prefix', '')) > plinth_private.limit_of('prefixLength')
       or p_options ->> 'prefix' <> plinth_private.plain_text(p_options ->> 'prefix')
       or coalesce(p_options ->> 'digits', '1') !~ '^\d{1,2}$'
       or coalesce(p_options ->> 'digits', '1')::int not between 1 and plinth_private.limit_of('numberWidth') then
      perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'prefix'));
    end if;
    return jsonb_strip_nulls(jsonb_build_object('prefix', nullif(p_options ->> 'prefix', ''),
                                                'digits', nullif((p_options ->> 'digits')::int, 1)));
  elsif p_type = 'link' then
    return plinth_private.clean_link_options(p_options);
  elsif not plinth_private.has_options(p_type) then
    return '{}';
  elsif jsonb_typeof(v_list) <> 'array' then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'options'));
  end if;
  perform plinth_private.stay_within(jsonb_array_length(v_list), plinth_private.limit_of('optionsPerField'),
    '{"rule": "options"}');
  select jsonb_agg(jsonb_build_object('id', o.value ->> 'id', 'label', btrim(o.value ->> 'label'),
                                      'hue', o.value ->> 'hue') order by o.ordinality),
         coalesce(bool_or(coalesce(o.value ->> 'id', '') !~ '^[a-z0-9]{1,20}$'
           or char_length(btrim(coalesce(o.value ->> 'label', ''))) not between 1 and 200
           or coalesce(o.value ->> 'hue', '') not in ('stone', 'red', 'orange', 'amber', 'lime', 'green', 'teal',
                                                      'cyan', 'blue', 'indigo', 'purple', 'pink')), false)
           or count(distinct o.value ->> 'id') <> count(*)
           -- Who pastes or asks by name means one.
           or count(distinct btrim(o.value ->> 'label')) <> count(*)
    into v_clean, v_bad
    from jsonb_array_elements(v_list) with ordinality as o;
  if v_bad then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'options'));
  end if;
  v_clean := jsonb_build_object('options', coalesce(v_clean, '[]'));
  if p_type = 'status' then
    -- Records begin in the first state where nothing else is said.
    v_clean := v_clean || jsonb_build_object('initial', coalesce(p_options ->> 'initial', v_clean #>> '{options,0,id}'));
    if v_clean ->> 'initial' is not null and v_clean ->> 'initial' <> all (plinth_private.option_ids(v_clean)) then
      perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'initial'));
    end if;
  end if;
  return v_clean;
end
$$;

-- Writes the metadata of a new field after checking its definition; answers the row. The column is made by the caller.
create or replace function plinth_private.add_field_row(p_table uuid, p_definition jsonb, p_position int)
returns plinth.field
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_field plinth.field;
begin
  v_field.id := plinth_private.as_uuid(p_definition ->> 'id');
  v_field.table_id := p_table;
  v_field.name := plinth_private.clean_name(p_definition ->> 'name');
  v_field.type := p_definition ->> 'type';
  v_field.formula := plinth_private.definition_tree(p_definition);
  if v_field.formula is not null then
    v_field := plinth_private.read_formula(v_field, p_definition);
  end if;
  v_field.position := p_position;
  if v_field.id is null or exists (select 1 from plinth.field as f where f.id = v_field.id) or plinth_private.is_late(v_field.id) then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'id'));
  elsif v_field.type is null or v_field.type not in ('text', 'long_text', 'integer', 'number', 'checkbox', 'date',
                                                     'datetime', 'single_select', 'email', 'url', 'attachment',
                                                     'person', 'status', 'phone', 'percent', 'rating', 'duration',
                                                     'currency', 'link', 'created_time', 'changed_time', 'created_by',
                                                     'changed_by', 'multi_select', 'autonumber', 'json') then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'type'));
  elsif exists (select 1 from plinth.field as f
                where f.table_id = p_table and lower(f.name) = lower(v_field.name)) then
    perform plinth_private.fail(409, 'name_taken', jsonb_build_object('table', p_table));
  end if;
  perform plinth_private.require_no_late_name(p_table, v_field.name);
  if v_field.formula is null then
    v_field.options := plinth_private.clean_options(v_field.type, p_definition -> 'options');
  end if;
  v_field.column_name := coalesce(plinth_private.system_column(v_field.type),
    plinth_private.free_name(plinth_private.slug(v_field.name, 36, 'field'), plinth_private.taken_columns(p_table)));
  v_field.created_at := now();
  v_field.rules := '{}';
  v_field.description := '';
  v_field.reads := coalesce(v_field.reads, '{}');
  insert into plinth.field values (v_field.*);
  return v_field;
end
$$;

-- Refuses another field in a table that has as many as it may.
create or replace function plinth_private.require_field_room(p_table uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform plinth_private.stay_within((select count(*) + 1 from plinth.field as f where f.table_id = p_table)
    + plinth_private.count_late(p_table), plinth_private.limit_of('fieldsPerTable'), '{"rule": "fields"}');
end
$$;

-- Refuses rules of a field that has none.
create or replace function plinth_private.refuse_rules(p_definition jsonb) returns void
language plpgsql stable security invoker set search_path = ''
as $$
begin
  if coalesce(p_definition -> 'rules', '{}') <> '{}' then
    perform plinth_private.refuse_field_rule(plinth_private.as_uuid(p_definition ->> 'id'), 'rules');
  end if;
end
$$;

-- Adds a field: a column without values, so no row is rewritten and no rule needs a scan. Its rules hold for new and changed
-- values where records are there that break them. A formula in a table of many records is
-- computed in steps (change_formula); what differs from reader to reader, or from moment to moment, has no column at all.
create or replace function plinth_private.create_field(p_table uuid, p_definition jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_table plinth."table" := plinth_private.take_table(p_table);
  v_field plinth.field;
  v_check record;
begin
  if p_definition ->> 'type' = 'link' then
    perform plinth_private.refuse_rules(p_definition);
    return plinth_private.create_link(v_table, p_definition);
  elsif plinth_private.is_computed_late(p_table, p_definition) then
    perform plinth_private.refuse_rules(p_definition);
    return plinth_private.create_late(v_table, p_definition);
  end if;
  perform plinth_private.require_field_room(p_table);
  v_field := plinth_private.add_field_row(p_table, p_definition,
    (select coalesce(max(f.position) + 1, 0) from plinth.field as f where f.table_id = p_table));
  if plinth_private.system_column(v_field.type) is null then
    execute format('alter table data.%I add column %I %s', v_table.relation, v_field.column_name,
                   plinth_private.column_type(v_field.type));
  end if;
  for v_check in
    select * from plinth_private.column_checks(v_field.type, v_field.column_name, v_field.options) where v_field.formula is null
  loop
    execute format('alter table data.%I add constraint %I check (%s) not valid', v_table.relation, v_check.name,
                   v_check.body);
  end loop;
  perform plinth_private.grant_column(v_table.relation, v_field);
  perform plinth_private.guard_values(p_table);
  if v_field.type = 'autonumber' then
    perform plinth_private.begin_numbering(v_table, v_field);
  end if;
  v_field := plinth_private.describe_field(v_field.id, p_definition);
  if v_field.formula is not null then
    perform plinth_private.begin_formula(v_table, v_field);
  end if;
  if p_definition ? 'rules' then
    perform plinth_private.set_field_rules(v_field.id, p_definition -> 'rules', true);
    select f.* into v_field from plinth.field as f where f.id = v_field.id;
  else
    perform plinth_private.send_schema_changed(v_table.base_id);
  end if;
  perform pg_notify('pgrst', 'reload schema');
  return plinth_private.field_json(v_field) || plinth_private.changing_json(v_field.id);
exception
  when lock_not_available or deadlock_detected then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', p_table));
end
$$;

-- The field and its table, after checking that the caller shapes the base.
create or replace function plinth_private.take_field(p_field uuid) returns plinth.field
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_field plinth.field;
begin
  -- One that is hidden from the caller is answered like one that is not there.
  select f.* into v_field from plinth.field as f
    where f.id = p_field and not (plinth_private.is_hidden(f.id) and plinth_private.field_access(f.id) is null);
  perform plinth_private.take_table(v_field.table_id);
  -- Read again under the table's lock.
  select f.* into v_field from plinth.field as f where f.id = p_field;
  if not found then
    perform plinth_private.fail(404, 'not_found');
  end if;
  return v_field;
end
$$;

-- Replaces the rule of a field whose options it tells; an option that a record holds or a role's rule names cannot be taken
-- away, nor can points that a record has.
create or replace function plinth_private.change_options(p_field plinth.field, p_options jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_relation text := plinth_private.home_relation(p_field);
  v_gone text[];
  v_lost text;
  v_used boolean;
  v_check record;
begin
  select coalesce(array_agg(o.id), '{}') into v_gone
    from unnest(plinth_private.option_ids(p_field.options)) as o (id)
    where o.id <> all (plinth_private.option_ids(p_options));
  perform plinth_private.require_unused(p_field.id, v_gone);
  select c.* into v_check from plinth_private.column_checks(p_field.type, p_field.column_name, p_options) as c
    where c.name <> p_field.column_name || '__set';
  v_lost := case
    when cardinality(v_gone) > 0 then
      format(case p_field.type when 'multi_select' then 't.%I && %L::text[]' else 't.%I = any (%L::text[])' end, p_field.column_name, v_gone::text)
    when (p_options ->> 'max')::int < (p_field.options ->> 'max')::int then
      format('t.%I > %s', p_field.column_name, (p_options ->> 'max')::int) end;
  if v_lost is not null then
    -- Readers wait for the constraint alone, not for the look at what is there.
    execute format('lock table data.%I in exclusive mode', v_relation);
    execute format('select exists (select 1 from data.%I as t where %s)', v_relation, v_lost) into v_used;
    if v_used then
      perform plinth_private.fail(400, 'invalid_input',
        jsonb_build_object('table', p_field.table_id, 'field', p_field.id, 'rule', 'option_in_use'));
    end if;
  end if;
  execute format('alter table data.%I drop constraint %I, add constraint %2$I check (%s) not valid', v_relation,
                 v_check.name, v_check.body);
end
$$;

-- Refuses another currency where sums would be read as other ones: one with other digits, while a record has a value, the field a
-- default or bounds, or something reads it.
create or replace function plinth_private.require_same_digits(p_field plinth.field, p_options jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_relation text := plinth_private.home_relation(p_field);
  v_used boolean;
begin
  if plinth_private.currency_digits(p_options ->> 'currency') = plinth_private.currency_digits(p_field.options ->> 'currency') then
    return;
  end if;
  perform plinth_private.require_unused(p_field.id);
  execute format('lock table data.%I in exclusive mode', v_relation);
  execute format('select exists (select 1 from data.%I as t where t.%I is not null)', v_relation, p_field.column_name) into v_used;
  if v_used or p_field.default_value is not null or p_field.rules ?| '{min,max}' then
    perform plinth_private.fail(400, 'invalid_input',
      jsonb_build_object('table', p_field.table_id, 'field', p_field.id, 'rule', 'currency_digits'));
  end if;
end
$$;

-- Did a list of options only get more of them? Those that were there are called as before, in the order that they had.
create or replace function plinth_private.only_gains(p_options jsonb, p_new jsonb) returns boolean
language sql immutable security invoker set search_path = ''
as $$
  select p_options ? 'options' and p_new ? 'options'
    and array(select jsonb_build_array(o.value -> 'id', o.value -> 'label') from jsonb_array_elements(p_options -> 'options') with ordinality as o
              order by o.ordinality)
      = array(select jsonb_build_array(n.value -> 'id', n.value -> 'label') from jsonb_array_elements(p_new -> 'options') with ordinality as n
              where n.value ->> 'id' = any (plinth_private.option_ids(p_options)) order by n.ordinality)
$$;

-- Renames a field, describes it, replaces its options, its default or its rules (`keep` as in set_field_rules), or moves it to a
-- position (an index from 0) among the table's fields.
create or replace function plinth_private.update_field(p_field uuid, p_changes jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_field plinth.field;
  v_options jsonb;
  v_gains boolean := false;
  v_base uuid;
begin
  if plinth_private.is_late(p_field) then
    perform plinth_private.refuse_rules(p_changes);
    return plinth_private.update_late(p_field, p_changes);
  end if;
  v_field := plinth_private.take_field(p_field);
  v_base := (select t.base_id from plinth."table" as t where t.id = v_field.table_id);
  if coalesce(jsonb_typeof(p_changes), '') <> 'object' then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'changes'));
  end if;
  if p_changes ? 'name' then
    v_field.name := plinth_private.clean_name(p_changes ->> 'name');
    perform plinth_private.require_no_late_name(v_field.table_id, v_field.name);
  end if;
  if p_changes ?| '{options,default}' then
    perform plinth_private.require_settled(v_field);
  end if;
  if p_changes ? 'options' then
    if plinth_private.has_options(v_field.type) and not p_changes -> 'options' ? 'options' then
      perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'options'));
    elsif v_field.formula ? 'rollup' and plinth_private.takes_options(v_field.type) then
      -- They are those of what it reads.
      p_changes := jsonb_set(p_changes, '{options}', v_field.options);
    end if;
    v_options := plinth_private.clean_options(v_field.type,
      case when v_field.type = 'link' then jsonb_build_object('target', v_field.options -> 'target') else '{}' end || (p_changes -> 'options'));
    if v_field.type = 'link' then
      perform plinth_private.change_link(v_field, v_options);
      perform plinth_private.set_link_filter(p_field, p_changes -> 'options');
    elsif plinth_private.option_ids(v_options) is distinct from plinth_private.option_ids(v_field.options)
       or v_options -> 'max' is distinct from v_field.options -> 'max' then
      perform plinth_private.change_options(v_field, v_options);
    elsif v_field.type = 'currency' then
      perform plinth_private.require_same_digits(v_field, v_options);
    end if;
    v_gains := plinth_private.only_gains(v_field.options, v_options);
    v_field.options := v_options;
  end if;
  update plinth.field set name = v_field.name, options = v_field.options where id = p_field;
  if p_changes ? 'options' then
    perform plinth_private.rollups_follow(v_field, v_gains);
  end if;
  perform plinth_private.describe_field(p_field, p_changes);
  if p_changes ? 'position' then
    perform plinth_private.place_field(v_field.table_id, p_field, plinth_private.clean_position(p_changes -> 'position'));
  end if;
  if p_changes ? 'rules' then
    perform plinth_private.set_field_rules(p_field, p_changes -> 'rules', p_changes -> 'keep' = 'true');
  else
    if p_changes ? 'default' then
      perform plinth_private.require_fitting_default(p_field);
    end if;
    perform plinth_private.send_schema_changed(v_base);
  end if;
  return (select plinth_private.field_json(f) from plinth.field as f where f.id = p_field);
exception
  when unique_violation then
    perform plinth_private.fail(409, 'name_taken', jsonb_build_object('table', v_field.table_id));
  when lock_not_available or deadlock_detected then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', v_field.table_id));
end
$$;
