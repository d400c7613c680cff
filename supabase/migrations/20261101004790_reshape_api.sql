-- The calls about the shape of tables: names, order, copies, the trash, types of fields.

-- Renames, describes or moves a table.
create or replace function plinth.update_table("table" uuid, changes jsonb) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.update_table($1, $2); select null::jsonb $$;

-- Copies a table.
create or replace function plinth.duplicate_table("table" uuid, copy uuid, name text, with_records boolean) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.duplicate_table($1, $2, $3, $4) $$;

-- Copies a field.
create or replace function plinth.duplicate_field(field uuid, copy uuid, name text, with_values boolean) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.duplicate_field($1, $2, $3, $4) $$;

-- Puts a table into the trash.
create or replace function plinth.delete_table("table" uuid) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.delete_table($1); select null::jsonb $$;

-- Puts a field into the trash.
create or replace function plinth.delete_field(field uuid) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.delete_field($1); select null::jsonb $$;

-- TrashItem[].
create or replace function plinth.base_trash(base uuid) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.base_trash($1) $$;

-- Brings a table back.
create or replace function plinth.restore_table("table" uuid) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.restore_table($1) $$;

-- Brings a field back, or its next values.
create or replace function plinth.restore_field(field uuid) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.restore_field($1) $$;

-- Deletes what is in the trash for good.
create or replace function plinth.empty_trash(base uuid, item uuid, confirm_name text) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.empty_trash($1, $2, $3); select null::jsonb $$;

-- TypeChangePreview.
create or replace function plinth.preview_type_change(field uuid, type text, options jsonb) returns jsonb
language sql stable security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.preview_type_change($1, $2, $3) $$;

-- Changes a field's type, or goes on with it: TypeChangeStep. With `kept`, back to what it was.
create or replace function plinth.change_type(field uuid, type text, options jsonb, kept uuid default null) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.change_type($1, $2, $3, $4) $$;

-- Gives up a change of type that has begun.
create or replace function plinth.cancel_type_change(field uuid) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '30s'
as $$ select plinth_private.cancel_type_change($1); select null::jsonb $$;

select plinth_private.close_functions(array[
  'clean_description(text)', 'default_sql(plinth.field)', 'set_column_default(plinth.field)',
  'require_settled(plinth.field)', 'describe_field(uuid, jsonb)', 'defaults_follow_zone()', 'clean_position(jsonb)',
  'place_field(uuid, uuid, int)', 'place_table(uuid, uuid, int)', 'free_title(text, text[])',
  'require_few_rows(text, bigint)', 'exchange_ids(jsonb, jsonb)', 'copy_grants(uuid, uuid, jsonb)',
  'copy_records(uuid, uuid, jsonb)', 'move_relation(text, text, text)', 'take_trash(uuid)',
  'is_needed(plinth_private.trash)', 'refuse_needed(plinth_private.trash)',
  'purge(plinth_private.trash)', 'keep_values(plinth."table", text, plinth.field, boolean, text)',
  'trash_field(plinth."table", text, plinth.field, uuid, text)', 'drop_half_column(plinth_private.trash)',
  'relation_of(uuid)', 'begin_restore(plinth."table", plinth_private.trash)',
  'restore_values(plinth."table", plinth_private.trash)', 'rejoin_field(plinth."table", plinth_private.trash)',
  'finish_restore(plinth."table", plinth_private.trash)', 'restore_computed(plinth."table", plinth_private.trash)',
  'targets_of(text)', 'targets_of_field(plinth.field)', 'percent_text(double precision)', 'percent_of(text)', 'duration_of(text, text)', 'currency_sign(text)', 'money_of(text, text)',
  'minor_units(double precision, int)',
  'text_moment(text, text)', 'as_text_sql(plinth.field)', 'from_text_sql(text, jsonb, text, text)',
  'convert_sql(plinth.field, text, jsonb, text)', 'options_from_values(plinth.field, text, text)',
  'json_of(text)', 'joined_labels(text[], jsonb)', 'labels_of(text[], jsonb)', 'joined_names(text[])', 'linked_names_sql(uuid)', 'split_labels(text)', 'set_named(text, jsonb)', 'other_choice_sql(plinth.field, text, jsonb)',
  'options_for_change(plinth.field, text, jsonb)', 'zone_of(uuid)', 'reads_alike(text, text)', 'keeps_values(text, text)', 'require_changeable(plinth.field, text)',
  'plan_type_change(plinth.field, text, jsonb)', 'plan_change_back(plinth.field, text, uuid)',
  'begin_type_change(plinth."table", plinth.field, plinth_private.type_change)', 'index_changed(plinth."table", plinth.field)',
  'end_change_back(plinth.field, uuid)', 'value_back_sql(plinth.field, text, plinth_private.type_change)',
  'convert_values(plinth."table", plinth.field)',
  'finish_type_change(plinth."table", plinth.field)', 'rules_for_change(plinth.field, text)',
  'adopt_rules(uuid, jsonb)', 'copy_field_grants(uuid, uuid)', 'copy_transitions(uuid, uuid, jsonb)',
  'copy_rules(uuid, uuid, jsonb)', 'begin_copy(plinth."table", plinth.field, uuid, text, boolean)', 'count_kept(uuid, plinth.field)',
  'people_maps(uuid)', 'changed_field(plinth.field, plinth_private.type_change)', 'next_unique_index(uuid)',
  'joined_files(uuid[])', 'spoken_type(text)', 'is_filled_sql(plinth.field)', 'column_after(plinth.field, text)', 'next_column(plinth.field)',
  'fill_rest(plinth."table", plinth.field, plinth_private.type_change, text)', 'move_values_kept(plinth.field, uuid)',
  'trash_old_values(plinth."table", plinth.field)', 'changing_json(uuid)', 'update_table(uuid, jsonb)',
  'duplicate_table(uuid, uuid, text, boolean)', 'duplicate_field(uuid, uuid, text, boolean)', 'delete_table(uuid)',
  'delete_field(uuid)', 'base_trash(uuid)', 'restore_table(uuid)', 'restore_field(uuid)',
  'empty_trash(uuid, uuid, text)', 'preview_type_change(uuid, text, jsonb)', 'change_type(uuid, text, jsonb, uuid)',
  'cancel_type_change(uuid)', 'give_up_changes(plinth."table")', 'undo_begun(plinth.field)', 'held_sql(plinth.field)',
  'pending_sql(plinth.field, plinth_private.type_change)'
]);
select plinth_private.open_calls(array[
  'update_table(uuid, jsonb)', 'duplicate_table(uuid, uuid, text, boolean)',
  'duplicate_field(uuid, uuid, text, boolean)', 'delete_table(uuid)', 'delete_field(uuid)', 'base_trash(uuid)',
  'restore_table(uuid)', 'restore_field(uuid)', 'empty_trash(uuid, uuid, text)',
  'preview_type_change(uuid, text, jsonb)', 'change_type(uuid, text, jsonb, uuid)', 'cancel_type_change(uuid)'
]);
