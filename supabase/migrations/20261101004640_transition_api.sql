-- The calls about workflows, and who may use the functions behind them.

-- Transition[].
create or replace function plinth.transitions(field uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select plinth_private.transitions($1) $$;

-- Replaces the transitions of a field.
create or replace function plinth.set_transitions(field uuid, transitions jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
as $$ select plinth_private.set_transitions($1, $2); select null::jsonb $$;

-- Where a record may go.
create or replace function plinth.transitions_for("table" uuid, field uuid, record uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$ select plinth_private.transitions_for($1, $2, $3) $$;

select plinth_private.close_functions(array[
  'transition_json(plinth.transition)', 'take_status_field(uuid)', 'transitions(uuid)', 'id_list(jsonb, uuid, text)',
  'clean_transition(plinth.field, uuid, jsonb, int)', 'set_transitions(uuid, jsonb)', 'transitions_for(uuid, uuid, uuid)',
  'told_fault(jsonb)', 'require_no_transition(uuid, text[])', 'require_idle_role(uuid)', 'guards_zone_changed()',
  'guard_condition(uuid, jsonb)', 'renew_transitions(uuid)'
]);
select plinth_private.open_calls(array['transitions(uuid)', 'set_transitions(uuid, jsonb)', 'transitions_for(uuid, uuid, uuid)']);
