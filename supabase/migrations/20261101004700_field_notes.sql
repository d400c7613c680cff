-- Descriptions of tables and fields, and default values of fields. A default is one of the column as well: who inserts
-- without the field gets it whatever the way.

-- A description, trimmed; refuses one over the limit, and what cannot be seen or turns the text around.
create or replace function plinth_private.clean_description(p_text text) returns text
language plpgsql immutable security invoker set search_path = ''
as $$
declare
  v_text text := plinth_private.trim_text(coalesce(p_text, ''));
begin
  if char_length(v_text) > plinth_private.limit_of('descriptionLength')
     or replace(v_text, chr(10), ' ') <> plinth_private.plain_text(replace(v_text, chr(10), ' ')) then
    perform plinth_private.fail(400, 'invalid_input',
      jsonb_build_object('rule', 'description', 'limit', plinth_private.limit_of('descriptionLength')));
  end if;
  return v_text;
end
$$;

-- SQL of a field's default, or null where it has none; refuses one that does not fit. {kind: 'value', value}, or what is
-- known only when a record is made: {kind: 'today'} of a date, {kind: 'now'} of a date with time, {kind: 'me'} of a person.
create or replace function plinth_private.default_sql(p_field plinth.field) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_kind text := p_field.default_value ->> 'kind';
  v_value jsonb := p_field.default_value -> 'value';
  v_problem text;
begin
  if p_field.default_value is null then
    return null;
  elsif v_kind = 'today' and p_field.type = 'date' then
    return format('(now() at time zone %L)::date', (
      select b.time_zone from plinth."table" as t join plinth.base as b on b.id = t.base_id where t.id = p_field.table_id));
  elsif v_kind = 'now' and p_field.type = 'datetime' then
    return 'date_trunc(''milliseconds'', now())';
  elsif v_kind = 'me' and p_field.type = 'person' then
    return 'auth.uid()';
  -- Records begin in the first state of their workflow; people come and go.
  elsif p_field.type in ('status', 'person') or v_kind is distinct from 'value' or coalesce(v_value, 'null') in ('null', '""', '[]') then
    v_problem := 'value_invalid';
  else
    v_problem := plinth_private.value_problem(p_field.type, plinth_private.option_ids(p_field.options), v_value);
  end if;
  if v_problem is not null then
    perform plinth_private.fail(422, v_problem,
      jsonb_build_object('table', p_field.table_id, 'field', p_field.id, 'rule', 'default'));
  end if;
  return format('%L::%s', case plinth_private.family_of(p_field.type)
      when 'integer' then trim_scale((v_value #>> '{}')::numeric)::text
      when 'multi_select' then plinth_private.choice_set(v_value::text)::text
      else plinth_private.canonical(p_field.type, v_value) #>> '{}' end,
    plinth_private.column_type(p_field.type));
end
$$;

-- Refuses to touch a field whose type is being changed.
create or replace function plinth_private.require_settled(p_field plinth.field) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (select 1 from plinth_private.type_change as c where c.field_id = p_field.id) then
    perform plinth_private.fail(409, 'field_changing',
      jsonb_build_object('table', p_field.table_id, 'field', p_field.id));
  end if;
end
$$;

-- Gives a column the default of its field, or none.
create or replace function plinth_private.set_column_default(p_field plinth.field) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_sql text := plinth_private.default_sql(p_field);
begin
  if plinth_private.is_computed(p_field.type) then
    return;
  end if;
  execute format('alter table data.%I alter column %I %s', plinth_private.home_relation(p_field), p_field.column_name,
    coalesce('set default ' || v_sql, 'drop default'));
end
$$;

-- Takes a field's description and default from its definition or from changes, and looks whether the default fits the
-- options; answers the field as it is then.
create or replace function plinth_private.describe_field(p_field uuid, p_changes jsonb) returns plinth.field
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_field plinth.field;
begin
  select f.* into v_field from plinth.field as f where f.id = p_field;
  if p_changes ? 'description' then
    v_field.description := plinth_private.clean_description(p_changes ->> 'description');
  end if;
  if plinth_private.is_computed_field(v_field) and coalesce(p_changes -> 'default', 'null') <> 'null' then
    perform plinth_private.fail(400, 'invalid_input',
      jsonb_build_object('table', v_field.table_id, 'field', p_field, 'rule', 'default'));
  elsif v_field.default_value is distinct from nullif(p_changes -> 'default', 'null') and p_changes ? 'default' then
    v_field.default_value := case
      when p_changes -> 'default' = 'null' then null
      when p_changes #>> '{default,kind}' = 'value'
      then jsonb_build_object('kind', 'value', 'value', p_changes #> '{default,value}')
      else jsonb_build_object('kind', p_changes #> '{default,kind}') end;
    perform plinth_private.set_column_default(v_field);
  elsif p_changes ? 'options' then
    perform plinth_private.default_sql(v_field);
  end if;
  update plinth.field set description = v_field.description, default_value = v_field.default_value where id = p_field;
  return v_field;
end
$$;

-- The base got another time zone: today is another day.
create or replace function plinth_private.defaults_follow_zone() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform plinth_private.set_column_default(f)
    from plinth."table" as t join plinth.field as f on f.table_id = t.id
    where t.base_id = new.id and f.default_value ->> 'kind' = 'today';
  return null;
end
$$;

drop trigger if exists defaults_follow_zone on plinth.base;
create trigger defaults_follow_zone after update of time_zone on plinth.base
  for each row when (old.time_zone <> new.time_zone) execute function plinth_private.defaults_follow_zone();
