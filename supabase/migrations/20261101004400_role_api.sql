-- The calls about roles, and who may use the functions of the migrations behind the great list of grants.

-- Role[].
create or replace function plinth.base_roles(base uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select plinth_private.base_roles($1) $$;

-- Makes or changes a role.
create or replace function plinth.save_role(base uuid, role uuid, changes jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.save_role($1, $2, $3); select null::jsonb $$;

-- Deletes a custom role.
create or replace function plinth.delete_role(role uuid) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.delete_role($1); select null::jsonb $$;

-- Gives or takes a custom role.
create or replace function plinth.set_role_member(role uuid, member uuid, holds boolean) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.set_role_member($1, $2, $3); select null::jsonb $$;

-- Says how far a role reaches in a table.
create or replace function plinth.set_grant(
  role uuid, "table" uuid, action text, scope text, rule jsonb, hand_over boolean default false
) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.set_grant($1, $2, $3, $4, $5, $6); select null::jsonb $$;

-- Counts what a rule lets through.
create or replace function plinth.count_matching("table" uuid, rule jsonb) returns jsonb
language sql stable security invoker set search_path = '' set statement_timeout = '10s'
as $$ select plinth_private.count_matching($1, $2) $$;

-- AccessExplanation.
create or replace function plinth.explain_access("table" uuid, record uuid, person uuid, action text, field uuid default null)
returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.explain_access($1, $2, $3, $4, $5) $$;

select plinth_private.close_functions(array[
  'workspace_roles_changed()', 'base_members_came()', 'base_roles_changed()', 'role_members_came()',
  'role_members_left()', 'role_renamed()', 'follow_grants(jsonb, jsonb)', 'base_zone_changed()', 'grants_changed()',
  'make_roles()', 'role_name(text)', 'take_role(uuid)', 'role_reasons(uuid, uuid, uuid, text)',
  'holds_for(uuid, uuid, uuid, text)', 'weigh_access(uuid, uuid, uuid, uuid, text)',
  'lock_reason(uuid, uuid, uuid, text)', 'base_roles(uuid)', 'save_role(uuid, uuid, jsonb)', 'delete_role(uuid)',
  'set_role_member(uuid, uuid, boolean)', 'set_grant(uuid, uuid, text, text, jsonb, boolean)', 'count_matching(uuid, jsonb)',
  'explain_access(uuid, uuid, uuid, text, uuid)', 'explain_record(uuid, uuid, uuid, text)',
  'field_reasons(uuid, uuid, plinth.field, text)', 'explain_field(jsonb, uuid, uuid, plinth.field, text)'
]);
select plinth_private.open_calls(array[
  'base_roles(uuid)', 'save_role(uuid, uuid, jsonb)', 'delete_role(uuid)', 'set_role_member(uuid, uuid, boolean)',
  'set_grant(uuid, uuid, text, text, jsonb, boolean)', 'count_matching(uuid, jsonb)', 'explain_access(uuid, uuid, uuid, text, uuid)'
]);
