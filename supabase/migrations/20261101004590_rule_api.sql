-- The calls about rules of fields and tables, and who may use what they are made of.

-- {violations, byRule, records, seenByAll}.
create or replace function plinth.check_field_rules(field uuid, rules jsonb) returns jsonb
language sql stable security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.check_field_rules($1, $2) $$;

-- Field. What it cannot promise of the records that are there, validate_rules looks at.
create or replace function plinth.set_field_rules(field uuid, rules jsonb, keep boolean) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.set_field_rules($1, $2, $3) $$;

-- {validated}.
create or replace function plinth.validate_rules("table" uuid) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.validate_rules($1) $$;

-- TableRule[].
create or replace function plinth.table_rules("table" uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select plinth_private.table_rules($1) $$;

-- {violations, records, momentary}.
create or replace function plinth.check_table_rule("table" uuid, rule jsonb) returns jsonb
language sql stable security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.check_table_rule($1, $2) $$;

-- Makes or changes a rule of a table.
create or replace function plinth.save_table_rule("table" uuid, rule uuid, definition jsonb, keep boolean) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.save_table_rule($1, $2, $3, $4); select null::jsonb $$;

-- Deletes a rule of a table.
create or replace function plinth.delete_table_rule(rule uuid) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.delete_table_rule($1); select null::jsonb $$;

select plinth_private.close_functions(array[
  'pattern_char(text)', 'pattern_class(text)', 'pattern_set(text[], int)', 'pattern_atom(text[], int)',
  'pattern_repeat(text[], int)', 'compile_pattern(text)', 'rules_of_type(text)', 'refuse_field_rule(uuid, text)',
  'clean_field_rule(plinth.field, text, jsonb)', 'clean_field_rules(plinth.field, jsonb)',
  'field_conditions(plinth.field, jsonb, text)', 'single_condition(text, text)', 'unique_index_sql(text, boolean)', 'is_new_only(jsonb, text)',
  'alone_condition(text, text)', 'changed_condition(text[])', 'unique_index(uuid)',
  'find_violations(text, text[], text[])', 'field_violations(plinth.field, jsonb)', 'rules_of_table(uuid)',
  'keep_rules()', 'renew_rule_triggers(uuid)', 'replace_checks(text, jsonb, jsonb)',
  'field_checks(plinth.field, jsonb)', 'build_index(plinth.field, text, text, text, text)',
  'renew_unique_index(plinth.field, text, boolean, boolean)',
  'loosen_check(plinth."table", text, text)', 'homes_of(uuid)',
  'refuse_broken(uuid, text, uuid, text)', 'table_check(uuid)', 'read_table_rule(plinth."table", jsonb)',
  'table_checks(plinth.table_rule)', 'table_rules_follow_zone()', 'broken_rows(uuid, jsonb, jsonb, jsonb)',
  'write_rest(uuid, record, jsonb, jsonb)', 'check_field_rules(uuid, jsonb)', 'set_field_rules(uuid, jsonb, boolean)',
  'put_field_rules(uuid, jsonb, boolean)', 'require_fitting_default(uuid)',
  'validate_rules(uuid)', 'table_rules(uuid)', 'check_table_rule(uuid, jsonb)',
  'save_table_rule(uuid, uuid, jsonb, boolean)', 'delete_table_rule(uuid)'
]);
select plinth_private.open_calls(array[
  'check_field_rules(uuid, jsonb)', 'set_field_rules(uuid, jsonb, boolean)', 'validate_rules(uuid)',
  'table_rules(uuid)', 'check_table_rule(uuid, jsonb)', 'save_table_rule(uuid, uuid, jsonb, boolean)',
  'delete_table_rule(uuid)'
]);
-- Called by the invoker's own functions.
grant execute on function plinth_private.broken_rows(uuid, jsonb, jsonb, jsonb),
  plinth_private.write_rest(uuid, record, jsonb, jsonb) to authenticated, service_role;
