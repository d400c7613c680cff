-- What is made of an automation's definition (docs/decisions/0052-automation.md): SQL of what begins it, of its condition, and of what its
-- actions write.

-- A field of a table of which values are read in passing: it stands in the table's own relation, and holds no files and no links.
create or replace function plinth_private.plain_field_of(p_table uuid, p_field text, p_rule text) returns plinth.field
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_field plinth.field;
begin
  select f.* into v_field from plinth.field as f where f.table_id = p_table and f.id = plinth_private.as_uuid(p_field);
  if v_field.id is null or v_field.type in ('attachment', 'link') then
    perform plinth_private.refuse_automation(p_rule, jsonb_build_object('table', p_table, 'field', plinth_private.as_uuid(p_field)));
  elsif v_field.side is not null then
    perform plinth_private.fail(409, 'field_hidden', jsonb_build_object('table', p_table, 'field', v_field.id, 'rule', 'automation'));
  end if;
  return v_field;
end
$$;

-- A moment so long before or after another one: days are days of the calendar in the zone.
create or replace function plinth_private.moved_moment(p_moment timestamptz, p_amount int, p_unit text, p_zone text) returns timestamptz
language sql stable strict parallel safe security invoker set search_path = ''
as $$
  select case p_unit
    when 'days' then ((p_moment at time zone p_zone) + make_interval(days => p_amount)) at time zone p_zone
    when 'hours' then p_moment + make_interval(hours => p_amount)
    else p_moment + make_interval(mins => p_amount) end
$$;

-- The same of a date at a time of day.
create or replace function plinth_private.moved_day(p_day date, p_time time, p_amount int, p_unit text, p_zone text) returns timestamptz
language sql stable strict parallel safe security invoker set search_path = ''
as $$
  select case p_unit
    when 'days' then ((p_day + p_amount) + p_time) at time zone p_zone
    else plinth_private.moved_moment((p_day + p_time) at time zone p_zone, p_amount, p_unit, p_zone) end
$$;

-- The plan of a trigger by date: `due`, SQL of the moment of record t, and `near`, a coarser one that an index serves: $1 to $2.
create or replace function plinth_private.date_plan(p_base plinth.base, p_table uuid, p_trigger jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_field plinth.field := plinth_private.plain_field_of(p_table, p_trigger ->> 'field', 'trigger');
  v_offset jsonb := p_trigger -> 'offset';
  v_time text := p_trigger ->> 'time';
  v_amount int;
  v_unit text := v_offset ->> 'unit';
  v_reach text;
begin
  if plinth_private.family_of(v_field.type) not in ('date', 'datetime') then
    perform plinth_private.refuse_automation('trigger', jsonb_build_object('table', p_table, 'field', v_field.id));
  elsif coalesce(jsonb_typeof(v_offset -> 'amount'), '') <> 'number' or v_offset ->> 'amount' !~ '^-?\d{1,6}$'
     or v_unit is null or v_unit not in ('minutes', 'hours', 'days') then
    perform plinth_private.refuse_automation('offset', jsonb_build_object('table', p_table, 'field', v_field.id));
  elsif (plinth_private.family_of(v_field.type) = 'date') <> coalesce(v_time ~ '^([01]\d|2[0-3]):[0-5]\d$', false) then
    perform plinth_private.refuse_automation('time', jsonb_build_object('table', p_table, 'field', v_field.id));
  end if;
  v_amount := (v_offset ->> 'amount')::int;
  v_reach := format('make_interval(%s => %L)', case v_unit when 'minutes' then 'mins' else v_unit end, v_amount);
  if v_time is not null then
    return jsonb_build_object(
      'due', format('plinth_private.moved_day(t.%I, %L::time, %L::int, %L, %L)', v_field.column_name, v_time, v_amount, v_unit, p_base.time_zone),
      'near', format('t.%1$I between ($1 - %2$s)::date - 3 and ($2 - %2$s)::date + 3', v_field.column_name, v_reach));
  end if;
  return jsonb_build_object(
    'due', format('plinth_private.moved_moment(t.%I, %L::int, %L, %L)', v_field.column_name, v_amount, v_unit, p_base.time_zone),
    'near', format('t.%1$I between ($1 - %2$s) - interval ''3 days'' and ($2 - %2$s) + interval ''3 days''', v_field.column_name, v_reach));
end
$$;

-- The plan of a trigger: what of new rows `n`, and of old rows `o` beside them, it is about.
create or replace function plinth_private.trigger_plan(p_base plinth.base, p_table uuid, p_trigger jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_kind text := p_trigger ->> 'kind';
  v_fields uuid[];
  v_field plinth.field;
  v_new record;
  v_old record;
begin
  case v_kind
    when 'created' then
      return '{"insert": "true"}';
    when 'changed' then
      v_fields := plinth_private.record_ids(p_trigger -> 'fields', plinth_private.limit_of('fieldsPerTable'));
      if coalesce(cardinality(v_fields), 0) = 0 then
        perform plinth_private.refuse_automation('trigger', jsonb_build_object('table', p_table));
      end if;
      return jsonb_build_object('update', (
        select string_agg(format('n.%1$I is distinct from o.%1$I', (plinth_private.plain_field_of(p_table, f.id::text, 'trigger')).column_name),
                          ' or ' order by f.n) from unnest(v_fields) with ordinality as f (id, n)));
    when 'entered' then
      v_field := plinth_private.plain_field_of(p_table, p_trigger ->> 'field', 'trigger');
      if v_field.type not in ('status', 'single_select')
         or (p_trigger ->> 'option' = any (plinth_private.option_ids(v_field.options))) is not true then
        perform plinth_private.refuse_automation('option', jsonb_build_object('table', p_table, 'field', v_field.id));
      end if;
      return jsonb_build_object('insert', format('n.%I = %L', v_field.column_name, p_trigger ->> 'option'),
        'update', format('n.%1$I = %2$L and o.%1$I is distinct from %2$L', v_field.column_name, p_trigger ->> 'option'));
    when 'matches' then
      v_new := plinth_private.compile_expression(p_table, p_trigger -> 'expression', 'n');
      v_old := plinth_private.compile_expression(p_table, p_trigger -> 'expression', 'o');
      if v_new.condition is null then
        perform plinth_private.fail(400, 'expression_invalid', jsonb_build_object('table', p_table, 'rule', 'type'));
      elsif v_new.depends = '{}' then
        perform plinth_private.fail(400, 'expression_invalid', jsonb_build_object('table', p_table, 'rule', 'field'));
      elsif v_new.uses_me or v_new.uses_clock then
        -- Whoever writes would be asked, and only when somebody does.
        perform plinth_private.fail(400, 'expression_invalid', jsonb_build_object('table', p_table, 'rule', 'momentary'));
      end if;
      return jsonb_build_object('insert', format('(%s) is true', v_new.condition),
        'update', format('(%s) is true and (%s) is not true', v_new.condition, v_old.condition));
    when 'reached' then
      return plinth_private.date_plan(p_base, p_table, p_trigger);
    else
      perform plinth_private.refuse_automation('trigger', jsonb_build_object('table', p_table));
  end case;
  return null;
end
$$;

-- SQL of an expression's value as it is written into a field, as JSON; refuses a type that the field does not hold.
create or replace function plinth_private.written_sql(p_field plinth.field, p_type text, p_sql text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_family text := plinth_private.family_of(p_field.type);
  v_wanted text := case
    when plinth_private.is_computed_field(p_field) or p_field.type in ('attachment', 'link', 'json') then null
    when p_field.type = 'duration' then 'duration'
    when p_field.type = 'multi_select' then 'list of option:' || p_field.id
    when plinth_private.has_options(p_field.type) then 'option:' || p_field.id
    when v_family in ('integer', 'number') then 'number'
    when v_family = 'checkbox' then 'boolean'
    when v_family in ('date', 'datetime', 'person') then v_family
    else 'text' end;
begin
  if p_type <> 'empty' and p_type is distinct from v_wanted or v_wanted is null then
    perform plinth_private.fail(400, 'expression_invalid', jsonb_build_object('table', p_field.table_id, 'field', p_field.id, 'rule', 'type'));
  end if;
  return format(case
    when p_type = 'empty' then '''null''::jsonb'
    when p_field.type = 'currency' then format('to_jsonb(round((%%s)::numeric * 1e%s))', plinth_private.currency_digits(p_field.options ->> 'currency'))
    when p_field.type = 'duration' then 'to_jsonb(plinth_private.ex_kept_seconds(%s))'
    when v_family = 'datetime' then 'to_jsonb(to_char((%s) at time zone ''UTC'', ''YYYY-MM-DD"T"HH24:MI:SS.MS"Z"''))'
    else 'to_jsonb(%s)' end, p_sql);
end
$$;

-- What a field is to become, {field, kind, value?, look?}, checked; SQL that is asked of the record goes to the end of `looks`.
create or replace function plinth_private.setting_plan(p_table uuid, p_target uuid, p_setting jsonb, inout looks jsonb, out setting jsonb)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_field plinth.field;
  v_value jsonb := p_setting -> 'value';
  v_compiled record;
  v_code text;
begin
  select f.* into v_field from plinth.field as f where f.table_id = p_target and f.id = plinth_private.as_uuid(p_setting ->> 'field');
  if v_field.id is null then
    perform plinth_private.refuse_automation('field', jsonb_build_object('table', p_target, 'field', plinth_private.as_uuid(p_setting ->> 'field')));
  end if;
  setting := jsonb_build_object('field', v_field.id, 'kind', v_value ->> 'kind');
  case v_value ->> 'kind'
    when 'value' then
      v_code := case
        when v_field.type = 'link' then plinth_private.link_problem(coalesce(v_field.options -> 'single' = 'true', false), v_value -> 'value')
        when plinth_private.is_computed_field(v_field) or v_field.type = 'attachment' then 'field_read_only'
        else plinth_private.value_problem(v_field.type,
          case when plinth_private.has_options(v_field.type) then plinth_private.option_ids(v_field.options) end, v_value -> 'value') end;
      if v_code is not null then
        perform plinth_private.fail(400, v_code, jsonb_build_object('table', p_target, 'field', v_field.id));
      end if;
      setting := setting || jsonb_build_object('value', coalesce(v_value -> 'value', 'null'));
    when 'expression' then
      v_compiled := plinth_private.compile_expression(p_table, v_value -> 'expression', 't');
      setting := setting || jsonb_build_object('look', jsonb_array_length(looks));
      looks := looks || to_jsonb(plinth_private.written_sql(v_field, v_compiled.type, v_compiled.sql));
    when 'record' then
      if v_field.type <> 'link' or (plinth_private.link_end_of(v_field.id)).target is distinct from p_table then
        perform plinth_private.refuse_automation('link', jsonb_build_object('table', p_target, 'field', v_field.id));
      end if;
    else
      perform plinth_private.refuse_automation('value', jsonb_build_object('table', p_target, 'field', v_field.id));
  end case;
end
$$;

-- The address of a webhook: https, and a name that is not this machine's or its neighbours'.
create or replace function plinth_private.webhook_problem(p_url text) returns boolean
language sql immutable security invoker set search_path = ''
as $$
  select coalesce(char_length(p_url) > 2000 or p_url !~ '^https://[a-z0-9]([a-z0-9.-]*[a-z0-9])?\.[a-z][a-z0-9-]*[a-z](:\d{1,5})?([/?][!-~]*)?$'
    or p_url ~ '^https://[^/:?]*\.(local|localhost|internal|localdomain|home|lan|intranet|corp|test|invalid|arpa)([:/?]|$)', true)
$$;

-- What an action that sets fields, or makes a record, writes: [{field, kind, value?, look?}].
create or replace function plinth_private.write_plans(p_table plinth."table", p_target uuid, p_action jsonb, inout looks jsonb, out settings jsonb)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_item jsonb;
  v_part record;
begin
  settings := '[]';
  if not exists (select 1 from plinth."table" as t where t.id = p_target and t.base_id = p_table.base_id) then
    perform plinth_private.refuse_automation('table', jsonb_build_object('table', p_target));
  elsif coalesce(jsonb_typeof(p_action -> 'values'), '') <> 'array' or jsonb_array_length(p_action -> 'values') > plinth_private.limit_of('fieldsPerTable')
     or p_action ->> 'kind' = 'set' and jsonb_array_length(p_action -> 'values') = 0 then
    perform plinth_private.refuse_automation('values', jsonb_build_object('table', p_target));
  end if;
  for v_item in select s.value from jsonb_array_elements(p_action -> 'values') as s loop
    v_part := plinth_private.setting_plan(p_table.id, p_target, v_item, looks);
    looks := v_part.looks;
    settings := settings || v_part.setting;
  end loop;
end
$$;

-- What an action links the record to, {field, to}: a record, or what an action before it makes.
create or replace function plinth_private.link_plan(p_table uuid, p_actions jsonb, p_n int) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_to jsonb := p_actions -> p_n -> 'to';
  v_field uuid := (select f.id from plinth.field as f
                   where f.table_id = p_table and f.id = plinth_private.as_uuid(p_actions -> p_n ->> 'field') and f.type = 'link');
  v_maker int := case when v_to ->> 'createdBy' ~ '^\d$' then (v_to ->> 'createdBy')::int end;
begin
  if v_field is not null and plinth_private.as_uuid(v_to ->> 'record') is not null then
    return jsonb_build_object('field', v_field, 'to', jsonb_build_object('record', plinth_private.as_uuid(v_to ->> 'record')));
  elsif v_field is not null and v_maker < p_n and p_actions -> v_maker ->> 'kind' = 'create'
     and plinth_private.as_uuid(p_actions -> v_maker ->> 'table') = (plinth_private.link_end_of(v_field)).target then
    return jsonb_build_object('field', v_field, 'to', jsonb_build_object('createdBy', v_maker));
  end if;
  perform plinth_private.refuse_automation('link', jsonb_build_object('table', p_table, 'field', v_field));
end
$$;

-- Whom an action tells what: {people, looks, message}.
create or replace function plinth_private.notice_plan(p_table plinth."table", p_action jsonb, inout looks jsonb, out notice jsonb)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_id text;
  v_field plinth.field;
  v_looks jsonb := '[]';
begin
  if plinth_private.record_ids(p_action -> 'people', 100) is null or plinth_private.record_ids(p_action -> 'fields', 100) is null
     or jsonb_array_length(p_action -> 'people') + jsonb_array_length(p_action -> 'fields') = 0
     or exists (select 1 from jsonb_array_elements_text(p_action -> 'people') as p (id)
                where plinth_private.standing(p.id::uuid, p_table.base_id) is null
                   or not exists (select 1 from plinth.profile as o where o.id = p.id::uuid)) then
    perform plinth_private.refuse_automation('people', jsonb_build_object('table', p_table.id));
  end if;
  for v_id in select f.id from jsonb_array_elements_text(p_action -> 'fields') as f (id) loop
    v_field := plinth_private.plain_field_of(p_table.id, v_id, 'people');
    if plinth_private.family_of(v_field.type) <> 'person' then
      perform plinth_private.refuse_automation('people', jsonb_build_object('table', p_table.id, 'field', v_field.id));
    end if;
    v_looks := v_looks || to_jsonb(jsonb_array_length(looks));
    looks := looks || to_jsonb(format('to_jsonb(t.%I)', v_field.column_name));
  end loop;
  notice := jsonb_build_object('people', p_action -> 'people', 'looks', v_looks,
    'message', plinth_private.clean_name(p_action ->> 'message', plinth_private.limit_of('noticeLength')::int));
end
$$;

-- What an action posts where: {url, values}.
create or replace function plinth_private.webhook_plan(p_table uuid, p_action jsonb, inout looks jsonb, out webhook jsonb)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_id text;
  v_field plinth.field;
  v_values jsonb := '[]';
begin
  if plinth_private.webhook_problem(p_action ->> 'url') then
    perform plinth_private.refuse_automation('url', jsonb_build_object('table', p_table));
  elsif plinth_private.record_ids(p_action -> 'fields', plinth_private.limit_of('fieldsPerTable')) is null then
    perform plinth_private.refuse_automation('fields', jsonb_build_object('table', p_table));
  end if;
  for v_id in select f.id from jsonb_array_elements_text(p_action -> 'fields') as f (id) loop
    v_field := plinth_private.plain_field_of(p_table, v_id, 'fields');
    v_values := v_values || jsonb_build_object('field', v_field.id, 'look', jsonb_array_length(looks));
    looks := looks || to_jsonb(format('to_jsonb(%s)', plinth_private.wire_sql(v_field.type, v_field.column_name)));
  end loop;
  webhook := jsonb_build_object('url', p_action -> 'url', 'values', v_values);
end
$$;

-- The plan of one action.
create or replace function plinth_private.action_plan(p_table plinth."table", p_actions jsonb, p_n int, inout looks jsonb, out action jsonb)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_action jsonb := p_actions -> p_n;
  v_target uuid := case v_action ->> 'kind' when 'create' then plinth_private.as_uuid(v_action ->> 'table') else p_table.id end;
  v_part record;
begin
  action := jsonb_build_object('kind', v_action ->> 'kind', 'table', v_target);
  case v_action ->> 'kind'
    when 'set', 'create' then
      v_part := plinth_private.write_plans(p_table, v_target, v_action, looks);
      looks := v_part.looks;
      action := action || jsonb_build_object('values', v_part.settings);
    when 'link' then
      action := action || plinth_private.link_plan(p_table.id, p_actions, p_n);
    when 'notify' then
      v_part := plinth_private.notice_plan(p_table, v_action, looks);
      looks := v_part.looks;
      action := action || v_part.notice;
    when 'webhook' then
      v_part := plinth_private.webhook_plan(p_table.id, v_action, looks);
      looks := v_part.looks;
      action := action || v_part.webhook;
    else
      perform plinth_private.refuse_automation('action', jsonb_build_object('table', p_table.id));
  end case;
end
$$;

-- What is made of a definition: {relation, feed, condition, looks, actions}. Refuses what cannot be run.
create or replace function plinth_private.automation_plan(p_automation plinth_private.automation) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_table plinth."table";
  v_base plinth.base;
  v_plan jsonb;
  v_part record;
  v_looks jsonb := '[]';
  v_actions jsonb := '[]';
begin
  select t.* into v_table from plinth."table" as t where t.id = p_automation.table_id and t.base_id = p_automation.base_id;
  select b.* into v_base from plinth.base as b where b.id = v_table.base_id;
  if v_base.id is null then
    perform plinth_private.fail(404, 'not_found', jsonb_build_object('table', p_automation.table_id));
  elsif coalesce(jsonb_typeof(p_automation.actions), '') <> 'array'
     or jsonb_array_length(p_automation.actions) not between 1 and plinth_private.limit_of('actionsPerAutomation') then
    perform plinth_private.refuse_automation('actions', jsonb_build_object('limit', plinth_private.limit_of('actionsPerAutomation')));
  elsif exists (select 1 from jsonb_path_query(p_automation.actions, '$[*] ? (@.kind == "set").values[*].field') as f group by f having count(*) > 1) then
    -- Each field of the record once: the actions of a run are written together.
    perform plinth_private.refuse_automation('values', jsonb_build_object('table', v_table.id));
  end if;
  v_plan := jsonb_build_object('relation', v_table.relation, 'feed', plinth_private.trigger_plan(v_base, v_table.id, p_automation.trigger),
    'condition', case when p_automation.condition is not null then plinth_private.rule_condition(v_table.id, p_automation.condition, 't') end);
  for n in 0 .. jsonb_array_length(p_automation.actions) - 1 loop
    v_part := plinth_private.action_plan(v_table, p_automation.actions, n, v_looks);
    v_looks := v_part.looks;
    v_actions := v_actions || v_part.action;
  end loop;
  return v_plan || jsonb_build_object('looks', v_looks, 'actions', v_actions);
end
$$;

select plinth_private.close_functions(array[
  'plain_field_of(uuid, text, text)', 'moved_moment(timestamptz, int, text, text)', 'moved_day(date, time, int, text, text)',
  'date_plan(plinth.base, uuid, jsonb)', 'trigger_plan(plinth.base, uuid, jsonb)', 'written_sql(plinth.field, text, text)',
  'setting_plan(uuid, uuid, jsonb, jsonb)', 'write_plans(plinth."table", uuid, jsonb, jsonb)', 'link_plan(uuid, jsonb, int)',
  'notice_plan(plinth."table", jsonb, jsonb)', 'webhook_problem(text)', 'webhook_plan(uuid, jsonb, jsonb)',
  'action_plan(plinth."table", jsonb, int, jsonb)', 'automation_plan(plinth_private.automation)'
]);
