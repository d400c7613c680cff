-- Setting the rules of a field. Where no record breaks a rule, a constraint keeps it; where some do, the maker is told which,
-- and may keep the rule to new and changed values.

-- The constraints that keep these rules of a field: {name: SQL}.
create or replace function plinth_private.field_checks(p_field plinth.field, p_rules jsonb) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select coalesce(jsonb_object_agg(format('%s__%s', p_field.column_name, c.rule), c.body), '{}')
  from plinth_private.field_conditions(p_field, p_rules, format('%I', p_field.column_name)) as c
  where not plinth_private.is_new_only(p_rules, c.rule)
$$;

-- Which records break these rules of a field; creators only. `seenByAll` is false where some people do not see all values: a
-- refusal as not unique tells them that a value is there.
create or replace function plinth_private.check_field_rules(p_field uuid, p_rules jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_field plinth.field;
begin
  select f.* into v_field from plinth.field as f where f.id = p_field and plinth_private.sees_field(f.id);
  perform plinth_private.require_scope(v_field.table_id, 'read');
  perform plinth_private.require_base((select t.base_id from plinth."table" as t where t.id = v_field.table_id), 'creator');
  return plinth_private.field_violations(v_field, plinth_private.clean_field_rules(v_field, p_rules))
    || jsonb_build_object('seenByAll', not (plinth_private.has_rules(v_field.table_id, 'read')
                                            or plinth_private.is_hidden(p_field)));
end
$$;

-- Builds an index that a field needs; p_shape is its SQL for a name, a relation and a column. Writers wait while it is made,
-- readers never.
create or replace function plinth_private.build_index(
  p_field plinth.field, p_relation text, p_column text, p_name text, p_shape text
) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  -- Not the lighter lock of the index alone: under it somebody who is about to write holds a lock already that the steps
  -- behind this one would wait for.
  execute format('lock table data.%I in exclusive mode', p_relation);
  execute format(p_shape, p_name, p_relation, p_column);
exception
  when unique_violation then
    perform plinth_private.fail(409, 'rule_broken',
      jsonb_build_object('table', p_field.table_id, 'field', p_field.id, 'rule', 'unique'));
  -- A text of many bytes that was there before the rule.
  when program_limit_exceeded then
    perform plinth_private.fail(409, 'rule_broken',
      jsonb_build_object('table', p_field.table_id, 'field', p_field.id, 'rule', 'keyLength'));
end
$$;

-- Makes or drops the index that keeps a field's values unique, or helps to. p_keep: where values stand more than once, it may hold
-- for new and changed ones only. Answers whether it does.
create or replace function plinth_private.renew_unique_index(
  p_field plinth.field, p_relation text, p_unique boolean, p_keep boolean
) returns boolean
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_name text := plinth_private.unique_index(p_field.id);
begin
  if not p_unique or plinth_private.is_new_only(p_field.rules, 'unique') then
    execute format('drop index if exists data.%I', v_name);
  end if;
  if not p_unique then
    return false;
  end if;
  begin
    perform plinth_private.build_index(p_field, p_relation, p_field.column_name, v_name,
                                       plinth_private.unique_index_sql(p_field.type, false));
    return false;
  exception
    when sqlstate 'PT409' then
      if not p_keep then
        raise;
      end if;
  end;
  perform plinth_private.build_index(p_field, p_relation, p_field.column_name, v_name,
                                     plinth_private.unique_index_sql(p_field.type, true));
  return true;
end
$$;

-- Sets all rules of a field, whatever its default. p_keep: a rule that records break holds for new and changed values only; else
-- it is refused.
create or replace function plinth_private.put_field_rules(p_field uuid, p_rules jsonb, p_keep boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_field plinth.field := plinth_private.take_field(p_field);
  v_table plinth."table";
  v_rules jsonb := plinth_private.clean_field_rules(v_field, p_rules);
  v_home text := plinth_private.home_relation(v_field);
  v_counts jsonb;
  v_broken text[];
  v_refused text;
begin
  select t.* into v_table from plinth."table" as t where t.id = v_field.table_id;
  -- Who does not see the field could not fill it.
  if v_rules ? 'required' then
    perform plinth_private.require_open(v_field, 'required');
  end if;
  -- Whether values stand more than once, or are too long for it, the index says when it is built.
  v_counts := plinth_private.field_violations(v_field, v_rules - 'unique') -> 'byRule';
  v_broken := array(select c.key from jsonb_each_text(v_counts) as c where c.value <> '0' order by 1);
  select b.rule into v_refused from unnest(v_broken) as b (rule)
    where p_keep is not true and v_rules -> b.rule is distinct from v_field.rules -> b.rule
    order by b.rule limit 1;
  if v_refused is not null then
    perform plinth_private.fail(409, 'rule_broken',
      jsonb_build_object('table', v_table.id, 'field', p_field, 'rule', v_refused));
  end if;
  if plinth_private.renew_unique_index(v_field, v_home, v_rules ? 'unique', p_keep is true or v_field.rules ? 'unique') then
    v_broken := v_broken || 'unique'::text;
  end if;
  if cardinality(v_broken) > 0 then
    v_rules := v_rules || jsonb_build_object('newOnly', v_broken);
  end if;
  update plinth.field set rules = v_rules where id = p_field;
  perform plinth_private.renew_rule_triggers(v_table.id);
  perform plinth_private.replace_checks(v_home, plinth_private.field_checks(v_field, v_field.rules),
                                        plinth_private.field_checks(v_field, v_rules));
  perform plinth_private.send_schema_changed(v_table.base_id);
  return (select plinth_private.field_json(f) from plinth.field as f where f.id = p_field);
exception
  when lock_not_available or deadlock_detected then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', v_field.table_id));
end
$$;

-- Refuses a default that the field's own rules do not let be: no record could be made with it.
create or replace function plinth_private.require_fitting_default(p_field uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_field plinth.field;
  v_rule record;
  v_fits boolean;
begin
  select f.* into v_field from plinth.field as f where f.id = p_field;
  -- What is known only when a record is made, nobody knows yet.
  if v_field.default_value ->> 'kind' is distinct from 'value' then
    return;
  end if;
  for v_rule in
    select c.rule, c.body
    from plinth_private.field_conditions(v_field, v_field.rules, plinth_private.default_sql(v_field)) as c
  loop
    execute format('select %s', v_rule.body) into v_fits;
    if v_fits is false then
      perform plinth_private.fail(422, plinth_private.code_of_rule(v_rule.rule),
        jsonb_build_object('table', v_field.table_id, 'field', p_field, 'rule', 'default'));
    end if;
  end loop;
end
$$;

-- Sets all rules of a field, as put_field_rules does; a default that breaks them is refused.
create or replace function plinth_private.set_field_rules(p_field uuid, p_rules jsonb, p_keep boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_answer jsonb := plinth_private.put_field_rules(p_field, p_rules, p_keep);
begin
  perform plinth_private.require_fitting_default(p_field);
  return v_answer;
end
$$;

-- Keeps a rule by the trigger from now on: a record came in between that breaks it.
create or replace function plinth_private.loosen_check(p_table plinth."table", p_home text, p_name text) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  update plinth.field as f
    set rules = f.rules || jsonb_build_object('newOnly',
      coalesce(f.rules -> 'newOnly', '[]') || to_jsonb(split_part(p_name, '__', 2)))
    where f.table_id = p_table.id and f.column_name = split_part(p_name, '__', 1);
  update plinth.table_rule as r set new_only = true
    where r.table_id = p_table.id and p_name = plinth_private.table_check(r.id);
  perform plinth_private.renew_rule_triggers(p_table.id);
  execute format('alter table data.%I drop constraint %I', p_home, p_name);
end
$$;

-- The second step: looks at the records that were there, without keeping anybody from reading or writing. Creators only;
-- answers how many constraints hold for all records now.
create or replace function plinth_private.validate_rules(p_table uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_table plinth."table" := plinth_private.take_table(p_table);
  v_check record;
  v_count int := 0;
  v_broken text[] := '{}';
  v_homes text[] := '{}';
begin
  for v_check in
    select h.name as home, c.conname as name
    from plinth_private.homes_of(p_table) as h (name)
    join pg_catalog.pg_constraint as c on c.conrelid = format('data.%I', h.name)::regclass
    where c.contype = 'c' and not c.convalidated
      and split_part(c.conname, '__', 2) in ('required', 'min', 'max', 'minLength', 'maxLength', 'pattern', 'keyLength', 'table')
    order by 1, 2
  loop
    begin
      execute format('alter table data.%I validate constraint %I', v_check.home, v_check.name);
      v_count := v_count + 1;
    exception
      when check_violation then
        v_broken := v_broken || v_check.name::text;
        v_homes := v_homes || v_check.home;
    end;
  end loop;
  -- Readers wait for this, and there is nothing to look at any more.
  for n in 1 .. cardinality(v_broken) loop
    perform plinth_private.loosen_check(v_table, v_homes[n], v_broken[n]);
    perform plinth_private.send_schema_changed(v_table.base_id);
  end loop;
  return jsonb_build_object('validated', v_count);
exception
  when lock_not_available then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', p_table));
end
$$;
