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

-- Field.
create or replace function plinth.add_option(field uuid, option jsonb) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.add_option($1, $2) $$;

select plinth_private.close_functions(array['add_option(uuid, jsonb)']);
select plinth_private.open_calls(array['add_option(uuid, jsonb)']);
