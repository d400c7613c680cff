-- Rules of tables: expressions over the record that are true for every record, with their maker's message. One that only
-- looks at the record is a constraint; one that asks who writes, or when, is kept by the trigger as long as it is there.

-- Name of the constraint that keeps a rule of a table.
create or replace function plinth_private.table_check(p_rule uuid) returns text
language sql immutable security invoker set search_path = ''
as $$ select format('plinth_%s__table', replace(p_rule::text, '-', '')) $$;

-- A table rule ready to be kept, with how many records break it. new_only says so where no constraint can keep the rule.
create or replace function plinth_private.read_table_rule(
  p_table plinth."table", p_rule jsonb,
  out condition text, out fields uuid[], out options text[], out new_only boolean, out violations jsonb
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_compiled record := plinth_private.compile_expression(p_table.id, p_rule, 't');
begin
  if v_compiled.condition is null then
    perform plinth_private.fail(400, 'expression_invalid', jsonb_build_object('table', p_table.id, 'rule', 'type'));
  elsif v_compiled.depends = '{}' then
    perform plinth_private.fail(400, 'expression_invalid', jsonb_build_object('table', p_table.id, 'rule', 'field'));
  elsif v_compiled.depends && plinth_private.rolled_fields(p_table.id) then
    -- Who changes a linked record would be refused for the rule of another table.
    perform plinth_private.fail(400, 'expression_invalid', jsonb_build_object('table', p_table.id, 'rule', 'rollup'));
  end if;
  condition := v_compiled.condition;
  fields := v_compiled.depends;
  options := array(select distinct format('%s/%s', o ->> 'field', o ->> 'option')
                   from jsonb_path_query(p_rule, '$.** ? (exists(@.option))') as o);
  -- A rule that reads clocks of the base's zone means something else when the base moves; files come and go by calls that
  -- can tell the trigger's refusal only.
  new_only := v_compiled.uses_me or v_compiled.uses_clock
    or exists (select 1 from plinth.field as f where f.id = any (v_compiled.depends) and f.type = 'attachment')
    or strpos(condition, quote_literal((select b.time_zone from plinth.base as b where b.id = p_table.base_id))) > 0;
  violations := plinth_private.find_violations(p_table.relation, '{rule}', array[format('(%s) is true', condition)]);
end
$$;

-- All rules of a table, with their expressions; creators only.
create or replace function plinth_private.table_rules(p_table uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform plinth_private.require_scope(p_table, 'read');
  perform plinth_private.require_base((select t.base_id from plinth."table" as t where t.id = p_table), 'creator');
  return coalesce((
    select jsonb_agg(jsonb_build_object('id', r.id, 'message', r.message, 'rule', r.rule, 'newOnly', r.new_only)
                     order by r.position, r.id)
    from plinth.table_rule as r where r.table_id = p_table), '[]');
end
$$;

-- Which records break a rule that a table may get; creators only. `momentary`: it depends on who writes, or when.
create or replace function plinth_private.check_table_rule(p_table uuid, p_rule jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_table plinth."table";
  v_read record;
begin
  perform plinth_private.require_scope(p_table, 'read');
  select t.* into v_table from plinth."table" as t where t.id = p_table;
  perform plinth_private.require_base(v_table.base_id, 'creator');
  v_read := plinth_private.read_table_rule(v_table, p_rule);
  return v_read.violations - 'byRule' || jsonb_build_object('momentary', v_read.new_only);
end
$$;

-- The SQL of a rule as a constraint of its table: {name: SQL}; {} where the trigger keeps it.
create or replace function plinth_private.table_checks(p_rule plinth.table_rule) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_relation text := (select t.relation from plinth."table" as t where t.id = p_rule.table_id);
begin
  if p_rule.new_only is not false then
    return '{}';
  end if;
  return jsonb_build_object(plinth_private.table_check(p_rule.id),
    format('(%s) is true', plinth_private.rule_condition(p_rule.table_id, p_rule.rule, v_relation)));
end
$$;

-- Makes or changes a rule of a table: definition = {message, rule}. p_keep: where records break it, it holds for new records
-- and changed values only; else it is refused.
create or replace function plinth_private.save_table_rule(p_table uuid, p_rule uuid, p_definition jsonb, p_keep boolean)
returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_table plinth."table" := plinth_private.take_table(p_table);
  v_message text := btrim(p_definition ->> 'message');
  v_old plinth.table_rule;
  v_new plinth.table_rule;
  v_read record;
begin
  select r.* into v_old from plinth.table_rule as r where r.id = p_rule;
  if p_rule is null or v_old.table_id <> p_table then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'id'));
  elsif coalesce(char_length(v_message), 0) not between 1 and plinth_private.limit_of('ruleMessageLength')
     or v_message <> plinth_private.plain_text(v_message) then
    perform plinth_private.fail(400, 'invalid_input', jsonb_build_object('rule', 'message'));
  elsif v_old.id is null then
    perform plinth_private.stay_within((select count(*) + 1 from plinth.table_rule as r where r.table_id = p_table),
      plinth_private.limit_of('rulesPerTable'), '{"rule": "rules"}');
  end if;
  v_read := plinth_private.read_table_rule(v_table, p_definition -> 'rule');
  if v_read.violations -> 'violations' <> '0' and p_keep is not true
     and v_old.rule is distinct from p_definition -> 'rule' then
    perform plinth_private.fail(409, 'rule_broken', jsonb_build_object('table', p_table, 'rule', p_rule));
  end if;
  insert into plinth.table_rule as r (id, table_id, message, rule, condition, new_only, fields, options, position)
    values (p_rule, p_table, v_message, p_definition -> 'rule', v_read.condition,
      v_read.new_only or v_read.violations -> 'violations' <> '0', v_read.fields, v_read.options,
      (select coalesce(max(o.position) + 1, 0) from plinth.table_rule as o where o.table_id = p_table))
    on conflict (id) do update
      set message = excluded.message, rule = excluded.rule, condition = excluded.condition, new_only = excluded.new_only,
          fields = excluded.fields, options = excluded.options
    returning r.* into v_new;
  perform plinth_private.renew_rule_triggers(p_table);
  perform plinth_private.replace_checks(v_table.relation, plinth_private.table_checks(v_old), plinth_private.table_checks(v_new));
  perform plinth_private.send_schema_changed(v_table.base_id);
exception
  when lock_not_available then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', p_table));
end
$$;

-- Deletes a rule of a table; creators only.
create or replace function plinth_private.delete_table_rule(p_rule uuid) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_rule plinth.table_rule;
  v_table plinth."table";
begin
  select r.* into v_rule from plinth.table_rule as r where r.id = p_rule;
  v_table := plinth_private.take_table(v_rule.table_id);
  delete from plinth.table_rule where id = p_rule;
  perform plinth_private.renew_rule_triggers(v_table.id);
  perform plinth_private.replace_checks(v_table.relation, plinth_private.table_checks(v_rule), '{}');
  perform plinth_private.send_schema_changed(v_table.base_id);
exception
  when lock_not_available then
    perform plinth_private.fail(423, 'busy', jsonb_build_object('table', v_rule.table_id));
end
$$;

-- The base got another time zone: rules that ask for today mean another day. Only rules kept by the trigger do.
create or replace function plinth_private.table_rules_follow_zone() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update plinth.table_rule as r set condition = plinth_private.rule_condition(r.table_id, r.rule, 't')
    from plinth."table" as t where t.id = r.table_id and t.base_id = new.id and r.new_only;
  return null;
end
$$;

drop trigger if exists table_rules_follow_zone on plinth.base;
create trigger table_rules_follow_zone after update of time_zone on plinth.base
  for each row when (old.time_zone <> new.time_zone) execute function plinth_private.table_rules_follow_zone();
