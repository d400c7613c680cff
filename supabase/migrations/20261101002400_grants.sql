-- Who may call and read what. Functions are executable by everybody until revoked, so all is revoked first and the
-- exact list granted; then the schemas are opened and exposed to REST.

revoke all on all functions in schema plinth, plinth_private from public, anon, authenticated, service_role;
revoke all on all tables in schema plinth, plinth_private from public, anon, authenticated, service_role;

-- Metadata: read by policy, written by calls only.
grant select on plinth.profile, plinth.workspace, plinth.workspace_member, plinth.base, plinth.base_member,
  plinth."table", plinth.field, plinth.role, plinth.role_member, plinth.role_grant, plinth.attachment, plinth.removed_key,
  plinth.table_rule to authenticated;
grant select, insert, update, delete on all tables in schema plinth to service_role;

-- The calls.
grant execute on all functions in schema plinth to authenticated, service_role;
grant execute on function plinth.schema_version(), plinth.invitation_info(text) to anon;

-- What the calls, the policies, the column defaults and the rules of the users' tables need as the caller. Each of
-- these is safe with hostile arguments: it checks the caller's rights itself, or works on its arguments alone.
do $$
declare
  v_name text;
begin
  foreach v_name in array array[
    -- refusals, limits, identity, ids
    'limits()', 'limit_of(text)', 'stay_within(bigint, bigint, jsonb)', 'fail(int, text, jsonb)', 'caller()', 'require_user()', 'uuid_v7()', 'as_uuid(text)',
    -- authority
    'scope(uuid, text)', 'base_role(uuid)', 'my_workspaces()', 'my_bases(boolean)', 'my_tables()', 'my_sides()', 'my_fellows()',
    'my_colleagues()', 'has_role(uuid, text)', 'may_reach(uuid, uuid, text)', 'may_see_field(uuid)',
    'allowed_values(uuid, text, uuid)', 'goes_by(uuid, text, uuid)', 'all_since(uuid, text)', 'all_from(uuid, text)',
    'policy_refusal(uuid, text)', 'field_access(uuid)',
    'may_hear_table(text)', 'may_enter_room(text)', 'may_drain(text)', 'may_store_file(uuid)',
    'may_store_avatar()',
    -- people, workspaces, bases
    'my_session()', 'save_profile(jsonb)', 'set_workspace_creation(text)', 'hand_over_installation(text)', 'workspace_creators()',
    'add_workspace_creator(text)', 'remove_workspace_creator(uuid)', 'create_workspace(uuid, text)',
    'rename_workspace(uuid, text)', 'delete_workspace(uuid, text)', 'drop_member(uuid, uuid)',
    'workspace_members(uuid)', 'workspace_usage(uuid)', 'set_workspace_quota(uuid, jsonb)',
    'set_workspace_role(uuid, uuid, text)', 'invitations(uuid)',
    'create_invitation(uuid, text, uuid, text, text, uuid)', 'revoke_invitation(uuid)', 'invitation_info(text)',
    'accept_invitation(text)', 'create_base(uuid, uuid, text, jsonb)', 'update_base(uuid, jsonb)',
    'delete_base(uuid, text)', 'base_schema(uuid)', 'base_members(uuid)', 'set_base_role(uuid, uuid, text)',
    -- tables and fields
    'create_table(uuid, jsonb)', 'create_field(uuid, jsonb)', 'update_field(uuid, jsonb)',
    -- values
    'family_of(text)', 'system_column(text)', 'has_options(text)', 'ordered_set_sql(text)', 'json_problem(text)', 'too_deep_path()', 'choice_set(text)', 'is_computed(text)', 'is_computed_field(plinth.field)', 'has_own_values(plinth.field)',
     'pattern_of(text)', 'currency_digits(text)', 'value_problem(text, text[], jsonb)', 'canonical(text, jsonb)', 'cast_sql(text, text)',
    'wire_sql(text, text, text)', 'json_array_sql(text[])', 'code_of_rule(text)',
    'error_json(text, text, text, text, text)', 'attachment_json(plinth.attachment)',
    -- windows
    'rows_window(jsonb, jsonb, text, int, int)', 'rows_by_id(jsonb, uuid[])',
    'view_stats(jsonb, boolean)', 'view_anchors(jsonb, int)', 'view_groups(jsonb, jsonb, int, int)', 'view_summary(jsonb, jsonb)', 'view_chart(jsonb, jsonb)',
    'row_rank(jsonb, uuid, jsonb)', 'find_in_view(jsonb, text, jsonb, text, int)',
    -- mutations and changes
    'mutation_error(text, text, jsonb)', 'claim_mutations(jsonb)', 'keep_results(jsonb)',
    'write_plan(uuid, text, text[])', 'unreached(jsonb, record, text)', 'first_problem(record, jsonb)', 'insert_many(jsonb)', 'update_many(jsonb)',
    'delete_many(jsonb)', 'run_many(jsonb)', 'goes_with(jsonb, jsonb)',
    'writes_aside(record)', 'write_sides(record, jsonb)', 'hold_record(record, uuid)', 'change_record(record, uuid, jsonb)',
    'run_insert(jsonb, record)', 'run_update(jsonb, record)', 'run_delete(jsonb, record)', 'run_mutation(jsonb)',
    'hold_records(record, jsonb)', 'set_many(record, jsonb, uuid[])', 'lock_records(jsonb)', 'run_mutations(jsonb, jsonb)', 'apply_mutations(jsonb)', 'changes_since(uuid, text)',
    -- imports
    'begin_import(uuid, uuid, text, uuid[], text, uuid)', 'take_chunk(uuid, int)',
    'book_chunk(uuid, int, uuid[], uuid[], jsonb, jsonb, jsonb)', 'touched_records(uuid, uuid[])', 'refuse_row(record, jsonb)',
    'match_keys(uuid, record, jsonb)', 'write_chunk(uuid, record, jsonb, jsonb)', 'refuse_by_rule(uuid, jsonb, jsonb)',
    'refuse_locked(uuid, jsonb)', 'aside_values(record, jsonb, jsonb, jsonb)',
    'import_rows(uuid, int, jsonb, jsonb, jsonb)', 'link_rows(uuid, record, jsonb, jsonb, jsonb)', 'link_row(uuid, jsonb)',
    'finish_import(uuid)', 'take_discarded(uuid)', 'close_import(uuid)', 'cancel_import(uuid, boolean)',
    'import_misfits(uuid, int, int)',
    -- files
    'begin_upload(uuid, uuid, uuid, jsonb)', 'finish_upload(uuid)', 'remove_attachment(uuid)',
    'rename_attachment(uuid, text, text)', 'order_attachments(uuid, uuid, uuid, uuid[], uuid[])',
    'removed_keys_done(text[])'
  ]
  loop
    execute format('grant execute on function plinth_private.%s to authenticated, service_role', v_name);
  end loop;
end
$$;
grant execute on function plinth_private.invitation_info(text) to anon;

grant usage on schema plinth to anon, authenticated, service_role;
grant usage on schema plinth_private to anon, authenticated, service_role;
grant usage on schema data to authenticated, service_role;

-- Adds our schemas to those that REST exposes, keeping what is there already.
do $$
declare
  v_now text := (
    select split_part(s.entry, '=', 2)
    from pg_catalog.pg_db_role_setting as d
    join pg_catalog.pg_roles as r on r.oid = d.setrole and r.rolname = 'authenticator'
    cross join lateral unnest(d.setconfig) as s (entry)
    where d.setdatabase = 0 and s.entry like 'pgrst.db_schemas=%');
  v_name text;
begin
  v_now := coalesce(nullif(btrim(v_now), ''), case
    when exists (select 1 from pg_catalog.pg_namespace as n where n.nspname = 'graphql_public')
    then 'public, graphql_public' else 'public' end);
  foreach v_name in array array['plinth', 'data'] loop
    if v_name <> all (array(select btrim(p) from unnest(string_to_array(v_now, ',')) as p)) then
      v_now := v_now || ', ' || v_name;
    end if;
  end loop;
  execute format('alter role authenticator set pgrst.db_schemas = %L', v_now);
  perform pg_notify('pgrst', 'reload config');
  perform pg_notify('pgrst', 'reload schema');
end
$$;
