-- No rule looks at a field whose type is being changed: it would speak of values of the old type, and the column that it stands on
-- goes away. A change of type does not begin while a rule looks at its field; this is the other way round, for rules of roles and
-- of tables, locks and transitions. What changes either holds the table's row, so that none passes the other.
create or replace function plinth_private.refuse_unsettled() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_new jsonb := to_jsonb(new);
begin
  perform plinth_private.require_settled(f) from plinth.field as f
    where v_new -> 'fields' ? f.id::text or v_new -> 'requires' ? f.id::text;
  return new;
end
$$;

do $$
declare
  v_table regclass;
begin
  foreach v_table in array array['plinth.role_grant', 'plinth.table_rule', 'plinth.record_lock', 'plinth.transition']::regclass[] loop
    execute format('create or replace trigger refuse_unsettled before insert or update of fields on %s
                    for each row execute function plinth_private.refuse_unsettled()', v_table);
  end loop;
end
$$;

revoke all on function plinth_private.refuse_unsettled() from public, anon, authenticated, service_role;
